/** The part of the journal's contract about moments of the sand. */
import { expect, test } from 'vitest';
import type { Journal } from '../../src/index.ts';

export function keepingMoments(fresh: () => Promise<Journal>): void {
  test('PR-13a the last moment of a game is the latest one, in whatever order moments were stored', async () => {
    const journal = await fresh();
    const { moments } = journal;
    await journal.append('table/A', 0, ['x']);
    expect(await moments.last('table/A', 1)).toEqual({ ok: true, value: 0 });
    for (const [game, at] of [
      [1, 90_000],
      [2, 5_000],
      [2, 3_000],
      [1, 95_000],
    ] as const)
      expect(await moments.keep('table/A', game, at)).toBe(null);
    expect(await moments.last('table/A', 2)).toEqual({ ok: true, value: 5_000 });
    expect(await moments.last('table/A', 1)).toEqual({ ok: true, value: 0 }); // an earlier game has no moment any more
    expect(await journal.read('table/A', 1)).toMatchObject({ version: 1 });
    expect(await journal.logs('')).toEqual({ ok: true, logs: ['table/A'] });
  });

  test('moments of many tables that are stored at once are read back, each for its own table', async () => {
    const journal = await fresh();
    const { moments } = journal;
    const logs = Array.from({ length: 200 }, (_, i) => `table/${i}`);
    await Promise.all(logs.map(log => journal.append(log, 0, ['x'])));
    for (let round = 1; round <= 3; round++)
      expect(await Promise.all(logs.map((log, i) => moments.keep(log, 1, round * 1000 + i)))).toEqual(
        logs.map(() => null),
      );
    const kept = await Promise.all(logs.map(log => moments.last(log, 1)));
    expect(kept).toEqual(logs.map((_, i) => ({ ok: true, value: 3000 + i })));
  });

  test('PR-35a a moment is deleted with its log, and none is stored for a missing log', async () => {
    const journal = await fresh();
    const { moments } = journal;
    expect(await moments.keep('table/A', 1, 1)).toEqual({ type: 'conflict', version: 0 });
    await journal.append('table/A', 0, ['x']);
    expect(await moments.keep('table/A', 1, 7_000)).toBe(null);
    expect(await journal.purge('table/A', 1)).toEqual({ ok: true });
    await journal.append('table/A', 0, ['another life']);
    expect(await moments.last('table/A', 1)).toEqual({ ok: true, value: 0 });
  });

  test('a moment for an invalid log name is a bug, so the call rejects', async () => {
    const { moments } = await fresh();
    await expect(moments.keep('a log', 1, 1)).rejects.toThrow(RangeError);
    await expect(moments.last('', 1)).rejects.toThrow(RangeError);
  });
}
