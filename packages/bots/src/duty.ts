/**
 * Hourglass duty: whether a hero must turn the hourglass before the sand runs out, which one, and when it takes the last
 * step. A late turn is better than an early one, because the sand that has run through comes back (HG-1c).
 */
import {
  type Cell,
  evolve,
  type Game,
  type Hero,
  isOutOfOrder,
  type Millis,
  removableTiles,
  stackSize,
} from '@hush/rules';
import { featuresOf, mallGraphOf, tilesToCome } from './mall-graph.ts';
import { activeHeroes, exitsFor, type Outlook } from './outlook.ts';
import { distancesOnEmptyBoard, UNREACHABLE } from './walk.ts';

export interface Duty {
  readonly hero: Hero;
  readonly goal: Cell;
  /** Whether the hero stands one action away from the hourglass and waits for the last moment. */
  readonly waits: boolean;
}

/** The hero takes the last step when this much sand is left, or the sand that four actions take, whichever is more. */
const MARGIN: Millis = 8000;
const marginOf = ({ pace, game }: Outlook): Millis =>
  Math.max(MARGIN, 4 * errandPace(pace)) * (game.solo === null ? 1 : 2);

/**
 * The longest time per action that is assumed for the way to the hourglass. With a person who thinks for ten seconds,
 * bots would otherwise walk to the hourglass minutes too early and wait there.
 */
const LONGEST_PACE: Millis = 4000;
const errandPace = (pace: Millis): Millis => Math.min(pace, LONGEST_PACE);

/** The hero that must go now. A hero on its way stays on duty until the hourglass is turned. */
export function dutyOf(outlook: Outlook, before: Duty | null): Duty | null {
  const way = errandOf(outlook, errand => before === null || isErrandOf(errand, before));
  if (way === null) return before === null ? null : dutyOf(outlook, null);
  if (before === null && !isTime(outlook, way)) return null;
  // A hero on its way to the hourglass turns back only when the sand is certainly enough.
  const [times, spare] = before === null ? [1.3, 5000] : [2, 8000];
  if (workLeft(outlook) * outlook.pace * times + spare < outlook.left) return null;
  // Checking the walls is expensive, so this check comes last.
  const { game } = outlook;
  const asks = game.rules.movingWalls && (before === null || way.total <= 1);
  const loses = asks && wallsWouldLose(game, way.hero, way.goal);
  const safe = loses ? errandOf(outlook, ({ goal }) => goal !== way.goal) : way;
  if (safe !== null && loses && wallsWouldLose(game, safe.hero, safe.goal)) return null;
  if (safe === null) return null;
  return { hero: safe.hero, goal: safe.goal, waits: isEarly(outlook, safe) };
}

/**
 * A hero one action away from the hourglass waits for the last moment if others have something to do, or if the sand
 * is needed.
 */
const isEarly = (outlook: Outlook, { hero, total }: Errand): boolean =>
  !outlook.watched && total <= 1 && outlook.left > marginOf(outlook) && !isWaitedFor(outlook, hero);

/** The longest wait beside an hourglass while no other hero can act. */
const LONG: Millis = 30_000;

/** Whether all other heroes have arrived and wait: then the hero waits only briefly, and only if the sand is needed. */
function isWaitedFor(outlook: Outlook, hero: Hero): boolean {
  const { game, floor, phase, left, pace } = outlook;
  if (phase === 'explore' || game.rules.wrongHands) return false;
  const others = activeHeroes(game).filter(other => other !== hero);
  if (phase === 'escape' ? others.length > 0 : !others.every(other => isAt(game, other, floor.items[other])))
    return false;
  const after = game.hourglass.capacity - left;
  return left < LONG || workLeft(outlook) * pace * 1.5 + MARGIN < after;
}

const isAt = ({ heroes }: Game, hero: Hero, cells: readonly Cell[]): boolean =>
  cells.includes(heroes[hero] ?? -1);

const isErrandOf = ({ hero, goal }: Errand, duty: Duty): boolean => hero === duty.hero && goal === duty.goal;

/**
 * Where heroes block whole tiles or change malls, a way is often twice as long as estimated. A single player must
 * wait for the right action tile for every move.
 */
function isTime(outlook: Outlook, { total }: Errand): boolean {
  const { rules, solo } = outlook.game;
  const slack = rules.noGatherings || rules.twoMalls || solo !== null ? 2.5 : 1.5;
  return outlook.left <= total * errandPace(outlook.pace) * slack + marginOf(outlook) + 4000;
}

const errandOf = (outlook: Outlook, fits: Fits): Errand | null =>
  outlook.watched ? toCamera(outlook, fits) : toHourglass(outlook, fits);

type Fits = (errand: Errand) => boolean;

interface Errand {
  readonly hero: Hero;
  readonly goal: Cell;
  /** The number of actions until the hourglass is turned. */
  readonly total: number;
}

function toHourglass(outlook: Outlook, fits: Fits): Errand | null {
  const { game, floor } = outlook;
  const unused = floor.hourglasses.filter(cell => !isOutOfOrder(game, cell));
  const errands = unused.flatMap(goal =>
    activeHeroes(game).map(hero => ({ hero, goal, total: actionsTo(outlook, hero, goal) })),
  );
  return nearest(errands.filter(fits));
}

/** A camera must be switched off first, which only the barbarian can do (SC-6e). */
function toCamera(outlook: Outlook, fits: Fits): Errand | null {
  const { game, floor } = outlook;
  if (game.out.barbarian) return null;
  const after = toHourglass(outlook, () => true);
  if (after === null) return null;
  const working = floor.cameras.filter(cell => !isOutOfOrder(game, cell));
  const errands = working.map(goal => ({
    hero: 'barbarian' as const,
    goal,
    total: actionsTo(outlook, 'barbarian', goal) + after.total,
  }));
  return nearest(errands.filter(fits));
}

function nearest(errands: readonly Errand[]): Errand | null {
  let best: Errand | null = null;
  for (const errand of errands) if (errand.total < (best?.total ?? UNREACHABLE)) best = errand;
  return best;
}

function actionsTo({ game, floor, vortex }: Outlook, hero: Hero, goal: Cell): number {
  const cell = game.heroes[hero];
  return cell === null
    ? UNREACHABLE
    : (distancesOnEmptyBoard(floor, hero, goal, vortex)[cell] ?? UNREACHABLE);
}

/** With moving walls a turn that leaves no two tiles to remove loses the game (SC-11h). */
function wallsWouldLose(game: Game, hero: Hero, goal: Cell): boolean {
  if (!game.rules.movingWalls || !mallGraphOf(game).hourglasses.includes(goal)) return false;
  const there = { ...game, heroes: { ...game.heroes, [hero]: goal } };
  const turned = evolve(there, { type: 'hourglassTurned', at: game.at, cell: goal });
  return turned.discards > 0 && removableTiles(turned).length === 0;
}

/**
 * When everything else is found, no unused hourglass is known and the sand is probably not enough, a hero explores to
 * find one while there is time. The hero explores until the sand is certainly enough, because a change of plan costs
 * more than exploring too long.
 */
export function lacksHourglass(outlook: Outlook, before: boolean): boolean {
  const { game, floor, phase, left, pace } = outlook;
  if (phase === 'explore' || stackSize(game) === 0 || floor.doors.length === 0) return false;
  if (floor.hourglasses.some(cell => !isOutOfOrder(game, cell))) return false;
  if (workLeft(outlook) * pace * (before ? 2.5 : 1.4) + 5000 < left) return false;
  return tilesToCome(game).some(tile => featuresOf(game, tile).some(({ type }) => type === 'hourglass'));
}

/** With less sand than this and no known hourglass, all bots act faster. */
const LITTLE_SAND: Millis = 60_000;

export const isHurried = ({ game, floor, left }: Outlook): boolean =>
  left < LITTLE_SAND && floor.hourglasses.every(cell => isOutOfOrder(game, cell));

/** An estimate of the actions that are left until the end. */
function workLeft(outlook: Outlook): number {
  const { game, floor, phase } = outlook;
  if (phase === 'explore') return UNREACHABLE;
  return activeHeroes(game).reduce((sum, hero) => {
    const here = game.heroes[hero] ?? 0;
    const exits = exitsFor(outlook, hero);
    if (phase === 'escape') return sum + leastFrom(outlook, hero, here, exits);
    const [item = here] = floor.items[hero];
    const toItem = actionsTo(outlook, hero, item);
    return sum + toItem + leastFrom(outlook, hero, item, exits);
  }, 0);
}

/** The least actions of a hero to any goal, without vortices, which do not work after the theft (VX-2b). */
function leastFrom({ floor }: Outlook, hero: Hero, from: Cell, goals: readonly Cell[]): number {
  return Math.min(
    UNREACHABLE,
    ...goals.map(goal => distancesOnEmptyBoard(floor, hero, goal, 'none')[from] ?? UNREACHABLE),
  );
}
