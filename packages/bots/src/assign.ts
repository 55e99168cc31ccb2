/** Who goes where when heroes may choose: the cheapest way to give each of them one of several places (SC-10a, SC-10b). */
import type { Cell, Hero } from '@hush/rules';
import { FAR } from './walk.ts';

export interface HeroPlaces {
  readonly hero: Hero;
  /** Places with what they cost this hero; whoever is not listed may not be used. */
  readonly places: readonly { readonly cell: Cell; readonly cost: number }[];
}

export type Assignment = ReadonlyMap<Hero, Cell>;

/**
 * Everybody a place of their own at the least cost together; null when there is no such assignment. Equal ones are
 * decided by the order of heroes and cells, so that everybody at the table finds the same.
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
      if (place.cost >= FAR || chosen.includes(place.cell)) continue;
      chosen.push(place.cell);
      tryFrom(i + 1, cost + place.cost);
      chosen.pop();
    }
  };
  tryFrom(0, 0);
  const cells: readonly Cell[] | null = best;
  return cells === null ? null : new Map(choices.map(({ hero }, i) => [hero, cells[i] ?? -1]));
}
