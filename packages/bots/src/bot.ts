/**
 * One bot: it looks at the game, waits as long as a person would, and acts when it owns the next step. Its memory between
 * two looks is a value; time and chance are arguments.
 */
import type { BotGaze } from '@hush/protocol';
import { type Command, type Game, type Millis, owns, type Seat } from '@hush/rules';
import { characterOf } from './character.ts';
import type { Intent, Memory } from './memory.ts';
import { type Mind, think } from './mind.ts';
import { nudgeFor } from './nudge.ts';
import { type Chance, delayOf, PACES } from './pace.ts';
import { boardStep, type Step } from './step.ts';

export interface BotLook {
  readonly at: Millis;
  readonly chance: Chance;
  /** The seats of people. */
  readonly humans?: readonly Seat[];
  /** The seats of bots; by default all seats without a person. A seat in neither list is vacant. */
  readonly bots?: readonly Seat[];
  /** People whom bots should not nudge, because they are away or do not answer. */
  readonly away?: readonly Seat[];
}

export interface BotDecision {
  /** The command that the bot gives now, if any. */
  readonly command?: Command;
  /** When the bot wants to look again if nothing changes; null when only a change can help. */
  readonly lookAgainAt: Millis | null;
  readonly memory: Memory;
  /** Where the bot looks; null or missing while it waits for nobody. */
  readonly gaze?: BotGaze | null;
}

/** While a joint plan is being searched, the bot looks again for the next slice of the search. */
const SLICE_AFTER: Millis = 30;

export function botTurn(game: Game, seat: Seat, memory: Memory, look: BotLook): BotDecision {
  const { at, humans = [], bots } = look;
  const mind = think(memory.mind, game, { at, humans, ...(bots === undefined ? {} : { bots }) });
  if (game.status !== 'playing') return { lookAgainAt: null, memory: { ...memory, mind, ready: new Map() } };
  const mine = stepsOf(game, seat, mind);
  const ready = intentsOf(memory, mind, mine, { ...look, game, seat });
  const kept = { ...memory, mind, ready };
  const step = mine.find(({ key }) => (ready.get(key)?.at ?? 0) <= at);
  if (step !== undefined) {
    return { command: step.by(seat), lookAgainAt: at, memory: { ...kept, ready: new Map(), actedAt: at } };
  }
  const { command, lookAgainAt, waiting, askedAt, gaze } = nudgeFor(game, seat, kept, look);
  const wakes = [
    ...[...ready.values()].map(intent => intent.at),
    ...(mind.search === null ? [] : [at + SLICE_AFTER]),
    nextBeat(at),
  ];
  const next = Math.min(lookAgainAt ?? Number.POSITIVE_INFINITY, ...wakes);
  const remembered = { ...kept, waiting, askedAt };
  return command === null
    ? { lookAgainAt: next, memory: remembered, gaze }
    : { command, lookAgainAt: next, memory: remembered, gaze };
}

/** Makes one intent for each step; returns the same map if nothing has changed, as at most looks. */
function intentsOf(
  memory: Memory,
  mind: Mind,
  mine: readonly Step[],
  look: BotLook & Place,
): Memory['ready'] {
  const intents = mine.map(step => intentOf(memory, mind, step, look));
  const isSame =
    memory.ready.size === mine.length && mine.every(({ key }, i) => memory.ready.get(key) === intents[i]);
  return isSame ? memory.ready : new Map(mine.map(({ key }, i) => [key, intents[i] as Intent]));
}

/** When the bot looks again without a change: the passing sand alone can change the plan. */
const nextBeat = (at: Millis): Millis => (Math.floor(at / 2000) + 1) * 2000;

/** With several players every bot takes the first of equally good steps, so that they agree; a single player may take any (SO-2c). */
function stepsOf(game: Game, seat: Seat, { steps }: Mind): readonly Step[] {
  const mayDo = ({ needs }: Step): boolean => needs === null || owns(game, seat, needs);
  if (game.solo === null) return steps.flatMap(list => list.slice(0, 1)).filter(mayDo);
  const mine = steps.flatMap(list => list.filter(mayDo).slice(0, 1));
  if (mine.length > 0 || steps.length === 0) return mine;
  const { pile, top } = game.solo;
  return [boardStep(`turn ${pile} ${top}`, null, () => ({ type: 'turn', seat }))];
}

/** The longest delay of a bot at a table with other bots; at a table with people it is shorter. */
const LONGEST_WAIT: Millis = 7000;

interface Place {
  readonly game: Game;
  readonly seat: Seat;
}

/**
 * A change on the board restarts the delays of all bots, because people look up when something happens; so different
 * bots act.
 */
function intentOf(memory: Memory, mind: Mind, step: Step, look: BotLook & Place): Intent {
  const { at, chance, humans = [], game, seat } = look;
  const { heroes, mall } = game;
  const { rest, shares } = PACES[memory.temper];
  const known = memory.ready.get(step.key);
  const isNews = shares && (known?.heroes !== heroes || known.mall !== mall);
  if (known !== undefined && known.urgent === step.urgent && !isNews) return known;
  const since = known?.since ?? at;
  const character = characterOf(game, seat, memory.temper, humans.length > 0);
  const wanted = at + delayOf(memory.temper, mind, step, { chance, character });
  const latest = humans.length === 0 ? wanted : Math.min(wanted, Math.max(at, since + LONGEST_WAIT));
  return { at: Math.max(memory.actedAt + rest, latest), since, urgent: step.urgent, heroes, mall };
}
