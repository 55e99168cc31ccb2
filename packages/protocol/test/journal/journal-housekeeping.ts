/** The part of the journal's contract about purge, compaction, lists and close. */
import { expect, test } from 'vitest';
import { type Journal, logPages, readAll } from '../../src/index.ts';
import { ear, fillLog } from './journal-kit.ts';

export function housekeeping(fresh: () => Promise<Journal>): void {
  test('purge deletes one log, ends its subscriptions and frees its name', async () => {
    const journal = await fresh();
    await journal.append('log', 0, ['1', '2']);
    await journal.append('kept', 0, ['k']);
    const one = ear();
    journal.subscribe('log', 1, one.listener);
    await one.until(2);
    expect(await journal.purge('log')).toEqual({ ok: true });
    expect(await one.ended).toEqual({ type: 'ended', why: { type: 'purged' } });
    expect(await journal.read('log', 1)).toEqual({ ok: true, entries: [], version: 0 });
    expect(await journal.append('log', 0, ['new'])).toEqual({ ok: true, version: 1 });
    expect(one.heard()).toEqual(['1', '2']);
    expect(await journal.logs('')).toEqual({ ok: true, logs: ['kept', 'log'] });
    expect(await journal.purge('never-was')).toEqual({ ok: true });
  });

  test('every subscriber is told of a purge exactly once, however much it has read', async () => {
    const journal = await fresh();
    await fillLog(journal, 'log', 2_500);
    const ears = [1, 2_400, 2_501, 9_999].map(from => {
      const one = ear();
      journal.subscribe('log', from, one.listener); // the first subscriber is still reading older entries when the log is purged
      return one;
    });
    const quiet = ear();
    const unsubscribe = journal.subscribe('log', 1, quiet.listener);
    unsubscribe();
    expect(await journal.purge('log')).toEqual({ ok: true });
    for (const one of ears) expect(await one.ended).toEqual({ type: 'ended', why: { type: 'purged' } });
    const heard = ears.map(one => one.heard().length);
    const next = ear();
    journal.subscribe('log', 1, next.listener);
    await journal.append('log', 0, ['another life']);
    await next.until(1);
    expect(ears.map(one => one.heard().length)).toEqual(heard); // the purge was the last news of each subscriber
    expect(quiet.heard()).toEqual([]);
    expect(await journal.append('log', 2_500, ['of the old life'])).toEqual({
      ok: false,
      error: { type: 'conflict', version: 1 },
    });
  });

  test('logs are listed by prefix, sorted by code unit', async () => {
    const journal = await fresh();
    const names = ['game/B', 'game/a', 'game/a:x', 'game', 'game-2', 'gam', 'seed/a', 'x'.repeat(200)];
    for (const name of names) await journal.append(name, 0, ['x']);
    const listed = async (prefix: string): Promise<unknown> => {
      const result = await journal.logs(prefix);
      return result.ok ? result.logs : result.error;
    };
    expect(await listed('')).toEqual([...names].sort());
    expect(await listed('game')).toEqual(['game', 'game-2', 'game/B', 'game/a', 'game/a:x']);
    expect(await listed('game/a')).toEqual(['game/a', 'game/a:x']);
    expect(await listed('none')).toEqual([]);
  });

  test('a list continues after any name, even if no log has it, and ends with an empty page', async () => {
    const journal = await fresh();
    for (const name of ['a/1', 'a/2', 'a/3', 'b/1']) await journal.append(name, 0, ['x']);
    const listed = async (prefix: string, after?: string): Promise<unknown> => {
      const page = await journal.logs(prefix, after);
      return page.ok ? page.logs : page.error;
    };
    expect(await listed('a/', 'a/1')).toEqual(['a/2', 'a/3']);
    expect(await listed('a/', 'a/22')).toEqual(['a/3']);
    expect(await listed('a/', 'a/3')).toEqual([]);
    expect(await listed('a/', 'a')).toEqual(['a/1', 'a/2', 'a/3']);
    expect(await listed('', 'a/3')).toEqual(['b/1']);
    await journal.purge('a/2');
    expect(await listed('a/', 'a/2')).toEqual(['a/3']);
  });

  test('a second listing of all logs has the same names as the first', async () => {
    const journal = await fresh();
    await journal.append('a/1', 0, ['x']);
    await journal.append('b/2', 0, ['x']);
    for (const prefix of ['', 'a/', '', 'a/']) {
      const names: string[] = [];
      for await (const page of logPages(journal, prefix)) if (page.ok) names.push(...page.logs);
      expect(names).toEqual(prefix === '' ? ['a/1', 'b/2'] : ['a/1']);
    }
  });

  test('a purge with another `seen` version leaves the log unchanged and returns the current version', async () => {
    const journal = await fresh();
    await journal.append('log', 0, ['1', '2']);
    const one = ear();
    journal.subscribe('log', 1, one.listener);
    await one.until(2);
    for (const seen of [0, 1, 3])
      expect(await journal.purge('log', seen)).toEqual({
        ok: false,
        error: { type: 'conflict', version: 2 },
      });
    expect(await journal.append('log', 2, ['3'])).toEqual({ ok: true, version: 3 });
    await one.until(3); // subscribers of the log still get news
    expect(await journal.purge('log', 3)).toEqual({ ok: true });
    expect(await journal.read('log', 1)).toEqual({ ok: true, entries: [], version: 0 });
    expect(await journal.purge('log', 3)).toEqual({ ok: false, error: { type: 'conflict', version: 0 } });
    expect(await journal.purge('log', 0)).toEqual({ ok: true });
  });

  test('when an append and a purge expect the same version, one succeeds and the other leaves no trace', async () => {
    const journal = await fresh();
    for (let i = 0; i < 40; i++) {
      const log = `log/${i}`;
      await journal.append(log, 0, ['1']);
      const append = (): Promise<unknown> => journal.append(log, 1, ['2']);
      const purge = (): Promise<unknown> => journal.purge(log, 1);
      const [first, second] = i % 2 === 0 ? [append, purge] : [purge, append];
      const results = await Promise.all([first(), second()]);
      const version = i % 2 === 0 ? 2 : 0;
      expect(results).toEqual([
        expect.objectContaining({ ok: true }),
        { ok: false, error: { type: 'conflict', version } },
      ]);
      expect(await journal.read(log, 1)).toMatchObject({ entries: version === 0 ? [] : ['1', '2'], version });
    }
  });

  test('after a compaction every earlier entry is read as an empty text', async () => {
    const journal = await fresh();
    await journal.append('log', 0, ['1', '2']);
    await journal.append('log', 2, ['3']);
    const early = ear();
    journal.subscribe('log', 1, early.listener);
    await early.until(3);
    expect(await journal.compact('log', 3, ['all', 'four'])).toEqual({ ok: true, version: 5 });
    expect(await journal.read('log', 1)).toEqual({
      ok: true,
      entries: ['', '', '', 'all', 'four'],
      version: 5,
    });
    expect(await journal.read('log', 3)).toMatchObject({ entries: ['', 'all', 'four'] });
    expect(await journal.read('log', 4)).toMatchObject({ entries: ['all', 'four'] });
    expect(await journal.read('log', 5)).toMatchObject({ entries: ['four'] });
    expect(await journal.append('log', 5, ['6'])).toEqual({ ok: true, version: 6 });
    expect(await journal.compact('log', 6, ['again'])).toEqual({ ok: true, version: 7 });
    await early.until(7);
    expect(early.heard()).toEqual(['1', '2', '3', 'all', 'four', '6', 'again']);
    const late = ear();
    journal.subscribe('log', 1, late.listener);
    await late.until(7);
    expect(late.heard()).toEqual(['', '', '', '', '', '', 'again']);
    expect(await journal.purge('log', 7)).toEqual({ ok: true });
    expect(await journal.read('log', 1)).toEqual({ ok: true, entries: [], version: 0 });
  });

  test('a compaction at a wrong expected version changes nothing; a compaction of an empty log is an append', async () => {
    const journal = await fresh();
    expect(await journal.compact('new', 0, ['1'])).toEqual({ ok: true, version: 1 });
    expect(await journal.compact('new', 0, ['x'])).toEqual({
      ok: false,
      error: { type: 'conflict', version: 1 },
    });
    expect(await journal.read('new', 1)).toEqual({ ok: true, entries: ['1'], version: 1 });
    await expect(journal.compact('new', 1, [])).rejects.toThrow('nothing to keep of new');
  });

  test('a log with thousands of deleted entries is read page by page', async () => {
    const journal = await fresh();
    await fillLog(journal, 'log', 1_700);
    await journal.compact('log', 1_700, ['kept']);
    const all = await readAll(journal, 'log');
    expect(all).toMatchObject({ ok: true, version: 1_701 });
    expect(all.ok && all.entries.filter(entry => entry !== '')).toEqual(['kept']);
    expect(all.ok && all.entries.length).toBe(1_701);
  });

  test('close finishes pending calls, ends subscriptions and refuses later calls', async () => {
    const journal = await fresh();
    const one = ear();
    journal.subscribe('log', 1, one.listener);
    const asked = Promise.all([journal.append('log', 0, ['1']), journal.append('log', 1, ['2'])]);
    await journal.close();
    expect(await asked).toEqual([
      { ok: true, version: 1 },
      { ok: true, version: 2 },
    ]);
    expect(await one.ended).toMatchObject({ why: { type: 'failed' } });
    expect(await journal.append('log', 2, ['3'])).toMatchObject({ ok: false, error: { type: 'failed' } });
    expect(await journal.read('log', 1)).toMatchObject({ ok: false, error: { type: 'failed' } });
    expect(await journal.purge('log')).toMatchObject({ ok: false, error: { type: 'failed' } });
    expect(await journal.logs('')).toMatchObject({ ok: false, error: { type: 'failed' } });
    expect(await journal.moments.keep('log', 1, 1)).toMatchObject({ type: 'failed' });
    expect(await journal.moments.last('log', 1)).toMatchObject({ ok: false, error: { type: 'failed' } });
    await journal.close();
  });
}
