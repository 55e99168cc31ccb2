/** Runs many seeds of the simulation, in two test files, so that two workers share them. */
import { randomInt } from 'node:crypto';
import { type Story, simulate } from './simulate.ts';

/** The number of seeds in each of the two files in `npm test`. */
export const GATE = 500;
/** `npm run sim -- 1000000` sets how many seeds are run; `npm run sim -- 1 4711` runs one seed and prints its log. */
const { HUSH_SEEDS, HUSH_FIRST = '0' } = process.env;
/** The fresh seeds are below this number. */
const MOST_SEEDS = 1_000_000_000;

export interface Findings {
  readonly seeds: number;
  /** For each violation, the command that prints the log of its run. */
  readonly violations: readonly string[];
}

/** Runs the same seeds in every `npm test`, so that a regression is found at once. */
export const campaignOfFixedSeeds = (): Promise<Findings> =>
  HUSH_SEEDS === undefined ? run(0, GATE) : half(Number(HUSH_SEEDS), 'first');

/** Runs other seeds in every `npm test`, so that all runs together search many seeds. */
export function campaignOfFreshSeeds(): Promise<Findings> {
  if (HUSH_SEEDS !== undefined) return half(Number(HUSH_SEEDS), 'second');
  const first = randomInt(GATE, MOST_SEEDS - GATE);
  return run(first, first + GATE);
}

function half(seeds: number, which: 'first' | 'second'): Promise<Findings> {
  const first = Number(HUSH_FIRST);
  if (seeds === 1) return which === 'first' ? replay(first) : none();
  const middle = first + Math.ceil(seeds / 2);
  return which === 'first' ? run(first, middle) : run(middle, first + seeds);
}

const none = async (): Promise<Findings> => ({ seeds: 0, violations: [] });

/** Runs one seed and prints its log. */
async function replay(seed: number): Promise<Findings> {
  const story = await simulate(seed, { tell: line => process.stdout.write(`${line}\n`) });
  return { seeds: 1, violations: violationsOf(seed, story) };
}

async function run(from: number, to: number): Promise<Findings> {
  const start = performance.now();
  const violations: string[] = [];
  for (let seed = from; seed < to; seed++) violations.push(...violationsOf(seed, await simulate(seed)));
  const rate = (1000 * (to - from)) / (performance.now() - start);
  process.stdout.write(`seeds ${from} to ${to - 1}: ${rate.toFixed(0)} a second\n`);
  return { seeds: to - from, violations };
}

const violationsOf = (seed: number, { violation }: Story): readonly string[] =>
  violation === null ? [] : [`npm run sim -- 1 ${seed}: ${violation.message}`];
