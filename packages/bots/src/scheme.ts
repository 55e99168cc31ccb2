/**
 * A scheme: all actions that bring the heroes to their goals, in an order that works. It is made once and followed until
 * something is achieved or somebody acts differently. A fixed scheme keeps four heroes from dodging each other for ever.
 */
import { type Cell, HEROES, type Hero, staysOnExit } from '@hush/rules';
import type { Task } from './goals.ts';
import type { HeroHop, JointGoal } from './joint.ts';
import { activeHeroes, fixedHeroes, type Outlook, walkGraphOf } from './outlook.ts';
import { hopStep, type Step } from './step.ts';
import { cellsPassed, distances, type Hop, hopsFrom, UNREACHABLE, type WalkGraph } from './walk.ts';

export interface Scheme {
  readonly hops: readonly PlannedHop[];
  /** Heroes whose actions come first, because the sand is running out. */
  readonly urgent: readonly Hero[];
}

export interface PlannedHop extends HeroHop {
  /** The cells that the action passes, including its last one. */
  readonly passes: readonly Cell[];
}

export interface Sequence {
  readonly hops: readonly PlannedHop[];
  /** The actions that every hero alone on the empty board would need: a lower bound. */
  readonly bound: number;
}

/** How many orders of heroes are tried; four heroes have 24. */
const MOST_ORDERS = 24;

/**
 * Moves one hero after the other while the others stand still, in the cheapest order; null if no order works. Urgent
 * heroes go first in every order.
 */
export function planOneByOne(outlook: Outlook, tasks: readonly Task[]): Sequence | null {
  const going = tasks.filter(
    ({ hero, stays, goals }) => !stays && !goals.includes(outlook.game.heroes[hero] ?? -1),
  );
  const bound = going.reduce((sum, task) => sum + aloneCost(outlook, task), 0);
  const first = going.filter(({ urgent }) => urgent);
  const rest = going
    .filter(({ urgent }) => !urgent)
    .sort((a, b) => aloneCost(outlook, a) - aloneCost(outlook, b));
  let best: readonly PlannedHop[] | null = null;
  for (const order of permutations(rest).slice(0, MOST_ORDERS)) {
    const hops = oneByOne(outlook, [...first, ...order], (best?.length ?? UNREACHABLE) - 1);
    if (hops !== null) best = hops;
    if (best !== null && best.length <= bound) break;
  }
  return best === null ? null : { hops: best, bound };
}

function aloneCost(outlook: Outlook, { hero, goals }: Task): number {
  const here = outlook.game.heroes[hero] ?? 0;
  return distances(walkGraphOf(outlook, hero, fixedHeroes(outlook.game)), goals)[here] ?? UNREACHABLE;
}

function permutations<T>(list: readonly T[]): readonly (readonly T[])[] {
  if (list.length <= 1) return [list];
  return list.flatMap((one, i) => permutations(list.toSpliced(i, 1)).map(rest => [one, ...rest]));
}

function oneByOne(outlook: Outlook, order: readonly Task[], most: number): readonly PlannedHop[] | null {
  const hops: PlannedHop[] = [];
  let now = outlook;
  for (const task of order) {
    const walked = walkTo(now, task);
    if (walked === null || hops.length + walked.length > most) return null;
    hops.push(...walked);
    now = outlookAfter(now, task.hero, walked.at(-1)?.hop.to ?? null);
  }
  return hops;
}

/** The shortest way around the other heroes; ties are decided by preference. */
export function walkTo(
  outlook: Outlook,
  { hero, goals }: Task,
  likes: (hop: Hop) => boolean = () => true,
): readonly PlannedHop[] | null {
  const { game } = outlook;
  const ground = walkGraphOf(outlook, hero, [...activeHeroes(game), ...fixedHeroes(game)]);
  const dist = distances(ground, goals);
  let from = game.heroes[hero] ?? 0;
  if ((dist[from] ?? UNREACHABLE) >= UNREACHABLE) return null;
  const hops: PlannedHop[] = [];
  while ((dist[from] ?? 0) > 0) {
    const equal = hopsFrom(ground, dist, from);
    const hop = equal.find(likes) ?? equal[0];
    if (hop === undefined) return null;
    hops.push({ hero, from, hop, passes: cellsPassed(ground, from, hop) });
    from = hop.to;
  }
  return hops;
}

/**
 * The outlook for the heroes that move after this one, which then stands at its goal, has left the board, or stays on
 * its exit.
 */
export function outlookAfter(outlook: Outlook, hero: Hero, to: Cell | null): Outlook {
  const { game, phase } = outlook;
  const leaves = phase === 'escape' && to !== null && outlook.floor.exits[hero] !== undefined;
  const cell = leaves && !staysOnExit(game) ? null : to;
  return {
    ...outlook,
    game: {
      ...game,
      heroes: { ...game.heroes, [hero]: cell ?? (leaves ? null : game.heroes[hero]) },
      out: leaves ? { ...game.out, [hero]: true } : game.out,
    },
  };
}

export const jointGoal = (tasks: readonly Task[]): JointGoal => {
  const goalsOf = (hero: Hero): readonly Cell[] | null =>
    tasks.find(task => task.hero === hero && !task.stays)?.goals ?? null;
  return {
    barbarian: goalsOf('barbarian'),
    mage: goalsOf('mage'),
    elf: goalsOf('elf'),
    dwarf: goalsOf('dwarf'),
  };
};

export function schemeOf(outlook: Outlook, hops: readonly HeroHop[], tasks: readonly Task[]): Scheme {
  return {
    hops: hops.map(each => ({
      ...each,
      passes: cellsPassed(emptyGround(outlook, each.hero), each.from, each.hop),
    })),
    urgent: tasks.filter(({ urgent }) => urgent).map(({ hero }) => hero),
  };
}

const emptyGround = (outlook: Outlook, hero: Hero): WalkGraph => walkGraphOf(outlook, hero, []);

// Functions that follow a scheme during the game.

/**
 * Returns the actions of the scheme that remain after the latest events; null if somebody acted differently, or if the
 * scheme is complete.
 */
export function remainingScheme(
  scheme: Scheme,
  before: Outlook['game'],
  game: Outlook['game'],
): Scheme | null {
  let hops = scheme.hops;
  for (const hero of HEROES) {
    const [from, to] = [before.heroes[hero], game.heroes[hero]];
    if (from === to && before.out[hero] === game.out[hero]) continue;
    const next = hops.findIndex(hop => hop.hero === hero);
    const done = hops[next];
    if (done === undefined || done.from !== from || (to !== null && done.hop.to !== to)) return null;
    // A hero that walks cell by cell may have left by an exit that its planned move would have passed.
    hops = game.out[hero] ? hops.filter(hop => hop.hero !== hero) : hops.toSpliced(next, 1);
  }
  return hops.length === 0 ? null : { ...scheme, hops };
}

/**
 * The actions that are possible now: each hero's next one, if it does not block an earlier action of the scheme. Actions of
 * different heroes that do not touch each other may happen in any order.
 */
export function nextSteps(outlook: Outlook, scheme: Scheme): readonly (readonly Step[])[] {
  const { game } = outlook;
  const everybody = [...activeHeroes(game), ...fixedHeroes(game)];
  const seen = new Set<Hero>();
  const steps: (readonly Step[])[] = [];
  scheme.hops.forEach((next, i) => {
    if (seen.has(next.hero)) return;
    seen.add(next.hero);
    const { blocked } = walkGraphOf(outlook, next.hero, everybody);
    const before = scheme.hops.slice(0, i);
    // With SC-17a or two malls, the order of the actions is fixed.
    const free = game.rules.noGatherings || game.rules.twoMalls ? i === 0 : !inTheWay(next, before);
    if (!free || next.passes.some(cell => blocked[cell] === 1)) return;
    steps.push([hopStep(next.hero, next.from, next.hop, scheme.urgent.includes(next.hero))]);
  });
  return steps;
}

const inTheWay = (next: PlannedHop, before: readonly PlannedHop[]): boolean =>
  before.some(
    hop => hop.hero !== next.hero && (hop.passes.includes(next.hop.to) || hop.from === next.hop.to),
  );
