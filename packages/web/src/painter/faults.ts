/** Checks a tile while it is painted: its faults with their squares, and what is right about it. */
import type { InputProblemCode } from '@hush/protocol';
import {
  checkTiles,
  drawTile,
  type Feature,
  type ProblemValues,
  sketchTiles,
  squareAt,
  type TileSheet,
  type TileSketches,
} from '@hush/rules';

export interface TileFault {
  /** `breaks`: the tile cannot be played. `tip`: it can be played, but would annoy players. */
  readonly weight: 'breaks' | 'tip';
  readonly code: InputProblemCode;
  readonly values: ProblemValues;
  /** The square of the fault; null if the fault is about the whole tile. */
  readonly square: number | null;
}

/** Faults of the tile alone. Which tile has which item is checked for the whole set. */
const TIPS: readonly string[] = [
  'ways-hourglass',
  'ways-exit',
  'ways-ball',
  'ways-camera',
  'off-centre',
  'dwarf-only',
  'cut-off',
  'bars',
];

/** The faults of one tile in a set. */
export function faultsOf({ problems }: TileSketches, sheet: TileSheet): readonly TileFault[] {
  const broken = problems
    .filter(({ tile }) => tile === sheet.id)
    .map(
      ({ code, values, line, column }): TileFault => ({
        weight: 'breaks',
        code,
        values,
        square: squareAt(sheet, line, column),
      }),
    );
  return broken.length > 0 ? broken : tipsOf(sheet);
}

/** Tips about one tile. It is checked alone, so that a fault in another tile does not hide them. */
function tipsOf({ tile }: TileSheet): readonly TileFault[] {
  const text = drawTile(tile);
  const [alone] = sketchTiles(text).sheets;
  return checkTiles(text).flatMap(({ code, values, line, column }): readonly TileFault[] => {
    if (!TIPS.includes(code) || alone === undefined || line === null) return [];
    return [{ weight: 'tip', code, values, square: squareAt(alone, line, column ?? 1) }];
  });
}

export const PRAISES = [
  'entry',
  'fourDoors',
  'reach',
  'free',
  'hourglass',
  'exit',
  'ball',
  'camera',
] as const;
export type Praise = (typeof PRAISES)[number];

const DEAD_ENDS: readonly Praise[] = ['hourglass', 'exit', 'ball', 'camera'];

/** What the check found to be right, for tiles that can be played. */
export function praisesOf({ tile }: TileSheet, faults: readonly TileFault[]): readonly Praise[] {
  if (faults.some(({ weight }) => weight === 'breaks')) return [];
  const isFound = (...codes: readonly string[]): boolean => faults.some(({ code }) => codes.includes(code));
  const has = (type: string): boolean => tile.features.some((one: Feature | null) => one?.type === type);
  return [
    tile.number === 1 ? 'fourDoors' : 'entry',
    ...(isFound('cut-off', 'dwarf-only') ? [] : (['reach'] as const)),
    ...DEAD_ENDS.filter(type => has(type) && !isFound(`ways-${type}`)),
    ...(tile.features.every(one => one === null) || isFound('bars') ? [] : (['free'] as const)),
  ];
}

/** How many doors lead on from a tile. */
export const doorCount = ({ tile }: TileSheet): number =>
  tile.openings.filter(opening => opening !== null && opening !== 'arrow').length;
