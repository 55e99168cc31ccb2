/**
 * Tests of tables and crews that are too damaged to be deleted: their other data are deleted, and other tables can still
 * be deleted.
 */
import { type Journal, memoryJournal, type PurgeResult } from '@hush/protocol';
import { expect, test } from 'vitest';
import { Crews } from '../../src/stores/crew-store.ts';
import { openTable, StillClock, serve, sit, until } from '../server-kit.ts';

/** A journal that cannot delete damaged logs; it lists the deletions that were requested. */
function stubborn() {
  const journal = memoryJournal();
  const [read, purge] = [journal.read.bind(journal), journal.purge.bind(journal)];
  const damaged = new Set<string>();
  const asked: string[] = [];
  journal.close = async () => undefined; // the next server uses the same journal
  const error = (log: string) => ({ type: 'corrupt', log, version: 1 }) as const;
  journal.read = async (log, from) => (damaged.has(log) ? { ok: false, error: error(log) } : read(log, from));
  journal.purge = async (log): Promise<PurgeResult> => {
    asked.push(log);
    return damaged.has(log) ? { ok: false, error: error(log) } : purge(log);
  };
  return { journal, damaged, asked };
}

async function logsWith(journal: Journal, text: string): Promise<readonly string[]> {
  const found = await journal.logs('');
  return found.ok ? found.logs.filter(log => log.includes(text)) : ['no list'];
}

const timesIn = (text: string, word: string): number => text.split(word).length - 1;

test('PR-51d a table that cannot be deleted loses its names, is reported once, and the next sweep tries again', async () => {
  const { journal, damaged, asked } = stubborn();
  const clock = new StillClock();
  const first = await serve({ journal, clock });
  const [stuck, other] = [await openTable(first), await openTable(first)];
  for (const [code, name] of [
    [stuck, 'Zebedee'],
    [other, 'Annabel'],
  ] as const)
    (await sit(first, code, name)).connection.close();
  await first.server.stop();
  damaged.add(`table/${stuck}`);

  clock.passDays(1);
  const server = await serve({ journal, clock, env: { HUSH_KEEP_DAYS: '1' } });
  await openTable(server); // another client opens the table on another day
  /** Waits until at least one complete sweep has run. */
  const sweep = async (): Promise<void> => {
    const sweeps = (): number => timesIn(server.log(), 'abandoned tables purged');
    const before = sweeps();
    await until(() => {
      clock.pass(6 * 3600_000);
      return sweeps() > before + 1;
    });
  };
  clock.passDays(1);
  await sweep();
  expect(await logsWith(journal, stuck)).toEqual([`table/${stuck}`]);
  expect(await logsWith(journal, other)).toEqual([]);
  expect((await fetch(`http://127.0.0.1:${server.port}/t/${stuck}`)).ok).toBe(false);
  const tries = (): number => asked.filter(log => log === `table/${stuck}`).length;
  const before = tries();
  expect(before).toBeGreaterThan(0);
  await sweep();
  expect(tries()).toBeGreaterThan(before);
  expect(timesIn(server.log(), 'table not wholly purged')).toBe(1);
  expect(server.log()).not.toMatch(new RegExp(`"why":[^}]*${stuck}`)); // the code must not be logged

  clock.passDays(1);
  await sweep();
  const days = new Set((await logsWith(journal, 'visits/')).map(log => log.split('/')[1]));
  // the calendar keeps the table's last day, yesterday and today, and no other days
  expect(days.size).toBeLessThanOrEqual(3);
  damaged.clear();
  await sweep();
  expect(await logsWith(journal, stuck)).toEqual([]);
});

test('PR-51d a book that cannot be deleted loses its records, is reported once, and the next sweep tries again', async () => {
  const { journal, damaged, asked } = stubborn();
  const said: string[] = [];
  const log = { info: () => undefined, warn: (_: object, say: string) => said.push(say) } as never;
  const clock = new StillClock();
  const crews = new Crews({ journal, clock, log, keepDays: 1 });
  const [stuck, other] = [await crews.found('Owls'), await crews.found('Bats')];
  if (!stuck.ok || !other.ok) throw new Error('not founded');
  const { id } = stuck.value;
  await journal.append(`crew-game/${id}/HASH`, 0, ['a record']);
  damaged.add(`crew/${id}`);
  clock.passDays(2);
  for (const tries of [1, 2]) {
    await crews.sweep();
    expect(await logsWith(journal, id)).toEqual([`crew/${id}`]);
    expect(await logsWith(journal, other.value.id)).toEqual([]);
    expect(asked.filter(one => one === `crew/${id}`)).toHaveLength(tries);
  }
  expect(said).toEqual(['crew not wholly purged']);
});
