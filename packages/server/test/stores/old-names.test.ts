/** Tests that removed and replaced names are in no file, also at tables and in books that nobody opens. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { logName, memoryJournal, seatKeyOf } from '@hush/protocol';
import { sha256 } from '@hush/rules';
import { expect, test } from 'vitest';
import { enteredFrom, seatOfMember, tableLog } from '../../../protocol/test/crews/crew-kit.ts';
import { Crews } from '../../src/stores/crew-store.ts';
import { Leaderboard } from '../../src/stores/leaderboard.ts';
import { OldNames } from '../../src/stores/old-names.ts';
import { directory, journalIn } from '../journal/journal-kit.ts';
import { StillClock } from '../server-kit.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined } as never;

const entryWith = (
  name: string,
): { readonly text: string; readonly entered: ReturnType<typeof enteredFrom> } => ({
  text: `record of ${sha256(name)}`,
  entered: {
    ...enteredFrom('old'),
    names: [name, 'Bo'],
    game: sha256(name),
    record: sha256(`record of ${sha256(name)}`),
  },
});

const filesWith = (dataDir: string, words: string): readonly string[] =>
  readdirSync(dataDir).filter(name => readFileSync(join(dataDir, name)).includes(words));

test('PR-27c OP-21a after a line is removed or a crew renamed, the old names are in no file, and the book can still be changed', async () => {
  const dataDir = directory();
  const journal = await journalIn(dataDir);
  const clock = new StillClock();
  const crews = new Crews({ journal, clock, log, keepDays: 0 });
  const made = await crews.found('Nightingales');
  if (!made.ok) throw new Error(made.error);
  const { id } = made.value;
  await crews.enter(id, [entryWith('Rosamunde'), entryWith('Hildegard')]);
  expect(filesWith(dataDir, 'Rosamunde')).not.toEqual([]);
  expect(await crews.strike(id, 1)).toMatchObject({ ok: true });
  expect(filesWith(dataDir, 'Rosamunde')).toEqual([]);
  await crews.adjust(id, { name: 'Owls' }, new Leaderboard(journal, crews, clock));
  expect(filesWith(dataDir, 'Nightingales')).toEqual([]);
  const later = new Crews({ journal, clock, log, keepDays: 0 });
  await later.enter(id, [entryWith('Wilma')]);
  expect(await later.peek(id)).toMatchObject({
    value: { name: 'Owls', entered: 3, lines: [{ line: 2, names: ['Hildegard', 'Bo'] }, { line: 3 }] },
  });
  expect(await crews.peek(id)).toEqual(await later.peek(id)); // a reader that cached the book gets the same result
});

test('OP-21b one sweep deletes the names that earlier versions stored, at tables and in books that nobody opens', async () => {
  const journal = memoryJournal();
  const clock = new StillClock();
  const crews = new Crews({ journal, clock, log, keepDays: 0 });
  const sweep = new OldNames({ journal, clock, log, crews });
  await journal.append(logName('table', 'BCDFGHJK'), 0, tableLog());
  const key = seatKeyOf(seatOfMember(1));
  const names = ['Rosamunde', 'Hildegard'].map(name => JSON.stringify({ key, name, avatar: 'owl' }));
  await journal.append(logName('people', 'BCDFGHJK'), 0, names);
  const founded = { type: 'crewFounded', name: 'Nightingales', key: sha256('x'), day: 1 };
  const events = [
    founded,
    { type: 'gameEntered', ...entryWith('Gundula').entered },
    { type: 'lineStruck', line: 1 },
    { type: 'crewRenamed', name: 'Owls' },
  ];
  await journal.append(
    'crew/BCDFGHJKLMNP',
    0,
    events.map(event => JSON.stringify(event)),
  );
  await sweep.sweep();
  const texts = async (): Promise<string> => {
    const read = await Promise.all(['people/BCDFGHJK', 'crew/BCDFGHJKLMNP'].map(one => journal.read(one, 1)));
    return read.flatMap(page => (page.ok ? page.entries : [])).join();
  };
  const kept = await texts();
  expect(
    ['Rosamunde', 'Hildegard', 'Gundula', 'Nightingales', 'Owls'].filter(name => kept.includes(name)),
  ).toEqual(['Hildegard', 'Owls']);
  // no current version writes this, so the sweep does not search for it again
  await journal.append('people/BCDFGHJK', 3, names);
  await sweep.sweep();
  expect(await texts()).toContain('Rosamunde');
});

test('OP-21b if a sweep cannot write, the next sweep deletes the names', async () => {
  const journal = memoryJournal();
  const clock = new StillClock();
  const sweep = new OldNames({ journal, clock, log, crews: new Crews({ journal, clock, log, keepDays: 0 }) });
  await journal.append(logName('table', 'BCDFGHJK'), 0, tableLog());
  const key = seatKeyOf(seatOfMember(1));
  const names = ['Rosamunde', 'Hildegard'].map(name => JSON.stringify({ key, name, avatar: 'owl' }));
  await journal.append(logName('people', 'BCDFGHJK'), 0, names);
  const compact = journal.compact.bind(journal);
  journal.compact = async () => ({ ok: false, error: { type: 'unavailable', why: 'The disk is full.' } });
  await sweep.sweep();
  journal.compact = compact;
  await sweep.sweep();
  const left = await journal.read('people/BCDFGHJK', 1);
  expect(left.ok && left.entries.join()).not.toContain('Rosamunde');
});

test('OP-21b after a sweep that could not clean one damaged log, the next sweeps read only that log', async () => {
  const journal = memoryJournal();
  const clock = new StillClock();
  const sweep = new OldNames({ journal, clock, log, crews: new Crews({ journal, clock, log, keepDays: 0 }) });
  const key = seatKeyOf(seatOfMember(1));
  const names = ['Rosamunde', 'Hildegard'].map(name => JSON.stringify({ key, name, avatar: 'owl' }));
  for (const code of ['BCDFGHJK', 'BCDFGHJL', 'BCDFGHJM']) {
    await journal.append(logName('table', code), 0, tableLog());
    await journal.append(`people/${code}`, 0, names);
  }
  const read = journal.read.bind(journal);
  const people: string[] = [];
  let isDamaged = true;
  journal.read = async (one, from) => {
    if (one.startsWith('people/')) people.push(one);
    if (isDamaged && one === 'people/BCDFGHJL')
      return { ok: false, error: { type: 'corrupt', log: one, version: 1 } };
    return read(one, from);
  };
  await sweep.sweep();
  expect(new Set(people).size).toBe(3);
  for (let again = 0; again < 2; again++) {
    people.length = 0;
    await sweep.sweep();
    expect(new Set(people)).toEqual(new Set(['people/BCDFGHJL']));
  }
  isDamaged = false; // the log was restored from a backup
  await sweep.sweep();
  people.length = 0;
  await sweep.sweep();
  expect(people).toEqual([]);
  const left = await read('people/BCDFGHJL', 1);
  expect(left.ok && left.entries.join()).not.toContain('Rosamunde');
});
