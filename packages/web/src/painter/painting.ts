/**
 * The tile that is being painted, and the effect of each tool on it. Pure functions: each returns a new tile, and
 * `drawTile` of the rules writes it as text.
 */
import { type Drawing, type Edge, type Feature, type Hero, type Side, setEdge } from '@hush/rules';
import { EDGE_SQUARES, nextSquare, turnedSquare } from '../board/layout.ts';

export const TOOLS = [
  'wall',
  'passage',
  'shop',
  'rubOut',
  'door',
  'vortex',
  'item',
  'exit',
  'hourglass',
  'escalator',
  'camera',
  'ball',
  'start',
] as const;
export type Tool = (typeof TOOLS)[number];

/** Tools whose mark belongs to one hero. */
export const HERO_TOOLS: readonly Tool[] = ['door', 'vortex', 'item', 'exit'];

export interface Brush {
  readonly tool: Tool;
  readonly hero: Hero;
}

/** A place that can be painted: a square, the edge to its east (1) or south (2), or the slot of a side. */
export type PaintPlace =
  | { readonly type: 'square'; readonly square: number }
  | { readonly type: 'edge'; readonly square: number; readonly heading: number }
  | { readonly type: 'side'; readonly side: number };

export const ALL_SQUARES: readonly number[] = Array.from({ length: 16 }, (_, square) => square);
const NO_END = -1;
const ENTRANCE = 2;

/** A tile without inner walls: everything is floor, and the arrow is in the south. Tile 1 gets its doors and starts. */
export function blankTile(number: number, side: Side | null, name: string): Drawing {
  const isStart = number === 1;
  return {
    number,
    side,
    name,
    solid: ALL_SQUARES.map(() => false),
    features: ALL_SQUARES.map(() => null),
    openings: isStart ? ['barbarian', 'mage', 'elf', 'dwarf'] : [null, null, 'arrow', null],
    edges: ALL_SQUARES.flatMap(square =>
      [0, 1, 2, 3].map((heading): Edge => (nextSquare(square, heading) === undefined ? 'wall' : 'open')),
    ),
    escalators: ALL_SQUARES.map(() => NO_END),
    starts: isStart ? [5, 6, 9, 10] : [],
  };
}

export const edgeOf = ({ edges }: Drawing, square: number, heading: number): Edge =>
  edges[square * 4 + heading] ?? 'wall';

export const isShop = ({ solid }: Drawing, square: number): boolean => solid[square] === true;

const escalatorAt = ({ escalators }: Drawing, square: number): number => escalators[square] ?? NO_END;
export const hasEscalator = (tile: Drawing, square: number): boolean => escalatorAt(tile, square) !== NO_END;

// Places where a tool paints nothing.

/** The hints about why a tool paints nothing at a place. */
export const HINTS = ['between', 'gaps', 'shopWalls', 'entrance', 'onSquares', 'drag'] as const;
export type PaintHint = (typeof HINTS)[number];

/** Returns why the tool paints nothing at this place; null if it paints something. */
export function hintFor(tile: Drawing, place: PaintPlace, { tool }: Brush): PaintHint | null {
  switch (place.type) {
    case 'edge':
      return edgeHint(tile, place, tool);
    case 'side':
      return sideHint(tile, place.side, tool);
    case 'square':
      return squareHint(tile, place.square, tool);
  }
}

function edgeHint(tile: Drawing, place: Extract<PaintPlace, { type: 'edge' }>, tool: Tool): PaintHint | null {
  if (!isWallTool(tool)) return tool === 'door' ? 'gaps' : 'onSquares';
  return besideShop(tile, place) ? 'shopWalls' : null;
}

function sideHint(tile: Drawing, side: number, tool: Tool): PaintHint | null {
  if (tool === 'passage') return 'between';
  if (tool !== 'door' && !isWallTool(tool)) return 'onSquares';
  return isEntrance(tile, side) && tile.openings[ENTRANCE] === 'arrow' ? 'entrance' : null;
}

function squareHint(tile: Drawing, square: number, tool: Tool): PaintHint | null {
  const side = EDGE_SQUARES.indexOf(square);
  if (tool === 'door') return side < 0 ? 'gaps' : sideHint(tile, side, tool);
  return tool === 'wall' || tool === 'passage' ? 'between' : null;
}

const isWallTool = (tool: Tool): boolean => tool === 'wall' || tool === 'passage' || tool === 'rubOut';

const isEntrance = ({ number }: Drawing, side: number): boolean => number !== 1 && side === ENTRANCE;

function besideShop(tile: Drawing, { square, heading }: Extract<PaintPlace, { type: 'edge' }>): boolean {
  const next = nextSquare(square, heading);
  return isShop(tile, square) || (next !== undefined && isShop(tile, next));
}

// Functions that paint.

/** Whether the place already shows what the brush paints; then the stroke erases it. */
export function isPainted(tile: Drawing, place: PaintPlace, { tool, hero }: Brush): boolean {
  switch (place.type) {
    case 'edge':
      return edgeOf(tile, place.square, place.heading) === (tool === 'passage' ? 'orange' : 'wall');
    case 'side':
      return tool === 'wall' ? tile.openings[place.side] === null : tile.openings[place.side] === hero;
    case 'square':
      return isOnSquare(tile, place.square, { tool, hero });
  }
}

function isOnSquare(tile: Drawing, square: number, { tool, hero }: Brush): boolean {
  if (tool === 'door') return tile.openings[EDGE_SQUARES.indexOf(square)] === hero;
  if (tool === 'shop') return isShop(tile, square);
  if (tool === 'start') return tile.starts.includes(square);
  if (tool === 'escalator') return hasEscalator(tile, square);
  const wanted = featureOf({ tool, hero });
  const feature = tile.features[square] ?? null;
  return wanted !== null && feature !== null && JSON.stringify(feature) === JSON.stringify(wanted);
}

/**
 * The tile after the brush has painted at a place, or has erased what it had painted there. Unchanged if the tool paints
 * nothing there.
 */
export function paintAt(tile: Drawing, place: PaintPlace, brush: Brush, on: boolean): Drawing {
  if (hintFor(tile, place, brush) !== null) return tile;
  switch (place.type) {
    case 'edge':
      return paintEdge(tile, place.square, place.heading, edgeFor(brush.tool, on));
    case 'side':
      return paintSide(tile, place.side, brush, on);
    case 'square':
      return brush.tool === 'door'
        ? paintSide(tile, EDGE_SQUARES.indexOf(place.square), brush, on)
        : paintSquare(tile, place.square, brush, on);
  }
}

function edgeFor(tool: Tool, on: boolean): Edge {
  if (tool === 'rubOut' || !on) return 'open';
  return tool === 'passage' ? 'orange' : 'wall';
}

function paintEdge(tile: Drawing, square: number, heading: number, edge: Edge): Drawing {
  const edges = [...tile.edges];
  setEdge(edges, square, heading, edge);
  return { ...tile, edges };
}

function paintSide(tile: Drawing, side: number, { tool, hero }: Brush, on: boolean): Drawing {
  const opening = tool === 'door' && on ? hero : null;
  return {
    ...tile,
    openings: tile.openings.map((old, i) => {
      if (i !== side) return old;
      return isEntrance(tile, side) ? 'arrow' : opening;
    }),
  };
}

function featureOf({ tool, hero }: Brush): Feature | null {
  switch (tool) {
    case 'vortex':
    case 'item':
    case 'exit':
      return { type: tool, hero };
    case 'hourglass':
    case 'camera':
    case 'ball':
      return { type: tool };
    default:
      return null;
  }
}

function paintSquare(tile: Drawing, square: number, brush: Brush, on: boolean): Drawing {
  const bare = cleared(tile, square);
  if (!on || brush.tool === 'rubOut') return bare;
  if (brush.tool === 'shop') return withShop(bare, square);
  if (brush.tool === 'start') return { ...bare, starts: [...bare.starts, square].sort((a, b) => a - b) };
  const feature = featureOf(brush);
  if (feature === null) return tile;
  return { ...bare, features: bare.features.map((old, i) => (i === square ? feature : old)) };
}

/** Makes a square plain floor. The walls of a shop are removed if there is floor on their other side. */
function cleared(tile: Drawing, square: number): Drawing {
  const end = escalatorAt(tile, square);
  const bare: Drawing = {
    ...tile,
    solid: tile.solid.map((old, i) => old && i !== square),
    features: tile.features.map((old, i) => (i === square ? null : old)),
    escalators: tile.escalators.map((old, i) => (i === square || i === end ? NO_END : old)),
    starts: tile.starts.filter(start => start !== square),
  };
  return isShop(tile, square)
    ? withEdges(bare, square, next => (isShop(bare, next) ? 'wall' : 'open'))
    : bare;
}

const withShop = (tile: Drawing, square: number): Drawing =>
  withEdges({ ...tile, solid: tile.solid.map((old, i) => old || i === square) }, square, () => 'wall');

function withEdges(tile: Drawing, square: number, edge: (next: number) => Edge): Drawing {
  const edges = [...tile.edges];
  for (const heading of [0, 1, 2, 3]) {
    const next = nextSquare(square, heading);
    if (next !== undefined) setEdge(edges, square, heading, edge(next));
  }
  return { ...tile, edges };
}

/**
 * Draws an escalator between two squares and removes features on them (BD-6a). Nothing changes if the two are the same
 * square.
 */
export function joinSquares(tile: Drawing, from: number, to: number): Drawing {
  if (from === to) return tile;
  const bare = cleared(cleared(tile, from), to);
  const escalators = bare.escalators.map((old, i) => (i === from ? to : i === to ? from : old));
  return { ...bare, escalators };
}

/** How turning or mirroring a drawn tile moves every square and edge; the entrance stays in the south. */
interface Move {
  readonly square: (square: number) => number;
  readonly heading: (heading: number) => number;
  /** For each side, the side whose door moves to it. */
  readonly doors: readonly number[];
}

function moved(tile: Drawing, { square, heading, doors }: Move): Drawing {
  const edges = [...tile.edges];
  for (const from of ALL_SQUARES)
    for (const to of [0, 1, 2, 3]) edges[square(from) * 4 + heading(to)] = edgeOf(tile, from, to);
  const at = <T>(list: readonly T[], fallback: T): readonly T[] => {
    const next = [...list];
    for (const from of ALL_SQUARES) next[square(from)] = list[from] ?? fallback;
    return next;
  };
  return {
    ...tile,
    edges,
    solid: at(tile.solid, false),
    features: at(tile.features, null),
    escalators: at(tile.escalators, NO_END).map(end => (end === NO_END ? NO_END : square(end))),
    starts: tile.starts.map(square).sort((a, b) => a - b),
    openings: doors.map(side => tile.openings[side] ?? null),
  };
}

/** Turns a tile clockwise by a quarter. Only tile 1 has four doors, which turn with it. */
export const turnPainting = (tile: Drawing): Drawing =>
  moved(tile, {
    square: square => turnedSquare(square, 1),
    heading: heading => (heading + 1) & 3,
    doors: tile.number === 1 ? [3, 0, 1, 2] : [3, 0, 2, 1],
  });

/** Mirrors a tile left to right. The slots of the sides cannot be mirrored (BD-2b), so only their doors change sides. */
export const mirrorPainting = (tile: Drawing): Drawing =>
  moved(tile, {
    square: square => square ^ 3,
    heading: heading => (heading % 2 === 0 ? heading : heading ^ 2),
    doors: [0, 3, 2, 1],
  });
