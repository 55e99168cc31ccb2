/** Tests that replaced and deleted names are removed from the log of people, and that no other name is lost (PR-182). */
import { expect, test } from 'vitest';
import { forgetSeatName, type Journal, memoryJournal, readAll, seatKeyOf } from '../../src/index.ts';
import { PrivateLogs } from '../../src/logs/private-logs.ts';
import { CODE, Place } from '../table/table-kit.ts';
import { settled } from '../virtual-time.ts';

const PEOPLE = `people/${CODE}`;
const faceOf = (key: string, name: string) => ({ key: key.repeat(32), name, avatar: 'fox' });

/** Makes a journal with a table, because names are stored only if their table exists. */
async function withTable(): Promise<ReturnType<typeof memoryJournal>> {
  const journal = memoryJournal();
  await journal.append(`table/${CODE}`, 0, ['{"e":[]}']);
  return journal;
}

async function textOf(journal: ReturnType<typeof memoryJournal>): Promise<string> {
  const read = await readAll(journal, PEOPLE);
  return read.ok ? read.entries.join('\n') : '';
}

test('PR-182c a rename leaves one entry with the names of all members, and the old name is in no entry', async () => {
  const journal = await withTable();
  const logs = new PrivateLogs(journal, CODE);
  await logs.keepProfile(faceOf('a', 'Ann'));
  await logs.keepProfile(faceOf('b', 'Bo'));
  await logs.keepProfile(faceOf('a', 'Zoe'));
  const text = await textOf(journal);
  expect(text.trim().split('\n')).toHaveLength(1);
  expect(text).not.toContain('Ann');
  const again = new PrivateLogs(journal, CODE);
  await again.learnPeople();
  expect(['a', 'b'].map(key => again.profileOf(key.repeat(32))?.name)).toEqual(['Zoe', 'Bo']);
  expect(again.profileOf('a'.repeat(32), 2)).toBeUndefined(); // the new name has the number of its own entry
});

test('PR-182c a name stored during a rename is not lost', async () => {
  const journal = await withTable();
  const logs = new PrivateLogs(journal, CODE);
  await logs.keepProfile(faceOf('a', 'Ann'));
  const [joined, renamed] = await Promise.all([
    logs.keepProfile(faceOf('b', 'Bo')),
    logs.keepProfile(faceOf('a', 'Zoe')),
  ]);
  expect([joined, renamed]).toEqual([null, null]);
  const again = new PrivateLogs(journal, CODE);
  await again.learnPeople();
  expect(['a', 'b'].map(key => again.profileOf(key.repeat(32))?.name)).toEqual(['Zoe', 'Bo']);
});

/** Delays the answer to the next compaction until `until` resolves: a cluster erases text before it answers. */
function acknowledgeAfter(journal: Journal, until: Promise<void>): void {
  const compact = journal.compact.bind(journal);
  journal.compact = async (log, expected, entries) => {
    journal.compact = compact;
    const result = await compact(log, expected, entries);
    await until;
    return result;
  };
}

test('PR-182c a rename that is acknowledged late restores no old name and loses no later one', async () => {
  const journal = await withTable();
  let acknowledge = (): void => undefined;
  const acknowledged = new Promise<void>(resolve => {
    acknowledge = resolve;
  });
  acknowledgeAfter(journal, acknowledged);
  const logs = new PrivateLogs(journal, CODE);
  await logs.keepProfile(faceOf('a', 'Ann'));
  await logs.keepProfile(faceOf('b', 'Bo'));
  logs.followPeople(
    () => undefined,
    () => undefined,
  );
  const renamed = logs.keepProfile(faceOf('a', 'Zoe'));
  await settled();
  const elsewhere = new PrivateLogs(journal, CODE);
  await elsewhere.learnPeople();
  await elsewhere.forgetProfile('b'.repeat(32));
  await elsewhere.keepProfile(faceOf('c', 'Cy'));
  await settled();
  acknowledge();
  expect(await renamed).toBeNull();
  expect(['a', 'b', 'c'].map(key => logs.profileOf(key.repeat(32))?.name)).toEqual(['Zoe', undefined, 'Cy']);
});

test('PR-182c of the names that are no longer shown the newest hundred are kept; all names that are shown are kept', async () => {
  const journal = await withTable();
  const first = faceOf('a', 'Ann');
  const logs = new PrivateLogs(journal, CODE, key => key === first.key);
  await logs.keepProfile(first);
  for (let n = 0; n < 150; n++)
    await logs.keepProfile({ key: String(n).padStart(32, '0'), name: `guest ${n}`, avatar: 'owl' });
  await logs.keepProfile({ key: '149'.padStart(32, '0'), name: 'renamed', avatar: 'owl' });
  expect([logs.profileOf(first.key)?.name, logs.profileOf('49'.padStart(32, '0'))?.name]).toEqual([
    'Ann',
    undefined,
  ]);
  expect(logs.profileOf('50'.padStart(32, '0'))?.name).toBe('guest 50');
});

test('PR-182b a name deleted at another authority is replaced by the seat number for everybody at the table', async () => {
  const journal = memoryJournal();
  const place = await Place.create({ journal });
  const ann = await place.sit('Ann');
  const bo = await place.sit('Bo');
  expect(await forgetSeatName(CODE, journal, seatKeyOf(bo.token ?? ''))).toEqual({ ok: true, value: null });
  await settled();
  const people = ann.heard('people').at(-1)?.['people'] as readonly { readonly name: string }[];
  expect(people.map(({ name }) => name)).toEqual(['Ann', '#2']);
  expect(await textOf(journal)).not.toContain('"Bo"');
  expect(await forgetSeatName(CODE, journal, 'nobody')).toEqual({ ok: false, error: 'no-seat' });
});
