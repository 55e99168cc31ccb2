import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LazyMap } from '../src/lazy-map.ts';
import { forAll } from './for-all.ts';

const change = fc.record({
  type: fc.constantFrom('set', 'delete', 'clear'),
  key: fc.nat(4),
  value: fc.nat(),
});

test('PR-62d after the same changes a lazy map has the same entries in the same order as a Map', () => {
  forAll(
    fc.array(change),
    changes => {
      const [lazy, map] = [new LazyMap<number, number>(), new Map<number, number>()];
      for (const { type, key, value } of changes)
        for (const each of [lazy, map]) {
          if (type === 'set') each.set(key, value);
          else if (type === 'delete') each.delete(key);
          else each.clear();
        }
      expect([...lazy]).toEqual([...map]);
      expect([...lazy.keys(), ...lazy.values()]).toEqual([...map.keys(), ...map.values()]);
      for (const key of [0, 1, 2, 3, 4])
        expect([lazy.get(key), lazy.has(key)]).toEqual([map.get(key), map.has(key)]);
    },
    { runs: 200, seed: 1 },
  );
});
