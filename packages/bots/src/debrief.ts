/**
 * The debrief of a finished game: the curve of its sand, and its turning points. A turning point is the beginning of a
 * stretch in which the players used much sand and made little progress, and from which brisk bots still win. Each one
 * is rehearsed several times, and one lost rehearsal rejects it. The debrief judges no player; it names only heroes
 * and squares.
 */
import type { Game, GameEvent, Millis, Secret } from '@hush/rules';
import { type Answer, answerAt } from './answer-path.ts';
import { playOnFrom } from './arena.ts';
import { type RevealedGame, revealedGame } from './revealed-game.ts';
import { momentsOf, type NeedPoint, needOf, paceOf, type SandCurve, sandOf } from './sand-curve.ts';

export interface TurningPoint {
  readonly at: Millis;
  /** The moment at which the players did what the answer says; if they did not, the end of the stretch. */
  readonly until: Millis;
  /** The number of events before the turning point; a table can continue the game from there. */
  readonly events: number;
  readonly answer: Answer;
}

export interface Debrief {
  readonly curve: SandCurve;
  /** The turning points in the order of time. */
  readonly points: readonly TurningPoint[];
  /** Whether the search is over. */
  readonly isComplete: boolean;
}

export const MAX_TURNING_POINTS = 5;
/** How often a turning point is rehearsed before it is accepted. */
const REHEARSALS = 4;
/** The most stretches of a game that are examined. */
const MOST_CANDIDATES = 24;
/** The shortest stretch that can be a turning point. */
const SHORTEST: Millis = 8_000;
const LONGEST: Millis = 60_000;
/** The least time between two turning points. */
const APART: Millis = 12_000;

/** Yields the debrief as it grows: first the curve, then each turning point. Yields nothing for an unfinished game. */
export function* debriefing(log: readonly GameEvent[]): Generator<Debrief, void> {
  const revealed = revealedGame(log);
  if (revealed === null) return;
  const curve = curveOf(revealed);
  let points: readonly TurningPoint[] = [];
  yield { curve, points, isComplete: false };
  for (const candidate of candidatesIn(curve.needs)) {
    if (points.length >= MAX_TURNING_POINTS) break;
    if (points.some(({ at }) => Math.abs(at - candidate.at) < APART)) continue;
    const point = judged(revealed, candidate, curve.pace);
    if (point === null) continue;
    points = [...points, point].sort((a, b) => a.at - b.at);
    yield { curve, points, isComplete: false };
  }
  yield { curve, points, isComplete: true };
}

function curveOf(revealed: RevealedGame): SandCurve {
  const pace = paceOf(revealed);
  const needs = momentsOf(revealed).flatMap((events): readonly NeedPoint[] => {
    const game = revealed.games[events];
    return game === undefined
      ? []
      : [{ at: game.at, events: events + 1, need: needOf(game, revealed.secret, pace) }];
  });
  const end = revealed.games.at(-1)?.at ?? 0;
  return { sand: sandOf(revealed), needs: withRests(needs, end), pace };
}

/** If nothing happens, the curve gets a point at this interval: the needed sand stays the same while the sand runs. */
const REST: Millis = 10_000;

const withRests = (needs: readonly NeedPoint[], end: Millis): readonly NeedPoint[] =>
  needs.flatMap((point, i) => {
    const until = needs[i + 1]?.at ?? end;
    const rests = Math.max(0, Math.floor((until - point.at - 1) / REST));
    return [point, ...Array.from({ length: rests }, (_, n) => ({ ...point, at: point.at + (n + 1) * REST }))];
  });

interface Stretch {
  readonly at: Millis;
  readonly until: Millis;
  readonly events: number;
  /** How much more sand was used than the progress of the players needed. */
  readonly waste: Millis;
}

/** For each moment the stretch that begins there and wastes the most sand; the most wasteful stretch first. */
function candidatesIn(needs: readonly NeedPoint[]): readonly Stretch[] {
  const stretches = needs.flatMap((from, i): readonly Stretch[] => {
    if (needs[i - 1]?.events === from.events) return []; // no event in between: nobody can play on from there
    const ends = needs.filter(({ at }) => at - from.at >= SHORTEST && at - from.at <= LONGEST);
    const wastes = ends.map(to => ({ to, waste: wasteBetween(from, to) }));
    const [most] = wastes.sort((a, b) => b.waste - a.waste);
    if (most === undefined || from.need === null) return [];
    return [{ at: from.at, until: most.to.at, events: from.events, waste: most.waste }];
  });
  return stretches.sort((a, b) => b.waste - a.waste).slice(0, MOST_CANDIDATES);
}

const wasteBetween = (from: NeedPoint, to: NeedPoint): Millis =>
  to.at - from.at - ((from.need ?? 0) - (to.need ?? from.need ?? 0));

/** Returns the turning point at a stretch, if the stretch has an answer and brisk bots win from there; otherwise null. */
function judged(
  { games, log, secret, seed }: RevealedGame,
  stretch: Stretch,
  pace: Millis,
): TurningPoint | null {
  const game = games[stretch.events - 1];
  if (game === undefined) return null;
  const answer = answerAt(game, secret, pace);
  if (answer === null || answer.steps.length === 0 || !isWonFrom(game, secret, seed)) return null;
  const { at, events } = stretch;
  const done = log.slice(events).find(event => achieves(event, answer))?.at ?? Number.POSITIVE_INFINITY;
  return { at, events, until: Math.min(done, stretch.until), answer };
}

/** Whether brisk bots win every rehearsal from this position. */
function isWonFrom(game: Game, secret: Secret, seed: string): boolean {
  for (let n = 0; n < REHEARSALS; n++)
    if (!playOnFrom(game, secret, ['brisk'], `rehearsal ${n} ${seed}`).won) return false;
  return true;
}

/** Whether an event does what the answer says. */
function achieves(event: GameEvent, { kind, hero, goal }: Answer): boolean {
  switch (kind) {
    case 'door':
      return event.type === 'tileLaid' && event.door === goal;
    case 'hourglass':
      return event.type === 'hourglassTurned';
    case 'camera':
      return event.type === 'cameraSwitchedOff' && event.cell === goal;
    case 'exit':
      return event.type === 'heroLeft' && event.hero === hero;
    case 'item':
      return event.type === 'heroMoved' && event.hero === hero && event.to === goal;
  }
}
