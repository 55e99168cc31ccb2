/** The five floor designs. Their contrast is low, so that the things to play with stand out. */
import type { Tile } from '@hush/rules';

export interface FloorDesign {
  readonly light: string;
  readonly dark: string;
  readonly line: string;
  readonly trim: string;
  /** Colours of the walls: top, side and edge. */
  readonly wall: readonly [top: string, side: string, edge: string];
  readonly floor: Floor;
  readonly props: readonly Prop[];
}

export type Prop =
  | 'shelf'
  | 'crate'
  | 'plant'
  | 'barrel'
  | 'rack'
  | 'anvil'
  | 'fountain'
  | 'cauldron'
  | 'statue';

type Floor = (x: number, y: number, line: string) => string;

const stroke = (d: string, color: string, opacity: number): string =>
  `<path d="${d}" stroke="${color}" opacity="${opacity}" fill="none"/>`;
const shine = (x: number, y: number, size: readonly [number, number], opacity: number): string =>
  `<rect x="${x}" y="${y}" width="${size[0]}" height="${size[1]}" fill="#fff" opacity="${opacity}"/>`;
const frame = (x: number, y: number, color: string): string =>
  stroke(`M${x} ${y}h60M${x} ${y}v60`, color, 0.7);

/** A floor of flagstones, some of them split in two. */
const flags: Floor = (x, y, line) =>
  `<rect x="${x + 2}" y="${y + 2}" width="56" height="56" rx="5" fill="#fff" opacity="${(x + y) % 120 ? 0.16 : 0.07}"/>${frame(x, y, line)}` +
  (x === 0 && y === 60 ? stroke(`M${x + 30} ${y}v60`, line, 0.5) : '') +
  (x === 60 && y === 0 ? stroke(`M${x} ${y + 30}h60`, line, 0.5) : '');

const planks: Floor = (x, y, line) =>
  [0, 1, 2, 3]
    .map(
      i =>
        shine(x, y + i * 15, [60, 15], ((i * 7 + x + y * 2) % 5) * 0.035) +
        stroke(`M${x} ${y + i * 15}h60m${-18 - ((i * 23 + y) % 36)} 0v15`, line, 0.6),
    )
    .join('');

const lozenges: Floor = (x, y, line) =>
  `${frame(x, y, line)}<path d="M${x + 30} ${y + 5}l25 25-25 25-25-25z" fill="#fff" fill-opacity="${(x + y) % 120 ? 0.2 : 0.1}" stroke="${line}" stroke-opacity=".4"/>`;

const bricks: Floor = (x, y, line) =>
  [0, 1, 2]
    .map(
      i =>
        shine(x + (i % 2 ? 30 : 0), y + i * 20, [30, 20], 0.06 + ((i * 5 + x + y) % 4) * 0.04) +
        stroke(`M${x} ${y + i * 20}h60M${x + (i % 2 ? 30 : 0)} ${y + i * 20}v20`, line, 0.6),
    )
    .join('');

const PLAZA: FloorDesign = {
  light: '#e2d6ba',
  dark: '#d7c9aa',
  line: '#bda986',
  trim: '#8d7548',
  wall: ['#5b4a86', '#3a2d60', '#9484c6'],
  floor: flags,
  props: ['fountain', 'statue'],
};
const ARMOURY: FloorDesign = {
  light: '#dfd0ae',
  dark: '#d2c09a',
  line: '#b59d70',
  trim: '#94712f',
  wall: ['#6a5434', '#43341d', '#b2946a'],
  floor: planks,
  props: ['rack', 'barrel', 'crate'],
};
const STILL_ROOM: FloorDesign = {
  light: '#d9d0dd',
  dark: '#cdc2d4',
  line: '#aa9bb8',
  trim: '#6d5592',
  wall: ['#5d4b8c', '#392b62', '#a08fd2'],
  floor: lozenges,
  props: ['shelf', 'cauldron'],
};
const GROVE: FloorDesign = {
  light: '#d3dcc7',
  dark: '#c6d2b8',
  line: '#a0b08f',
  trim: '#4f7a63',
  wall: ['#3e6660', '#244441', '#82aea3'],
  floor: flags,
  props: ['plant'],
};
const FORGE: FloorDesign = {
  light: '#e0cdbf',
  dark: '#d5beae',
  line: '#b4978a',
  trim: '#8f5140',
  wall: ['#6b4550', '#432a35', '#b38593'],
  floor: bricks,
  props: ['anvil', 'barrel'],
};
/** Every cell of a camera tile is drawn yellow (CO-5g). */
const WATCHED: FloorDesign = { ...ARMOURY, light: '#f0dfa0', dark: '#e7d38c', line: '#c4a757' };

const DISTRICTS: readonly FloorDesign[] = [PLAZA, GROVE, ARMOURY, FORGE, STILL_ROOM];

export function floorDesignOf({ number, features }: Tile): FloorDesign {
  if (features.some(feature => feature?.type === 'camera')) return WATCHED;
  return DISTRICTS[((number - 1) * 3) % DISTRICTS.length] ?? PLAZA;
}

/** An SVG pattern of two by two cells of floor. */
export function floorPattern({ light, dark, line, floor }: FloorDesign): string {
  const cells = [
    [0, 0],
    [60, 0],
    [0, 60],
    [60, 60],
  ] as const;
  const squares = cells
    .map(
      ([x, y]) =>
        `<rect x="${x}" y="${y}" width="60" height="60" fill="${(x + y) % 120 ? light : dark}"/>${floor(x, y, line)}`,
    )
    .join('');
  return `<pattern id="floor" width="120" height="120" patternUnits="userSpaceOnUse">${squares}</pattern>`;
}
