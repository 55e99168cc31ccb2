/**
 * The mall as a picture, only for the naive move generator. It shares only the text of the tiles with the rules: it
 * cuts each drawing into 9 x 9 pieces, rotates the picture, and pastes all laid tiles into one plane. Cells lie at
 * odd places, walls at even places between them, and the rims of neighbouring tiles at the same places.
 */
import { type Cell, type Game, type LaidTile, STANDARD_TILES, type TileNumber } from '../src/index.ts';

interface Piece {
  /** The text of a cell without spaces, or the kind of an edge: wall, open, orange, arrow, or a door's letter. */
  readonly text: string;
  /** The cell's name in its own drawing; edges and posts have none. */
  readonly cell: Cell | null;
}

type Picture = readonly (readonly Piece[])[];

/** A corridor cell in the plane, with its tile, mall and text, so that rules need not look them up. */
export interface Spot {
  readonly cell: Cell;
  readonly tile: TileNumber;
  readonly mall: number;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

export interface Plane {
  /** All corridor cells as a list, and by place. */
  readonly spots: readonly Spot[];
  readonly floor: ReadonlyMap<number, Spot>;
  /** For each edge the texts that one or two tiles have pasted there. */
  readonly edges: ReadonlyMap<number, readonly string[]>;
}

export const WAYS = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] } as const;
export type Way = keyof typeof WAYS;
export const ALL_WAYS: readonly Way[] = ['north', 'east', 'south', 'west'];

/** A number for a place; no mall of 99 tiles is wider than a thousand pieces in any direction. */
const place = (mall: number, x: number, y: number): number => (mall * 2000 + x + 1000) * 2000 + y + 1000;

// Functions that read a drawing.

const PIECES = [2, 3, 7, 8, 12, 13, 17, 18, 22, 23] as const;

function readEdge(text: string): string {
  if (text.includes('^')) return 'arrow';
  if (text.includes('~') || text.includes(':')) return 'orange';
  const letter = /[YPGO]/.exec(text);
  if (letter !== null) return letter[0];
  return text.trim() === '' ? 'open' : 'wall';
}

function readRow(line: string, row: number, tile: TileNumber): readonly Piece[] {
  return PIECES.slice(0, 9).map((from, column) => {
    const text = line.slice(from, PIECES[column + 1]);
    const isCell = row % 2 === 1 && column % 2 === 1;
    if (!isCell) return { text: readEdge(text), cell: null };
    return { text: text.trim(), cell: tile * 16 + ((row - 1) / 2) * 4 + (column - 1) / 2 };
  });
}

function readPicture(set: string, side: string, tile: TileNumber): Picture {
  const lines = set.split(/\r?\n/);
  const id = tile === 1 ? `1${side}` : `${tile}`;
  const header = lines.findIndex(line => line.startsWith(`tile ${id} `));
  if (header < 0) throw new Error(`no drawing of tile ${id}`);
  return lines.slice(header + 1, header + 10).map((line, row) => readRow(line, row, tile));
}

/** Turns a picture clockwise by a quarter: the left column, read upwards, becomes the top row. */
const turnPicture = (picture: Picture): Picture =>
  picture.map((row, r) => row.map((_, c) => picture[8 - c]?.[r] ?? { text: 'wall', cell: null }));

/** A cache of pictures: parsing is slow and the text never changes. */
const albums = new Map<string, Map<string, Picture>>();

function pictureOf(game: Game, tile: TileNumber, turns: number): Picture {
  const set = game.setUp.tiles ?? STANDARD_TILES;
  const album = albums.get(set) ?? new Map<string, Picture>();
  albums.set(set, album);
  const page = `${tile}${tile === 1 ? game.setUp.side : ''} turned ${turns}`;
  const known = album.get(page);
  if (known !== undefined) return known;
  let picture = readPicture(set, game.setUp.side, tile);
  for (let i = 0; i < turns; i++) picture = turnPicture(picture);
  album.set(page, picture);
  return picture;
}

// Functions that paste tiles into the plane.

/** The plane with every laid tile of the game except the excluded tiles. */
export function planeOf(game: Game, leftOut: readonly TileNumber[] = []): Plane {
  const floor = new Map<number, Spot>();
  const edges = new Map<number, string[]>();
  const paste = (laid: LaidTile, piece: Piece, x: number, y: number): void => {
    const { tile, mall } = laid;
    const key = place(mall, x, y);
    if (piece.cell === null) edges.set(key, [...(edges.get(key) ?? []), piece.text]);
    else if (floor.has(key)) throw new Error(`two tiles overlap at ${x}/${y}`);
    else if (piece.text !== '####') floor.set(key, { tile, mall, x, y, cell: piece.cell, text: piece.text });
  };
  for (const laid of Object.values(game.mall)) {
    if (leftOut.includes(laid.tile)) continue;
    for (const [r, row] of pictureOf(game, laid.tile, laid.turn).entries()) {
      row.forEach((piece, c) => {
        paste(laid, piece, 2 * laid.x + c, 2 * laid.y + r);
      });
    }
  }
  return { spots: [...floor.values()], floor, edges };
}

export const spotOf = (plane: Plane, cell: Cell | null): Spot | undefined =>
  cell === null ? undefined : plane.spots.find(spot => spot.cell === cell);

/**
 * The texts pasted on the edge of a cell: one text inside a tile or at the edge of the mall, two texts between tiles.
 */
export const edgeOf = ({ edges }: Plane, { mall, x, y }: Spot, way: Way): readonly string[] =>
  edges.get(place(mall, x + WAYS[way][0], y + WAYS[way][1])) ?? [];

export const beyond = ({ floor }: Plane, { mall, x, y }: Spot, way: Way): Spot | undefined =>
  floor.get(place(mall, x + 2 * WAYS[way][0], y + 2 * WAYS[way][1]));

const isOpening = (text: string): boolean => text === 'arrow' || /^[YPGO]$/.test(text);

/**
 * Whether a hero can pass an edge (BD-1, BD-4, SC-4a): open floor, an orange gap for the dwarf, or two openings that
 * face each other.
 */
export function isPassable(texts: readonly string[], small: boolean): boolean {
  if (texts.length === 2) return texts.every(isOpening);
  return texts[0] === 'open' || (texts[0] === 'orange' && small);
}

/** The letters of doors that lead from a cell to an empty place (BD-4, EX-1, EX-5). */
export const unknownDoors = (plane: Plane, spot: Spot): readonly string[] =>
  ALL_WAYS.map(way => edgeOf(plane, spot, way))
    .filter(texts => texts.length === 1 && /^[YPGO]$/.test(texts[0] ?? ''))
    .map(texts => texts[0] ?? '');
