/** Malls of any size, laid without playing, for tests and pictures of the board. */
import { beginGame, type Game, layTile, prepareGame, unexploredDoors, type Wish } from '@hush/rules';

export function newGame(wish: Partial<Wish> = {}): Game {
  const prepared = prepareGame({ scenario: 2, players: 1, ...wish }, 'a mall for the board');
  if (!prepared.ok) throw new Error(prepared.error);
  return { ...beginGame(prepared.value.event), status: 'playing' };
}

/** Lays these tiles, each through one of the oldest doors. */
export function grown(game: Game, tiles: readonly number[]): Game {
  let mall = game.mall;
  for (const tile of tiles) {
    const doors = unexploredDoors({ ...game, mall });
    const door = doors[tile % 3] ?? doors[0];
    if (door !== undefined) mall = layTile({ ...game, mall }, tile, door);
  }
  return { ...game, mall };
}

export const upTo = (last: number, first = 2): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);
