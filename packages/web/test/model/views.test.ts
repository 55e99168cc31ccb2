/** Tests of the data that screens show: addresses, names, wishes, goals and the story of a game. */
import { readFileSync } from 'node:fs';
import { AVATARS, LONGEST_NAME, tableCodeIn, wishProblem } from '@hush/protocol';
import { beginGame, evolve, type Game, type GameEvent, prepareGame, SCENARIOS } from '@hush/rules';
import { expect, test, vi } from 'vitest';

vi.stubGlobal('location', { pathname: '/', search: '', href: 'https://hush.example/' });
vi.stubGlobal('addEventListener', () => undefined);

const { botsIn, routeOf, tablePath, viewIn } = await import('../../src/device/route.ts');
const { anyAvatar, shortenName, readName } = await import('../../src/device/profile.ts');
const { storedWish, levelsOf, requestTable, scenarioOf, whyNever, whyNot, withScenario } = await import(
  '../../src/model/table-wish.ts'
);
const { goalsOf, turnsLeft, urgentIn } = await import('../../src/model/goals.ts');
const { storyOf } = await import('../../src/model/story.ts');
const { clockText: clock, spokenCode } = await import('../../src/table/names.ts');
const { troubleOf } = await import('../../src/ui/error-kinds.ts');
const { whyLost } = await import('../../src/ui/why-lost.ts');
const { storage } = await import('../../src/device/storage.ts');

test.each([
  ['K7GX4FPN', 'K7GX4FPN'],
  [' k7gx-4fpn ', 'K7GX4FPN'],
  ['k7 gx 4f pn', 'K7GX4FPN'],
  ['K7GX–4FPN', 'K7GX4FPN'],
  ['K7GX4FP', null],
  ['K7GX4FPA', null],
  ['', null],
])('the code %j is read as %j', (typed, code) => {
  expect(tableCodeIn(typed)).toBe(code);
});

test.each([
  ['/', 'home', {}],
  ['/practice', 'practice', {}],
  ['/introduction/', 'introduction', {}],
  ['/crews', 'crews', {}],
  ['/board', 'board', {}],
  ['/crew/bcdfghjklmnp', 'crew', { crew: 'BCDFGHJKLMNP' }],
  ['/crew/', 'lost', {}],
  ['/t/k7gx4fpn', 'table', { table: 'K7GX4FPN' }],
  ['/t/K7GX4FPN/', 'table', { table: 'K7GX4FPN' }],
  ['/t/K7GX%E2%80%934fpn', 'table', { table: 'K7GX4FPN' }],
  ['/t/nothing', 'lost', {}],
  ['/t/%E0%A4%A', 'lost', {}],
  ['/hourglass', 'lost', {}],
  ['/elsewhere', 'lost', {}],
])('the address %s leads to the screen %s with %j', (pathname, screen, params) => {
  expect(routeOf({ pathname, search: '' })).toMatchObject({ screen, params });
});

test.each([
  ['', 0],
  ['?bots=3', 3],
  ['?bots=many', 0],
  ['?bots=9', 0],
])('the address /practice%s means %i bots', (search, bots) => {
  expect(botsIn(new URLSearchParams(search))).toBe(bots);
});

test.each([
  ['', { screen: false, watch: false, keys: false }],
  ['?view=keys', { screen: false, watch: false, keys: true }],
  ['?view=watch', { screen: false, watch: true, keys: false }],
  ['?view=screen', { screen: true, watch: true, keys: false }],
  ['?view=else', { screen: false, watch: false, keys: false }],
])('the address of a table with %j shows the view %j', (search, view) => {
  expect(viewIn(new URLSearchParams(search))).toEqual(view);
});

test('the address of a table leads to that table', () => {
  expect(routeOf({ pathname: tablePath('K7GX4FPN'), search: '' }).params).toEqual({ table: 'K7GX4FPN' });
  expect(spokenCode('K7GX4FPN')).toBe('K7GX-4FPN');
});

test('a name of two hundred emoji is shortened between two emoji and splits none', () => {
  const family = '👨‍👩‍👧‍👦';
  const read = readName(family.repeat(200));
  if (!('name' in read)) throw new Error('no name');
  expect(read.name).toBe(family.repeat(Math.floor(LONGEST_NAME / [...family].length)));
  expect(shortenName('a'.repeat(99))).toBe('a'.repeat(LONGEST_NAME));
});

test.each(['', '   ', '\u200b\u202e'])('%j is refused as a name', typed => {
  expect(readName(typed)).toEqual({ problem: 'unseen' });
});

test('every animal is accepted as an avatar', () => {
  expect(new Set(AVATARS.map((_, i) => anyAvatar(i / AVATARS.length)))).toEqual(new Set(AVATARS));
});

test.each([
  [{ scenario: 1 }, 1, null],
  [{ scenario: 1 }, 8, null],
  [{ scenario: 1 }, 9, { why: 'many', n: 8 }],
  [{ scenario: 9 }, 2, { why: 'few', n: 3 }],
  [{ scenario: 9 }, 9, null],
  [{ scenario: 2, edition: 'pocket-fr' }, 1, { why: 'solo', n: 2 }],
  [{ scenario: 8, edition: 'pocket-fr' }, 4, { why: 'edition', n: 7 }],
])('the wish %j with %i players is refused because of %j', (wish, players, why) => {
  expect(whyNot(wish, players)).toEqual(why);
  expect(prepareGame({ ...wish, players }, 'seed').ok).toBe(why === null);
});

test.each([
  [{ scenario: 1, players: 1 }, null],
  [{ scenario: 1 }, null], // eight of the nine seats are enough for this scenario
  [
    { scenario: 9, players: 2 },
    { why: 'few', n: 3 },
  ],
  [{ scenario: 9, players: 3 }, null],
  [
    { scenario: 2, edition: 'pocket-fr', players: 1 },
    { why: 'solo', n: 2 },
  ],
  [
    { scenario: 8, edition: 'pocket-fr' },
    { why: 'edition', n: 7 },
  ],
])('the wish %j cannot be played with any number of players: %j', (wish, why) => {
  expect(whyNever(wish)).toEqual(why);
  expect(wishProblem(wish) === null).toBe(why === null);
});

test('choosing another scenario removes the settings of the old one', () => {
  expect(withScenario({ scenario: 8, level: 24, side: 'B', hourglass: 240 }, 2)).toEqual({
    scenario: 2,
    hourglass: 240,
  });
});

test('SC-La a game can be set up at every level that the page offers', () => {
  for (let scenario = 1; scenario <= SCENARIOS.length; scenario++) {
    const found = scenarioOf({ scenario });
    if (found === null) throw new Error(`no scenario ${scenario}`);
    for (const level of levelsOf(found))
      expect(prepareGame({ scenario, level, players: 4 }, 'seed').ok, `${scenario} at ${level}`).toBe(true);
  }
});

test.each(['{"scenario":', '{"scenario":99}', '{"scenario":3,"hourglass":"x"}', 'null', '7'])(
  'PR-83e a stored wish of %s is not used',
  text => {
    storage.put('wish', text);
    const wish = storedWish();
    expect(prepareGame({ ...wish, players: 4 }, 'seed').ok || typeof wish.scenario === 'number').toBe(true);
  },
);

const newGame = (wish: { readonly scenario: number; readonly players: number }): Game => {
  const prepared = prepareGame(wish, 'seed');
  if (!prepared.ok) throw new Error(prepared.error);
  return beginGame(prepared.value.event);
};

test('at the start no item is found, and the most urgent task is planning', () => {
  const game = newGame({ scenario: 2, players: 4 });
  expect(goalsOf(game).map(({ what, state }) => `${what} ${state}`)).toEqual(Array(4).fill('item unseen'));
  expect(urgentIn(game)).toBe('setup');
  expect(urgentIn(evolve(game, { type: 'gameStarted', at: 0 }))).toBe('items');
});

test('after the theft the goals are the exits', () => {
  const started = evolve(newGame({ scenario: 2, players: 4 }), { type: 'gameStarted', at: 0 });
  const game = evolve(started, { type: 'theftHappened', at: 10, seat: 0 });
  expect(goalsOf(game).every(({ what }) => what === 'exit')).toBe(true);
  expect(urgentIn(game)).toBe('exits');
});

test('CO-5a with all tiles there are four hourglasses, and a turned one is used', () => {
  const game = { ...newGame({ scenario: 7, players: 4 }) };
  expect(turnsLeft(game)).toBe(4);
  expect(turnsLeft({ ...game, turned: 3 })).toBe(1);
});

test('the story of a game counts moves and nudges by player, and lists the important events', () => {
  const events: readonly GameEvent[] = [
    { type: 'gameStarted', at: 0 },
    { type: 'heroMoved', at: 5, seat: 1, hero: 'elf', by: 'north', to: 18 },
    { type: 'pawnMoved', at: 6, seat: 0, to: 1 },
    { type: 'tileLaid', at: 7, seat: 1, tile: 5, door: 18, by: 'elf' },
    { type: 'hourglassTurned', at: 8, cell: 90 },
    { type: 'gameLost', at: 9, reason: 'sand' },
  ];
  expect(storyOf(events, 2)).toEqual({
    moves: [0, 2],
    nudges: [1, 0],
    moments: [
      { at: 7, type: 'laid', tile: 5 },
      { at: 8, type: 'turned' },
      { at: 9, type: 'lost' },
    ],
  });
});

test.each([
  [0, '0:00'],
  [1, '0:01'],
  [59_001, '1:00'],
  [107_000, '1:47'],
  [-5, '0:00'],
])('%i ms of sand are shown as %s', (millis, text) => {
  expect(clock(millis)).toBe(text);
});

test.each([
  [4001, 'takenOver'],
  [4002, 'kicked'],
  [4004, 'noTable'],
  [4006, 'oldPage'],
  [4007, 'damaged'],
  [1007, 'oldPage'],
])('after the close code %i the page shows %s', (code, kind) => {
  expect(troubleOf(code)).toBe(kind);
});

test.each([
  [1012, { greeted: true, long: false }, 'restarting'],
  [1012, { greeted: false, long: false }, 'restarting'],
  [1012, { greeted: true, long: true }, 'reconnecting'],
  [1013, { greeted: true, long: false }, 'busy'],
  [1013, { greeted: false, long: true }, 'busy'],
  [1001, { greeted: true, long: false }, 'reconnecting'],
  [null, { greeted: true, long: true }, 'reconnecting'],
  [null, { greeted: false, long: true }, 'noAnswer'],
])('after the goodbye %j with %j the page shows %s', (goodbye, known, why) => {
  expect(whyLost({ goodbye, ...known })).toBe(`shell.${why}`);
});

/** The result of `requestTable` for an answer. */
async function asked(status: number, body: string): Promise<unknown> {
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
  try {
    return await requestTable({ scenario: 1 });
  } finally {
    vi.stubGlobal('fetch', undefined);
  }
}

test.each([
  [503, '{"error":"no-room","say":"Full."}', 'no-room'],
  [503, '{"error":"unavailable"}', 'unavailable'],
  [503, '{"error":"draining"}', 'draining'],
  [429, '{"error":"too-many"}', 'too-many'],
  [429, '{}', 'too-many'],
  [429, '<h1>Too many requests</h1>', 'too-many'],
  [403, '{"error":"origin"}', 'origin'],
  [503, '{"error":"something new"}', 'something new'],
  [503, '{}', 'other'],
  [503, 'null', 'unreachable'],
  [502, '<h1>Bad gateway</h1>', 'unreachable'],
])('the answer %i with %s to a request for a table is the error %s', async (status, body, code) => {
  expect(await asked(status, body)).toMatchObject({ ok: false, error: { code, status } });
});

test('without a network the error is unreachable, with status 0', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  expect(await requestTable({ scenario: 1 })).toEqual({
    ok: false,
    error: { code: 'unreachable', status: 0 },
  });
  vi.stubGlobal('fetch', undefined);
});

test('the answer to a refused wish contains its problem, and to an accepted one the code of the table', async () => {
  const problem = { code: 'no-level', rule: 'SC-L', values: {} };
  const body = JSON.stringify({ error: 'bad-setup', problem });
  expect(await asked(400, body)).toEqual({ ok: false, error: { code: 'bad-setup', status: 400, problem } });
  expect(await asked(201, '{"code":"K7GX4FPN"}')).toEqual({ ok: true, value: 'K7GX4FPN' });
});

test('the page has a text for every reason in docs/PROTOCOL.md why a server cannot open a table now', () => {
  const document = readFileSync(new URL('../../../../docs/PROTOCOL.md', import.meta.url), 'utf8');
  const codes = [...document.matchAll(/^\| ([\w-]+) \| 503 \|/gm)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(2);
  const words = JSON.parse(readFileSync(new URL('../../src/i18n/en/home.json', import.meta.url), 'utf8'));
  expect(Object.keys(words)).toEqual(expect.arrayContaining(codes.map(code => `home.noTable.${code}`)));
});
