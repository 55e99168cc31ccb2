/** Helpers about places that the rules package does not export: doors, escalators, junctions, runs. */
import {
  type Cell,
  cellOf,
  coordinatesOf,
  DIRECTIONS,
  type Direction,
  escalatorFrom,
  type Feature,
  featureAt,
  type Game,
  HEROES,
  type Hero,
  laidTiles,
  slide,
  tileOf,
  unexploredDoors,
} from '@hush/rules';

export const opensNewTile = (game: Game, cell: Cell): boolean => unexploredDoors(game).includes(cell);

/** Returns the other end of the escalator on this cell, or null (BD-6a). */
export function escalatorEnd(game: Game, cell: Cell): Cell | null {
  const end = escalatorFrom(game, cell);
  return end < 0 ? null : end;
}

export const heroOn = (game: Game, cell: Cell): Hero | null =>
  HEROES.find(hero => game.heroes[hero] === cell) ?? null;

export const isUsed = (game: Game, cell: Cell): boolean => game.outOfOrder.includes(cell);

/**
 * The place of a cell as shown in sentences. It is a type and not an interface, because only a type can be passed as the
 * values of a text.
 */
export type CellPlace = { readonly tile: number; readonly row: number; readonly column: number };

/** The place of a cell. Row and column are counted from 1 on the tile as it lies, so that north is always up. */
export function cellPlaceOf(game: Game, cell: Cell): CellPlace {
  const tile = tileOf(cell);
  const [x, y] = coordinatesOf(game, cell);
  const { x: left = x, y: top = y } = game.mall[tile] ?? {};
  return { tile, row: y - top + 1, column: x - left + 1 };
}

/** Returns the cell at a place; undefined if the place does not exist. */
export const cellOfPlace = (game: Game, { tile, row, column }: CellPlace): Cell | undefined =>
  (game.mall[tile] === undefined ? [] : Array.from({ length: 16 }, (_, square) => cellOf(tile, square))).find(
    cell => {
      const place = cellPlaceOf(game, cell);
      return place.row === row && place.column === column;
    },
  );

/** All cells of the mall with a wanted feature. */
export function cellsWith(game: Game, wanted: (feature: Feature) => boolean): readonly Cell[] {
  return laidTiles(game)
    .flatMap(({ tile }) => Array.from({ length: 16 }, (_, square) => cellOf(tile, square)))
    .filter(cell => {
      const feature = featureAt(game, cell);
      return feature !== null && wanted(feature);
    });
}

/** The same game with a hero on another cell, to find out what would be possible from there. */
const standing = (game: Game, hero: Hero, cell: Cell): Game => ({
  ...game,
  heroes: { ...game.heroes, [hero]: cell },
});

const slideFrom = (game: Game, hero: Hero, cell: Cell, dir: Direction): readonly Cell[] =>
  slide(standing(game, hero, cell), hero, dir);

/** Returns the direction and the number of steps of a straight move to a cell, or null. */
export function straightTo(game: Game, hero: Hero, to: Cell): { dir: Direction; steps: number } | null {
  for (const dir of DIRECTIONS) {
    const steps = slide(game, hero, dir).indexOf(to) + 1;
    if (steps > 0) return { dir, steps };
  }
  return null;
}

/** Whether a run stops here: at a symbol, an unexplored door, an escalator or a junction. */
function isStop(game: Game, hero: Hero, cell: Cell, dir: Direction): boolean {
  if (featureAt(game, cell) !== null || escalatorEnd(game, cell) !== null || opensNewTile(game, cell))
    return true;
  const quarter = DIRECTIONS.indexOf(dir);
  return [1, 3].some(turn => {
    const aside = DIRECTIONS[(quarter + turn) % 4];
    return aside !== undefined && slideFrom(game, hero, cell, aside).length > 0;
  });
}

/** The length of a run: to the next junction, symbol or wall. */
export function runLength(game: Game, hero: Hero, dir: Direction): number {
  const cells = slide(game, hero, dir);
  const stop = cells.findIndex(cell => isStop(game, hero, cell, dir));
  return stop < 0 ? cells.length : stop + 1;
}
