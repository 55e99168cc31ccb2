/** Tests that the search for leaked messages finds planted leaks: four kinds, each within a few rounds. */
import { afterEach, expect, test, vi } from 'vitest';
import type { Chat } from '../../src/presence/chat.ts';
import type * as Talk from '../../src/state/talk.ts';
import { interleave, noTally } from './talk-interleavings.ts';

type Defect = 'none' | 'deaf' | 'behind' | 'late' | 'names';
let defect: Defect = 'none';
let before: Parameters<typeof Talk.talkRefusal>[0] | null = null;

vi.mock('../../src/state/talk.ts', async load => {
  const talk = await load<typeof Talk>();
  const talkRefusal: typeof talk.talkRefusal = (table, member, command, circumstances) => {
    const known = defect === 'behind' ? (before ?? table) : table;
    before = table;
    return defect === 'deaf' ? null : talk.talkRefusal(known, member, command, circumstances);
  };
  return { ...talk, talkRefusal };
});

vi.mock('../../src/presence/chat.ts', async load => {
  const floor = await load<typeof import('../../src/presence/chat.ts')>();
  class Slow extends floor.Chat {
    #waiting: Parameters<Chat['broadcast']>[0] | null = null;

    override broadcast(utterance: Parameters<Chat['broadcast']>[0]): void {
      const next = defect === 'late' ? this.#waiting : utterance;
      this.#waiting = utterance;
      if (next !== null) super.broadcast(next);
    }
  }
  return { ...floor, Chat: Slow };
});

vi.mock('../../src/logs/frozen-names.ts', async load => {
  const names = await load<typeof import('../../src/logs/frozen-names.ts')>();
  class Leaky extends names.FrozenNames {
    override isNameless(member: number): boolean {
      return defect !== 'names' && super.isNameless(member);
    }

    // This planted bug disables two checks, because each of them alone would withhold a name.
    override get lastName(): number {
      return defect === 'names' ? Number.POSITIVE_INFINITY : super.lastName;
    }
  }
  return { ...names, FrozenNames: Leaky };
});

afterEach(() => {
  defect = 'none';
  before = null;
});

const STORIES = 30;

/** The leak that was found, and the run in which it was found. */
async function find(): Promise<string | null> {
  const tally = noTally();
  for (let seed = 0; seed < STORIES && tally.leak === null; seed++)
    await interleave({ seed, rounds: 100, authorities: 1 + (seed % 2) }, tally);
  return tally.leak;
}

test.each<readonly [Defect, RegExp]>([
  ['deaf', /(nothing|hands) was open/],
  ['behind', /was open|which is open/],
  ['late', /was heard/],
  ['names', /the name go \d+ was seen/],
])('PR-17c CM-2b the search finds a planted leak: %s', async (planted, sign) => {
  defect = planted;
  expect(await find()).toMatch(sign);
});

test('PR-17c CM-2b without a planted bug the search finds no leak', async () => {
  expect(await find()).toBeNull();
});
