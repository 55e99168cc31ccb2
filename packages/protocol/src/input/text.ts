/** Cleans names and texts from outside, so that readers see every character that was sent and no layout tricks. */
import { err, ok, type Result } from '@hush/rules';
import type { InputProblem } from './problem.ts';

export const LONGEST_NAME = 24;
export const LONGEST_TEXT = 280;
/** The longest title of a scenario, in characters. */
const LONGEST_TITLE = 80;

/** Control and format characters, including bidirectional marks; the zero-width joiner of emoji is allowed. */
const UNSEEN = /(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;
/**
 * Marks beyond three on one letter, which no language needs; more marks, also with joiners between them, would cover
 * neighbouring lines.
 */
const TOWERS = /((?:\p{M}\u200d*){3})[\p{M}\u200d]+/gu;

/**
 * A visible character, of which a text needs at least one: marks, joiners and characters without a glyph do not
 * count.
 */
export const VISIBLE_CHARACTER = /(?![\u115f\u1160\u3164\uffa0\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Removing characters can join their neighbours into new marks, so cleaning is repeated until nothing changes. */
function clean(text: string): string {
  const seen = text.replace(/\s+/gu, ' ').replace(UNSEEN, '').replace(/ +/g, ' ');
  return seen.normalize('NFC').replace(TOWERS, '$1').trim();
}

export const cleanName = (text: string): Result<string, InputProblem> =>
  cleaned(text, LONGEST_NAME, 'A name');
export const cleanText = (text: string): Result<string, InputProblem> =>
  cleaned(text, LONGEST_TEXT, 'A message');

export const cleanTitle = (text: string): Result<string, InputProblem> =>
  cleaned(text, LONGEST_TITLE, 'A title');

/** Cleans a text of several lines: keeps line breaks, but at most one empty line between two lines. The result may be empty. */
const cleanLines = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map(clean)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** The longest text about a scenario, in characters. */
export const LONGEST_SHEET_TEXT = 1_000;

/** Cleans a text of several lines; null if it is not a text or is too long before or after cleaning. */
export function cleanAbout(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > LONGEST_SHEET_TEXT) return null;
  const text = cleanLines(value);
  return text.length > LONGEST_SHEET_TEXT ? null : text;
}

/**
 * Makes a problem without importing `problem.ts`, so that the page of a running game does not load the code that
 * checks input.
 */
const bad = (code: InputProblem['code'], why: string): Result<string, InputProblem> =>
  err({ code, rule: null, values: {}, why });

function cleaned(text: string, longest: number, what: string): Result<string, InputProblem> {
  // The problem of a text that is too long. Its length is checked first, because cleaning a very long text would take
  // too long.
  const tooLong = (): Result<string, InputProblem> =>
    bad('long-name', `${what} has at most ${longest} characters.`);
  if (text.length > longest * 8) return tooLong();
  const result = clean(text);
  if (!VISIBLE_CHARACTER.test(result))
    return bad('unseen-name', `${what} needs at least one character that can be seen.`);
  return [...result].length > longest ? tooLong() : ok(result);
}
