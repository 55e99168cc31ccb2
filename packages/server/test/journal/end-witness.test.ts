/** The file beside the journal that notes how far each log came. */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EndWitness } from '../../src/journal/end-witness.mjs';
import { until } from '../player-client.ts';
import { directory } from './journal-kit.ts';

function isOpen(descriptor: number): boolean {
  try {
    fstatSync(descriptor);
    return true;
  } catch {
    return false;
  }
}

test('OP-20c a witness that is closed during its sync keeps its descriptor until the sync has ended, then gives it back', async () => {
  const folder = directory();
  const next = openSync(join(folder, 'probe'), 'w');
  closeSync(next); // the system gives the lowest free number: the witness gets this one
  const witness = new EndWitness(join(folder, 'hush.end'));
  witness.begin(1); // begins a sync
  expect(isOpen(next)).toBe(true);
  witness.close();
  const other = openSync(join(folder, 'other'), 'w');
  expect(other).not.toBe(next); // otherwise the sync would reach this file
  await until(() => !isOpen(next), 'the descriptor to be closed');
  closeSync(other);
});

test('OP-20c a witness that begins anew during a sync goes on with the new file', () => {
  const path = join(directory(), 'hush.end');
  const witness = new EndWitness(path);
  witness.begin(1);
  witness.begin(2);
  witness.note(new Map([['table/BCDFGHJK', 7]]));
  witness.close();
  expect(EndWitness.read(path)).toEqual({ generation: 2, ends: new Map([['table/BCDFGHJK', 7]]) });
});
