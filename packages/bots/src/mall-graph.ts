/**
 * The mall as a graph in flat arrays: every step, escalator, door and feature, computed once per mall. Planning looks
 * up neighbours thousands of times before the next tile is laid, so a lookup must be an array read.
 */
import {
  type ByHero,
  type Cell,
  cellOf,
  deckOf,
  doorAt,
  escalatorFrom,
  type Feature,
  featureAt,
  type Game,
  type Hero,
  type LaidTile,
  laidTiles,
  type Mall,
  stepFrom,
  tileNumbered,
  tileOf,
  unexploredDoors,
} from '@hush/rules';

/** A step table: at index cell * 4 + heading, the next cell or -1. */
export type StepTable = Int16Array;

export interface MallGraph {
  /** Every cell number is below this number. */
  readonly size: number;
  readonly cells: readonly Cell[];
  readonly steps: StepTable;
  /** The steps of a hero that passes orange walls (SC-4a). */
  readonly smallSteps: StepTable;
  /** By cell: the other end of its escalator, or -1. */
  readonly rides: Int16Array;
  readonly vortices: ByHero<readonly Cell[]>;
  readonly items: ByHero<readonly Cell[]>;
  readonly exits: ByHero<readonly Cell[]>;
  readonly hourglasses: readonly Cell[];
  readonly balls: readonly Cell[];
  readonly cameras: readonly Cell[];
  /** The cells of unexplored doors. */
  readonly doors: readonly GraphDoor[];
  /** Which mall a tile lies in, by tile (SC-13a). */
  readonly malls: Int8Array;
  /** A cache: distances from a goal to all cells on an empty board. */
  readonly known: Map<number, Int16Array>;
}

export interface GraphDoor {
  readonly cell: Cell;
  readonly hero: Hero;
}

const floors = new WeakMap<Mall, MallGraph>();

export function mallGraphOf(game: Game): MallGraph {
  const made = floors.get(game.mall);
  if (made !== undefined) return made;
  const floor = layFloor(game);
  floors.set(game.mall, floor);
  return floor;
}

function layFloor(game: Game): MallGraph {
  const laid = laidTiles(game);
  const cells = laid.flatMap(each => corridor(game, each));
  const size = (Math.max(...laid.map(({ tile }) => tile)) + 1) * 16;
  const featured = cells.flatMap(cell => {
    const feature = featureAt(game, cell);
    return feature === null ? [] : [{ cell, feature }];
  });
  const having = (type: Feature['type'], hero?: Hero): readonly Cell[] =>
    featured.filter(({ feature }) => isFeature(feature, type, hero)).map(({ cell }) => cell);
  const malls = new Int8Array(size >> 4);
  for (const { tile, mall } of laid) malls[tile] = mall;
  const plain = stepTable(game, cells, size, false);
  return {
    size,
    cells,
    steps: plain,
    smallSteps: game.rules.dwarfPassages ? stepTable(game, cells, size, true) : plain,
    rides: rideTable(game, cells, size),
    vortices: forHeroes(hero => having('vortex', hero)),
    items: forHeroes(hero => having('item', hero)),
    exits: forHeroes(hero => having('exit', hero)),
    hourglasses: having('hourglass'),
    balls: having('ball'),
    cameras: having('camera'),
    doors: unexploredDoors(game).flatMap(cell => {
      const hero = doorAt(game, cell);
      return hero === null ? [] : [{ cell, hero }];
    }),
    malls,
    known: new Map(),
  };
}

const forHeroes = <T>(make: (hero: Hero) => T): ByHero<T> => ({
  barbarian: make('barbarian'),
  mage: make('mage'),
  elf: make('elf'),
  dwarf: make('dwarf'),
});

const isFeature = (feature: Feature, type: Feature['type'], hero?: Hero): boolean =>
  feature.type === type && (hero === undefined || ('hero' in feature && feature.hero === hero));

function corridor(game: Game, { tile }: LaidTile): readonly Cell[] {
  const solid = tileNumbered(game, tile)?.solid ?? [];
  return solid.flatMap((isSolid, square) => (isSolid ? [] : [cellOf(tile, square)]));
}

function stepTable(game: Game, cells: readonly Cell[], size: number, small: boolean): StepTable {
  const steps = new Int16Array(size * 4).fill(-1);
  for (const cell of cells)
    for (let heading = 0; heading < 4; heading++)
      steps[cell * 4 + heading] = stepFrom(game, cell, heading, small);
  return steps;
}

function rideTable(game: Game, cells: readonly Cell[], size: number): Int16Array {
  const rides = new Int16Array(size).fill(-1);
  for (const cell of cells) rides[cell] = escalatorFrom(game, cell);
  return rides;
}

export const mallAt = (floor: MallGraph, cell: Cell): number => floor.malls[tileOf(cell)] ?? 0;

/** The features of a tile's drawing, whether the tile is laid or not. */
export function featuresOf(game: Game, tile: number): readonly Feature[] {
  return (deckOf(game.setUp)[tile]?.features ?? []).filter(feature => feature !== null);
}

/** The tiles that can still come: those in the stack that are neither laid nor in a player's hand. */
export const tilesToCome = (game: Game): readonly number[] =>
  game.setUp.stack.filter(tile => game.mall[tile] === undefined && game.drawn?.tile !== tile);
