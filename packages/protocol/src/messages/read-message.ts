/**
 * Reads the messages of clients: fixed shapes, bounded sizes, no recursion. A message is checked before anything of
 * it is logged, copied or sent on, and is refused as a whole if any part is wrong.
 */
import { DIRECTIONS, type Direction, err, HEROES, type Hero, ok, type Result } from '@hush/rules';
import * as v from 'valibot';
import { LARGEST_CELL, MOST_STEPS } from '../commands/play-command.ts';
import { wish } from '../commands/table-command.ts';
import type { TableWish } from '../commands/table-wish.ts';
import { type FromSchema, parseJson, readAs, variantOf } from '../input/schema.ts';
import { DEBRIEF_FROM_CLIENT } from './debrief.ts';
import { HELLO_FROM_CLIENT } from './hello.ts';
import { LOBBY_FROM_CLIENT } from './lobby.ts';
import { PLAY_FROM_CLIENT } from './play.ts';
import { SEATS_FROM_CLIENT } from './seats.ts';
import { TIME_FROM_CLIENT } from './time.ts';
import { VOICE_FROM_CLIENT } from './voice.ts';

/**
 * The longest frame that is parsed; the longest valid message carries a custom scenario. A custom tile set is sent with the
 * HTTP request that opens a table.
 */
export const LARGEST_FRAME = 16 * 1024;

/**
 * The schemas of all client messages, by their field `t`. The type `ClientMessage` is inferred from this table, and readers
 * must handle every message.
 */
export const CLIENT_SCHEMAS = {
  ...HELLO_FROM_CLIENT,
  ...SEATS_FROM_CLIENT,
  ...PLAY_FROM_CLIENT,
  ...LOBBY_FROM_CLIENT,
  ...DEBRIEF_FROM_CLIENT,
  ...VOICE_FROM_CLIENT,
  ...TIME_FROM_CLIENT,
};

type ClientSchemas = typeof CLIENT_SCHEMAS;
export type ClientMessage = { [T in keyof ClientSchemas]: FromSchema<ClientSchemas[T]> }[keyof ClientSchemas];

const message = variantOf('t', Object.values(CLIENT_SCHEMAS));

/** Reads a client's message; otherwise returns a sentence about the first error. */
export function readMessage(text: string): Result<ClientMessage, string> {
  if (text.length > LARGEST_FRAME) return err(`A message has at most ${LARGEST_FRAME} characters.`);
  const json = parseJson(text);
  return isFrequent(json) ? ok(json) : readWithSchema(json);
}

export const readWithSchema = (json: unknown): Result<ClientMessage, string> =>
  readAs(message, json, 'The message');

const newTable = v.strictObject({ wish });

/** Reads the request that opens a table. The caller limits the length of the text. */
export const readNewTable = (text: string): Result<{ readonly wish: TableWish }, string> =>
  readAs(newTable, parseJson(text), 'The request');

type Frequent = FromSchema<typeof PLAY_FROM_CLIENT.do> | FromSchema<typeof TIME_FROM_CLIENT.ping>;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The fast path for moves and pings, which are nearly all messages: these type guards take a fifth of the schema's time.
 * They accept only values that the schema accepts unchanged; all other messages are read with the schema, which can describe
 * the error.
 */
export function isFrequent(json: unknown): json is Frequent {
  if (!isRecord(json)) return false;
  if (json['t'] === 'do') return size(json) === 3 && isWhole(json['n'], 1) && isStep(json['c']);
  return json['t'] === 'ping' && isPing(json);
}

function isPing(json: Fields): boolean {
  const { at, ms } = json;
  if (typeof at !== 'number' || !Number.isFinite(at)) return false;
  return size(json) === (ms === undefined ? 2 : 3) && (ms === undefined || isWhole(ms, 0));
}

function isStep(json: unknown): boolean {
  if (!isRecord(json) || json['type'] !== 'move') return false;
  const { hero, dir, steps, from } = json;
  if (!HEROES.includes(hero as Hero) || !DIRECTIONS.includes(dir as Direction)) return false;
  if (!isWhole(steps, 1) || steps > MOST_STEPS) return false;
  if (from === undefined) return size(json) === 4;
  return size(json) === 5 && isWhole(from, 0) && from <= LARGEST_CELL;
}

const isRecord = (json: unknown): json is Fields => typeof json === 'object' && json !== null;

const isWhole = (value: unknown, least: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= least;

/** The number of fields. JSON.parse made the object, so it has no inherited properties. */
function size(json: Fields): number {
  let count = 0;
  for (const _ in json) count++;
  return count;
}
