/** Tests that the page still reads what earlier releases stored: crews, progress and a practice game. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { VirtualTime } from '../../../protocol/test/virtual-time.ts';

const FILE = fileURLToPath(new URL('../../../server/test/golden/0.1.0/storage.json', import.meta.url));
const stored = JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<
  Record<'local' | 'session', Readonly<Record<string, string>>>
>;

const storageOf = (items: Readonly<Record<string, string>>) => {
  const kept = new Map(Object.entries(items));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
};

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('localStorage', storageOf(stored.local));
  vi.stubGlobal('sessionStorage', storageOf(stored.session));
  vi.stubGlobal('location', { pathname: '/', search: '', href: 'https://hush.example/', hash: '' });
  vi.stubGlobal('addEventListener', () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

test('GB-2d a crew that release 0.1.0 has stored on the device is known, with its secret', async () => {
  const { crews } = await import('../../src/book/known-crews.ts');
  expect(crews.value).toEqual(JSON.parse(stored.local['hush.crews'] ?? ''));
  expect(crews.value).toHaveLength(1);
});

test('a win of scenario 1 that release 0.1.0 has stored counts on the path', async () => {
  const { progress, nextOnPath } = await import('../../src/model/progress.ts');
  expect(nextOnPath(progress.value)?.number).toBe(2);
});

test('SO-1a a practice game that release 0.1.0 has stored in the tab is continued', async () => {
  const { storedPractice, openPractice } = await import('../../src/table/practice.ts');
  const time = new VirtualTime();
  const wish = storedPractice();
  if (wish === null) throw new Error('no practice game is stored');
  const session = openPractice(
    wish,
    {},
    {
      shelf: {
        getItem: name => sessionStorage.getItem(`hush.${name}`),
        setItem: (name, text) => sessionStorage.setItem(`hush.${name}`, text),
        removeItem: name => sessionStorage.removeItem(`hush.${name}`),
      },
      clock: { now: () => time.now, later: (after, then) => time.later(after, then), chance: () => 0.5 },
      secret: () => {
        throw new Error('the stored token was not used');
      },
      report: trouble => {
        throw new Error(trouble.type);
      },
    },
  );
  for (let i = 0; i < 200; i++) await undefined;
  await time.pass(1);
  for (let i = 0; i < 200; i++) await undefined;
  expect(session.people.value).toMatchObject([{ member: 1, name: 'Mina', avatar: 'badger' }]);
  expect(session.game.value).toMatchObject({ status: 'setup', setUp: { players: 1, scenario: 1 } });
});
