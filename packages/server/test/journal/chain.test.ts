/** Tests of the hash chain of entries: valid rows that do not belong together are noticed. */
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAll } from '@hush/protocol';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { Chain } from '../../src/journal/chain.mjs';
import { openStore } from '../../src/journal/open.mjs';
import { entrySum, linkOf, NO_LINK } from '../../src/journal/rows.mjs';
import { examineWal } from '../../src/journal/wal.mjs';
import { directory, fill, journalIn, LONG, nameOf, readLog } from './journal-kit.ts';

interface Row {
  readonly version: number;
  readonly text: string;
  readonly prev: Buffer;
}

const HIT = nameOf(7);
const GOLDEN = fileURLToPath(new URL('../golden/0.1.0/hush.db', import.meta.url));

/** A journal in which rows of one log were replaced by rows with valid checksums. */
function tampered(replace: (rows: readonly Row[]) => readonly Row[]): string {
  const dataDir = directory();
  fill(dataDir).close();
  const db = new Database(join(dataDir, 'hush.db'));
  const rows = db
    .prepare('SELECT version, text, prev FROM entries WHERE log = ? ORDER BY version')
    .all([HIT]);
  const write = db.prepare(
    'INSERT OR REPLACE INTO entries (log, version, text, sum, prev) VALUES (?, ?, ?, ?, ?)',
  );
  for (const row of replace(rows as Row[])) {
    const [text, prev] = [Buffer.from(row.text), Buffer.from(row.prev)];
    write.run([HIT, row.version, row.text, entrySum(HIT, row.version, text, prev), prev]);
  }
  db.close();
  return dataDir;
}

const at = (rows: readonly Row[], version: number): Row => {
  const row = rows[version - 1];
  if (row === undefined) throw new Error(`no entry ${version}`);
  return row;
};

test.each<[what: string, replace: (rows: readonly Row[]) => readonly Row[], damagedAt: number]>([
  ['an entry of another past in the middle', rows => [{ ...at(rows, 10), text: '{"another":"past"}' }], 11],
  ['an entry of another past at the end', rows => [{ ...at(rows, LONG), text: '{"another":"past"}' }], LONG],
  ['an entry twice', rows => [{ ...at(rows, 11), version: 12 }], 12],
  ['a whole end of another past', rows => otherEnd(rows, 20), LONG],
])(
  'OP-20a if %s, reading the log is refused at that entry, and all other logs can be read',
  (_, replace, damagedAt) => {
    const opened = openStore(tampered(replace));
    if (!opened.ok) throw new Error(opened.error.why);
    const { store, release } = opened;
    expect(readLog(store, HIT).damagedAt).toBe(damagedAt);
    expect(store.write([{ type: 'append', log: HIT, expected: LONG, entries: ['x'] }])).toEqual([
      { ok: false, error: { type: 'corrupt', log: HIT, version: damagedAt } },
    ]);
    expect(readLog(store, nameOf(8))).toMatchObject({ entries: { length: LONG } });
    store.close();
    release();
  },
);

/**
 * Replaces the entries from this version on by another valid chain, whose end differs only from the hash in the head.
 */
function otherEnd(rows: readonly Row[], from: number): readonly Row[] {
  let { prev } = at(rows, from);
  return rows.slice(from - 1).map(({ version }) => {
    const row = { version, text: `{"other":${version}}`, prev };
    prev = linkOf(HIT, version, Buffer.from(row.text), Buffer.from(prev));
    return row;
  });
}

test('OP-20a an entry has the same link whether it is computed from the text or from the text’s UTF-8 bytes', () => {
  const links = ['{"e":[]}', 'Zażółć 🧙', 'zero \0 inside', 'half a pair \ud83e'].map(text => {
    const link = linkOf(HIT, 3, text, Buffer.from('0011223344556677', 'hex'));
    expect(linkOf(HIT, 3, Buffer.from(text), Buffer.from('0011223344556677', 'hex'))).toEqual(link);
    const before = createHash('sha256').update(`${HIT} 3 0011223344556677 `).update(Buffer.from(text));
    expect(link).toEqual(before.digest().subarray(0, 8)); // journals of format 2 that exist already have this link
    return link.toString('hex');
  });
  expect(new Set(links).size).toBe(links.length);
  expect(linkOf('table/A', 1, 'x', NO_LINK).toString('hex')).toBe('7356e4b3395d5042');
});

test('OP-20a a page that begins in the middle of a log is checked against the entry before it', async () => {
  const dataDir = tampered(rows => [{ ...at(rows, 10), text: '{"another":"past"}' }]);
  const journal = await journalIn(dataDir);
  expect(await journal.read(HIT, 11)).toEqual({
    ok: false,
    error: { type: 'corrupt', log: HIT, version: 11 },
  });
});

test('OP-20f OP-20g a journal of 0.1.0 gets links for new entries, and its last checkpoint becomes its table’s moment', async () => {
  const dataDir = directory();
  const file = join(dataDir, 'hush.db');
  copyFileSync(GOLDEN, file);
  const before = new Database(file);
  const sand = before.prepare("SELECT log, text FROM entries WHERE log LIKE 'sand/%'").all([]) as Row[] &
    { log: string }[];
  before.close();
  const moments = sand.map(({ text }) => JSON.parse(text) as { game: number; at: number });
  const log = `table/${sand[0]?.log.slice('sand/'.length)}`;
  const first = await journalIn(dataDir);
  expect(moments.length).toBeGreaterThan(1);
  expect(await first.moments.last(log, moments[0]?.game ?? 0)).toEqual({
    ok: true,
    value: Math.max(...moments.map(moment => moment.at)),
  });
  expect(await first.logs('sand/')).toEqual({ ok: true, logs: [] });
  const old = await readAll(first, log);
  if (!old.ok) throw new Error('the old log cannot be read');
  expect(await first.append(log, old.version, ['{"e":[]}', '{"e":[]}'])).toMatchObject({ ok: true });
  await first.close();
  const second = await journalIn(dataDir);
  expect(await readAll(second, log)).toEqual({
    ok: true,
    entries: [...old.entries, '{"e":[]}', '{"e":[]}'],
    version: old.version + 2,
  });
  await second.close();
  const vandal = new Database(file);
  const spoil = vandal.prepare('UPDATE entries SET text = ?, sum = ? WHERE log = ? AND version = ?');
  spoil.run(['{"e":[ ]}', entrySum(log, old.version, Buffer.from('{"e":[ ]}'), null), log, old.version]);
  vandal.close();
  const third = await journalIn(dataDir);
  expect(await readAll(third, log)).toEqual({
    ok: false,
    error: { type: 'corrupt', log, version: old.version + 1 },
  });
});

test('OP-20g an hour of sand of ten tables does not make the journal longer', async () => {
  const dataDir = directory();
  const journal = await journalIn(dataDir);
  const logs = Array.from({ length: 10 }, (_, i) => `table/${i}`);
  for (const log of logs) await journal.append(log, 0, ['x']);
  for (let moment = 1; moment <= 300; moment++)
    await Promise.all(logs.map(log => journal.moments.keep(log, 1, moment * 400)));
  await journal.close();
  expect(readFileSync(join(dataDir, 'hush.db')).length).toBeLessThanOrEqual(10 * 4096);
  const again = await journalIn(dataDir);
  for (const log of logs) expect(await again.moments.last(log, 1)).toEqual({ ok: true, value: 120_000 });
});

test('OP-20a an entry without a link after one with a link is refused, although its checksum is right', () => {
  const [one, two] = [Buffer.from('one'), Buffer.from('two')];
  const chain = new Chain(HIT, 1);
  expect(chain.follow([1, one, entrySum(HIT, 1, one, NO_LINK), NO_LINK])).toEqual(one);
  expect(chain.follow([2, two, entrySum(HIT, 2, two, null), null])).toBeNull();
});

test('OP-20a frames of an earlier generation after the end of the write-ahead log do not count as lost commits', () => {
  const dataDir = directory();
  const [file, copy] = [join(dataDir, 'some.db'), join(dataDir, 'copy-wal')];
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('wal_autocheckpoint = 0');
  db.exec('CREATE TABLE some (text)');
  for (let i = 0; i < 9; i++) db.exec(`INSERT INTO some VALUES ('${'x'.repeat(3_000)}')`);
  // the next commit overwrites only the beginning of the write-ahead log; the later frames stay
  db.pragma('wal_checkpoint(RESTART)');
  db.exec("INSERT INTO some VALUES ('y')");
  copyFileSync(`${file}-wal`, copy);
  db.close();
  expect(readFileSync(copy).length).toBeGreaterThan(9 * 4096);
  expect(examineWal(copy)).toEqual({ type: 'sound' });
});
