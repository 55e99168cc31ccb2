/** Tests of the witness, the file beside the journal that records the version of each log. */
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

test('OP-20c a witness that is closed during a sync keeps its file descriptor until the sync has ended', async () => {
  const folder = directory();
  const next = openSync(join(folder, 'probe'), 'w');
  closeSync(next); // the system gives out the lowest free number, so the witness file gets this one
  const witness = new EndWitness(join(folder, 'hush.end'));
  witness.begin(1); // this call starts a sync
  expect(isOpen(next)).toBe(true);
  witness.close();
  const other = openSync(join(folder, 'other'), 'w');
  expect(other).not.toBe(next); // the number is not free, so the pending sync cannot affect the other file
  await until(() => !isOpen(next), 'the descriptor to be closed');
  closeSync(other);
});

test('OP-20c a witness that starts a new file during a sync continues with the new file', () => {
  const path = join(directory(), 'hush.end');
  const witness = new EndWitness(path);
  witness.begin(1);
  witness.begin(2);
  witness.note(new Map([['table/BCDFGHJK', 7]]));
  witness.close();
  expect(EndWitness.read(path)).toEqual({ generation: 2, ends: new Map([['table/BCDFGHJK', 7]]) });
});
