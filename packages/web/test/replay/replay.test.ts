/**
 * Tests of a record as a film: every frame is the game at that time, jumps lead to events, and invalid files are refused
 * with their line.
 */
import { type GameEvent, recordText, replay } from '@hush/rules';
import { beforeAll, expect, test, vi } from 'vitest';
import { gameFrom } from '../../../protocol/test/crews/crew-kit.ts';

const EVENTS = gameFrom('film');
const bySeat = (...names: readonly string[]) => ({ type: 'bySeat', names }) as const;
const people = (...names: readonly string[]) => ({ type: 'people', names }) as const;
const SOURCE = { crew: null, line: 0, table: null };

let film: typeof import('../../src/replay/film.ts');
let projection: typeof import('../../src/replay/projector.ts');
let sources: typeof import('../../src/replay/sources.ts');
let route: typeof import('../../src/device/route.ts');

/** Sets the address of the page. */
function visit(path: string): void {
  const { pathname, search, hash } = new URL(path, 'https://hush.example');
  Object.assign(location, { pathname, search, hash });
}

beforeAll(async () => {
  Object.assign(globalThis, {
    document: { documentElement: { lang: '' } },
    location: { pathname: '/replay', search: '', hash: '', href: 'https://hush.example/replay' },
    history: { pushState: (_: unknown, __: string, path: string) => visit(path) },
    addEventListener: () => undefined,
    matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
  });
  const words = await import('../../src/i18n/catalogs.ts');
  await words.loadWords('en');
  await words.requestWords('replay', 'news');
  film = await import('../../src/replay/film.ts');
  projection = await import('../../src/replay/projector.ts');
  sources = await import('../../src/replay/sources.ts');
  route = await import('../../src/device/route.ts');
});

const made = (): import('../../src/replay/film.ts').Film => {
  const whole = film.filmOf(EVENTS, bySeat('Ann', 'Bo'));
  if (whole === null) throw new Error('no film');
  return whole;
};

test('PR-86a frame n is the game after its first n events, and the last frame is the end of the game', () => {
  const whole = made();
  expect(whole.frames).toHaveLength(EVENTS.length);
  expect(whole.frames.at(-1)).toEqual(replay(EVENTS));
  const middle = EVENTS.length >> 1;
  expect(film.gameAt(whole, middle)).toEqual(replay(EVENTS.slice(0, middle + 1)));
});

test('PR-86b the frame of a time shows the last event that has happened by then', () => {
  const whole = made();
  for (const at of [0, 1, whole.end / 2, whole.end, whole.end + 5]) {
    const frame = film.frameAt(whole, at);
    expect(EVENTS[frame]?.at).toBeLessThanOrEqual(at);
    expect(EVENTS[frame + 1]?.at ?? Number.POSITIVE_INFINITY).toBeGreaterThan(at);
  }
});

test('PR-86d the sentence about an event names its player', () => {
  const told = film.filmLinesOf(made());
  expect(told.length).toBeGreaterThan(20);
  expect(told.some(({ text }) => text.startsWith('Ann: '))).toBe(true);
  expect(told.map(({ text }) => text).join('\n')).toContain('Everybody escaped: the game is won!');
  expect(told.map(({ text }) => text).join('\n')).not.toMatch(/\byou(?:r)?\b/i);
});

test('PR-86b the replay plays at the chosen speed, stops at the end, and starts again from the beginning', () => {
  const whole = made();
  const projector = projection.createProjector(whole);
  projector.tick(1000);
  expect(projector.at.value).toBe(0);
  projector.setSpeed(4);
  projector.toggle();
  projector.tick(1000);
  expect(projector.at.value).toBe(4000);
  projector.tick(whole.end);
  expect([projector.at.value, projector.playing.value]).toEqual([whole.end, false]);
  projector.toggle();
  expect([projector.at.value, projector.playing.value]).toEqual([0, true]);
});

test('PR-86b jumps go to the next or previous moment of a kind, and steps go to the next event', () => {
  const whole = made();
  const projector = projection.createProjector(whole);
  const thefts = whole.moments.filter(({ type }) => type === 'theft');
  projector.leap('next', ['theft']);
  expect(projector.at.value).toBe(thefts[0]?.at);
  projector.leap('next', ['theft']);
  expect(projector.at.value).toBe(thefts[0]?.at);
  projector.leap('last');
  expect(projector.at.value).toBeLessThan(thefts[0]?.at ?? 0);
  projector.show(7);
  projector.step(1);
  expect(projector.frame.value).toBe(8);
});

test('PR-86c an unreadable record is refused with its line, and an impossible game is shown as unproven', () => {
  const text = recordText(EVENTS);
  const read = sources.readFilm(`\uFEFF${text}`);
  expect(read).toEqual({ ok: true, value: EVENTS });
  expect(sources.proofStateOf(EVENTS)).toBe('proven');
  expect(sources.proofStateOf(EVENTS.slice(0, -1))).toBe('unfinished');
  expect(
    sources.proofStateOf(
      EVENTS.map(event => (event.type === 'seedRevealed' ? { ...event, seed: 'x' } : event)),
    ),
  ).toBe('false');
  expect(sources.readFilm(text.replace('hush game 1', 'hush game 2'))).toMatchObject({
    ok: false,
    error: { code: 'record-text', values: { line: 1 } },
  });
  expect(sources.readFilm('x'.repeat(sources.LARGEST_RECORD + 1))).toMatchObject({
    error: { code: 'text-long' },
  });
});

test('PR-86b steps of whole seconds reach the end, although the last second is not whole', () => {
  const whole = made();
  expect(whole.end % film.SECOND).not.toBe(0);
  expect(film.lengthOf(whole) % film.SECOND).toBe(0);
  expect(film.lengthOf(whole)).toBeGreaterThanOrEqual(whole.end);
  const projector = projection.createProjector(whole);
  projector.seek(film.lengthOf(whole));
  expect([projector.at.value, projector.frame.value]).toEqual([whole.end, EVENTS.length - 1]);
});

test('PR-86b a moment before the beginning shows the beginning', () => {
  const projector = projection.createProjector(made());
  projector.seek(-5_000);
  expect([projector.at.value, projector.frame.value]).toEqual([0, film.frameAt(made(), 0)]);
});

const threeWithBot = (): {
  readonly first: GameEvent;
  readonly sat: GameEvent;
  readonly rest: readonly GameEvent[];
} => {
  const [first, ...rest] = gameFrom('names', { players: 3 });
  if (first === undefined) throw new Error('no game');
  return { first, sat: { type: 'botSat', seat: 1, at: 0 }, rest };
};

test('PR-86d names from the book are matched to the seats of people, and left out if one is missing', () => {
  const { first, sat, rest } = threeWithBot();
  const names = (events: readonly GameEvent[], ...given: readonly string[]): unknown =>
    film.filmOf(events, people(...given))?.names;
  expect(names([first, ...rest], 'Ann', 'Bo', 'Cy')).toEqual(['Ann', 'Bo', 'Cy']);
  expect(names([first, sat, ...rest], 'Ann', 'Cy')).toEqual(['Ann', '', 'Cy']);
  expect(names([first, sat, ...rest], 'Ann', 'Bo', 'Cy')).toEqual(['Ann', 'Bo', 'Cy']);
  expect(names([first, ...rest], 'Ann', 'Bo')).toEqual([]);
  expect(names([first, ...rest])).toEqual([]);
});

test('PR-86d names by seat stay with their seats, however many seats bots have', () => {
  const { first, sat, rest } = threeWithBot();
  const whole = film.filmOf([first, sat, ...rest], bySeat('Ann', ''));
  expect(whole?.names).toEqual(['Ann', '']);
  const told = whole === null ? [] : film.filmLinesOf(whole).map(({ text }) => text);
  expect(told.filter(text => text.startsWith(':'))).toEqual([]);
  expect(told.some(text => text.startsWith('2: '))).toBe(true);
});

test('PR-86d if a bot took over a seat during a game, names from the book are left out', () => {
  const { first, sat, rest } = threeWithBot();
  const start = rest.findIndex(({ type }) => type === 'gameStarted') + 1;
  const events = [first, ...rest.slice(0, start), sat, ...rest.slice(start)];
  const names = (...given: readonly string[]): unknown => film.filmOf(events, people(...given))?.names;
  expect(names('Ann', 'Bo', 'Cy')).toEqual(['Ann', 'Bo', 'Cy']);
  expect(names('Bo', 'Cy')).toEqual([]);
});

test('PR-86d names of players come from the line of the book or from this page’s own game, not from a table', async () => {
  const lines = [
    { line: 2, names: ['Cy'] },
    { line: 3, names: ['Ann', 'Bo'] },
  ];
  const asked: string[] = [];
  const answer = (ok: boolean) => (path: string) => {
    asked.push(path);
    return Promise.resolve({ ok, json: () => Promise.resolve({ lines }) });
  };
  const inBook = { ...SOURCE, crew: 'BCDFGHJKBCDF', line: 3 };
  vi.stubGlobal('fetch', answer(true));
  expect(await sources.namesFor(inBook, 'record')).toEqual(people('Ann', 'Bo'));
  expect(await sources.namesFor({ ...inBook, line: 4 }, 'record')).toEqual(people());
  expect(await sources.namesFor({ ...SOURCE, table: 'BCDFGHJK' }, 'record')).toEqual(people());
  expect(asked).toEqual(['/api/crews/BCDFGHJKBCDF', '/api/crews/BCDFGHJKBCDF']);
  vi.stubGlobal('fetch', answer(false));
  expect(await sources.namesFor(inBook, 'record')).toEqual(people());
  vi.unstubAllGlobals();
  sources.openReplay('record', ['Mina'], null);
  expect(await sources.namesFor(SOURCE, 'record')).toEqual(bySeat('Mina'));
  expect(await sources.namesFor(SOURCE, 'another')).toEqual(people());
});

test('PR-86e the address of a film is read and written', () => {
  const at = (pathname: string): unknown => route.routeOf({ pathname, search: '' });
  expect(at('/replay')).toMatchObject({ screen: 'replay', params: {} });
  expect(at('/replay/bcdfghjk')).toMatchObject({ screen: 'replay', params: { table: 'BCDFGHJK' } });
  expect(at('/replay/bcdfghjkbcdf/3')).toMatchObject({
    screen: 'replay',
    params: { crew: 'BCDFGHJKBCDF', line: '3' },
  });
  expect(at('/replay/a/b/c')).toMatchObject({ screen: 'lost' });
});

test('PR-86d the film shows a bot as a bot', () => {
  const [first, ...rest] = EVENTS;
  const sat = { type: 'botSat', seat: 1, at: 0 } as const;
  const whole = first === undefined ? null : film.filmOf([first, sat, ...rest], bySeat('Ann', 'Bo'));
  if (whole === null) throw new Error('no film');
  const bots = (frame: number): unknown => film.seatsAt(whole, frame).map(({ name, isBot }) => [name, isBot]);
  expect(bots(0)).toEqual([
    ['Ann', false],
    ['Bo', false],
  ]);
  expect(bots(1)).toEqual([
    ['Ann', false],
    ['Bo', true],
  ]);
  expect(film.seatsAt(whole, 1).flatMap(({ actions }) => actions).length).toBeGreaterThan(3);
});

test('SC-16b TH-2d the film shows the vortex as struck out: in scenario 16 from its first frame, in scenario 2 only after the theft', () => {
  const struckOut = (scenario: number): readonly string[] => {
    const shot = film.filmOf(gameFrom('struck', { scenario }), bySeat('Ann', 'Bo'));
    return shot === null ? ['no film'] : film.seatsAt(shot, 0).flatMap(seat => seat.struckOut);
  };
  expect(struckOut(16)).toEqual(['vortex']);
  expect(struckOut(2)).toEqual([]);
});

test('PR-86d the film of a solo game shows which action tile was turned, without a player’s name', () => {
  const solo = film.filmOf(gameFrom('alone', { players: 1 }), bySeat('Ann'));
  const told = solo === null ? [] : film.filmLinesOf(solo).map(({ text }) => text);
  expect(told.filter(text => text.startsWith('New action: ')).length).toBeGreaterThan(2);
  expect(told.join('\n')).not.toMatch(/\byou(?:r)?\b/i);
});

test('PR-86e the back link of a film leads to the book, to the table in the same view, or home', () => {
  expect(sources.backFrom({ ...SOURCE, crew: 'BCDFGHJKBCDF', line: 3 })).toBe('/crew/BCDFGHJKBCDF');
  expect(sources.backFrom({ ...SOURCE, table: 'BCDFGHJK' })).toBe('/t/BCDFGHJK');
  expect(sources.backFrom(SOURCE)).toBe('/');
  visit('/t/BCDFGHJK?view=watch');
  sources.openReplay('', [], 'BCDFGHJK');
  expect(location.pathname).toBe('/replay/BCDFGHJK');
  expect(sources.backFrom({ ...SOURCE, table: 'BCDFGHJK' })).toBe('/t/BCDFGHJK?view=watch');
  expect(sources.backFrom({ ...SOURCE, table: 'KJHGFDCB' })).toBe('/t/KJHGFDCB');
});

test('PR-86e the replay shows the game just played in this page, and /replay without one asks for a file', () => {
  visit('/practice');
  sources.openReplay('', [], null);
  expect([location.pathname, sources.cameFromFinishedGame()]).toEqual(['/replay', true]);
  route.navigate('/replay');
  expect(sources.cameFromFinishedGame()).toBe(false);
});

test.each([
  [404, 'unknown'],
  [409, 'noGame'],
  [410, 'damaged'],
  [429, 'tooMany'],
  [503, 'notNow'],
  [500, 'unreachable'],
])('PR-86e the answer %i to a request for a record shows: %s', async (status, error) => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('Sorry.', { status })));
  expect(await sources.fetchFilm({ ...SOURCE, table: 'BCDFGHJK' })).toEqual({ ok: false, error });
  vi.unstubAllGlobals();
});

test('PR-86b the list of keys of the film has every key that works, and no other', async () => {
  const { KEY_NOTES, KEYS, keysHeard } = await import('../../src/replay/replay-keys.tsx');
  const { settings } = await import('../../src/device/settings.ts');
  const told = Object.values(KEY_NOTES).flat();
  expect(told.toSorted()).toEqual([...Object.keys(KEYS), ...projection.SPEEDS.map(String)].toSorted());
  expect(Object.values(KEY_NOTES).every(keysHeard)).toBe(true);
  settings.singleKeys.value = false;
  expect(Object.values(KEY_NOTES).filter(keysHeard)).toEqual([KEY_NOTES.seek, KEY_NOTES.ends]);
  settings.singleKeys.value = true;
});
