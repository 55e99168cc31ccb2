/** Tests of how lines are arranged on the pages of the book, and of the crews that a device knows. */
import type { BookLine } from '@hush/protocol';
import { SCENARIOS } from '@hush/rules';
import { expect, test, vi } from 'vitest';
import { VirtualTime } from '../../../protocol/test/virtual-time.ts';
import type { Book } from '../../src/book/crew-api.ts';
import { speak } from '../table/play-kit.ts';
import { LINE } from './book-kit.ts';

vi.stubGlobal('location', {
  pathname: '/crew/X',
  search: '?a',
  href: 'https://hush.example/crew/X',
  hash: '',
});
vi.stubGlobal('addEventListener', () => undefined);

const { bookSheetOf } = await import('../../src/book/sheet.ts');
const book = await import('../../src/book/known-crews.ts');
const { dateText, signsOf } = await import('../../src/book/book-lines.tsx');
const { openBook } = await import('../../src/book/crew-api.ts');
const { loadCrewProgress, progressOf, skipTogether } = await import('../../src/book/crew-progress.ts');
const { progress } = await import('../../src/model/progress.ts');
const { enteredIn, mayChoose, startEntering } = await import('../../src/book/entering.ts');
const { bookAfterGame, pollBook } = await import('../../src/book/after-game.ts');
const { requestWords } = await import('../../src/i18n/catalogs.ts');

/** Scenarios 1-6 have one box each, scenario 7 has three, and every challenge has seven. */
const BOXES = 6 + 3 + 7 * (SCENARIOS.length - 7);

test('GB-1a GB-1b GB-1g the sheet has a line per scenario and a box per level', () => {
  const sheet = bookSheetOf([]);
  expect(sheet.introduction.map(({ boxes }) => boxes.map(({ level }) => level))).toEqual([
    [9],
    [12],
    [12],
    [14],
    [15],
    [17],
    [19, 21, 24],
  ]);
  expect(sheet.challenges.map(({ scenario }) => scenario)).toEqual(
    SCENARIOS.slice(7).map(({ number }) => number),
  );
  expect(sheet.challenges.every(({ boxes }) => boxes.length === 7)).toBe(true);
  expect(sheet).toMatchObject({ own: [], won: 0, boxes: BOXES });
});

test('PR-84a the box shows the best game played as printed, and lists all other lines after it', () => {
  const lines: readonly BookLine[] = [
    LINE,
    { ...LINE, line: 2, turned: 1, timeLeft: 5 },
    { ...LINE, line: 3, turned: 1, timeLeft: 9 },
    { ...LINE, line: 4, turned: 1, timeLeft: 9 },
    { ...LINE, line: 5, turned: 0, deviations: ['hourglass'] },
    { ...LINE, line: 6, level: 12, deviations: ['stack'] },
  ];
  const [first] = bookSheetOf(lines).introduction;
  expect(first?.boxes.map(({ level, best }) => [level, best?.line])).toEqual([
    [9, 3],
    [12, 6],
  ]);
  expect(first?.boxes[0]?.lines.map(({ line }) => line)).toEqual([3, 4, 2, 1, 5]);
  expect(bookSheetOf(lines)).toMatchObject({ won: 2, boxes: BOXES + 1 });
});

test('GB-2a custom scenarios have separate lines, by name', () => {
  const own = { ...LINE, scenario: null };
  const sheet = bookSheetOf([
    { ...own, name: 'Zigzag' },
    { ...own, name: 'Attic', line: 2, level: 7 },
    { ...own, name: 'Attic', line: 3, level: 5 },
  ]);
  expect(sheet.own.map(({ name, boxes }) => [name, boxes.map(({ level }) => level)])).toEqual([
    ['Attic', [5, 7]],
    ['Zigzag', [9]],
  ]);
  expect(sheet.won).toBe(0);
});

test('PR-83a a device lists its crews, the one used last first, and reading a book deletes no secret', () => {
  book.keepCrew({ id: 'A', name: 'Owls', secret: 'secret-of-the-owls' });
  book.keepCrew({ id: 'B', name: 'Bats', secret: null });
  book.keepCrew({ id: 'A', name: 'Night Owls', secret: null });
  expect(book.crews.value).toEqual([
    { id: 'A', name: 'Night Owls', secret: 'secret-of-the-owls' },
    { id: 'B', name: 'Bats', secret: null },
  ]);
  expect(book.ownCrews().map(({ id }) => id)).toEqual(['A']);
  book.deleteSecret('A');
  expect(book.ownCrews()).toEqual([]);
  book.removeCrew('A');
  expect(book.crews.value.map(({ id }) => id)).toEqual(['B']);
  book.keepCrew({ id: 'C', name: 'Cats', secret: 'secret-of-the-cats' });
  for (let i = 0; i < 40; i++) book.keepCrew({ id: `${i}`, name: 'x', secret: null });
  expect(book.crews.value).toHaveLength(30);
  expect(book.crews.value[0]?.id).toBe('39');
});

test('PR-83a a full list drops crews without a secret, never those with one', () => {
  expect(book.ownCrews().map(({ id }) => id)).toEqual(['C']);
  for (let i = 0; i < 35; i++) book.keepCrew({ id: `own ${i}`, name: 'x', secret: 'y' });
  expect(book.ownCrews()).toHaveLength(36);
  expect(book.crews.value).toHaveLength(36);
  for (const { id } of book.crews.value) book.removeCrew(id);
});

test('PR-83a a link with a wrong secret does not replace a stored secret', async () => {
  const asked: (string | null)[] = [];
  const shelf = (good: string) => async (_: string, secret: string | null) => {
    asked.push(secret);
    return secret === null || secret === good
      ? ({ ok: true, value: { name: 'Owls' } as Book } as const)
      : ({ ok: false, error: { code: 'token', status: 401 } } as const);
  };
  book.keepCrew({ id: 'L', name: 'Owls', secret: 'good' });
  expect(await openBook('L', 'made-up', shelf('good'))).toMatchObject({ ok: true });
  expect([asked.splice(0), book.secretOf('L')]).toEqual([['made-up', 'good'], 'good']);
  await openBook('L', 'newer', shelf('newer'));
  expect([asked.splice(0), book.secretOf('L')]).toEqual([['newer'], 'newer']);
  expect(await openBook('L', 'made-up', shelf('newest'))).toMatchObject({ ok: true });
  expect([asked.splice(0), book.secretOf('L')]).toEqual([['made-up', 'newer', null], null]);
});

test('PR-83a when the server does not know the crew, the page keeps its secret', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"error":"unknown"}', { status: 404 }));
  book.keepCrew({ id: 'M', name: 'Owls', secret: 'good' });
  await loadCrewProgress();
  expect(book.secretOf('M')).toBe('good');
});

/** A server with two books; it records all requests. */
function shelves(): { readonly asked: string[]; readonly skipped: Map<string, readonly number[]> } {
  const asked: string[] = [];
  const skipped = new Map<string, readonly number[]>();
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    asked.push(`${method} ${path}${body === undefined ? '' : ` ${body}`}`);
    const id = path.split('/').at(-1) ?? '';
    const lines = id === 'STRANGE' ? [{ ...LINE, scenario: 2, level: 12 }] : [LINE];
    return Response.json({ lines, skipped: skipped.get(id) ?? [] });
  });
  return { asked, skipped };
}

test('PR-93b the campaign shows the path of the player’s own crew, whichever book was opened last on the device', async () => {
  const { asked } = shelves();
  book.keepCrew({ id: 'OWN', name: 'Owls', secret: 'good' });
  book.keepCrew({ id: 'STRANGE', name: 'Bats', secret: null });
  await loadCrewProgress();
  expect(Object.keys(progress.value.won)).toEqual(['1/9']);
  await skipTogether(3, true);
  expect(asked).toEqual([
    'GET /api/crews/OWN',
    'PATCH /api/crews/OWN {"skip":{"scenario":3,"skipped":true}}',
  ]);
  for (const { id } of book.ownCrews()) book.deleteSecret(id);
  await loadCrewProgress();
  expect(progress.value.won).toEqual({});
});

test('PR-93b a scenario that another member no longer skips is not skipped here either', async () => {
  const { skipped } = shelves();
  book.keepCrew({ id: 'OWN', name: 'Owls', secret: 'good' });
  await loadCrewProgress();
  await skipTogether(3, true);
  expect(progress.value.skipped).toEqual([3]);
  skipped.set('OWN', [3, 4]);
  await loadCrewProgress();
  expect(progress.value.skipped).toEqual([3, 4]);
  skipped.set('OWN', [4]);
  await loadCrewProgress();
  expect(progress.value.skipped).toEqual([4]);
});

test('PR-84c after a refusal the game can be entered again, or into another crew’s book', async () => {
  const answers = [
    () => Promise.reject(new Error('no network')),
    () => Promise.resolve(Response.json({ error: 'token' }, { status: 401 })),
    () => Promise.resolve(Response.json({ line: LINE, best: true }, { status: 201 })),
  ];
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return answers.shift()?.();
  });
  const [owls, bats] = ['OWLS', 'BATS'].map(id => ({ id, name: id, secret: 'good' }));
  if (owls === undefined || bats === undefined) throw new Error('two crews');
  const entering = startEntering({ table: 'BCDFGHJK', game: 1 });
  const who = { seat: 'seat', names: ['Ann'] };
  const first = entering.enter(owls, who);
  await entering.enter(owls, who); // the button is pressed a second time
  await first;
  expect(entering.state.value).toMatchObject({ type: 'refused', refused: { code: 'unreachable' } });
  expect(mayChoose(entering.state.value)).toBe(true);
  await entering.enter(owls, who);
  expect(entering.state.value).toMatchObject({ type: 'refused', refused: { code: 'token' } });
  expect(mayChoose(entering.state.value)).toBe(true);
  await entering.enter(bats, who);
  expect(entering.state.value).toMatchObject({ type: 'entered', crew: bats, best: true });
  expect([owls, bats].map(crew => enteredIn(entering.state.value, crew)?.crew)).toEqual([undefined, bats]);
  expect(asked).toEqual(['OWLS', 'OWLS', 'BATS'].map(id => `/api/crews/${id}/games`));
});

test('PR-83b a secret is removed from the page’s address as soon as it is read', () => {
  const seen: string[] = [];
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_: unknown, __: string, path: string) => seen.push(path),
  });
  expect(book.takeSecret()).toBeNull();
  location.hash = '#short';
  expect(book.takeSecret()).toBeNull();
  location.hash = '#a-secret-of-twenty-four';
  expect(book.takeSecret()).toBe('a-secret-of-twenty-four');
  expect(seen).toEqual(['/crew/X?a']);
  expect(book.memberLink({ id: 'X', name: '', secret: 'abc' })).toBe('https://hush.example/crew/X#abc');
});

test('PR-84a the marks of a line have words in every language', async () => {
  await speak('en');
  await requestWords('more', 'book');
  const special = { ...LINE, deviations: ['hourglass', 'pause', 'bots'], from: 'elsewhere' } as const;
  expect(signsOf(LINE)).toEqual([]);
  expect(signsOf(special).map(({ words }) => words)).toEqual([
    'played with bots',
    'House rules: different hourglass and with pauses',
    'from another server',
  ]);
  expect(dateText(20_408)).toBe('Nov 16, 2025');
  await speak('pl');
  expect(signsOf(special).map(({ words }) => words)[1]).toBe('Zasady domowe: inna klepsydra i z pauzami');
  expect(dateText(20_408)).toBe('16 lis 2025');
});

test('PR-93b the campaign shows what the crew has won, without custom scenarios', () => {
  const lines: readonly BookLine[] = [
    { ...LINE, turned: 3 },
    { ...LINE, turned: 0, deviations: ['bots'] },
    { ...LINE, turned: 1, timeLeft: 7 },
    { ...LINE, scenario: 8, level: 24, deviations: ['pause'] },
    { ...LINE, scenario: null, name: 'Custom' },
  ];
  expect(progressOf({ lines })).toEqual({
    won: { '1/9': { turned: 1, left: 7, differs: false }, '8/24': { turned: 2, left: 1_000, differs: true } },
    skipped: [],
  });
});

test('PR-84b after a game the page shows the crew’s progress, the next scenario, and the game’s line in the book', () => {
  const blank = bookAfterGame({ lines: [] }, 'this game');
  expect(blank).toMatchObject({ line: null, path: { n: 0, total: 7 }, boxes: { n: 0, total: BOXES } });
  expect(blank.next?.number).toBe(1);
  const lines: readonly BookLine[] = [
    { ...LINE, game: 'another game' },
    { ...LINE, line: 2, scenario: 3, level: 12, game: 'this game' },
  ];
  const now = bookAfterGame({ lines }, 'this game');
  expect(now).toMatchObject({ line: { line: 2 }, path: { n: 2, total: 7 }, boxes: { n: 2, total: BOXES } });
  expect(now.next?.number).toBe(2);
  expect(bookAfterGame({ lines, skipped: [2, 4] }, '').next?.number).toBe(5);
  expect(bookAfterGame({ lines, skipped: [2, 4, 5, 6, 7] }, '')).toMatchObject({ line: null, next: null });
});

test('PR-84b the page polls whether another member has entered the game, and stops when it is in the book', async () => {
  const time = new VirtualTime();
  const world = { later: (after: number, then: () => void) => time.later(after, then) };
  const pass = async (millis: number): Promise<void> => {
    for (let i = 0; i < 9; i++) await undefined; // waits until the book was read for the first time
    await time.pass(millis);
  };
  let [looks, isThere] = [0, false];
  const look = async (): Promise<boolean> => {
    looks++;
    return isThere;
  };
  pollBook(look, world);
  expect(looks).toBe(1);
  await pass(25_000);
  expect(looks).toBe(3);
  isThere = true;
  await pass(3_600_000);
  expect(looks).toBe(4);

  [looks, isThere] = [0, false];
  pollBook(look, world);
  await pass(3_600_000);
  expect(looks).toBe(30);

  looks = 0;
  const stop = pollBook(look, world);
  stop();
  await pass(3_600_000);
  expect(looks).toBe(1);
});
