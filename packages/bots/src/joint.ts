/**
 * A best-first search over the positions of all heroes, for cases where moving one hero after the other finds no
 * plan. The heuristic is the number of actions that each hero would need alone. The search can be paused and resumed,
 * so that no decision waits for it.
 */
import { type Cell, DIRECTIONS, HEROES, type Hero, isStartTile, staysOnExit, tileOf } from '@hush/rules';
import { mallAt } from './mall-graph.ts';
import type { Outlook } from './outlook.ts';
import { distancesOnEmptyBoard, type Hop, UNREACHABLE } from './walk.ts';

/** The goal cells of each hero; null for a hero that may be anywhere. */
export type JointGoal = Readonly<Record<Hero, readonly Cell[] | null>>;

export interface HeroHop {
  readonly hero: Hero;
  readonly from: Cell;
  readonly hop: Hop;
}

/** A search that can be paused and resumed. */
export interface Search {
  /** Expands at most `most` further positions; returns true when the search has ended, with or without a plan. */
  run(most: number): boolean;
  readonly expanded: number;
  /** The plan; null if none is found yet. */
  readonly plan: readonly HeroHop[] | null;
}

/** The position of a hero that has left the board. */
const GONE = 0;
const BASE = 2048; // every cell number is below 1600

const packed = (cells: readonly number[]): number => cells.reduce((code, cell) => code * BASE + cell, 0);

function unpacked(code: number): number[] {
  const high = Math.floor(code / (BASE * BASE));
  const low = code - high * BASE * BASE;
  return [(high / BASE) | 0, high % BASE, (low / BASE) | 0, low % BASE];
}

interface Node {
  readonly cost: number;
  readonly promise: number;
  readonly parent: number;
  readonly hero: number;
  readonly hop: Hop | null;
}

/** The weight of the heuristic: 1 finds the shortest plan, more finds a plan sooner. */
export interface JointOptions {
  readonly greed: number;
}

export class JointSearch implements Search {
  readonly #outlook: Outlook;
  readonly #goals: readonly (readonly Cell[] | null)[];
  readonly #greed: number;
  readonly #ahead: readonly (Int16Array | null)[];
  readonly #nodes = new Map<number, Node>();
  /** Open positions by estimated cost. Costs are small integers, so an array of stacks is the fastest queue. */
  readonly #open: number[][] = [];
  readonly #closed: Uint8Array;
  #least = 0;
  /** The sum of what every hero alone would need on an empty board: no plan has fewer actions. */
  readonly bound: number;
  expanded = 0;
  /** The plan (null if none is found yet), and whether all positions have been searched. */
  plan: readonly HeroHop[] | null = null;
  exhausted = false;

  constructor(outlook: Outlook, goal: JointGoal, { greed }: JointOptions) {
    this.#outlook = outlook;
    this.#goals = HEROES.map(hero => goal[hero]);
    this.#greed = greed;
    this.#ahead = HEROES.map(hero => this.#aheadOf(hero, goal[hero]));
    this.#closed = new Uint8Array(outlook.floor.size);
    const start = HEROES.map(hero => outlook.game.heroes[hero] ?? GONE);
    this.bound = this.#promise(start);
    this.#offer(start, { cost: 0, parent: -1, hero: 0, hop: null });
    this.exhausted = this.#nodes.size === 0;
  }

  run(most: number): boolean {
    for (let n = 0; n < most && this.plan === null && !this.exhausted; n++) this.#expandNext();
    return this.plan !== null || this.exhausted;
  }

  /** Distances by cell to the nearest of a hero's goals. */
  #aheadOf(hero: Hero, goals: readonly Cell[] | null): Int16Array | null {
    const { floor, vortex } = this.#outlook;
    if (goals === null) return null;
    const least = new Int16Array(floor.size).fill(UNREACHABLE);
    for (const goal of goals) {
      const table = distancesOnEmptyBoard(floor, hero, goal, vortex);
      for (const cell of floor.cells)
        least[cell] = Math.min(least[cell] ?? UNREACHABLE, table[cell] ?? UNREACHABLE);
    }
    least[GONE] = 0;
    return least;
  }

  #promise(cells: readonly number[]): number {
    let sum = 0;
    for (let i = 0; i < 4; i++) sum += this.#ahead[i]?.[cells[i] ?? 0] ?? 0;
    return sum;
  }

  #offer(cells: readonly number[], { cost, parent, hero, hop }: Omit<Node, 'promise'>): void {
    const promise = this.#promise(cells);
    if (promise >= UNREACHABLE) return; // skipped: a hero can never reach its goal from this position
    const code = packed(cells);
    const known = this.#nodes.get(code);
    if (known !== undefined && known.cost <= cost) return;
    this.#nodes.set(code, { cost, promise, parent, hero, hop });
    const rank = cost + this.#greed * promise;
    const stack = this.#open[rank];
    if (stack === undefined) this.#open[rank] = [code];
    else stack.push(code);
    this.#least = Math.min(this.#least, rank);
  }

  #expandNext(): void {
    while (this.#least < this.#open.length && (this.#open[this.#least]?.length ?? 0) === 0) this.#least++;
    const code = this.#open[this.#least]?.pop();
    if (code === undefined) {
      this.exhausted = true;
      return;
    }
    const node = this.#nodes.get(code);
    // skipped: a cheaper path to this position was found meanwhile
    if (node === undefined || node.cost + this.#greed * node.promise < this.#least) return;
    this.expanded++;
    if (node.promise === 0) {
      this.plan = this.#planTo(code);
      return;
    }
    const cells = unpacked(code);
    for (let hero = 0; hero < 4; hero++) this.#moveFrom(code, cells, hero, node.cost + 1);
  }

  #moveFrom(parent: number, cells: number[], index: number, cost: number): void {
    const from = cells[index] ?? GONE;
    const hero = HEROES[index];
    if (hero === undefined || from === GONE || this.#isFixed(index, hero, from)) return;
    const { game, traps, phase } = this.#outlook;
    const goals = this.#goals[index] ?? [];
    const leaves = phase === 'escape' && !staysOnExit(game);
    this.#closeFor(cells, index);
    for (const hop of this.#hops(hero, from)) {
      const arrives = goals.includes(hop.to);
      if (traps[hop.to] === 1 && !arrives) continue;
      if (hop.by === 'vortex' && !this.#mayCross(cells, index, hop.to)) continue;
      cells[index] = arrives && leaves ? GONE : hop.to;
      this.#offer(cells, { cost, parent, hero: index, hop });
      cells[index] = from;
    }
  }

  /** Whether a hero stands on an exit on which heroes stay: it is not moved again. */
  #isFixed(index: number, hero: Hero, from: Cell): boolean {
    const { game, phase } = this.#outlook;
    if (game.out[hero]) return true;
    return phase === 'escape' && staysOnExit(game) && (this.#goals[index]?.includes(from) ?? false);
  }

  /** Marks the cells of the other heroes and, with SC-17a, their whole tiles. */
  #closeFor(cells: readonly number[], index: number): void {
    const { floor, game, traps, watched } = this.#outlook;
    const closed = this.#closed.fill(0);
    if (watched) for (const cell of floor.hourglasses) if (traps[cell] === 1) closed[cell] = 1;
    for (let i = 0; i < 4; i++) {
      const cell = cells[i] ?? GONE;
      if (i === index || cell === GONE) continue;
      closed[cell] = 1;
      const tile = tileOf(cell);
      if (game.rules.noGatherings && !isStartTile(game, tile)) closed.fill(1, tile * 16, tile * 16 + 16);
    }
  }

  #hops(hero: Hero, from: Cell): readonly Hop[] {
    const { floor, hands, vortex } = this.#outlook;
    const hops: Hop[] = [];
    for (let heading = 0; heading < 4; heading++)
      if (hands.moves[heading] === true) this.#runs(hops, hero, from, heading);
    const end = floor.rides[from] ?? -1;
    if (end >= 0 && this.#closed[end] === 0 && hands.rides) hops.push({ by: 'escalator', steps: 1, to: end });
    const own = floor.vortices[hero];
    if (vortex === 'none' || (vortex === 'across' && !own.includes(from))) return hops;
    for (const to of own)
      if (to !== from && this.#closed[to] === 0) hops.push({ by: 'vortex', steps: 1, to });
    return hops;
  }

  #runs(hops: Hop[], hero: Hero, from: Cell, heading: number): void {
    const { floor } = this.#outlook;
    const steps = hero === 'dwarf' ? floor.smallSteps : floor.steps;
    const by = DIRECTIONS[heading] ?? 'north';
    let cell = steps[from * 4 + heading] ?? -1;
    for (let n = 1; cell >= 0 && this.#closed[cell] === 0; n++) {
      hops.push({ by, steps: n, to: cell });
      cell = steps[cell * 4 + heading] ?? -1;
    }
  }

  /** Vortices lead only to the other mall, and they never bring all four heroes into the same mall (SC-13h, SC-13j). */
  #mayCross(cells: readonly number[], index: number, to: Cell): boolean {
    const { floor, game } = this.#outlook;
    if (!game.rules.twoMalls) return true;
    const goal = mallAt(floor, to);
    if (mallAt(floor, cells[index] ?? GONE) === goal) return false;
    return HEROES.some((hero, i) => {
      const cell = cells[i] ?? GONE;
      return i !== index && (cell === GONE || game.out[hero] || mallAt(floor, cell) !== goal);
    });
  }

  #planTo(code: number): readonly HeroHop[] {
    const hops: HeroHop[] = [];
    let node = this.#nodes.get(code);
    while (node !== undefined && node.hop !== null) {
      const hero = HEROES[node.hero];
      if (hero === undefined) throw new Error('a plan for nobody');
      hops.push({ hero, from: unpacked(node.parent)[node.hero] ?? GONE, hop: node.hop });
      node = this.#nodes.get(node.parent);
    }
    return hops.reverse();
  }
}
