/**
 * A second, slow move generator, written only for the tests: for each question it pastes the whole mall together
 * again. It shares with the rules only the text of the tiles and the shape of the state. If its answer differs from
 * `reach`, docs/RULES.md decides which is wrong.
 */
import type { Cell, Command, Game, Hero, RuleSwitch, Seat, TileNumber } from '../src/index.ts';
import {
  ALL_WAYS,
  beyond,
  edgeOf,
  isPassable,
  type Plane,
  planeOf,
  type Spot,
  spotOf,
  unknownDoors,
  type Way,
} from './naive-plane.ts';
import { TYPED_SCENARIOS } from './scenario-table.ts';

const LETTERS = { barbarian: 'Y', mage: 'P', elf: 'G', dwarf: 'O' } as const;
const ALL_HEROES: readonly Hero[] = ['barbarian', 'mage', 'elf', 'dwarf'];

/** Every legal command of every seat, except signals and talk. */
export function naiveReach(game: Game): readonly (readonly Command[])[] {
  const seats = [...Array(game.setUp.players).keys()];
  switch (game.status) {
    case 'setup':
      return seats.map(seat => beforeStart(game, seat));
    case 'playing': {
      const go = game.discards > 0 ? discarding(game) : playing(viewOf(game));
      return seats.map(seat => [...mayPause(game, seat), ...go(seat)]);
    }
    case 'paused':
      return seats.map(seat => [{ type: 'resume', seat }]);
    case 'won':
    case 'lost':
      return seats.map(() => []);
  }
}

type BySeat = (seat: Seat) => readonly Command[];

// The rules of a game are taken from its scenario's number and from the table of RULES 10 typed by hand, not from the
// game's own switches.

const TYPED_RULES = new Map(TYPED_SCENARIOS.map(([number, , , , rules]) => [number, rules]));

function inForce({ setUp: { scenario, rules } }: Game, rule: RuleSwitch): boolean {
  const typed = scenario === null ? rules : TYPED_RULES.get(scenario);
  if (typed === undefined) throw new Error(`scenario ${scenario} has no row in scenario-table.ts`);
  return typed.includes(rule);
}

const AUTOMATIC_THEFT = ['2017-nl', '2017-fr'];
const WITH_PAUSE = ['pocket-nl', 'pocket-fr'];

// Functions that list the commands before the start and during a pause.

function beforeStart(game: Game, seat: Seat): readonly Command[] {
  const found: Command[] = [{ type: 'start' }];
  for (let other = 0; other < game.setUp.players; other++) {
    if (other !== seat) found.push({ type: 'swap', seat, with: other }); // SU-3
  }
  if (!inForce(game, 'twoMalls')) return found;
  for (const hero of ['barbarian', 'mage'] as const) {
    for (const spot of planeOf(game).spots) {
      const free = !Object.values(game.heroes).includes(spot.cell);
      if (spot.tile === 3 && free) found.push({ type: 'place', seat, hero, to: spot.cell }); // SC-13
    }
  }
  return found;
}

/** HG-8. */
function mayPause(game: Game, seat: Seat): readonly Command[] {
  const allowed = WITH_PAUSE.includes(game.setUp.edition) || game.setUp.house.pause;
  return allowed ? [{ type: 'pause', seat }] : [];
}

// Functions that list the commands during play.

/** What every question needs: the game, its pasted plane, and where each hero is in that plane. */
interface View {
  readonly game: Game;
  readonly plane: Plane;
  /** Heroes on the board, including those who have escaped but stay on their exit (SC-10, SC-17). */
  readonly standing: Readonly<Record<Hero, Spot | undefined>>;
}

function viewOf(game: Game): View {
  const plane = planeOf(game);
  const on = (hero: Hero): Spot | undefined => spotOf(plane, game.heroes[hero]);
  const standing = { barbarian: on('barbarian'), mage: on('mage'), elf: on('elf'), dwarf: on('dwarf') };
  for (const hero of ALL_HEROES) {
    if (game.heroes[hero] !== null && standing[hero] === undefined)
      throw new Error(`the ${hero} is in a wall`);
  }
  return { game, plane, standing };
}

const playing = (view: View): BySeat => {
  const { game } = view;
  const alone = game.setUp.players === 1;
  const draws = mayDraw(view);
  const steals = maySteal(view);
  return seat => {
    const mine = alone ? [game.solo?.top] : (game.actionTiles[seat] ?? []);
    const lays = mine.includes('explore') ? layings(game, seat) : [];
    if (alone && game.drawn !== null) return lays; // EX-3: a solo player must lay the drawn tile
    return [
      ...lays,
      ...ALL_HEROES.flatMap(hero => [
        ...ALL_WAYS.filter(way => mine.includes(way)).flatMap(way => walks(view, seat, hero, way)),
        ...(mine.includes('vortex') ? vortexRides(view, seat, hero) : []),
        ...(mine.includes('escalator') ? escalatorRides(view, seat, hero) : []),
      ]),
      ...(mine.includes('explore') && draws ? [{ type: 'explore', seat } as const] : []),
      ...(steals ? [{ type: 'steal', seat } as const] : []),
      ...(alone ? [{ type: 'turn', seat } as const] : []), // SO-2
    ];
  };
};

const layings = (game: Game, seat: Seat): readonly Command[] =>
  (game.drawn?.places ?? []).map(door => ({ type: 'lay', seat, door }));

// Functions that say where the heroes stand.

const isOccupied = ({ standing }: View, spot: Spot): boolean =>
  ALL_HEROES.some(hero => standing[hero]?.cell === spot.cell);

/** Whether a hero other than this one is on the tile, which only start tiles allow (SC-17a, SC-17b, SC-17f). */
function wouldGather({ game, standing }: View, hero: Hero, tile: TileNumber): boolean {
  if (!inForce(game, 'noGatherings') || tile === 1) return false;
  if (tile === 3 && inForce(game, 'twoMalls')) return false;
  return ALL_HEROES.some(other => other !== hero && standing[other]?.tile === tile);
}

/**
 * Whether cameras bar an hourglass space: while two work an unused one (SC-6c), and a used one only with the house
 * rule (HG-7a).
 */
function isWatched({ game, plane }: View, spot: Spot): boolean {
  if (spot.text !== 'hg' || !inForce(game, 'cameras')) return false;
  if (game.outOfOrder.includes(spot.cell) && game.setUp.house.watchedUsed !== true) return false;
  const watching = plane.spots.filter(other => other.text === 'cm' && !game.outOfOrder.includes(other.cell));
  return watching.length >= 2;
}

const mayEnter = (view: View, hero: Hero, spot: Spot): boolean =>
  !isOccupied(view, spot) && !wouldGather(view, hero, spot.tile) && !isWatched(view, spot);

// Functions about moving.

/** All moves of a hero in one direction, step by step until something blocks the way (MV-1, MV-2). */
function walks(view: View, seat: Seat, hero: Hero, dir: Way): readonly Command[] {
  const found: Command[] = [];
  const small = hero === 'dwarf' && inForce(view.game, 'dwarfPassages');
  let here = view.game.out[hero] ? undefined : view.standing[hero];
  while (here !== undefined) {
    const next = beyond(view.plane, here, dir);
    const open = isPassable(edgeOf(view.plane, here, dir), small);
    if (next === undefined || !open || !mayEnter(view, hero, next)) break;
    found.push({ type: 'move', seat, hero, dir, steps: found.length + 1 });
    here = next;
  }
  return found;
}

/** VX-1, VX-2, SC-13, SC-16. */
function vortexRides(view: View, seat: Seat, hero: Hero): readonly Command[] {
  const { game, plane, standing } = view;
  const from = standing[hero];
  if (game.theft || inForce(game, 'noVortex') || from === undefined || game.out[hero]) return [];
  const own = `v${LETTERS[hero]}`;
  return plane.spots
    .filter(spot => spot.text === own && mayEnter(view, hero, spot))
    .filter(spot => !inForce(game, 'twoMalls') || (from.text === own && changesMall(view, hero, spot)))
    .map(spot => ({ type: 'vortex', seat, hero, to: spot.cell }));
}

/** Whether a hero may change malls: one hero must stay behind, and escaped heroes do not count (SC-13). */
function changesMall({ game, standing }: View, hero: Hero, to: Spot): boolean {
  if (standing[hero]?.mall === to.mall) return false;
  const others = ALL_HEROES.filter(other => other !== hero);
  const allThere = others.every(other => !game.out[other] && standing[other]?.mall === to.mall);
  return !allThere;
}

/** ES-1. */
function escalatorRides(view: View, seat: Seat, hero: Hero): readonly Command[] {
  const from = view.game.out[hero] ? undefined : view.standing[hero];
  if (from === undefined) return [];
  const end = otherEnd(view.plane, from);
  return end !== undefined && mayEnter(view, hero, end) ? [{ type: 'escalator', seat, hero }] : [];
}

const otherEnd = (plane: Plane, from: Spot): Spot | undefined =>
  /^e\d$/.test(from.text)
    ? plane.spots.find(spot => spot.tile === from.tile && spot.text === from.text && spot.cell !== from.cell)
    : undefined;

// Functions about exploring.

/**
 * Whether a tile may be drawn: none is drawn yet, the stack is not empty, and there is a place for the tile (EX-1,
 * EX-3, EX-4).
 */
function mayDraw({ game, plane, standing }: View): boolean {
  const tilesLeft = game.stack.left + game.stack.under.length;
  const { own, byBall } = doorsIn({ game, plane, standing });
  return game.drawn === null && tilesLeft > 0 && own.length + byBall.length > 0;
}

/**
 * Where a tile drawn now could be laid: doors at which their own hero stands, and doors that the crystal ball offers.
 */
export const naiveDoors = (game: Game): Doors => doorsIn(viewOf(game));

interface Doors {
  readonly own: readonly Cell[];
  readonly byBall: readonly Cell[];
}

function doorsIn({ game, plane, standing }: View): Doors {
  const unexplored = plane.spots.filter(spot => unknownDoors(plane, spot).length > 0);
  const isOwn = (spot: Spot): boolean =>
    ALL_HEROES.some(
      hero => standing[hero]?.cell === spot.cell && unknownDoors(plane, spot).includes(LETTERS[hero]),
    );
  const mage = standing.mage;
  const ball = inForce(game, 'crystalBall') && mage?.text === 'cb' && !game.outOfOrder.includes(mage.cell); // SC-5
  return {
    own: unexplored.filter(isOwn).map(spot => spot.cell),
    byBall: ball ? unexplored.filter(spot => !isOwn(spot)).map(spot => spot.cell) : [],
  };
}

// Functions about the theft.

/**
 * Whether the theft is possible: all four heroes on their own items; in scenario 10 all on items, and none on its own
 * (TH-1b, SC-10f).
 */
export const standOnItems = (game: Game): boolean => itemsReached(viewOf(game));

function itemsReached({ game, standing }: View): boolean {
  return ALL_HEROES.every(hero => {
    const text = standing[hero]?.text ?? '';
    if (inForce(game, 'wrongHands')) return /^i[YPGO]$/.test(text) && text !== `i${LETTERS[hero]}`;
    return text === `i${LETTERS[hero]}`;
  });
}

const maySteal = (view: View): boolean =>
  !AUTOMATIC_THEFT.includes(view.game.setUp.edition) && !view.game.theft && itemsReached(view);

// Functions about moving walls (SC-11).

/** While discards are due, no other command is possible. */
const discarding = (game: Game): BySeat => {
  const tiles = naiveRemovable(game);
  return seat => tiles.map(tile => ({ type: 'discard', seat, tile }));
};

/** The tiles that may be discarded now; if two are due, only tiles after which a second one can follow. */
function naiveRemovable(game: Game): readonly TileNumber[] {
  const first = looseTiles(game).filter(staysWhole(game, []));
  if (game.discards === 1) return first;
  return first.filter(tile =>
    looseTiles(game)
      .filter(other => other !== tile)
      .some(staysWhole(game, [tile])),
  );
}

/** Tiles that may be removed: they are not start tiles and nothing is on them. */
function looseTiles(game: Game): readonly TileNumber[] {
  const starts = inForce(game, 'twoMalls') ? [1, 3] : [1];
  const laid = Object.values(game.mall).map(({ tile }) => tile);
  return laid.filter(tile => !starts.includes(tile) && !bearsSomething(game, tile));
}

/** Whether a hero, a marker or a place for the drawn tile is on a tile (EX-3). */
function bearsSomething({ heroes, outOfOrder, drawn }: Game, tile: TileNumber): boolean {
  const things = [...Object.values(heroes), ...outOfOrder, ...(drawn?.places ?? [])];
  return things.some(cell => cell !== null && Math.floor(cell / 16) === tile);
}

/**
 * Whether every cell of the remaining tiles that could be reached on foot still can be, by ordinary heroes and by the
 * dwarf.
 */
function staysWhole(game: Game, gone: readonly TileNumber[]): (tile: TileNumber) => boolean {
  const before = planeOf(game, gone);
  const sizes = inForce(game, 'dwarfPassages') ? [false, true] : [false];
  const walked = sizes.map(small => [...walkable(before, small)]);
  return tile => {
    const after = planeOf(game, [...gone, tile]);
    return sizes.every((small, i) => {
      const still = walkable(after, small);
      return walked[i]?.every(cell => Math.floor(cell / 16) === tile || still.has(cell));
    });
  };
}

/**
 * All cells that can be reached on foot and by escalator from the start tiles of the malls; heroes do not block the
 * way.
 */
function walkable(plane: Plane, small: boolean): ReadonlySet<Cell> {
  const waiting = plane.spots.filter(spot => spot.tile === 1 || (spot.tile === 3 && spot.mall === 1));
  const seen = new Set(waiting.map(spot => spot.cell));
  for (const here of waiting) {
    const steps = ALL_WAYS.filter(way => isPassable(edgeOf(plane, here, way), small)).map(way =>
      beyond(plane, here, way),
    );
    for (const next of [...steps, otherEnd(plane, here)]) {
      if (next === undefined || seen.has(next.cell)) continue;
      seen.add(next.cell);
      waiting.push(next);
    }
  }
  return seen;
}
