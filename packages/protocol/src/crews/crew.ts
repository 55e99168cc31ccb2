/**
 * A crew and its Great Book of Challenges (GB-1..GB-3), folded from its log. A crew has no accounts: the crew's code lets
 * people read the book, its secret lets them write, and its members are only names in the games they won. The server
 * computes every line from the game's record and never trusts a player's claim.
 */
import { bestScores, type Score, sha256 } from '@hush/rules';

/**
 * `here`: the game was played at this server. `elsewhere`: its record was imported from another server's file and proven
 * here; the names of the players cannot be checked.
 */
export const ORIGINS = ['here', 'elsewhere'] as const;
export type Origin = (typeof ORIGINS)[number];

/** An event of a crew's log: a game was won; its record is in a separate log. */
export interface GameEntered {
  readonly names: readonly string[];
  /** The day of the game, as days since 1970-01-01. */
  readonly day: number;
  readonly from: Origin;
  /** The seed commitment of the game: two lines with the same commitment are the same game. */
  readonly game: string;
  /** The SHA-256 hash of the record; the record is found and checked by this hash. */
  readonly record: string;
  /** The length of the record in characters. */
  readonly size: number;
  readonly score: Score;
}

/** An event: the crew skips a scenario of the path, or no longer skips it. */
export interface ScenarioSkip {
  readonly scenario: number;
  readonly skipped: boolean;
}

/**
 * A line of the book in short form: its number, names, day, origin, game, record, size, and the fields of its score.
 */
export type ShortLine = readonly [
  line: number,
  names: readonly string[],
  day: number,
  from: Origin,
  game: string,
  record: string,
  size: number,
  scenario: Score['scenario'],
  name: string,
  level: number,
  edition: Score['edition'],
  players: number,
  turned: number,
  timeLeft: number,
  deviations: Score['deviations'],
];

/** An event that contains the whole book. It replaces all earlier events, whose text is deleted (ADR 20). */
interface BookKept {
  readonly type: 'bookKept';
  readonly name: string;
  readonly key: string;
  readonly day: number;
  readonly shown: boolean;
  readonly skipped: readonly number[];
  readonly entered: number;
  readonly lines: readonly ShortLine[];
}

export type CrewEvent =
  | BookKept
  | { readonly type: 'crewFounded'; readonly name: string; readonly key: string; readonly day: number }
  | { readonly type: 'crewRenamed'; readonly name: string }
  | ({ readonly type: 'gameEntered' } & GameEntered)
  | { readonly type: 'lineStruck'; readonly line: number }
  | { readonly type: 'boardShown'; readonly shown: boolean }
  | ({ readonly type: 'scenarioSkipped' } & ScenarioSkip);

/** A line of the book: a score, who won it, and when. */
export interface BookLine extends Score, Omit<GameEntered, 'score'> {
  /** The number of the line, from 1 in the order of entering; numbers are never used again. */
  readonly line: number;
}

export interface Crew {
  readonly name: string;
  readonly key: string;
  readonly founded: number;
  /** Whether the crew is shown on the server's leaderboard. */
  readonly shown: boolean;
  /** Scenarios of the path that the crew skips. */
  readonly skipped: readonly number[];
  /** The lines that have not been removed. */
  readonly lines: readonly BookLine[];
  /** How many lines were ever entered, including removed ones. */
  readonly entered: number;
}

/** Limits of one book (lines, events), so that no crew can fill the disk. */
export const MOST_LINES = 1_000;
const MOST_CHANGES = 2_000;
export const MOST_RECORD_CHARACTERS = 250_000;
const MOST_BOOK_CHARACTERS = 20_000_000;

/** A hash of a crew's secret, by which the secret is recognised and from which it cannot be computed. */
export const crewKey = (secret: string): string => sha256(`crew:${secret}`);

/** Applies an event of the log to a crew; null if the event is impossible in this state. */
export function evolveCrew(crew: Crew | null, event: CrewEvent): Crew | null {
  if (crew !== null) return changed(crew, event);
  if (event.type === 'bookKept') return keptCrew(event);
  return event.type === 'crewFounded' ? founded(event) : null;
}

function changed(crew: Crew, event: CrewEvent): Crew | null {
  switch (event.type) {
    case 'crewFounded':
      return null; // a log that founds its crew twice is impossible
    case 'bookKept':
      return keptCrew(event);
    case 'crewRenamed':
      return { ...crew, name: event.name };
    case 'gameEntered':
      return { ...crew, entered: crew.entered + 1, lines: [...crew.lines, lineOf(crew.entered + 1, event)] };
    case 'lineStruck':
      return { ...crew, lines: crew.lines.filter(({ line }) => line !== event.line) };
    case 'boardShown':
      return { ...crew, shown: event.shown };
    case 'scenarioSkipped':
      return { ...crew, skipped: skippedAfter(crew, event) };
  }
}

const keptCrew = ({ name, key, day, shown, skipped, entered, lines }: BookKept): Crew => ({
  name,
  key,
  founded: day,
  shown,
  skipped,
  entered,
  lines: lines.map(longLine),
});

/** An event that holds the crew's current state, so that removed lines and former names can be deleted. */
export const keepingBook = ({ name, key, founded, shown, skipped, entered, lines }: Crew): BookKept => ({
  type: 'bookKept',
  name,
  key,
  day: founded,
  shown,
  skipped,
  entered,
  lines: lines.map(shortLine),
});

const shortLine = (one: BookLine): ShortLine => [
  one.line,
  one.names,
  one.day,
  one.from,
  one.game,
  one.record,
  one.size,
  one.scenario,
  one.name,
  one.level,
  one.edition,
  one.players,
  one.turned,
  one.timeLeft,
  one.deviations,
];

function longLine(short: ShortLine): BookLine {
  const [line, names, day, from, game, record, size, scenario, name, ...rest] = short;
  const [level, edition, players, turned, timeLeft, deviations] = rest;
  const score = { scenario, name, level, edition, players, turned, timeLeft, deviations };
  return { ...score, line, names, day, from, game, record, size };
}

const skippedAfter = ({ skipped }: Crew, { scenario, skipped: on }: ScenarioSkip): readonly number[] =>
  [...skipped.filter(one => one !== scenario), ...(on ? [scenario] : [])].sort((a, b) => a - b);

type Founded = Extract<CrewEvent, { readonly type: 'crewFounded' }>;
const founded = ({ name, key, day }: Founded): Crew => ({
  name,
  key,
  founded: day,
  shown: false,
  skipped: [],
  lines: [],
  entered: 0,
});

const lineOf = (line: number, { score, names, day, from, game, record, size }: GameEntered): BookLine => ({
  ...score,
  line,
  names,
  day,
  from,
  game,
  record,
  size,
});

/** The code that says why a game may not be entered. */
export type WhyNotEntered = 'known' | 'full' | 'long';

export function enteringProblem(crew: Crew, { game, size }: GameEntered): WhyNotEntered | null {
  if (crew.lines.some(line => line.game === game)) return 'known';
  if (size > MOST_RECORD_CHARACTERS) return 'long';
  const kept = crew.lines.reduce((sum, line) => sum + line.size, size);
  return crew.entered >= MOST_LINES || kept > MOST_BOOK_CHARACTERS ? 'full' : null;
}

/**
 * Whether the crew may change its name, its path or its visibility again. Such changes have a quota of their own, so that
 * they never use up the space for games (ruling).
 */
export function mayChange({ entered, lines }: Crew, events: number, more: number): boolean {
  const struck = entered - lines.length;
  const founding = 1;
  return events - founding - entered - struck + more <= MOST_CHANGES;
}

/** The best line of each scenario and level, in the order of the book (GB-1f). */
export const bestLines = (lines: readonly BookLine[]): readonly BookLine[] => bestScores(lines);
