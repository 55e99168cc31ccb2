/** Malls of any size, laid without playing, for tests and pictures of the board. */
import {
  beginGame,
  type Game,
  HEROES,
  layTile,
  prepareGame,
  tileOf,
  unexploredDoors,
  type Wish,
} from '@hush/rules';

export function newGame(wish: Partial<Wish> = {}): Game {
  const prepared = prepareGame({ scenario: 2, players: 1, ...wish }, 'a mall for the board');
  if (!prepared.ok) throw new Error(prepared.error);
  return { ...beginGame(prepared.value.event), status: 'playing' };
}

/** Lays these tiles, each through the door that is oldest. */
export function grown(game: Game, tiles: readonly number[]): Game {
  return tiles.reduce((before, tile) => {
    const doors = unexploredDoors(before);
    const door = doors[tile % 3] ?? doors[0];
    return door === undefined ? before : { ...before, mall: layTile(before, tile, door) };
  }, game);
}

export const withHeroes = (game: Game, cells: readonly number[]): Game => ({
  ...game,
  heroes: Object.fromEntries(HEROES.map((hero, i) => [hero, cells[i] ?? null])) as Game['heroes'],
});

export const upTo = (last: number, first = 2): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);

/** The tiles that lie in the second mall. */
export const inSecondMall = (game: Game): readonly number[] =>
  Object.values(game.mall)
    .filter(({ mall }) => mall === 1)
    .map(({ tile }) => tileOf(tile * 16));
