/**
 * What every bot at a table thinks, and all think the same: a fold of the public game with the plan that follows from
 * it. Silent bots agree because they have seen the same; whoever sat down later agrees after a few moves.
 */
import { type Game, HEROES, type Hero, type Mall, type Millis, type Seat } from '@hush/rules';
import { type Duty, dutyOf, isHurried, lacksHourglass } from './duty.ts';
import { type Hold, type Task, tasksOf } from './goals.ts';
import { intentionBehind } from './intention.ts';
import { JointSearch, type Search } from './joint.ts';
import { mallSteps } from './mall-steps.ts';
import { isPeoples, schemeMeanwhile } from './meantime.ts';
import { lookAt, type Outlook } from './outlook.ts';
import { followed, inSequence, jointGoal, nextSteps, type Scheme, schemeOf } from './scheme.ts';
import type { Step } from './step.ts';
import { TileSearch } from './tile-search.ts';

export interface Mind {
  /** The game last seen, and the moment it was judged for. */
  readonly game: Game | null;
  readonly at: Millis;
  /** What is to be done now, by priority: one list for each hero or board step, equally good steps in each. */
  readonly steps: readonly (readonly Step[])[];
  /** How long this table takes for an action, smoothed, and how its humans compare with the usual delays. */
  readonly pace: Millis;
  readonly tempo: number;
  readonly lastHero: Hero | null;
  readonly lastWasTile: boolean;
  readonly progress: string;
  /** Who is to turn the hourglass. */
  readonly duty: Duty | null;
  readonly holds: readonly Hold[];
  /** What everybody follows, or the search for it. */
  readonly scheme: Scheme | null;
  readonly search: Search | null;
  /** How often no scheme was found since something was last achieved. */
  readonly failed: number;
  /** The mall in which no way leads to the end, so that the search goes on. */
  readonly closedMall: Mall | null;
  /** Everything is found but an hourglass, and the sand will not do without. */
  readonly lacksSand: boolean;
  /** The sand is low and no hourglass is there to turn. */
  readonly hurried: boolean;
  /** Since when nobody but people can do anything. */
  readonly idleSince: Millis | null;
  /** What people are asked for while bots do what else is useful; null while they need not. */
  readonly asked: readonly (readonly Step[])[] | null;
}

/** What a table is expected to take for an action before it has shown it. */
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

/** Without news the same position is judged again every so often: the sand runs. */
const BEAT: Millis = 2000;
/** Positions that a joint search looks at in one decision, and before it is given up. */
const SLICE = 60;
const MOST_POSITIONS = 10_000;
/** Failed so often, nothing is tried again until something has changed. */
const GIVEN_UP = 4;
/** So many actions more than the least are not worth a search. */
const NEARLY = 1;
/** While exploring the next tile changes everything anyway. */
const NEARLY_FOUND = 4;

export interface Seen {
  readonly at: Millis;
  /** Whose seats are people; their moves may have reasons that no plan knows. */
  readonly humans: readonly Seat[];
  /** Whose seats are bots; a seat that is neither is vacant. */
  readonly bots?: readonly Seat[];
}

/** Who sits where, as it matters to what is thought. */
interface Company {
  readonly humans: readonly Seat[];
  readonly bots: readonly Seat[];
}

const companyOf = ({ setUp }: Game, { humans, bots }: Seen): Company => ({
  humans,
  bots:
    bots ?? Array.from({ length: setUp.players }, (_, seat) => seat).filter(seat => !humans.includes(seat)),
});

/**
 * Bots of one table ask the same questions one after the other, so a mind's next thought is kept with it. It also lets
 * them share a search that is thought of in slices.
 */
const thoughts = new WeakMap<Mind, Thought>();

interface Thought {
  readonly game: Game;
  readonly at: Millis;
  readonly company: string;
  readonly after: Mind;
}

/** Whoever has looked away for longer does not go through it all again. */
const MOST_BEATS = 60;

/**
 * The mind after all that has happened. It is judged at every change of the game and at every beat in between, never at
 * the moment somebody happens to look: two bots that look at different times must still think the same.
 */
export function think(mind: Mind, game: Game, seen: Seen): Mind {
  const company = companyOf(game, seen);
  let now = mind;
  if (now.game !== null && now.game !== game) now = throughBeats(now, now.game, game.at - 1, company);
  if (now.game !== game) now = thought(now, game, game.at, company);
  now = throughBeats(now, game, seen.at, company);
  return now.search === null ? now : thought(now, game, now.at, company); // one slice a look
}

/** Beat by beat, and through every slice that somebody else has thought of already. */
function throughBeats(mind: Mind, game: Game, until: Millis, company: Company): Mind {
  if (game.status !== 'playing') return mind;
  const last = Math.floor(until / BEAT) * BEAT;
  const first = Math.max((Math.floor(mind.at / BEAT) + 1) * BEAT, last - MOST_BEATS * BEAT);
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

/** Every step is a person's. */
function idleSince({ steps, idleSince }: Mind, game: Game, at: Millis, company: Company): Millis | null {
  const waits =
    company.humans.length > 0 &&
    steps.length > 0 &&
    steps.every(list => list.slice(0, 1).every(step => isPeoples(game, company.bots, step)));
  return waits ? (idleSince ?? at) : null;
}

// What has changed.

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
    holds: deviants.reduce<readonly Hold[]>(
      (held, hero) => withHold(held, intentionBehind(before, game, hero)),
      holds,
    ),
  };
}

const clamp = (ratio: number): number => Math.min(3, Math.max(0.3, ratio));

/** Medians of recorded games: the same hero again, another hero, after a new tile. */
export const DELAYS = { same: 1000, other: 2000, tile: 4000 } as const;

function usualDelay({ lastHero, lastWasTile }: Mind, hero: Hero | null): Millis {
  if (lastWasTile) return DELAYS.tile;
  return hero === lastHero ? DELAYS.same : DELAYS.other;
}

const wasPlanned = (mind: Mind, game: Game, hero: Hero): boolean =>
  game.heroes[hero] === null ||
  mind.steps.some(list => list.some(step => step.hero === hero && step.to === game.heroes[hero]));

/** Only people could have done it, or nobody had planned it. */
function byHumans(mind: Mind, game: Game, moved: readonly Hero[], { bots }: Company): boolean {
  const done = mind.steps
    .flat()
    .find(step => moved.some(hero => step.hero === hero && step.to === game.heroes[hero]));
  if (done === undefined || mind.game === null) return moved.length > 0;
  return isPeoples(mind.game, bots, done);
}

function withHold(holds: readonly Hold[], hold: Hold | null): readonly Hold[] {
  return hold === null ? holds : [...holds.filter(({ hero }) => hero !== hold.hero), hold];
}

// What to do.

/** Changes exactly when something has been achieved, or other things have become important. */
const progressOf = ({ game, phase }: Outlook, duty: Duty | null, holds: readonly Hold[]): string =>
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
  const first = lookAt(game, { at, pace: mind.pace, searchOn: mind.closedMall === game.mall });
  const lacksSand = lacksHourglass(first, mind.lacksSand);
  const outlook = lacksSand ? lookAt(game, { at, pace: mind.pace, searchOn: true }) : first;
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
    isSame && mind.scheme !== null && mind.game !== null ? followed(mind.scheme, mind.game, game) : null;
  const asked = isSame ? askedStill(mind, game, at) : null;
  if (asked !== null) return meanwhile({ ...next, asked, scheme }, outlook, mind, bots);
  if (scheme !== null) return withScheme({ ...next, scheme, search: null }, outlook);
  // While a tile is about to be found nobody needs a new scheme: the tile will change it.
  if (board.length > 0 && mind.search === null && duty === null) return { ...next, scheme: null };
  const stands = isSame && mind.game?.heroes === game.heroes;
  const failed = stands ? mind.failed : 0;
  if (failed >= GIVEN_UP) return { ...next, scheme: null };
  const tasks = tasksOf(outlook, { holds: mind.holds, duty, failed });
  return newScheme({ ...next, scheme: null, failed, search: stands ? mind.search : null }, outlook, tasks);
}

/** So long a person may think before the others do something else. */
const PATIENCE: Millis = 3000;

/** What people are asked for and have not done yet; null while there is no reason to do anything else. */
function askedStill(mind: Mind, game: Game, at: Millis): Mind['asked'] {
  const waited = mind.idleSince !== null && at - mind.idleSince >= PATIENCE;
  const asked = mind.asked ?? (waited ? mind.steps : null);
  if (asked === null || game.rules.noGatherings) return null; // where nobody may meet, the order is the order (SC-17a)
  const stands = (hero: Hero | null): boolean =>
    hero === null || mind.game?.heroes[hero] === game.heroes[hero];
  return asked.every(list => list.every(({ hero }) => stands(hero))) ? asked : null;
}

/** The person's step stays the first of all, and the others do what they can. */
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
  // Hands off, and nobody takes back what a person has just done.
  const offends = ({ hero, to }: Step): boolean =>
    mind.holds.some(hold => hold.hero === hero && (hold.goals.length === 0 || hold.from === to));
  const steps = nextSteps(outlook, mind.scheme).filter(list => !list.some(offends));
  return { ...mind, steps: [...mind.steps, ...steps] };
}

const searchFor = (outlook: Outlook, tasks: readonly Task[]): Search =>
  outlook.game.rules.noGatherings
    ? new TileSearch(outlook, tasks)
    : new JointSearch(outlook, jointGoal(tasks), { greed: 2 });

/** One after the other if that is nearly as good as can be, and otherwise a plan for all, thought of in slices. */
function newScheme(mind: Mind, outlook: Outlook, tasks: readonly Task[]): Mind {
  if (mind.search !== null) return searchOn(mind, outlook, tasks);
  const sequence = inSequence(outlook, tasks);
  if (sequence?.hops.length === 0) return mind;
  const worst = outlook.phase === 'explore' ? NEARLY_FOUND : NEARLY;
  if (sequence !== null && sequence.hops.length <= sequence.bound + worst)
    return withScheme({ ...mind, scheme: schemeOf(outlook, sequence.hops, tasks) }, outlook);
  const fewer = firstOf(outlook, tasks);
  return fewer === null ? searchOn(mind, outlook, tasks) : newScheme(mind, outlook, fewer);
}

/**
 * What matters most, if not everything has to be done together: the others can wait for whoever turns the hourglass,
 * and one hero explores as well as two. Who waits beside the hourglass in everybody's way turns it now.
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
  // No plan as the mall lies: look for other ways by exploring, or explore with somebody else.
  const failed = outlook.phase === 'explore' ? mind.failed + 1 : GIVEN_UP;
  return { ...mind, search: null, failed, closedMall: outlook.game.mall };
}
