/**
 * Reads what clients send: a fixed shape, bounded sizes, no recursion, before anything is logged, cloned or echoed. A
 * message that does not fit is refused as a whole.
 */
import { err, ok, type Result } from '@hush/rules';
import * as v from 'valibot';
import { wish } from '../commands/table-command.ts';
import type { TableWish } from '../commands/table-wish.ts';
import { type FromSchema, parseJson, readAs, variantOf } from '../input/schema.ts';
import { DEBRIEF_FROM_CLIENT } from './debrief.ts';
import { isFrequent } from './fast-path.ts';
import { HELLO_FROM_CLIENT } from './hello.ts';
import { LOBBY_FROM_CLIENT } from './lobby.ts';
import { PLAY_FROM_CLIENT } from './play.ts';
import { SEATS_FROM_CLIENT } from './seats.ts';
import { TIME_FROM_CLIENT } from './time.ts';
import { VOICE_FROM_CLIENT } from './voice.ts';

/** Longer frames are not even parsed; the longest honest one carries an own scenario. A tile set comes with a new table. */
export const LARGEST_FRAME = 16 * 1024;

/** Every message of a client, by its `t`. `ClientMessage` follows from this table, and readers switch over all of it. */
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

/** A client's message, or a sentence about the first thing that is wrong with it. */
export function readMessage(text: string): Result<ClientMessage, string> {
  if (text.length > LARGEST_FRAME) return err(`A message has at most ${LARGEST_FRAME} characters.`);
  const json = parseJson(text);
  return isFrequent(json) ? ok(json) : readWithSchema(json);
}

export const readWithSchema = (json: unknown): Result<ClientMessage, string> =>
  readAs(message, json, 'The message');

const newTable = v.strictObject({ wish });

/** The request that opens a table. The caller limits the length of the text. */
export const readNewTable = (text: string): Result<{ readonly wish: TableWish }, string> =>
  readAs(newTable, parseJson(text), 'The request');
