/**
 * `node tools/nightly/soak.mjs SECONDS TABLES`: starts a server with this number of tables; at each of them a person and
 * three bots play one game after the other. It watches memory, handles and disk, and fails when one of them keeps
 * growing.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openTable, pause, sitDown, startVictim, until } from '../attack/server.mjs';
import { runMain, SetupError } from '../report.mjs';

/** @typedef {{ memory: number, handles: number, disk: number }} Sample mebibytes, count, mebibytes */

const SAMPLES = 60;
/** How much larger a figure may be in the last third than in the middle one: a factor, and an amount for small figures. */
const MOST_MEMORY = { factor: 1.15, more: 24 };
const MOST_HANDLES = { factor: 1.02, more: 8 };
/** The mebibytes that a game may add to the journal; a game of bots adds about 30 kB. */
const MOST_DISK_PER_GAME = 0.25;

/** @param {readonly number[]} numbers */
const median = numbers => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

/** @param {string} folder */
const mebibytesIn = folder =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 2 ** 20;

/**
 * One sentence for each figure that keeps growing.
 * @param {readonly Sample[]} samples
 * @param {number} games
 * @returns {readonly string[]}
 */
export function soakProblems(samples, games) {
  const third = Math.floor(samples.length / 3);
  const [middle, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)];
  /** @param {'memory' | 'handles'} what @param {{ factor: number, more: number }} most */
  const grows = (what, { factor, more }) => {
    const [before, after] = [median(middle.map(one => one[what])), median(last.map(one => one[what]))];
    return after > before * factor + more
      ? [`${what} grew from ${before.toFixed(0)} to ${after.toFixed(0)}`]
      : [];
  };
  const disk = (samples.at(-1)?.disk ?? 0) - (samples[0]?.disk ?? 0);
  return [
    ...grows('memory', MOST_MEMORY),
    ...grows('handles', MOST_HANDLES),
    ...(disk > 8 + games * MOST_DISK_PER_GAME
      ? [`the disk grew by ${disk.toFixed(1)} MiB in ${games} games`]
      : []),
  ];
}

/** A person who lets three bots play one game after the other. @param {import('../attack/server.mjs').Victim} victim @param {number} i */
async function company(victim, i) {
  const from = `10.${i >> 8}.${i & 255}.1`;
  const code = await openTable(victim, from, { scenario: 1 + (i % 7) });
  const person = await sitDown(victim, code, { from, token: `soak-${String(i).padStart(20, '0')}` });
  const counts = { games: 0, events: 0 };
  let n = 0;
  const ask = (/** @type {string} */ t, /** @type {object} */ c) => person.say({ t, n: ++n, c });
  const again = () => {
    counts.games++;
    ask('table', { type: 'begin' });
    ask('do', { type: 'start' });
  };
  person.socket.on('message', (/** @type {Buffer} */ data) => {
    const text = data.toString();
    if (!text.startsWith('{"t":"news"')) return;
    counts.events++;
    if (/\["game(?:Won|Lost)"/.test(text)) again();
  });
  ask('table', { type: 'seatBot', temper: 'brisk', seats: 3 });
  again();
  const heartbeat = setInterval(() => person.say({ t: 'ping', at: 1 }), 4_000);
  return { person, counts, end: () => clearInterval(heartbeat) };
}

/** @param {number} secs @param {number} tables */
async function soak(secs, tables) {
  const victim = await startVictim({
    HUSH_MAX_TABLES: String(tables + 10),
    HUSH_MAX_CONNECTIONS: String(tables + 50),
  });
  try {
    /** @type {Awaited<ReturnType<typeof company>>[]} */
    const companies = [];
    for (let i = 0; i < tables; i++) companies.push(await company(victim, i));
    await until(() => companies.every(({ counts }) => counts.events > 3), 600_000);
    /** @type {Sample[]} */
    const samples = [];
    for (let i = 0; i < SAMPLES; i++) {
      await pause((1000 * secs) / SAMPLES);
      samples.push({ memory: victim.rss(), handles: victim.handles(), disk: mebibytesIn(victim.dataDir) });
    }
    for (const { end } of companies) end();
    const lost = companies.filter(({ person }) => person.state.code !== null).length;
    const games = companies.reduce((sum, { counts }) => sum + counts.games, 0);
    const events = companies.reduce((sum, { counts }) => sum + counts.events, 0);
    for (const { person } of companies) person.socket.terminate();
    const problems = [
      ...soakProblems(samples, games),
      ...(lost === 0 ? [] : [`${lost} connections were lost`]),
    ];
    const [first, last] = [samples[0], samples.at(-1)];
    for (const problem of problems) process.stdout.write(`${problem}\n`);
    process.stdout.write(
      `${tables} tables, ${secs} s, ${games} games, ${events} entries: memory ${first?.memory.toFixed(0)} to ${last?.memory.toFixed(0)} MiB, handles ${first?.handles} to ${last?.handles}, disk ${first?.disk.toFixed(1)} to ${last?.disk.toFixed(1)} MiB\n`,
    );
    return problems.length === 0 ? 0 : 1;
  } finally {
    await victim.stop();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runMain(() => {
    const [secs = '3600', tables = '200'] = process.argv.slice(2);
    if (!/^[1-9]\d{0,5} [1-9]\d{0,3}$/.test(`${secs} ${tables}`))
      throw new SetupError('usage: node tools/nightly/soak.mjs SECONDS TABLES');
    return soak(Number(secs), Number(tables));
  });
