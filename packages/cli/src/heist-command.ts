/** `hush heist --check N`: makes a new seed chain and the deals of its first N days, and proves each deal. */
import { randomBytes } from 'node:crypto';
import { dealOf, type ProvenDeal } from '@hush/bots';
import { attemptSeed, isLinkOf, linkOfDay, newChain } from '@hush/protocol';
import type { Io } from './io.ts';

const BAD_USAGE = 2;
const MOST_DAYS = 10_000;
const FIRST = 20_000;

export const HEIST_USAGE = [
  'usage: hush heist --check DAYS [--seed TEXT]',
  '  --check DAYS  makes a seed chain of this many days, generates the deal of each day and proves that it can be won',
  '  --seed TEXT   makes the same chain again; without it, every run makes a new one',
].join('\n');

export async function heistCommand(args: readonly string[], io: Io): Promise<number> {
  const [check, count = '', flag, seed, ...more] = args;
  const days = /^\d{1,5}$/.test(count) ? Number(count) : 0;
  const isSeeded = flag === '--seed' && seed !== undefined;
  if (
    check !== '--check' ||
    days < 1 ||
    days > MOST_DAYS ||
    more.length > 0 ||
    (flag !== undefined && !isSeeded)
  ) {
    io.complain(HEIST_USAGE);
    return BAD_USAGE;
  }
  io.out(report(provenDays(days, isSeeded ? seed : randomBytes(32).toString('hex'))));
  return 0;
}

/** Throws if a link is not in the chain, or if no seed of a day can be won. */
function provenDays(days: number, tail: string): readonly ProvenDeal[] {
  const chain = newChain({ first: FIRST, days, tail, beacon: null });
  return Array.from({ length: days }, (_, i) => {
    const day = FIRST + i;
    const link = linkOfDay(chain, day);
    if (!isLinkOf(chain, day, link)) throw new Error(`the link of day ${i + 1} is not in the chain`);
    return dealOf(attempt => attemptSeed({ day, link, beacon: '' }, attempt));
  });
}

function report(deals: readonly ProvenDeal[]): string {
  const pars = deals.map(({ par }) => par).sort((a, b) => a - b);
  const passed = deals.reduce((sum, { attempt }) => sum + attempt, 0);
  const scenarios = new Map<number, number>();
  for (const { scenario } of deals) scenarios.set(scenario, (scenarios.get(scenario) ?? 0) + 1);
  const counts = [...scenarios].sort(([a], [b]) => a - b).map(([number, n]) => `${number}: ${n}`);
  return [
    `${deals.length} deals, each won by the solver and by four calm bots in the sand of the game.`,
    `${passed} seeds were skipped because they could not be proven.`,
    `Par: least ${pars[0]}, median ${pars[pars.length >> 1]}, most ${pars.at(-1)} actions.`,
    `Scenarios: ${counts.join(', ')}.`,
    '',
  ].join('\n');
}
