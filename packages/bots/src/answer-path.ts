/**
 * The answer to a turning point: what one hero could have done there, as the solver sees it. The path ends on the goal
 * square: a door, an hourglass, a camera, an item or an exit.
 */
import {
  type Action,
  type Cell,
  decide,
  evolve,
  type Game,
  type GameEvent,
  type Hero,
  type Millis,
  type Secret,
} from '@hush/rules';
import { dutyOf } from './duty.ts';
import { activeHeroes, outlookOf } from './outlook.ts';
import { rehearse, withAllActions } from './rehearsal.ts';
import { walkTo } from './scheme.ts';

/** The kind of goal at the end of the path. */
export const ANSWER_KINDS = ['door', 'hourglass', 'camera', 'item', 'exit'] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];

export interface AnswerStep {
  readonly hero: Hero;
  readonly by: Action;
  readonly from: Cell;
  readonly to: Cell;
}

export interface Answer {
  readonly kind: AnswerKind;
  readonly hero: Hero;
  /** The square at the end of the path. */
  readonly goal: Cell;
  /** The moves to the goal, including those of heroes who first make room; `explore` at a door is not included. */
  readonly steps: readonly AnswerStep[];
}

/** The answer is null if no useful action exists, or if no step is needed. */
export function answerAt(game: Game, secret: Secret, pace: Millis): Answer | null {
  return hourglassAnswer(game, pace) ?? plannedAnswer(game, secret);
}

/** If the sand is low, the answer is to reach an hourglass, or a camera that blocks hourglasses. */
function hourglassAnswer(game: Game, pace: Millis): Answer | null {
  const outlook = outlookOf(game, { at: game.at, pace, searchOn: false });
  const duty = dutyOf(outlook, null);
  if (duty === null) return null;
  const { hero, goal } = duty;
  const hops = walkTo(outlook, { hero, goals: [goal], stays: false, urgent: true });
  if (hops === null || hops.length === 0) return null;
  const steps = hops.map(({ from, hop }) => ({ hero, by: hop.by, from, to: hop.to }));
  return { kind: outlook.watched ? 'camera' : 'hourglass', hero, goal, steps };
}

/** The first achievement of the solver's plan: a hero reaches a door, an item, an exit, an hourglass or a camera. */
function plannedAnswer(game: Game, secret: Secret): Answer | null {
  const { commands } = rehearse(game, secret, { exact: false });
  let now = withAllActions(game);
  const steps: AnswerStep[] = [];
  for (const command of commands) {
    if (command.type === 'explore') return doorAnswer(now, steps);
    const verdict = decide(now, command, { at: now.at, secret });
    if (!verdict.ok) return null;
    const moved = moveIn(now, verdict.value);
    now = verdict.value.reduce(evolve, now);
    if (moved === null) continue;
    steps.push(moved);
    const kind = arrivalOf(game, now, moved);
    if (kind !== null) return { kind, hero: moved.hero, goal: moved.to, steps };
  }
  return null;
}

/**
 * The hero who stands at the door that is explored next: the last hero of `steps`, or a hero who already stood there.
 */
function doorAnswer(game: Game, steps: readonly AnswerStep[]): Answer | null {
  const last = steps.at(-1);
  const doors = outlookOf(game, { at: game.at, pace: 0, searchOn: false }).floor.doors;
  const door = doors.find(({ cell, hero }) => game.heroes[hero] === cell);
  const hero = last?.hero ?? door?.hero;
  if (hero === undefined) return null;
  const goal = last?.to ?? door?.cell ?? 0;
  return { kind: 'door', hero, goal, steps };
}

function moveIn(game: Game, events: readonly GameEvent[]): AnswerStep | null {
  const [first] = events;
  if (first?.type !== 'heroMoved') return null;
  const from = game.heroes[first.hero];
  return from === null ? null : { hero: first.hero, by: first.by, from, to: first.to };
}

/** Whether the hero has reached the goal of the plan: its item, an exit, an hourglass or a camera. */
function arrivalOf(before: Game, game: Game, { hero, to }: AnswerStep): AnswerKind | null {
  if (game.out[hero] && !before.out[hero]) return 'exit';
  if (game.turned > before.turned) return 'hourglass';
  const { floor } = outlookOf(before, { at: before.at, pace: 0, searchOn: false });
  if (!before.theft && activeHeroes(before).some(other => floor.items[other].includes(to))) return 'item';
  return floor.cameras.includes(to) && hero === 'barbarian' ? 'camera' : null;
}
