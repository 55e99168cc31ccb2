/**
 * Writes a tile as the text that parse-tiles.ts reads, and puts that text into a tile set in place of an earlier drawing.
 * Reading what was written gives the same tile.
 */
import { EAST, neighbourSquare, type Quarter, SOUTH } from './geometry.ts';
import type { TileSheet } from './parse-tiles.ts';
import { type Drawing, type Feature, NOWHERE, type Opening, SQUARES } from './tiles.ts';
import { EMBLEMS } from './vocabulary.ts';

/** The text of a tile: its header and its nine rows. */
export const drawTile = (drawing: Drawing): string => [headerOf(drawing), ...rowsOf(drawing)].join('\n');

const headerOf = ({ number, side, name }: Drawing): string =>
  `tile ${number}${side ?? ''}  "${name.replaceAll('"', '’')}"`;

function rowsOf(drawing: Drawing): readonly string[] {
  const rows = [0, 1, 2, 3].map(y => [cellsRow(drawing, y), wallsRow(drawing, y)]);
  const top = rimRow(drawing, 0, 2);
  const bottom = rimRow(drawing, SOUTH, 1);
  return [top, ...rows.flat().slice(0, -1), bottom];
}

/** The rim in the north or south, with its opening in the slot of that side (BD-2). */
function rimRow({ openings }: Drawing, side: Quarter, slot: number): string {
  const opening = openings[side] ?? null;
  const pieces = [0, 1, 2, 3].map(x => (x === slot && opening !== null ? doorText(opening) : '----'));
  return `  +${pieces.join('+')}+`;
}

const letterOf = (opening: Opening): string => (opening === 'arrow' ? '^' : EMBLEMS[opening].letter);
const doorText = (opening: Opening): string => `-${letterOf(opening).repeat(2)}-`;

function cellsRow(drawing: Drawing, y: number): string {
  const squares = [0, 1, 2, 3].map(x => y * 4 + x);
  const cells = squares.map(square => `${cellText(drawing, square)}${edgeText(drawing, square, EAST)}`);
  const west = sideText(drawing, 3, y === 1);
  const east = sideText(drawing, EAST, y === 2);
  return `  ${west}${cells.join('').slice(0, -1)}${east}`;
}

const sideText = ({ openings }: Drawing, side: Quarter, isSlot: boolean): string => {
  const opening = openings[side] ?? null;
  return isSlot && opening !== null ? letterOf(opening) : '|';
};

const wallsRow = (drawing: Drawing, y: number): string =>
  `  +${[0, 1, 2, 3].map(x => edgeText(drawing, y * 4 + x, SOUTH).repeat(4)).join('+')}+`;

const EDGE_SIGNS = { open: [' ', ' '], wall: ['|', '-'], orange: [':', '~'] } as const;

/** One character of the wall to the east or south of a square. Beside a solid square there is always a wall. */
function edgeText({ solid, edges }: Drawing, square: number, heading: Quarter): string {
  const next = neighbourSquare(square, heading);
  if (next === undefined) return heading === EAST ? '|' : '-';
  const rocks = Number(solid[square] === true) + Number(solid[next] === true);
  if (rocks === 2) return '#';
  const edge = rocks === 1 ? 'wall' : (edges[square * 4 + heading] ?? 'wall');
  return EDGE_SIGNS[edge][heading === EAST ? 0 : 1];
}

function cellText(drawing: Drawing, square: number): string {
  return drawing.solid[square] === true ? '####' : ` ${tokenAt(drawing, square).padEnd(3)}`;
}

const TOKENS = { hourglass: 'hg', ball: 'cb', camera: 'cm', item: 'i', exit: 'x', vortex: 'v' } as const;

function tokenAt({ features, escalators, starts }: Drawing, square: number): string {
  const feature = features[square] ?? null;
  if (feature !== null) return featureToken(feature);
  if (starts.includes(square)) return '@';
  const end = escalators[square] ?? NOWHERE;
  return end === NOWHERE ? '.' : `e${escalatorNumber(escalators, Math.min(square, end))}`;
}

const featureToken = (feature: Feature): string =>
  `${TOKENS[feature.type]}${'hero' in feature ? EMBLEMS[feature.hero].letter : ''}`;

/** The escalators of a tile are numbered from 1, in the order of their first squares. */
const escalatorNumber = (escalators: readonly number[], first: number): number =>
  1 + SQUARES.filter(square => square < first && (escalators[square] ?? NOWHERE) > square).length;

// Functions that edit the text of a tile set.

/** The width of a drawing's rows; text further right is a remark. */
const ROW_WIDTH = 23;

/**
 * The text of a set in which one tile is drawn again. Everything else stays as it is, including the remarks beside
 * the drawing.
 */
export function redrawTile(text: string, { line, rows }: TileSheet, drawing: Drawing): string {
  const lines = text.split('\n');
  const [header = '', ...drawn] = drawTile(drawing).split('\n');
  lines[line - 1] = header;
  rows.forEach((number, i) => {
    lines[number - 1] = `${drawn[i] ?? ''}${remarkBeside(lines[number - 1] ?? '')}`;
  });
  return lines.join('\n');
}

/**
 * The remark beside a row. A remark that touches the drawing is moved to the right, because a blank must separate a
 * remark from the drawing.
 */
const remarkBeside = (row: string): string => {
  const remark = row.slice(ROW_WIDTH).trimEnd();
  return remark === '' || remark.startsWith(' ') ? remark : ` ${remark}`;
};

/** The text of a set with a tile added at its end. */
export const addTile = (text: string, drawing: Drawing): string =>
  `${text.trimEnd()}${text.trim() === '' ? '' : '\n\n'}${drawTile(drawing)}`;

/** The text of a set without one tile; comments between the tile's rows stay. */
export function removeTile(text: string, { line, rows }: TileSheet): string {
  const gone = new Set([line, ...rows]);
  return text
    .split('\n')
    .filter((_, i) => !gone.has(i + 1))
    .join('\n');
}
