/**
 * Positions for the counting tests, each built around one rule. The hourglass is half empty in all of them, so
 * turning it leaves as much as before and the sand never runs out while continuations are counted.
 */
import { type Command, SCENARIOS, type TileNumber, type Wish } from '../src/index.ts';
import { cell, setUp, started, type TestTable } from './kit.ts';

/** The time of the positions: 90 of 180 seconds have run, so turning leaves 90 seconds. */
export const HALF_TIME = 90_000;

type Heroes = Parameters<TestTable['stand']>[0];
export type Laid = readonly [tile: TileNumber, door: string];

interface Arrangement {
  readonly wish: Partial<Wish>;
  readonly lay?: readonly Laid[];
  readonly stand?: Heroes;
  readonly edit?: Parameters<TestTable['edit']>[0];
  /** Commands that are played first, so that the position comes from the rules. */
  readonly play?: readonly Command[];
}

/** Returns a function that makes the position, so that it is made when its test runs. */
export const arranged =
  ({ wish, lay = [], stand = {}, edit = {}, play = [] }: Arrangement) =>
  (): TestTable => {
    const table = started({ stack: stackWithout(wish, lay), ...wish })
      .lay(...lay)
      .stand(stand)
      .edit(edit);
    for (const command of play) table.act(command, HALF_TIME);
    return table;
  };

/** The scenario's tiles in the order of their numbers, without those that are already laid. */
function stackWithout({ scenario }: Partial<Wish>, lay: readonly Laid[]): readonly TileNumber[] {
  const known = typeof scenario === 'number' ? SCENARIOS.find(({ number }) => number === scenario) : scenario;
  const { stack = [], top = [] } = known ?? {};
  const apart = known?.rules.includes('twoMalls') ? [3] : [];
  const gone = [...apart, ...lay.map(([tile]) => tile)];
  return [...top, ...stack].filter(tile => !gone.includes(tile));
}

/** A table before the start of the game. */
const planned = (wish: Partial<Wish>) => (): TestTable => setUp(wish);

/** The heroes on the four start squares, in a fixed order instead of a random one. */
export const PLAZA: Heroes = { barbarian: '1b2', mage: '1c2', elf: '1b3', dwarf: '1c3' };

/** The four tiles with items around the start tile (side A). */
const ITEM_TILES: readonly Laid[] = [
  [4, '1c1'],
  [5, '1d3'],
  [6, '1b4'],
  [8, '1a2'],
];
const ON_ITEMS: Heroes = { barbarian: '4a3', mage: '5d1', elf: '6a3', dwarf: '8d1' };
const ON_WRONG_ITEMS: Heroes = { barbarian: '5d1', mage: '6a3', elf: '8d1', dwarf: '4a3' };

/** The four tiles with exits around the start tile (side A). */
const EXIT_TILES: readonly Laid[] = [
  [9, '1c1'],
  [10, '1d3'],
  [11, '1b4'],
  [12, '1a2'],
];

/** The action tiles for two and three players (SU-3), in a fixed order. */
export const TWO = [
  ['north', 'east', 'vortex'],
  ['south', 'west', 'explore', 'escalator'],
] as const;
export const THREE = [
  ['north', 'east'],
  ['west', 'vortex'],
  ['south', 'explore', 'escalator'],
] as const;

/** The pile of a solo player, top tile first. */
export const PILE = ['explore', 'north', 'east', 'escalator', 'south', 'west', 'vortex'] as const;

// Positions of scenarios 1 to 3.

export const start = arranged({ wish: { scenario: 1 }, stand: PLAZA });

export const nightStart = arranged({ wish: { scenario: 2, side: 'B', players: 3 }, stand: PLAZA });

export const isTheftPossible = arranged({
  wish: { scenario: 1, players: 2 },
  lay: ITEM_TILES,
  stand: ON_ITEMS,
});

export const stepBeforeAutomaticTheft = arranged({
  wish: { scenario: 2, edition: '2017-fr' },
  lay: ITEM_TILES,
  stand: { ...ON_ITEMS, dwarf: '8c1' },
});

export const oneDoorForAll = arranged({
  wish: { scenario: 1, players: 3 },
  lay: [
    [9, '1c1'],
    [2, '9a2'],
  ],
  stand: { barbarian: '9b3', mage: '9b4', elf: '9c4', dwarf: '2a1' },
  edit: { theft: true },
});

export const stepFromNoGear = arranged({
  wish: { scenario: 2 },
  lay: EXIT_TILES,
  stand: { barbarian: '10c1', mage: '9b3', elf: '11d3', dwarf: '12b1' },
});

export const ownDoors = arranged({
  wish: { scenario: 2, players: 8 },
  lay: EXIT_TILES,
  stand: { barbarian: '10d1', mage: '9b3', elf: null, dwarf: '12a1' },
  edit: { theft: true, out: { barbarian: false, mage: false, elf: true, dwarf: false } },
});

export const atTheHourglass = arranged({
  wish: { scenario: 3 },
  lay: [[3, '1c1']],
  stand: { ...PLAZA, elf: '3d4' },
});

export const drawnWithThreePlaces = arranged({
  wish: { scenario: 3, players: 2, actionTiles: TWO, stack: [7, 4, 2] },
  lay: [[3, '1c1']],
  stand: { barbarian: '1b2', mage: '3c1', elf: '1b4', dwarf: '1a2' },
  play: [{ type: 'explore', seat: 1 }],
});

// Positions of scenarios 4 to 7.

export const smallPassages = arranged({
  wish: { scenario: 4 },
  lay: [
    [13, '1c1'],
    [14, '1b4'],
  ],
  stand: { barbarian: '13a2', mage: '14c2', elf: '14b1', dwarf: '13b1' },
});

/** The same mall in scenario 2, which does not have the rule for orange walls (SC-L). */
export const orangeWalls = arranged({
  wish: { scenario: 2 },
  lay: [
    [13, '1c1'],
    [14, '1b4'],
  ],
  stand: { barbarian: '13a2', mage: '14c2', elf: '14b1', dwarf: '13b1' },
});

export const wholeBall = arranged({
  wish: { scenario: 5, stack: [5, 7, 9] },
  lay: [[15, '1c1']],
  stand: { ...PLAZA, mage: '15d1' },
});

export const halfUsedBall = arranged({
  wish: { scenario: 5, players: 2, actionTiles: TWO, stack: [13, 9, 7, 5] },
  lay: [[15, '1c1']],
  stand: { ...PLAZA, mage: '15d1', dwarf: '1d3' },
  play: [
    { type: 'explore', seat: 1 },
    { type: 'lay', seat: 1, door: cell('15a2') },
  ],
});

export const twoCameras = arranged({
  wish: { scenario: 6 },
  lay: [
    [16, '1c1'],
    [17, '1d3'],
    [3, '1b4'],
  ],
  stand: { barbarian: '16d2', mage: '3d4', elf: '17c1', dwarf: '3b4' },
});

export const fourCameras = arranged({
  wish: { scenario: 7, players: 5 },
  lay: [
    [16, '1c1'],
    [17, '1d3'],
    [18, '1b4'],
    [19, '1a2'],
  ],
  stand: { barbarian: '18c4', mage: '18c1', elf: '19c1', dwarf: '16b3' },
  edit: { outOfOrder: [cell('16d1'), cell('17b1')] },
});

// Positions of scenarios 8 and later.

export const openBook = arranged({
  wish: { scenario: 8, stack: [24, 20, 23] },
  lay: [[22, '1c1']],
  stand: { barbarian: '22d3', mage: '22a1', elf: '22c4', dwarf: '22b2' },
});

export const leaderOfThree = arranged({
  wish: { scenario: 9, players: 3, actionTiles: [[], ...TWO] },
  lay: [[7, '1c1']],
  stand: { ...PLAZA, mage: '7b1' },
});

export const nineAtTheTable = arranged({
  wish: { scenario: 9, players: 9 },
  stand: { ...PLAZA, barbarian: '1c1' },
});

export const wrongItems = arranged({ wish: { scenario: 10 }, lay: ITEM_TILES, stand: ON_WRONG_ITEMS });

export const wrongDoors = arranged({
  wish: { scenario: 10, players: 2 },
  lay: EXIT_TILES,
  stand: { barbarian: '9a3', mage: '10d1', elf: '9b3', dwarf: '11c3' },
  edit: { theft: true, out: { barbarian: true, mage: false, elf: false, dwarf: false } },
});

export const handsOnly = arranged({
  wish: { scenario: 12, players: 6 },
  lay: [[6, '1a2']],
  stand: { ...PLAZA, elf: '6b3' },
});

export const twoWorlds = arranged({
  wish: { scenario: 13, stack: [7, 9] },
  lay: [
    [2, '1c1'],
    [8, '3c1'],
    [4, '3a2'],
  ],
  stand: { barbarian: '8b3', mage: '3c3', elf: '4c1', dwarf: '2d1' },
});

/** The barbarian must stay: with him all four heroes would be in the first mall. */
export const lastInTheSecondWorld = arranged({
  wish: { scenario: 13, players: 2, stack: [7, 9] },
  lay: [[8, '3c1']],
  stand: { barbarian: '8b3', mage: '1b3', elf: '1b2', dwarf: '1c3' },
});

export const placingInTheSecondWorld = planned({
  scenario: 13,
  players: 1,
  pile: PILE,
  heroes: { elf: [1, 1], dwarf: [2, 1], barbarian: [0, 0, 1], mage: [1, 0, 1] },
});

export const notAWord = arranged({
  wish: { scenario: 14, players: 7 },
  lay: [[10, '1d3']],
  stand: { ...PLAZA, mage: '10c1' },
});

export const thoseEyes = arranged({
  wish: { scenario: 15, players: 2 },
  lay: [
    [14, '1d3'],
    [12, '1b4'],
  ],
  stand: { barbarian: '14c3', mage: '12d1', elf: '12a3', dwarf: '14c2' },
});

export const vortexOutOfOrder = arranged({
  wish: { scenario: 16 },
  lay: [[8, '1c1']],
  stand: { ...PLAZA, barbarian: '8b4' },
});

export const noGatherings = arranged({
  wish: { scenario: 17 },
  lay: [
    [2, '1c1'],
    [8, '1d3'],
    [12, '2c1'],
  ],
  stand: { barbarian: '1c1', mage: '1d3', elf: '2c1', dwarf: '12b4' },
});

// Positions of solo games, of the edition Pocket, and of combined rules.

export const aloneAtFirst = arranged({ wish: { scenario: 2, players: 1, pile: PILE }, stand: PLAZA });

export const aloneWithADrawnTile = arranged({
  wish: { scenario: 4, players: 1, pile: PILE, stack: [9, 7, 2] },
  stand: { barbarian: '1c1', mage: '1b2', elf: '1b4', dwarf: '1c3' },
  play: [
    { type: 'turn', seat: 0 },
    { type: 'explore', seat: 0 },
  ],
});

export const pocket = arranged({
  wish: { scenario: 6, edition: 'pocket-fr', players: 3 },
  lay: [[7, '1b4']],
  stand: { ...PLAZA, dwarf: '7b1' },
});

export const everythingAtOnce = arranged({
  wish: {
    players: 3,
    actionTiles: [[], ...TWO],
    scenario: {
      name: 'Everything at once',
      stack: [2, 4, 5, 7, 8],
      rules: ['movingWalls', 'twoMalls', 'noGatherings', 'leader', 'passTiles', 'openStack', 'wrongHands'],
    },
  },
  lay: [
    [7, '1c1'],
    [2, '7d3'],
    [8, '3c1'],
    [4, '3a2'],
  ],
  stand: { barbarian: '8b3', mage: '3c3', elf: '1b3', dwarf: '7b1' },
});
