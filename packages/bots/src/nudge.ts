/**
 * How bots nudge a person they wait for: one bot looks at the hero or square of the wanted step, and after a while it
 * uses the pawn. It uses the pawn rarely, and never for somebody who is away. Where the pawn is not allowed it looks
 * at the person (CM-1g, SC-9d, SC-15b).
 */
import type { BotGaze } from '@hush/protocol';
import {
  type Cell,
  type Command,
  explorations,
  type Game,
  leaderOf,
  type Millis,
  type Seat,
} from '@hush/rules';
import type { Memory } from './memory.ts';
import type { Mind } from './mind.ts';
import { ownersOf, type Step } from './step.ts';

/** How long a bot waits for a person before it looks at the hero or square of the wanted step. */
const GLANCE: Millis = 2500;
/** How long a bot waits before the first nudge, and between two nudges. */
const PATIENCE: Millis = 6000;
const NUDGE_INTERVAL: Millis = 10_000;
/** How long a bot waits before a second nudge for the same step. */
const LONG_NUDGE_INTERVAL: Millis = 30_000;

interface Asking extends Pick<Memory, 'waiting' | 'askedAt'> {
  readonly command: Command | null;
  readonly lookAgainAt: Millis | null;
  /** Where the bot looks while it waits; null while it waits for nobody. */
  readonly gaze: BotGaze | null;
}

interface Watch {
  readonly at: Millis;
  readonly humans?: readonly Seat[];
  readonly bots?: readonly Seat[];
  /** People whom nobody should nudge. */
  readonly away?: readonly Seat[];
}

export function nudgeFor(
  game: Game,
  seat: Seat,
  memory: Memory & { readonly mind: Mind },
  watch: Watch,
): Asking {
  const { at, humans = [], away = [] } = watch;
  const asked = memory.askedAt;
  const [step] = memory.mind.steps[0] ?? [];
  const idle = { command: null, lookAgainAt: null, waiting: null, askedAt: asked, gaze: null };
  if (step === undefined || humans.length === 0) return idle;
  const bots = watch.bots ?? seatsBut(game, humans);
  if (speaker(game, bots) !== seat) return idle;
  const person = personFor(game, step, { humans: humans.filter(one => !away.includes(one)), bots });
  if (person === null) return idle;
  const isSame = memory.waiting?.key === step.key;
  const waiting = isSame && memory.waiting !== null ? memory.waiting : { key: step.key, since: at };
  const again = asked > waiting.since ? asked + LONG_NUDGE_INTERVAL : asked + NUDGE_INTERVAL;
  const due = Math.max(waiting.since + PATIENCE, again);
  const glance = waiting.since + GLANCE;
  const gaze = at < glance ? null : { seat, to: person, hero: step.hero, cell: squareOfStep(step, game) };
  if (at < due) {
    const lookAgainAt = at < glance ? Math.min(glance, due) : due;
    return { command: null, lookAgainAt, waiting, askedAt: asked, gaze };
  }
  const type = game.rules.noPawn ? 'stare' : 'nudge';
  return {
    command: { type, seat, to: person },
    lookAgainAt: at + NUDGE_INTERVAL,
    waiting,
    askedAt: at,
    gaze,
  };
}

/** The square of the wanted step: where the hero should go, or the door to explore. */
function squareOfStep({ to, by }: Step, game: Game): Cell | null {
  if (to !== null) return to;
  const command = by(0);
  if (command.type === 'lay') return command.door;
  return command.type === 'explore' ? (explorations(game).own[0] ?? null) : null;
}

const seatsBut = ({ setUp }: Game, humans: readonly Seat[]): readonly Seat[] =>
  Array.from({ length: setUp.players }, (_, seat) => seat).filter(seat => !humans.includes(seat));

/** The seat that nudges: the first bot, or with a leader only the leader (SC-9d). */
function speaker(game: Game, bots: readonly Seat[]): Seat | null {
  const leader = game.rules.leader && !game.rules.noPawn ? leaderOf(game.actionTiles) : null;
  return leader ?? bots.toSorted((a, b) => a - b)[0] ?? null;
}

/** The person who could take the step, if no bot can; vacant seats do not count. */
function personFor(
  game: Game,
  step: Step,
  { humans, bots }: Required<Pick<Watch, 'humans' | 'bots'>>,
): Seat | null {
  const owners = ownersOf(game, step);
  if (owners.some(seat => bots.includes(seat))) return null;
  return owners.find(seat => humans.includes(seat)) ?? null;
}
