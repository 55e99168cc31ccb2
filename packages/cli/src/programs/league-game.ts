/**
 * One game of a league: a mixed team on virtual time. Every `tick` milliseconds of sand each seat is asked once,
 * beginning with a different seat every time. The time that a program thinks costs no sand, so results do not depend
 * on the machine.
 */
import { botTurn, newMemory } from '@hush/bots';
import { legalMoves, type PlayCommand, type Temper } from '@hush/protocol';
import {
  beginGame,
  type Command,
  decide,
  due,
  evolve,
  type Game,
  isOver,
  type Millis,
  prepareGame,
  type Seat,
  type Secret,
  type Wish,
} from '@hush/rules';
import { moveRequest } from './bot-request.ts';
import type { ProgramProcess } from './program-process.ts';

/** A player of one seat in one game. */
export interface LeaguePlayer {
  /** The command of the seat now; null means waiting. */
  act(game: Game, at: Millis): Promise<Command | null>;
  /** Why the player has failed; null while it plays. */
  readonly failure: string | null;
  close(): void;
}

export interface LeagueGame {
  readonly wish: Wish;
  readonly seed: string;
  readonly tick: Millis;
  /** The players by seat. */
  readonly players: readonly LeaguePlayer[];
}

export interface LeagueResult {
  readonly won: boolean;
  /** The number of tiles that were laid. */
  readonly explored: number;
  /** How much sand had run, in seconds. */
  readonly seconds: number;
  /** Why each seat's player failed, or null. */
  readonly failures: readonly (string | null)[];
}

/** The longest game that is played; at this time the hourglass cannot be turned any more. */
const LONGEST: Millis = 3_600_000;

export async function playLeagueGame({ wish, seed, tick, players }: LeagueGame): Promise<LeagueResult> {
  const prepared = prepareGame(wish, seed);
  if (!prepared.ok) throw new Error(prepared.error);
  const { event, secret } = prepared.value;
  let game = evolve(beginGame(event), { type: 'gameStarted', at: 0 });
  for (let round = 0; !isOver(game) && game.at < LONGEST; round++) {
    const at = round * tick;
    game = due(game, { at, secret }).reduce(evolve, game);
    game = await playRound(game, players, { at, secret, round });
  }
  for (const player of players) player.close();
  return {
    won: game.status === 'won',
    explored: Object.keys(game.mall).length - Object.keys(beginGame(event).mall).length,
    seconds: game.at / 1000,
    failures: players.map(({ failure }) => failure),
  };
}

interface Round {
  readonly at: Millis;
  readonly secret: Secret;
  readonly round: number;
}

async function playRound(game: Game, players: readonly LeaguePlayer[], now: Round): Promise<Game> {
  let after = game;
  for (let i = 0; i < players.length && !isOver(after); i++) {
    const command = await players[(now.round + i) % players.length]?.act(after, now.at);
    if (command === null || command === undefined) continue;
    const verdict = decide(after, command, now);
    if (verdict.ok) after = verdict.value.reduce(evolve, after);
  }
  return after;
}

/** Plays with a user's program. If the program fails, its seat does nothing until the end of the game. */
export const programPlayer = (program: ProgramProcess, seat: Seat): LeaguePlayer => {
  let failure: string | null = null;
  return {
    act: async (game, at) => {
      const legal = failure === null ? legalMoves(game, seat) : [];
      if (legal.length === 0) return null;
      const answer = await program.ask(moveRequest(game, { game: 1, seat, at }, legal));
      if (!answer.ok) failure = answer.error;
      return answer.ok && answer.value !== null ? withSeat(answer.value, seat) : null;
    },
    get failure() {
      return failure;
    },
    close: () => program.close(),
  };
};

/** Adds the seat to a command of `legal`, which makes it a command of the rules. */
function withSeat(command: PlayCommand, seat: Seat): Command {
  const { from: _, ...rest } = { from: null, ...command };
  return { ...rest, seat } as Command;
}

/** Our own bot; `others` are the seats of other bots, which it treats as people. */
export function ownPlayer(
  seat: Seat,
  temper: Temper,
  others: readonly Seat[],
  chance: () => number,
): LeaguePlayer {
  let memory = newMemory(temper);
  return {
    act: async (game, at) => {
      const turn = botTurn(game, seat, memory, { at, chance, humans: others, away: others });
      memory = turn.memory;
      return turn.command ?? null;
    },
    failure: null,
    close: () => undefined,
  };
}

/** Plays any legal move, and sometimes none. */
export const randomPlayer = (seat: Seat, chance: () => number): LeaguePlayer => ({
  act: async game => {
    const legal = legalMoves(game, seat);
    const chosen = legal[Math.floor(chance() * (legal.length + 1))];
    return chosen === undefined ? null : withSeat(chosen, seat);
  },
  failure: null,
  close: () => undefined,
});
