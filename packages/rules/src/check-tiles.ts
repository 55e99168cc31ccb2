/**
 * The validator for custom tile sets: what breaks the rules (BD-1..BD-6 as the parser finds it, CO-5), and what only
 * differs from the standard set. A set cannot be played only if it cannot be read or has no tile 1; everything else
 * is the author's choice.
 */
import { SLOTS } from './geometry.ts';
import { type DrawingRule, parseSheets, spotOf, type TileSheet } from './parse-tiles.ts';
import { type Problem, type ProblemValues, problem } from './problem.ts';
import type { PROBLEM_RULES, ProblemCode } from './problem-rules.ts';
import { differences } from './tile-inventory.ts';
import { trapsIn } from './tile-traps.ts';
import { SQUARES, type Tile, waysInto } from './tiles.ts';
import { HEROES, type Hero, type TileNumber } from './vocabulary.ts';

export interface TileFinding {
  readonly severity: 'breaks' | 'differs';
  readonly rule: DrawingRule | 'CO-5' | 'MV-2' | 'SC-4a';
  /** The tile's id as written in the text, such as 5 or 1A; null if the finding is about the whole set. */
  readonly tile: string | null;
  /** The line, counted from 1; null if the finding has no place in the text. */
  readonly line: number | null;
  readonly column: number | null;
  readonly code: ProblemCode;
  readonly values: ProblemValues;
  /** An English sentence about the finding. */
  readonly why: string;
}

/** All findings about a tile set, the worst first; the standard set has none. */
export function checkTiles(text: string): readonly TileFinding[] {
  const sheets = parseSheets(text);
  if (!sheets.ok)
    return sheets.error.map(found => ({ severity: 'breaks', ...found, why: sentence(found.why) }));
  return [
    ...startTileFindings(sheets.value),
    ...CLAUSES.flatMap(clause => clause(sheets.value)),
    ...sheets.value.flatMap(sheet =>
      trapsIn(sheet.tile).map(({ square, ...trap }) => differs(sheet, square, trap)),
    ),
    ...differences(sheets.value.map(sheet => sheet.tile)).map(
      (difference): TileFinding => ({ severity: 'differs', ...NOWHERE_IN_THE_TEXT, ...difference }),
    ),
  ];
}

const sentence = (clause: string): string => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;

const NOWHERE_IN_THE_TEXT = { tile: null, line: null, column: null };

const placeOf = (sheet: TileSheet, square: number | null): Pick<TileFinding, 'tile' | 'line' | 'column'> => ({
  tile: sheet.id,
  ...(square === null ? { line: sheet.line, column: 1 } : spotOf(sheet, square)),
});

const differs = (
  sheet: TileSheet,
  square: number | null,
  found: Pick<TileFinding, 'rule' | 'code' | 'values' | 'why'>,
): TileFinding => ({ severity: 'differs', ...placeOf(sheet, square), ...found });

/** Reports a violation of CO-5 by the set, by a tile, or by one of its squares. */
function breaks(found: Problem<BrokenCode>, sheet?: TileSheet, square: number | null = null): TileFinding {
  const place = sheet === undefined ? NOWHERE_IN_THE_TEXT : placeOf(sheet, square);
  return { severity: 'breaks', ...place, ...found };
}

type BrokenCode = {
  [C in ProblemCode]: (typeof PROBLEM_RULES)[C] extends 'CO-5' | 'CO-1' ? C : never;
}[ProblemCode];

function startTileFindings(sheets: readonly TileSheet[]): readonly TileFinding[] {
  if (sheets.some(({ tile }) => tile.number === 1)) return [];
  return [breaks(problem('no-first-tile'))];
}

// Checks CO-5 part by part. The yellow colour of camera tiles is not checked, because a drawing has no colours.

type Clause = (sheets: readonly TileSheet[]) => readonly TileFinding[];

const CLAUSES: readonly Clause[] = [
  sheets => HEROES.flatMap(hero => homeFindings(sheets, 'item', hero)),
  sheets => HEROES.flatMap(hero => homeFindings(sheets, 'exit', hero)),
  sheets => sharedTiles(sheets, 'item'),
  sheets => sharedTiles(sheets, 'exit'),
  fourHourglasses,
  orangeWalls,
  crystalBall,
  cameras,
  enoughMarkers,
  deadEnds,
];

interface Mark {
  readonly sheet: TileSheet;
  readonly square: number;
}

const squaresWith = ({ features }: Tile, type: string, hero?: Hero): readonly number[] =>
  SQUARES.filter(square => {
    const feature = features[square];
    if (feature?.type !== type) return false;
    return hero === undefined || ('hero' in feature && feature.hero === hero);
  });

const marks = (sheets: readonly TileSheet[], type: string, hero?: Hero): readonly Mark[] =>
  sheets.flatMap(sheet => squaresWith(sheet.tile, type, hero).map(square => ({ sheet, square })));

/** Tiles 2-9 hold the items and the purple exit, 10-12 the other exits; each exists once. */
function homeFindings(
  sheets: readonly TileSheet[],
  type: 'item' | 'exit',
  hero: Hero,
): readonly TileFinding[] {
  const [low, high] = type === 'item' || hero === 'mage' ? ([2, 9] as const) : ([10, 12] as const);
  const found = marks(sheets, type, hero);
  if (found.length === 0) return [breaks(problem(`${type}-missing`, { hero }))];
  const astray = found.filter(({ sheet }) => sheet.tile.number < low || sheet.tile.number > high);
  return [
    ...found.slice(1).map(({ sheet, square }) => breaks(problem(`${type}-again`, { hero }), sheet, square)),
    ...astray.map(({ sheet, square }) =>
      breaks(problem(`${type}-astray`, { hero, low, high }), sheet, square),
    ),
  ];
}

function sharedTiles(sheets: readonly TileSheet[], type: 'item' | 'exit'): readonly TileFinding[] {
  return sheets.flatMap(sheet =>
    squaresWith(sheet.tile, type)
      .slice(1)
      .map(square => breaks(problem(`${type}s-together`), sheet, square)),
  );
}

function fourHourglasses(sheets: readonly TileSheet[]): readonly TileFinding[] {
  const count = marks(sheets, 'hourglass').length;
  return count === 4 ? [] : [breaks(problem('four-hourglasses', { n: count }))];
}

function orangeWalls(sheets: readonly TileSheet[]): readonly TileFinding[] {
  return sheets
    .filter(({ tile }) => tile.number < 13)
    .flatMap(sheet => {
      const edge = sheet.tile.edges.indexOf('orange');
      return edge < 0 ? [] : [breaks(problem('orange-walls'), sheet, edge >> 2)];
    });
}

const numbered = (sheets: readonly TileSheet[], number: TileNumber): TileSheet | undefined =>
  sheets.find(({ tile }) => tile.number === number);

function crystalBall(sheets: readonly TileSheet[]): readonly TileFinding[] {
  const sheet = numbered(sheets, 15);
  return sheet && squaresWith(sheet.tile, 'ball').length > 0 ? [] : [breaks(problem('ball-missing'), sheet)];
}

/** Checks the cameras: scenario 6 has two and scenario 7 four, so the tiles up to 19 have no others. */
function cameras(sheets: readonly TileSheet[]): readonly TileFinding[] {
  const missing = [16, 17, 18, 19].filter(number => {
    const sheet = numbered(sheets, number);
    return sheet === undefined || squaresWith(sheet.tile, 'camera').length === 0;
  });
  const spare = sheets
    .filter(({ tile }) => tile.number <= 19)
    .flatMap(sheet =>
      squaresWith(sheet.tile, 'camera')
        .slice(sheet.tile.number >= 16 ? 1 : 0)
        .map(square => breaks(problem('camera-spare'), sheet, square)),
    );
  return [
    ...missing.map(number => breaks(problem('camera-missing', { n: number }), numbered(sheets, number))),
    ...spare,
  ];
}

/** Checks that twelve out-of-order markers are enough (CO-2). */
function enoughMarkers(sheets: readonly TileSheet[]): readonly TileFinding[] {
  const count = ['hourglass', 'camera', 'ball'].flatMap(type => marks(sheets, type)).length;
  return count <= 12 ? [] : [breaks(problem('markers', { n: count }))];
}

const DEAD_ENDS = ['hourglass', 'exit', 'ball', 'camera'] as const;

/** Checks that certain squares are dead ends, so that nobody ever has to walk across them. */
function deadEnds(sheets: readonly TileSheet[]): readonly TileFinding[] {
  return DEAD_ENDS.flatMap(type =>
    marks(sheets, type).flatMap(({ sheet, square }) => {
      const ways = waysInto(sheet.tile, square, SLOTS);
      return ways === 1 ? [] : [breaks(problem(`ways-${type}`, { n: ways }), sheet, square)];
    }),
  );
}
