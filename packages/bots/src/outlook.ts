/**
 * The situation of a game: what is still missing, whether to explore, gather or escape, and how much sand is left. It is
 * computed from the public game, so it is the same for every bot.
 */
import {
  areHourglassesWatched,
  type Cell,
  type Feature,
  type Game,
  HEROES,
  type Hero,
  isOutOfOrder,
  isStartTile,
  type Millis,
  mayLeaveBy,
  sandLeft,
  stackSize,
  tileOf,
} from '@hush/rules';
import { type MallGraph, mallAt, mallGraphOf } from './mall-graph.ts';
import { type VortexUse, vortexUse, type WalkAbilities, type WalkGraph, walkAbilitiesOf } from './walk.ts';

export const PHASES = ['explore', 'gather', 'escape'] as const;
export type Phase = (typeof PHASES)[number];

export interface Outlook {
  readonly game: Game;
  readonly floor: MallGraph;
  readonly phase: Phase;
  readonly vortex: VortexUse;
  readonly hands: WalkAbilities;
  /** The sand in the upper bulb, and the time that the table takes for an action. */
  readonly left: Millis;
  readonly pace: Millis;
  /** Two or more active cameras block the hourglasses (SC-6c). */
  readonly watched: boolean;
  /** Cells where heroes must not stop on the way: unused hourglasses, and exits before the theft. */
  readonly traps: Uint8Array;
}

export interface OutlookMoment {
  readonly at: Millis;
  readonly pace: Millis;
  /** Whether to explore although everything is found, because no way leads to the end. */
  readonly searchOn: boolean;
}

export function outlookOf(game: Game, { at, pace, searchOn }: OutlookMoment): Outlook {
  const floor = mallGraphOf(game);
  return {
    game,
    floor,
    phase: phaseOf(game, floor, searchOn),
    vortex: vortexUse(game),
    hands: walkAbilitiesOf(game),
    left: sandLeft(game, at),
    pace,
    watched: areHourglassesWatched(game),
    traps: trapsOf(game, floor),
  };
}

function phaseOf(game: Game, floor: MallGraph, searchOn: boolean): Phase {
  const canExplore = stackSize(game) > 0 && floor.doors.length > 0;
  if (canExplore && (searchOn || missing(game, floor).length > 0)) return 'explore';
  return game.theft ? 'escape' : 'gather';
}

/** Heroes whose item or exit is not found yet; after the theft items no longer count. */
function missing(game: Game, floor: MallGraph): readonly Feature[] {
  const items = game.theft ? [] : HEROES.filter(hero => floor.items[hero].length === 0);
  const exits = neededExits(game).filter(hero => floor.exits[hero].length === 0);
  return [
    ...items.map(hero => ({ type: 'item', hero }) as const),
    ...exits.map(hero => ({ type: 'exit', hero }) as const),
  ];
}

/** The exits that heroes still need; in scenarios without SC-2d and SC-10b only the purple exit counts. */
function neededExits(game: Game): readonly Hero[] {
  if (!game.rules.ownExits && !game.rules.wrongHands) return ['mage'];
  return game.rules.wrongHands ? HEROES : HEROES.filter(hero => !game.out[hero]);
}

function trapsOf(game: Game, floor: MallGraph): Uint8Array {
  const traps = new Uint8Array(floor.size);
  for (const cell of floor.hourglasses) if (!isOutOfOrder(game, cell)) traps[cell] = 1;
  if (!game.theft) for (const hero of HEROES) for (const cell of floor.exits[hero]) traps[cell] = 1; // TH-5b
  return traps;
}

/** The exits by which a hero may leave now. */
export function exitsFor({ game, floor }: Outlook, hero: Hero): readonly Cell[] {
  return HEROES.filter(exit => mayLeaveBy(game, hero, exit)).flatMap(exit => floor.exits[exit]);
}

// Functions that say which cells heroes block.

/** Marks the cells that a hero on this cell blocks for others: the cell itself, or with SC-17a its whole tile. */
function closeBy({ game, floor }: Outlook, blocked: Uint8Array, cell: Cell): void {
  blocked[cell] = 1;
  const tile = tileOf(cell);
  if (!game.rules.noGatherings || isStartTile(game, tile)) return;
  for (let other = tile * 16; other < tile * 16 + 16 && other < floor.size; other++) blocked[other] = 1;
}

/** The graph for one hero: the cells of some other heroes are blocked, and on more cells the hero must not stop. */
export function walkGraphOf(
  outlook: Outlook,
  hero: Hero,
  others: readonly Hero[],
  shunned: Uint8Array = outlook.traps,
): WalkGraph {
  const { game, floor, hands } = outlook;
  const blocked = new Uint8Array(floor.size);
  if (outlook.watched) for (const cell of floor.hourglasses) if (!isOutOfOrder(game, cell)) blocked[cell] = 1;
  for (const other of others) {
    const cell = game.heroes[other];
    if (cell !== null && other !== hero) closeBy(outlook, blocked, cell);
  }
  // A hero's own tile is never blocked for it.
  const own = game.heroes[hero];
  if (own !== null) blocked[own] = 0;
  return { floor, hero, blocked, shunned, hands, vortex: mayCross(outlook, hero) ? outlook.vortex : 'none' };
}

/** Whether a hero may use a vortex to the other mall: all four heroes must never be in one mall (SC-13h). */
function mayCross({ game, floor }: Outlook, hero: Hero): boolean {
  const here = game.heroes[hero];
  if (!game.rules.twoMalls || here === null) return true;
  return HEROES.some(other => {
    const cell = game.heroes[other];
    return (
      other !== hero && (game.out[other] || (cell !== null && mallAt(floor, cell) === mallAt(floor, here)))
    );
  });
}

/** Heroes that stand on their exits and stay there to the end. */
export const fixedHeroes = (game: Game): readonly Hero[] =>
  HEROES.filter(hero => game.out[hero] && game.heroes[hero] !== null);

export const activeHeroes = (game: Game): readonly Hero[] =>
  HEROES.filter(hero => !game.out[hero] && game.heroes[hero] !== null);
