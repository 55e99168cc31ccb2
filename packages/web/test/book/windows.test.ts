/**
 * Tests of two windows of one browser: each has read the storage, and neither may overwrite what the other has stored
 * since.
 */
import { type Game, prepareGame } from '@hush/rules';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Listener = (event: { key: string; newValue: string | null; oldValue: string | null }) => void;

const kept = new Map<string, string>();
const listeners: Listener[] = [];
let isFull = false;

beforeEach(() => {
  kept.clear();
  listeners.length = 0;
  isFull = false;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (isFull) throw new Error('full');
      kept.set(key, text);
    },
  });
  vi.stubGlobal('location', { pathname: '/', search: '', href: 'https://hush.example/', hash: '' });
  vi.stubGlobal('addEventListener', (_: string, listener: Listener) => listeners.push(listener));
});
afterEach(() => vi.unstubAllGlobals());

/** A separate copy of the modules, as each window has. */
async function open() {
  vi.resetModules();
  return {
    crews: await import('../../src/book/known-crews.ts'),
    path: await import('../../src/model/progress.ts'),
  };
}

/** Sends the storage events that the browser would send to the other windows, the first window first. */
function tellFirst(key: string, oldValue: string | null): void {
  const newValue = kept.get(key) ?? null;
  for (const listener of listeners.slice(0, listeners.length / 2)) listener({ key, newValue, oldValue });
}

/** A won game with only the fields that `progress` reads. */
function wonGame(scenario: number, turned = 1): Game {
  const prepared = prepareGame({ scenario, players: 3 }, 'x');
  if (!prepared.ok) throw new Error(prepared.error);
  const { setUp } = prepared.value.event;
  const hourglass = { capacity: 180_000, left: 120_000, since: 0 };
  return { setUp, status: 'won', turned, at: 1_000, bots: [], hourglass } as unknown as Game;
}

test('PR-83c a crew that one window has founded is not overwritten by another window', async () => {
  const older = await open();
  const newer = await open();
  newer.crews.keepCrew({ id: 'NEW', name: 'Owls', secret: 'secret-of-the-owls' });
  older.crews.keepCrew({ id: 'READ', name: 'Bats', secret: null });
  expect(older.crews.secretOf('NEW')).toBe('secret-of-the-owls');
  expect((await open()).crews.crews.value.map(({ id }) => id)).toEqual(['READ', 'NEW']);
});

test('PR-83c a window that knows a crew without its secret does not overwrite the secret', async () => {
  const older = await open();
  older.crews.keepCrew({ id: 'A', name: 'Owls', secret: null });
  const newer = await open();
  newer.crews.keepCrew({ id: 'A', name: 'Owls', secret: 'good' });
  older.crews.keepCrew({ id: 'A', name: 'Night Owls', secret: null });
  expect((await open()).crews.crews.value).toEqual([{ id: 'A', name: 'Night Owls', secret: 'good' }]);
});

test('PR-83d if the storage is full, a window still knows the crews it has opened', async () => {
  const { crews } = await open();
  crews.keepCrew({ id: 'A', name: 'Owls', secret: 'a' });
  isFull = true;
  crews.keepCrew({ id: 'B', name: 'Bats', secret: 'b' });
  crews.keepCrew({ id: 'C', name: 'Cats', secret: null });
  expect([crews.secretOf('A'), crews.secretOf('B')]).toEqual(['a', 'b']);
});

test('PR-83c a window shows crews that another one founds or forgets', async () => {
  const first = await open();
  first.crews.keepCrew({ id: 'A', name: 'Owls', secret: 'a' });
  const second = await open();
  const before = kept.get('hush.crews') ?? null;
  second.crews.keepCrew({ id: 'B', name: 'Bats', secret: 'b' });
  second.crews.removeCrew('A');
  tellFirst('hush.crews', before);
  expect(first.crews.crews.value.map(({ id }) => id)).toEqual(['B']);
});

test('PR-83c wins of two windows add up, and the later choice decides which scenarios are skipped', async () => {
  const older = await open();
  const newer = await open();
  newer.path.recordFinishedGame(wonGame(1, 3));
  newer.path.skip(5, true);
  older.path.recordFinishedGame(wonGame(2));
  older.path.recordFinishedGame(wonGame(1, 4));
  const { progress } = (await open()).path;
  expect(Object.entries(progress.value.won).map(([key, { turned }]) => [key, turned])).toEqual([
    ['1/9', 3],
    ['2/12', 1],
  ]);
  expect(progress.value.skipped).toEqual([5]);
});

test('PR-83c the campaign in one window shows at once what another window has won', async () => {
  const first = await open();
  const second = await open();
  second.path.recordFinishedGame(wonGame(1));
  tellFirst('hush.progress', null);
  expect(Object.keys(first.path.progress.value.won)).toEqual(['1/9']);
});

test('PR-83d if the storage is full, skipping a scenario still works', async () => {
  const { path } = await open();
  path.skip(3, true);
  isFull = true;
  path.skip(4, true);
  path.recordFinishedGame(wonGame(1));
  expect(path.progress.value.skipped).toEqual([3, 4]);
});
