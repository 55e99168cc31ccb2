/** Tests of the hourglass (RULES 6). Turning it when r is left leaves T - r, with T its capacity. */
import { expect, test } from 'vitest';
import { withConsequences } from '../src/consequences.ts';
import {
  type Command,
  decide,
  type Game,
  HEROES,
  type Millis,
  reach,
  runsOutAt,
  type Seat,
  sandLeft,
  talkState,
  turnHourglass,
  type Wish,
  workingCameras,
} from '../src/index.ts';
import { drawingOf, lane, redrawn, standardWith } from './drawings.ts';
import { cell, setUp, started, type TestTable, the, types } from './kit.ts';

const T = 180_000;
const IDLE = { barbarian: '1b2', mage: '1c2', elf: '1b3', dwarf: '1c3' };
/** A step onto the hourglass of tile 3, which lies north of tile 1: the hourglass is in the niche 3d3, north of 3d4. */
const ONTO: Command = { type: 'move', seat: 0, hero: 'elf', dir: 'north', steps: 1 };
const OFF: Command = { type: 'move', seat: 1, hero: 'elf', dir: 'south', steps: 1 };

const atTheNiche = (wish: Partial<Wish> = {}): TestTable =>
  started(wish)
    .lay([3, '1c1'])
    .stand({ ...IDLE, elf: '3d4' });
const owner = ({ actionTiles }: Game, action: string): Seat =>
  actionTiles.findIndex(tile => tile.some(a => a === action));

// Tests of how much sand is left after turning.

test('HG-1b HG-1c a hero who reaches an hourglass space after 10 s leaves 10 s of sand, not 170 or 180', () => {
  const table = atTheNiche();
  the(table.act(ONTO, 10_000), 'hourglassTurned');
  expect(sandLeft(table.game, 10_000)).toBe(10_000);
});

test('HG-1c HG-3a an hourglass that is turned after 170 s has 170 s left, so the game goes on', () => {
  const table = atTheNiche();
  the(table.act(ONTO, 170_000), 'hourglassTurned');
  expect(sandLeft(table.game, 170_000)).toBe(170_000);
});

test.each([
  [30, 150],
  [90, 90],
  [150, 30],
  [179, 1],
])('HG-1c turning with %i s left leaves %i s', (left, after) => {
  const table = atTheNiche();
  const at = T - left * 1000;
  table.act(ONTO, at);
  expect(sandLeft(table.game, at)).toBe(after * 1000);
});

test('HG-1b turning the hourglass early costs sand: turned after 10 s, the game is over at 20 s instead of 180 s', () => {
  const table = atTheNiche();
  table.act(ONTO, 10_000);
  expect(runsOutAt(table.game.hourglass)).toBe(20_000);
  table.act(OFF, 19_999);
  expect(the(table.wait(20_000), 'gameLost')).toMatchObject({ at: 20_000, reason: 'sand' });
});

test('HG-1c a full hourglass that is turned is empty', () => {
  const table = atTheNiche();
  the(table.act(ONTO, 0), 'hourglassTurned');
  expect(sandLeft(table.game, 0)).toBe(0);
  expect(the(table.wait(0), 'gameLost')).toMatchObject({ at: 0, reason: 'sand' });
});

test('HG-1c an hourglass that is turned twice at the same instant holds as much sand as before', () => {
  const table = atTheNiche().lay([7, '1d3']).stand({ mage: '7b1' });
  table.act(ONTO, 60_000);
  const dir = 'north'; // tile 7 is turned to the east, so its a1 lies north of its b1
  table.act({ type: 'move', seat: 0, hero: 'mage', dir, steps: 1 }, 60_000);
  expect(table.game.turned).toBe(2);
  expect(sandLeft(table.game, 60_000)).toBe(120_000);
});

test.each<[Millis, Millis, Millis, Millis, Millis]>([
  [100_000, 130_000, 220_000, 300_000, 100_000],
  [1, 1, 1, 1, 179_999],
  [179_999, 359_997, 539_994, 719_990, 179_998],
])('HG-1c four turns, at %i, %i, %i and %i ms, leave %i ms', (...row) => {
  const end = row[4];
  let glass = setUp().game.hourglass;
  for (const at of row.slice(0, 4)) {
    const before = runsOutAt(glass) - at;
    glass = turnHourglass(glass, at);
    expect(before + runsOutAt(glass) - at).toBe(T); // turning makes no sand and loses none
  }
  expect(glass.left).toBe(end);
});

test.each([240, 420, 60, 3600, 1])('HG-1c an hourglass of %i s is turned with its own capacity', seconds => {
  const table = atTheNiche({ hourglass: seconds });
  const at = seconds * 250; // a quarter of the sand has run
  table.act(ONTO, at);
  expect(sandLeft(table.game, at)).toBe(seconds * 250);
});

test('HG-2a the hourglass starts full when the game starts, not at set-up', () => {
  const table = setUp();
  table.act({ type: 'start' }, 42_000);
  expect(sandLeft(table.game, 42_000)).toBe(T);
  expect(runsOutAt(table.game.hourglass)).toBe(42_000 + T);
});

test('HG-2b CM-3c the hourglass never stops: not for moves, not for refused commands, and not while people talk', () => {
  const table = atTheNiche();
  table.act(ONTO, 90_000);
  expect(talkState(table.game)).toBe('open');
  table.act({ type: 'say', seat: 0, text: 'now where?' }, 120_000);
  table.refused(ONTO, 'blocked', 130_000);
  expect(sandLeft(table.game, 130_000)).toBe(50_000);
  expect(the(table.wait(200_000), 'gameLost').at).toBe(T);
});

test('HG-2b the hourglass runs while a tile waits to be laid and while walls move', () => {
  const waiting = started({ stack: [6] }).stand({ ...IDLE, elf: '1b4', dwarf: '1a2' });
  waiting.act({ type: 'explore', seat: 1 }, 1000);
  expect(types(waiting.wait(T))).toContain('gameLost');
  const moving = atTheNiche({ scenario: 11 }).lay([4, '1d3'], [5, '1b4']);
  moving.act(ONTO, 120_000);
  expect(moving.game.discards).toBe(2);
  expect(the(moving.wait(240_000), 'gameLost')).toMatchObject({ at: 240_000, reason: 'sand' });
});

// Tests of which heroes turn the hourglass, and how often.

test.each(HEROES)('HG-3b the %s turns the hourglass by ending a move on its space', hero => {
  const table = started()
    .lay([3, '1c1'])
    .stand({ ...IDLE, [hero]: '3d4' });
  const events = table.act({ ...ONTO, hero } as Command, 80_000);
  expect(events).toEqual([
    { type: 'heroMoved', at: 80_000, seat: 0, hero, by: 'north', to: cell('3d3') },
    { type: 'hourglassTurned', at: 80_000, cell: cell('3d3') },
  ]);
});

test('HG-3c HG-3d entering an unused hourglass space turns the hourglass at once, without a choice', () => {
  const table = atTheNiche();
  const onto = reach(table.game, 0).filter(command => command.type === 'move' && command.hero === 'elf');
  expect(onto).toEqual([ONTO]);
  expect(types(table.act(ONTO, 5000))).toEqual(['heroMoved', 'hourglassTurned']);
});

test('HG-3e an unused hourglass space turns the hourglass after the theft as well as before it', () => {
  const table = atTheNiche().edit({ theft: true });
  the(table.act(ONTO, 100_000), 'hourglassTurned');
});

/**
 * A cell has only one feature, so no vortex or escalator ends on an hourglass space; the test asks for the
 * consequences of such a ride directly.
 */
test.each(['vortex', 'escalator', 'west'] as const)(
  'HG-3f arriving on an hourglass space by %s turns the hourglass, too',
  by => {
    const { game } = atTheNiche();
    const moved = { type: 'heroMoved', at: 70_000, seat: 2, hero: 'elf', by, to: cell('3d3') } as const;
    expect(types(withConsequences(game, moved))).toEqual(['heroMoved', 'hourglassTurned']);
  },
);

test('HG-4a HG-4b each hourglass space works once; then it carries a marker, which lies under the hero', () => {
  const table = atTheNiche();
  table.act(ONTO, 60_000);
  expect([table.game.outOfOrder, table.game.heroes.elf]).toEqual([[cell('3d3')], cell('3d3')]);
  table.act(OFF, 70_000);
  expect(types(table.act(ONTO, 80_000))).toEqual(['heroMoved']);
  expect([table.game.turned, table.game.outOfOrder]).toEqual([1, [cell('3d3')]]);
  expect(sandLeft(table.game, 80_000)).toBe(40_000);
});

test('HG-4a a used hourglass space is a plain cell for all other heroes, too', () => {
  const table = atTheNiche();
  table.act(ONTO, 60_000);
  table.stand({ elf: '1b3', mage: '3d4' });
  expect(types(table.act({ ...ONTO, hero: 'mage' } as Command, 61_000))).toEqual(['heroMoved']);
});

test('HG-4a using one hourglass space leaves all others unused', () => {
  const table = atTheNiche().lay([11, '1d3']).stand({ dwarf: '11a3' });
  table.act(ONTO, 60_000);
  the(table.act({ type: 'move', seat: 2, hero: 'dwarf', dir: 'west', steps: 1 }, 70_000), 'hourglassTurned');
  expect(table.game.outOfOrder).toEqual([cell('3d3'), cell('11a4')]);
  expect(table.game.turned).toBe(2);
});

// Tests of the end of the sand.

test('HG-5a when the last grain falls, the game is lost at that time with reason `sand`', () => {
  const table = started();
  expect(table.wait(T - 1)).toEqual([]);
  expect(table.game.status).toBe('playing');
  expect(table.wait(T)).toEqual([
    { type: 'gameLost', at: T, reason: 'sand' },
    { type: 'seedRevealed', at: T, seed: 'test' },
  ]);
  expect([table.game.status, table.game.reason]).toEqual(['lost', 'sand']);
});

test('HG-5a the loss has the time at which the sand ran out, however late `due` is asked', () => {
  expect(the(started().wait(10 * T), 'gameLost').at).toBe(T);
});

test('HG-5b an action before the last grain has fallen counts, and an action at that instant or later does not count', () => {
  const inTime = atTheNiche();
  inTime.act(ONTO, T - 1);
  expect(sandLeft(inTime.game, T - 1)).toBe(T - 1);
  atTheNiche().refused(ONTO, 'over', T);
  atTheNiche().refused(ONTO, 'over', T + 1);
});

test('HG-5b the referee refuses a late action even when nobody asked what was due', () => {
  const { game, secret } = atTheNiche();
  expect(decide(game, ONTO, { at: T - 1, secret }).ok).toBe(true);
  expect(decide(game, ONTO, { at: T, secret })).toEqual({ ok: false, error: 'over' });
});

test('HG-5b the last hero who leaves a millisecond before the last grain wins the game, and a last hero who leaves with it loses', () => {
  const last = (): TestTable => {
    const out = { barbarian: true, mage: true, dwarf: true, elf: false };
    const table = started().lay([11, '1c1']).edit({ theft: true, out });
    return table.stand({ barbarian: null, mage: null, dwarf: null, elf: '11c3' });
  };
  const leave: Command = { type: 'move', seat: 3, hero: 'elf', dir: 'east', steps: 1 };
  expect(types(last().act(leave, T - 1))).toEqual(['heroMoved', 'heroLeft', 'gameWon', 'seedRevealed']);
  const table = last();
  table.refused(leave, 'over', T);
  expect(table.game.status).toBe('lost');
});

test('HG-5a after the end of the game nothing happens any more', () => {
  const table = atTheNiche();
  table.wait(T);
  for (const command of [ONTO, OFF, { type: 'explore', seat: 1 }, { type: 'steal', seat: 0 }] as const) {
    table.refused(command, 'over', T + 5000);
  }
  expect(table.wait(10 * T)).toEqual([]);
});

test('HG-5a a won game is not lost when the sand would have run out', () => {
  const table = started().edit({ status: 'won' });
  expect(table.wait(T)).toEqual([]);
});

// Tests of the consequences of turning the hourglass.

test('HG-6 CM-3a turning the hourglass opens a talk window', () => {
  const table = atTheNiche();
  expect(talkState(table.game)).toBe('silent');
  table.act(ONTO, 20_000);
  expect(talkState(table.game)).toBe('open');
  table.act(OFF, 21_000);
  expect(talkState(table.game)).toBe('silent');
});

test('HG-6 turning passes the action tiles in scenarios with SC-3d, and in no others', () => {
  const without = atTheNiche({ scenario: 2 });
  const before = without.game.actionTiles;
  without.act(ONTO, 20_000);
  expect(without.game.actionTiles).toEqual(before);
  const passing = atTheNiche({ scenario: 3 });
  passing.act(ONTO, 20_000);
  expect(passing.game.actionTiles).toEqual([before[3], before[0], before[1], before[2]]);
});

test('HG-6 SO-4 turning the hourglass shuffles the solo pile again', () => {
  const pile = ['north', 'east', 'south', 'west', 'vortex', 'escalator', 'explore'] as const;
  const table = atTheNiche({ players: 1, pile });
  table.act({ type: 'turn', seat: 0 });
  table.act(ONTO, 20_000);
  expect(table.game.solo).toEqual({ top: null, pile: 7 });
});

test('HG-6 in scenario 11 turning the hourglass makes discards due at the same instant', () => {
  const table = atTheNiche({ scenario: 11 }).lay([4, '1d3'], [5, '1b4']);
  table.act(ONTO, 60_000);
  const { discards, turned, talking, outOfOrder } = table.game;
  expect({ discards, turned, talking, outOfOrder }).toEqual({
    discards: 2,
    turned: 1,
    talking: true,
    outOfOrder: [cell('3d3')],
  });
  expect(owner(table.game, 'north')).toBe(1);
  table.refused({ ...OFF, seat: owner(table.game, 'south') } as Command, 'rearranging');
});

test('HG-6 HG-4a entering a used hourglass space does not turn the hourglass, pass tiles or open a talk window', () => {
  const table = atTheNiche({ scenario: 3 });
  table.act(ONTO, 20_000);
  table.act({ ...OFF, seat: owner(table.game, 'south') } as Command, 21_000);
  const { actionTiles } = table.game;
  table.act({ ...ONTO, seat: owner(table.game, 'north') } as Command, 22_000);
  expect([table.game.actionTiles, table.game.talking, table.game.turned]).toEqual([actionTiles, false, 1]);
});

// Tests of cameras and hourglass spaces.

const watched = (...cameras: readonly (readonly [number, string])[]): TestTable =>
  started({ scenario: 6, side: 'A' })
    .lay([3, '1c1'], ...cameras)
    .stand({ ...IDLE, elf: '3d4' });
const TWO = [
  [16, '1d3'],
  [17, '1b4'],
] as const;

test('SC-6c while two cameras work no hero enters an hourglass space', () => {
  const table = watched(...TWO);
  expect(workingCameras(table.game)).toHaveLength(2);
  for (const hero of HEROES) {
    table.stand({ ...IDLE, [hero]: '3d4' });
    table.refused({ ...ONTO, hero } as Command, 'cameras', 1000);
  }
});

test('SC-6c while one camera works, or none, hourglass spaces may be entered', () => {
  the(watched(TWO[0]).act(ONTO, 1000), 'hourglassTurned');
  the(watched().act(ONTO, 1000), 'hourglassTurned');
});

test('SC-6c three or four working cameras forbid the same as two', () => {
  const table = watched(...TWO, [18, '1a2'], [19, '17c1']);
  expect(workingCameras(table.game)).toHaveLength(4);
  table.refused(ONTO, 'cameras');
});

test('SC-6h an hourglass space may be entered again once the barbarian has left only one camera working', () => {
  const table = watched(...TWO).stand({ barbarian: '16d2' });
  table.refused(ONTO, 'cameras');
  // Tile 16 is turned to the east, so its d1 lies east of its d2.
  the(table.act({ type: 'move', seat: 3, hero: 'barbarian', dir: 'east', steps: 1 }), 'cameraSwitchedOff');
  the(table.act(ONTO, 1000), 'hourglassTurned');
});

test('HG-7a a used hourglass space may be entered while any number of cameras work', () => {
  const table = watched(TWO[0]);
  table.act(ONTO, 20_000);
  table.act({ ...OFF, seat: owner(table.game, 'south') } as Command, 21_000);
  table.lay(TWO[1]);
  expect(types(table.act({ ...ONTO, seat: owner(table.game, 'north') } as Command, 22_000))).toEqual([
    'heroMoved',
  ]);
});

test('HG-7a MV-3b while two cameras work, a move may pass a used hourglass space but not an unused one', () => {
  const tiles = standardWith({ 3: lane(3, 'hg') });
  const table = started({ scenario: 6, side: 'A', tiles })
    .lay([3, '1c1'], ...TWO)
    .stand({ ...IDLE, elf: '1c1' });
  const pass = { ...ONTO, steps: 3 } as Command;
  table.refused(pass, 'cameras');
  table.edit({ outOfOrder: [cell('3b3')] });
  expect(types(table.act(pass))).toEqual(['heroMoved']);
});

test('HG-7b a hero who stands on an hourglass space when the second camera appears may stay there', () => {
  const table = watched(TWO[0]);
  table.act(ONTO, 20_000);
  table.lay(TWO[1]);
  expect([table.game.status, table.game.turned]).toEqual(['playing', 1]);
  table.act({ ...OFF, seat: owner(table.game, 'south') } as Command, 21_000);
});

test('HG-7b a hero on an unused hourglass space may walk off while two cameras work, but may not step on it again', () => {
  const table = watched(...TWO).stand({ elf: '3d3' });
  expect(table.game.turned).toBe(0);
  table.act(OFF, 1000);
  table.refused(ONTO, 'cameras', 2000);
});

test('SC-Lg in scenarios without the camera rule, cameras forbid nothing', () => {
  const table = started({ scenario: 5, side: 'A' })
    .lay([3, '1c1'], ...TWO)
    .stand({ ...IDLE, elf: '3d4' });
  the(table.act(ONTO, 1000), 'hourglassTurned');
});

test('SC-6c two cameras on one tile of a custom set count as two', () => {
  const tiles = standardWith({ 17: redrawn(drawingOf('17'), ' vG ', ' cm ') });
  const table = started({ scenario: 6, side: 'A', tiles })
    .lay([3, '1c1'], [17, '1b4'])
    .stand({ ...IDLE, elf: '3d4' });
  table.refused(ONTO, 'cameras');
});
