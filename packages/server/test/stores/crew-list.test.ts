/** Tests of changing a crew: a request changes all or nothing, changes are limited, and the leaderboard follows. */

import { setImmediate as turn } from 'node:timers/promises';
import { type Journal, memoryJournal } from '@hush/protocol';
import { sha256 } from '@hush/rules';
import { expect, test } from 'vitest';
import { enteredFrom } from '../../../protocol/test/crews/crew-kit.ts';
import type { BookEntry } from '../../src/stores/crew-changes.ts';
import { type CrewList, Crews } from '../../src/stores/crew-store.ts';
import { Leaderboard } from '../../src/stores/leaderboard.ts';
import { StillClock } from '../server-kit.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined } as never;

/** A journal whose purges wait until the test releases them; it lists its requests. */
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

const entryOf = (name: string): BookEntry => ({
  text: name,
  entered: { ...enteredFrom('list'), game: sha256(name), record: sha256(name), size: name.length },
});

const CHANGE = { name: 'Bats', shown: true, skip: { scenario: 3, skipped: true } };
const NOBODY: CrewList = { list: async () => 'full', unlist: async () => undefined };

async function owls(
  journal: Journal,
): Promise<{ readonly crews: Crews; readonly id: string; board: Leaderboard }> {
  const clock = new StillClock();
  const crews = new Crews({ journal, clock, log, keepDays: 0 });
  const made = await crews.found('Owls');
  if (!made.ok) throw new Error(made.error);
  return { crews, id: made.value.id, board: new Leaderboard(journal, crews, clock) };
}

test('PR-57e all changes of one request are written at once, or none of them', async () => {
  const journal = memoryJournal();
  const { crews, id, board } = await owls(journal);
  const written: (readonly string[])[] = [];
  let isBroken = false;
  for (const how of ['append', 'compact'] as const) {
    const write = journal[how].bind(journal);
    journal[how] = async (name, expected, entries) => {
      if (name !== `crew/${id}`) return write(name, expected, entries);
      if (isBroken) return { ok: false, error: { type: 'unavailable', why: 'The disk is full.' } };
      written.push([how, ...entries.map(entry => (JSON.parse(entry) as { type: string }).type)]);
      return write(name, expected, entries);
    };
  }
  expect(await crews.adjust(id, CHANGE, NOBODY)).toEqual({ ok: false, error: 'no-room' });
  isBroken = true;
  expect(await crews.adjust(id, CHANGE, board)).toEqual({ ok: false, error: 'unavailable' });
  expect(await crews.peek(id)).toMatchObject({ value: { name: 'Owls', shown: false, skipped: [] } });
  isBroken = false;
  const changed = { value: { name: 'Bats', shown: true, skipped: [3] } };
  expect(await crews.adjust(id, CHANGE, board)).toMatchObject(changed);
  expect(await crews.adjust(id, CHANGE, board)).toMatchObject(changed);
  const [first, ...rest] = written;
  expect([first, rest.at(-1)]).toEqual([['compact', 'bookKept'], ['append']]); // the second request changed nothing
});

test('PR-27b after 2,000 changes a crew can change nothing more, but can still enter games', async () => {
  const journal = memoryJournal();
  const { crews, id, board } = await owls(journal);
  const skip = (skipped: boolean): object => ({ type: 'scenarioSkipped', scenario: 3, skipped });
  const skips = Array.from({ length: 1_999 }, (_, i) => JSON.stringify(skip(i % 2 === 0)));
  await journal.append(`crew/${id}`, 1, skips);
  expect(await crews.adjust(id, { name: 'Bats', skip: { scenario: 3, skipped: false } }, board)).toEqual({
    ok: false,
    error: 'restless',
  });
  expect(await crews.adjust(id, { name: 'Bats' }, board)).toMatchObject({ ok: true });
  expect(await crews.adjust(id, { name: 'Owls' }, board)).toEqual({ ok: false, error: 'restless' });
  expect(await crews.adjust(id, { name: 'Bats' }, board)).toMatchObject({ ok: true }); // the request changed nothing

  await journal.append(`crew/${id}`, 2_001, [...skips, ...skips]); // entries of a version that did not have this field
  const [one, two] = [entryOf('one'), entryOf('two')];
  expect(await crews.enter(id, [one, two])).toMatchObject({ value: { entered: 2 } });
  expect(await crews.strike(id, 1)).toMatchObject({ ok: true, value: { lines: [{ line: 2 }] } });
});

test('PR-29 a crew that leaves the leaderboard and joins it again at once is listed', async () => {
  const { journal, purging, go } = slowJournal();
  const clock = new StillClock();
  const crews = new Crews({ journal, clock, log, keepDays: 0 });
  const board = new Leaderboard(journal, crews, clock);
  const made = await crews.found('Owls');
  if (!made.ok) throw new Error(made.error);
  const { id } = made.value;
  await crews.adjust(id, { shown: true }, board);
  const off = crews.adjust(id, { shown: false }, board);
  await purging;
  const on = crews.adjust(id, { shown: true }, board);
  // lets the second request continue as far as it can, while the first one is still removing the crew from the list
  for (let i = 0; i < 20; i++) await turn();
  go();
  expect([await off, await on]).toMatchObject([
    { ok: true, value: { shown: false } },
    { ok: true, value: { shown: true } },
  ]);
  expect(await journal.logs('board-crew/')).toMatchObject({ logs: [`board-crew/${id}`] });
});

test('PR-57d if two servers that share a journal enter games at once, the book has every game once', async () => {
  const journal = memoryJournal();
  const { crews, id } = await owls(journal);
  const others = new Crews({ journal, clock: new StillClock(), log, keepDays: 0 });
  const books = [
    [crews, ['one', 'two', 'both']],
    [others, ['three', 'four', 'both']],
  ] as const;
  const entered = await Promise.all(
    books.flatMap(([server, names]) => names.map(name => server.enter(id, [entryOf(name)]))),
  );
  const names = ['one', 'two', 'three', 'four', 'both'];
  expect(entered.filter(({ ok }) => ok)).toHaveLength(names.length);
  for (const [server] of books) {
    const book = await server.peek(id);
    expect(book.ok && book.value.lines.map(({ record }) => record).sort()).toEqual(names.map(sha256).sort());
  }
});
