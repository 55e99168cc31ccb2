import { ballTiles, type Game, heroAt, isOutOfOrder, sandLeft, stackSize, workingCameras } from './game.ts';
import { EAST, neighbourSquare, type Quarter, SLOTS, turnSquare, WEST } from './geometry.ts';
import { type LaidTile, laidTiles, leadsToEmptyPlace, type MallNumber, tileNumbered } from './mall.ts';
import { ACTION_TILE, cellName, seatName, shortTime } from './names.ts';
import { talkState } from './talk.ts';
import { type Feature, NOWHERE, QUARTERS, SQUARES, type Tile } from './tiles.ts';
import { type Cell, cellOf, EMBLEMS, HEROES, type Hero, type Millis } from './vocabulary.ts';

export interface PictureOptions {
  /** The mall to draw in scenario 13; without this field both malls are drawn. */
  readonly mall?: MallNumber;
  /** The time at which the sand is shown; without this field, the time of the last event. */
  readonly at?: Millis;
}

export function pictureOf(game: Game, { mall, at = game.at }: PictureOptions = {}): string {
  return [...drawing(game, mall), '', ...statusLines(game, at), ''].join('\n');
}

function drawing(game: Game, mall: MallNumber | undefined): readonly string[] {
  if (mall !== undefined || !game.rules.twoMalls) return drawMall(game, mall ?? 0);
  return ['first mall', ...drawMall(game, 0), '', 'second mall', ...drawMall(game, 1)];
}

// The characters of the picture.

interface Canvas {
  readonly rows: readonly string[][];
  /** The cell of the plane in the top-left corner of the picture. */
  readonly x: number;
  readonly y: number;
}

const WIDTH = 5;
const HEIGHT = 2;
const TILE_SIZE = 4;

function drawMall(game: Game, mall: MallNumber): readonly string[] {
  const laid = laidTiles(game).filter(tile => tile.mall === mall);
  const canvas = blankCanvas(laid);
  for (const tile of laid) drawTile(canvas, game, tile);
  for (const { x, y } of laid)
    for (const [dx, dy] of HOLE_NEIGHBOURS) drawHole(canvas, laid, [x - dx, y - dy]);
  return canvas.rows.map(row => row.join('').trimEnd());
}

function blankCanvas(laid: readonly LaidTile[]): Canvas {
  const [xs, ys] = [laid.map(({ x }) => x), laid.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const columns = (Math.max(...xs) - x + TILE_SIZE) * WIDTH + 1;
  const rows = (Math.max(...ys) - y + TILE_SIZE) * HEIGHT + 1;
  return { x, y, rows: Array.from({ length: rows }, () => Array.from({ length: columns }, () => ' ')) };
}

type Pair = readonly [number, number];

/** Writes at an offset from the top-left post of a cell of the plane. */
function write({ rows, ...origin }: Canvas, [x, y]: Pair, [right, down]: Pair, text: string): void {
  const row = rows[(y - origin.y) * HEIGHT + down];
  [...text].forEach((character, i) => {
    const column = (x - origin.x) * WIDTH + right + i;
    if (row?.[column] !== undefined) row[column] = character;
  });
}

function drawTile(canvas: Canvas, game: Game, laid: LaidTile): void {
  const tile = tileNumbered(game, laid.tile);
  if (tile === undefined) throw new Error(`tile ${laid.tile} lies in the mall but not in the box`);
  for (const square of SQUARES) {
    const turned = turnSquare(square, laid.turn);
    const place = [laid.x + (turned & 3), laid.y + (turned >> 2)] as const;
    for (const post of POSTS) write(canvas, place, post, '+');
    write(canvas, place, [1, 1], cellText(game, tile, square));
    for (const heading of QUARTERS) {
      const text = edgeText(game, laid, { tile, square, side: (heading - laid.turn) & 3 });
      write(canvas, place, EDGE_PLACES[heading] ?? [0, 0], text);
    }
  }
  write(canvas, [laid.x, laid.y], [1, 0], label(laid));
}

const POSTS: readonly Pair[] = [
  [0, 0],
  [WIDTH, 0],
  [0, HEIGHT],
  [WIDTH, HEIGHT],
];

/** By heading, where the text of an edge begins, as an offset from the cell's top-left corner. */
const EDGE_PLACES: readonly Pair[] = [
  [1, 0],
  [WIDTH, 1],
  [1, HEIGHT],
  [0, 1],
];

/**
 * The tile's number, and an arrow that points to the top of the tile's own drawing. Both stand on the part of the
 * upper wall that no neighbour shares, because a hole is above it.
 */
const label = ({ tile, turn }: LaidTile): string => `${tile < 10 ? '-' : ''}${tile}${UP_POINTS[turn] ?? ''}-`;

const UP_POINTS = '^>v<';

/**
 * Draws a hole, the seventeenth cell between four tiles, which belongs to none of them (BD-2b). It is drawn only
 * inside the mall.
 */
function drawHole(canvas: Canvas, laid: readonly LaidTile[], [x, y]: Pair): void {
  const around = HOLE_NEIGHBOURS.filter(([dx, dy]) =>
    laid.some(tile => tile.x === x + dx && tile.y === y + dy),
  );
  if (around.length >= 3) write(canvas, [x, y], [1, 1], '(  )');
}

/** Offsets from a hole to the top-left cells of the tiles above, right, below and left. */
const HOLE_NEIGHBOURS: readonly Pair[] = [
  [-3, -4],
  [1, -3],
  [0, 1],
  [-4, 0],
];

// Functions that draw cells.

function cellText(game: Game, tile: Tile, square: number): string {
  if (tile.solid[square] === true) return '####';
  const cell = cellOf(tile.number, square);
  const token = isOutOfOrder(game, cell) ? '//' : tokenOf(tile, square);
  const hero = heroAt(game, cell);
  if (hero !== null) return token === '' ? `<${EMBLEMS[hero].letter}> ` : `${EMBLEMS[hero].letter}@${token}`;
  const looks = token === TOKENS.camera && workingCameras(game).includes(cell);
  return ` ${token === '' ? '.' : token}${looks ? '*' : ''}`.padEnd(4);
}

/** Returns the text of a square as in the tile set; empty for plain floor. */
function tokenOf(tile: Tile, square: number): string {
  const feature = tile.features[square] ?? null;
  return feature === null ? escalatorToken(tile, square) : featureToken(feature);
}

function featureToken(feature: Feature): string {
  const word = TOKENS[feature.type];
  return 'hero' in feature ? `${word}${EMBLEMS[feature.hero].letter}` : word;
}

const TOKENS: Readonly<Record<Feature['type'], string>> = {
  item: 'i',
  exit: 'x',
  vortex: 'v',
  hourglass: 'hg',
  ball: 'cb',
  camera: 'cm',
};

/** The number of an escalator; escalators are numbered by their first ends. */
function escalatorToken({ escalators }: Tile, square: number): string {
  const end = escalators[square] ?? NOWHERE;
  if (end === NOWHERE) return '';
  const firsts = SQUARES.filter(other => (escalators[other] ?? NOWHERE) > other);
  return `e${firsts.indexOf(Math.min(square, end)) + 1}`;
}

// Functions that draw walls and doors.

/** One side of one square. The numbers refer to the tile's own drawing, before the tile is turned. */
interface Edge {
  readonly tile: Tile;
  readonly square: number;
  readonly side: Quarter;
}

function edgeText(game: Game, laid: LaidTile, edge: Edge): string {
  const heading = (edge.side + laid.turn) & 3;
  const upright = heading === EAST || heading === WEST;
  const material =
    neighbourSquare(edge.square, edge.side) === undefined
      ? rimMaterial(game, laid, edge)
      : innerMaterial(game, edge);
  const [long, across] = MATERIALS[material] ?? [`-${material}${material}-`, material];
  return upright ? across : long;
}

/** The characters of horizontal and vertical edges; a material that is not listed is the letter of a door. */
const MATERIALS: Readonly<Record<string, readonly [lying: string, upright: string]>> = {
  open: ['    ', ' '],
  wall: ['----', '|'],
  orange: ['~~~~', ':'],
  rock: ['####', '#'],
};

function innerMaterial({ rules }: Game, { tile, square, side }: Edge): string {
  const next = neighbourSquare(square, side) ?? NOWHERE;
  if (tile.solid[square] === true && tile.solid[next] === true) return 'rock';
  const edge = tile.edges[square * 4 + side] ?? 'wall';
  return edge === 'orange' && !rules.dwarfPassages ? 'wall' : edge; // SC-Lg
}

/**
 * The character of an opening: joined openings are open, openings that face a wall are dead ends, and all others are
 * unexplored (BD-4a, BD-4c, BD-4e).
 */
function rimMaterial(game: Game, laid: LaidTile, { tile, square, side }: Edge): string {
  const opening = SLOTS[side] === square ? tile.openings[side] : null;
  if (!opening) return 'wall';
  if (laid.joined[side] !== 0) return 'open';
  if (!leadsToEmptyPlace(game, cellOf(tile.number, square))) return 'wall';
  return opening === 'arrow' ? (ARROWS[(side + laid.turn) & 3] ?? '') : EMBLEMS[opening].letter;
}

/** By side, the arrow of an entry; it points into its tile. */
const ARROWS = 'v<^>';

// The lines below the picture, with the state that the board does not show.

function statusLines(game: Game, at: Millis): readonly string[] {
  const cameras = workingCameras(game);
  const facts = [
    `${shortTime(at)} ${game.reason === null ? game.status : `${game.status} (${game.reason})`}`,
    game.setUp.house.noClock
      ? 'no clock'
      : `sand ${shortTime(sandLeft(game, at))} of ${shortTime(game.hourglass.capacity)}`,
    `turned ${game.turned}`,
    game.theft ? 'after the theft' : 'before the theft',
    `talk ${talkState(game)}`,
    `stack ${stackSize(game)}${game.stack.next === null ? '' : `, next ${game.stack.next}`}`,
  ];
  const more = [
    game.drawn && `drawn ${game.drawn.tile} for ${names(game.drawn.places)}`,
    cameras.length > 0 && `cameras ${names(cameras)}`,
    ballTiles(game) > 0 && `ball tiles ${ballTiles(game)}`,
    game.discards > 0 && `to discard ${game.discards}`,
    game.outOfOrder.length > 0 && `out of order ${names(game.outOfOrder)}`,
    game.pawn !== null && `pawn ${seatName(game.pawn)}`,
  ].filter(fact => typeof fact === 'string');
  return [
    facts.join(' | '),
    heroesLine(game),
    seatsLine(game),
    ...(more.length > 0 ? [more.join(' | ')] : []),
  ];
}

const names = (cells: readonly Cell[]): string => cells.map(cellName).join(' ');

const heroesLine = (game: Game): string =>
  HEROES.map(hero => `${EMBLEMS[hero].letter} ${hero} ${whereabouts(game, hero)}`).join(' | ');

function seatsLine({ actionTiles, solo }: Game): string {
  if (solo !== null) return `p1 ${solo.top ?? 'nothing turned'} | pile ${solo.pile}`;
  return actionTiles.map((tile, seat) => `${seatName(seat)} ${ACTION_TILE.write(tile)}`).join(' | ');
}

function whereabouts({ heroes, out }: Game, hero: Hero): string {
  const cell = heroes[hero];
  return [cell === null ? '' : cellName(cell), out[hero] ? 'out' : ''].filter(word => word !== '').join(' ');
}
