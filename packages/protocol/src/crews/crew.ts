/**
 * A crew and its Great Book of Challenges (GB-1..GB-3), folded from its log. A crew has no accounts: whoever has its
 * code reads the book, whoever has its secret writes in it, and members are names behind the games they won. A line
 * contains what the referee recomputed from the game's record, never a claim of the players.
 */
import { bestScores, type Score, sha256 } from '@hush/rules';

/**
 * `here`: played at this server. `elsewhere`: proven here from another server's file; that server says who played,
 * which cannot be checked.
 */
export const ORIGINS = ['here', 'elsewhere'] as const;
export type Origin = (typeof ORIGINS)[number];

/** A won game as it stands in the log of a crew; its record lies in a log of its own. */
export interface Entered {
  readonly names: readonly string[];
  /** Days since 1970. */
  readonly day: number;
  readonly from: Origin;
  /** The commitment that the game made at its start: two lines with the same commitment are the same game. */
  readonly game: string;
  /** The SHA-256 of the record, by which it is found and checked. */
  readonly record: string;
  /** How many characters the record has. */
  readonly size: number;
  readonly score: Score;
}

/** Whether a crew leaves out a scenario of the path. */
export interface Skip {
  readonly scenario: number;
  readonly skipped: boolean;
}

export type CrewEvent =
  | { readonly type: 'crewFounded'; readonly name: string; readonly key: string; readonly day: number }
  | { readonly type: 'crewRenamed'; readonly name: string }
  | ({ readonly type: 'gameEntered' } & Entered)
  | { readonly type: 'lineStruck'; readonly line: number }
  | { readonly type: 'boardShown'; readonly shown: boolean }
  | ({ readonly type: 'scenarioSkipped' } & Skip);

/** A line of the book: a score, who won it, and when. */
export interface BookLine extends Score, Omit<Entered, 'score'> {
  /** In the order of entering, from 1; no number is used twice. */
  readonly line: number;
}

export interface Crew {
  readonly name: string;
  readonly key: string;
  readonly founded: number;
  /** Whether the crew wants to be on the board of its server. */
  readonly shown: boolean;
  /** Scenarios of the path that the crew leaves out. */
  readonly skipped: readonly number[];
  /** The lines without those that were removed. */
  readonly lines: readonly BookLine[];
  /** How many lines there ever were. */
  readonly entered: number;
}

/** Limits of a book, so that one crew cannot fill a disk. */
const MOST_LINES = 1_000;
const MOST_CHANGES = 2_000;
export const MOST_RECORD_CHARACTERS = 250_000;
const MOST_BOOK_CHARACTERS = 20_000_000;

/** A hash of a crew's secret: enough to recognise the secret, too little to guess it. */
export const crewKey = (secret: string): string => sha256(`crew:${secret}`);

/** The crew after one more event of its log; null if the event is impossible in this state. */
export function evolveCrew(crew: Crew | null, event: CrewEvent): Crew | null {
  if (crew === null) return event.type === 'crewFounded' ? founded(event) : null;
  switch (event.type) {
    case 'crewFounded':
      return null; // once
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

const skippedAfter = ({ skipped }: Crew, { scenario, skipped: on }: Skip): readonly number[] =>
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

const lineOf = (line: number, { score, names, day, from, game, record, size }: Entered): BookLine => ({
  ...score,
  line,
  names,
  day,
  from,
  game,
  record,
  size,
});

/** Why a game may not be entered, as a code for programs. */
export type WhyNotEntered = 'known' | 'full' | 'long';

export function enteringProblem(crew: Crew, { game, size }: Entered): WhyNotEntered | null {
  if (crew.lines.some(line => line.game === game)) return 'known';
  if (size > MOST_RECORD_CHARACTERS) return 'long';
  const kept = crew.lines.reduce((sum, line) => sum + line.size, size);
  return crew.entered >= MOST_LINES || kept > MOST_BOOK_CHARACTERS ? 'full' : null;
}

/**
 * Whether a crew may change its name, its path or its visibility once more: these changes have a quota of their own
 * in the log, so that they never take the place of a game (ruling).
 */
export function mayChange({ entered, lines }: Crew, events: number, more: number): boolean {
  const struck = entered - lines.length;
  const founding = 1;
  return events - founding - entered - struck + more <= MOST_CHANGES;
}

/** The best line of each box, in the order of the book (GB-1f). */
export const bestLines = (lines: readonly BookLine[]): readonly BookLine[] => bestScores(lines);
