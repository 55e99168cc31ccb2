/** Tests of unusual wishes that are granted in a way that may surprise (RULES 4, SU-2, SC-L). */
import { expect, test } from 'vitest';
import { STANDARD_TILES } from '../src/index.ts';
import { setUp, started } from './kit.ts';

test('SU-2b heroes placed on their items at set-up do not cause the theft', () => {
  const own = STANDARD_TILES.replace('| vG   .    .  | vO |', '| iY   iP   iG | iO |');
  const heroes = { barbarian: [0, 0], mage: [1, 0], elf: [2, 0], dwarf: [3, 0] } as const;
  const table = started({ edition: '2017-fr', scenario: 2, stack: [], tiles: own, heroes });
  expect(table.game.theft).toBe(false);
  table.refused({ type: 'steal', seat: 0 }, 'no-theft');
});

test.each([
  [1, 9],
  [4, 14],
  [5, 15],
])('SC-La a wish for scenario %i may name the scenario’s own level, %i', (scenario, level) => {
  const plain = setUp({ scenario, players: 4 });
  expect(setUp({ scenario, players: 4, level }).game.setUp).toEqual(plain.game.setUp);
});

test('SU-2a heroes without a prescribed place are placed at random, also if the list of places is empty', () => {
  expect(setUp({ heroes: {} }).game.setUp.chosen).not.toContain('heroes');
});
