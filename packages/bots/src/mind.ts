/**
 * The shared mind of all bots at a table: a fold of the public game with the plan that follows from it. Bots agree without
 * words because they have seen the same events; a bot that sat down later agrees after a few moves.
 */
import {
  type Game,
  HEROES,
  type Hero,
  isDirection,
  type Mall,
  type Millis,
  type Seat,
  slide,
} from '@hush/rules';
import { type Duty, dutyOf, isHurried, lacksHourglass } from './duty.ts';
import { type HeldHero, type Task, tasksOf } from './goals.ts';
import { intentionBehind } from './intention.ts';
import { JointSearch, type Search } from './joint.ts';
import { mallSteps } from './mall-steps.ts';
import { isOnlyForPeople, schemeMeanwhile } from './meantime.ts';
import { type Outlook, outlookOf } from './outlook.ts';
import { jointGoal, nextSteps, planOneByOne, remainingScheme, type Scheme, schemeOf } from './scheme.ts';
import type { Step } from './step.ts';
import { TileSearch } from './tile-search.ts';

export interface Mind {
  /** The last seen game, and the time for which it was evaluated. */
  readonly game: Game | null;
  readonly at: Millis;
  /**
   * The steps to take now, in the order of their priority. Each inner list has equally good steps of one hero or of
   * the board.
   */
  readonly steps: readonly (readonly Step[])[];
  /** The smoothed time per action of this table, and the tempo of its people as a multiple of the usual delays. */
  readonly pace: Millis;
  readonly tempo: number;
  readonly lastHero: Hero | null;
  readonly lastWasTile: boolean;
  readonly progress: string;
  /** The hero that must turn the hourglass soon (hourglass duty). */
  readonly duty: Duty | null;
  readonly holds: readonly HeldHero[];
  /** The scheme that all bots follow, or the search for one. */
  readonly scheme: Scheme | null;
  readonly search: Search | null;
  /** How often the bots found no scheme since the last achievement. */
  readonly failed: number;
  /** The mall in which no way leads to the end; the bots then continue to explore. */
  readonly closedMall: Mall | null;
  /** Everything is found except an unused hourglass, and the sand is not enough without one. */
  readonly lacksSand: boolean;
  /** The sand is low and no hourglass can be turned. */
  readonly hurried: boolean;
  /** The moment since which only people can take the next steps; null if a bot can take one. */
  readonly idleSince: Millis | null;
  /** The steps for which bots wait while they do other useful things; null if the bots wait for nobody. */
  readonly asked: readonly (readonly Step[])[] | null;
}

/** The assumed time per action before the table has shown its own. */
const USUAL_PACE: Millis = 1500;

export const EMPTY_MIND: Mind = {
  game: null,
  at: 0,
  steps: [],
  pace: USUAL_PACE,
  tempo: 1,
  lastHero: null,
  lastWasTile: false,
  progress: '',
  duty: null,
  holds: [],
  scheme: null,
  search: null,
  failed: 0,
  closedMall: null,
  lacksSand: false,
  hurried: false,
  idleSince: null,
  asked: null,
};

/** The position is evaluated again at this interval without news, because the sand runs. */
const BEAT: Millis = 2000;
/** The number of positions that a joint search expands per decision, and in total. */
const SLICE = 60;
const MOST_POSITIONS = 10_000;
/** After this number of failures the bots try nothing until something changes. */
const GIVEN_UP = 4;
/** A scheme is accepted if it has at most this many actions more than the lower bound. */
const NEARLY = 1;
/** While exploring, a longer scheme is accepted, because the next tile changes the plan. */
const NEARLY_FOUND = 4;

export interface SeenSeats {
  readonly at: Millis;
  /** The seats of people, whose moves may have reasons that no plan knows. */
  readonly humans: readonly Seat[];
  /** The seats of bots; a seat in neither list is vacant. */
  readonly bots?: readonly Seat[];
}

/** The seats of people and of bots, in the form on which the plan depends. */
interface Company {
  readonly humans: readonly Seat[];
  readonly bots: readonly Seat[];
}

const companyOf = ({ setUp }: Game, { humans, bots }: SeenSeats): Company => ({
  humans,
  bots:
    bots ?? Array.from({ length: setUp.players }, (_, seat) => seat).filter(seat => !humans.includes(seat)),
});

/**
 * A cache: the mind that follows each mind. The bots of a table ask for the same one after each other, and they share
 * a search that runs in slices.
 */
const thoughts = new WeakMap<Mind, Thought>();

interface Thought {
  readonly game: Game;
  readonly at: Millis;
  readonly company: string;
  readonly after: Mind;
}

/** Returns how many beats have passed at a time. */
const beatOf = (at: Millis): number => Math.floor(at / BEAT);

/** After a longer gap without a look, only the last 60 beats are evaluated. */
const MOST_BEATS = 60;

/**
 * The mind after the latest events. It is evaluated at every change of the game and at every beat in between, never at the
 * moment of a look: two bots that look at different times must reach the same mind.
 */
export function think(mind: Mind, game: Game, seen: SeenSeats): Mind {
  // at most looks the mind is up to date already
  if (mind.game === game && mind.search === null && beatOf(seen.at) <= beatOf(mind.at)) return mind;
  const company = companyOf(game, seen);
  let now = mind;
  if (now.game !== null && now.game !== game) now = throughBeats(now, now.game, game.at - 1, company);
  if (now.game !== game) now = thought(now, game, game.at, company);
  now = throughBeats(now, game, seen.at, company);
  return now.search === null ? now : thought(now, game, now.at, company); // a look computes one slice of the search
}

/** Evaluates the mind at every beat up to `until`, and uses slices of the search that another bot has computed. */
function throughBeats(mind: Mind, game: Game, until: Millis, company: Company): Mind {
  if (game.status !== 'playing') return mind;
  const last = beatOf(until) * BEAT;
  const first = Math.max((beatOf(mind.at) + 1) * BEAT, last - MOST_BEATS * BEAT);
  let now = throughSlices(mind, game);
  for (let beat = first; beat <= last; beat += BEAT)
    now = throughSlices(thought(now, game, beat, company), game);
  return now;
}

function throughSlices(mind: Mind, game: Game): Mind {
  let now = mind;
  for (let next = thoughts.get(now); now.search !== null; next = thoughts.get(now)) {
    if (next === undefined || next.game !== game || next.at !== now.at) break;
    now = next.after;
  }
  return now;
}

function thought(mind: Mind, game: Game, at: Millis, company: Company): Mind {
  const known = thoughts.get(mind);
  const people = `${company.humans.join()}|${company.bots.join()}`;
  if (known !== undefined && known.game === game && known.at === at && known.company === people)
    return known.after;
  const planned = plan(noteChange(mind, game, at, company), game, at, company);
  const after = { ...planned, idleSince: idleSince(planned, game, at, company) };
  thoughts.set(mind, { game, at, company: people, after });
  return after;
}

/** The moment since which bots have waited because only people own the next steps; null if they do not wait. */
function idleSince({ steps, idleSince }: Mind, game: Game, at: Millis, company: Company): Millis | null {
  const waits =
    company.humans.length > 0 &&
    steps.length > 0 &&
    steps.every(list => list.slice(0, 1).every(step => isOnlyForPeople(game, company.bots, step)));
  return waits ? (idleSince ?? at) : null;
}

// Evaluating what has changed since the last look.

function noteChange(mind: Mind, game: Game, at: Millis, company: Company): Mind {
  const { humans } = company;
  const before = mind.game;
  const holds = mind.holds.filter(hold => hold.until > at);
  if (before === null || before === game) return { ...mind, holds };
  const moved = HEROES.filter(hero => before.heroes[hero] !== game.heroes[hero]);
  const laid = Object.keys(before.mall).length !== Object.keys(game.mall).length;
  const gap = game.at - before.at;
  const acted = moved.length > 0 || laid;
  const deviants = moved.filter(hero => humans.length > 0 && !wasPlanned(mind, game, hero));
  const isHuman = acted && humans.length > 0 && byHumans(mind, game, moved, company);
  return {
    ...mind,
    pace: acted ? mind.pace * 0.9 + Math.min(gap, 10_000) * 0.1 : mind.pace,
    tempo: isHuman ? mind.tempo * 0.85 + clamp(gap / usualDelay(mind, moved[0] ?? null)) * 0.15 : mind.tempo,
    idleSince: acted ? null : mind.idleSince,
    lastHero: moved[0] ?? mind.lastHero,
    lastWasTile: laid || (mind.lastWasTile && moved.length === 0),
    holds: deviants.reduce<readonly HeldHero[]>(
      (held, hero) => withHold(held, intentionBehind(before, game, hero)),
      holds,
    ),
  };
}

const clamp = (ratio: number): number => Math.min(3, Math.max(0.3, ratio));

/**
 * Median delays in recorded games, in milliseconds: the same hero moves again, another hero moves, or a new tile was
 * laid.
 */
export const DELAYS = { same: 1000, other: 2000, tile: 4000 } as const;

function usualDelay({ lastHero, lastWasTile }: Mind, hero: Hero | null): Millis {
  if (lastWasTile) return DELAYS.tile;
  return hero === lastHero ? DELAYS.same : DELAYS.other;
}

/** A part of a planned move counts as planned, because a person who uses keys moves a hero cell by cell. */
const wasPlanned = (mind: Mind, game: Game, hero: Hero): boolean =>
  game.heroes[hero] === null ||
  mind.steps.some(list => list.some(step => isPartOf(step, mind.game, game, hero)));

function isPartOf({ hero, needs, to }: Step, before: Game | null, game: Game, moved: Hero): boolean {
  const now = game.heroes[moved];
  if (hero !== moved || now === null || to === null) return false;
  if (to === now || before === null || !isDirection(needs)) return to === now;
  const way = slide(before, hero, needs);
  return way.includes(now) && way.indexOf(now) < way.indexOf(to);
}

/** Whether an event was a person's own idea: only people could do it, or no plan contained it. */
function byHumans(mind: Mind, game: Game, moved: readonly Hero[], { bots }: Company): boolean {
  const done = mind.steps.flat().find(step => moved.some(hero => isPartOf(step, mind.game, game, hero)));
  if (done === undefined || mind.game === null) return moved.length > 0;
  return isOnlyForPeople(mind.game, bots, done);
}

function withHold(holds: readonly HeldHero[], hold: HeldHero | null): readonly HeldHero[] {
  return hold === null ? holds : [...holds.filter(({ hero }) => hero !== hold.hero), hold];
}

// Functions that make the plan.

/** A key that changes when something is achieved or other goals become important. */
const progressOf = ({ game, phase }: Outlook, duty: Duty | null, holds: readonly HeldHero[]): string =>
  [
    phase,
    duty === null ? '' : `${duty.hero} ${duty.goal} ${duty.waits}`,
    Object.keys(game.mall).join(),
    game.outOfOrder.length,
    ...holds.map(({ hero, goals }) => `${hero} ${goals.join()}`),
  ].join('|');

function plan(mind: Mind, game: Game, at: Millis, { bots }: Company): Mind {
  const seen = { ...mind, game, at, steps: [] };
  if (game.status !== 'playing') return seen;
  const first = outlookOf(game, { at, pace: mind.pace, searchOn: mind.closedMall === game.mall });
  const lacksSand = lacksHourglass(first, mind.lacksSand);
  const outlook = lacksSand ? outlookOf(game, { at, pace: mind.pace, searchOn: true }) : first;
  if (game.discards > 0) {
    const board = mallSteps(outlook, null).map(step => [step]);
    return { ...seen, steps: board, duty: null, scheme: null, search: null };
  }
  const duty = dutyOf(outlook, mind.duty);
  const board = mallSteps(outlook, duty).map(step => [step]);
  const progress = progressOf(outlook, duty, mind.holds);
  const isSame = progress === mind.progress;
  const next = { ...seen, duty, progress, steps: board, lacksSand, asked: null, hurried: isHurried(outlook) };
  const scheme =
    isSame && mind.scheme !== null && mind.game !== null
      ? remainingScheme(mind.scheme, mind.game, game)
      : null;
  const asked = isSame ? askedStill(mind, game, at) : null;
  if (asked !== null) return meanwhile({ ...next, asked, scheme }, outlook, mind, bots);
  if (scheme !== null) return withScheme({ ...next, scheme, search: null }, outlook);
  // No new scheme is made just before exploring: the new tile will change the plan.
  if (board.length > 0 && mind.search === null && duty === null) return { ...next, scheme: null };
  const stands = isSame && mind.game?.heroes === game.heroes;
  const failed = stands ? mind.failed : 0;
  if (failed >= GIVEN_UP) return { ...next, scheme: null };
  const tasks = tasksOf(outlook, { holds: mind.holds, duty, failed });
  return newScheme({ ...next, scheme: null, failed, search: stands ? mind.search : null }, outlook, tasks);
}

/** How long bots wait for a person before they do something else. */
const PATIENCE: Millis = 3000;

/** Returns the steps for which bots still wait; null if there is no reason to do anything else. */
function askedStill(mind: Mind, game: Game, at: Millis): Mind['asked'] {
  const waited = mind.idleSince !== null && at - mind.idleSince >= PATIENCE;
  const asked = mind.asked ?? (waited ? mind.steps : null);
  if (asked === null || game.rules.noGatherings) return null; // with SC-17a the order of steps is fixed
  const stands = (hero: Hero | null): boolean =>
    hero === null || mind.game?.heroes[hero] === game.heroes[hero];
  return asked.every(list => list.every(({ hero }) => stands(hero))) ? asked : null;
}

/** The person's step stays first in the plan, and the bots do other useful steps. */
function meanwhile(mind: Mind, outlook: Outlook, before: Mind, bots: readonly Seat[]): Mind {
  const { duty, holds, asked } = mind;
  const kept = new Set((before.scheme?.hops ?? []).flatMap(({ passes }) => passes));
  const heroes = new Set((asked ?? []).flat().flatMap(({ hero }) => (hero === null ? [] : [hero])));
  const tasks = tasksOf(outlook, { holds, duty, failed: 0, everybody: true });
  const scheme =
    (before.asked === null ? null : mind.scheme) ??
    schemeMeanwhile(outlook, tasks, bots, { kept, asked: heroes });
  const hops = (asked ?? []).filter(list => list.some(({ hero }) => hero !== null));
  return withScheme({ ...mind, scheme, search: null, steps: [...mind.steps, ...hops] }, outlook);
}

function withScheme(mind: Mind, outlook: Outlook): Mind {
  if (mind.scheme === null) return mind;
  // Whether a step would move a hero that bots leave alone, or undo a person's move.
  const offends = ({ hero, to }: Step): boolean =>
    mind.holds.some(hold => hold.hero === hero && (hold.goals.length === 0 || hold.from === to));
  const steps = nextSteps(outlook, mind.scheme).filter(list => !list.some(offends));
  return { ...mind, steps: [...mind.steps, ...steps] };
}

const searchFor = (outlook: Outlook, tasks: readonly Task[]): Search =>
  outlook.game.rules.noGatherings
    ? new TileSearch(outlook, tasks)
    : new JointSearch(outlook, jointGoal(tasks), { greed: 2 });

/** One hero moves after the other if that plan is near the lower bound; otherwise a joint search runs in slices. */
function newScheme(mind: Mind, outlook: Outlook, tasks: readonly Task[]): Mind {
  if (mind.search !== null) return searchOn(mind, outlook, tasks);
  const sequence = planOneByOne(outlook, tasks);
  if (sequence?.hops.length === 0) return mind;
  const worst = outlook.phase === 'explore' ? NEARLY_FOUND : NEARLY;
  if (sequence !== null && sequence.hops.length <= sequence.bound + worst)
    return withScheme({ ...mind, scheme: schemeOf(outlook, sequence.hops, tasks) }, outlook);
  const fewer = firstOf(outlook, tasks);
  return fewer === null ? searchOn(mind, outlook, tasks) : newScheme(mind, outlook, fewer);
}

/**
 * If all tasks together have no scheme, only the most important one is planned: the other heroes can wait for the
 * hero on hourglass duty, and one explorer is enough. A hero that waits beside the hourglass and blocks the way turns
 * it now.
 */
function firstOf({ phase }: Outlook, tasks: readonly Task[]): readonly Task[] | null {
  const urgent = tasks.filter(task => task.urgent);
  if (urgent.length > 0 && (urgent.length < tasks.length || urgent.some(({ stays }) => stays)))
    return urgent.map(task => ({ ...task, stays: false }));
  return phase === 'explore' && tasks.length > 1 ? tasks.slice(0, 1) : null;
}

function searchOn(mind: Mind, outlook: Outlook, tasks: readonly Task[]): Mind {
  const search = mind.search ?? searchFor(outlook, tasks);
  const over = search.run(SLICE);
  if (search.plan !== null)
    return withScheme({ ...mind, scheme: schemeOf(outlook, search.plan, tasks), search: null }, outlook);
  if (!over && search.expanded < MOST_POSITIONS) return { ...mind, search };
  // If no plan is found in this mall, the bots explore to find other ways, or another hero explores.
  const failed = outlook.phase === 'explore' ? mind.failed + 1 : GIVEN_UP;
  return { ...mind, search: null, failed, closedMall: outlook.game.mall };
}
