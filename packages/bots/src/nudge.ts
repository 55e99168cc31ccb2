/**
 * How bots nudge a person they wait for: after a while exactly one bot uses the pawn, rarely, and never twice in a row for
 * the same step. Where the pawn is not allowed it looks at the person (CM-1g, SC-9d, SC-15b).
 */
import { type Command, type Game, leaderOf, type Millis, type Seat } from '@hush/rules';
import type { Memory } from './memory.ts';
import type { Mind } from './mind.ts';
import { ownersOf, type Step } from './step.ts';

/** The wait before the first nudge, and between two nudges. */
const PATIENCE: Millis = 6000;
const PEACE: Millis = 10_000;
/** The wait before a second nudge for the same step. */
const LONG_PEACE: Millis = 30_000;

interface Asking extends Pick<Memory, 'waiting' | 'askedAt'> {
  readonly command: Command | null;
  readonly lookAgainAt: Millis | null;
}

interface Watch {
  readonly at: Millis;
  readonly humans?: readonly Seat[];
  readonly bots?: readonly Seat[];
}

export function nudgeFor(
  game: Game,
  seat: Seat,
  memory: Memory & { readonly mind: Mind },
  watch: Watch,
): Asking {
  const { at, humans = [], bots = seatsBut(game, humans) } = watch;
  const asked = memory.askedAt;
  const [step] = memory.mind.steps[0] ?? [];
  const idle = { command: null, lookAgainAt: null, waiting: null, askedAt: asked };
  if (step === undefined || humans.length === 0 || speaker(game, bots) !== seat) return idle;
  const person = personFor(game, step, { humans, bots });
  if (person === null) return idle;
  const isSame = memory.waiting?.key === step.key;
  const waiting = isSame && memory.waiting !== null ? memory.waiting : { key: step.key, since: at };
  const again = asked > waiting.since ? asked + LONG_PEACE : asked + PEACE;
  const due = Math.max(waiting.since + PATIENCE, again);
  if (at < due) return { command: null, lookAgainAt: due, waiting, askedAt: asked };
  const type = game.rules.noPawn ? 'stare' : 'nudge';
  return { command: { type, seat, to: person }, lookAgainAt: at + PEACE, waiting, askedAt: at };
}

const seatsBut = ({ setUp }: Game, humans: readonly Seat[]): readonly Seat[] =>
  Array.from({ length: setUp.players }, (_, seat) => seat).filter(seat => !humans.includes(seat));

/** The first bot nudges for all; with a leader only the leader does (SC-9d). */
function speaker(game: Game, bots: readonly Seat[]): Seat | null {
  const leader = game.rules.leader && !game.rules.noPawn ? leaderOf(game.actionTiles) : null;
  return leader ?? bots.toSorted((a, b) => a - b)[0] ?? null;
}

/** The person who owns the step, if no bot does; vacant seats do not count. */
function personFor(game: Game, step: Step, { humans, bots }: Required<Omit<Watch, 'at'>>): Seat | null {
  const owners = ownersOf(game, step);
  if (owners.some(seat => bots.includes(seat))) return null;
  return owners.find(seat => humans.includes(seat)) ?? null;
}
