/** The server that is attacked: `hush serve` in a child process on loopback, and an honest player at one of its tables. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../fresh.mjs';

/** The server's own library for sockets, because scripts in `tools` have no dependencies. */
const { WebSocket } = createRequire(join(ROOT, 'packages/server/package.json'))('ws');

/** @typedef {{ url: string, port: number, dataDir: string, rss: () => number, cpu: () => number, handles: () => number, stop: () => Promise<void> }} Victim */

/** @param {Record<string, string>} settings @returns {Promise<Victim>} */
export async function startVictim(settings) {
  const dataDir = mkdtempSync(join(tmpdir(), 'hush-attack-'));
  const env = {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    HUSH_DATA: dataDir,
    HUSH_TRUST_PROXY: '1',
    ...settings,
  };
  const child = spawn(process.execPath, [join(ROOT, 'packages/cli/bin/hush.mjs'), 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const port = await new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', data => {
      said += said.length < 100_000 ? data : '';
      const found = /"port":(\d+)[^\n]*"listening"/.exec(said)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
    child.once('exit', code => reject(new Error(`the server ended with ${code}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    rss: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    cpu: () => cpuSeconds(readFileSync(`/proc/${child.pid}/stat`, 'utf8')),
    handles: () => readdirSync(`/proc/${child.pid}/fd`).length,
    stop: async () => {
      const ended = new Promise(resolve => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Seconds of processor time of a process, from its /proc/PID/stat in ticks of 10 ms. @param {string} stat */
function cpuSeconds(stat) {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** @param {Victim} victim @param {string} method @param {string} path @param {{ from?: string, body?: unknown, secret?: string }} [more] */
export async function ask({ url }, method, path, { from = '198.51.100.1', body, secret } = {}) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      'x-forwarded-for': from,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: response.status, json: isJson ? JSON.parse(text) : {} };
}

/** @param {Victim} victim @param {string} [from] @param {object} [wish] @returns {Promise<string>} */
export const openTable = async (victim, from, wish = { scenario: 1 }) =>
  (await ask(victim, 'POST', '/api/tables', { ...(from ? { from } : {}), body: { wish } })).json.code;

/** A socket that stores every message it receives. @param {Victim} victim @param {string} [from] */
export async function openSocket({ port }, from = '198.51.100.1') {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers: { 'x-forwarded-for': from } });
  /** @type {any[]} */
  const heard = [];
  /** @type {{ bytes: number, code: number | null }} */
  const state = { bytes: 0, code: null };
  socket.on('message', (/** @type {Buffer} */ data) => {
    state.bytes += data.toString().length;
    if (heard.length < 1_000) heard.push(JSON.parse(data.toString()));
  });
  socket.on('close', (/** @type {number} */ code) => {
    state.code = code;
  });
  socket.on('error', () => {
    state.code ??= 0;
  });
  await until(() => socket.readyState === WebSocket.OPEN || state.code !== null);
  return {
    socket,
    heard,
    state,
    say: (/** @type {object} */ message) => socket.send(JSON.stringify(message)),
  };
}

/** @param {() => unknown} done @param {number} [patience] */
export async function until(done, patience = 60_000) {
  for (const end = Date.now() + patience; !done(); ) {
    if (Date.now() > end) throw new Error(`in vain: ${done}`);
    await pause(5);
  }
}

export const pause = (/** @type {number} */ millis) => new Promise(resolve => setTimeout(resolve, millis));

/** Takes a seat at a table. @param {Victim} victim @param {string} code @param {{ from?: string, token?: string, name?: string }} [who] */
export async function sitDown(victim, code, { from, token = 'h'.repeat(24), name = 'Ann' } = {}) {
  const player = await openSocket(victim, from);
  player.say({ t: 'hello', protocol: 1, table: code });
  await until(() => player.heard.length > 0 || player.state.code !== null);
  player.say({ t: 'join', name, avatar: 'fox', token });
  await until(() => player.heard.some(({ t }) => t === 'seated' || t === 'no') || player.state.code !== null);
  return player;
}

/** An honest player: sends a ping fifteen times a second and measures each answer. @param {Victim} victim @param {string} code */
export async function honestPlayer(victim, code) {
  const player = await sitDown(victim, code, { from: '192.0.2.1' });
  /** @type {number[]} */
  const times = [];
  const sent = new Map();
  let at = 0;
  player.socket.on('message', (/** @type {Buffer} */ data) => {
    const message = JSON.parse(data.toString());
    if (message.t === 'pong') times.push(performance.now() - sent.get(message.at));
  });
  const timer = setInterval(() => {
    sent.set(++at, performance.now());
    player.say({ t: 'ping', at });
  }, 66);
  return {
    /** The median and the 99th percentile of answers since the last call, and whether the player is still connected. */
    report() {
      const sorted = times.splice(0).sort((a, b) => a - b);
      const quantile = (/** @type {number} */ q) =>
        sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
      return { p50: quantile(0.5), p99: quantile(0.99), there: player.state.code === null };
    },
    end() {
      clearInterval(timer);
      player.socket.terminate();
    },
  };
}
