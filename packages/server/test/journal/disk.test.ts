/**
 * Tests of full, read-only, foreign or failing disks: each fault gives a sentence, no write is acknowledged falsely,
 * and work continues if that is possible.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type AppendResult, type Journal, readAll } from '@hush/protocol';
import Database from 'libsql';
import { beforeAll, describe, expect, test } from 'vitest';
import { ear } from '../../../protocol/test/journal/journal-kit.ts';
import { backup } from '../../src/journal/backup.ts';
import { openSqliteJournal } from '../../src/journal/sqlite.ts';
import { allNeed, MOUNT, STRACE, testWith } from '../needs.ts';
import { childProgram, directory, journalIn, smallDisk, start } from './journal-kit.ts';

const isRoot = process.getuid?.() === 0;

async function refusal(dataDir: string): Promise<unknown> {
  const opened = await openSqliteJournal(dataDir);
  if (opened.ok) await opened.journal.close();
  return opened.ok ? 'opened' : opened.error;
}

/** Appends to one log until an append is refused; returns the acknowledged entries and the refusal. */
async function fill(
  journal: Journal,
): Promise<{ readonly promised: string[]; readonly refused: AppendResult }> {
  const promised: string[] = [];
  for (;;) {
    const text = `${promised.length + 1} ${'x'.repeat(2000)}`;
    const result = await journal.append('log', promised.length, [text]);
    if (!result.ok) return { promised, refused: result };
    promised.push(text);
  }
}

describe('a full disk', () => {
  allNeed(MOUNT);

  test('on a full disk appends are refused with a sentence, and they succeed again when there is space', async () => {
    const disk = smallDisk('size=3m');
    const ballast = join(disk, 'ballast');
    writeFileSync(ballast, Buffer.alloc(1024 * 1024));
    const dataDir = join(disk, 'data');
    const opened = await openSqliteJournal(dataDir);
    if (!opened.ok) throw new Error(opened.error.why);
    const { journal } = opened;
    const { promised, refused } = await fill(journal);
    expect(promised.length).toBeGreaterThan(50);
    expect(refused).toEqual({ ok: false, error: { type: 'unavailable', why: 'The disk is full.' } });
    expect(await readAll(journal, 'log')).toEqual({ ok: true, entries: promised, version: promised.length });
    expect(await journal.append('log', 0, ['late'])).toMatchObject({ error: { type: 'conflict' } });

    rmSync(ballast);
    for (const text of ['after', 'after that']) {
      expect(await journal.append('log', promised.length, [text])).toMatchObject({ ok: true });
      promised.push(text);
    }
    await journal.close();
    const again = await openSqliteJournal(dataDir);
    if (!again.ok) throw new Error(again.error.why);
    expect(await readAll(again.journal, 'log')).toMatchObject({ entries: promised });
    await again.journal.close();
  });

  test('closing the journal on a full disk loses nothing', async () => {
    const disk = smallDisk('size=2m');
    const opened = await openSqliteJournal(disk);
    if (!opened.ok) throw new Error(opened.error.why);
    const { promised } = await fill(opened.journal);
    await opened.journal.close();
    const again = await openSqliteJournal(disk);
    if (!again.ok) throw new Error(again.error.why);
    expect(await readAll(again.journal, 'log')).toMatchObject({ entries: promised });
    await again.journal.close();
  });

  test('a disk too small for the journal or for a backup is reported with a sentence', async () => {
    const tiny = smallDisk('size=8k');
    expect(await refusal(join(tiny, 'data'))).toEqual({
      type: 'unwritable',
      why: `The data directory ${join(tiny, 'data')} cannot be written to: the disk is full.`,
    });
    const dataDir = directory();
    const journal = await journalIn(dataDir);
    for (let n = 0; n < 50; n++) await journal.append('log', n, ['x'.repeat(2000)]);
    const target = join(smallDisk('size=64k'), 'copy.db');
    expect(await backup(dataDir, target)).toEqual({
      ok: false,
      error: { type: 'unwritable', why: `The backup ${target} cannot be written: the disk is full.` },
    });
    expect(existsSync(target)).toBe(false);
  });
});

describe('a directory that cannot be used', () => {
  testWith({ ...MOUNT, has: MOUNT.has || !isRoot }, 'is not writable', async () => {
    const dataDir = isRoot ? smallDisk('size=1m,ro') : directory();
    if (!isRoot) chmodSync(dataDir, 0o555);
    const error = await refusal(dataDir);
    expect(error).toMatchObject({ type: 'unwritable' });
    expect(error).toHaveProperty(
      'why',
      expect.stringMatching(/^The data directory \S+ cannot be written to: /),
    );
    const below = join(dataDir, 'below');
    const reason = isRoot ? 'it is on a read-only file system' : 'permission is denied';
    expect(await refusal(below)).toEqual({
      type: 'unwritable',
      why: `The data directory ${below} cannot be made: ${reason}.`,
    });
  });

  test('a data directory that is a file, or is below a file, is refused with a sentence', async () => {
    const file = join(directory(), 'file');
    writeFileSync(file, '');
    expect(await refusal(file)).toEqual({
      type: 'unwritable',
      why: `The data directory ${file} cannot be made: a file is in its place.`,
    });
    expect(await refusal(join(file, 'data'))).toEqual({
      type: 'unwritable',
      why: `The data directory ${join(file, 'data')} cannot be made: a part of the path is not a directory.`,
    });
  });
});

describe('a file of another program', () => {
  test.each([
    ['text', Buffer.from('Dear diary, today we robbed a mall. '.repeat(400))],
    ['zeros', Buffer.alloc(8192)],
    ['half a header', Buffer.from('SQLite format 3')],
  ])('%s is refused and left unchanged', async (_, bytes) => {
    const dataDir = directory();
    const file = join(dataDir, 'hush.db');
    writeFileSync(file, bytes);
    expect(await refusal(dataDir)).toEqual({
      type: 'foreign',
      why: `${file} is not a Hush journal, or its beginning is damaged: if it was one, move the files hush.* out of the data directory, and use 'hush restore FILE' with a backup.`,
    });
    expect(readFileSync(file)).toEqual(bytes);
  });

  test.each([
    ['zeros', Buffer.alloc(4096)],
    ['a header and zeros', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(4080)])],
  ])('OP-20i a first page of %s is moved aside, and a new journal is created', async (_, bytes) => {
    const dataDir = directory();
    writeFileSync(join(dataDir, 'hush.db'), bytes);
    expect(await refusal(dataDir)).toBe('opened');
    expect(readFileSync(join(dataDir, 'hush.db.unfinished'))).toEqual(bytes);
  });

  test('OP-20i the first page of a longer journal is refused and left unchanged', async () => {
    const [whole, cut] = [directory(), directory()];
    expect(await refusal(whole)).toBe('opened');
    const bytes = readFileSync(join(whole, 'hush.db')).subarray(0, 4096);
    writeFileSync(join(cut, 'hush.db'), bytes);
    expect(await refusal(cut)).toMatchObject({ type: expect.stringMatching(/foreign|damaged/) });
    expect(readFileSync(join(cut, 'hush.db'))).toEqual(bytes);
  });

  test('OP-20i a readable database of one page that is not a journal of this version is refused and left unchanged', async () => {
    for (const [setting, type] of [
      ['application_id = 77', 'foreign'],
      ['user_version = 99', 'newer'],
    ]) {
      const dataDir = directory();
      const file = join(dataDir, 'hush.db');
      const db = new Database(file);
      db.exec(`PRAGMA ${setting}`);
      db.close();
      const bytes = readFileSync(file);
      expect(bytes).toHaveLength(4096);
      expect(await refusal(dataDir)).toMatchObject({ type });
      expect(readFileSync(file)).toEqual(bytes);
    }
  });

  test("another program's database is refused and left unchanged", async () => {
    const file = join(directory(), 'hush.db');
    const db = new Database(file);
    db.exec('CREATE TABLE recipes (name TEXT)');
    db.close();
    expect(await refusal(dirname(file))).toEqual({
      type: 'foreign',
      why: `${file} is a database of another program.`,
    });
  });

  test('a journal of a newer Hush is refused', async () => {
    const dataDir = directory();
    expect(await refusal(dataDir)).toBe('opened');
    const file = join(dataDir, 'hush.db');
    const db = new Database(file);
    db.exec('PRAGMA user_version = 7');
    db.close();
    expect(await refusal(dataDir)).toEqual({
      type: 'newer',
      why: `${file} was written by a newer Hush: this one knows format 4, not 7.`,
    });
  });
});

describe('faults while the journal is open', () => {
  test('after the journal’s file was removed, no append is acknowledged any more', async () => {
    const dataDir = directory();
    const journal = await journalIn(dataDir);
    const one = ear();
    journal.subscribe('log', 1, one.listener);
    expect(await journal.append('log', 0, ['1'])).toMatchObject({ ok: true });
    mkdirSync(join(dataDir, 'elsewhere'));
    renameSync(join(dataDir, 'hush.db'), join(dataDir, 'elsewhere/hush.db'));
    const error = {
      type: 'failed',
      why: `${join(dataDir, 'hush.db')} was moved or replaced while it was in use.`,
    };
    expect(await journal.append('log', 1, ['2'])).toEqual({ ok: false, error });
    expect(await one.ended).toEqual({ type: 'ended', why: error });
    expect(await journal.append('log', 1, ['2'])).toEqual({ ok: false, error });
    expect(await journal.read('log', 1)).toEqual({ ok: false, error });
    expect(one.heard()).toEqual(['1']);
  });

  test('an unexpected error ends the journal with a report, and rejects all pending appends', async () => {
    const dataDir = directory();
    const journal = await journalIn(dataDir);
    await journal.append('log', 0, ['1']);
    const vandal = new Database(join(dataDir, 'hush.db'));
    vandal.exec('DROP TABLE recent');
    vandal.close();
    const results = await Promise.all([journal.append('log', 1, ['2']), journal.logs('')]);
    expect(results[0]).toMatchObject({
      error: { type: 'failed', why: expect.stringContaining('no such table: recent') },
    });
    expect(await journal.append('log', 1, ['2'])).toMatchObject({ error: { type: 'failed' } });
  });

  test('while another program holds the write lock, appends wait or are refused with a sentence', async () => {
    const dataDir = directory();
    const journal = await journalIn(dataDir);
    const other = new Database(join(dataDir, 'hush.db'));
    other.exec('BEGIN IMMEDIATE');
    expect(await journal.append('log', 0, ['1'])).toEqual({
      ok: false,
      error: { type: 'unavailable', why: 'Another program is writing to the journal.' },
    });
    other.exec('ROLLBACK');
    expect(await journal.append('log', 0, ['1'])).toEqual({ ok: true, version: 1 });
    other.close();
  });
});

describe('traces of system calls', () => {
  allNeed(STRACE);

  let program = '';
  beforeAll(async () => {
    const made = await childProgram('trace');
    program = made.program;
    return made.remove;
  });

  test('no append is acknowledged between a write to the journal and its sync', async () => {
    const dataDir = directory();
    const trace = join(directory(), 'trace');
    const child = start(
      program,
      ['steps', dataDir, '20'],
      [
        ...['strace', '-f', '-y', '-qq', '-o', trace],
        ...['-e', 'trace=pwrite64,pwritev,write,fdatasync,fsync', '-e', 'signal=none'],
      ],
    );
    await child.ended;
    expect(child.lines.filter(line => line.startsWith('ack'))).toHaveLength(20);
    const { acks, early } = readTrace(readFileSync(trace, 'utf8'));
    expect(acks).toBe(20);
    expect(early).toEqual([]);
  });

  test('a disk error while the journal is being opened is reported with a sentence', async () => {
    const dataDir = directory();
    const child = start(
      program,
      ['steps', dataDir, '1'],
      [
        ...['strace', '-f', '-qq', '-o', '/dev/null', '-e', 'signal=none'],
        ...['-e', 'inject=fdatasync,fsync:error=EIO'],
      ],
    );
    await child.ended;
    const why = `The data directory ${dataDir} cannot be written to: the disk reports an error.`;
    expect(child.lines).toEqual([`refused unwritable ${why}`]);
  });

  test.each([20, 25, 30])(
    'if sync number %i fails, the journal ends, and every acknowledged entry is stored',
    async when => {
      const dataDir = directory();
      const child = start(
        program,
        ['steps', dataDir, '20'],
        [
          ...['strace', '-f', '-qq', '-o', '/dev/null', '-e', 'signal=none'],
          ...['-e', `inject=fdatasync,fsync:error=EIO:when=${when}+`],
        ],
      );
      await child.ended;
      const acks = child.lines.filter(line => line.startsWith('ack'));
      const refused = child.lines.filter(line => line.startsWith('no '));
      expect(acks.length + refused.length).toBe(20);
      expect(acks.length).toBeGreaterThan(0);
      expect(new Set(refused)).toEqual(
        new Set([
          'no failed The disk failed to store the journal: what it holds is unknown until a restart.',
        ]),
      );
      expect(child.lines.indexOf(refused[0] ?? ''), 'no promise after a failed sync').toBe(acks.length + 1);
      const journal = await journalIn(dataDir);
      const all = await readAll(journal, 'log');
      const texts = acks.map(ack => ack.split(' ').slice(3).join(' '));
      expect(all.ok && all.entries.slice(0, texts.length)).toEqual(texts);
    },
  );
});

/**
 * Reads a trace of system calls: how many appends were acknowledged, and which of them while a write to the journal
 * was not synced.
 */
function readTrace(trace: string): { readonly acks: number; readonly early: readonly string[] } {
  const early: string[] = [];
  let acks = 0;
  let unsynced = false;
  /** For each thread the file that it is syncing. */
  const syncing = new Map<string, string>();
  for (const line of trace.split('\n')) {
    if (/pwrite(64|v)\(\d+<[^>]*hush\.db-wal>/.test(line)) unsynced = true;
    // A system call that another thread interrupts is traced in two parts; only the second says whether it succeeded.
    const [, thread = '', file] = /^(\d+) +(?:.*f(?:data)?sync\(\d+<([^>]*)>)?/.exec(line) ?? [];
    if (file !== undefined) syncing.set(thread, file);
    const isDone = /f(data)?sync(\(| resumed).* = 0$/.test(line);
    // only syncs of the write-ahead log count, not those of the witness file
    if (isDone && syncing.get(thread)?.endsWith('hush.db-wal')) unsynced = false;
    if (!/write\(1<.*"ack /.test(line)) continue;
    acks++;
    if (unsynced) early.push(line);
  }
  return { acks, early };
}
