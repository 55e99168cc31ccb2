/**
 * Auditing a log (GB-3): the log of a game that really happened is accepted, and a tampered one is refused with the
 * place.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dealAtRandom } from '../src/action-tiles.ts';
import {
  ACTIONS,
  auditLog,
  beginGame,
  commitTo,
  due,
  evolve,
  type GameEvent,
  HEROES,
  prepareGame,
  readLog,
  type SetUp,
  type Wish,
} from '../src/index.ts';
import { started } from './kit.ts';
import { record, SMALL_MALL } from './recorded.ts';

const SMALL = { tiles: SMALL_MALL, stack: [2, 3, 4, 5, 6], side: 'A' } as const;
const OWN = { name: 'Own', stack: [2, 3, 4, 5], rules: ['ownExits', 'openStack'], side: 'A' } as const;
const BY_SEED = { tiles: SMALL_MALL, side: 'A' } as const;

/** Plays the game to its end, at the latest until the sand runs out. */
function whole(wish: Wish, seed = 'audit'): ReturnType<typeof record> {
  const told = record(wish, seed, 400);
  if (told.events.at(-1)?.type !== 'seedRevealed') throw new Error('the game did not end');
  return told;
}

test.each<[string, Wish]>([
  ['scenario 1, a dictated stack', { scenario: 1, players: 2, ...SMALL }],
  ['of three who pass their tiles', { scenario: 3, players: 3, ...SMALL }],
  ['of one', { scenario: 3, players: 1, ...SMALL }],
  ['of one with a dictated pile', { scenario: 3, players: 1, pile: [...ACTIONS], ...SMALL }],
  ['with cameras', { scenario: 6, players: 4, ...SMALL }],
  ['with an open stack', { scenario: 8, players: 5, ...SMALL }],
  ['with a leader', { scenario: 9, players: 3, ...SMALL }],
  ['with wrong hands', { scenario: 10, players: 4, ...SMALL }],
  ['with moving walls', { scenario: 11, players: 2, ...SMALL }],
  ['without gatherings', { scenario: 17, players: 8, ...SMALL }],
  ['of Pocket, with pauses', { scenario: 1, players: 2, edition: 'pocket', ...SMALL }],
  ['of 2017', { scenario: 2, players: 2, edition: '2017', ...SMALL }],
  ['of an own scenario', { scenario: OWN, players: 4, ...BY_SEED }],
  ['of an own scenario with a tile on top', { scenario: { ...OWN, top: [6] }, players: 2, ...BY_SEED }],
  ['with dictated heroes', { scenario: 1, players: 2, heroes: { elf: [0, 2] }, ...SMALL }],
  [
    'with dictated action tiles',
    { scenario: 1, players: 2, actionTiles: [[...ACTIONS], ['north']], ...SMALL },
  ],
  ['on the standard tiles', { scenario: 1, players: 4 }],
  ['on the standard tiles, at a level', { scenario: 7, players: 4, level: 21, hourglass: 20 }],
  ['in two malls', { scenario: 13, players: 4, level: 14, hourglass: 20 }],
  ['with its uppermost tile printed', { scenario: 5, players: 3, level: 12, hourglass: 30 }],
])('GB-3b the audit proves an untouched game %s', (_, wish) => {
  const { events, games } = whole(wish);
  expect(auditLog(events)).toEqual({ ok: true, value: games.at(-1) });
});

/** The deal of versions before SU-3f: tiles are shuffled once and dealt in that order. */
const dealtBefore = (setUp: SetUp, seed: string): SetUp => ({
  ...setUp,
  actionTiles: dealAtRandom(seed, setUp.players, setUp.rules.includes('leader')),
});

test.each([
  ['of five', { scenario: 2, players: 5 }],
  ['of eight', { scenario: 3, players: 8 }],
  ['of nine with a leader', { scenario: 9, players: 9 }],
] as const)(
  'GB-3b SU-3f a record %s of a version that dealt all action tiles at random is still proven',
  (_, wish) => {
    const prepared = prepareGame({ ...wish, ...SMALL, stack: [2] }, 'before');
    if (!prepared.ok) throw new Error(prepared.error);
    const { event, secret } = prepared.value;
    const old: GameEvent = { ...event, setUp: dealtBefore(event.setUp, secret.seed) };
    const start: GameEvent = { type: 'gameStarted', at: 0 };
    const begun = evolve(beginGame(old), start);
    const log = [old, start, ...due(begun, { at: 180_000, secret })];
    expect(old.setUp.actionTiles).not.toEqual(event.setUp.actionTiles);
    expect(auditLog(log).ok).toBe(true);
    const swapped = { ...old, setUp: { ...old.setUp, actionTiles: [...old.setUp.actionTiles].reverse() } };
    expect(auditLog([swapped, ...log.slice(1)])).toEqual({
      ok: false,
      error: 'The set-up cannot have come about: "actionTiles" does not follow from the seed.',
    });
  },
);

test('GB-3b the order of fields in the log does not matter', () => {
  const { events } = whole({ scenario: 2, players: 2, ...SMALL });
  const turned = events.map(
    event => Object.fromEntries(Object.entries(event).reverse()) as unknown as GameEvent,
  );
  expect(JSON.stringify(turned)).not.toBe(JSON.stringify(events));
  expect(auditLog(turned).ok).toBe(true);
});

// Tampering with the log of a game in which nobody chose an order, so everything face down follows from the seed.

const OPEN: Wish = { scenario: OWN, players: 3, ...BY_SEED };
const { events: LOG } = whole(OPEN, 'tamper');
const SET_UP = LOG[0]?.type === 'gameSetUp' ? LOG[0].setUp : undefined;

const indexOf = (type: GameEvent['type'], from = 0): number =>
  LOG.findIndex((event, i) => i >= from && event.type === type);
const tampered = (i: number, change: object): readonly GameEvent[] =>
  LOG.map((event, j) => (i === j ? ({ ...event, ...change } as GameEvent) : event));
const withSetUp = (change: object): readonly GameEvent[] => tampered(0, { setUp: { ...SET_UP, ...change } });
const proof = (events: readonly GameEvent[]): string => {
  const audited = auditLog(events);
  return audited.ok ? 'proven' : audited.error;
};

test('GB-3b the log with which the next tests tamper is proven before any change, and its game is won', () => {
  expect(proof(LOG)).toBe('proven');
  expect(LOG.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['tileDrawn', 'theftHappened', 'gameWon']),
  );
});

test.each<[string, readonly GameEvent[], string]>([
  ['nothing', [], 'The log does not begin with a set-up.'],
  ['no beginning', LOG.slice(1), 'The log does not begin with a set-up.'],
  ['no end', LOG.slice(0, -1), 'The log does not end with its seed: the game is not over.'],
  ['another seed', tampered(LOG.length - 1, { seed: 'other' }), 'The seed is not the one committed to'],
  [
    'another commitment',
    withSetUp({ commitment: commitTo('other') }),
    'The seed is not the one committed to',
  ],
  [
    'another seed and its commitment',
    [
      ...withSetUp({ commitment: commitTo('x') }).slice(0, -1),
      { type: 'seedRevealed', at: LOG.at(-1)?.at ?? 0, seed: 'x' },
    ],
    'does not follow from the seed',
  ],
  [
    'other action tiles',
    withSetUp({ actionTiles: SET_UP?.actionTiles.toReversed() }),
    '"actionTiles" does not',
  ],
  [
    'other heroes',
    withSetUp({ heroes: { ...SET_UP?.heroes, elf: SET_UP?.heroes.mage } }),
    '"heroes" does not',
  ],
  ['another open tile', withSetUp({ next: 77 }), '"next" does not follow from the seed'],
  ['fewer tiles', withSetUp({ stack: [2, 3, 4] }), 'does not follow from the seed'],
  [
    'a tile twice',
    withSetUp({ stack: [2, 2, 3, 4] }),
    'The set-up is impossible: The stack names tile 2 twice.',
  ],
  ['ten players', withSetUp({ players: 10 }), 'The set-up is impossible: A game has 1 to 9 players, not 10.'],
  ['no tiles', withSetUp({ tiles: 'nothing' }), 'The set-up is impossible: The tiles cannot be read'],
  [
    'a claim of choice',
    withSetUp({ chosen: ['heroes'], heroes: { ...SET_UP?.heroes, elf: 999 } }),
    'a hero stands outside',
  ],
  [
    'a later start',
    tampered(indexOf('gameStarted'), { at: 5 }),
    'gameStarted at 5 ms, cannot have happened.',
  ],
  ['another drawn tile', tampered(indexOf('tileDrawn'), { tile: 77 }), 'tileDrawn at'],
  ['a hidden uppermost tile', tampered(indexOf('tileDrawn'), { next: null }), 'tileDrawn at'],
  ['a theft nobody called', tampered(indexOf('theftHappened'), { seat: null }), 'theftHappened at'],
  [
    'an escape',
    LOG.toSpliced(indexOf('heroLeft'), 0, { type: 'heroLeft', at: 0, hero: 'elf' }),
    'heroMoved at',
  ],
  ['a move left out', LOG.toSpliced(indexOf('heroMoved'), 1), 'cannot have happened.'],
  [
    'a move told twice',
    LOG.toSpliced(indexOf('heroMoved'), 0, LOG[indexOf('heroMoved')] ?? (LOG[0] as GameEvent)),
    'cannot have',
  ],
  [
    'more after the end',
    [...LOG, { type: 'stared', at: 1e9, seat: 0, to: 1 }, LOG.at(-1) as GameEvent],
    'stared at',
  ],
  [
    'sand that did not run out',
    tampered(LOG.length - 2, { type: 'gameLost', reason: 'sand' }),
    'cannot have happened.',
  ],
  [
    'a move after the last grain',
    LOG.map(event => ({ ...event, at: event.at * 1e4 })),
    'cannot have happened.',
  ],
])('GB-3b a log with %s is refused with the place', (_, events, why) => {
  expect(proof(events)).toContain(why);
});

test('GB-3b a log in which time passes before the start or in a pause is refused', () => {
  const table = started({ scenario: 1, edition: 'pocket', players: 2 });
  table.act({ type: 'pause', seat: 0 }, 7000);
  table.act({ type: 'resume', seat: 1 });
  table.wait(180_000);
  expect(proof(table.log)).toBe('proven');
  const late = table.log.map(event => (event.type === 'resumed' ? { ...event, at: 7001 } : event));
  expect(proof(late)).toBe('Event 4, resumed at 7001 ms, cannot have happened.');
});

test('GB-3b a dictated stack is marked as chosen, and a log that hides the mark is refused', () => {
  const { events } = whole({ scenario: 1, players: 2, ...SMALL }, 'chosen');
  const [first, ...rest] = events;
  if (first?.type !== 'gameSetUp') throw new Error('no set-up');
  expect(first.setUp.chosen).toEqual(['stack']);
  const hidden: GameEvent = { ...first, setUp: { ...first.setUp, chosen: [] } };
  expect(proof([hidden, ...rest])).not.toBe('proven');
});

test.each<[string, object]>([
  ['name', { name: 'Easy' }],
  ['rules', { rules: ['noVortex'] }],
  ['stack', { stack: [2, 3, 4, 5, 6, 7, 8] }],
])('GB-3b a log whose %s differs from the printed scenario is refused', (_, change) => {
  const { events } = whole({ scenario: 1, players: 4, hourglass: 10 });
  const [first, ...rest] = events;
  if (first?.type !== 'gameSetUp') throw new Error('no set-up');
  expect(proof([{ ...first, setUp: { ...first.setUp, ...change } }, ...rest])).toContain(
    'does not follow from',
  );
});

/**
 * Fields that players choose freely: the time, the player, the destination, the table. A log with other values is a
 * different possible game.
 */
const FREE = /^[.](at|seat|to|setUp[.](edition|hourglass|house[.]\w+|name))$/;

interface Leaf {
  readonly path: string;
  readonly keys: readonly (string | number)[];
  readonly value: unknown;
}

function leavesOf(value: unknown, keys: readonly (string | number)[] = []): readonly Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ path: `.${keys.join('.')}`, keys, value }];
  return Object.entries(value).flatMap(([key, part]) => leavesOf(part, [...keys, key]));
}

function replacedAt(value: unknown, [key, ...rest]: readonly (string | number)[], leaf: unknown): unknown {
  if (key === undefined) return leaf;
  const part: unknown = Object.entries(value ?? {}).find(([name]) => name === String(key))?.[1];
  const changed = replacedAt(part, rest, leaf);
  return Array.isArray(value) ? value.with(Number(key), changed) : { ...(value as object), [key]: changed };
}

const WORDS = [
  ...HEROES,
  ...ACTIONS,
  'ball',
  'sand',
  'revised',
  '2021-pl',
  'A',
  'B',
  'heroes',
  'stack',
  'gameWon',
  'tapped',
];

function other(value: unknown, by: number): unknown {
  if (typeof value === 'number') return value + (by - 20 || 1);
  if (typeof value === 'boolean') return !value;
  if (value === null) return by;
  return WORDS.filter(word => word !== value)[by % (WORDS.length - 1)];
}

const LINES = LOG.map(event => JSON.stringify(event));

/** Reads the form of a log from outside, then audits it. */
function fromOutside(lines: readonly string[]): ReturnType<typeof auditLog> {
  const log = readLog(lines.join('\n'));
  return log.ok ? auditLog(log.value) : log;
}

test('GB-3b a log with one changed field of a shuffle, a draw, a find or the end is refused', () => {
  const seen = { refused: 0, free: 0 };
  fc.assert(
    fc.property(fc.nat(LOG.length - 1), fc.nat(1e6), fc.nat(40), (i, pick, by) => {
      const leaves = leavesOf(LOG[i]);
      const leaf = leaves[pick % leaves.length];
      if (leaf === undefined) throw new Error('an event without fields');
      const event = replacedAt(LOG[i], leaf.keys, other(leaf.value, by)) as GameEvent;
      const audited = fromOutside(LINES.with(i, JSON.stringify(event)));
      if (audited.ok) {
        seen.free++;
        expect(leaf.path).toMatch(FREE);
      } else {
        seen.refused++;
        expect(audited.error).toMatch(/^[A-Z].*[.]$/);
      }
    }),
    { numRuns: 1500, seed: 12 },
  );
  expect(seen.refused).toBeGreaterThan(1000);
  expect(seen.free).toBeGreaterThan(10);
});

test('GB-3b an event with an additional field is refused', () => {
  for (const i of LOG.keys()) expect(proof(tampered(i, { note: 'x' }))).not.toBe('proven');
});

// Tests of logs from outside, as lines of JSON.

test('GB-3b a log that is written as lines and read again is unchanged', () => {
  expect(readLog(`${LINES.join('\n')}\n`)).toEqual({ ok: true, value: LOG });
  expect(readLog('')).toEqual({ ok: true, value: [] });
});

test.each<[string, string, string]>([
  ['no JSON', 'hello', 'Line 1 is not a JSON object.'],
  ['a list', '[]', 'Line 1 is not a JSON object.'],
  ['no type', '{}', 'Line 1 has no known "type".'],
  ['an unknown type', '{"type": "toString", "at": 0}', 'Line 1 has no known "type".'],
  ['no time', '{"type": "gameWon"}', 'Line 1, gameWon, needs "at".'],
  ['time before the start', '{"type": "gameWon", "at": -1}', 'Line 1, gameWon,: "at" must be a whole number'],
  ['a field too many', '{"type": "gameWon", "at": 1, "by": 2}', 'Line 1, gameWon, has no field "by".'],
  ['a wrong hero', '{"type": "heroLeft", "at": 1, "hero": "troll"}', '"hero" must be one of barbarian'],
  ['a set-up of nothing', '{"type": "gameSetUp", "at": 0, "setUp": {}}', '"setUp" needs "edition"'],
  ['a second line that is bad', `${LINES[0]}\n\n{"type": "paused", "at": 3, "seat": 9}`, 'Line 3, paused,'],
])('GB-3b a log line with %s is refused with its place', (_, log, why) => {
  const read = readLog(log);
  expect(read.ok ? 'read' : read.error).toContain(why);
});

test('GB-3b the audit of any log with the right form returns a game or a sentence, and never throws', () => {
  const anyLine = fc.constantFrom(...LINES.slice(1)).chain(line => {
    const leaves = leavesOf(JSON.parse(line));
    return fc
      .tuple(
        fc.constantFrom(...leaves),
        fc.oneof(fc.constant('same'), fc.jsonValue({ maxDepth: 1 }), fc.nat(1600)),
      )
      .map(([leaf, value]) =>
        value === 'same' ? line : JSON.stringify(replacedAt(JSON.parse(line), leaf.keys, value)),
      );
  });
  const seen = { form: 0, audit: 0 };
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 5 }), lines => {
      const log = [LINES[0] ?? '', LINES[1] ?? '', ...lines, LINES.at(-1) ?? ''];
      seen[readLog(log.join('\n')).ok ? 'audit' : 'form']++;
      const answer = fromOutside(log);
      expect(answer.ok ? 'proven' : answer.error).toMatch(/^[A-Z].*[.]$/);
    }),
    { numRuns: 800, seed: 13 },
  );
  expect(Math.min(seen.form, seen.audit)).toBeGreaterThan(100);
});
