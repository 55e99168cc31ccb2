/**
 * Where two heroes may not share a tile (SC-17a), the search first plans which hero goes to which tile, as in a
 * sliding puzzle. walk-out.ts turns the result into actions.
 */
import { type Cell, HEROES, type Hero, isStartTile, laidTiles, tileOf } from '@hush/rules';
import type { Task } from './goals.ts';
import type { HeroHop, Search } from './joint.ts';
import { mallAt } from './mall-graph.ts';
import type { Outlook } from './outlook.ts';
import { UNREACHABLE } from './walk.ts';
import { type TileHop, walkOut } from './walk-out.ts';

interface Node {
  readonly cost: number;
  readonly promise: number;
  readonly parent: number;
  readonly hop: TileHop | null;
}

const BASE = 128; // every tile number is below 100
const ESTIMATE_WEIGHT = 2;

const packed = (tiles: readonly number[]): number => tiles.reduce((code, tile) => code * BASE + tile, 0);
const unpacked = (code: number): number[] => [
  (code / BASE ** 3) | 0,
  (code / BASE ** 2) & 127,
  (code / BASE) & 127,
  code & 127,
];

export class TileSearch implements Search {
  readonly #outlook: Outlook;
  readonly #tasks: readonly Task[];
  readonly #neighbours = new Map<number, readonly number[]>();
  readonly #ahead: readonly (ReadonlyMap<number, number> | null)[];
  readonly #nodes = new Map<number, Node>();
  readonly #open: number[][] = [];
  #least = 0;
  expanded = 0;
  plan: readonly HeroHop[] | null = null;
  exhausted = false;

  constructor(outlook: Outlook, tasks: readonly Task[]) {
    this.#outlook = outlook;
    this.#tasks = tasks.filter(({ stays }) => !stays);
    for (const { tile, joined } of laidTiles(outlook.game))
      this.#neighbours.set(tile, [...new Set(joined.filter(other => other > 0))]);
    this.#ahead = HEROES.map(hero => this.#aheadOf(hero));
    const start = HEROES.map(hero => tileOf(outlook.game.heroes[hero] ?? 0));
    this.#offer(start, { cost: 0, parent: -1, hop: null });
  }

  run(most: number): boolean {
    for (let n = 0; n < most && this.plan === null && !this.exhausted; n++) this.#expandNext();
    return this.plan !== null || this.exhausted;
  }

  /**
   * For each tile, its distance to the hero's goal, counted in tiles on an empty board; null if the hero may end
   * anywhere.
   */
  #aheadOf(hero: Hero): ReadonlyMap<number, number> | null {
    const task = this.#tasks.find(each => each.hero === hero);
    if (task === undefined) return null;
    const ahead = new Map(task.goals.map(cell => [tileOf(cell), 0]));
    for (const [tile, d] of ahead)
      for (const from of this.#comingFrom(hero, tile)) if (!ahead.has(from)) ahead.set(from, d + 1);
    return ahead;
  }

  /** Tiles from which the hero reaches this tile without crossing another tile. */
  #comingFrom(hero: Hero, tile: number): readonly number[] {
    const { floor, vortex } = this.#outlook;
    const walked = this.#neighbours.get(tile) ?? [];
    const here = floor.vortices[hero].filter(cell => tileOf(cell) === tile);
    if (vortex === 'none' || here.length === 0) return walked;
    const others = vortex === 'anywhere' ? [...this.#neighbours.keys()] : floor.vortices[hero].map(tileOf);
    return [...walked, ...others];
  }

  #offer(tiles: readonly number[], { cost, parent, hop }: Omit<Node, 'promise'>): void {
    const promise = tiles.reduce((sum, tile, i) => sum + this.#promiseOf(i, tile), 0);
    const code = packed(tiles);
    const known = this.#nodes.get(code);
    if (promise >= UNREACHABLE || (known !== undefined && known.cost <= cost)) return;
    this.#nodes.set(code, { cost, promise, parent, hop });
    const rank = cost + ESTIMATE_WEIGHT * promise;
    const stack = this.#open[rank];
    if (stack === undefined) this.#open[rank] = [code];
    else stack.push(code);
    this.#least = Math.min(this.#least, rank);
  }

  #promiseOf(index: number, tile: number): number {
    const ahead = this.#ahead[index];
    if (ahead === null || ahead === undefined || tile === 0) return 0;
    return ahead.get(tile) ?? UNREACHABLE;
  }

  #expandNext(): void {
    while (this.#least < this.#open.length && (this.#open[this.#least]?.length ?? 0) === 0) this.#least++;
    const code = this.#open[this.#least]?.pop();
    const node = code === undefined ? undefined : this.#nodes.get(code);
    if (code === undefined || node === undefined) {
      this.exhausted = true;
      return;
    }
    // skipped: a cheaper path to this position was found meanwhile
    if (node.cost + ESTIMATE_WEIGHT * node.promise < this.#least) return;
    this.expanded++;
    if (node.promise === 0) this.#arrive(code);
    else this.#spread(code, node.cost + 1);
  }

  #arrive(code: number): void {
    const hops: TileHop[] = [];
    let node = this.#nodes.get(code);
    while (node !== undefined && node.hop !== null) {
      hops.push(node.hop);
      node = this.#nodes.get(node.parent);
    }
    this.plan = walkOut(this.#outlook, hops.reverse(), this.#tasks);
    this.exhausted = this.plan === null;
  }

  #spread(code: number, cost: number): void {
    const tiles = unpacked(code);
    for (const [i, hero] of HEROES.entries()) {
      const from = tiles[i] ?? 0;
      if (from === 0 || this.#outlook.game.out[hero]) continue;
      for (const to of this.#goingFrom(hero, from, tiles)) {
        tiles[i] = to;
        this.#offer(tiles, { cost, parent: code, hop: { hero, to } });
        tiles[i] = from;
      }
    }
  }

  #goingFrom(hero: Hero, from: number, tiles: readonly number[]): readonly number[] {
    const { game } = this.#outlook;
    const free = (tile: number): boolean => isStartTile(game, tile) || !tiles.includes(tile);
    const walked = (this.#neighbours.get(from) ?? []).filter(free);
    return [...walked, ...this.#rides(hero, from, tiles).filter(tile => tile !== from && free(tile))];
  }

  #rides(hero: Hero, from: number, tiles: readonly number[]): readonly number[] {
    const { floor, vortex } = this.#outlook;
    const own = floor.vortices[hero];
    if (vortex === 'none') return [];
    if (vortex === 'anywhere') return own.map(tileOf);
    if (!own.some(cell => tileOf(cell) === from)) return [];
    const here = floor.malls[from];
    const isAlone = tiles.filter(tile => tile > 0 && floor.malls[tile] === here).length === 1;
    return isAlone ? [] : own.filter((cell: Cell) => mallAt(floor, cell) !== here).map(tileOf); // SC-13j
  }
}
