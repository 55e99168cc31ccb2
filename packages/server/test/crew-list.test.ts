/** Who is shown is on the list of the board, however often and however fast a crew changes its mind. */
import { type Journal, memoryJournal } from '@hush/protocol';
import { expect, test } from 'vitest';
import { Board } from '../src/board.ts';
import { Crews } from '../src/crews.ts';
import { StillClock } from './server-kit.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined } as never;

/** A journal whose purges wait for a word, and what has been asked of it. */
function slowJournal(): {
  readonly journal: Journal;
  readonly purging: Promise<void>;
  readonly go: () => void;
} {
  const journal = memoryJournal();
  const purge = journal.purge.bind(journal);
  let begin = (): void => undefined;
  let go = (): void => undefined;
  const purging = new Promise<void>(resolve => {
    begin = resolve;
  });
  const released = new Promise<void>(resolve => {
    go = resolve;
  });
  Object.assign(journal, {
    purge: async (name: string) => {
      begin();
      await released;
      return purge(name);
    },
  });
  return { journal, purging, go };
}

test('a crew that leaves the board and comes back at once is listed when it is shown', async () => {
  const { journal, purging, go } = slowJournal();
  const clock = new StillClock();
  const crews = new Crews({ journal, clock, log, keepDays: 0 });
  const board = new Board(journal, crews, clock);
  const made = await crews.found('Owls');
  if (!made.ok) throw new Error(made.error);
  const { id } = made.value;
  await crews.show(id, true, board);
  const off = crews.show(id, false, board);
  await purging;
  const on = crews.show(id, true, board);
  // As far as it comes while the list is being cleared.
  await new Promise(resolve => setTimeout(resolve, 20));
  go();
  expect([await off, await on]).toMatchObject([
    { ok: true, value: { shown: false } },
    { ok: true, value: { shown: true } },
  ]);
  expect(await journal.logs('board-crew/')).toMatchObject({ logs: [`board-crew/${id}`] });
});
