/** Positions for the counting tests with moving walls (SC-11): two tiles must be removed, or one, or none. */
import { cell } from './kit.ts';
import { court, room } from './own-tiles.ts';
import { arranged, type Laid, PILE, PLAZA, THREE, TWO } from './positions.ts';

const FIVE_TILES: readonly Laid[] = [
  [3, '1c1'],
  [2, '3c1'],
  [4, '3a2'],
  [9, '1b4'],
  [12, '1a2'],
];

export const twoTilesToGo = arranged({
  wish: { scenario: 11, players: 3, actionTiles: THREE },
  lay: FIVE_TILES,
  stand: { ...PLAZA, elf: '3d4' },
  play: [{ type: 'move', seat: 0, hero: 'elf', dir: 'north', steps: 1 }],
});

export const oneTileToGoWithOneDrawn = arranged({
  wish: { scenario: 11, players: 2, actionTiles: TWO, stack: [5, 6, 7] },
  lay: FIVE_TILES,
  stand: { barbarian: '9a2', mage: '1d3', elf: '3d4', dwarf: '1c3' },
  play: [
    { type: 'explore', seat: 1 },
    { type: 'move', seat: 0, hero: 'elf', dir: 'north', steps: 1 },
    { type: 'discard', seat: 1, tile: 12 },
  ],
});

/** A position after the theft, in an edition in which no tiles are removed any more when the hourglass is turned. */
export const wallsAfterTheTheft = arranged({
  wish: { scenario: 11, edition: '2021-pl', players: 2, actionTiles: TWO },
  lay: FIVE_TILES,
  stand: { ...PLAZA, elf: '3d4' },
  edit: { theft: true },
  play: [{ type: 'move', seat: 0, hero: 'elf', dir: 'north', steps: 1 }],
});

export const wallsInTwoWorlds = arranged({
  wish: {
    players: 2,
    actionTiles: TWO,
    scenario: { name: 'Two moving worlds', stack: [5, 6], rules: ['movingWalls', 'twoMalls', 'openStack'] },
  },
  lay: [
    [7, '1c1'],
    [2, '7d3'],
    [8, '3c1'],
    [4, '3a2'],
  ],
  stand: { barbarian: '3a1', mage: '3c3', elf: '1b3', dwarf: '7b1' },
  play: [{ type: 'move', seat: 1, hero: 'dwarf', dir: 'west', steps: 1 }],
});

export const aloneWithMovingWalls = arranged({
  wish: { scenario: 11, players: 1, pile: PILE },
  lay: FIVE_TILES,
  stand: { ...PLAZA, elf: '3d4' },
  play: [
    { type: 'turn', seat: 0 },
    { type: 'turn', seat: 0 },
    { type: 'move', seat: 0, hero: 'elf', dir: 'north', steps: 1 },
  ],
});

export const markedTileStays = arranged({
  wish: { scenario: 11, players: 2, actionTiles: TWO },
  lay: [...FIVE_TILES.slice(0, 4), [7, '1a2']],
  stand: { ...PLAZA, elf: '3d4' },
  edit: { outOfOrder: [cell('7a1')] },
  play: [{ type: 'move', seat: 0, hero: 'elf', dir: 'north', steps: 1 }],
});

/** A mall in which tile 3 lies beyond the orange wall of tile 2, so only the dwarf gets there. */
const SPLIT_MALL = [
  court(),
  room(2, { north: 'P', split: true }),
  room(3),
  room(4, { on: { d4: 'hg' } }),
  room(5),
  room(6),
].join('\n');

export const wayOfTheDwarf = arranged({
  wish: {
    players: 2,
    actionTiles: TWO,
    tiles: SPLIT_MALL,
    scenario: { name: 'Way of the dwarf', stack: [], rules: ['movingWalls', 'dwarfPassages'] },
  },
  lay: [
    [2, '1c1'],
    [3, '2c1'],
    [4, '1d3'],
    [5, '1b4'],
    [6, '1a2'],
  ],
  stand: { ...PLAZA, dwarf: '4c4' },
  play: [{ type: 'move', seat: 1, hero: 'dwarf', dir: 'south', steps: 1 }],
});
