/**
 * The sqlite journal with 200 games writing at once, as fast as they can and at a fixed rate. The same rounds measure
 * libsql called directly with group commits, which is the baseline; our store in the main thread; and a file that is
 * only appended to and synced, without any index (ADR 18).
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppendResult } from '@hush/protocol';
import Database from 'libsql';
import { type Contestant, type Figures, rowOf, takeTurns } from '../../../tools/bench-rounds.ts';
import type { Row } from '../../../tools/bench-row.ts';
import { openStore } from '../src/journal/open.mjs';
import { openSqliteJournal } from '../src/journal/sqlite.ts';

const LOGS = 200;
const SLICE = 0.5; // seconds of each measurement
const PACE = 4000; // appends a second: as many as the tables that one core can serve
const ENTRY = '{"type":"heroMoved","at":123456,"hero":"elf","to":[12,-4],"by":3,"n":217,"steps":2}';
const BASELINE = 'libsql directly';
const OURS = 'journal';

type Append = (log: string, expected: number) => Promise<unknown>;

interface Subject {
  readonly append: Append;
  readonly close: () => unknown;
}

const nameOf = (log: number): string => `table/${String(log).padStart(8, '0')}`;

/** An append function that collects calls and commits them together in the next event-loop turn. */
function grouped(commit: (batch: readonly Asked[]) => void): Append {
  let waiting: Asked[] = [];
  const flush = (): void => {
    const batch = waiting;
    waiting = [];
    commit(batch);
    for (const { resolve } of batch) resolve(undefined);
  };
  return (log, expected) =>
    new Promise(resolve => {
      if (waiting.push({ log, expected, resolve }) === 1) setImmediate(flush);
    });
}

interface Asked {
  readonly log: string;
  readonly expected: number;
  readonly resolve: (done: undefined) => void;
}

function directly(dir: string): Subject {
  const db = new Database(join(dir, 'direct.db'));
  for (const setting of ['journal_mode = WAL', 'synchronous = FULL', 'wal_autocheckpoint = 2000'])
    db.pragma(setting);
  db.exec(`CREATE TABLE entries (log TEXT NOT NULL, version INTEGER NOT NULL, text TEXT NOT NULL,
           PRIMARY KEY (log, version)) WITHOUT ROWID`);
  const [begin, commit] = [db.prepare('BEGIN IMMEDIATE'), db.prepare('COMMIT')];
  const insert = db.prepare('INSERT INTO entries VALUES (?, ?, ?)');
  const append = grouped(batch => {
    begin.run([]);
    for (const { log, expected } of batch) insert.run([log, expected + 1, ENTRY]);
    commit.run([]);
  });
  return { append, close: () => db.close() };
}

async function inWorker(dir: string): Promise<Subject> {
  const opened = await openSqliteJournal(dir);
  if (!opened.ok) throw new Error(opened.error.why);
  const { journal } = opened;
  const append = async (log: string, expected: number): Promise<void> =>
    check(await journal.append(log, expected, [ENTRY]));
  return { append, close: () => journal.close() };
}

function onLoop(dir: string): Subject {
  const opened = openStore(dir);
  if (!opened.ok) throw new Error(opened.error.why);
  const { store, release } = opened;
  const append = grouped(batch => {
    const requests = batch.map(({ log, expected }) => ({
      type: 'append' as const,
      log,
      expected,
      entries: [ENTRY],
    }));
    for (const answer of store.write(requests)) check(answer as AppendResult);
    store.tidy();
  });
  const close = (): void => {
    store.close();
    release();
  };
  return { append, close };
}

function intoFile(dir: string): Subject {
  const file = openSync(join(dir, 'appended'), 'a');
  const append = grouped(batch => {
    writeSync(file, batch.map(({ log, expected }) => `${log} ${expected + 1} ${ENTRY}\n`).join(''));
    fdatasyncSync(file);
  });
  return { append, close: () => closeSync(file) };
}

function check(result: AppendResult): void {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
}

/** Measures the highest rate: every log appends again as soon as its last append is durable. */
async function flatOut({ append }: Subject, versions: Int32Array): Promise<number> {
  const until = performance.now() + SLICE * 1000;
  let count = 0;
  const write = async (log: number): Promise<void> => {
    for (; performance.now() < until; count++) await append(nameOf(log), take(versions, log));
  };
  await Promise.all(Array.from({ length: LOGS }, (_, log) => write(log)));
  return count;
}

/**
 * Measures at a fixed rate: appends are due at fixed times, whether or not earlier ones are done, and their delay
 * counts as latency.
 */
async function steadily({ append }: Subject, versions: Int32Array): Promise<readonly number[]> {
  const pending: Promise<number>[] = [];
  const began = performance.now();
  for (let n = 0; n < PACE * SLICE; ) {
    for (; n < PACE * SLICE && (n * 1000) / PACE <= performance.now() - began; n++) {
      const due = began + (n * 1000) / PACE;
      const log = n % LOGS;
      pending.push(append(nameOf(log), take(versions, log)).then(() => performance.now() - due));
    }
    await sleep(1);
  }
  return (await Promise.all(pending)).sort((a, b) => a - b);
}

function take(versions: Int32Array, log: number): number {
  const version = versions[log] ?? 0;
  versions[log] = version + 1;
  return version;
}

/** Microseconds of processor time of all threads since `before`. */
function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

async function measure(subject: Subject, versions: Int32Array): Promise<Figures> {
  const [cpu, began] = [process.cpuUsage(), performance.now()];
  const count = await flatOut(subject, versions);
  const rate = (count * 1000) / (performance.now() - began);
  const cpuFlat = cpuSince(cpu) / count;
  const paced = process.cpuUsage();
  const latencies = await steadily(subject, versions);
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return { rate, cpuFlat, p50: at(0.5), p99: at(0.99), cpuPaced: cpuSince(paced) / latencies.length };
}

const SUBJECTS: readonly (readonly [string, (dir: string) => Subject | Promise<Subject>])[] = [
  [BASELINE, directly],
  [OURS, inWorker],
  ['store on the loop', onLoop],
  ['append-only file', intoFile],
];

const FIGURES = [
  ['rate', 'appends flat out', '1/s'],
  ['cpuFlat', 'CPU of an append, flat out', 'us'],
  ['p50', `latency p50 at ${PACE}/s`, 'ms'],
  ['p99', `latency p99 at ${PACE}/s`, 'ms'],
  ['cpuPaced', `CPU of an append at ${PACE}/s`, 'us'],
] as const;

const BUDGETS: Readonly<Record<string, Row['budget']>> = { rate: '>= 0.85', p50: '<= 1.5' };

export async function bench(): Promise<readonly Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'hush-bench-'));
  const open: Subject[] = [];
  const contestants: Contestant[] = [];
  try {
    for (const [name, start] of SUBJECTS) {
      const subject = await start(mkdtempSync(join(home, 'journal-')));
      const versions = new Int32Array(LOGS);
      open.push(subject);
      contestants.push({ name, measure: () => measure(subject, versions) });
      await measure(subject, versions); // a first round that is not counted
    }
    const rounds = await takeTurns(contestants, { least: 9, most: 15, width: 0.2 });
    return contestants.flatMap(({ name }) =>
      FIGURES.flatMap(([figure, what, unit]): readonly Row[] => {
        const own = rowOf(`${name}: ${what}`, unit, rounds.of(name, figure));
        if (name === BASELINE) return [own];
        const budget = name === OURS ? BUDGETS[figure] : undefined;
        const ratio = rowOf(`${name}: ${what} / ${BASELINE}`, 'x', rounds.ratio(name, figure));
        return [own, budget === undefined ? ratio : { ...ratio, budget }];
      }),
    );
  } finally {
    for (const { close } of open) await close();
    rmSync(home, { recursive: true, force: true });
  }
}
