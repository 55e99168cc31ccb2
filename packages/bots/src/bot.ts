/**
 * A bot at the table: it looks, waits as long as a person would, and acts when the next step is its own. What it
 * keeps between two looks is a value; time and chance come in as arguments.
 */
import { type Command, type Game, type Millis, owns, type Seat } from '@hush/rules';
import { characterOf } from './character.ts';
import type { Intent, Memory } from './memory.ts';
import { type Mind, think } from './mind.ts';
import { nudgeFor } from './nudge.ts';
import { type Chance, delayOf, MANNERS } from './pace.ts';
import { boardStep, type Step } from './step.ts';

export interface Look {
  readonly at: Millis;
  readonly chance: Chance;
  /** The seats of people. */
  readonly humans?: readonly Seat[];
  /** The seats of bots; everybody else is one where it is not said. A seat that is neither is vacant. */
  readonly bots?: readonly Seat[];
}

export interface Turn {
  /** What the bot does now. */
  readonly command?: Command;
  /** When it wants to look again though nothing happened; null when only news can help. */
  readonly lookAgainAt: Millis | null;
  readonly memory: Memory;
}

/** While a plan for all four is being searched, the bot comes back for the next slice. */
const SLICE_AFTER: Millis = 30;

export function botTurn(game: Game, seat: Seat, memory: Memory, look: Look): Turn {
  const { at, humans = [], bots } = look;
  const mind = think(memory.mind, game, { at, humans, ...(bots === undefined ? {} : { bots }) });
  if (game.status !== 'playing') return { lookAgainAt: null, memory: { ...memory, mind, ready: new Map() } };
  const mine = stepsOf(game, seat, mind);
  const ready = new Map(mine.map(step => [step.key, intentOf(memory, mind, step, { ...look, game, seat })]));
  const kept = { ...memory, mind, ready };
  const step = mine.find(({ key }) => (ready.get(key)?.at ?? 0) <= at);
  if (step !== undefined) {
    return { command: step.by(seat), lookAgainAt: at, memory: { ...kept, ready: new Map(), actedAt: at } };
  }
  const { command, lookAgainAt, waiting, askedAt } = nudgeFor(game, seat, kept, look);
  const wakes = [
    ...[...ready.values()].map(intent => intent.at),
    ...(mind.search === null ? [] : [at + SLICE_AFTER]),
    nextBeat(at),
  ];
  const next = Math.min(lookAgainAt ?? Number.POSITIVE_INFINITY, ...wakes);
  const remembered = { ...kept, waiting, askedAt };
  return command === null
    ? { lookAgainAt: next, memory: remembered }
    : { command, lookAgainAt: next, memory: remembered };
}

/** The sand runs: what is to be done may change though nobody does anything. */
const nextBeat = (at: Millis): Millis => (Math.floor(at / 2000) + 1) * 2000;

/** Everybody takes the first of equally good steps, or two would take two; alone any of them will do (SO-2c). */
function stepsOf(game: Game, seat: Seat, { steps }: Mind): readonly Step[] {
  const mayDo = ({ needs }: Step): boolean => needs === null || owns(game, seat, needs);
  if (game.solo === null) return steps.flatMap(list => list.slice(0, 1)).filter(mayDo);
  const mine = steps.flatMap(list => list.filter(mayDo).slice(0, 1));
  if (mine.length > 0 || steps.length === 0) return mine;
  const { pile, top } = game.solo;
  return [boardStep(`turn ${pile} ${top}`, null, () => ({ type: 'turn', seat }))];
}

/** Among themselves bots take their time as people do; nobody at the table is kept waiting so long by a machine. */
const LONGEST_WAIT: Millis = 7000;

interface Place {
  readonly game: Game;
  readonly seat: Seat;
}

/** What happens on the board draws everybody's eyes, and they think again: who shares a table takes turns. */
function intentOf(memory: Memory, mind: Mind, step: Step, look: Look & Place): Intent {
  const { at, chance, humans = [], game, seat } = look;
  const { heroes, mall } = game;
  const { rest, shares } = MANNERS[memory.temper];
  const known = memory.ready.get(step.key);
  const isNews = shares && (known?.heroes !== heroes || known.mall !== mall);
  if (known !== undefined && known.urgent === step.urgent && !isNews) return known;
  const since = known?.since ?? at;
  const character = characterOf(game, seat, memory.temper, humans.length > 0);
  const wanted = at + delayOf(memory.temper, mind, step, { chance, character });
  const latest = humans.length === 0 ? wanted : Math.min(wanted, Math.max(at, since + LONGEST_WAIT));
  return { at: Math.max(memory.actedAt + rest, latest), since, urgent: step.urgent, heroes, mall };
}
