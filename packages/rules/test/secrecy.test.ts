/**
 * Tests that nothing face down can be derived from the set-up, from an event, or from the course of the game, in
 * random games. Events are public; only the table knows the seed and prescribed orders.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { commitTo, type GameEvent, type Wish } from '../src/index.ts';
import { check, law, planArb, planOf, playOut, playPrepared, prepared, wishArb } from './random-games.ts';

/** Two orders of the same stack with the same beginning, and who plays. */
const twoStacksArb = fc
  .record({
    plan: planOf(wishArb),
    common: fc.integer({ min: 0, max: 3 }),
    stack: fc.shuffledSubarray([2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14], { minLength: 5 }),
    order: fc.nat(),
  })
  .map(({ plan, common, stack, order }) => {
    const rest = stack.slice(common);
    const moved = 1 + (order % (rest.length - 1));
    return {
      plan,
      common,
      stack,
      other: [...stack.slice(0, common), ...rest.slice(moved), ...rest.slice(0, moved)],
    };
  });

const isOpenStack = ({ scenario }: Wish): boolean =>
  typeof scenario === 'number' ? scenario === 8 || scenario === 13 : scenario.rules.includes('openStack');

/** The events before the first draw in which the two orders differ. */
function untilDraw(log: readonly GameEvent[], draws: number): readonly GameEvent[] {
  let left = draws;
  const end = log.findIndex(event => event.type === 'tileDrawn' && left-- === 0);
  return end < 0 ? log : log.slice(0, end);
}

test('SU-1g two games with different stacks have the same events until the draw in which the stacks differ', () => {
  let compared = 0;
  check(30, 13, twoStacksArb, ({ plan, common, stack, other }) => {
    if (isOpenStack(plan.wish)) return;
    const { tiles: _, ...wish } = plan.wish;
    const [one, two] = [stack, other].map(order => playOut({ ...plan, wish: { ...wish, stack: order } }));
    compared++;
    expect(untilDraw(one ?? [], common)).toEqual(untilDraw(two ?? [], common));
  });
  expect(compared).toBeGreaterThan(15);
});

test('SU-1g no event before the end contains the seed, and the seed revealed at the end fits the commitment', () => {
  let revealed = 0;
  law(20, 14, plan => {
    const log = playOut(plan);
    const [first] = log;
    const end = log.findIndex(({ type }) => type === 'seedRevealed');
    const before = end < 0 ? log : log.slice(0, end);
    expect(JSON.stringify(before)).not.toContain(plan.seed);
    expect(first?.type === 'gameSetUp' && first.setUp.commitment).toBe(commitTo(plan.seed));
    if (end < 0) return;
    revealed++;
    expect(log.slice(end)).toEqual([{ type: 'seedRevealed', at: log[end]?.at, seed: plan.seed }]);
  });
  expect(revealed).toBeGreaterThan(3);
});

test('SU-1g SO-4 if all orders are prescribed, the seed changes nothing until the hourglass is turned', () => {
  const PILE = ['explore', 'north', 'east', 'escalator', 'south', 'west', 'vortex'] as const;
  check(20, 15, planArb, plan => {
    const wish: Wish = {
      scenario: 4,
      players: 1,
      pile: PILE,
      stack: [9, 4, 13, 6, 2],
      heroes: { barbarian: [1, 1], mage: [2, 1], elf: [1, 2], dwarf: [2, 2] },
    };
    const [one, two] = ['first', 'other'].map(seed => {
      const { event, secret } = prepared({ wish, seed });
      const blind = { ...event, setUp: { ...event.setUp, commitment: '' } };
      return playPrepared({ ...plan, wish, length: 60 }, { event: blind, secret });
    });
    const silent = (log: readonly GameEvent[] = []): readonly GameEvent[] => {
      const end = log.findIndex(({ type }) => type === 'hourglassTurned' || type === 'seedRevealed');
      return end < 0 ? log : log.slice(0, end);
    };
    expect(silent(one)).toEqual(silent(two));
  });
});
