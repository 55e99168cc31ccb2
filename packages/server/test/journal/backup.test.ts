/** Tests of backups that are made during writes, and that purged text is in no file any more. */
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Journal, readAll } from '@hush/protocol';
import Database from 'libsql';
import { describe, expect, test, vi } from 'vitest';
import { backup } from '../../src/journal/backup.ts';
import { openStore } from '../../src/journal/open.mjs';
import { directory, journalIn } from './journal-kit.ts';

const LOGS = 20;
const textOf = (log: number, version: number): string => `${log}:${version} ${'.'.repeat(200)}`;

/** Writes to every log until it is stopped; `done` counts the acknowledged entries of each log. */
function writers(journal: Journal): { readonly done: number[]; readonly stop: () => Promise<unknown> } {
  const done = Array.from({ length: LOGS }, () => 0);
  let going = true;
  const write = async (log: number): Promise<void> => {
    for (let version = 1; going; version++) {
      const result = await journal.append(`log/${log}`, version - 1, [textOf(log, version)]);
      if (!result.ok) throw new Error(JSON.stringify(result.error));
      done[log] = version;
    }
  };
  const all = Promise.all(done.map((_, log) => write(log)));
  return {
    done,
    stop: () => {
      going = false;
      return all;
    },
  };
}

/** Makes a data directory from a copy of a journal. */
function restored(copy: string): string {
  const dataDir = directory();
  copyFileSync(copy, join(dataDir, 'hush.db'));
  return dataDir;
}

describe('backups', () => {
  test('a backup made under load contains every acknowledged entry and no incomplete commit', async () => {
    const dataDir = directory();
    const journal = await journalIn(dataDir);
    const { done, stop } = writers(journal);
    const enough = (): void => expect(Math.min(...done)).toBeGreaterThan(30);
    await vi.waitFor(enough, { timeout: 600_000 });
    for (const n of [1, 2, 3]) {
      const before = [...done];
      const target = join(directory(), `copy-${n}.db`);
      const made = await backup(dataDir, target);
      const after = [...done];
      expect(made).toMatchObject({ ok: true });
      const copy = await journalIn(restored(target));
      const versions: number[] = [];
      for (let log = 0; log < LOGS; log++) {
        const all = await readAll(copy, `log/${log}`);
        if (!all.ok) throw new Error(JSON.stringify(all.error));
        expect(all.entries).toEqual(all.entries.map((_, i) => textOf(log, i + 1)));
        expect(all.version).toBeGreaterThanOrEqual(before[log] ?? 0);
        expect(all.version).toBeLessThanOrEqual((after[log] ?? 0) + 1);
        expect(await copy.append(`log/${log}`, all.version, ['and on'])).toMatchObject({ ok: true });
        versions.push(all.version);
      }
      const entries = versions.reduce((a, b) => a + b);
      expect(made).toEqual({ ok: true, logs: LOGS, entries, bytes: readFileSync(target).length });
    }
    const held = [...done];
    await vi.waitFor(() => expect(Math.min(...done)).toBeGreaterThan(Math.max(...held)), {
      timeout: 600_000,
    });
    await stop();
  });

  test('a backup can be made while no server uses the journal', async () => {
    const dataDir = directory();
    const journal = await journalIn(dataDir);
    await journal.append('log', 0, ['1']);
    await journal.close();
    const target = join(directory(), 'copy.db');
    expect(await backup(dataDir, target)).toMatchObject({ ok: true, logs: 1, entries: 1 });
    expect(await readAll(await journalIn(restored(target)), 'log')).toMatchObject({ entries: ['1'] });
    expect(await readAll(await journalIn(dataDir), 'log')).toMatchObject({ entries: ['1'] });
  });

  test('a backup never replaces a file, and a failed one leaves no file', async () => {
    const dataDir = directory();
    const place = directory();
    const target = join(place, 'copy.db');
    expect(await backup(dataDir, target)).toEqual({
      ok: false,
      error: { type: 'missing', why: `There is no journal in ${dataDir}.` },
    });
    expect(readdirSync(dataDir)).toEqual([]);
    await (await journalIn(dataDir)).append('log', 0, ['1']);
    writeFileSync(target, 'precious');
    expect(await backup(dataDir, target)).toEqual({
      ok: false,
      error: { type: 'exists', why: `${target} is there already and is left as it is.` },
    });
    expect(readFileSync(target, 'utf8')).toBe('precious');
    const nowhere = join(place, 'missing', 'copy.db');
    expect(await backup(dataDir, nowhere)).toEqual({
      ok: false,
      error: {
        type: 'unwritable',
        why: `The backup ${nowhere} cannot be written: a part of the path is missing.`,
      },
    });
    expect(readdirSync(place)).toEqual(['copy.db']);
  });
});

describe('purges', () => {
  const SECRET = 'Rosamunde Fingerhut';

  /** The files of a data directory that contain the words. */
  const filesWith = (dataDir: string, words: string): string[] =>
    readdirSync(dataDir).filter(name => readFileSync(join(dataDir, name)).includes(words));

  test('after a purge no file contains the text', async () => {
    const dataDir = directory();
    const journal = await journalIn(dataDir);
    for (let n = 0; n < 200; n++) {
      await journal.append('names/a', n, [`{"name":"${SECRET} ${n}","pad":"${'x'.repeat((n * 37) % 900)}"}`]);
      if (n % 3 === 0) await journal.append(`game/${n}`, 0, [`{"n":${n}}`]);
    }
    await journal.append('names/a', 200, [`${SECRET} ${'y'.repeat(100_000)}`]);
    expect(filesWith(dataDir, SECRET)).not.toEqual([]);
    expect(await journal.purge('names/a')).toEqual({ ok: true });
    expect(filesWith(dataDir, SECRET)).toEqual([]);
    expect(await journal.read('game/3', 1)).toMatchObject({ entries: ['{"n":3}'] });
    await journal.close();
    expect(filesWith(dataDir, SECRET)).toEqual([]);
    expect(existsSync(join(dataDir, 'hush.db'))).toBe(true);
  });

  test('if a reader delays a purge, the next write completes it', async () => {
    const dataDir = directory();
    const opened = openStore(dataDir);
    if (!opened.ok) throw new Error(opened.error.why);
    const { store, release } = opened;
    const append = (log: string, text: string): void => {
      expect(store.write([{ type: 'append', log, expected: 0, entries: [text] }])).toMatchObject([
        { ok: true },
      ]);
      store.tidy();
    };
    append('names/a', SECRET);
    const reader = new Database(join(dataDir, 'hush.db'));
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM heads').raw().get([]);
    expect(store.write([{ type: 'purge', log: 'names/a' }])).toEqual([{ ok: true }]);
    store.tidy();
    append('game/1', 'while it reads');
    expect(filesWith(dataDir, SECRET)).not.toEqual([]);
    reader.exec('ROLLBACK');
    reader.close();
    append('game/2', 'afterwards');
    expect(filesWith(dataDir, SECRET)).toEqual([]);
    store.close();
    release();
  });
});
