/**
 * A model of two malls without cells: the number of doors per colour, vortices, and where items and exits are. It is
 * small enough to try thousands of ways to lay the rest of the stack within one decision. The model is one flat
 * array: doors and vortices by mall and hero, then items, exits and heroes by hero (-1: not found).
 */
export type Miniature = Int8Array;

export const SIZE = 28;
export const DOORS = 0;
export const VORTICES = 8;
export const ITEMS = 16;
export const EXITS = 20;
export const PEOPLE = 24;

/** The features of a tile by hero. */
export interface Card {
  readonly doors: readonly number[];
  readonly vortices: readonly number[];
  readonly items: readonly number[];
  readonly exits: readonly number[];
}

const canCross = (mini: Miniature, hero: number): boolean =>
  mini[VORTICES + hero] === 1 && mini[VORTICES + 4 + hero] === 1;

const canUse = (mini: Miniature, mall: number, hero: number): boolean =>
  mini[PEOPLE + hero] === mall || canCross(mini, hero);

/** A place is mall * 4 + hero: a door of that hero in that mall that the hero can reach. */
const isPlace = (mini: Miniature, place: number): boolean =>
  (mini[DOORS + place] ?? 0) > 0 && canUse(mini, place >> 2, place & 3);

export const placesIn = (mini: Miniature): readonly number[] =>
  [0, 1, 2, 3, 4, 5, 6, 7].filter(place => isPlace(mini, place));

/** Lays a tile; changes the array in place. */
export function lay(mini: Miniature, card: Card, place: number): void {
  const mall = place >> 2;
  mini[DOORS + place] = (mini[DOORS + place] ?? 0) - 1;
  for (const hero of card.doors) mini[DOORS + mall * 4 + hero] = (mini[DOORS + mall * 4 + hero] ?? 0) + 1;
  for (const hero of card.vortices) mini[VORTICES + mall * 4 + hero] = 1;
  for (const hero of card.items) mini[ITEMS + hero] = mall;
  for (const hero of card.exits) mini[EXITS + hero] = mall;
}

/** Whether an item and its exit are in different malls, or all items in one: no later tile repairs that. */
export function isBroken(mini: Miniature, pairs: boolean): boolean {
  let together = true;
  for (let hero = 0; hero < 4; hero++) {
    const [item = -1, exit = -1] = [mini[ITEMS + hero], mini[EXITS + hero]];
    if (pairs && item !== -1 && exit !== -1 && item !== exit) return true;
    together &&= item !== -1 && item === mini[ITEMS];
  }
  return together;
}

export function isWinnable(mini: Miniature, pairs: boolean): boolean {
  if (isBroken(mini, pairs)) return false;
  for (let hero = 0; hero < 4; hero++) {
    const item = mini[ITEMS + hero] ?? -1;
    if (item === -1 || !canUse(mini, item, hero)) return false;
    if (pairs && mini[EXITS + hero] === -1) return false;
  }
  return true;
}

/** The copy of a model in which a place is tried. */
const trial = new Int8Array(SIZE);

/** Lays a tile at the place with the best score; false if no door is left. */
export function layAtBestPlace(mini: Miniature, card: Card, pairs: boolean): boolean {
  let best = -1;
  let most = Number.NEGATIVE_INFINITY;
  for (let place = 0; place < 8; place++) {
    if (!isPlace(mini, place)) continue;
    trial.set(mini);
    lay(trial, card, place);
    const worth = prospects(trial, pairs);
    if (worth <= most) continue;
    best = place;
    most = worth;
  }
  if (best < 0) return false;
  lay(mini, card, best);
  return true;
}

/** The score: open doors in both malls, heroes that can change malls, reachable items and exits. */
function prospects(mini: Miniature, pairs: boolean): number {
  let worth = isBroken(mini, pairs) ? -100 : 0;
  for (let mall = 0; mall < 2; mall++) {
    const open = openDoors(mini, mall);
    worth += Math.min(open, 3) * 3 - (open === 0 ? 15 : 0);
  }
  for (let hero = 0; hero < 4; hero++) {
    if (canCross(mini, hero)) worth += 2;
    else if (isAway(mini, hero, ITEMS) || isAway(mini, hero, EXITS)) worth -= 12;
  }
  return worth;
}

function openDoors(mini: Miniature, mall: number): number {
  let open = 0;
  for (let hero = 0; hero < 4; hero++)
    if (canUse(mini, mall, hero)) open += mini[DOORS + mall * 4 + hero] ?? 0;
  return open;
}

const isAway = (mini: Miniature, hero: number, of: number): boolean =>
  mini[of + hero] !== -1 && mini[of + hero] !== mini[PEOPLE + hero];
