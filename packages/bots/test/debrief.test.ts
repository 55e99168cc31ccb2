/** Tests of a lost game’s debrief: its sand curve, and its turning points, from which bots of the temper `brisk` win. */
import { firstEvents, type GameEvent, prepareGame, replay } from '@hush/rules';
import { expect, test } from 'vitest';
import {
  ANSWER_KINDS,
  type Debrief,
  debriefing,
  MAX_TURNING_POINTS,
  playContest,
  playOnFrom,
} from '../src/index.ts';

const WISH = { scenario: 5, players: 4 } as const;

/** A game that calm bots lose, found by trying seeds in order. */
function lostGame(): { readonly log: readonly GameEvent[]; readonly seed: string } {
  for (let n = 13; ; n++) {
    const seed = `lost 5 ${n}`;
    const prepared = prepareGame(WISH, seed);
    if (!prepared.ok) throw new Error(prepared.error);
    const log: GameEvent[] = [prepared.value.event, { type: 'gameStarted', at: 0 }];
    if (!playContest({ wish: WISH, seed, tempers: ['calm'] }, event => log.push(event)).won)
      return { log, seed };
  }
}

const { log } = lostGame();
const told: readonly Debrief[] = [...debriefing(log)];
const debrief = told.at(-1);
if (debrief === undefined) throw new Error('no debrief');
const { curve, points } = debrief;
const end = log.at(-1);

test('a debrief yields the sand curve first, then one turning point after the other', () => {
  expect(told[0]).toMatchObject({ points: [], isComplete: false });
  expect(told.map(one => one.points.length)).toEqual([
    ...points.map((_, i) => i),
    points.length,
    points.length,
  ]);
  expect(told.filter(({ isComplete }) => isComplete)).toHaveLength(1);
});

test('the sand curve falls from the full hourglass to zero, and rises only where the hourglass was turned', () => {
  const { sand, needs } = curve;
  expect(sand[0]).toEqual({ at: 0, left: 180_000 });
  expect(sand.at(-1)).toEqual({ at: end?.at, left: 0 });
  const turns = log.filter(({ type }) => type === 'hourglassTurned').length;
  expect(sand).toHaveLength(2 + 2 * turns);
  expect(needs.length).toBeGreaterThan(10);
  for (const { need } of needs) expect(need === null || need > 0).toBe(true);
  const last = needs.at(-1);
  const left = (end?.at ?? 0) - (last?.at ?? 0);
  expect(last?.need).toBeGreaterThan(left); // the curve shows that the sand ran out
});

test('a lost game has at most five turning points, in the order of time; each has an answer with one hero and its squares', () => {
  expect(points.length).toBeGreaterThanOrEqual(3);
  expect(points.length).toBeLessThanOrEqual(MAX_TURNING_POINTS);
  expect(points.map(({ at }) => at)).toEqual(points.map(({ at }) => at).sort((a, b) => a - b));
  for (const { at, until, answer } of points) {
    expect(until).toBeGreaterThan(at);
    expect(ANSWER_KINDS).toContain(answer.kind);
    expect(answer.steps.length).toBeGreaterThan(0);
    expect(answer.steps.at(-1)?.to).toBe(answer.goal);
    expect(answer.steps.at(-1)?.hero).toBe(answer.hero);
    const own = answer.steps.filter(({ hero }) => hero === answer.hero);
    for (const [i, step] of own.entries()) if (i > 0) expect(step.from).toBe(own[i - 1]?.to);
  }
});

test('from every turning point brisk bots win with other delays than in the rehearsals, and a table can continue the game there', () => {
  if (end?.type !== 'seedRevealed') throw new Error('no seed');
  const secret = { seed: end.seed, stack: null, pile: null };
  for (const { events, at } of points) {
    expect(firstEvents(log, events)).toHaveLength(events);
    const game = replay(log.slice(0, events));
    expect(game.at).toBe(at);
    expect(playOnFrom(game, secret, ['brisk'], 'fresh').won).toBe(true);
  }
});

test('the debrief is the same for everybody who computes it, and an unfinished game has none', () => {
  expect([...debriefing(log)].at(-1)).toEqual(debrief);
  expect([...debriefing(log.slice(0, -1))]).toEqual([]);
});
