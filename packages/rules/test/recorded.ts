/**
 * Plays whole games for the laws of the notation. The player has an aim and sometimes makes a random move; on a small
 * mall, where everything is near, every kind of event happens.
 */
import {
  beginGame,
  type Command,
  decide,
  due,
  evolve,
  type Game,
  type GameEvent,
  type Millis,
  prepareGame,
  reach,
  type Seat,
  type Secret,
  type Wish,
} from '../src/index.ts';
import { court, room } from './own-tiles.ts';
import { type Chance, chanceFrom, nextCommand, pickFrom } from './player.ts';

export interface Recorded {
  readonly events: readonly GameEvent[];
  /** The game after each event. */
  readonly games: readonly Game[];
}

/** A mall in which every feature is within a few steps. */
export const SMALL_MALL: string = [
  '# a small mall\n\n',
  court({ a1: 'iY', d1: 'iP', a4: 'iG', d4: 'iO', b1: 'xP', d2: 'hg', a3: 'cb', c4: 'cm' }),
  room(2, { on: { a1: 'xY', d1: 'hg', a4: 'vY', c3: 'e1', d4: 'e1' }, north: 'P', west: 'O' }),
  room(3, { on: { a1: 'xG', d1: 'xO', a4: 'vP', d4: 'vP' }, north: 'G', east: 'Y' }),
  room(4, { on: { a1: 'hg', d1: 'cm', d4: 'cb' }, north: 'Y', east: 'P', west: 'G' }),
  room(5, { on: { c3: 'vG' }, east: 'O' }),
  room(6, { on: { a1: 'hg' }, west: 'Y' }),
].join('\n');

/** Plays a game to its end, or until `most` commands were given. */
export function record(wish: Wish, seed: string, commands = 100): Recorded {
  const prepared = prepareGame(wish, seed);
  if (!prepared.ok) throw new Error(prepared.error);
  const { event, secret } = prepared.value;
  const events: GameEvent[] = [event];
  const games: Game[] = [beginGame(event)];
  const latest = (): Game => games.at(-1) ?? beginGame(event);
  const take = (caused: readonly GameEvent[]): void => {
    for (const one of caused) {
      games.push(evolve(latest(), one));
      events.push(one);
    }
  };
  const chance = chanceFrom(seed.length * 7919 + (seed.codePointAt(0) ?? 0));
  let at: Millis = 0;
  for (let i = 0; i < commands && latest().status !== 'won' && latest().status !== 'lost'; i++) {
    if (latest().status === 'playing') at += 200 + chance(900);
    take(due(latest(), { at, secret }));
    take(attempt(latest(), commandFor(latest(), at, chance, i), at, secret));
  }
  return { events, games };
}

/** Gives a command, if there is one; a refused command changes nothing. */
function attempt(game: Game, command: Command | null, at: Millis, secret: Secret): readonly GameEvent[] {
  if (command === null) return [];
  const verdict = decide(game, command, { at, secret });
  return verdict.ok ? verdict.value : [];
}

function commandFor(game: Game, at: Millis, chance: Chance, turn: number): Command | null {
  const seats = [...Array(game.setUp.players).keys()];
  const seat = pickFrom(seats, chance) ?? 0;
  if (game.status === 'setup') return turn < 4 ? anything(game, seat, chance) : { type: 'start' };
  if (game.status === 'paused') return { type: 'resume', seat };
  const mood = chance(20);
  if (mood < 2 && seats.length > 1) return signal(seat, (seat + 1) % seats.length, chance);
  const concentrated = mood < 16 && !(game.setUp.tiles !== null && game.rules.crystalBall);
  // so many tiles are laid that two can be discarded
  const rich = game.rules.movingWalls && game.turned === 0 && game.stack.left < 3;
  return concentrated
    ? nextCommand(game, at, chance, rich ? 'hourglass' : 'win')
    : anything(game, seat, chance);
}

/** Any legal command; exploring is preferred. */
function anything(game: Game, seat: Seat, chance: Chance): Command | null {
  const offers = reach(game, seat);
  const growth = offers.filter(({ type }) => type === 'explore' || type === 'lay');
  return pickFrom(growth.length > 0 ? growth : offers, chance) ?? null;
}

const signal = (seat: Seat, to: Seat, chance: Chance): Command =>
  chance(2) === 0 ? { type: 'nudge', seat, to } : { type: 'stare', seat, to };
