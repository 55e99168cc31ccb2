/**
 * What bots do while they wait for a person who owns the next step: other useful steps with their own actions, without
 * blocking the cells that the person's step needs.
 */
import { type Action, type Cell, type Game, type Hero, owns, type Seat } from '@hush/rules';
import type { Task } from './goals.ts';
import { type HeroHop, JointSearch } from './joint.ts';
import type { Outlook } from './outlook.ts';
import { jointGoal, outlookAfter, type PlannedHop, type Scheme, schemeOf, walkTo } from './scheme.ts';
import type { Step } from './step.ts';
import { walkAbilitiesOf } from './walk.ts';

/** How many more actions than the shortest way a detour may have, if it needs no person. */
const DETOUR = 4;

/** Whether only people can take the remaining steps. */
export const isOnlyForPeople = (game: Game, bots: readonly Seat[], { needs }: Step): boolean =>
  needs !== null && !bots.some(seat => owns(game, seat, needs));

/**
 * The steps for which bots wait: the heroes that the person should move, and the cells that must stay free for them.
 */
export interface AskedOfPerson {
  readonly asked: ReadonlySet<Hero>;
  readonly kept: ReadonlySet<Cell>;
}

/** Returns a scheme for these tasks with the bots' own actions, one hero after the other; null if there is none. */
export function schemeMeanwhile(
  outlook: Outlook,
  tasks: readonly Task[],
  bots: readonly Seat[],
  { kept, asked }: AskedOfPerson,
): Scheme | null {
  const hops: PlannedHop[] = [];
  let now = outlook;
  for (const task of tasks.filter(({ stays }) => !stays)) {
    const way = asked.has(task.hero)
      ? wayOfBots(now, task, bots, null)
      : firstWay([task, elsewhere(now, task)], each => wayOfBots(now, each, bots, kept));
    const end = way.at(-1)?.hop.to;
    if (end === undefined) continue;
    hops.push(...way);
    now =
      now.phase !== 'explore' && task.goals.includes(end)
        ? outlookAfter(now, task.hero, end)
        : standing(now, task, end);
  }
  const found = hops.length > 0 ? hops : together(outlook, tasks, bots);
  return found.length === 0 ? null : schemeOf(outlook, found, tasks);
}

/** The most positions that are expanded while heroes in another hero's way move aside by a few squares. */
const MOST_POSITIONS = 400;

/**
 * A way for the first hero that can reach its goal when the other heroes make room, with the bots' own actions. At
 * the start the four heroes stand so close that often none of them can go around the others.
 */
function together(outlook: Outlook, tasks: readonly Task[], bots: readonly Seat[]): readonly HeroHop[] {
  const ours = inHandsOf(outlook, bots);
  for (const task of tasks) {
    if (task.stays || task.goals.includes(outlook.game.heroes[task.hero] ?? -1)) continue;
    const search = new JointSearch(ours, jointGoal([task]), { greed: 2 });
    search.run(MOST_POSITIONS);
    if (search.plan !== null && search.plan.length > 0) return search.plan;
  }
  return [];
}

function firstWay(
  tasks: readonly Task[],
  wayFor: (task: Task) => readonly PlannedHop[],
): readonly PlannedHop[] {
  for (const task of tasks) {
    const way = wayFor(task);
    if (way.length > 0) return way;
  }
  return [];
}

/** Any other door of the hero, if its nearest one is blocked. */
const elsewhere = ({ floor, phase, game }: Outlook, task: Task): Task =>
  phase !== 'explore' || game.rules.twoMalls
    ? task
    : { ...task, goals: floor.doors.filter(({ hero }) => hero === task.hero).map(({ cell }) => cell) };

const standing = (outlook: Outlook, { hero }: Task, cell: Cell): Outlook => ({
  ...outlook,
  game: { ...outlook.game, heroes: { ...outlook.game.heroes, [hero]: cell } },
});

/**
 * Returns the whole way if it is not much longer than the shortest way, otherwise the beginning of the shortest way. A
 * hero that the person should move takes only the shortest path, because a detour would be undone.
 */
function wayOfBots(
  outlook: Outlook,
  task: Task,
  bots: readonly Seat[],
  kept: ReadonlySet<Cell> | null,
): readonly PlannedHop[] {
  const { game } = outlook;
  const isOurs = (action: Action): boolean => bots.some(seat => owns(game, seat, action));
  const shortest = walkTo(outlook, task, ({ by }) => isOurs(by));
  const alone = kept === null ? null : detour(outlook, task, bots);
  if (alone !== null && alone.length <= (shortest?.length ?? 0) + DETOUR) return alone;
  const theirs = shortest?.findIndex(({ hop }) => !isOurs(hop.by)) ?? 0;
  const begun = shortest?.slice(0, theirs < 0 ? shortest.length : theirs) ?? [];
  const last = begun.findLastIndex(({ hop }) => kept?.has(hop.to) !== true);
  return begun.slice(0, last + 1);
}

const detour = (outlook: Outlook, task: Task, bots: readonly Seat[]): readonly PlannedHop[] | null =>
  walkTo(inHandsOf(outlook, bots), task);

/** The outlook as if only the bots could act. */
function inHandsOf(outlook: Outlook, bots: readonly Seat[]): Outlook {
  const hands = walkAbilitiesOf(outlook.game, bots);
  return { ...outlook, hands, vortex: hands.vortices ? outlook.vortex : 'none' };
}
