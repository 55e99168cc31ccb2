/**
 * Tests that beside thousands of crews and shared scenarios of strangers, a crew needs as few requests to the journal as
 * alone.
 */
import { type Journal, memoryJournal } from '@hush/protocol';
import { expect, test } from 'vitest';
import { Crews } from '../../src/stores/crew-store.ts';
import { Leaderboard } from '../../src/stores/leaderboard.ts';
import { Scenarios } from '../../src/stores/scenario-store.ts';
import { StillClock } from '../server-kit.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined } as never;
const STRANGERS = 5_000; // the number of crews, and the number of scenarios

/** A journal that counts its requests. */
function counted(): { readonly journal: Journal; readonly take: () => number } {
  const journal = memoryJournal();
  let asked = 0;
  for (const what of ['append', 'compact', 'read', 'logs', 'purge'] as const) {
    const act = journal[what].bind(journal) as (...args: readonly unknown[]) => never;
    Object.assign(journal, {
      [what]: (...args: readonly unknown[]) => {
        asked++;
        return act(...args);
      },
    });
  }
  const take = (): number => {
    const all = asked;
    asked = 0;
    return all;
  };
  return { journal, take };
}

const SHEET = {
  wish: { scenario: { name: 'Ours', stack: [2, 3], top: [], side: 'A', rules: [] } },
  text: '',
  players: 2,
  parent: null,
} as never;

test('PR-54h beside 10,000 crews and scenarios of strangers, a crew and a scenario need as many requests as alone, and the leaderboard stays empty', async () => {
  const { journal, take } = counted();
  const clock = new StillClock();
  const crews = new Crews({ journal, clock, log, keepDays: 0 });
  const scenarios = new Scenarios({ journal, clock, log, keepDays: 0 });
  const board = new Leaderboard(journal, crews, clock);
  /**
   * Founds, renames, reads and deletes a crew, shares and reads a scenario, and reads the leaderboard; returns the number
   * of requests.
   */
  const honest = async (): Promise<number> => {
    take();
    const made = await crews.found('Owls');
    if (!made.ok) throw new Error(made.error);
    await crews.adjust(made.value.id, { name: 'Bats' }, board);
    expect(await crews.find(made.value.id)).toMatchObject({ value: { name: 'Bats' } });
    const shared = await scenarios.keep(SHEET);
    if (!shared.ok) throw new Error('not shared');
    expect((await scenarios.find(shared.value)).ok).toBe(true);
    expect(await board.boxes()).toEqual([]);
    expect(await crews.forget(made.value.id)).toBe(true);
    return take();
  };
  await honest(); // the first time makes the calendar's logs of this day
  const alone = await honest();
  for (let n = 0; n < STRANGERS; n++) {
    await crews.found(`Strangers ${n}`);
    await scenarios.keep(SHEET);
  }
  const beside = await honest();
  expect([alone > 0, beside]).toEqual([true, alone]);
  crews.stop();
  scenarios.stop();
});
