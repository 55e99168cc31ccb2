/**
 * A simple player for the tests who plays all seats: it explores, brings the heroes to their items, steals and
 * leaves, one hero at a time by the shortest way. Its random numbers are an argument, so it can be repeated. It sees
 * only what players see, and each of its steps is a command that the rules judge.
 */
import {
  ACTIONS,
  type Action,
  ballTiles,
  type Cell,
  type Command,
  type CommandOf,
  cellOf,
  DIRECTIONS,
  decide,
  editionOf,
  type Feature,
  featureAt,
  type Game,
  HEROES,
  type Hero,
  isOver,
  isTheftPossible,
  laidTiles,
  type Millis,
  reach,
  type Secret,
  sandLeft,
  slide,
  squareOf,
  stackSize,
  tileNumbered,
  tileOf,
  unexploredDoors,
  workingCameras,
} from '../src/index.ts';

/** A random whole number, at least 0 and less than `n`. */
export type Chance = (n: number) => number;

/** A small random number generator (mulberry32), so that a player's choices can be repeated. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  return n => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

export function pickFrom<T>(list: readonly T[], chance: Chance): T | undefined {
  return list[chance(Math.max(1, list.length))];
}

/** The player's aim: to win, to leave without the items (TH-5), or to turn any hourglass as soon as possible. */
export type Aim = 'win' | 'no-gear' | 'hourglass';

/** Returns the next command, or null if it can only wait. */
export function nextCommand(game: Game, at: Millis, chance: Chance, aim: Aim = 'win'): Command | null {
  if (isOver(game)) return null;
  const everything = (): readonly Command[] =>
    [...Array(game.setUp.players).keys()].flatMap(seat => reach(game, seat));
  if (game.status === 'paused' || game.discards > 0 || game.drawn !== null) {
    const forced = everything().filter(
      ({ type }) => type === 'discard' || type === 'lay' || type === 'resume',
    );
    return pickFrom(forced, chance) ?? null;
  }
  if (aim === 'win' && isTheftPossible(game) && editionOf(game).theft === 'called' && !game.theft)
    return { type: 'steal', seat: chance(game.setUp.players) };
  if (wantsToExplore(game, aim) && (atOwnDoor(game) || ballTiles(game) > 0))
    return doing(game, 'explore', chance);
  for (const errands of errandsOf(game, at, aim)) {
    const step = shortest(game, errands);
    if (step !== null) return asCommand(game, step, chance);
  }
  return whim(game, everything(), chance);
}

// Functions that choose targets.

interface Errand {
  readonly hero: Hero;
  readonly cells: readonly Cell[];
}

/** Targets in groups, the most urgent group first; in a group the nearest target comes first. */
function errandsOf(game: Game, at: Millis, aim: Aim): readonly (readonly Errand[])[] {
  const active = HEROES.filter(hero => game.heroes[hero] !== null && !game.out[hero]);
  const hourglasses = cellsWith(game, feature => feature.type === 'hourglass').filter(
    cell => !game.outOfOrder.includes(cell),
  );
  const urgent = aim === 'hourglass' || sandLeft(game, at) < game.hourglass.capacity / 3;
  const toHourglass = urgent ? active.map(hero => ({ hero, cells: hourglasses })) : [];
  const cameras = workingCameras(game);
  const toCamera = urgent && cameras.length > 1 ? [{ hero: 'barbarian', cells: cameras } as const] : [];
  const doors = unexploredDoors(game);
  const balls = cellsWith(game, feature => feature.type === 'ball' && game.rules.crystalBall);
  const fresh = doors.length > 0 ? balls.filter(ball => !game.outOfOrder.includes(ball)) : []; // SC-5
  const toDoors = active.map(hero => ({
    hero,
    cells: [...doors.filter(door => isDoorOf(game, door, hero)), ...(hero === 'mage' ? fresh : [])],
  }));
  const toGoals = active.map(hero => ({ hero, cells: goalsOf(game, hero, aim) }));
  return wantsToExplore(game, aim)
    ? [toHourglass, toCamera, toDoors, toGoals]
    : [toHourglass, toCamera, toGoals];
}

const wantsToExplore = (game: Game, aim: Aim): boolean =>
  stackSize(game) > 0 && HEROES.some(hero => !game.out[hero] && !knowsItsWay(game, hero, aim));

function knowsItsWay(game: Game, hero: Hero, aim: Aim): boolean {
  if (aim === 'hourglass') return false;
  const items = game.theft || aim === 'no-gear' ? 1 : itemsFor(game, hero).length;
  return items > 0 && exitsFor(game, hero).length > 0;
}

const goalsOf = (game: Game, hero: Hero, aim: Aim): readonly Cell[] =>
  game.theft || aim === 'no-gear' ? exitsFor(game, hero) : itemsFor(game, hero);

/** In scenario 10 each hero takes the item and the exit of the next hero. */
const nextHero = (hero: Hero): Hero => HEROES[(HEROES.indexOf(hero) + 1) % 4] ?? hero;

function itemsFor(game: Game, hero: Hero): readonly Cell[] {
  const whose = game.rules.wrongHands ? nextHero(hero) : hero;
  return cellsWith(game, feature => feature.type === 'item' && feature.hero === whose);
}

function exitsFor(game: Game, hero: Hero): readonly Cell[] {
  const own = game.rules.ownExits ? hero : 'mage';
  const whose = game.rules.wrongHands ? nextHero(hero) : own;
  return cellsWith(game, feature => feature.type === 'exit' && feature.hero === whose);
}

const cellsWith = (game: Game, wanted: (feature: Feature) => boolean): readonly Cell[] =>
  featuresOf(game).flatMap(([cell, feature]) => (wanted(feature) ? [cell] : []));

type Featured = readonly [cell: Cell, feature: Feature];
const known = new WeakMap<Game['mall'], readonly Featured[]>();

/** All features of the mall, cached until a tile is laid or removed. */
function featuresOf(game: Game): readonly Featured[] {
  const before = known.get(game.mall);
  if (before !== undefined) return before;
  const cells = laidTiles(game).flatMap(({ tile }) => [...Array(16).keys()].map(i => cellOf(tile, i)));
  const features = cells.flatMap((cell): readonly Featured[] => {
    const feature = featureAt(game, cell);
    return feature === null ? [] : [[cell, feature]];
  });
  known.set(game.mall, features);
  return features;
}

/** The slots of a tile's four sides in its own drawing (BD-2). */
const SLOTS = [2, 11, 13, 4];

const isDoorOf = (game: Game, door: Cell, hero: Hero): boolean =>
  tileNumbered(game, tileOf(door))?.openings[SLOTS.indexOf(squareOf(door))] === hero;

const atOwnDoor = (game: Game): boolean =>
  HEROES.some(hero =>
    unexploredDoors(game).some(door => game.heroes[hero] === door && isDoorOf(game, door, hero)),
  );

// Functions that find a way to a target.

type Step = CommandOf<'move'> | CommandOf<'vortex'> | CommandOf<'escalator'>;

interface Way {
  readonly cell: Cell;
  readonly first: Step | null;
}

/** Returns the first step of the shortest way of any hero to one of its targets; null if there is none. */
function shortest(game: Game, errands: readonly Errand[]): Step | null {
  // Searches as if one seat had all actions and no drawn tile or discard were due; the seat is chosen later.
  const free: Game = { ...game, solo: null, actionTiles: [ACTIONS], drawn: null, discards: 0 };
  const open = errands.filter(({ hero, cells }) => !cells.includes(game.heroes[hero] ?? -1));
  const found = open.flatMap(errand => wayTo(free, errand) ?? []);
  found.sort((a, b) => a.length - b.length);
  return found[0]?.first ?? null;
}

/** Searches the shortest way over cells on which a hero can stop, while the other heroes stand still. */
function wayTo(game: Game, { hero, cells }: Errand): { first: Step; length: number } | null {
  let edge: readonly Way[] = [{ cell: game.heroes[hero] ?? -1, first: null }];
  const seen = new Set(edge.map(({ cell }) => cell));
  for (let length = 1; edge.length > 0 && cells.length > 0; length++) {
    const all = edge.flatMap(way => waysOn(game, hero, way));
    const there = all.find(({ cell }) => cells.includes(cell));
    if (there !== undefined && there.first !== null) return { first: there.first, length };
    edge = all.filter(({ cell }) => !seen.has(cell) && !isTrap(game, cell) && seen.add(cell));
  }
  return null;
}

const waysOn = (game: Game, hero: Hero, { cell, first }: Way): readonly Way[] =>
  stepsFrom(game, hero, cell).map(([step, to]) => ({ cell: to, first: first ?? step }));

/** Whether a cell is an hourglass space that the player does not want to use. */
const isTrap = (game: Game, cell: Cell): boolean =>
  featureAt(game, cell)?.type === 'hourglass' && !game.outOfOrder.includes(cell);

/** The cells to which a hero could go from a cell. */
function stepsFrom(game: Game, hero: Hero, cell: Cell): readonly (readonly [Step, Cell])[] {
  const there: Game = { ...game, heroes: { ...game.heroes, [hero]: cell } };
  const moves = DIRECTIONS.flatMap(dir =>
    slide(there, hero, dir).map((to, i) => [{ type: 'move', seat: 0, hero, dir, steps: i + 1 }, to] as const),
  );
  const end = escalatorEnd(game, cell);
  const isFree = end !== null && !Object.values(there.heroes).includes(end);
  const ride = isFree ? [[{ type: 'escalator', seat: 0, hero }, end] as const] : [];
  return [...moves, ...ride, ...vortexSteps(game, there, hero)];
}

/**
 * Vortices lead to the same places from everywhere, so they are tried only at the start of the search; with two
 * malls, from each vortex.
 */
function vortexSteps(game: Game, there: Game, hero: Hero): readonly (readonly [Step, Cell])[] {
  const cell = there.heroes[hero] ?? -1;
  if (cell !== game.heroes[hero] && !(game.rules.twoMalls && featureAt(game, cell)?.type === 'vortex'))
    return [];
  return cellsWith(game, feature => feature.type === 'vortex' && feature.hero === hero)
    .map(to => [{ type: 'vortex', seat: 0, hero, to }, to] as const)
    .filter(([step]) => decide(there, step, { at: game.at, secret: UNKNOWN }).ok);
}

/** A secret without content: no step depends on tiles that are face down. */
const UNKNOWN: Secret = { seed: '', stack: null, pile: null };

function escalatorEnd(game: Game, cell: Cell): Cell | null {
  const square = tileNumbered(game, tileOf(cell))?.escalators[squareOf(cell)] ?? -1;
  return square < 0 ? null : cellOf(tileOf(cell), square);
}

const isStep = (command: Command): command is Step =>
  command.type === 'move' || command.type === 'vortex' || command.type === 'escalator';

function targetOf(game: Game, step: Step): Cell {
  if (step.type === 'vortex') return step.to;
  const from = game.heroes[step.hero] ?? -1;
  if (step.type === 'move') return slide(game, step.hero, step.dir)[step.steps - 1] ?? from;
  return escalatorEnd(game, from) ?? from;
}

// Functions that choose the seat that gives the command.

const actionOf = (step: Step): Action => (step.type === 'move' ? step.dir : step.type);

function asCommand(game: Game, step: Step, chance: Chance): Command {
  const seat = seatOwning(game, actionOf(step), chance);
  return seat === null ? { type: 'turn', seat: 0 } : { ...step, seat };
}

function doing(game: Game, type: 'explore', chance: Chance): Command {
  const seat = seatOwning(game, type, chance);
  return seat === null ? { type: 'turn', seat: 0 } : { type, seat };
}

/** Returns the seat that owns an action; null for a solo player whose top tile shows another action (SO-2). */
function seatOwning(game: Game, action: Action, chance: Chance): number | null {
  if (game.solo !== null) return game.solo.top === action ? 0 : null;
  const owners = game.actionTiles.flatMap((tile, seat) => (tile.includes(action) ? [seat] : []));
  return pickFrom(owners, chance) ?? null;
}

/**
 * Any move, for when a hero blocks the way, but none onto an unwanted hourglass; a solo player may turn the next tile
 * first.
 */
function whim(game: Game, everything: readonly Command[], chance: Chance): Command | null {
  const steps = everything.filter(isStep).filter(step => !isTrap(game, targetOf(game, step)));
  const turns = everything.filter(({ type }) => type === 'turn');
  return pickFrom(turns.length > 0 && chance(3) === 0 ? turns : [...steps, ...turns], chance) ?? null;
}
