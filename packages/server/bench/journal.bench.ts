/**
 * The sqlite journal with 200 games writing at once: as fast as they can, and at a steady pace on an
 * open-loop schedule. The same database called on the loop itself is measured beside it, which is what the
 * worker has to be better than (ADR 5).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AppendResult, memoryJournal } from '@hush/protocol';
import type { Row } from '../../../tools/bench-row.ts';
import { openStore } from '../src/journal/open.mjs';
import { openSqliteJournal } from '../src/journal/sqlite.ts';
import type { WriteRequest } from '../src/journal/worker-messages.ts';

const LOGS = 200;
const SECONDS = 3;
const PACE = 4000; // appends a second: what one core serves of tables with eight players
const ENTRY = '{"type":"heroMoved","at":123456,"hero":"elf","to":[12,-4],"by":3,"n":217,"steps":2}';

type Append = (log: string, expected: number, entries: readonly string[]) => Promise<AppendResult>;

interface Subject {
  readonly append: Append;
  readonly close: () => Promise<void>;
}

interface Measured {
  readonly latencies: number[];
  readonly seconds: number;
  readonly loopP99: number;
  readonly loopMax: number;
  readonly busy: number; // share of its time that the loop was at work
  readonly cpuMicros: number; // per append, both threads
}

export async function bench(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [name, open] of [
    ['memory', memory],
    ['sqlite in a worker', inWorker],
    ['sqlite on the loop', onLoop],
  ] as const) {
    for (const [how, run] of [
      ['flat out', flatOut],
      [`${PACE}/s`, steadily],
    ] as const) {
      const dataDir = mkdtempSync(join(tmpdir(), 'hush-bench-'));
      const subject = await open(dataDir);
      rows.push(...rowsOf(`journal ${name}, ${LOGS} logs, ${how}`, await measure(() => run(subject.append))));
      await subject.close();
      rmSync(dataDir, { recursive: true });
    }
  }
  return rows;
}

function rowsOf(name: string, measured: Measured): readonly Row[] {
  const { latencies, seconds, loopP99, loopMax, busy, cpuMicros } = measured;
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return [
    { name: `${name}: appends`, value: latencies.length / seconds, unit: '1/s' },
    { name: `${name}: latency p50`, value: at(0.5), unit: 'ms' },
    { name: `${name}: latency p99`, value: at(0.99), unit: 'ms' },
    { name: `${name}: loop delay p99`, value: loopP99, unit: 'ms' },
    { name: `${name}: loop delay max`, value: loopMax, unit: 'ms' },
    { name: `${name}: loop busy`, value: busy * 100, unit: '%' },
    { name: `${name}: cpu per append`, value: cpuMicros, unit: 'us' },
  ];
}

async function measure(run: () => Promise<number[]>): Promise<Measured> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const cpu = process.cpuUsage();
  const loop = performance.eventLoopUtilization();
  const began = performance.now();
  const latencies = await run();
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const busy = performance.eventLoopUtilization(loop).utilization;
  delay.disable();
  const cpuMicros = (user + system) / latencies.length;
  const [loopP99, loopMax] = [delay.percentile(99) / 1e6, delay.max / 1e6];
  return { latencies, seconds, loopP99, loopMax, busy, cpuMicros };
}

async function timed(append: Append, log: string, expected: number): Promise<number> {
  const began = performance.now();
  const result = await append(log, expected, [ENTRY]);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return performance.now() - began;
}

const nameOf = (log: number): string => `game/${String(log).padStart(8, '0')}`;

/** Every log appends again as soon as its last append is durable. */
async function flatOut(append: Append): Promise<number[]> {
  const latencies: number[] = [];
  const until = performance.now() + SECONDS * 1000;
  const write = async (log: number): Promise<void> => {
    for (let version = 0; performance.now() < until; version++)
      latencies.push(await timed(append, nameOf(log), version));
  };
  await Promise.all(Array.from({ length: LOGS }, (_, log) => write(log)));
  return latencies;
}

/** Appends are due at fixed moments, whether or not earlier ones are done; lateness counts as latency. */
async function steadily(append: Append): Promise<number[]> {
  const pending: Promise<number>[] = [];
  const began = performance.now();
  for (let n = 0; n < PACE * SECONDS; ) {
    const now = performance.now() - began;
    for (; n < PACE * SECONDS && (n * 1000) / PACE <= now; n++) {
      const late = now - (n * 1000) / PACE;
      const done = timed(append, nameOf(n % LOGS), Math.floor(n / LOGS));
      pending.push(done.then(millis => millis + late));
    }
    await sleep(1);
  }
  return Promise.all(pending);
}

async function memory(): Promise<Subject> {
  const journal = memoryJournal();
  return {
    append: (log, expected, entries) => journal.append(log, expected, entries),
    close: () => journal.close(),
  };
}

async function inWorker(dataDir: string): Promise<Subject> {
  const opened = await openSqliteJournal(dataDir);
  if (!opened.ok) throw new Error(opened.error.why);
  const { journal } = opened;
  return {
    append: (log, expected, entries) => journal.append(log, expected, entries),
    close: () => journal.close(),
  };
}

/**
 * The alternative that was not chosen: the same store and the same group commit, without a thread of its
 * own.
 */
async function onLoop(dataDir: string): Promise<Subject> {
  const opened = openStore(dataDir);
  if (!opened.ok) throw new Error(opened.error.why);
  const { store, release } = opened;
  let waiting: { readonly request: WriteRequest; readonly resolve: (result: AppendResult) => void }[] = [];
  const commit = (): void => {
    const batch = waiting;
    waiting = [];
    const answers = store.write(batch.map(({ request }) => request));
    for (const [i, answer] of answers.entries()) batch[i]?.resolve(answer as AppendResult);
    store.tidy();
  };
  return {
    append: (log, expected, entries) =>
      new Promise(resolve => {
        const request = { type: 'append', log, expected, entries } as const;
        if (waiting.push({ request, resolve }) === 1) setImmediate(commit);
      }),
    close: async () => {
      store.close();
      release();
    },
  };
}
