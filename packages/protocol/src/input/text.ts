/**
 * Names and texts from outside, made harmless: readers see what was written and nothing more.
 */
import { err, ok, type Result } from '@hush/rules';
import type { InputProblem } from './problem.ts';

export const LONGEST_NAME = 24;
export const LONGEST_TEXT = 280;
/** As long as the name of a scenario may be. */
const LONGEST_TITLE = 80;

/** Control and format characters, bidirectional marks among them; the joiner that holds emoji together may stay. */
const UNSEEN = /(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;
/**
 * No language needs more than three combining marks on one letter; more of them, also with joiners between, would cover
 * other lines.
 */
const TOWERS = /((?:\p{M}\u200d*){3})[\p{M}\u200d]+/gu;

/** A text needs a visible character: marks, joiners and characters without a glyph are not enough. */
export const VISIBLE_CHARACTER = /(?![\u115f\u1160\u3164\uffa0\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Removing characters can join their neighbours into new marks, so the rest is cleaned again: cleaning twice changes
 * nothing.
 */
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

/** A text of several lines keeps them, and at most one empty one between two; it may have nothing to say. */
const cleanLines = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map(clean)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** The best line of each box, in the order of the book (GB-1f). */
export const LONGEST_SHEET_TEXT = 1_000;

/** A cleaned text of several lines; null if it is empty or too long, before or after cleaning. */
export function cleanAbout(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > LONGEST_SHEET_TEXT) return null;
  const text = cleanLines(value);
  return text.length > LONGEST_SHEET_TEXT ? null : text;
}

/** Made here and not by `problem.ts`, so that the page of a running game does not carry the checks of input. */
const bad = (code: InputProblem['code'], why: string): Result<string, InputProblem> =>
  err({ code, rule: null, values: {}, why });

function cleaned(text: string, longest: number, what: string): Result<string, InputProblem> {
  // The length is checked first, because cleaning a very long text would take too long.
  const tooLong = (): Result<string, InputProblem> =>
    bad('long-name', `${what} has at most ${longest} characters.`);
  if (text.length > longest * 8) return tooLong();
  const result = clean(text);
  if (!VISIBLE_CHARACTER.test(result))
    return bad('unseen-name', `${what} needs at least one character that can be seen.`);
  return [...result].length > longest ? tooLong() : ok(result);
}
