/**
 * Parses tile drawings (the format is explained at the top of tile-set.ts). A parsed set satisfies RULES 3 (BD-1..BD-6);
 * otherwise all problems are returned at once, with tile, line and column.
 */
import { EAST, neighbourSquare, type Quarter, SLOTS, SOUTH } from './geometry.ts';
import { type ProblemValues, problem } from './problem.ts';
import type { PROBLEM_RULES, ProblemCode } from './problem-rules.ts';
import { err, ok, type Result } from './result.ts';
import {
  compileTile,
  type Edge,
  type Feature,
  NOWHERE,
  type Opening,
  QUARTERS,
  SQUARES,
  setEdge,
  type Tile,
} from './tiles.ts';
import { EMBLEMS, HEROES, type Hero, type Side, type TileNumber } from './vocabulary.ts';

/** The rules that a drawing can break: which tiles exist, what a tile looks like, where heroes start. */
export type DrawingRule = 'CO-1' | 'BD-1' | 'BD-2' | 'BD-3' | 'BD-6' | 'SU-2';

export interface TileProblem {
  readonly rule: DrawingRule;
  /** The tile's id as written in the text, such as 5 or 1A; null outside of any tile. */
  readonly tile: string | null;
  readonly line: number;
  readonly column: number;
  readonly code: ProblemCode;
  readonly values: ProblemValues;
  readonly why: string;
}

const LONGEST_TEXT = 200_000;
const LONGEST_NAME = 60;
const ROWS = 9;

/** A problem as one sentence for people: what is wrong, and where. */
export const describeProblem = ({ rule, tile, line, column, why }: TileProblem): string =>
  `${tile === null ? '' : `tile ${tile}, `}line ${line}, column ${column}: ${why} (${rule})`;

export function parseTiles(text: string): Result<readonly Tile[], readonly TileProblem[]> {
  const sheets = parseSheets(text);
  return sheets.ok ? ok(sheets.value.map(({ tile }) => tile)) : sheets;
}

/** A tile and the place of its drawing in the text. */
export interface TileSheet {
  readonly tile: Tile;
  readonly id: string;
  /** The number of the line with the tile's header. */
  readonly line: number;
  /** The lines of the nine rows, because comments may stand between them. */
  readonly rows: readonly number[];
}

export function parseSheets(text: string): Result<readonly TileSheet[], readonly TileProblem[]> {
  const { sheets, problems } = sketchTiles(text);
  return problems.length > 0 ? err(problems) : ok(sheets);
}

/** Tiles as far as they can be read, and what is wrong with the text. */
export interface TileSketches {
  readonly sheets: readonly TileSheet[];
  readonly problems: readonly TileProblem[];
}

/**
 * Reads a text that may have problems: a square that cannot be read becomes floor, an edge becomes a wall. A tile whose
 * nine rows cannot be found is left out.
 */
export function sketchTiles(text: string): TileSketches {
  const problems: TileProblem[] = [];
  const complain = complainer(null, problems);
  const first = { text, number: 1 };
  if (text.length > LONGEST_TEXT) {
    complain(first, 0, 'text-long', { n: LONGEST_TEXT });
    return { sheets: [], problems };
  }
  const sheets = blocks(text, problems).map(block => readSheet(block, problems));
  if (sheets.length === 0 && problems.length === 0) complain(first, 0, 'no-tile');
  return { sheets, problems };
}

/** The place of a square in the text of its drawing, counted from 1. */
export const spotOf = (
  sheet: TileSheet,
  square: number,
): { readonly line: number; readonly column: number } => ({
  line: sheet.rows[1 + 2 * (square >> 2)] ?? sheet.line,
  column: cellColumn(square) + 1,
});

/** Returns the square at or beside a place of the text; null outside of the drawing. */
export function squareAt({ rows }: TileSheet, line: number, column: number): number | null {
  const row = rows.indexOf(line);
  if (row < 0) return null;
  const within = (n: number): number => Math.min(3, Math.max(0, n));
  return within((row - 1) >> 1) * 4 + within(Math.floor((column - 4) / 5));
}

interface Line {
  readonly text: string;
  readonly number: number;
}

interface Block {
  readonly id: string;
  readonly number: TileNumber;
  readonly side: Side | null;
  readonly name: string;
  readonly header: Line;
  readonly rows: readonly Line[];
}

/** Reports a problem at a place; `column` counts from 0, as in the description of the format. */
type Complain = (row: Line, column: number, code: DrawingCode, values?: ProblemValues) => void;

/** Codes of problems whose rule is about drawings. */
type DrawingCode = {
  [C in ProblemCode]: (typeof PROBLEM_RULES)[C] extends DrawingRule ? C : never;
}[ProblemCode];

const complainer =
  (id: string | null, problems: TileProblem[]): Complain =>
  (row, column, code, values = {}) => {
    problems.push({ ...problem(code, values), tile: id, line: row.number, column: column + 1 });
  };

const isHeader = (line: Line): boolean => line.text.startsWith('tile ');
const isBlank = (line: Line): boolean => line.text.trim() === '';

/** Splits the text into tiles: a header and nine rows each. */
function blocks(text: string, problems: TileProblem[]): readonly Block[] {
  const lines = text
    .split('\n')
    .map((line, i) => ({ text: line.replace(/\r$/, ''), number: i + 1 }))
    .filter(line => !line.text.startsWith('#'));
  const found: Block[] = [];
  let lost = false; // true after a broken tile, until the next header
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    if (line === undefined || isBlank(line) || (lost && !isHeader(line))) continue;
    const block = readBlock(line, lines.slice(i + 1, i + 1 + ROWS), problems);
    lost = block === undefined;
    if (block === undefined) continue;
    if (found.some(other => other.id === block.id)) {
      complainer(block.id, problems)(line, 5, 'drawn-twice', { tile: block.id });
    }
    found.push(block);
    i += ROWS;
  }
  return found;
}

function readBlock(line: Line, rows: readonly Line[], problems: TileProblem[]): Block | undefined {
  const header = /^tile ([1-9]\d?)([AB])? +"([^"]*)" *$/.exec(line.text);
  const [, digits, side, name] = header ?? [];
  if (digits === undefined || name === undefined) {
    complainer(null, problems)(line, 0, 'header');
    return undefined;
  }
  const id = `${digits}${side ?? ''}`;
  const complain = complainer(id, problems);
  if (name.length > LONGEST_NAME) complain(line, 0, 'name-long', { n: LONGEST_NAME });
  if ((digits === '1') !== (side !== undefined)) complain(line, 5, 'sides');
  const gap = rows.findIndex(row => isBlank(row) || isHeader(row));
  if (rows.length < ROWS || gap >= 0) {
    const at = rows[gap] ?? rows.at(-1) ?? line;
    complain(at, 0, 'rows', { n: ROWS, has: gap >= 0 ? gap : rows.length });
    return undefined;
  }
  return {
    id,
    number: Number(digits),
    side: side === 'A' || side === 'B' ? side : null,
    name,
    header: line,
    rows,
  };
}

function readSheet(block: Block, problems: TileProblem[]): TileSheet {
  const rows = block.rows.map(({ number }) => number);
  return { tile: readTile(block, problems), id: block.id, line: block.header.number, rows };
}

function readTile(block: Block, problems: TileProblem[]): Tile {
  const complain = complainer(block.id, problems);
  checkPosts(block, complain);
  const squares = SQUARES.map(square => readSquare(block, square, complain));
  const solid = squares.map(square => square.type === 'solid');
  const drawing = {
    number: block.number,
    side: block.side,
    name: block.name,
    solid,
    features: squares.map(square => (square.type === 'feature' ? square.feature : null)),
    openings: readOpenings(block, complain),
    edges: readEdges(block, solid, complain),
    escalators: readEscalators(block, squares, complain),
    starts: SQUARES.filter(square => squares[square]?.type === 'start'),
  };
  checkOpenings(block, drawing, complain);
  checkStarts(block, drawing.starts, complain);
  return compileTile(drawing);
}

// Functions that find places in the text.

const EMPTY: Line = { text: '', number: 0 };
const cellRow = (block: Block, square: number): Line => block.rows[1 + 2 * (square >> 2)] ?? EMPTY;
const wallRow = (block: Block, y: number): Line => block.rows[2 * y] ?? EMPTY;
const cellColumn = (square: number): number => 3 + 5 * (square & 3);
const slice = (row: Line, column: number, length: number): string =>
  row.text.slice(column, column + length).padEnd(length);

function checkPosts(block: Block, complain: Complain): void {
  for (let y = 0; y <= 4; y++) {
    for (let x = 0; x <= 4; x++) {
      const row = wallRow(block, y);
      if (row.text[2 + 5 * x] !== '+') complain(row, 2 + 5 * x, 'post');
    }
  }
  for (const row of block.rows) {
    if (row.text.slice(0, 2).trim() !== '') complain(row, 0, 'left-blank');
    if (slice(row, 23, 1) !== ' ') complain(row, 23, 'right-blank');
  }
}

type Square =
  | { readonly type: 'floor' | 'solid' | 'start' }
  | { readonly type: 'feature'; readonly feature: Feature }
  | { readonly type: 'escalator'; readonly id: string };

function readSquare(block: Block, square: number, complain: Complain): Square {
  const row = cellRow(block, square);
  const column = cellColumn(square);
  const found = readToken(slice(row, column, 4));
  if (found !== undefined) return found;
  const text = slice(row, column, 4).trim();
  if (text === '') complain(row, column, 'cell-hole');
  else complain(row, column, 'no-cell', { text });
  return { type: 'floor' };
}

function readToken(text: string): Square | undefined {
  if (text === '####') return { type: 'solid' };
  const token = text.trim();
  if (token === '.') return { type: 'floor' };
  if (token === '@') return { type: 'start' };
  if (/^e[1-9]$/.test(token)) return { type: 'escalator', id: token };
  const feature = readFeature(token);
  return feature && { type: 'feature', feature };
}

const PLAIN_FEATURES: Readonly<Record<string, 'hourglass' | 'ball' | 'camera'>> = {
  hg: 'hourglass',
  cb: 'ball',
  cm: 'camera',
};
const HERO_FEATURES: Readonly<Record<string, 'item' | 'exit' | 'vortex'>> = {
  i: 'item',
  x: 'exit',
  v: 'vortex',
};

function readFeature(token: string): Feature | undefined {
  const plain = PLAIN_FEATURES[token];
  if (plain !== undefined) return { type: plain };
  const type = HERO_FEATURES[token[0] ?? ''];
  const hero = heroOfLetter(token.slice(1));
  return type && hero && { type, hero };
}

const heroOfLetter = (letter: string): Hero | undefined =>
  HEROES.find(hero => EMBLEMS[hero].letter === letter);

// Functions that read walls inside the tile.

const EDGES: Readonly<Record<string, Edge | 'rock'>> = {
  ' ': 'open',
  '|': 'wall',
  ':': 'orange',
  '#': 'rock',
  '    ': 'open',
  '----': 'wall',
  '~~~~': 'orange',
  '####': 'rock',
};

/** Where a wall is in the text: to the right of a square, or below it. */
interface WallText {
  readonly row: Line;
  readonly column: number;
  readonly text: string;
}

function wallText(block: Block, square: number, heading: Quarter): WallText {
  const row = heading === EAST ? cellRow(block, square) : wallRow(block, (square >> 2) + 1);
  const column = heading === EAST ? cellColumn(square) + 4 : cellColumn(square);
  return { row, column, text: slice(row, column, heading === EAST ? 1 : 4) };
}

function readEdges(block: Block, solid: readonly boolean[], complain: Complain): readonly Edge[] {
  const edges: Edge[] = Array.from({ length: 64 }, (): Edge => 'wall');
  const inner = SQUARES.flatMap(square => [EAST, SOUTH].map(heading => ({ square, heading })));
  for (const { square, heading } of inner) {
    const next = neighbourSquare(square, heading);
    if (next === undefined) continue;
    const { row, column, text } = wallText(block, square, heading);
    const code = edgeProblem(text, Number(solid[square]) + Number(solid[next]));
    if (code !== undefined) complain(row, column, code, { text });
    const edge = EDGES[text];
    setEdge(edges, square, heading, edge === 'open' || edge === 'orange' ? edge : 'wall');
  }
  return edges;
}

function edgeProblem(text: string, rocks: number): DrawingCode | undefined {
  const edge = EDGES[text];
  if (edge === undefined) return 'no-wall';
  if (edge === 'rock' && rocks < 2) return 'rock';
  if ((edge === 'open' || edge === 'orange') && rocks > 0) return 'wall-hole';
  return undefined;
}

// Functions that read the rim of the tile.

function readOpenings(block: Block, complain: Complain): readonly (Opening | null)[] {
  // Every piece is read, even after the opening was found, because the rest of the rim may have gaps.
  const pieces = [0, 1, 2, 3].map(i => [
    readRim(wallRow(block, 0), 3 + 5 * i, i === 2, complain),
    readRim(cellRow(block, i * 4), 22, i === 2, complain),
    readRim(wallRow(block, 4), 3 + 5 * i, i === 1, complain),
    readRim(cellRow(block, i * 4), 2, i === 1, complain),
  ]);
  return QUARTERS.map(side => pieces.map(piece => piece[side]).find(opening => opening) ?? null);
}

/** One piece of the rim: a wall, or an opening if it is in the slot of that side (BD-2). */
function readRim(row: Line, column: number, slot: boolean, complain: Complain): Opening | null {
  const upright = column === 2 || column === 22;
  const text = slice(row, column, upright ? 1 : 4);
  if (text === (upright ? '|' : '----')) return null;
  const opening = readOpening(upright ? `-${text}${text}-` : text);
  if (text.trim() === '') complain(row, column, 'rim-hole');
  else if (opening === undefined) complain(row, column, 'no-rim', { text });
  else if (!slot) complain(row, column, 'slot');
  return opening ?? null;
}

function readOpening(text: string): Opening | undefined {
  if (text === '-^^-') return 'arrow';
  const [, first, second] = /^-(.)(.)-$/.exec(text) ?? [];
  return first !== undefined && first === second ? heroOfLetter(first) : undefined;
}

/**
 * Checks BD-3: tile 1 has one exploration space of each colour; every other tile has its arrow in the south and no
 * other arrow.
 */
function checkOpenings(block: Block, tile: Pick<Tile, 'openings' | 'solid'>, complain: Complain): void {
  tile.openings.forEach((opening, side) => {
    if (opening === null) return;
    const square = SLOTS[side] ?? 0;
    if (tile.solid[square] === true) complain(cellRow(block, square), cellColumn(square), 'floor-behind');
    const code = arrowProblem(block, side, opening === 'arrow');
    if (code !== undefined) complain(block.header, 0, code);
  });
  if (block.number !== 1 && tile.openings[SOUTH] === null) complain(block.header, 0, 'arrow-missing');
  if (block.number === 1 && HEROES.some(hero => !tile.openings.includes(hero))) {
    complain(block.header, 0, 'four-doors');
  }
}

function arrowProblem({ number }: Block, side: Quarter, isArrow: boolean): DrawingCode | undefined {
  if (number === 1) return isArrow ? 'start-arrow' : undefined;
  if (side === SOUTH) return isArrow ? undefined : 'south-arrow';
  return isArrow ? 'arrow-astray' : undefined;
}

function checkStarts(block: Block, starts: readonly number[], complain: Complain): void {
  const wanted = block.number === 1 ? 4 : 0;
  if (starts.length !== wanted) {
    complain(block.header, 0, wanted === 4 ? 'four-starts' : 'no-starts');
  }
}

function readEscalators(block: Block, squares: readonly Square[], complain: Complain): readonly number[] {
  const ends = SQUARES.map(square => {
    const found = squares[square];
    return found?.type === 'escalator' ? found.id : undefined;
  });
  return ends.map((id, square) => {
    if (id === undefined) return NOWHERE;
    const others = SQUARES.filter(other => other !== square && ends[other] === id);
    if (others.length !== 1) complain(cellRow(block, square), cellColumn(square), 'escalator-ends', { id });
    return others[0] ?? NOWHERE;
  });
}
