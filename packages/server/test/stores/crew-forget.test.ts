/**
 * Tests of deleting a crew when a crash or a refusal interrupts it at any step: the crew is complete or deleted, and in
 * the end nothing of it is left.
 */
import { type Journal, memoryJournal } from '@hush/protocol';
import { sha256 } from '@hush/rules';
import { expect, test } from 'vitest';
import { enteredFrom } from '../../../protocol/test/crews/crew-kit.ts';
import type { BookEntry } from '../../src/stores/crew-changes.ts';
import { Crews } from '../../src/stores/crew-store.ts';
import { Leaderboard } from '../../src/stores/leaderboard.ts';
import { StillClock } from '../server-kit.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined } as never;
const RECORDS = ['one', 'two', 'three'];
const GAME = enteredFrom('forget');

const entryOf = (name: string): BookEntry => ({
  text: name,
  entered: { ...GAME, game: sha256(name), record: sha256(name), size: name.length },
});

/** The crew store of a server after a start. */
const crewsIn = (journal: Journal, clock = new StillClock(), keepDays = 0): Crews =>
  new Crews({ journal, clock, log, keepDays });

/** A crew with games on the leaderboard. */
async function owls(journal: Journal): Promise<string> {
  const crews = crewsIn(journal);
  const made = await crews.found('Owls');
  if (!made.ok) throw new Error(made.error);
  const { id } = made.value;
  expect((await crews.enter(id, RECORDS.map(entryOf))).ok).toBe(true);
  const board = new Leaderboard(journal, crews, new StillClock());
  expect((await crews.adjust(id, { shown: true }, board)).ok).toBe(true);
  crews.stop();
  return id;
}

/** The same journal for a process that crashes, or is refused, after this many purges. */
function mortal(journal: Journal, purges: number, end: 'crash' | 'refusal'): Journal {
  let left = purges;
  return {
    append: (...asked) => journal.append(...asked),
    compact: (...asked) => journal.compact(...asked),
    read: (...asked) => journal.read(...asked),
    subscribe: (...asked) => journal.subscribe(...asked),
    logs: (prefix, after) => journal.logs(prefix, after),
    moments: journal.moments,
    close: () => journal.close(),
    purge: name => {
      if (left-- > 0) return journal.purge(name);
      if (end === 'crash') return new Promise(() => undefined);
      return Promise.resolve({ ok: false, error: { type: 'unavailable', why: 'not now' } });
    },
  };
}

async function logsOf(journal: Journal, id: string): Promise<readonly string[]> {
  const found = await journal.logs('');
  if (!found.ok) throw new Error('no logs');
  return found.logs.filter(name => name.includes(id));
}

/** Checks that a crew that still exists can be read completely, with all its records. */
async function isWhole(crews: Crews, id: string): Promise<boolean> {
  const found = await crews.peek(id);
  if (!found.ok) {
    expect(found.error).toBe('unknown');
    return false;
  }
  const records = await Promise.all(found.value.lines.map(({ record }) => crews.recordOf(id, record)));
  expect(records).toEqual(RECORDS.map(value => ({ ok: true, value })));
  return true;
}

const someTurns = async (): Promise<void> => {
  for (let i = 0; i < 200; i++) await undefined;
};

const MOMENTS = Array.from({ length: 6 }, (_, i) => i);

test.each(MOMENTS.flatMap(purges => (['crash', 'refusal'] as const).map(end => [end, purges] as const)))(
  'PR-57b after a %s following %i purges a crew is complete or deleted, and the next start deletes what is left',
  async (end, purges) => {
    const journal = memoryJournal();
    const [id, other] = [await owls(journal), await owls(journal)];
    const forgetting = crewsIn(mortal(journal, purges, end)).forget(id);
    await someTurns();
    if (end === 'refusal') expect(await forgetting).toBe(purges > 0);

    const clock = new StillClock();
    const next = crewsIn(journal, clock);
    const whole = await isWhole(next, id);
    expect(whole).toBe(purges === 0);
    clock.pass(90_000);
    await someTurns();
    expect((await logsOf(journal, id)).length > 0).toBe(whole);
    expect(await isWhole(next, other)).toBe(true);
    expect((await logsOf(journal, other)).length).toBe(RECORDS.length + 2);
  },
);

test('PR-57b if the log of a crew is damaged and missing in lists, the crew’s records are not deleted', async () => {
  const journal = memoryJournal();
  const id = await owls(journal);
  const [read, logs] = [journal.read.bind(journal), journal.logs.bind(journal)];
  journal.read = async (name, from) =>
    name === `crew/${id}`
      ? { ok: false, error: { type: 'corrupt', log: name, version: 1 } }
      : read(name, from);
  journal.logs = async (prefix, after) => {
    const found = await logs(prefix, after);
    return found.ok ? { ok: true, logs: found.logs.filter(name => name !== `crew/${id}`) } : found;
  };
  await crewsIn(journal).sweep();
  expect(await logsOf(journal, id)).toHaveLength(RECORDS.length + 1);
});

test('PR-51d a sweep of crews ends when the server stops, and the next one continues it', async () => {
  const journal = memoryJournal();
  const ids = [await owls(journal), await owls(journal)];
  const clock = new StillClock();
  clock.passDays(6);
  await crewsIn(journal, clock, 10).sweep();
  clock.passDays(5);
  const first = crewsIn(journal, clock, 10);
  const purge = journal.purge.bind(journal);
  journal.purge = (name, seen) => {
    first.stop();
    return purge(name, seen);
  };
  await first.sweep();
  const left = async (): Promise<number> =>
    (await Promise.all(ids.map(id => logsOf(journal, id)))).flat().length;
  expect(await left()).toBeGreaterThan(0);
  journal.purge = purge;
  await crewsIn(journal, clock, 10).sweep();
  expect(await left()).toBe(0);
});
