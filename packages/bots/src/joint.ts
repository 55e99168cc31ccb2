/**
 * A best-first search over the positions of all heroes, for cases where moving one hero after the other finds no
 * plan. The heuristic is the number of actions that each hero would need alone. The search can be paused and resumed,
 * so that no decision waits for it.
 */
import { type Cell, DIRECTIONS, HEROES, type Hero, isStartTile, staysOnExit, tileOf } from '@hush/rules';
import { mallAt } from './mall-graph.ts';
import type { Outlook } from './outlook.ts';
import { PositionTable, type Reached } from './position-table.ts';
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

const STEPS = 1024; // a move has fewer steps
const KINDS = [...DIRECTIONS, 'escalator', 'vortex'] as const;
const [ESCALATOR, VORTEX] = [4, 5];

/** An action as a number: the hero, the kind of action, the number of steps, and the cell where the action ends. */
const hopCode = (index: number, kind: number, steps: number, to: Cell): number =>
  ((index * KINDS.length + kind) * STEPS + steps) * BASE + to;

function hopOf(code: number): { readonly index: number; readonly hop: Hop } {
  const [steps, kind] = [Math.floor(code / BASE) % STEPS, Math.floor(code / BASE / STEPS)];
  const by = KINDS[kind % KINDS.length] ?? 'north';
  return { index: Math.floor(kind / KINDS.length), hop: { by, steps, to: code % BASE } };
}

/** The weight of the heuristic: 1 finds the shortest plan, more finds a plan sooner. */
export interface JointOptions {
  readonly greed: number;
}

/** A hero whose actions from one position are tried. */
interface Turn {
  readonly parent: number;
  readonly cells: number[];
  readonly index: number;
  readonly from: Cell;
}

export class JointSearch implements Search {
  readonly #outlook: Outlook;
  readonly #goals: readonly (readonly Cell[] | null)[];
  readonly #greed: number;
  readonly #ahead: readonly (Int16Array | null)[];
  readonly #positions = new PositionTable();
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
    this.#offer(start, { cost: 0, promise: this.bound, parent: -1, hop: -1 });
    this.exhausted = this.#positions.size === 0;
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

  #offer(cells: readonly number[], reached: Reached): void {
    const { cost, promise } = reached;
    if (promise >= UNREACHABLE) return; // skipped: a hero can never reach its goal from this position
    const [barbarian = GONE, mage = GONE, elf = GONE, dwarf = GONE] = cells;
    const position = this.#positions.numberOf(barbarian * BASE + mage, elf * BASE + dwarf);
    if (this.#positions.cost(position) <= cost) return;
    this.#positions.reach(position, reached);
    const rank = cost + this.#greed * promise;
    const stack = this.#open[rank];
    if (stack === undefined) this.#open[rank] = [position];
    else stack.push(position);
    this.#least = Math.min(this.#least, rank);
  }

  #cellsOf(position: number): number[] {
    const [high, low] = [this.#positions.high(position), this.#positions.low(position)];
    return [(high / BASE) | 0, high % BASE, (low / BASE) | 0, low % BASE];
  }

  #expandNext(): void {
    while (this.#least < this.#open.length && (this.#open[this.#least]?.length ?? 0) === 0) this.#least++;
    const position = this.#open[this.#least]?.pop();
    if (position === undefined) {
      this.exhausted = true;
      return;
    }
    const [cost, promise] = [this.#positions.cost(position), this.#positions.promise(position)];
    // skipped: a cheaper path to this position was found meanwhile
    if (cost + this.#greed * promise < this.#least) return;
    this.expanded++;
    if (promise === 0) {
      this.plan = this.#planTo(position);
      return;
    }
    const cells = this.#cellsOf(position);
    for (let index = 0; index < 4; index++) this.#moveFrom(position, cells, index);
  }

  #moveFrom(parent: number, cells: number[], index: number): void {
    const from = cells[index] ?? GONE;
    const hero = HEROES[index];
    if (hero === undefined || from === GONE || this.#isFixed(index, hero, from)) return;
    this.#closeFor(cells, index);
    const turn = { parent, cells, index, from };
    const { floor, hands, vortex } = this.#outlook;
    for (let heading = 0; heading < 4; heading++)
      if (hands.moves[heading] === true) this.#run(turn, hero, heading);
    const end = floor.rides[from] ?? -1;
    if (end >= 0 && this.#closed[end] === 0 && hands.rides) this.#hop(turn, ESCALATOR, 1, end);
    if (vortex !== 'none') this.#cross(turn, floor.vortices[hero]);
  }

  #cross(turn: Turn, own: readonly Cell[]): void {
    if (this.#outlook.vortex === 'across' && !own.includes(turn.from)) return;
    for (const to of own)
      if (to !== turn.from && this.#closed[to] === 0 && this.#mayCross(turn.cells, turn.index, to))
        this.#hop(turn, VORTEX, 1, to);
  }

  #run(turn: Turn, hero: Hero, heading: number): void {
    const { floor } = this.#outlook;
    const steps = hero === 'dwarf' ? floor.smallSteps : floor.steps;
    let cell = steps[turn.from * 4 + heading] ?? -1;
    for (let n = 1; cell >= 0 && this.#closed[cell] === 0; n++) {
      this.#hop(turn, heading, n, cell);
      cell = steps[cell * 4 + heading] ?? -1;
    }
  }

  #hop({ parent, cells, index, from }: Turn, kind: number, steps: number, to: Cell): void {
    const { game, traps, phase } = this.#outlook;
    const arrives = this.#goals[index]?.includes(to) ?? false;
    if (traps[to] === 1 && !arrives) return;
    const end = arrives && phase === 'escape' && !staysOnExit(game) ? GONE : to;
    const ahead = this.#ahead[index];
    const nearer = ahead === null || ahead === undefined ? 0 : (ahead[end] ?? 0) - (ahead[from] ?? 0);
    const [cost, promise] = [this.#positions.cost(parent) + 1, this.#positions.promise(parent) + nearer];
    cells[index] = end;
    this.#offer(cells, { cost, promise, parent, hop: hopCode(index, kind, steps, to) });
    cells[index] = from;
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

  #planTo(end: number): readonly HeroHop[] {
    const hops: HeroHop[] = [];
    for (
      let position = end;
      this.#positions.hop(position) >= 0;
      position = this.#positions.parent(position)
    ) {
      const { index, hop } = hopOf(this.#positions.hop(position));
      const hero = HEROES[index];
      if (hero === undefined) throw new Error('a plan for nobody');
      const from = this.#cellsOf(this.#positions.parent(position))[index] ?? GONE;
      hops.push({ hero, from, hop });
    }
    return hops.reverse();
  }
}
