/**
 * `npm run attack [words]`: starts a server on loopback, attacks it in bounded scripts, and prints for each attack whether the
 * server holds, with figures: how long an honest player waited meanwhile (50th and 99th percentile, in milliseconds) and the
 * server's memory. Ends with 1 when an attack succeeds, when memory exceeds 300 MiB, or when a player on a quiet machine waits
 * more than 100 ms. Words pick attacks by name.
 */
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import {
  clientsThatDoNotRead,
  floodOfMessages,
  halfOpenConnections,
  silentConnections,
} from './attack/crowds.mjs';
import {
  ask,
  honestPlayer,
  openSocket,
  openTable,
  pause,
  sitDown,
  startVictim,
  until,
} from './attack/server.mjs';
import { isBusyMachine, shareOfOthers } from './bench-verdict.mjs';
import { checkLockfile } from './lock.mjs';
import { runMain, say } from './report.mjs';
import { setup } from './setup.mjs';

/** @typedef {import('./attack/server.mjs').Victim} Victim */
/** @typedef {{ holds: boolean, figures: string }} Outcome */

/** @param {number} count */
const times = count => Array.from({ length: count }, (_, i) => i);
const v6 = (/** @type {number} */ i) => `2001:db8:7:${i.toString(16)}::1`;

/** @param {Victim} victim @returns {Promise<Outcome>} */
async function bookImport(victim) {
  const { id, secret } = (await ask(victim, 'POST', '/api/crews', { body: { name: 'Owls' } })).json;
  const bomb = '['.repeat(4_900_000);
  const statuses = [];
  for (const i of times(8))
    statuses.push(
      (await ask(victim, 'POST', `/api/crews/${id}/book`, { secret, from: `203.0.113.${i}`, body: bomb }))
        .status,
    );
  return {
    holds: statuses.every(status => status === 400 || status === 429),
    figures: `8 x 4.9 MB: ${statuses.join(' ')}`,
  };
}

/** @param {Victim} victim @returns {Promise<Outcome>} */
async function turnGrants(victim) {
  const player = await sitDown(victim, await openTable(victim));
  for (const _ of times(30)) player.say({ t: 'ice' });
  await until(() => player.heard.filter(({ t }) => t === 'ice').length === 30);
  const grants = player.heard.filter(({ t }) => t === 'ice');
  const names = new Set(grants.map(({ servers }) => servers.at(-1)?.username));
  const longest = Math.max(...grants.map(({ lasts }) => lasts)) / 60_000;
  player.socket.terminate();
  return {
    holds: names.size <= 2 && longest <= 60,
    figures: `30 asked: ${names.size} user names, ${longest.toFixed(0)} min`,
  };
}

/** @param {Victim} victim @returns {Promise<Outcome>} */
async function fullHouse(victim) {
  const code = await openTable(victim, '192.0.2.9');
  const owner = await sitDown(victim, code, { from: '192.0.2.9', token: 'o'.repeat(24) });
  owner.socket.terminate();
  let [opened, next] = [0, 0];
  await Promise.all(
    times(20).map(async () => {
      while (next < 10_000) {
        const i = next++;
        if ((await openTable(victim, `10.${i >> 12}.${(i >> 4) & 255}.${i & 15}`)) !== undefined) opened++;
      }
    }),
  );
  let back = 0;
  for (const i of times(100)) {
    const player = await openSocket(victim, `192.0.2.${10 + i}`);
    player.say({ t: 'hello', protocol: 1, table: code, token: 'o'.repeat(24) });
    await until(() => player.heard.length > 0 || player.state.code !== null);
    if (player.heard[0]?.t === 'welcome' && player.heard[0].member === 1) back++;
    player.socket.terminate();
  }
  return {
    holds: back === 100,
    figures: `${opened} tables of strangers in a house of 10,000; seat owner in ${back} of 100`,
  };
}

/** @param {Victim} victim @returns {Promise<Outcome>} */
async function helloFlood(victim) {
  const comments = `# ${'x'.repeat(98)}\n`.repeat(350);
  const { STANDARD_TILES } = await import('./attack/tiles.mjs');
  const code = await openTable(victim, '203.0.113.40', {
    scenario: 1,
    tiles: `${STANDARD_TILES}\n${comments}`,
  });
  const sockets = await Promise.all(times(20).map(() => openSocket(victim, '203.0.113.41')));
  const hello = { t: 'hello', protocol: 1, table: code };
  for (const _ of times(60)) {
    for (const { socket, say: tell } of sockets) if (socket.readyState === socket.OPEN) tell(hello);
    await pause(50);
  }
  const sent = sockets.reduce((sum, { state }) => sum + state.bytes, 0);
  const cut = sockets.filter(({ state }) => state.code === 1008).length;
  return {
    holds: cut === 20 && sent < 1_000_000,
    figures: `20 sockets, 3 s: ${(sent / 1000).toFixed(0)} kB out, ${cut} cut`,
  };
}

/** @param {Victim} victim @returns {Promise<Outcome>} */
async function guessing(victim) {
  const statuses = [];
  for (const i of times(500))
    statuses.push((await ask(victim, 'GET', '/t/ZZZZZZZZ', { from: v6(i * 128) })).status);
  const guesses = statuses.filter(status => status === 404).length;
  const code = await openTable(victim, '192.0.2.77');
  const honest = (await ask(victim, 'GET', `/t/${code}`, { from: '192.0.2.77' })).status;
  return {
    holds: guesses <= 45 && honest === 200,
    figures: `500 guesses of one /48: ${guesses} answered; an honest address: ${honest}`,
  };
}

/** @param {Victim} victim @returns {Promise<Outcome>} */
async function hourglass(victim) {
  const glass = {
    n: 1,
    by: 'aaaa',
    attempt: 0,
    state: 'running',
    capacity: 180_000,
    left: 180_000,
    turned: 0,
  };
  const put = (/** @type {string} */ code, /** @type {object} */ body, /** @type {string} */ from) =>
    ask(victim, 'PUT', `/api/hourglass/${code}`, { from, body });
  await put('BCDFGH', glass, '192.0.2.50');
  for (const _ of times(12)) await ask(victim, 'GET', '/api/hourglass/ZZZZZZ', { from: '203.0.113.60' });
  const miss = (await ask(victim, 'GET', '/api/hourglass/ZZZZZZ', { from: '203.0.113.60' })).status;
  const hit = (await ask(victim, 'GET', '/api/hourglass/BCDFGH', { from: '203.0.113.60' })).status;
  const jump = (await put('BCDFGH', { ...glass, n: 1_000_000_000, left: 0 }, '203.0.113.61')).status;
  return {
    holds: miss === 429 && hit === 429 && jump === 400,
    figures: `throttled miss ${miss}, hit ${hit}; jump of n ${jump}`,
  };
}

/** @param {Victim} victim @returns {Promise<Outcome>} */
async function privacy(victim) {
  const code = await openTable(victim);
  const host = await sitDown(victim, code, { from: '192.0.2.60', token: 'a'.repeat(24) });
  const bad = await sitDown(victim, code, { from: '203.0.113.70', token: 'b'.repeat(24) });
  host.say({ t: 'table', n: 1, c: { type: 'kick', member: 2 } });
  await until(() => bad.state.code !== null);
  const again = await sitDown(victim, code, { from: '203.0.113.70', token: 'c'.repeat(24) });
  const isBack = again.heard.some(({ t }) => t === 'seated');
  host.say({ t: 'table', n: 2, c: { type: 'spectators', allowed: false } });
  await until(() => again.state.code !== null);
  host.socket.terminate();
  return {
    holds: !isBack && again.state.code === 4010,
    figures: `kicked with a new token: ${isBack ? 'back' : 'refused'}; spectator ${again.state.code}`,
  };
}

/** @param {Victim} victim @param {string} text @returns {Promise<string>} */
const raw = ({ port }, text) =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let heard = '';
    const end = () => {
      socket.destroy();
      resolve(heard);
    };
    socket.on('data', data => {
      heard += data;
      if (heard.includes('\r\n\r\n')) end();
    });
    socket.on('close', () => resolve(heard));
    socket.on('error', end);
  });

const UPGRADE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

/** @param {Victim} victim @returns {Promise<Outcome>} */
async function heads(victim) {
  const status = (/** @type {string} */ answer) => Number(/^HTTP\/1[.]1 (\d+)/.exec(answer)?.[1]);
  const evil = status(
    await raw(
      victim,
      `GET /ws HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n${UPGRADE}\r\n`,
    ),
  );
  const two = status(
    await raw(victim, 'GET /version HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'),
  );
  const old = status(await raw(victim, 'GET /\r\n\r\n'));
  const h2c = status(
    await raw(victim, 'GET /version HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'),
  );
  const sub = await raw(
    victim,
    `GET /ws HTTP/1.1\r\nHost: a\r\n${UPGRADE}Sec-WebSocket-Protocol: evil\r\n\r\n`,
  );
  const echoed = /sec-websocket-protocol/i.test(sub);
  return {
    holds: evil === 421 && two === 400 && old === 400 && h2c === 200 && status(sub) === 101 && !echoed,
    figures: `foreign Host ${evil}, two Hosts ${two}, HTTP/0.9 ${old}, h2c ${h2c}, subprotocol ${echoed ? 'echoed' : 'ignored'}`,
  };
}

/**
 * Makes thirty tables; at each sit a person who makes no move and seven bots that need no time to think.
 * @param {Victim} victim
 * @returns {Promise<Outcome>}
 */
async function tablesOfBots(victim) {
  const players = await Promise.all(
    times(30).map(async i => {
      const from = `203.0.113.${80 + (i % 3)}`;
      const player = await sitDown(victim, await openTable(victim, from), {
        from,
        token: `bots${i}`.padEnd(24, 'x'),
      });
      player.say({ t: 'table', n: 1, c: { type: 'seatBot', temper: 'lightning', seats: 7 } });
      player.say({ t: 'table', n: 2, c: { type: 'begin' } });
      player.say({ t: 'do', n: 3, c: { type: 'start' } });
      return player;
    }),
  );
  const news = (/** @type {Awaited<ReturnType<typeof openSocket>>} */ { heard }) =>
    heard.filter(({ t }) => t === 'news').length;
  const share = async () => {
    const before = victim.cpu();
    await pause(10_000);
    return (victim.cpu() - before) / 10;
  };
  const busy = await share();
  const playing = players.filter(player => news(player) > 3).length;
  for (const { socket } of players) socket.terminate();
  const after = await share();
  const percent = (/** @type {number} */ part) => `${(100 * part).toFixed(0)} %`;
  return {
    holds: playing === 30 && busy < 0.5 && after < 0.1,
    figures: `${playing} games of 7 bots: ${percent(busy)} of a core, ${percent(after)} after all left`,
  };
}

/** @param {Victim} victim @returns {Promise<Outcome>} */
async function operator({ dataDir, ...victim }) {
  const code = await openTable({ dataDir, ...victim });
  const player = await sitDown({ dataDir, ...victim }, code);
  const said = await new Promise((resolve, reject) => {
    const socket = connect(`${dataDir}/admin.sock`, () =>
      socket.write(`${JSON.stringify(['close', code])}\n`),
    );
    socket.once('data', data => resolve(data.toString()));
    socket.once('error', reject);
  });
  await until(() => player.state.code !== null);
  return {
    holds: player.state.code === 4008 && said.includes('"ok":true'),
    figures: `closed by hush admin: players got ${player.state.code}`,
  };
}

/** @returns {Promise<Outcome>} */
async function lockfile() {
  const { ok, text } = await checkLockfile();
  return { holds: ok, figures: ok ? 'every entry of the lockfile has a checksum' : text.trim() };
}

/** @type {readonly { name: string, run: (victim: Victim) => Promise<Outcome>, settings?: Record<string, string> }[]} */
export const ATTACKS = [
  { name: '1 book import', run: bookImport },
  { name: '2 TURN grants', run: turnGrants },
  { name: '4 hello amplification', run: helloFlood },
  { name: '5 operator', run: operator },
  { name: '6 guesses from one /48', run: guessing },
  { name: '7 hourglass codes', run: hourglass },
  { name: '8 lockfile', run: lockfile },
  { name: '9 spectators and kicks', run: privacy },
  { name: '12 heads of requests', run: heads, settings: { HUSH_TRUST_PROXY: '0' } },
  { name: '3 full house', run: fullHouse },
  { name: 'tables of bots', run: tablesOfBots },
  { name: 'flood of messages', run: floodOfMessages },
  { name: 'clients that do not read', run: clientsThatDoNotRead },
  { name: 'silent connections', run: silentConnections, settings: { HUSH_TRUST_PROXY: '0' } },
  { name: 'half-open connections', run: halfOpenConnections },
];

const SETTINGS = {
  HUSH_TURN_URLS: 'turn:turn.example:3478',
  HUSH_TURN_SECRET: 'secret-of-the-attack-script',
  HUSH_TABLES_PER_HOUR: '1000',
};
const MOST_MEMORY = 300;
const LONGEST_WAIT = 100;

/** @param {(typeof ATTACKS)[number]} attack @param {boolean} isBusy whether other programs run; then the waiting time
 * says nothing about the server */
async function attackOnce({ name, run, settings = {} }, isBusy) {
  const victim = await startVictim({ ...SETTINGS, ...settings });
  try {
    const player = await honestPlayer(victim, await openTable(victim, '192.0.2.1'));
    const began = Date.now();
    const { holds, figures } = await run(victim);
    // continues until there are enough answers to measure their times
    while (Date.now() - began < 2_000) await pause(100);
    const { p50, p99, there } = player.report();
    player.end();
    const rss = victim.rss();
    const isFine = holds && there && rss < MOST_MEMORY && (isBusy || p99 < LONGEST_WAIT);
    const honest = `honest p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms${there ? '' : ', thrown out'}`;
    process.stdout.write(
      `${name.padEnd(24)} ${isFine ? 'holds        ' : 'DOES NOT HOLD'}  ${figures}; ${honest}; ${rss.toFixed(0)} MiB\n`,
    );
    return isFine;
  } finally {
    await victim.stop();
  }
}

/** @param {readonly string[]} words */
async function attackAll(words) {
  await setup();
  const chosen = ATTACKS.filter(({ name }) => words.length === 0 || words.some(word => name.includes(word)));
  say(`attacking a server of its own, ${chosen.length} attacks`);
  const isBusy = isBusyMachine([await shareOfOthers()]);
  if (isBusy) say('other programs use this machine: how long players wait is not judged');
  let ok = true;
  for (const attack of chosen) ok = (await attackOnce(attack, isBusy)) && ok;
  return ok ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runMain(() => attackAll(process.argv.slice(2)));
