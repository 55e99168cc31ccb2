/**
 * A crew's book as a file: CSV for spreadsheets, and JSON with the records of the games. Another server replays these
 * records before it accepts a line.
 */
import {
  atOnce,
  describeTextProblem,
  err,
  type GameEvent,
  NOT_WON,
  noBook,
  ok,
  PLAYED_ON,
  parsingRecord,
  type Result,
  type Score,
  type Steps,
  scoring,
  sha256,
} from '@hush/rules';
import { badInput, type InputProblem, type InputProblemCode, problemWithin } from '../input/problem.ts';
import { writing } from '../logs/last-game.ts';
import type { BookLine, GameEntered, Origin } from './crew.ts';
import type { BookGame } from './crew-codec.ts';

const DAY = 86_400_000;

/** A day number as a date, for instance '2026-11-16', independent of time zone and language. */
export const dateOfDay = (day: number): string =>
  // biome-ignore lint/style/noRestrictedGlobals: the calendar is asked, not the clock
  new Date(day * DAY).toISOString().slice(0, 10);

type CsvValue = string | number | null | readonly string[];

function csvCell(value: CsvValue): string {
  if (value === null || typeof value === 'number') return `${value ?? ''}`;
  const words = typeof value === 'string' ? value : value.join('; ');
  // CSV injection: a spreadsheet would run a name that looks like a formula; a leading apostrophe prevents that.
  const harmless = /^[=+\-@\t\r]/.test(words) ? `'${words}` : words;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const csvText = (rows: readonly (readonly CsvValue[])[]): string =>
  rows.map(row => `${row.map(csvCell).join(',')}\r\n`).join('');

/**
 * The book as CSV: one line of headings, then one line for each game. Times are in milliseconds; lists are separated
 * by semicolons.
 */
export const crewCsv = (lines: readonly BookLine[]): string =>
  csvText([
    [
      'line',
      'date',
      'scenario',
      'name',
      'level',
      'edition',
      'players',
      'turned',
      'timeLeft',
      'names',
      'marks',
      'from',
    ],
    ...lines.map(one => [
      one.line,
      dateOfDay(one.day),
      one.scenario,
      one.name,
      one.level,
      one.edition,
      one.players,
      one.turned,
      one.timeLeft,
      one.names,
      one.deviations,
      one.from,
    ]),
  ]);

const scoreOfLine = (line: BookLine): Score => ({
  scenario: line.scenario,
  name: line.name,
  level: line.level,
  edition: line.edition,
  players: line.players,
  turned: line.turned,
  timeLeft: line.timeLeft,
  deviations: line.deviations,
});

export interface KeptLine {
  readonly line: BookLine;
  readonly record: string;
}

/** The book as JSON. Each game is on a line of its own, so that an error message can name the line. */
export function crewJson(name: string, kept: readonly KeptLine[]): string {
  const games = kept.map(({ line, record }) =>
    JSON.stringify({ names: line.names, day: line.day, score: scoreOfLine(line), record }),
  );
  return `{"crew": 1, "name": ${JSON.stringify(name)}, "games": [\n${games.join(',\n')}\n]}\n`;
}

/** A record with the facts that it proves. */
export interface Proof {
  readonly text: string;
  readonly score: Score;
  readonly game: string;
}

/** Replays a record and returns the facts that it proves (GB-3b), or the problem with its line. */
export const proofOf = (record: string): Result<Proof, InputProblem> => atOnce(proving(record));

/** Proves a record in steps of one event, because a long game takes a while. */
function* proving(record: string): Steps<Result<Proof, InputProblem>> {
  const events = yield* parsingRecord(record);
  if (!events.ok) {
    const { line, column } = events.error;
    return badInput('record-text', { line, column }, `The record, ${describeTextProblem(events.error)}.`);
  }
  return yield* provingEvents(events.value);
}

export function* provingEvents(events: readonly GameEvent[]): Steps<Result<Proof, InputProblem>> {
  const [first] = events;
  const score = yield* scoring(events);
  if (!score.ok) return badInput(whyUnproven(first, score.error), {}, score.error);
  if (first?.type !== 'gameSetUp') return badInput('record-false', {}, 'The record has no set-up.');
  // The record is written again from its events, which removes comments and spaces of the file.
  const text = yield* writing(events);
  return ok({ text, score: score.value, game: first.setUp.commitment });
}

/**
 * Why a record proves no score. A game without a score was lost, was continued from an earlier game, or belongs to an
 * edition without a book; anything else is impossible.
 */
function whyUnproven(first: GameEvent | undefined, why: string): InputProblemCode {
  if (why === NOT_WON) return 'record-lost';
  if (why === PLAYED_ON) return 'record-played-on';
  const isBookless = first?.type === 'gameSetUp' && why === noBook(first.setUp.edition);
  return isBookless ? 'record-bookless' : 'record-false';
}

/** The line of the book for a proven game. */
export const enteredBy = (
  { text, score, game }: Proof,
  told: { readonly names: readonly string[]; readonly day: number; readonly from: Origin },
): GameEntered => ({ ...told, game, score, record: sha256(text), size: text.length });

/** Proves one game of an imported book: its score must be the one that its record proves. */
export function* provingGame(
  { record, score }: BookGame,
  number: number,
): Steps<Result<Proof, InputProblem>> {
  const proof = yield* proving(record);
  if (!proof.ok)
    return err(problemWithin(proof.error, { game: number }, `Game ${number}: ${proof.error.why}`));
  const field = differenceBetween(score, proof.value.score);
  if (field === null || (field === 'deviations' && lacksLaterMark(score, proof.value.score))) return proof;
  const say = `Game ${number}: "score" is not what the record proves: "${field}".`;
  return badInput('score-differs', { game: number, field: `score.${field}` }, say);
}

/** Versions before SC-7b did not mark side A of scenario 7. Their books are still accepted, and the line gets the mark. */
function lacksLaterMark(told: unknown, proven: Score): boolean {
  const deviations = proven.deviations.filter(deviation => deviation !== 'side');
  return proven.scenario === 7 && differenceBetween(told, { ...proven, deviations }) === null;
}

/** The name of the first field in which a claimed score differs from the proven one. */
function differenceBetween(told: unknown, proven: Score): string | null {
  if (typeof told !== 'object' || told === null) return 'score';
  const fields = told as Readonly<Record<string, unknown>>;
  const known = Object.keys(proven) as (keyof Score)[];
  const strange = Object.keys(fields).find(name => !known.some(field => field === name));
  if (strange !== undefined) return strange.slice(0, 40);
  return known.find(name => JSON.stringify(fields[name]) !== JSON.stringify(proven[name])) ?? null;
}

/** The most games and the most characters of one file, so that another server can import the file in one request. */
const MOST_GAMES = 200;
const MOST_CHARACTERS = 3_500_000;

/** Splits the lines of a book into files that are small enough to import; usually one file. */
export function partsOf(lines: readonly BookLine[]): readonly (readonly BookLine[])[] {
  const parts: BookLine[][] = [[]];
  let characters = 0;
  for (const line of lines) {
    const part = parts.at(-1) ?? [];
    if (part.length >= MOST_GAMES || (part.length > 0 && characters + line.size > MOST_CHARACTERS)) {
      parts.push([line]);
      characters = line.size;
      continue;
    }
    part.push(line);
    characters += line.size;
  }
  return parts;
}
