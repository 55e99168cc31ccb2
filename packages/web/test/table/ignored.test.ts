/** Tests of ignored players: stored on the device for each table, and read from any content of the storage. */
import { afterEach, expect, test, vi } from 'vitest';
import { storage } from '../../src/device/storage.ts';
import { ignore, ignoredAt } from '../../src/table/ignored.ts';

afterEach(() => vi.resetModules());

const anew = () => import('../../src/table/ignored.ts');

test('PR-91a a member is ignored at one table and at no other, until that is undone', () => {
  const list = ignoredAt('BCDFGHJK');
  ignore('BCDFGHJK', 3, true);
  ignore('BCDFGHJK', 4, true);
  ignore('BCDFGHJK', 3, true);
  expect([...list.value]).toEqual([4, 3]);
  expect([...ignoredAt('CCDFGHJK').value]).toEqual([]);
  ignore('BCDFGHJK', 4, false);
  expect([...list.value]).toEqual([3]);
});

test('PR-91a a reloaded page still ignores the same members, and an unreadable stored value ignores nobody', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
  ignore('DCDFGHJK', 7, true);
  expect([...(await anew()).ignoredAt('DCDFGHJK').value]).toEqual([7]);
  storage.put('ignored.FCDFGHJK', '{"x":');
  storage.put('ignored.GCDFGHJK', '["1", 2, null]');
  const { ignoredAt: again } = await anew();
  expect([...again('FCDFGHJK').value]).toEqual([]);
  expect([...again('GCDFGHJK').value]).toEqual([2]);
  vi.unstubAllGlobals();
});
