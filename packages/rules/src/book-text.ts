/**
 * The book as text for printing, exporting and sharing (GB-2d): CSV for spreadsheets, and JSON that can be imported. An
 * imported score is only a claim; a score is proven only by an audited log (GB-3b).
 */
import { DEVIATIONS, type Score } from './book.ts';
import {
  type Check,
  completeRecord,
  fromJson,
  integerUpTo,
  isRecord,
  listOf,
  oneOf,
  orNull,
  sentence,
  text,
} from './check.ts';
import { EDITIONS } from './edition.ts';
import { err, ok, type Result } from './result.ts';

const VERSION = 1;
const MOST_SCORES = 10_000;
const LONGEST_TEXT = 5_000_000;

/** The check of each field, in the order of the CSV columns. */
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

/**
 * A line of headings, then one line for each score: times are in milliseconds, and deviations are separated by
 * semicolons.
 */
export const bookCsv = (scores: readonly Score[]): string =>
  csvText([COLUMNS, ...scores.map(score => COLUMNS.map(column => score[column]))]);

type CsvValue = string | number | null | readonly string[];

/** A CSV table with its headings first; lists are separated by semicolons. */
export const csvText = (rows: readonly (readonly CsvValue[])[]): string =>
  rows.map(row => `${row.map(csvCell).join(',')}\r\n`).join('');

function csvCell(value: CsvValue): string {
  if (value === null || typeof value === 'number') return `${value ?? ''}`;
  const words = typeof value === 'string' ? value : value.join('; ');
  // CSV injection: a spreadsheet would run a name that looks like a formula; a leading apostrophe prevents that.
  const harmless = /^[=+\-@\t\r]/.test(words) ? `'${words}` : words;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export const bookJson = (scores: readonly Score[]): string =>
  `${JSON.stringify({ book: VERSION, scores }, null, 1)}\n`;

/** Reads the text that `bookJson` wrote; for any other text, one sentence about what is wrong. */
export function readScores(book: string): Result<readonly Score[], string> {
  if (book.length > LONGEST_TEXT) return err(`The book is longer than ${LONGEST_TEXT} characters.`);
  const json = fromJson(book);
  if (!isRecord(json)) return err('The book is not a JSON object.');
  if (json['book'] !== VERSION) return err(`The book must say "book": ${VERSION}.`);
  const problem = completeRecord({
    book: integerUpTo(VERSION),
    scores: listOf(completeRecord(FIELDS), MOST_SCORES),
  })(json);
  // This cast is safe: every field was checked against the table above, and the compiler ensures that the table is
  // complete.
  return problem === null ? ok(json['scores'] as readonly Score[]) : err(sentence('The book', problem));
}
