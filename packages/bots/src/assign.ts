/**
 * Assigns heroes to places at the least total cost, in scenarios where a hero may choose its place (SC-10a, SC-10b).
 */
import type { Cell, Hero } from '@hush/rules';
import { UNREACHABLE } from './walk.ts';

export interface HeroPlaces {
  readonly hero: Hero;
  /** Places with their cost for this hero; places that are not listed are forbidden. */
  readonly places: readonly { readonly cell: Cell; readonly cost: number }[];
}

export type Assignment = ReadonlyMap<Hero, Cell>;

/**
 * Gives each hero a place of its own at the least total cost; null if that is impossible. Ties are decided by the
 * order of heroes and cells, so that every bot finds the same assignment.
 */
export function assign(choices: readonly HeroPlaces[]): Assignment | null {
  let best: readonly Cell[] | null = null;
  let least = Number.POSITIVE_INFINITY;
  const chosen: Cell[] = [];
  const tryFrom = (i: number, cost: number): void => {
    if (cost >= least) return;
    const choice = choices[i];
    if (choice === undefined) {
      least = cost;
      best = [...chosen];
      return;
    }
    for (const place of choice.places) {
      if (place.cost >= UNREACHABLE || chosen.includes(place.cell)) continue;
      chosen.push(place.cell);
      tryFrom(i + 1, cost + place.cost);
      chosen.pop();
    }
  };
  tryFrom(0, 0);
  const cells: readonly Cell[] | null = best;
  return cells === null ? null : new Map(choices.map(({ hero }, i) => [hero, cells[i] ?? -1]));
}
