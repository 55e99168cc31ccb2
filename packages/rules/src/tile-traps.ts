/**
 * Traps in a tile that can be parsed: heroes who start off the centre, cells that are cut off, and places where one
 * standing hero blocks the way of all others (SU-2, BD-1, SC-4a, MV-2).
 */
import { SLOTS, SOUTH } from './geometry.ts';
import { type Problem, problem } from './problem.ts';
import { NOWHERE, QUARTERS, SQUARES, type Tile } from './tiles.ts';
import { DIRECTIONS } from './vocabulary.ts';

export interface Trap extends Problem<'off-centre' | 'dwarf-only' | 'cut-off' | 'bars'> {
  readonly square: number;
}

export const trapsIn = (tile: Tile): readonly Trap[] => [
  ...startsOffCentre(tile),
  ...cutOffSquares(tile),
  ...barringSquares(tile),
];

const CENTRE: readonly number[] = [5, 6, 9, 10];

const startsOffCentre = ({ starts }: Tile): readonly Trap[] =>
  starts.filter(square => !CENTRE.includes(square)).map(square => ({ ...problem('off-centre'), square }));

/** The squares where heroes enter: at the arrow, on tile 1 the start squares. */
const entriesOf = (tile: Tile): readonly number[] =>
  tile.number === 1 ? tile.starts : [SLOTS[SOUTH] ?? NOWHERE];

interface Walk {
  /** Whether the hero fits through orange walls. */
  readonly small: boolean;
  /** A square on which another hero stands. */
  readonly barred: number;
}

/** The squares that can be reached on foot and by escalator within the tile. */
function walk(tile: Tile, from: readonly number[], { small, barred }: Walk): ReadonlySet<number> {
  const seen = new Set(from.filter(square => square !== barred));
  for (const square of seen) {
    const steps = QUARTERS.map(heading => (small ? tile.smallSteps : tile.steps)[square * 4 + heading]);
    for (const next of [...steps, tile.escalators[square]]) {
      if (next !== undefined && next !== NOWHERE && next !== barred) seen.add(next);
    }
  }
  return seen;
}

function cutOffSquares(tile: Tile): readonly Trap[] {
  const everybody = walk(tile, entriesOf(tile), { small: false, barred: NOWHERE });
  const dwarf = walk(tile, entriesOf(tile), { small: true, barred: NOWHERE });
  return SQUARES.filter(square => tile.solid[square] === false && !everybody.has(square)).map(square => ({
    ...problem(dwarf.has(square) ? 'dwarf-only' : 'cut-off'),
    square,
  }));
}

/** Squares on which a waiting hero cuts off a door from the entry; heroes wait on items, exits and vortices. */
function barringSquares(tile: Tile): readonly Trap[] {
  const doors = QUARTERS.filter(side => tile.openings[side] !== null);
  const free = walk(tile, entriesOf(tile), { small: false, barred: NOWHERE });
  return SQUARES.flatMap(square => {
    const feature = tile.features[square];
    if (!feature) return [];
    const still = walk(tile, entriesOf(tile), { small: false, barred: square });
    const barred = doors.filter(
      side => free.has(SLOTS[side] ?? NOWHERE) && !still.has(SLOTS[side] ?? NOWHERE),
    );
    if (barred.length === 0) return [];
    const directions = barred.map(side => DIRECTIONS[side]).join(', ');
    return [{ ...problem('bars', { directions }), square }];
  });
}
