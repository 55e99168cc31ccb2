/** Tests of the components in the box (RULES 2). */
import { expect, test } from 'vitest';
import {
  ACTIONS,
  actionTileSet,
  deckOf,
  EDITION_RULES,
  EDITIONS,
  HEROES,
  loudspeakers,
  parseTiles,
  SIDES,
  type Side,
  type Tile,
} from '../src/index.ts';
import { drawingOf } from './drawings.ts';
import { setUp, started, the } from './kit.ts';

const deck = (side: Side): readonly Tile[] =>
  deckOf({ tiles: null, side }).filter(tile => tile !== undefined);
const STACK = deck('A').filter(tile => tile.number > 1);
const holders = (type: string, hero?: string): readonly number[] =>
  deck('A').flatMap(({ number, features }) =>
    features
      .filter(feature => feature?.type === type)
      .filter(
        feature => hero === undefined || (feature !== null && 'hero' in feature && feature.hero === hero),
      )
      .map(() => number),
  );

test('CO-1a CO-1b there are 24 mall tiles, numbered 1 to 24', () => {
  for (const side of SIDES) {
    expect(deck(side).map(tile => tile.number)).toEqual(Array.from({ length: 24 }, (_, i) => i + 1));
  }
});

test('CO-1c tile 1 has two different sides, and every other tile has one', () => {
  const [a, b] = SIDES.map(side => deck(side)[0]);
  expect([a?.side, b?.side]).toEqual(['A', 'B']);
  expect(a?.edges).not.toEqual(b?.edges);
  expect(STACK.map(tile => tile.side)).toEqual(STACK.map(() => null));
  expect(deck('B').slice(1)).toEqual(STACK);
});

test('CO-2a four heroes are on the board from the beginning of a game', () => {
  const { heroes, out } = setUp().game;
  expect(Object.keys(heroes)).toEqual(['barbarian', 'mage', 'elf', 'dwarf']);
  expect(HEROES.filter(hero => heroes[hero] === null || out[hero])).toEqual([]);
});

test('CO-2b twelve out-of-order markers are enough for everything that can be used up in a game', () => {
  const markable = deck('A').flatMap(tile =>
    tile.features.filter(feature => ['hourglass', 'camera', 'ball'].includes(feature?.type ?? '')),
  );
  expect(markable).toHaveLength(10);
  expect(setUp().game.outOfOrder).toEqual([]);
});

test('CO-2c CO-2d TH-2b the theft tile shows its first side until the theft, and its second side afterwards', () => {
  const table = started({ edition: 'revised' }).lay([4, '1c1'], [5, '4d3'], [6, '5c1'], [8, '6c1']);
  expect(table.game.theft).toBe(false);
  table.stand({ barbarian: '4a3', mage: '5d1', elf: '6a3', dwarf: '8d1' });
  table.act({ type: 'steal', seat: 0 });
  expect(table.game.theft).toBe(true);
  table.refused({ type: 'steal', seat: 0 }, 'no-theft');
});

test('CO-2g the hourglass holds three minutes of sand', () => {
  expect(setUp().game.hourglass.capacity).toBe(180_000);
});

const FACES = [2, 3, 4, 5, 6, 7, 8].map(actionTileSet);
const face = (tile: readonly string[]): string => [...tile].sort().join('+');

test('CO-3a CO-3b CO-3c nine action tiles, five of them double-sided, make the sets for 2 to 8 players', () => {
  const most = new Map<string, number>();
  for (const set of FACES) {
    for (const tile of set) {
      const needed = set.filter(other => face(other) === face(tile)).length;
      most.set(face(tile), Math.max(most.get(face(tile)) ?? 0, needed));
    }
  }
  const faces = [...most.values()].reduce((sum, n) => sum + n, 0);
  const struckOut = [...most.keys()].filter(name => name.includes('vortex')).length; // TH-2
  expect(faces + struckOut).toBe(9 + 5);
});

test('CO-3d the seven action tiles with one action each are for one player', () => {
  expect(ACTIONS).toHaveLength(7);
  expect(setUp({ players: 1 }).game.solo).toEqual({ top: null, pile: 7 });
});

test("CO-4a the one 'Do something!' pawn stands before one player at a time", () => {
  const table = started();
  expect(table.game.pawn).toBeNull();
  the(table.act({ type: 'nudge', seat: 0, to: 2 }), 'pawnMoved');
  the(table.act({ type: 'nudge', seat: 1, to: 3 }), 'pawnMoved');
  expect(table.game.pawn).toBe(3);
});

test.each(['pocket-nl', 'pocket-fr'])('CO-4a edition %s has no pawn', edition => {
  const table = started({ edition });
  the(table.act({ type: 'nudge', seat: 0, to: 2 }), 'tapped');
  expect(table.game.pawn).toBeNull();
});

test('CO-4b every edition but Pocket has a score sheet', () => {
  expect(EDITIONS.filter(edition => !EDITION_RULES[edition].scoreSheet)).toEqual(['pocket-nl', 'pocket-fr']);
});

test('CO-5c the four items are on different tiles of 2 to 9', () => {
  const tiles = HEROES.map(hero => holders('item', hero));
  expect(tiles).toEqual([[4], [5], [6], [8]]);
});

test('CO-5b CO-5d tiles 2 to 9 have only the purple exit, and tiles 2 to 12 have all four exits, on different tiles', () => {
  expect(HEROES.map(hero => holders('exit', hero))).toEqual([[10], [9], [11], [12]]);
});

test('CO-5a CO-5e CO-5f CO-5h CO-5j the set has four hourglasses, a crystal ball on tile 15, cameras on 16 to 19, and at most twelve of these together', () => {
  expect(holders('hourglass')).toEqual([3, 7, 11, 18]);
  expect(holders('ball')).toEqual([15, 22]);
  expect(holders('camera')).toEqual([16, 17, 18, 19]);
});

test('CO-5i orange walls are only on tile 13 and higher tiles', () => {
  const orange = deck('A').filter(tile => tile.edges.includes('orange'));
  expect(orange.map(tile => tile.number)).toEqual([13, 14, 18, 21, 23, 24]);
});

test('CO-6a CO-6b loudspeakers are beside the green exploration spaces, and nowhere else', () => {
  const beside = deck('A').flatMap(tile =>
    loudspeakers(tile).map(side => [tile.number, tile.openings[side]]),
  );
  expect(beside.filter(([, opening]) => opening !== 'elf')).toEqual([]);
  expect(beside).toHaveLength(12);
  const green = deck('A').flatMap(tile => tile.openings.filter(opening => opening === 'elf'));
  expect(green).toHaveLength(12);
});

test('CO-6b a tile without a green exploration space has no loudspeaker', () => {
  const parsed = parseTiles(drawingOf('16'));
  expect(parsed.ok && parsed.value.map(loudspeakers)).toEqual([[]]);
  const one = parseTiles(drawingOf('17').replaceAll('-OO-', '-GG-'));
  expect(one.ok && one.value.map(loudspeakers)).toEqual([[0]]);
});
