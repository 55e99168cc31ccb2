/**
 * Paints the board at the end of a game in flat colours: tiles, walls, symbols, heroes. It has no text, because a server has
 * no font, and no names, because the picture is shared with the link.
 */
import {
  type Cell,
  cellOf,
  coordinatesOf,
  doorAt,
  type Feature,
  type Game,
  HEROES,
  type Hero,
  type LaidTile,
  laidTiles,
  stepFrom,
  tileNumbered,
} from '@hush/rules';
import { Bitmap } from './bitmap.ts';

/** The size of the picture in pixels, as messengers recommend. */
export const PICTURE_WIDTH = 1200;
export const PICTURE_HEIGHT = 630;

const COLOURS = {
  night: '#0d0b22',
  dusk: '#1d1947',
  ivory: '#f7efdf',
  ink: '#241d4d',
  lamp: '#ffd98a',
  brass: '#c9974b',
  shop: '#4a3b33',
  sand: '#f0b94f',
  paper: '#f3e3bd',
  seal: '#b01f34',
  sealLight: '#d63c4e',
  floor0: '#eadfc0',
  floor1: '#dcd5ea',
  floor2: '#d2e8e0',
  floor3: '#ecd6cb',
  wall0: '#7a5c2b',
  wall1: '#5a4596',
  wall2: '#2c7866',
  wall3: '#8c4a36',
  barbarian: '#ffd34d',
  mage: '#7e4fe0',
  elf: '#3fc1a8',
  dwarf: '#d8491f',
} as const;
type ColourName = keyof typeof COLOURS;

const NAMES = Object.keys(COLOURS) as readonly ColourName[];
const NUMBERS = Object.fromEntries(NAMES.map((name, i) => [name, i])) as Readonly<Record<ColourName, number>>;
const colour = (name: ColourName): number => NUMBERS[name];

export const PALETTE: readonly string[] = NAMES.map(name => COLOURS[name]);

const FLOORS = ['floor0', 'floor1', 'floor2', 'floor3'] as const;
const WALLS = ['wall0', 'wall1', 'wall2', 'wall3'] as const;
const SQUARES = Array.from({ length: 16 }, (_, square) => square);
/** The step in each direction, clockwise from north. */
const STEPS = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const;
/** The value that `stepFrom` returns at a wall. */
const NO_STEP = -1;
/** The number of squares along a side of a tile. */
const ACROSS = 4;
/** The number of cells between two malls (SC-13e). */
const GAP = 3;
const MARGIN = 36;
/** The height of the strip below the mall in which escaped heroes stand. */
const FOOT = 90;
const LARGEST_CELL = 58;

/** Where the cells are in the picture. */
interface Frame {
  readonly cell: number;
  /** The top left corner of a cell. */
  place(x: number, y: number, mall: number): readonly [number, number];
}

function frameOf(game: Game): Frame {
  const tiles = laidTiles(game);
  const first = tiles.filter(({ mall }) => mall === 0);
  const second = tiles.filter(({ mall }) => mall === 1);
  const east = Math.max(...first.map(({ x }) => x + ACROSS));
  const aside = second.length === 0 ? 0 : east + GAP - Math.min(...second.map(({ x }) => x));
  const xs = tiles.map(({ x, mall }) => x + mall * aside);
  const ys = tiles.map(({ y }) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) + ACROSS - left, Math.max(...ys) + ACROSS - top];
  const foot = heroesOutside(game).length > 0 ? FOOT : MARGIN;
  const [width, height] = [PICTURE_WIDTH - 2 * MARGIN, PICTURE_HEIGHT - MARGIN - foot];
  const cell = Math.min(LARGEST_CELL, Math.floor(width / wide), Math.floor(height / high));
  const x0 = Math.round((PICTURE_WIDTH - wide * cell) / 2);
  const y0 = MARGIN + Math.round((height - high * cell) / 2);
  return {
    cell,
    place: (x, y, mall) => [x0 + (x + mall * aside - left) * cell, y0 + (y - top) * cell],
  };
}

const heroesOutside = (game: Game): readonly Hero[] => HEROES.filter(hero => game.heroes[hero] === null);

export function boardPicture(game: Game): Bitmap {
  const picture = night();
  const frame = frameOf(game);
  for (const laid of laidTiles(game)) paintTile(picture, frame, game, laid);
  for (const hero of HEROES) {
    const cell = game.heroes[hero];
    if (cell !== null) paintHero(picture, hero, feetIn(frame, game, cell));
  }
  const outside = heroesOutside(game);
  for (const [i, hero] of outside.entries()) {
    const x = PICTURE_WIDTH / 2 + (i - (outside.length - 1) / 2) * 90;
    paintHero(picture, hero, { x, y: PICTURE_HEIGHT - 14, size: 56 });
  }
  return picture;
}

function night(): Bitmap {
  const picture = new Bitmap(PICTURE_WIDTH, PICTURE_HEIGHT);
  picture.rect([0, 0], [PICTURE_WIDTH, PICTURE_HEIGHT], colour('night'));
  picture.disc(PICTURE_WIDTH / 2, PICTURE_HEIGHT / 2, 430, colour('dusk'));
  return picture;
}

function cornerOf(frame: Frame, game: Game, cell: Cell): readonly [number, number] {
  const [x, y, mall = 0] = coordinatesOf(game, cell);
  return frame.place(x, y, mall);
}

/** A point of the picture, and the size of a cell there. */
interface Spot {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

function feetIn(frame: Frame, game: Game, cell: Cell): Spot {
  const [left, top] = cornerOf(frame, game, cell);
  return { x: left + frame.cell / 2, y: top + frame.cell * 0.86, size: frame.cell };
}

function paintTile(picture: Bitmap, frame: Frame, game: Game, laid: LaidTile): void {
  const tile = tileNumbered(game, laid.tile);
  if (tile === undefined) return;
  const size = frame.cell;
  for (const square of SQUARES) {
    const [x, y] = cornerOf(frame, game, cellOf(laid.tile, square));
    const isShop = tile.solid[square] ?? false;
    picture.rect(
      [x, y],
      [size, size],
      colour(isShop ? 'shop' : (FLOORS[laid.tile % FLOORS.length] ?? 'floor0')),
    );
    const feature = tile.features[square] ?? null;
    if (feature !== null) paintFeature(picture, feature, { x: x + size / 2, y: y + size / 2, size });
  }
  for (const square of SQUARES) if (!tile.solid[square]) paintWalls(picture, frame, game, { laid, square });
}

/** Paints the walls around a square; an unexplored door has its hero's colour. */
function paintWalls(
  picture: Bitmap,
  frame: Frame,
  game: Game,
  { laid, square }: { readonly laid: LaidTile; readonly square: number },
): void {
  const cell = cellOf(laid.tile, square);
  const [x, y] = cornerOf(frame, game, cell);
  const [atX, atY] = coordinatesOf(game, cell);
  const thick = Math.max(2, Math.round(frame.cell / 9));
  for (const [heading, [dx, dy]] of STEPS.entries()) {
    if (stepFrom(game, cell, heading, true) !== NO_STEP) continue;
    const isRim =
      Math.floor((atX + dx - laid.x) / ACROSS) !== 0 || Math.floor((atY + dy - laid.y) / ACROSS) !== 0;
    const door = isRim ? doorAt(game, cell) : null;
    const shade = colour(door ?? WALLS[laid.tile % WALLS.length] ?? 'wall0');
    const [left, top] = [
      x + (dx === 1 ? frame.cell : 0) - thick / 2,
      y + (dy === 1 ? frame.cell : 0) - thick / 2,
    ];
    if (dx === 0) picture.rect([left, top], [frame.cell + thick, thick], shade);
    else picture.rect([left, top], [thick, frame.cell + thick], shade);
  }
}

/** Paints a shape for each kind of symbol: ring, frame, diamond, hourglass, eye. */
function paintFeature(picture: Bitmap, feature: Feature, { x, y, size }: Spot): void {
  const r = size * 0.3;
  const shade = 'hero' in feature ? colour(feature.hero) : colour('ink');
  switch (feature.type) {
    case 'vortex':
      picture.disc(x, y, r, colour('ink'));
      picture.disc(x, y, r * 0.72, shade);
      picture.disc(x, y, r * 0.36, colour('ink'));
      return;
    case 'exit':
      picture.rect([x - r, y - r], [2 * r, 2 * r], shade);
      picture.rect([x - r * 0.55, y - r * 0.55], [r * 1.1, r * 1.1], colour('ivory'));
      return;
    case 'item':
      picture.polygon(around(x, y, r * 1.15), colour('ink'));
      picture.polygon(around(x, y, r * 0.85), shade);
      return;
    case 'hourglass':
      picture.polygon(around(x, y, r * 1.15), colour('ink'));
      picture.polygon(
        [
          [x - r * 0.45, y - r * 0.55],
          [x + r * 0.45, y - r * 0.55],
          [x, y],
        ],
        colour('sand'),
      );
      picture.polygon(
        [
          [x, y],
          [x + r * 0.45, y + r * 0.55],
          [x - r * 0.45, y + r * 0.55],
        ],
        colour('sand'),
      );
      return;
    case 'ball':
    case 'camera':
      picture.disc(x, y, r * 0.8, shade);
      picture.disc(x, y, r * 0.4, colour('ivory'));
      return;
  }
}

const around = (x: number, y: number, r: number): readonly (readonly [number, number])[] => [
  [x, y - r],
  [x + r, y],
  [x, y + r],
  [x - r, y],
];

/** Paints a hero that stands at a point: a cone with a head. */
function paintHero(picture: Bitmap, hero: Hero, { x, y: feet, size: cell }: Spot): void {
  const paint = (grow: number, shade: number, head: number): void => {
    const half = cell * 0.3 + grow;
    const height = cell * 0.8 + grow;
    picture.polygon(
      [
        [x - cell * 0.1 - grow / 2, feet - height],
        [x + cell * 0.1 + grow / 2, feet - height],
        [x + half, feet + grow],
        [x - half, feet + grow],
      ],
      shade,
    );
    picture.disc(x, feet - cell * 0.82, cell * 0.2 + grow, head);
  };
  const rim = Math.max(2, cell / 14);
  paint(rim, colour('ivory'), colour('ivory'));
  paint(0, colour(hero), colour('paper'));
  picture.disc(x, feet - cell * 0.3, cell * 0.11, colour('ink'));
}

/**
 * The picture of a sealed letter, used for every table of a heist, because the board would reveal the deal (PR-151a).
 */
export function letterPicture(): Bitmap {
  const picture = night();
  const [x, y, width, height] = [370, 150, 460, 320];
  const [middle, fold] = [x + width / 2, y + height * 0.56];
  picture.rect([x, y], [width, height], colour('paper'));
  picture.polygon(
    [
      [x, y],
      [x + width, y],
      [middle, fold],
    ],
    colour('brass'),
  );
  picture.polygon(
    [
      [x + 12, y],
      [x + width - 12, y],
      [middle, fold - 12],
    ],
    colour('ivory'),
  );
  picture.disc(middle, fold, 74, colour('seal'));
  picture.disc(middle, fold, 56, colour('sealLight'));
  const glass = [
    [-26, -34],
    [26, -34],
    [0, 0],
  ] as const;
  for (const way of [1, -1])
    picture.polygon(
      glass.map(([dx, dy]) => [middle + dx * way, fold + dy * way] as const),
      colour('paper'),
    );
  return picture;
}
