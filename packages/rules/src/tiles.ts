/**
 * A mall tile, compiled from its drawing (BD-1, BD-3, BD-6): squares, walls, openings, features. Everything is in the
 * tile's own frame, with the entry arrow at the bottom, independent of where the tile lies.
 */
import { neighbourSquare, opposite, type Quarter } from './geometry.ts';
import type { Hero, Side, TileNumber } from './vocabulary.ts';

/** What is on a square. Every coloured feature belongs to the hero of that colour (ID-1i). */
export type Feature =
  | { readonly type: 'item' | 'exit' | 'vortex'; readonly hero: Hero }
  | { readonly type: 'hourglass' | 'ball' | 'camera' };

/** An opening in the rim: the white arrow, or an exploration space in a hero's colour (BD-3a, BD-3b). */
export type Opening = 'arrow' | Hero;

/** The edge between two squares; an orange wall has a passage for the dwarf only. */
export type Edge = 'open' | 'wall' | 'orange';

export interface Tile {
  readonly number: TileNumber;
  /** The side of tile 1; null for all other tiles (CO-1c). */
  readonly side: Side | null;
  readonly name: string;
  readonly solid: readonly boolean[];
  readonly features: readonly (Feature | null)[];
  /** The opening of each side, clockwise from north. */
  readonly openings: readonly (Opening | null)[];
  /** The edges; the index is square * 4 + heading. */
  readonly edges: readonly Edge[];
  /** The square one step away, or NOWHERE; the index is square * 4 + heading. */
  readonly steps: readonly number[];
  /** The square one step away for a hero who fits through orange walls (SC-4a). */
  readonly smallSteps: readonly number[];
  /** The other end of the escalator on a square, or NOWHERE (BD-6a); the index is the square. */
  readonly escalators: readonly number[];
  /** The squares where heroes start (SU-2a); empty on every tile except the first. */
  readonly starts: readonly number[];
}

/** A tile as drawn, before the lookup tables are computed. */
export type Drawing = Pick<
  Tile,
  'number' | 'side' | 'name' | 'solid' | 'features' | 'openings' | 'edges' | 'starts' | 'escalators'
>;

export const NOWHERE = -1;

export const SQUARES: readonly number[] = Array.from({ length: 16 }, (_, square) => square);
export const QUARTERS: readonly Quarter[] = [0, 1, 2, 3];

export function compileTile(drawing: Drawing): Tile {
  return {
    ...drawing,
    steps: stepTable(drawing, edge => edge === 'open'),
    smallSteps: stepTable(drawing, edge => edge !== 'wall'),
  };
}

function stepTable({ edges }: Drawing, passable: (edge: Edge) => boolean): number[] {
  return SQUARES.flatMap(square =>
    QUARTERS.map(heading => {
      const next = neighbourSquare(square, heading);
      return next !== undefined && passable(edges[square * 4 + heading] ?? 'wall') ? next : NOWHERE;
    }),
  );
}

/** Sets an edge for both of its squares. */
export function setEdge(edges: Edge[], square: number, heading: Quarter, edge: Edge): void {
  edges[square * 4 + heading] = edge;
  const next = neighbourSquare(square, heading);
  if (next !== undefined) edges[next * 4 + opposite(heading)] = edge;
}

/** The sides of a tile beside which loudspeakers are drawn: those with green exploration spaces (CO-6b). */
export const loudspeakers = (tile: Tile): readonly Quarter[] =>
  QUARTERS.filter(side => tile.openings[side] === 'elf');

/** The number of ways into a square: inside the tile, through its opening and by escalator. */
export function waysInto(tile: Tile, square: number, slots: readonly number[]): number {
  const onFoot = QUARTERS.filter(
    heading => (tile.smallSteps[square * 4 + heading] ?? NOWHERE) !== NOWHERE,
  ).length;
  const slot = slots.indexOf(square);
  const outside = slot >= 0 && tile.openings[slot] !== null ? 1 : 0;
  const ride = (tile.escalators[square] ?? NOWHERE) === NOWHERE ? 0 : 1;
  return onFoot + outside + ride;
}

export const sameFeature = (
  feature: Feature | null | undefined,
  type: Feature['type'],
  hero?: Hero,
): boolean => feature?.type === type && (hero === undefined || ('hero' in feature && feature.hero === hero));
