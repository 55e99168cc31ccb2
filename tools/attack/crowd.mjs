/**
 * A process of its own that crowds a server: `node tools/attack/crowd.mjs KIND PORT CODE`. It ends by itself and then prints
 * what happened to its connections as one line of JSON.
 */
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ROOT } from '../fresh.mjs';

const { WebSocket } = createRequire(join(ROOT, 'packages/server/package.json'))('ws');

const [kind = '', port = '', code = ''] = process.argv.slice(2);
/** After so many milliseconds a crowd no longer waits for the server to close its connections. */
const PATIENCE = 60_000;
const HELLO = JSON.stringify({ t: 'hello', protocol: 1, table: code });

/** @param {number} count */
const times = count => Array.from({ length: count }, (_, i) => i);
const pause = (/** @type {number} */ millis) => new Promise(resolve => setTimeout(resolve, millis));

/** @param {string} from @param {object} [options] */
const webSocket = (from, options = {}) =>
  new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers: { 'x-forwarded-for': from }, ...options });

/**
 * Resolves when a connection has ended for any reason, or when nobody waits for it any more.
 * @param {import('node:events').EventEmitter} socket
 */
const ended = socket =>
  new Promise(resolve => {
    socket.on('error', () => undefined); // a close event follows
    socket.once('close', resolve);
    setTimeout(resolve, PATIENCE).unref();
  });

/**
 * Opens one connection that sends messages as fast as it can until it is closed; returns how long that took.
 */
async function shout() {
  const socket = webSocket('203.0.113.90');
  const end = ended(socket);
  let [sent, since] = [0, Date.now()];
  socket.once('open', () => {
    since = Date.now();
    socket.send(HELLO);
    const more = () => {
      for (let i = 0; i < 500 && socket.bufferedAmount < 1e6; i++) socket.send(`{"t":"ping","at":${++sent}}`);
      if (socket.readyState === WebSocket.OPEN) setImmediate(more);
    };
    more();
  });
  const how = await end;
  return { how, sent, took: Date.now() - since };
}

/** Fifty connections of one address send messages without end, and connect again when they are closed, for five seconds. */
async function flood() {
  const stop = Date.now() + 5_000;
  /** @type {{ how: unknown, sent: number, took: number }[]} */
  const all = [];
  await Promise.all(
    times(50).map(async () => {
      while (Date.now() < stop) {
        all.push(await shout());
        await pause(20);
      }
    }),
  );
  const flooded = all.filter(({ sent }) => sent > 0);
  // 1006: the client was too slow to answer the server's close frame in time
  const cut = flooded.filter(({ how }) => how === 1008 || how === 1006);
  return {
    sent: flooded.reduce((sum, { sent }) => sum + sent, 0),
    cut: cut.length,
    others: flooded.length - cut.length,
    slowest: Math.max(...cut.map(({ took }) => took)),
  };
}

/** Sixty connections ask for the whole table again and again and read nothing. */
async function deaf() {
  const sockets = times(60).map(() => webSocket('203.0.113.91'));
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    socket.once('open', () => socket.pause());
  }
  for (const _ of times(6)) {
    await pause(2_100);
    for (const socket of sockets) if (socket.readyState === WebSocket.OPEN) socket.send(HELLO);
  }
  for (const socket of sockets) socket.terminate();
  return {};
}

/**
 * Opens connections that send nothing, and requests whose head never ends, from four addresses; returns how long the
 * server kept them.
 */
async function silent() {
  const began = Date.now();
  /** @param {string} localAddress @param {boolean} isSlow */
  const caller = (localAddress, isSlow) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress });
    const end = ended(socket);
    socket.resume();
    const timer = isSlow ? setInterval(() => socket.write('A: a\r\n'), 1_000) : undefined;
    if (isSlow) socket.write('GET / HTTP/1.1\r\nHost: a\r\n');
    return end.then(() => {
      clearInterval(timer);
      return Date.now() - began;
    });
  };
  const all = await Promise.all([
    ...times(800).map(() => caller('127.0.9.1', false)),
    ...times(2_100).map(i => caller(`127.0.9.${2 + (i % 3)}`, true)),
  ]);
  return { atOnce: all.filter(took => took < 5_000).length, slowest: Math.max(...all) };
}

/** Two thousand connections of twenty addresses come to a table and are never heard of again, as when a phone loses its network. */
async function halfOpen() {
  const ends = [];
  let welcomed = 0;
  for (const i of times(2_000)) {
    if (i % 20 === 0) await pause(50); // two thousand are there after five seconds, before the first is given up
    const socket = webSocket(`203.0.113.${100 + (i % 20)}`, { autoPong: false });
    let since = Date.now();
    socket.once('open', () => socket.send(HELLO));
    socket.once('message', () => {
      welcomed++;
      since = Date.now();
    });
    ends.push(ended(socket).then(() => Date.now() - since));
  }
  return { welcomed, slowest: Math.max(...(await Promise.all(ends))) };
}

/** @type {Readonly<Record<string, () => Promise<object>>>} */
const CROWDS = { flood, deaf, silent, halfOpen };

process.stdout.write(`${JSON.stringify(await CROWDS[kind]?.())}\n`, () => process.exit());
