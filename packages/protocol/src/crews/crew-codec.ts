/**
 * Reads and writes a crew's log as text, and reads the requests about crews: strict schemas, bounded sizes, and a sentence
 * for each error. Every entry of the log is one event.
 */
import { DEVIATIONS, EDITIONS, err, ok, type Result, type Steps } from '@hush/rules';
import * as v from 'valibot';
import { MOST_SEATS } from '../commands/seats.ts';
import { issueProblem, issueText } from '../input/issue.ts';
import { jsonErrorIn } from '../input/json-error.ts';
import { isWithinMeasure } from '../input/json-scan.ts';
import { badInput, type InputProblem, problemWithin } from '../input/problem.ts';
import { nameSchema, oneWordOf, tableCode, wholeNumber } from '../input/schema.ts';
import { type CrewEvent, MOST_LINES, MOST_RECORD_CHARACTERS, ORIGINS } from './crew.ts';

const listOf = <S extends v.GenericSchema>(schema: S, most: number, least = 0) =>
  v.pipe(
    v.array(schema, 'must be a list'),
    v.minLength(least, `must have at least ${least} entries`),
    v.maxLength(most, `must have at most ${most} entries`),
  );

/** The winners' names; the list is empty if only bots won the game. */
const names = listOf(nameSchema, MOST_SEATS);
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits'));
const MOST_DAYS = 100_000;
const day = wholeNumber(0, MOST_DAYS);

const SCORE = {
  scenario: v.nullable(wholeNumber(0, 99)),
  name: v.pipe(v.string(), v.maxLength(80, 'must have at most 80 characters')),
  level: wholeNumber(0, 99),
  edition: oneWordOf(EDITIONS),
  players: wholeNumber(0, 9),
  turned: wholeNumber(0, 99),
  timeLeft: wholeNumber(0, 3_600_000),
  deviations: listOf(oneWordOf(DEVIATIONS), DEVIATIONS.length),
};
export const score = v.strictObject(SCORE);

/** Only scenarios of the path can be skipped. */
const pathScenario = wholeNumber(1, 7);
const skip = { scenario: pathScenario, skipped: v.boolean() };

const recordSize = wholeNumber(0, MOST_RECORD_CHARACTERS);
const shortLine = v.strictTuple([
  wholeNumber(1),
  names,
  day,
  oneWordOf(ORIGINS),
  hash,
  hash,
  recordSize,
  SCORE.scenario,
  SCORE.name,
  SCORE.level,
  SCORE.edition,
  SCORE.players,
  SCORE.turned,
  SCORE.timeLeft,
  SCORE.deviations,
]);

const EVENTS = {
  crewFounded: v.strictObject({ type: v.literal('crewFounded'), name: nameSchema, key: hash, day }),
  crewRenamed: v.strictObject({ type: v.literal('crewRenamed'), name: nameSchema }),
  gameEntered: v.strictObject({
    type: v.literal('gameEntered'),
    names,
    day,
    from: oneWordOf(ORIGINS),
    game: hash,
    record: hash,
    size: recordSize,
    score,
  }),
  lineStruck: v.strictObject({ type: v.literal('lineStruck'), line: wholeNumber(1) }),
  boardShown: v.strictObject({ type: v.literal('boardShown'), shown: v.boolean() }),
  scenarioSkipped: v.strictObject({ type: v.literal('scenarioSkipped'), ...skip }),
  bookKept: v.strictObject({
    type: v.literal('bookKept'),
    name: nameSchema,
    key: hash,
    day,
    shown: v.boolean(),
    skipped: listOf(pathScenario, 7),
    entered: wholeNumber(0, MOST_LINES),
    lines: listOf(shortLine, MOST_LINES),
  }),
} satisfies { readonly [T in CrewEvent['type']]: v.GenericSchema };

export const encodeCrewEvent = (event: CrewEvent): string => JSON.stringify(event);

/** Decodes an entry of a crew's log; otherwise says what is wrong. */
export function decodeCrewEvent(text: string): Result<CrewEvent, string> {
  const json = parsed(text);
  const type = typeof json === 'object' && json !== null && 'type' in json ? String(json.type) : '';
  if (!Object.hasOwn(EVENTS, type)) return err('The entry has no known "type".');
  const event = read(EVENTS[type as CrewEvent['type']], json, 'The entry');
  return event.ok ? event : err(event.error.why);
}

/** Whether a text is an event of a type that only a later version knows. */
export function isLaterCrewEvent(text: string): boolean {
  const json = parsed(text);
  if (typeof json !== 'object' || json === null || !('type' in json)) return false;
  return (
    typeof json.type === 'string' && /^[a-z]+[A-Z]\w*$/.test(json.type) && !Object.hasOwn(EVENTS, json.type)
  );
}

// Schemas of the requests about crews.

const founding = v.strictObject({ name: nameSchema });
export type Founding = v.InferOutput<typeof founding>;
export const readFounding = (text: string): Result<Founding, InputProblem> => readText(founding, text);

const entering = v.strictObject({
  table: tableCode,
  /** The token of a player's seat: only players of a game may enter it into a book. */
  seat: v.pipe(v.string(), v.regex(/^[\w-]{20,64}$/, 'must be the secret of a seat')),
  names,
  /** The number of a game of this table, counted from 1; if missing, the last finished game. */
  game: v.exactOptional(wholeNumber(1, 1_000_000)),
});
export type EnterRequest = v.InferOutput<typeof entering>;
export const readEntering = (text: string): Result<EnterRequest, InputProblem> => readText(entering, text);

const change = v.strictObject({
  name: v.exactOptional(nameSchema),
  shown: v.exactOptional(v.boolean()),
  skip: v.exactOptional(v.strictObject(skip)),
});
export type CrewChange = v.InferOutput<typeof change>;
export const readCrewChange = (text: string): Result<CrewChange, InputProblem> => readText(change, text);

// Reading a book file that another server exported.

/** The most games of one import, because all their lines must fit into one append to the journal. */
const MOST_IMPORTED = 250;

/** A schema that accepts any value: each game is read separately, so that a problem can name its game. */
export const anyGame = v.unknown();
/** A schema that accepts any value: the score is compared later with the one that the record proves. */
export const anyScore = v.unknown();

export const bookFile = v.strictObject({
  crew: v.literal(1, 'must be 1: another format is not known here'),
  name: nameSchema,
  games: listOf(anyGame, MOST_IMPORTED),
});
export const bookGame = v.strictObject({
  names,
  day,
  score: anyScore,
  record: v.pipe(
    v.string(),
    v.maxLength(MOST_RECORD_CHARACTERS, `must have at most ${MOST_RECORD_CHARACTERS} characters`),
  ),
});
export type BookGame = v.InferOutput<typeof bookGame>;

export interface BookFile {
  readonly name: string;
  readonly games: readonly BookGame[];
}

/**
 * Limits for the JSON of a book file. A real book stays far below: its deepest value is a score with about twenty
 * values.
 */
const MOST_IN_BOOK = { depth: 6, values: 20_000 };

/**
 * Reads the games of a book file, one in each step; returns all games or the first problem. It does not prove the
 * games.
 */
export function* readingBookFile(text: string): Steps<Result<BookFile, InputProblem>> {
  if (!(yield* isWithinMeasure(text, MOST_IN_BOOK)))
    return badInput('makes-no-sense', {}, 'The book is nested too deeply, or holds more than any book does.');
  const json = parsed(text);
  if (json === undefined) return noJson(text);
  const file = read(bookFile, json, 'The book');
  if (!file.ok) return file;
  const games: BookGame[] = [];
  for (const [i, one] of file.value.games.entries()) {
    const game = read(bookGame, one, `Game ${i + 1}`);
    if (!game.ok) {
      const { why } = game.error;
      const placed = why.startsWith('Game ') ? why : `Game ${i + 1}: ${why}`;
      return err(problemWithin(game.error, { game: i + 1 }, placed));
    }
    games.push(game.value);
    yield;
  }
  return ok({ name: file.value.name, games });
}

function noJson<T>(text: string): Result<T, InputProblem> {
  const place = jsonErrorIn(text);
  if (place === null) return badInput('no-json', {}, 'The book is not valid JSON.');
  const { line, column } = place;
  return badInput('no-json', { line, column }, `The book is not valid JSON: line ${line}, column ${column}.`);
}

/** Returns the value of a JSON text; undefined for a text that is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readText<S extends v.GenericSchema>(
  schema: S,
  text: string,
): Result<v.InferOutput<S>, InputProblem> {
  const json = parsed(text);
  return json === undefined
    ? badInput('no-json', {}, 'The request must be JSON.')
    : read(schema, json, 'The request');
}

function read<S extends v.GenericSchema>(
  schema: S,
  json: unknown,
  what: string,
): Result<v.InferOutput<S>, InputProblem> {
  const result = v.safeParse(schema, json, { abortEarly: true, message: issueText });
  return result.success ? ok(result.output) : err(issueProblem(result.issues[0], what));
}
