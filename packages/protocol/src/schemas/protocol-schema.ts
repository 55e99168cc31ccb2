/** One JSON Schema document of all messages, requests and files, served as `/protocol.json`. */
import { type JsonSchema, REFUSALS } from '@hush/rules';
import type * as v from 'valibot';
import { CODE_LETTERS } from '../codes.ts';
import { chatText, playCommand } from '../commands/play-command.ts';
import { tableCommand, wish } from '../commands/table-command.ts';
import { anyGame, anyScore, bookFile, bookGame, score } from '../crews/crew-codec.ts';
import { nameSchema, tableCode } from '../input/schema.ts';
import { LONGEST_NAME, LONGEST_TEXT, VISIBLE_CHARACTER } from '../input/text.ts';
import { snapshotSchema } from '../messages/hello.ts';
import { personSchema, refusal, sandReading } from '../messages/parts.ts';
import { entrySchema, sentEvent } from '../messages/play.ts';
import { CLIENT_SCHEMAS } from '../messages/read-message.ts';
import { SERVER_SCHEMAS } from '../messages/server-message.ts';
import { PROTOCOL_VERSION } from '../messages/version.ts';
import { TABLE_REFUSALS } from '../state/refusals.ts';
import { gameEventSchema, tableEventSchema, wireEventSchema } from './event-schemas.ts';
import { recordSchema, sheetSchema, wishSchema } from './file-schemas.ts';
import { jsonSchemaOf, refTo } from './json-schema.ts';
import { gameStateSchema, setUpSchema, tableStateSchema } from './state-schemas.ts';

/** A cleaned text: at most this many characters, at least one of them visible (PR-19). */
const cleanedText = (longest: number): JsonSchema => ({
  description: `At most ${longest} characters, once those that cannot be seen are taken out.`,
  type: 'string',
  minLength: 1,
  maxLength: longest * 8,
  pattern: VISIBLE_CHARACTER.source,
});

/** JSON Schemas of checks that are functions, and of schemas that have a name. */
const KNOWN: ReadonlyMap<unknown, JsonSchema> = new Map<unknown, JsonSchema>([
  [nameSchema, cleanedText(LONGEST_NAME)],
  [chatText, cleanedText(LONGEST_TEXT)],
  [tableCode, { type: 'string', pattern: `^[${CODE_LETTERS}${CODE_LETTERS.slice(8).toLowerCase()}]{8}$` }],
  [refusal, { type: 'string', minLength: 1, examples: Object.keys({ ...REFUSALS, ...TABLE_REFUSALS }) }],
  [wish, refTo('wish')],
  [playCommand, refTo('playCommand')],
  [tableCommand, refTo('tableCommand')],
  [sentEvent, refTo('wireEvent')],
  [snapshotSchema, refTo('tableState')],
  [personSchema, refTo('person')],
  [sandReading, refTo('sand')],
  [anyGame, refTo('bookGame')],
  [anyScore, refTo('score')],
]);

/** The full JSON Schema of a schema that is otherwise only referred to by its name. */
function written(schema: v.GenericSchema): JsonSchema {
  const others = new Map(KNOWN);
  others.delete(schema);
  return jsonSchemaOf(schema, others);
}

/** The names of messages in the document: `client.hello`, `server.welcome`. */
export const messageNames = (side: 'client' | 'server'): readonly string[] =>
  Object.keys(side === 'client' ? CLIENT_SCHEMAS : SERVER_SCHEMAS).map(t => `${side}.${t}`);

const messagesOf = (
  side: 'client' | 'server',
  schemas: Readonly<Record<string, v.GenericSchema>>,
): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(Object.entries(schemas).map(([t, schema]) => [`${side}.${t}`, written(schema)]));

const anyOfThem = (side: 'client' | 'server'): JsonSchema => ({ anyOf: messageNames(side).map(refTo) });

export const protocolSchema = (): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: `Hush, protocol ${PROTOCOL_VERSION}`,
  description: 'Every message, command, event, state and file of Hush. docs/PROTOCOL.md says what they mean.',
  $defs: {
    clientMessage: anyOfThem('client'),
    serverMessage: anyOfThem('server'),
    ...messagesOf('client', CLIENT_SCHEMAS),
    ...messagesOf('server', SERVER_SCHEMAS),
    playCommand: written(playCommand),
    tableCommand: written(tableCommand),
    entry: written(entrySchema),
    wireEvent: wireEventSchema(),
    gameEvent: gameEventSchema(),
    tableEvent: tableEventSchema(),
    person: written(personSchema),
    sand: written(sandReading),
    wish: wishSchema(),
    setUp: setUpSchema(),
    gameState: gameStateSchema(),
    tableState: tableStateSchema(),
    scenarioSheet: sheetSchema(),
    record: recordSchema(),
    score: written(score),
    bookGame: written(bookGame),
    bookFile: written(bookFile),
  },
});
