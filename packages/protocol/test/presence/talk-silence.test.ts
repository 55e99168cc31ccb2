/**
 * Tests that the server enforces silence: a message is delivered only if a talk window was open at the version at which it
 * was accepted.
 */
import { expect, test } from 'vitest';
import { interleave, noTally } from './talk-interleavings.ts';

/**
 * The number of rounds of each story, 8,000 in all stories; HUSH_RUNS multiplies it. The leaks of
 * talk-planted.test.ts are found within 3,000 rounds.
 */
const ROUNDS = 500;
const STORIES = 8 * Number(process.env['HUSH_RUNS'] ?? 1);

test.each([1, 2])(
  'CM-1a CM-2b CM-2c CM-3e CM-4 HG-8g SC-14a with %i authorities no text, gesture or new name reaches anybody during silence',
  async authorities => {
    const tally = noTally();
    for (let seed = 0; seed < STORIES; seed++) await interleave({ seed, rounds: ROUNDS, authorities }, tally);
    process.stdout.write(`${authorities}: ${JSON.stringify(tally)}\n`);
    expect(tally.leak).toBeNull();
    // The rounds prove something only if all of these things happened often enough.
    expect(tally.rounds).toBe(STORIES * ROUNDS);
    expect(tally.delivered).toBeGreaterThan(STORIES * 100);
    expect(tally.hands).toBeGreaterThan(STORIES);
    expect(tally.refused).toBeGreaterThan(STORIES * 100);
    expect(tally.changes).toBeGreaterThan(STORIES * 5);
    expect(tally.people).toBeGreaterThan(STORIES * 5);
    expect(tally.held).toBeGreaterThan(STORIES);
    expect(tally.came).toBeGreaterThan(STORIES * 6);
    expect(tally.shownOut).toBeGreaterThan(STORIES / 4);
  },
);
