/**
 * The notation: names, positions and records are written as text and read back exactly; errors are reported with
 * their place.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ACTIONS,
  cellName,
  cellNamed,
  cellOf,
  type Game,
  parsePosition,
  parseRecord,
  positionText,
  type RuleSwitch,
  recordText,
  replay,
  SCENARIOS,
  type Scenario,
  seatName,
  seatNamed,
  timeNamed,
  timeText,
  type Wish,
} from '../src/index.ts';
import { setUp, started } from './kit.ts';
import { run } from './play.ts';
import { type Recorded, record, SMALL_MALL } from './recorded.ts';

// Tests of names.

test('text: cells are named by tile, column and row of the tile’s own drawing', () => {
  expect(cellName(cellOf(5, 9))).toBe('5b3');
  expect(cellName(cellOf(24, 0))).toBe('24a1');
  void fc.assert(
    fc.property(fc.integer({ min: 16, max: 99 * 16 + 15 }), cell => cellNamed(cellName(cell)) === cell),
  );
});

test.each(['', '5', '5e1', '5b0', '5b5', '05b3', '100a1', '0a1', ' 5b3', '5B3', '5b3 '])(
  'text: %j is not read as a cell',
  name => {
    expect(cellNamed(name)).toBeUndefined();
  },
);

test('text: seats are named p1 to p9', () => {
  expect([0, 8].map(seatName)).toEqual(['p1', 'p9']);
  expect(['p1', 'p9', 'p0', 'p10', '1', 'P1', ''].map(seatNamed)).toEqual([
    0,
    8,
    ...Array(5).fill(undefined),
  ]);
});

test.each([
  ['0:00.000', 0],
  ['1:02.345', 62_345],
  ['60:00.007', 3_600_007],
])('text: the time %s is read as %d ms, and %d ms are written as that time', (text, millis) => {
  expect(timeText(millis)).toBe(text);
  expect(timeNamed(text)).toBe(millis);
});

test.each([
  ['62.345', 62_345],
  ['3:00', 180_000],
  ['0:07.5', 7500],
  ['7', 7000],
])('text: the time %s is read as %d ms', (text, millis) => {
  expect(timeNamed(text)).toBe(millis);
});

test.each(['', ':', '1:60', '1:5', '1:02.3456', '-1:00', '1e3', 'ms', 'NaNms', '1.2.3ms', '1:02:03'])(
  'text: %j is not read as a time',
  text => {
    expect(timeNamed(text)).toBeUndefined();
  },
);

test.each([59_999_999_999_999, 60_000_000_000_000, 1_462_840_077_507_153])(
  'text: %d ms, near or beyond nine digits of minutes, is written and read back exactly',
  millis => {
    expect(timeNamed(timeText(millis))).toBe(millis);
  },
);

test('text: every finite time is written and read back exactly', () => {
  const times = fc.oneof(
    fc.nat({ max: 10_000_000 }),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }),
  );
  void fc.assert(fc.property(times, millis => Object.is(timeNamed(timeText(millis)), millis)));
});

// Tests with whole games.

/** A mall without hourglass spaces, on which games last longer because the hourglass is not turned too early. */
const NO_HOURGLASS = SMALL_MALL.replaceAll(' hg ', ' .  ');

/** The wish for a game on the small mall. */
const small = (rules: readonly RuleSwitch[], more: Partial<Wish> = {}): Wish => ({
  scenario: { name: 'Ours: "too" \n# easy', stack: [2, 3, 4, 5, 6], rules },
  players: 2,
  tiles: SMALL_MALL,
  ...more,
});

/** Wishes with all scenarios, and with every other setting of a set-up. */
const WISHES: readonly (readonly [name: string, wish: Wish])[] = [
  ...SCENARIOS.map(({ number }): readonly [string, Wish] => [
    `scenario ${number}`,
    { scenario: number ?? 0, players: number === 9 ? 4 : 2 + ((number ?? 0) % 4) },
  ]),
  ['alone', { scenario: 3, players: 1 }],
  ['a dictated pile', { scenario: 1, players: 1, pile: [...ACTIONS].reverse() }],
  ['pocket', { scenario: 6, players: 4, edition: 'pocket-nl' }],
  ['another hourglass', { scenario: 2, players: 2, edition: '2017-nl', hourglass: 41.5 }],
  ['nine players', { scenario: 9, players: 9, level: 24 }],
  [
    'the letter of the books',
    {
      scenario: 14,
      players: 3,
      house: { freeNudges: true, watchedUsed: true, earlyExits: true, quietSetUp: true },
    },
  ],
  ['house rules', { scenario: 8, players: 3, house: { pause: true, freeTalk: true }, side: 'B' }],
  ['an empty stack', { scenario: 1, players: 2, stack: [], heroes: { elf: [0, 0] } }],
  ['own tiles', small([])],
  ['own tiles and an automatic theft', small([], { edition: '2017-fr' })],
  [
    'a crystal ball',
    small(['ownExits', 'crystalBall', 'cameras'], {
      players: 4,
      heroes: { mage: [0, 2], barbarian: [2, 2] },
      tiles: NO_HOURGLASS,
    }),
  ],
  ['moving walls', small(['movingWalls', 'openStack', 'passTiles', 'ownExits'], { players: 3 })],
  ['moving walls alone', small(['movingWalls', 'elfTalk', 'ownExits'], { players: 1 })],
  ['wrong hands', small(['wrongHands'])],
  ['two malls', small(['twoMalls', 'openStack'], { stack: [2, 4, 5, 6] })],
  ['tiles with foreign line ends', small([], { tiles: SMALL_MALL.replaceAll('\n', '\r\n') })],
];

/** Seeds of games on the small mall, which are short and have the most kinds of events. */
const SEEDS = ['a', 'bb', 'ccc'];
const seedsFor = ({ tiles }: Wish): readonly string[] => (tiles === undefined ? SEEDS.slice(0, 1) : SEEDS);

const recorded = new Map(
  WISHES.map(([name, wish]) => [name, seedsFor(wish).map(seed => record(wish, seed))] as const),
);
/** A game in which the barbarian reaches a camera, which random play does not do in time. */
const camera = started(small(['cameras'], { heroes: { barbarian: [2, 2] } }));
run(camera, 'barbarian', '1c4');

/** A game in which bots play seats, which random play does not add. */
const company = started({ scenario: 1, players: 4 });
company.act({ type: 'seatBot', seat: 2 }, 900);
company.act({ type: 'seatBot', seat: 0 }, 1200);

const all = [...[...recorded.values()].flat(), ...[camera, company].map(told)];

function told({ log, game }: typeof camera): Recorded {
  return { events: log, games: [game] };
}

const gamesOf = (name: string): readonly Recorded[] => recorded.get(name) ?? [];

test.each(WISHES)('text: the record of a game is read back exactly (%s)', name => {
  for (const { events, games } of gamesOf(name)) {
    const back = parseRecord(recordText(events));
    expect(back).toEqual({ ok: true, value: events });
    expect(back.ok && replay(back.value)).toEqual(games.at(-1));
  }
});

test.each(WISHES)('text: every fourth position of a game is read back exactly (%s)', name => {
  for (const game of gamesOf(name).flatMap(({ games }) => games.filter((_, i) => i % 4 === 0)))
    expect(parsePosition(positionText(game))).toEqual({ ok: true, value: game });
});

test('GB-1i text: seats that bots played are read back exactly', () => {
  expect(recordText(company.log)).toContain('p3  is a bot');
  expect(parseRecord(recordText(company.log))).toEqual({ ok: true, value: company.log });
  expect(positionText(company.game)).toMatch(/^bots +p3 p1$/m);
  expect(parsePosition(positionText(company.game))).toEqual({ ok: true, value: company.game });
  for (const wrong of ['bots p5', 'bots p3 p3'])
    expect(parsePosition(positionText(company.game).replace(/^bots.*$/m, wrong)).ok).toBe(false);
});

test('text: a camera that is switched off is read back as switched off', () => {
  expect(parseRecord(recordText(camera.log))).toEqual({ ok: true, value: camera.log });
  expect(parsePosition(positionText(camera.game))).toEqual({ ok: true, value: camera.game });
});

test('text: the games of these tests contain every event, every status and every field of a position', () => {
  const types = new Set(all.flatMap(({ events }) => events.map(({ type }) => type)));
  expect([...types].sort()).toEqual([
    'actionTurned',
    'ballUsed',
    'botSat',
    'cameraSwitchedOff',
    'gameLost',
    'gameSetUp',
    'gameStarted',
    'gameWon',
    'heroLeft',
    'heroMoved',
    'heroPlaced',
    'hourglassTurned',
    'paused',
    'pawnMoved',
    'resumed',
    'seedRevealed',
    'stared',
    'tapped',
    'theftHappened',
    'tileDiscarded',
    'tileDrawn',
    'tileLaid',
    'tilesSwapped',
  ]); // prettier-ignore
  const keys = new Set(
    all.flatMap(({ games }) => games.flatMap(game => positionText(game).match(/^[a-z-]+/gm) ?? [])),
  );
  expect([...keys].sort()).toEqual([
    'actions',
    'bots',
    'chosen',
    'commitment',
    'discards',
    'drawn',
    'edition',
    'half-used',
    'heroes',
    'hourglass',
    'house',
    'hush',
    'mall',
    'marked',
    'next',
    'now',
    'nudged',
    'pawn',
    'pile',
    'players',
    'rules',
    'sand',
    'scenario',
    'side',
    'stack',
    'stared',
    'talking',
    'theft',
    'tiles',
    'turned',
  ]); // prettier-ignore
});

test('SC-10d SC-17c text: an escaped hero who stays on the exit is read back exactly', () => {
  const { game } = started({ scenario: 10 }).edit({
    theft: true,
    out: { barbarian: true, mage: false, elf: true, dwarf: false },
  });
  const gone: Game = { ...game, heroes: { ...game.heroes, elf: null } };
  expect(positionText(gone)).toMatch(/^heroes +barbarian 1[a-d][1-4]! mage 1[a-d][1-4] elf out dwarf/m);
  expect(parsePosition(positionText(gone))).toEqual({ ok: true, value: gone });
});

test('text: times that are not whole milliseconds are kept', () => {
  const table = setUp();
  table.act({ type: 'start' }, 0.25);
  table.act({ type: 'stare', seat: 0, to: 1 }, 1000.1);
  expect(parseRecord(recordText(table.log))).toEqual({ ok: true, value: table.log });
  expect(parsePosition(positionText(table.game))).toEqual({ ok: true, value: table.game });
});

// Tests of what a text contains.

test('text: a position has a short set-up and everything that has changed since', () => {
  const table = started({ scenario: 2 }, 'brief').lay([5, '1c1']).stand({ elf: '5b3' });
  const { commitment } = table.game.setUp;
  expect(positionText(table.game).split('\n')).toEqual([
    'hush position 1',
    'scenario    2 "Four doors"',
    'players     4',
    expect.stringMatching(/^heroes {6}barbarian 1[bc][23] mage 1[bc][23] elf 1[bc][23] dwarf 1[bc][23]$/),
    'actions     north south+explore west+vortex east+escalator',
    'chosen      actionTiles',
    `commitment  ${commitment}`,
    '',
    'now         0:00.000 playing',
    'mall        1@0,0 5@1,-4',
    expect.stringMatching(/^heroes {6}barbarian 1[bc][23] mage 1[bc][23] elf 5b3 dwarf 1[bc][23]$/),
    '',
  ]);
});

test('text: a position leaves out everything that follows from the scenario', () => {
  const keys = ({ number }: Scenario): readonly string[] => {
    const { game } = setUp({ scenario: number ?? 0 });
    return positionText(game).match(/^[a-z]+/gm) ?? [];
  };
  const least = ['hush', 'scenario', 'players', 'heroes', 'actions', 'chosen', 'commitment', 'now'];
  for (const scenario of SCENARIOS)
    expect(keys(scenario).filter(key => key !== 'next')).toEqual(
      scenario.number === 9 ? least.filter(key => key !== 'chosen') : least,
    );
});

test('text: the coordinate -0 is read as 0', () => {
  const text = positionText(started({ scenario: 2 }).lay([5, '1c1']).game);
  expect(parsePosition(text.replace('1@0,0', '1@-0,-0'))).toStrictEqual(parsePosition(text));
});

test('text: a record contains the whole set-up, then one event on each line', () => {
  const table = started({
    scenario: 4,
    heroes: { elf: [1, 2], barbarian: [2, 1], mage: [2, 2], dwarf: [1, 1] },
  });
  table.act({ type: 'move', seat: 1, hero: 'elf', dir: 'south', steps: 1 }, 12_400);
  table.act({ type: 'stare', seat: 0, to: 3 }, 62_345);
  table.wait(180_000);
  expect(recordText(table.log).split('\n')).toEqual([
    'hush game 1',
    'scenario    4 "Small and keen"',
    'edition     revised',
    'players     4',
    'side        A',
    'rules       ownExits passTiles dwarfPassages elfTalk',
    'hourglass   3:00',
    'stack       2-14',
    'heroes      barbarian 1c2 mage 1c3 elf 1b3 dwarf 1b2',
    'actions     north south+explore west+vortex east+escalator',
    'chosen      heroes actionTiles',
    `commitment  ${table.game.setUp.commitment}`,
    '',
    ' 0:00.000      start',
    ' 0:12.400  p2  elf south 1b4',
    ' 1:02.345  p1  stares at p4',
    ' 3:00.000      lost by sand',
    ' 3:00.000      seed "test"',
    '',
  ]);
});

test('text: comments, blank lines, other spaces and other line ends change nothing', () => {
  const [{ events } = { events: [] }] = gamesOf('own tiles');
  const told = recordText(
    events,
    events.map((_, i) => `remark ${i}\nof two lines "`),
  );
  expect(told).toContain('# remark 1 of two lines "');
  const dressed = `\n# a comment\n\n${told.replaceAll('\n', '\r\n')}\r\n# the end`;
  expect(parseRecord(dressed)).toEqual({ ok: true, value: events });
  const narrow = told.replace(/^(?![|]) +/gm, '').replace(/^(\w[\w-]*) +(?=\S)/gm, '$1\t');
  expect(parseRecord(narrow)).toEqual({ ok: true, value: events });
});

test('text: writing a record without a set-up event, or with two, throws', () => {
  const { log } = setUp();
  expect(() => recordText([])).toThrow('begins with its set-up');
  expect(() => recordText([...log, ...log])).toThrow('set up once');
});
