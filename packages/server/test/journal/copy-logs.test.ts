/** Tests of copying all logs from one journal to another, with journals in memory. */
import { APPEND_LIMIT, type Journal, memoryJournal, readAll } from '@hush/protocol';
import { expect, test } from 'vitest';
import { copyLogs } from '../../src/journal/copy-logs.ts';

async function filled(logs: Readonly<Record<string, readonly string[]>>): Promise<Journal> {
  const journal = memoryJournal();
  for (const [log, entries] of Object.entries(logs))
    for (const [version, entry] of entries.entries()) await journal.append(log, version, [entry]);
  return journal;
}

async function contents(journal: Journal): Promise<Readonly<Record<string, readonly string[]>>> {
  const listed = await journal.logs('');
  const found: Record<string, readonly string[]> = {};
  for (const log of listed.ok ? listed.logs : []) {
    const read = await readAll(journal, log);
    found[log] = read.ok ? read.entries : [];
  }
  return found;
}

/** A journal with some methods replaced. */
const altered = (journal: Journal, parts: Partial<Journal>): Journal => ({
  append: (log, expected, entries) => journal.append(log, expected, entries),
  compact: (log, expected, entries) => journal.compact(log, expected, entries),
  read: (log, from) => journal.read(log, from),
  subscribe: (log, from, listener) => journal.subscribe(log, from, listener),
  purge: (log, seen) => journal.purge(log, seen),
  logs: (prefix, after) => journal.logs(prefix, after),
  moments: journal.moments,
  close: () => journal.close(),
  ...parts,
});

test('CL-12b every log is copied entry by entry, even one that is longer than an append may be', async () => {
  const long = Array.from({ length: 5 }, (_, at) => String(at).repeat(APPEND_LIMIT / 2));
  const from = await filled({ 'crew/A': ['a', 'b'], 'people/T': ['p'], 'table/T': long });
  const to = memoryJournal();
  expect(await copyLogs(from, to)).toEqual({ ok: true, value: { logs: 3, entries: 8, damaged: [] } });
  expect(await contents(to)).toEqual(await contents(from));
});

test('CL-12b the logs of tables are copied before their names and seeds, which the tables had written first', async () => {
  const from = await filled({ 'people/T': ['p'], 'secret/T': ['s'], 'table/T': ['t'] });
  const read: string[] = [];
  const watched = altered(from, {
    read: (log, at) => {
      read.push(log);
      return from.read(log, at);
    },
  });
  await copyLogs(watched, memoryJournal());
  expect(read[0]).toBe('table/T');
});

test('CL-12c a target that is not empty is refused with a sentence and stays unchanged', async () => {
  const to = await filled({ 'table/OLD': ['kept'] });
  expect(await copyLogs(await filled({ 'table/T': ['t'] }), to)).toEqual({
    ok: false,
    error: 'The target already has logs (table/OLD), and nothing is ever overwritten.',
  });
  expect(await contents(to)).toEqual({ 'table/OLD': ['kept'] });
});

test('CL-12c if the target fails halfway, the copied logs are deleted again', async () => {
  const from = await filled({ 'crew/A': ['a'], 'table/T': ['t'] });
  const to = memoryJournal();
  const failing = altered(to, {
    append: async (log, at, entries) =>
      log === 'crew/A'
        ? { ok: false, error: { type: 'unavailable', why: 'The disk is full.' } }
        : to.append(log, at, entries),
  });
  expect(await copyLogs(from, failing)).toEqual({ ok: false, error: 'The disk is full.' });
  expect(await contents(to)).toEqual({});
});

test('CL-12d a damaged log is reported and not copied, because half a game would look like a complete one', async () => {
  const from = await filled({ 'table/BAD': ['x'], 'table/GOOD': ['t'] });
  const damaged = altered(from, {
    read: async (log, at) =>
      log === 'table/BAD' ? { ok: false, error: { type: 'corrupt', log, version: 1 } } : from.read(log, at),
  });
  const to = memoryJournal();
  expect(await copyLogs(damaged, to)).toEqual({
    ok: true,
    value: { logs: 1, entries: 1, damaged: ['table/BAD'] },
  });
  expect(await contents(to)).toEqual({ 'table/GOOD': ['t'] });
});
