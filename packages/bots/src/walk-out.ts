/**
 * Turns a plan of which hero goes to which tile into single actions: each stretch of one hero is walked while the
 * others stand still.
 */
import { type Cell, type Hero, isStartTile, tileOf } from '@hush/rules';
import type { Task } from './goals.ts';
import { type HeroHop, JointSearch } from './joint.ts';
import type { Outlook } from './outlook.ts';
import { outlookAfter, walkTo } from './scheme.ts';

/** One action of the plan: a hero goes to another tile. */
export interface TileHop {
  readonly hero: Hero;
  readonly to: number;
}

/**
 * Returns the actions up to the first stretch that cannot be walked; what follows is planned from there. Null if the
 * first stretch cannot be walked.
 */
export function walkOut(
  outlook: Outlook,
  hops: readonly TileHop[],
  tasks: readonly Task[],
): readonly HeroHop[] | null {
  const walked: HeroHop[] = [];
  let now = outlook;
  for (const { hero, to, last } of stretches(hops, tasks)) {
    const goals = last ? goalsOf(tasks, hero) : null;
    const cells = goals ?? waitingCells(now, to);
    const way = walkTo(now, { hero, goals: cells, urgent: false, stays: false }) ?? squeeze(now, hero, cells);
    if (way === null) return walked.length > 0 ? walked : null;
    walked.push(...way);
    for (const each of way) now = standing(now, each.hero, each.hop.to);
    if (goals !== null && way.length > 0) now = outlookAfter(now, hero, now.game.heroes[hero]);
  }
  return walked;
}

/** The most positions that are expanded for several heroes on a start tile. */
const MOST_POSITIONS = 1500;

/** Moves other heroes aside without leaving the tile; only a start tile holds several heroes. */
function squeeze(outlook: Outlook, hero: Hero, cells: readonly Cell[]): readonly HeroHop[] | null {
  const goalOf = (other: Hero): readonly Cell[] | null => {
    const here = outlook.game.heroes[other];
    if (other === hero) return cells;
    if (here === null) return null;
    return isStartTile(outlook.game, tileOf(here)) ? onTile(outlook, tileOf(here)) : [here];
  };
  const goal = {
    barbarian: goalOf('barbarian'),
    mage: goalOf('mage'),
    elf: goalOf('elf'),
    dwarf: goalOf('dwarf'),
  };
  // In this search a hero that makes room does not leave by an exit.
  const search = new JointSearch({ ...outlook, phase: 'gather' }, goal, { greed: 2 });
  search.run(MOST_POSITIONS);
  return search.plan;
}

interface Stretch extends TileHop {
  /** Whether this is the last stretch of the hero. */
  readonly last: boolean;
}

/** Consecutive actions of one hero are one stretch; heroes that only change their cell within a tile come last. */
function stretches(hops: readonly TileHop[], tasks: readonly Task[]): readonly Stretch[] {
  const merged = hops.filter((hop, i) => hops[i + 1]?.hero !== hop.hero);
  const marked = merged.map((hop, i) => ({
    ...hop,
    last: !merged.slice(i + 1).some(({ hero }) => hero === hop.hero),
  }));
  const still = tasks.filter(({ hero }) => !hops.some(hop => hop.hero === hero));
  return [...marked, ...still.map(({ hero }) => ({ hero, to: 0, last: true }))];
}

const goalsOf = (tasks: readonly Task[], hero: Hero): readonly Cell[] | null =>
  tasks.find(task => task.hero === hero)?.goals ?? null;

/**
 * The cells of a tile where a hero may wait: any cell, but on a start tile no cell at an opening, because others pass
 * there.
 */
function waitingCells(outlook: Outlook, tile: number): readonly Cell[] {
  const { game, floor } = outlook;
  const cells = onTile(outlook, tile);
  if (!isStartTile(game, tile)) return cells;
  const inside = cells.filter(cell =>
    [0, 1, 2, 3].every(heading => staysInside(floor.steps[cell * 4 + heading], tile)),
  );
  return inside.length > 0 ? inside : cells;
}

const onTile = ({ floor, traps }: Outlook, tile: number): readonly Cell[] =>
  floor.cells.filter(cell => tileOf(cell) === tile && traps[cell] === 0);

const staysInside = (next: number | undefined, tile: number): boolean =>
  next === undefined || next < 0 || tileOf(next) === tile;

const standing = (outlook: Outlook, hero: Hero, cell: Cell | null): Outlook => ({
  ...outlook,
  game: { ...outlook.game, heroes: { ...outlook.game.heroes, [hero]: cell } },
});
