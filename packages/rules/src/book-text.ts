/**
 * The book as text, to be printed, exported and shared (GB-2d): a table for spreadsheets, and JSON that comes back.
 * What comes back from outside is only told; proven is a score whose log was audited (GB-3b).
 */
import { DEVIATIONS, type Score } from './book.ts';
import {
  type Check,
  fromJson,
  integerUpTo,
  isRecord,
  listOf,
  oneOf,
  orNull,
  sentence,
  text,
  whole,
} from './check.ts';
import { EDITIONS } from './edition.ts';
import { err, ok, type Result } from './result.ts';

const VERSION = 1;
const MOST_SCORES = 10_000;
const LONGEST_TEXT = 5_000_000;

/** In the order of the columns of the table. */
const FIELDS: Readonly<Record<keyof Score, Check>> = {
  scenario: orNull(integerUpTo(99)),
  name: text(80),
  level: integerUpTo(99),
  edition: oneOf(EDITIONS),
  players: integerUpTo(9),
  turned: integerUpTo(99),
  timeLeft: integerUpTo(3_600_000),
  deviations: listOf(oneOf(DEVIATIONS), DEVIATIONS.length),
};

const COLUMNS = Object.keys(FIELDS) as readonly (keyof Score)[];

/** One line a score, after a line of headings; the time left in milliseconds, deviations with semicolons between. */
export const bookCsv = (scores: readonly Score[]): string =>
  csvText([COLUMNS, ...scores.map(score => COLUMNS.map(column => score[column]))]);

type CsvValue = string | number | null | readonly string[];

/** A table for spreadsheets, its headings first; lists have semicolons between. */
export const csvText = (rows: readonly (readonly CsvValue[])[]): string =>
  rows.map(row => `${row.map(csvCell).join(',')}\r\n`).join('');

function csvCell(value: CsvValue): string {
  if (value === null || typeof value === 'number') return `${value ?? ''}`;
  const words = typeof value === 'string' ? value : value.join('; ');
  // Spreadsheets would calculate a name that looks like a formula; behind an apostrophe they do not.
  const harmless = /^[=+\-@\t\r]/.test(words) ? `'${words}` : words;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export const bookJson = (scores: readonly Score[]): string =>
  `${JSON.stringify({ book: VERSION, scores }, null, 1)}\n`;

/** What `bookJson` wrote, or one sentence about what is wrong with it. */
export function readScores(book: string): Result<readonly Score[], string> {
  if (book.length > LONGEST_TEXT) return err(`The book is longer than ${LONGEST_TEXT} characters.`);
  const json = fromJson(book);
  if (!isRecord(json)) return err('The book is no JSON object.');
  if (json['book'] !== VERSION) return err(`The book must say "book": ${VERSION}.`);
  const problem = whole({ book: integerUpTo(VERSION), scores: listOf(whole(FIELDS), MOST_SCORES) })(json);
  // Every field was checked against the table above, which the compiler holds complete.
  return problem === null ? ok(json['scores'] as readonly Score[]) : err(sentence('The book', problem));
}
