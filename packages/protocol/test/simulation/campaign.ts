/** Many seeds, one after the other: half of them for each of two test files, so that two workers share them. */
import { type Story, simulate } from './simulate.ts';

/** So many in `npm test`; `npm run sim -- 1000000` asks for more, `npm run sim -- 1 4711` for one, with its story. */
const { HUSH_SEEDS = '10000', HUSH_FIRST = '0' } = process.env;

export interface Findings {
  readonly seeds: number;
  /** What was violated, by seed. */
  readonly violations: readonly string[];
}

export function campaign(half: 'first' | 'second'): Promise<Findings> {
  const [first, all] = [Number(HUSH_FIRST), Number(HUSH_SEEDS)];
  if (all === 1) return half === 'first' ? replay(first) : none();
  const middle = first + Math.ceil(all / 2);
  return half === 'first' ? run(first, middle) : run(middle, first + all);
}

const none = async (): Promise<Findings> => ({ seeds: 0, violations: [] });

/** One seed, told as it happens. */
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
