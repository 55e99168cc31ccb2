/** Tests of heroes, colours and symbols (RULES 1). */
import { expect, test } from 'vitest';
import { deckOf, EMBLEMS, HEROES, type Hero, SIDES } from '../src/index.ts';

test.each<[Hero, string, string]>([
  ['barbarian', 'yellow', 'sword'],
  ['mage', 'purple', 'flask'],
  ['elf', 'green', 'bow'],
  ['dwarf', 'orange', 'axe'],
])(
  'ID-1a ID-1b ID-1c ID-1d ID-1e ID-1f ID-1g ID-1h the %s is %s and has the symbol %s',
  (hero, colour, symbol) => {
    expect(EMBLEMS[hero]).toMatchObject({ colour, symbol });
  },
);

test('CO-2a ID-1i every hero has a colour, a symbol and a letter, and no two heroes share one', () => {
  for (const part of ['colour', 'symbol', 'letter'] as const) {
    expect(new Set(HEROES.map(hero => EMBLEMS[hero][part])).size).toBe(4);
  }
  expect(Object.keys(EMBLEMS)).toEqual([...HEROES]);
});

test('ID-1i everything coloured on a tile names its hero, so its symbol is known with its colour', () => {
  const tiles = SIDES.flatMap(side => deckOf({ tiles: null, side })).filter(tile => tile !== undefined);
  const coloured = tiles.flatMap(tile => [
    ...tile.features.flatMap(feature => (feature !== null && 'hero' in feature ? [feature.hero] : [])),
    ...tile.openings.filter(opening => opening !== null && opening !== 'arrow'),
  ]);
  expect(coloured.length).toBeGreaterThan(100);
  expect(coloured.filter(hero => EMBLEMS[hero]?.symbol === undefined)).toEqual([]);
});
