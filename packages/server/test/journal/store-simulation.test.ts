/**
 * Tests of the journal's real store on a simulated disk: its own code and statements, SQLite's own code, and a disk
 * that loses writes, keeps parts of them, changes them and undoes them. Some seeds are the same in every run, others
 * are new. `npm run sim` runs more of them.
 */
import { randomInt } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { plantSql } from './simulated/driver.ts';
import {
  type Bugs,
  currentMachine,
  currentMoment,
  type DiskKind,
  type Ending,
  simulateStore,
} from './simulated/evening.ts';
import { mountMachine } from './simulated/file-system.ts';

vi.mock('libsql', async () => ({ default: (await import('./simulated/driver.ts')).SimulatedDatabase }));

/** `npm run sim` sets the number of seeds of the protocol's simulation; a run of the store takes about twenty times as long. */
const { HUSH_SEEDS, HUSH_FIRST = '0' } = process.env;
const SEEDS = HUSH_SEEDS === undefined ? 120 : Math.ceil(Number(HUSH_SEEDS) / 20);
const MOST_SEEDS = 900_000_000;
/** The number of new seeds for each kind of disk in `npm test`. */
const FRESH = 40;
/** The most seeds that are tried; each planted bug is found within them. */
const SEARCHED = 120;
/** The time limit of the test: a campaign may take days. */
const ENDLESS = 2 ** 31 - 1;

let unmount = (): void => {};
beforeAll(() => {
  vi.spyOn(performance, 'now').mockImplementation(currentMoment);
  unmount = mountMachine(currentMachine);
});
afterEach(() => plantSql(sql => sql));
afterAll(() => {
  unmount();
  vi.restoreAllMocks();
});

const told = (kind: DiskKind, seed: number, { violation, story }: Ending): string =>
  `npm run sim -- 1 ${seed}, ${kind} disk (${story.join('; ')}): ${violation}`;

/** A cache of runs without a planted bug, because several tests need the same runs. */
const known = new Map<string, Ending>();

function endingOf(kind: DiskKind, seed: number): Ending {
  const ending = known.get(`${kind} ${seed}`) ?? simulateStore(seed, kind);
  if (seed < SEARCHED) known.set(`${kind} ${seed}`, ending);
  return ending;
}

/** The violations in this many runs; if there is one run, it is printed. */
function violationsOf(kind: DiskKind, first: number, count = SEEDS): readonly string[] {
  const found: string[] = [];
  for (let seed = first; seed < first + count; seed++) {
    const ending = endingOf(kind, seed);
    if (ending.violation !== null) found.push(told(kind, seed, ending));
    if (count === 1) process.stdout.write(`${told(kind, seed, ending)}\n`);
  }
  return found;
}

/** The first violation that a planted bug causes. */
function firstViolation(kind: DiskKind, bugs: Bugs): string | undefined {
  for (let seed = 0; seed < SEARCHED; seed++) {
    const { violation } = simulateStore(seed, kind, bugs);
    if (violation !== null) return violation;
  }
  return undefined;
}

test(
  'PR-9f PR-13a after power failures and kills the store has all that it acknowledged, once and in order, including moments of the sand',
  () => {
    expect(violationsOf('honest', Number(HUSH_FIRST))).toEqual([]);
    if (HUSH_SEEDS === undefined)
      expect(violationsOf('honest', randomInt(SEEDS, MOST_SEEDS), FRESH)).toEqual([]);
  },
  ENDLESS,
);

test(
  'OP-20a OP-20c on a disk that corrupts, truncates and undoes writes, every loss of an acknowledged entry is reported',
  () => {
    expect(violationsOf('faulty', Number(HUSH_FIRST))).toEqual([]);
    if (HUSH_SEEDS === undefined)
      expect(violationsOf('faulty', randomInt(SEEDS, MOST_SEEDS), FRESH)).toEqual([]);
  },
  ENDLESS,
);

test('OP-20a OP-20c the runs contain kills, power losses, stops, every kind of damage, refusals and reported losses', () => {
  const stories = Array.from({ length: SEARCHED }, (_, seed) => [
    ...endingOf('honest', seed).story,
    ...endingOf('faulty', seed).story,
  ]).flat();
  const damages = ['a write taken back', 'a bit flipped', 'a sector of zeros', 'a page of zeros', 'cut'];
  for (const event of ['killed', 'power lost', 'stopped', 'whole', 'refused', 'loss named'])
    expect(stories).toContain(event);
  for (const damage of damages)
    for (const file of ['hush.db', 'hush.db-wal'])
      expect(
        stories.some(line => line.endsWith(`${file}: ${damage}`)),
        `${file}: ${damage}`,
      ).toBe(true);
});

test('PR-9f the same seed always gives the same run of the store', () => {
  expect(simulateStore(7, 'faulty')).toEqual(simulateStore(7, 'faulty'));
});

test('PR-9f the simulation finds the planted bug that synchronous = OFF loses acknowledged entries', () => {
  plantSql(sql => sql.replace('synchronous = FULL', 'synchronous = OFF'));
  expect(firstViolation('honest', {})).toMatch(/acknowledged entries|refused after a crash|lost|damaged/);
});

test('PR-9f the simulation finds the planted bug that commits are acknowledged before the write-ahead log is synced', () => {
  expect(firstViolation('honest', { deafTo: /-wal$/ })).toMatch(/acknowledged entries|lost|damaged/);
});

test('PR-9f the simulation finds the planted bug that the write-ahead log is emptied before the database is synced', () => {
  expect(firstViolation('honest', { deafTo: /hush[.]db$/ })).toMatch(
    /acknowledged entries|refused|lost|damaged/,
  );
});

test('OP-20c without the witness file the simulation finds that a truncated write-ahead log is a silent loss', () => {
  expect(firstViolation('faulty', { isUnwitnessed: true })).toMatch(
    /acknowledged entries, and nothing says so/,
  );
});
