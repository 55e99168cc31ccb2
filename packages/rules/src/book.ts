/**
 * The Great Book of Challenges (GB-1..GB-3): the score of a finished game. A score is never taken from a player's claim;
 * it is recomputed from the log, which is the proof.
 */
import { auditing } from './audit.ts';
import { EDITION_RULES, EDITIONS, type Edition } from './edition.ts';
import type { GameEvent } from './events.ts';
import { editionOf, type Game, sandSaved } from './game.ts';
import { err, ok, type Result } from './result.ts';
import { atLevel, isSideFree, scenarioNumber } from './scenario.ts';
import type { SetUp } from './set-up.ts';
import { atOnce, type Steps } from './steps.ts';
import type { Millis, Seat } from './vocabulary.ts';

/** One line of the book. Custom scenarios have their name and no number (GB-2a). */
export interface Score {
  readonly scenario: number | null;
  readonly name: string;
  /** The highest tile number in the stack (SC-La). */
  readonly level: number;
  readonly edition: Edition;
  readonly players: number;
  /** How many hourglass spaces were used; fewer is better. */
  readonly turned: number;
  readonly timeLeft: Millis;
  /** Where the game deviated from the edition's rules. */
  readonly deviations: readonly Deviation[];
}

export const DEVIATIONS = [
  'hourglass',
  'pause',
  'free talk',
  'tiles',
  'stack',
  'side',
  'heroes',
  'action tiles',
  'bots',
] as const;
export type Deviation = (typeof DEVIATIONS)[number];

/**
 * Returns the score of a won game, recomputed from its audited log; otherwise a sentence that says why there is none
 * (GB-3b).
 */
export const scoreOf = (log: readonly GameEvent[]): Result<Score, string> => atOnce(scoring(log));

export const NOT_WON = 'Only a won game goes into the book.';
export const PLAYED_ON = 'A game that was played on from an earlier moment does not go into a book.';
export const noBook = (edition: Edition): string => `Edition ${edition} has no book.`;

/** `scoreOf` as a generator that pauses after each event, for callers that must not block. */
export function* scoring(log: readonly GameEvent[]): Steps<Result<Score, string>> {
  const audited = yield* auditing(log);
  if (!audited.ok) return audited;
  const game = audited.value;
  if (game.status !== 'won') return err(NOT_WON);
  if (log.some(({ type }) => type === 'playedOn')) return err(PLAYED_ON);
  return editionOf(game).scoreSheet ? ok(scoreOfGame(game)) : err(noBook(game.setUp.edition));
}

function scoreOfGame(game: Game): Score {
  const { scenario, name, edition, players } = game.setUp;
  return {
    scenario,
    name,
    level: Math.max(0, ...game.setUp.stack),
    edition,
    players,
    turned: game.turned,
    timeLeft: sandSaved(game),
    deviations: deviations(game.setUp, game.bots),
  };
}

/**
 * How a game deviates from its edition: house rules (RULES 11) and bots. A custom scenario sets its own stack and
 * side of tile 1, so these are not deviations.
 */
export function deviations(setUp: SetUp, bots: readonly Seat[] = []): readonly Deviation[] {
  const { house, edition, chosen } = setUp;
  const rules = EDITION_RULES[edition];
  const scenario = setUp.scenario === null ? undefined : scenarioNumber(setUp.scenario);
  const found: Readonly<Record<Deviation, boolean>> = {
    hourglass: setUp.hourglass !== 180_000 || house.noClock === true, // HG-1a HG-9c
    pause: (house.pause && !rules.pause) || house.pauseOnDisconnect,
    'free talk': house.freeTalk && !((setUp.scenario ?? 0) >= 1 && (setUp.scenario ?? 0) <= rules.freeTalk),
    tiles: setUp.tiles !== null,
    stack: scenario !== undefined && (chosen.includes('stack') || !isStandardStack(setUp)),
    side: scenario !== undefined && !isSideFree(scenario) && setUp.side !== scenario.side, // SU-1d, SC-7b
    heroes: chosen.includes('heroes') && !setUp.rules.includes('twoMalls'),
    'action tiles': chosen.includes('actionTiles') || chosen.includes('pile'),
    bots: bots.length > 0,
  };
  return DEVIATIONS.filter(deviation => found[deviation]);
}

function isStandardStack({ scenario, stack, rules }: SetUp): boolean {
  const printed = scenarioNumber(scenario ?? 0);
  if (printed === undefined) return true;
  const level = Math.max(0, ...stack);
  const tiles = printed.levels.includes(level)
    ? atLevel(printed, level).stack
    : [...printed.stack, ...printed.top];
  const expected = tiles.filter(tile => !(rules.includes('twoMalls') && tile === 3)).sort((a, b) => a - b);
  return JSON.stringify(expected) === JSON.stringify(stack);
}

/** The box of the book to which a score belongs; scores are compared within a box (GB-1f). */
export const boxOf = ({ scenario, name, level, edition, players }: Score): string =>
  JSON.stringify([scenario ?? name, level, edition, players]);

/** Compares two scores; negative if the first is better: fewer hourglass spaces, then more time left (GB-1e, GB-1f). */
export const compareScores = (a: Score, b: Score): number => a.turned - b.turned || b.timeLeft - a.timeLeft;

/**
 * The best score of each box, in the order of the book: scenarios by number, then custom ones by name. Of two equal
 * scores the earlier one stays.
 */
export function bestScores<S extends Score>(scores: readonly S[]): readonly S[] {
  const best = new Map<string, S>();
  for (const score of scores) {
    const known = best.get(boxOf(score));
    if (known === undefined || compareScores(score, known) < 0) best.set(boxOf(score), score);
  }
  return [...best.values()].sort(compareBoxes);
}

const compareBoxes = (a: Score, b: Score): number =>
  (a.scenario ?? Number.MAX_SAFE_INTEGER) - (b.scenario ?? Number.MAX_SAFE_INTEGER) ||
  compareNames(a, b) ||
  a.level - b.level ||
  EDITIONS.indexOf(a.edition) - EDITIONS.indexOf(b.edition) ||
  a.players - b.players;

/** Compares names by code points, so that every machine prints the same book. */
const compareNames = (a: Score, b: Score): number => Number(a.name > b.name) - Number(a.name < b.name);
