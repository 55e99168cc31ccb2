/**
 * The smallest parts of the notation: words that stand for values. `read` accepts everything that `write` makes; for any
 * other text it returns undefined and never guesses.
 */
import { err, ok, type Result } from './result.ts';

export interface NotationWord<T> {
  /** What a reader expects at this place of a text, for error messages: `a cell such as 5b3`. */
  readonly what: string;
  write(value: T): string;
  read(text: string): T | undefined;
}

export const wordOf = <T extends string>(what: string, list: readonly T[]): NotationWord<T> => ({
  what,
  write: value => value,
  read: text => list.find(item => item === text),
});

/** A count as text: 0 or more, with an upper limit. */
export const COUNT: NotationWord<number> = {
  what: 'a number',
  write: String,
  read: text => (/^\d{1,6}$/.test(text) ? Number(text) : undefined),
};

export const YES_NO: NotationWord<boolean> = {
  what: 'yes or no',
  write: value => (value ? 'yes' : 'no'),
  read: text => (text === 'yes' ? true : text === 'no' ? false : undefined),
};

/** Text that somebody else wrote (names, seeds, tiles), in quotes with JSON's escapes, so that it stays on its line. */
export const QUOTED: NotationWord<string> = {
  what: 'a text in double quotes',
  write: value => JSON.stringify(value),
  read: readQuoted,
};

function readQuoted(text: string): string | undefined {
  if (!text.startsWith('"')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    // a text without its last quote, or with a wrong escape, is not accepted as a word; the reader reports the place
    return undefined;
  }
}

/** A word, or another word that stands for null. */
export const wordOrNull = <T>(word: NotationWord<T>, nothing: string): NotationWord<T | null> => ({
  what: `${word.what} or ${nothing}`,
  write: value => (value === null ? nothing : word.write(value)),
  read: text => (text === nothing ? null : word.read(text)),
});

/** Several values in one word, separated by commas; `none` for an empty list. */
export const listWord = <T>(word: NotationWord<T>, separator = ','): NotationWord<readonly T[]> => ({
  what: `${word.what}, or more with "${separator}" between, or none`,
  write: list => (list.length === 0 ? NONE : list.map(item => word.write(item)).join(separator)),
  read: text => (text === NONE ? [] : all(text.split(separator).map(part => word.read(part)))),
});

export const NONE = 'none';

const all = <T>(list: readonly (T | undefined)[]): readonly T[] | undefined => {
  const found = list.filter(item => item !== undefined);
  return found.length === list.length ? found : undefined;
};

/** The words of one line of text, with their columns. */
export interface TextLine {
  readonly number: number;
  readonly words: readonly { readonly text: string; readonly column: number }[];
  /** The column after the end of the line, where missing words are reported. */
  readonly end: number;
  /** The text of the following lines that begin with a bar, without the bars; null if there are none. */
  readonly quoted: string | null;
}

/** Where and why a text cannot be read; lines and columns count from 1. */
export interface TextProblem {
  readonly line: number;
  readonly column: number;
  readonly why: string;
}

export const describeTextProblem = ({ line, column, why }: TextProblem): string =>
  `line ${line}, column ${column}: ${why}`;

/** All lines that are not empty; a `#` begins a comment. */
export function linesOf(text: string): readonly TextLine[] {
  const lines: TextLine[] = [];
  text.split('\n').forEach((raw, i) => {
    const clean = raw.replace(/\r$/, '');
    const last = lines.at(-1);
    if (clean.startsWith('|') && last !== undefined) lines[lines.length - 1] = withQuoted(last, clean);
    else lines.push({ number: i + 1, words: wordsOf(clean), end: clean.length + 1, quoted: null });
  });
  return lines.filter(line => line.words.length > 0);
}

/** The lines after the first one, which must name the kind of text and its version: `hush game 1`. */
export function linesAfterTitle(
  lines: readonly TextLine[],
  title: string,
): Result<readonly TextLine[], TextProblem> {
  const [first, ...rest] = lines;
  const found = first?.words.map(({ text }) => text).join(' ') ?? '';
  if (found === title) return ok(rest);
  const kind = title.replace(/\d+$/, '');
  const why =
    found.startsWith(kind) && /^\d+$/.test(found.slice(kind.length))
      ? `this is written in version ${found.slice(kind.length)}, but only "${title}" can be read here`
      : `the first line should be "${title}"`;
  return err({ line: first?.number ?? 1, column: 1, why });
}

const withQuoted = (line: TextLine, raw: string): TextLine => ({
  ...line,
  quoted: `${line.quoted === null ? '' : `${line.quoted}\n`}${raw.slice(2)}`,
});

function wordsOf(text: string): TextLine['words'] {
  const words = [...text.matchAll(/"(?:[^"\\]|\\.)*"|\S+/g)].map(match => ({
    text: match[0],
    column: match.index + 1,
  }));
  const comment = words.findIndex(word => word.text.startsWith('#'));
  return comment < 0 ? words : words.slice(0, comment);
}

/** Returns a text of several lines, each after a bar; null if it could not be read back exactly. */
export const quoteLines = (text: string): readonly string[] | null =>
  text.includes('\r') ? null : text.split('\n').map(line => (line === '' ? '|' : `| ${line}`));
