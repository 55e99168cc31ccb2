/**
 * The targets of the fuzzer: every reader of input from outside, with valid examples. A reader never throws, refuses
 * with a value, and reads an accepted value back the same after it was written.
 */
import { readFileSync } from 'node:fs';
import {
  crewJson,
  decodeEntry,
  encodeEntry,
  readingBookFile,
  readMessage,
  readSharedHourglass,
  readSheetText,
} from '@hush/protocol';
import {
  atOnce,
  checkTiles,
  parsePosition,
  parseRecord,
  parseTiles,
  positionText,
  type Result,
  readLog,
  recordText,
  STANDARD_TILES,
} from '@hush/rules';
import { encodeAny } from '../../../protocol/src/messages/entry.ts';
import { enteredFrom, proofFrom } from '../../../protocol/test/crews/crew-kit.ts';
import { record, SMALL_MALL } from '../../../rules/test/recorded.ts';
import { createReferee } from '../../src/referee.ts';

export interface FuzzTarget {
  readonly name: string;
  readonly examples: readonly string[];
  /** Reads a text; returns the kind of the answer, without the numbers in it. Throws if the reader is wrong. */
  read(text: string): string;
}

const shapeOf = (error: unknown): string =>
  JSON.stringify(error)
    .replaceAll(/\\?"[^"]*\\?"/g, match => (match.length > 40 ? '"…"' : match))
    .replaceAll(/\d+/g, '0')
    .slice(0, 80);

/** A reader whose values can be written: reading them again must give the same value. */
function readsBack<T>(
  text: string,
  read: (text: string) => Result<T, unknown>,
  write: (value: T) => string,
): string {
  const first = read(text);
  if (!first.ok) return shapeOf(first.error);
  const again = read(write(first.value));
  if (!again.ok)
    throw new Error(`accepted, but not when it is written again: ${JSON.stringify(again.error)}`);
  if (JSON.stringify(again.value) !== JSON.stringify(first.value))
    throw new Error('it reads differently when it is written again');
  return 'accepted';
}

const GAMES = ['one', 'two', 'three'].map((seed, i) =>
  record({ scenario: 1 + 3 * i, players: 2 + i }, seed, 60),
);

/** The examples of docs/PROTOCOL.md, which has one of every message and every command. */
const MESSAGES = [
  ...readFileSync(new URL('../../../../docs/PROTOCOL.md', import.meta.url), 'utf8').matchAll(
    /```json\n([\s\S]*?)```/g,
  ),
].flatMap(([, block = '']) => block.trim().split('\n'));

const REQUESTS = [
  { setup: { scenario: 1, players: ['Ann', 'Bo'], seed: 1 } },
  { do: 'start' },
  { at: 1200, by: 'Ann', do: 'move', hero: 'barbarian', dir: 'north', steps: 2 },
  { at: 1300, by: 'Bo', do: 'explore' },
  { at: 1400, by: 'Bo', do: 'nudge', to: 'Ann' },
  { at: 1500, by: 'Ann', do: 'vortex', hero: 'elf', to: [1, 2] },
  { show: true },
  { legal: true },
].map(request => JSON.stringify(request));

const SHEET = JSON.stringify({
  wish: {
    scenario: { name: 'Ours', stack: [2, 3, 4, 5], top: [], side: 'B', rules: ['crystalBall'] },
    hourglass: 240,
  },
  players: 3,
  text: 'ours',
});

const KEPT = ['one', 'two'].map((seed, i) => {
  const { score, ...more } = enteredFrom(seed);
  return { line: { ...score, ...more, line: i + 1 }, record: proofFrom(seed).text };
});

const GLASS = { n: 3, by: 'aaaa', attempt: 0, state: 'running', capacity: 180_000, left: 100_000, turned: 1 };

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sets up a game and sends a corrupted line to the referee: it must answer with a line of JSON, and continue. */
function askReferee(text: string): string {
  const referee = createReferee();
  const answerTo = (line: string): Answer => JSON.parse(referee.answer(line, 1).line) as Answer;
  for (const line of REQUESTS.slice(0, 2)) answerTo(line);
  const lines = text.split('\n').filter(line => line.trim() !== '');
  const answers = lines.slice(0, 4).map(line => answerTo(line));
  if (answerTo('{"show":true}').status === undefined) throw new Error('the referee does not go on');
  const { ok, code, why } = answers.at(-1) ?? {};
  return ok === true ? 'accepted' : shapeOf({ code, why });
}

interface Answer {
  readonly ok?: boolean;
  readonly status?: string;
  readonly code?: string;
  readonly why?: string;
}

/**
 * Entries of older versions lack the last fields of an event; only an entry with all fields is written again as it
 * was.
 */
function readsEntryBack(text: string): string {
  const entry = decodeEntry(text);
  const isWhole = entry.ok && entry.value.events.every(event => !Object.values(event).includes(undefined));
  return isWhole || !entry.ok ? readsBack(text, decodeEntry, encodeAny) : 'accepted, of an older version';
}

const events = GAMES.flatMap(({ events: all }) => all);

export const FUZZ_TARGETS: readonly FuzzTarget[] = [
  { name: 'wire', examples: MESSAGES, read: text => readsBack(text, readMessage, JSON.stringify) },
  {
    name: 'codec',
    examples: events
      .slice(0, 200)
      .map((event, i) => encodeEntry({ events: [event], cause: i % 2 === 0 ? null : { member: 1, n: i } })),
    read: readsEntryBack,
  },
  { name: 'referee', examples: REQUESTS, read: askReferee },
  {
    name: 'records',
    examples: GAMES.map(game => recordText(game.events)),
    read: text => readsBack(text, parseRecord, recordText),
  },
  {
    name: 'logs',
    examples: GAMES.map(game => game.events.map(event => JSON.stringify(event)).join('\n')),
    read: text => readsBack(text, readLog, all => all.map(event => JSON.stringify(event)).join('\n')),
  },
  {
    name: 'positions',
    examples: GAMES.flatMap(({ games }) => games.filter((_, i) => i % 7 === 0).map(positionText)),
    read: text => readsBack(text, parsePosition, positionText),
  },
  {
    name: 'books',
    examples: [crewJson('The Owls', KEPT)],
    read: text => {
      const book = atOnce(readingBookFile(text));
      return book.ok ? 'accepted' : shapeOf(book.error);
    },
  },
  {
    name: 'tiles',
    examples: [SMALL_MALL, STANDARD_TILES],
    read: text => {
      const isRefused = checkTiles(text).some(
        ({ severity, rule }) => severity === 'breaks' && rule !== 'CO-5',
      );
      const tiles = parseTiles(text);
      if (!tiles.ok && !isRefused) throw new Error('a set that cannot be read is said to be fine');
      return tiles.ok ? `accepted ${isRefused}` : shapeOf(tiles.error.map(({ rule, why }) => [rule, why]));
    },
  },
  { name: 'sheets', examples: [SHEET], read: text => readsBack(text, readSheetText, JSON.stringify) },
  {
    name: 'hourglasses',
    examples: [JSON.stringify(GLASS)],
    read: text => readsBack(text, one => readSharedHourglass(parsedJson(one)), JSON.stringify),
  },
];
