/** A finished game with everything that was face down: the game after each event, and the secret behind it. */
import {
  beginGame,
  evolve,
  type Game,
  type GameEvent,
  type Secret,
  type SetUp,
  type TileNumber,
} from '@hush/rules';

export interface RevealedGame {
  readonly log: readonly GameEvent[];
  /** `games[i]` is the game after `log[i]`. */
  readonly games: readonly Game[];
  readonly secret: Secret;
  readonly seed: string;
}

/** Returns null for an unfinished game. */
export function revealedGame(log: readonly GameEvent[]): RevealedGame | null {
  const [first, ...rest] = log;
  const end = log.at(-1);
  if (first?.type !== 'gameSetUp' || end?.type !== 'seedRevealed') return null;
  let game = beginGame(first);
  const games = [game];
  for (const event of rest) {
    game = evolve(game, event);
    games.push(game);
  }
  return { log, games, secret: secretBehind(first.setUp, log, end.seed), seed: end.seed };
}

/** A stack that the host dictated is known only as far as tiles were drawn. */
export function secretBehind(setUp: SetUp, log: readonly GameEvent[], seed: string): Secret {
  if (!setUp.chosen.includes('stack')) return { seed, stack: null, pile: null };
  const drawn = log.flatMap(event => (event.type === 'tileDrawn' ? [event.tile] : []));
  const stack: readonly TileNumber[] = [...new Set([...drawn, ...setUp.stack])].slice(0, setUp.stack.length);
  return { seed, stack, pile: null };
}
