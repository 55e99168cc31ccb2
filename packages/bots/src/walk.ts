/**
 * Distances in actions: for every cell, how many actions a hero needs to the nearest goal. An action is a move of any length,
 * an escalator or a vortex. All but the vortex work in both directions, so the search starts at the goals.
 */
import {
  type Action,
  type Cell,
  DIRECTIONS,
  type Direction,
  type Game,
  type Hero,
  type Seat,
} from '@hush/rules';
import { type MallGraph, mallAt } from './mall-graph.ts';

/** The distance of a cell from which no goal can be reached. */
export const UNREACHABLE = 9999;

/** How a hero may use vortices: not at all, from anywhere, or only across to the other mall (VX-1c, SC-13j). */
export type VortexUse = 'none' | 'anywhere' | 'across';

export interface WalkGraph {
  readonly floor: MallGraph;
  readonly hero: Hero;
  /** Cells that a hero may not enter. */
  readonly blocked: Uint8Array;
  /** Cells that a hero may pass but on which it must not stop, except at its goal. */
  readonly shunned: Uint8Array;
  readonly vortex: VortexUse;
  readonly hands: WalkAbilities;
}

/** Which actions the seats own together; in players' own games an action may be missing. */
export interface WalkAbilities {
  /** Which moves the seats own, by heading. */
  readonly moves: readonly boolean[];
  readonly rides: boolean;
  readonly vortices: boolean;
}

export function walkAbilitiesOf(game: Game, seats?: readonly Seat[]): WalkAbilities {
  const holds = (action: Action): boolean =>
    game.solo !== null ||
    game.actionTiles.some((tile, seat) => tile.includes(action) && (seats?.includes(seat) ?? true));
  return { moves: DIRECTIONS.map(holds), rides: holds('escalator'), vortices: holds('vortex') };
}

const ALL_HANDS: WalkAbilities = { moves: [true, true, true, true], rides: true, vortices: true };

export function vortexUse(game: Game): VortexUse {
  if (game.theft || game.rules.noVortex) return 'none'; // VX-2b, SC-16a
  if (!walkAbilitiesOf(game).vortices) return 'none';
  return game.rules.twoMalls ? 'across' : 'anywhere';
}

const stepsOf = ({ floor, hero }: WalkGraph): Int16Array =>
  hero === 'dwarf' ? floor.smallSteps : floor.steps;

/** The cells to visit, for one search at a time: an array for each search would be garbage a moment later. */
const queue = new Int16Array(100 * 16); // tiles are numbered below 100

/** For each cell the number of actions to the nearest goal; UNREACHABLE if there is no way. */
export function distances(ground: WalkGraph, goals: readonly Cell[]): Int16Array {
  const { floor, blocked } = ground;
  const dist = new Int16Array(floor.size).fill(UNREACHABLE);
  let tail = 0;
  for (const goal of goals) {
    if (blocked[goal] === 1 || dist[goal] === 0) continue;
    dist[goal] = 0;
    queue[tail++] = goal;
  }
  flood(ground, { dist, queue, tail });
  if (ground.vortex === 'anywhere') openVortices(ground, dist);
  return dist;
}

interface Flood {
  readonly dist: Int16Array;
  readonly queue: Int16Array;
  tail: number;
}

function flood(ground: WalkGraph, water: Flood): void {
  const { floor, blocked, hands } = ground;
  for (let head = 0; head < water.tail; head++) {
    const from = water.queue[head] ?? 0;
    const d = (water.dist[from] ?? 0) + 1;
    for (let heading = 0; heading < 4; heading++) floodLine(ground, water, from * 4 + heading, d);
    const end = floor.rides[from] ?? -1;
    if (end >= 0 && blocked[end] === 0 && hands.rides) wet(ground, water, end, d);
    if (ground.vortex === 'across') for (const cell of acrossFrom(ground, from)) wet(ground, water, cell, d);
  }
}

/** Every cell of a straight line up to the first obstacle. */
function floodLine(ground: WalkGraph, water: Flood, first: number, d: number): void {
  const steps = stepsOf(ground);
  const heading = first & 3;
  // The search runs backwards from the goal, so a seat must own the opposite direction.
  let cell = ground.hands.moves[(heading + 2) & 3] === true ? (steps[first] ?? -1) : -1;
  while (cell >= 0 && ground.blocked[cell] === 0) {
    wet(ground, water, cell, d);
    cell = steps[cell * 4 + heading] ?? -1;
  }
}

function wet({ shunned }: WalkGraph, water: Flood, cell: Cell, d: number): void {
  if ((water.dist[cell] ?? 0) <= d) return;
  water.dist[cell] = d;
  if (shunned[cell] === 0) water.queue[water.tail++] = cell;
}

/** The cells of the hero's vortices in the other mall, if the hero stands on one of its own vortices (SC-13j). */
function acrossFrom({ floor, hero, blocked }: WalkGraph, from: Cell): readonly Cell[] {
  const own = floor.vortices[hero];
  if (!own.includes(from)) return [];
  const here = mallAt(floor, from);
  return own.filter(cell => blocked[cell] === 0 && mallAt(floor, cell) !== here);
}

/** One action leads from any cell to the best vortex; using a second vortex never helps. */
function openVortices({ floor, hero, blocked, shunned }: WalkGraph, dist: Int16Array): void {
  let best = UNREACHABLE;
  for (const cell of floor.vortices[hero]) {
    const d = dist[cell] ?? UNREACHABLE;
    if (blocked[cell] === 0 && (shunned[cell] === 0 || d === 0)) best = Math.min(best, d);
  }
  if (best >= UNREACHABLE) return;
  for (const cell of floor.cells) if ((dist[cell] ?? UNREACHABLE) > best + 1) dist[cell] = best + 1;
}

/** One action of a hero on its way to a goal. */
export interface Hop {
  readonly by: Direction | 'escalator' | 'vortex';
  /** The number of steps of a move; 1 for an escalator or a vortex. */
  readonly steps: number;
  readonly to: Cell;
}

/** Every action that shortens the distance, in a fixed order, so that all bots find the same first one. */
export function hopsFrom(ground: WalkGraph, dist: Int16Array, from: Cell): readonly Hop[] {
  const wanted = (dist[from] ?? UNREACHABLE) - 1;
  if (wanted < 0 || wanted >= UNREACHABLE - 1) return [];
  const fits = (cell: Cell): boolean =>
    dist[cell] === wanted && (wanted === 0 || ground.shunned[cell] === 0) && ground.blocked[cell] === 0;
  return allHops(ground, from).filter(({ to }) => fits(to));
}

/** Every action of the hero from a cell. */
function allHops(ground: WalkGraph, from: Cell): readonly Hop[] {
  const { floor, blocked, hands } = ground;
  const steps = stepsOf(ground);
  const hops: Hop[] = [];
  for (const [heading, by] of DIRECTIONS.entries()) {
    if (hands.moves[heading] !== true) continue;
    let cell = steps[from * 4 + heading] ?? -1;
    for (let n = 1; cell >= 0 && blocked[cell] === 0; n++) {
      hops.push({ by, steps: n, to: cell });
      cell = steps[cell * 4 + heading] ?? -1;
    }
  }
  const end = floor.rides[from] ?? -1;
  if (end >= 0 && blocked[end] === 0 && hands.rides) hops.push({ by: 'escalator', steps: 1, to: end });
  for (const to of vorticesFrom(ground, from)) hops.push({ by: 'vortex', steps: 1, to });
  return hops;
}

function vorticesFrom(ground: WalkGraph, from: Cell): readonly Cell[] {
  if (ground.vortex === 'none') return [];
  if (ground.vortex === 'across') return acrossFrom(ground, from);
  return ground.floor.vortices[ground.hero].filter(cell => cell !== from && ground.blocked[cell] === 0);
}

/** The cells that an action passes, including its last one. */
export function cellsPassed(ground: WalkGraph, from: Cell, hop: Hop): readonly Cell[] {
  if (hop.by === 'escalator' || hop.by === 'vortex') return [hop.to];
  const steps = stepsOf(ground);
  const heading = DIRECTIONS.indexOf(hop.by);
  const cells: Cell[] = [];
  for (let cell = from, n = 0; n < hop.steps; n++) {
    cell = steps[cell * 4 + heading] ?? -1;
    cells.push(cell);
  }
  return cells;
}

const nothing = new Uint8Array(100 * 16); // every tile number is below 100

/** The distances of a hero on an empty board, cached in the graph. */
export function distancesOnEmptyBoard(
  floor: MallGraph,
  hero: Hero,
  goal: Cell,
  vortex: VortexUse,
): Int16Array {
  const who = hero === 'barbarian' ? 0 : hero === 'mage' ? 1 : hero === 'elf' ? 2 : 3;
  const key = ((goal * 4 + who) << 2) | (vortex === 'none' ? 0 : vortex === 'anywhere' ? 1 : 2);
  const known = floor.known.get(key);
  if (known !== undefined) return known;
  const dist = distances({ floor, hero, blocked: nothing, shunned: nothing, vortex, hands: ALL_HANDS }, [
    goal,
  ]);
  floor.known.set(key, dist);
  return dist;
}
