/** Tests that in one event-loop turn all messages are read, then all are judged, then all answers are written. */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LoopTurn } from '../../src/runtime/loop-turn.ts';

function diary() {
  const round = new LoopTurn();
  const seen: string[] = [];
  const hear = async (who: string): Promise<void> => {
    seen.push(`${who} heard`);
    await round.heard();
    seen.push(`${who} judged`);
    await undefined; // waits as long as a write to a journal in memory takes: one turn of promises
    round.add({ flush: () => seen.push(`${who} written`) });
  };
  return { round, seen, hear };
}

test('PR-55d all messages that arrive in one event-loop turn are judged before any answer is written', async () => {
  const { seen, hear } = diary();
  void hear('a');
  await undefined; // lets all work continue that waits only for resolved promises
  void hear('b');
  await turn();
  expect(seen).toEqual(['a heard', 'b heard', 'a judged', 'b judged', 'a written', 'b written']);
});

test('PR-55d answers that were already waiting are written in this turn, before new messages are judged', async () => {
  const { round, seen, hear } = diary();
  round.add({ flush: () => seen.push('pong') });
  void hear('a');
  await turn();
  expect(seen).toEqual(['a heard', 'a judged', 'pong', 'a written']);
});

test('PR-55d messages that arrive during judging or writing wait for the next turn', async () => {
  const { round, seen, hear } = diary();
  void round.heard().then(() => hear('late'));
  round.add({ flush: () => void hear('later') });
  await turn();
  expect(seen).toEqual(['late heard', 'later heard']);
  await turn();
  expect(seen.slice(2)).toEqual(['late judged', 'later judged', 'late written', 'later written']);
});
