/**
 * A phrase declares once how an object is written as a line of text; it is used for writing and for reading. A phrase
 * is a list of fixed words and fields; a sheet is a list of phrases, each with its own key.
 */
import { err, ok, type Result } from './result.ts';
import { NONE, type NotationWord, QUOTED, quoteLines, type TextLine, type TextProblem } from './words.ts';

export type NotationPhrase<T> = readonly Part<T>[];
type Part<T> = string | { readonly [K in keyof T & string]: Place<K, T[K]> }[keyof T & string];

type Place<K, V> =
  | Slot<K, V>
  | Clause<K, Exclude<V, null>>
  | (V extends readonly (infer Item)[] ? List<K, Item> : never)
  | (V extends string | null ? Quote<K> : never);

/** A part of a phrase: one word. */
export interface Slot<K, V> {
  readonly type: 'slot';
  readonly field: K;
  readonly word: NotationWord<V>;
}

/** A part of a phrase: a fixed word and one value after it; the phrase leaves both out if the value is null. */
export interface Clause<K, V> {
  readonly type: 'clause';
  readonly field: K;
  readonly lead: string;
  readonly word: NotationWord<V>;
}

/** A part of a phrase: all remaining words of the line; `none` for an empty list. */
export interface List<K, V> {
  readonly type: 'list';
  readonly field: K;
  readonly word: NotationWord<V>;
}

/** A part of a phrase: a text of several lines, each after a bar. */
export interface Quote<K> {
  readonly type: 'quote';
  readonly field: K;
}

export const slot = <K extends string, V>(field: K, word: NotationWord<V>): Slot<K, V> => ({
  type: 'slot',
  field,
  word,
});
export const clause = <K extends string, V>(lead: string, field: K, word: NotationWord<V>): Clause<K, V> => ({
  type: 'clause',
  field,
  lead,
  word,
});
export const list = <K extends string, V>(field: K, word: NotationWord<V>): List<K, V> => ({
  type: 'list',
  field,
  word,
});
export const quoteField = <K extends string>(field: K): Quote<K> => ({ type: 'quote', field });

/** A part of a phrase without its type parameters, for the functions below. */
type Any = string | AnyPlace;
type AnyPlace = Slot<string, unknown> | Clause<string, unknown> | List<string, unknown> | Quote<string>;
type Fields = Readonly<Record<string, unknown>>;

const partsOf = <T>(phrase: NotationPhrase<T>): readonly Any[] =>
  phrase as readonly unknown[] as readonly Any[];

// Functions that write a phrase.

export const writePhrase = <T>(phrase: NotationPhrase<T>, value: T): string =>
  partsOf(phrase)
    .map(part => (typeof part === 'string' ? part : sayPlace(part, (value as Fields)[part.field])))
    .filter(text => text !== '')
    .join(' ');

function sayPlace(place: AnyPlace, value: unknown): string {
  switch (place.type) {
    case 'slot':
      return place.word.write(value);
    case 'clause':
      return value === null ? '' : `${place.lead} ${place.word.write(value)}`;
    case 'list':
      return (value as readonly unknown[]).map(item => place.word.write(item)).join(' ') || NONE;
    case 'quote':
      return sayQuote(value as string | null);
  }
}

function sayQuote(text: string | null): string {
  if (text === null) return NONE;
  const lines = quoteLines(text);
  return lines === null ? QUOTED.write(text) : `\n${lines.join('\n')}`;
}

// Functions that read a phrase.

/** The word at which a line stopped fitting a phrase, and what was expected there. */
export interface Miss {
  readonly at: number;
  readonly expected: string;
  /** A whole sentence for the error message, if it is not enough to name what was expected. */
  readonly why?: string;
}

export type NotationResult<T> = Result<T, Miss>;

/** The object that a line describes; reading begins at the word with the number `from`. */
export function readPhrase<T>(phrase: NotationPhrase<T>, line: TextLine, from: number): NotationResult<T> {
  const fields: Record<string, unknown> = {};
  let at = from;
  for (const part of partsOf(phrase)) {
    const heard = typeof part === 'string' ? hearFixed(part, line, at) : hearPlace(part, line, at);
    if (!heard.ok) return heard;
    if (typeof part !== 'string') fields[part.field] = heard.value.field;
    at = heard.value.next;
  }
  if (at < line.words.length) return err({ at, expected: 'the end of the line' });
  if (line.quoted !== null && !partsOf(phrase).some(isQuote))
    return err({ at, expected: '', why: 'nothing is quoted here: the lines after it begin with a bar' });
  return ok(fields as T);
}

const isQuote = (part: Any): boolean => typeof part !== 'string' && part.type === 'quote';

type HeardPart = NotationResult<{ readonly field: unknown; readonly next: number }>;

const hearFixed = (word: string, line: TextLine, at: number): HeardPart =>
  line.words[at]?.text === word ? ok({ field: null, next: at + 1 }) : err({ at, expected: `"${word}"` });

function hearPlace(place: AnyPlace, line: TextLine, at: number): HeardPart {
  switch (place.type) {
    case 'slot':
      return hearWord(place.word, line, at);
    case 'clause':
      if (line.words[at]?.text !== place.lead) return ok({ field: null, next: at });
      return hearWord(place.word, line, at + 1);
    case 'list':
      return hearList(place.word, line, at);
    case 'quote':
      return hearQuote(line, at);
  }
}

function hearWord(word: NotationWord<unknown>, line: TextLine, at: number): HeardPart {
  const text = line.words[at]?.text;
  const field = text === undefined ? undefined : word.read(text);
  return field === undefined ? err({ at, expected: word.what }) : ok({ field, next: at + 1 });
}

function hearList(word: NotationWord<unknown>, line: TextLine, from: number): HeardPart {
  const texts = line.words.slice(from).map(({ text }) => text);
  if (texts.length === 1 && texts[0] === NONE) return ok({ field: [], next: from + 1 });
  if (texts.length === 0) return err({ at: from, expected: `${word.what}, or ${NONE}` });
  const items = texts.map(text => word.read(text));
  const wrong = items.indexOf(undefined);
  return wrong < 0
    ? ok({ field: items, next: line.words.length })
    : err({ at: from + wrong, expected: word.what });
}

function hearQuote(line: TextLine, at: number): HeardPart {
  if (line.words[at]?.text === NONE) return ok({ field: null, next: at + 1 });
  return line.quoted === null ? hearWord(QUOTED, line, at) : ok({ field: line.quoted, next: at });
}

/** A miss as a sentence that names its place. */
export function complain(line: TextLine, { at, expected, why }: Miss): TextProblem {
  const word = line.words[at];
  if (why !== undefined) return { line: line.number, column: word?.column ?? line.end, why };
  return word === undefined
    ? { line: line.number, column: line.end, why: `the line ends where ${expected} should stand` }
    : { line: line.number, column: word.column, why: `expected ${expected}, not ${brief(word.text)}` };
}

const brief = (text: string): string => `"${text.length > 30 ? `${text.slice(0, 30)}...` : text}"`;

// Functions for sheets: several lines, each with a key.

export type KeySheet<T> = readonly KeyLine<T>[];
interface KeyLine<T> {
  readonly key: string;
  readonly phrase: NotationPhrase<T>;
}

const KEY_WIDTH = 11;

/** The lines for values that differ from the defaults. */
export const sheetLines = <T>(sheet: KeySheet<T>, values: T, usual: Partial<T>): readonly string[] =>
  sheet
    .filter(
      ({ phrase }) =>
        !isKnown(phrase, usual) || writePhrase(phrase, usual as T) !== writePhrase(phrase, values),
    )
    .map(({ key, phrase }) =>
      `${key.padEnd(KEY_WIDTH)} ${writePhrase(phrase, values)}`.replace(/ +\n/, '\n'),
    );

const isKnown = <T>(phrase: NotationPhrase<T>, values: Partial<T>): boolean =>
  partsOf(phrase).every(part => typeof part === 'string' || Object.hasOwn(values, part.field));

/** The values of a sheet, and for later error messages the line of each key. */
export interface Filled<T> {
  readonly values: Partial<T>;
  readonly lines: Readonly<Record<string, TextLine>>;
}

export function readKeySheet<T>(
  sheet: KeySheet<T>,
  text: readonly TextLine[],
): Result<Filled<T>, TextProblem> {
  let values: Partial<T> = {};
  const lines: Record<string, TextLine> = {};
  for (const line of text) {
    const key = line.words[0]?.text ?? '';
    const entry = sheet.find(candidate => candidate.key === key);
    if (entry === undefined) return err(complain(line, { at: 0, expected: `one of ${keysOf(sheet)}` }));
    if (lines[key] !== undefined)
      return err({ line: line.number, column: 1, why: `"${key}" stands here twice` });
    const heard = readPhrase(entry.phrase, line, 1);
    if (!heard.ok) return err(complain(line, heard.error));
    values = { ...values, ...heard.value };
    lines[key] = line;
  }
  return ok({ values, lines });
}

const keysOf = <T>(sheet: KeySheet<T>): string => sheet.map(({ key }) => key).join(', ');

/** The first key whose values are given neither by the text nor by a default. */
export const missingKey = <T>(sheet: KeySheet<T>, values: Partial<T>): string | undefined =>
  sheet.find(({ phrase }) => !isKnown(phrase, values))?.key;
