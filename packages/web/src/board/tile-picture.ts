/**
 * Renders a mall tile as one image: floor, walls, goods, features, doors, and the light of the lanterns around it.
 * The drawing is computed for the tile's rotation instead of rotating the image, so that light and goods stay
 * upright.
 */
import { type ByHero, type Edge, HEROES, type Hero, type Tile } from '@hush/rules';
import { SHADES } from '../art/palette.ts';
import { asAddress, gradient, stopsOf, svgOf } from '../art/picture.ts';
import { type FeatureState, featureArt } from './features.ts';
import { type FloorDesign, floorDesignOf, floorPattern } from './floors.ts';
import {
  CELL_SIZE,
  EDGE_SQUARES,
  HOLE_CENTRES,
  nextSquare,
  ownSquare,
  TILE_EDGES,
  type TileSide,
  turnedSquare,
} from './layout.ts';
import { arrowArt, boardedOpeningArt, doorArt, escalatorArt, passageArt } from './openings.ts';
import { PROPS } from './props.ts';
import type { Scene } from './scene.ts';

export interface TileLook {
  readonly drawing: Tile;
  readonly turn: number;
  /** What each side of the laid tile faces, clockwise from north. */
  readonly faces: readonly TileSide[];
  /** Which of the four holes around the tile have a lantern. */
  readonly lamps: readonly boolean[];
  readonly outOfOrder: readonly number[];
  readonly mood: FeatureState & { readonly shows: Scene['shows'] };
}

const SIZE = 4 * CELL_SIZE;
/** Pixels around the tile itself that the image also has, for the glow of doors. */
export const MARGIN = 48;

const SQUARES = Array.from({ length: 16 }, (_, square) => square);
const corner = (square: number): readonly [number, number] => [
  (square & 3) * CELL_SIZE,
  (square >> 2) * CELL_SIZE,
];
const middle = (square: number): readonly [number, number] => [
  (square & 3) * CELL_SIZE + CELL_SIZE / 2,
  (square >> 2) * CELL_SIZE + CELL_SIZE / 2,
];

const isSolid = ({ drawing, turn }: TileLook, seen: number): boolean =>
  drawing.solid[ownSquare(seen, turn)] ?? false;

/** The wall or opening on an edge of the laid tile; nothing between two solid squares. */
function edgeAt(look: TileLook, seen: number, heading: number): Edge {
  const next = nextSquare(seen, heading);
  if (next === undefined) {
    const face = EDGE_SQUARES[heading] === seen ? look.faces[heading] : 'wall';
    return face === 'open' || face === 'door' ? 'open' : 'wall';
  }
  if (isSolid(look, seen) && isSolid(look, next)) return 'open';
  const own = ownSquare(seen, look.turn) * 4 + ((heading - look.turn) & 3);
  return look.drawing.edges[own] ?? 'wall';
}

interface EdgeLine {
  readonly edge: Edge;
  readonly from: readonly [number, number];
  readonly vertical: boolean;
}

/** Every edge of the tile once: the north and west edges of each square, and the east and south rim. */
function edgesOf(look: TileLook): readonly EdgeLine[] {
  return SQUARES.flatMap(square => {
    const [x, y] = corner(square);
    const lines: EdgeLine[] = [
      { edge: edgeAt(look, square, 0), from: [x, y], vertical: false },
      { edge: edgeAt(look, square, 3), from: [x, y], vertical: true },
    ];
    if (x === SIZE - CELL_SIZE)
      lines.push({ edge: edgeAt(look, square, 1), from: [SIZE, y], vertical: true });
    if (y === SIZE - CELL_SIZE)
      lines.push({ edge: edgeAt(look, square, 2), from: [x, SIZE], vertical: false });
    return lines;
  });
}

function wallsArt(look: TileLook, { wall: [top, side, edge] }: FloorDesign): string {
  const lines = edgesOf(look);
  const d = lines
    .filter(line => line.edge === 'wall')
    .map(({ from: [x, y], vertical }) => `M${x} ${y}${vertical ? 'v' : 'h'}${CELL_SIZE}`)
    .join('');
  const layer = (dy: number, color: string, width: number): string =>
    `<use href="#walls" y="${dy}" stroke="${color}" stroke-width="${width}"/>`;
  const passages = lines
    .filter(line => line.edge === 'orange')
    .map(({ from: [x, y], vertical }) =>
      passageArt(vertical ? [x, y + 30] : [x + 30, y], vertical, look.mood.shows.passages),
    )
    .join('');
  return (
    `<defs><path id="walls" d="${d}" fill="none" stroke-linecap="round"/></defs><use href="#walls" x="3" y="7" stroke="#0a0720" stroke-opacity=".34" stroke-width="10"/>` +
    layer(2.5, side, 10.5) +
    layer(-2.5, side, 10.5) +
    layer(-3.5, top, 9) +
    layer(-5.5, edge, 2) +
    passages
  );
}

function solidsArt(look: TileLook, { wall, props }: FloorDesign): string {
  return SQUARES.filter(square => isSolid(look, square))
    .map(square => {
      const [x, y] = corner(square);
      const prop = props[(ownSquare(square, look.turn) + look.drawing.number) % props.length] ?? 'crate';
      return `<g transform="translate(${x} ${y})"><path d="M0 0h60v60H0z" fill="${wall[1]}"/><rect x="3" y="3" width="54" height="54" rx="5" opacity=".28"/>${PROPS[prop]}</g>`;
    })
    .join('');
}

function featuresArt({ drawing, turn, mood, outOfOrder }: TileLook): string {
  return drawing.features
    .map((feature, own) => {
      if (feature === null) return '';
      const [x, y] = middle(turnedSquare(own, turn));
      const art = featureArt(feature, mood, outOfOrder.includes(own), (own * 67) % 180);
      return `<g transform="translate(${x} ${y})">${art}</g>`;
    })
    .join('');
}

/** By how many pixels an escalator bends towards the middle of the tile, so that it does not cover a feature on its way. */
const BOW = 34;

function bendOf({ drawing }: TileLook, from: number, to: number): number {
  const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
  const length = Math.hypot(x2 - x1, y2 - y1);
  /** The distance of a point from the line, to the right, and its distance along the line. */
  const seen = ([x, y]: readonly [number, number]): readonly [number, number] => [
    ((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) / length,
    ((x2 - x1) * (x - x1) + (y2 - y1) * (y - y1)) / length,
  ];
  const meets = drawing.features.some((feature, square) => {
    const [aside, along] = seen(middle(square));
    return feature !== null && Math.abs(aside) < CELL_SIZE / 3 && along > 1 && along < length - 1;
  });
  return meets ? BOW * (Math.sign(seen([SIZE / 2, SIZE / 2])[0]) || 1) : 0;
}

/** Draws escalators. Bends are computed for the unrotated drawing, so a rotated tile has the same bends. */
const escalatorsArt = (look: TileLook): string =>
  look.drawing.escalators
    .map((end, own) => {
      const at = (square: number): readonly [number, number] => middle(turnedSquare(square, look.turn));
      return end > own ? escalatorArt(at(own), at(end), bendOf(look, own, end)) : '';
    })
    .join('');

function openingsArt(look: TileLook): string {
  return TILE_EDGES.map(side => {
    const opening = look.drawing.openings[(side - look.turn) & 3] ?? null;
    const face = look.faces[side];
    if (opening === null || face === 'wall') return '';
    if (face === 'shut') return boardedOpeningArt(side);
    if (opening === 'arrow') return arrowArt(side, face === 'door');
    return face === 'open' ? '' : unexplored(look, opening, side);
  }).join('');
}

function unexplored({ drawing, turn, mood }: TileLook, hero: Hero, side: number): string {
  const own = ownSquare(EDGE_SQUARES[side] ?? 0, turn);
  const crowded = drawing.features[own] !== null || (drawing.escalators[own] ?? -1) >= 0;
  const loudness = mood.shows.loudspeakers === false ? 'muted' : 'loud';
  const loudspeaker = hero === 'elf' ? loudness : 'none';
  return doorArt(hero, { side, crowded, loudspeaker, patterns: mood.patterns === true });
}

/** The dark shade over a tile, and the light of each lantern on it. */
function lightArt({ lamps, mood }: TileLook): string {
  const tint = mood.alarm ? ['#ffb8ac', '#ff8a86'] : ['#fff6da', '#ffe6b4'];
  const lights = lamps.map((lit, i) => {
    const { x = 0, y = 0 } = HOLE_CENTRES[i] ?? {};
    if (!lit) return ['', ''];
    const stops = stopsOf([`${tint[0]} .5@0`, `${tint[1]} .17@.3`, `${tint[1]} 0@1`]);
    return [
      `<radialGradient id="lamp${i}" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="230">${stops}</radialGradient>`,
      `<path d="M0 0h240v240H0z" fill="url(#lamp${i})"/>`,
    ];
  });
  const shade = mood.alarm ? ['#3a0a2c', 0.2] : ['#1c1650', 0.11];
  return `<defs>${lights.map(([def]) => def).join('')}</defs><path d="M0 0h240v240H0z" fill="${shade[0]}" opacity="${shade[1]}"/>${lights.map(([, rect]) => rect).join('')}`;
}

const radial = (id: string, stops: readonly string[]): string =>
  `<radialGradient id="${id}">${stopsOf(stops)}</radialGradient>`;

/** The patterns of the heroes, the same as those of the marks: diagonal, dotted, horizontal, vertical. */
const HATCHES: ByHero<string> = {
  barbarian: '<path d="M-1 9 9-1M3 13 13 3" stroke="#3d2602" stroke-width="2" stroke-opacity=".55"/>',
  mage: '<circle cx="4" cy="4" r="1.9" fill="#fff" fill-opacity=".55"/>',
  elf: '<path d="M0 4h8" stroke="#fff" stroke-width="2.2" stroke-opacity=".5"/>',
  dwarf: '<path d="M4 0v8" stroke="#fff" stroke-width="2.2" stroke-opacity=".5"/>',
};

const SHADINGS: readonly string[] = [
  gradient('brass', ['#f6dfa6', '#d0a458@.45', '#7d5726'], 'x2="0" y2="1"'),
  radial('glow-brass', ['#ffd98a .7@.5', '#ffd98a 0']),
  radial('crystal', ['#f4ecff', '#b79bff@.4', '#5b2fc0@.8', '#2a1363']),
  ...HEROES.flatMap(hero => {
    const { base, light, deep } = SHADES[hero];
    return [
      radial(`glow-${hero}`, [`${base} .7@.55`, `${base} 0`]),
      radial(`vortex-${hero}`, [light, `${base}@.35`, `${deep}@.75`, '#0b0920']),
      gradient(`door-${hero}`, [`${base} 0`, `${base} .75`], 'x2="0" y2="1"'),
      `<pattern id="hatch-${hero}" width="8" height="8" patternUnits="userSpaceOnUse">${HATCHES[hero]}</pattern>`,
    ];
  }),
];

/** The gradients and patterns that this drawing uses. */
const shadingsFor = (art: string): string =>
  SHADINGS.filter(shading => art.includes(`url(#${shading.split('"')[1]})`)).join('');

function tileArt(look: TileLook): string {
  const district = floorDesignOf(look.drawing);
  const art =
    '<rect x="-5" y="4" width="250" height="250" rx="14" fill="#05040f" opacity=".5"/><rect x="-5" y="-1" width="250" height="250" rx="13" fill="#2a1f3f"/>' +
    `<rect x="-5" y="-5" width="250" height="250" rx="12" fill="${district.trim}"/><path d="M0 0h240v240H0z" fill="url(#floor)"/>` +
    lightArt(look) +
    solidsArt(look, district) +
    wallsArt(look, district) +
    escalatorsArt(look) +
    featuresArt(look) +
    openingsArt(look);
  return `<defs>${floorPattern(district)}${shadingsFor(art)}</defs>${art}`;
}

const addresses = new Map<string, string>();
const MOST = 240;

/** Numbers that tell drawings apart: two tiles may have the same number and name, because players draw their own tiles. */
const drawings = new WeakMap<Tile, number>();
let known = 0;

function drawingId(drawing: Tile): number {
  const id = drawings.get(drawing) ?? ++known;
  drawings.set(drawing, id);
  return id;
}

/** The cache key: everything that changes the picture. */
const keyOf = ({ drawing, turn, faces, lamps, outOfOrder, mood }: TileLook): string =>
  JSON.stringify([drawingId(drawing), turn, faces, lamps, outOfOrder, mood]);

/** A tile as a data address. Up to `MOST` pictures are cached; a full cache is emptied. */
export function tileAddress(look: TileLook): string {
  const key = keyOf(look);
  const drawn = addresses.get(key);
  if (drawn !== undefined) return drawn;
  if (addresses.size >= MOST) addresses.clear();
  const box = SIZE + 2 * MARGIN;
  const address = asAddress(svgOf(`${-MARGIN} ${-MARGIN} ${box} ${box}`, [box, box], tileArt(look)));
  addresses.set(key, address);
  return address;
}
