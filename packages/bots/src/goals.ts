/**
 * One task for each hero, computed from the public game alone, so that every bot finds the same tasks. A hero that follows
 * its task makes it cheaper, so the tasks stay stable on the way.
 */
import { type Cell, HEROES, type Hero, isOutOfOrder, type Millis, stackSize, staysOnExit } from '@hush/rules';
import { assign } from './assign.ts';
import type { Duty } from './duty.ts';
import { activeHeroes, exitsFor, type Outlook } from './outlook.ts';
import { isPlacing, placingsOf } from './two-malls.ts';
import { distancesOnEmptyBoard, UNREACHABLE } from './walk.ts';

export interface Task {
  readonly hero: Hero;
  readonly goals: readonly Cell[];
  /** The task is urgent because the sand is running out. */
  readonly urgent: boolean;
  /** The hero stays: it waits beside the hourglass, or a person is moving it. */
  readonly stays: boolean;
}

/** What a person seems to want with a hero: goals to help with; an empty list means that bots leave it alone. */
export interface HeldHero {
  readonly hero: Hero;
  readonly goals: readonly Cell[];
  /** The cell from which the person moved the hero; bots do not move the hero back there. */
  readonly from: Cell;
  readonly until: Millis;
}

export interface GoalContext {
  readonly holds: readonly HeldHero[];
  readonly duty: Duty | null;
  /** How often the bots found no scheme since the last achievement. */
  readonly failed: number;
  /** Every hero that can explores, while the bots wait for a person. */
  readonly everybody?: boolean;
}

/** How many heroes explore at a time; more would block each other. */
const EXPLORERS = 2;

export function tasksOf(
  outlook: Outlook,
  { holds, duty, failed, everybody = false }: GoalContext,
): readonly Task[] {
  const plain = { explore: exploring, gather: gathering, escape: escaping }[outlook.phase](outlook, {
    failed,
    most: everybody ? HEROES.length : EXPLORERS,
  });
  const held = holds.filter(({ hero }) => hero !== duty?.hero && !outlook.game.out[hero]);
  const tasks = [
    ...plain.filter(({ hero }) => hero !== duty?.hero && !held.some(hold => hold.hero === hero)),
    ...held.map(({ hero, goals }) => ({ hero, goals, urgent: false, stays: goals.length === 0 })),
  ];
  if (duty === null) return tasks;
  return [{ hero: duty.hero, goals: [duty.goal], urgent: true, stays: duty.waits }, ...tasks];
}

const task = (hero: Hero, goals: readonly Cell[]): Task => ({ hero, goals, urgent: false, stays: false });

// Functions for the tasks of exploring.

interface Search {
  readonly hero: Hero;
  readonly goals: readonly Cell[];
  readonly cost: number;
}

function exploring(
  outlook: Outlook,
  { failed, most }: { readonly failed: number; readonly most: number },
): readonly Task[] {
  const { game } = outlook;
  const searches = searchesIn(outlook, placingsOf(game, game.stack.next));
  const found = searches.length > 0 ? searches : searchesIn(outlook, null);
  // After a failure with several explorers only one hero explores at a time; with SC-17a always only one.
  const [first, count] = failed === 0 && !game.rules.noGatherings ? [0, most] : [failed, 1];
  const some = found.slice(first % Math.max(1, found.length)).slice(0, Math.min(count, stackSize(game)));
  return some.map(({ hero, goals }) => task(hero, goals));
}

/** Heroes with their nearest door, the cheapest first; with two malls only doors where the next tile should go (SC-13e). */
function searchesIn(outlook: Outlook, placings: readonly Cell[] | null): readonly Search[] {
  const { floor, game } = outlook;
  return activeHeroes(game)
    .map(hero => {
      const doors = floor.doors
        .filter(door => door.hero === hero && isPlacing(placings, door.cell))
        .map(({ cell }) => ({ cell, cost: costTo(outlook, hero, cell) }));
      const balls = hero === 'mage' ? ballsFor(outlook) : [];
      const places = [...doors, ...balls];
      const cost = Math.min(UNREACHABLE, ...places.map(place => place.cost));
      return { hero, cost, goals: places.filter(place => place.cost === cost).map(({ cell }) => cell) };
    })
    .filter(({ cost }) => cost < UNREACHABLE)
    .sort((a, b) => a.cost - b.cost);
}

/**
 * The crystal balls that heroes can use. A crystal ball lays two tiles for one way, so its distance counts half
 * (SC-5d).
 */
function ballsFor(outlook: Outlook): readonly { readonly cell: Cell; readonly cost: number }[] {
  const { game, floor } = outlook;
  if (!game.rules.crystalBall) return [];
  return floor.balls
    .filter(cell => !isOutOfOrder(game, cell))
    .map(cell => ({ cell, cost: costTo(outlook, 'mage', cell) / 2 }));
}

function costTo({ game, floor, vortex }: Outlook, hero: Hero, goal: Cell): number {
  const cell = game.heroes[hero];
  return cell === null
    ? UNREACHABLE
    : (distancesOnEmptyBoard(floor, hero, goal, vortex)[cell] ?? UNREACHABLE);
}

// Functions for the tasks of gathering items and of escaping.

function gathering(outlook: Outlook): readonly Task[] {
  const { game, floor } = outlook;
  if (HEROES.some(hero => floor.items[hero].length === 0)) return []; // the theft needs the items of all four heroes
  if (!game.rules.wrongHands) return activeHeroes(game).map(hero => task(hero, floor.items[hero]));
  return assigned(outlook, hero =>
    HEROES.filter(other => other !== hero).flatMap(other => floor.items[other]),
  );
}

function escaping(outlook: Outlook): readonly Task[] {
  const { game } = outlook;
  if (staysOnExit(game)) return assigned(outlook, hero => freeExits(outlook, hero));
  return activeHeroes(game)
    .map(hero => task(hero, exitsFor(outlook, hero)))
    .filter(({ goals }) => goals.length > 0);
}

/** An exit on which another hero stays until the end cannot be used (SC-10c). */
const freeExits = (outlook: Outlook, hero: Hero): readonly Cell[] =>
  exitsFor(outlook, hero).filter(
    cell => !HEROES.some(other => outlook.game.out[other] && outlook.game.heroes[other] === cell),
  );

function assigned(outlook: Outlook, placesOf: (hero: Hero) => readonly Cell[]): readonly Task[] {
  const choices = activeHeroes(outlook.game).map(hero => ({
    hero,
    places: placesOf(hero).map(cell => ({ cell, cost: costTo(outlook, hero, cell) })),
  }));
  const found = assign(choices);
  if (found === null) return []; // there are fewer goal cells than heroes, and no action changes that
  return [...found].map(([hero, cell]) => task(hero, [cell]));
}
