/** Finds the problem of a server's message. It checks the snapshot field by field, because the message's schema does not. */
import * as v from 'valibot';
import type { ServerMessage } from '../../src/index.ts';
import { SERVER_SCHEMAS } from '../../src/messages/server-message.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const member = v.pipe(count, v.minValue(1));
const code = v.pipe(v.string(), v.nonEmpty());
const seats = v.array(v.nullable(member));
export const STATE_SCHEMA = v.strictObject({
  wish: v.looseObject({}),
  seats,
  played: v.exactOptional(seats),
  left: v.exactOptional(seats),
  host: v.nullable(member),
  locked: v.boolean(),
  unwatched: v.exactOptional(v.boolean()),
  ready: v.array(member),
  muted: v.exactOptional(v.array(member)),
  kicked: v.exactOptional(v.array(member)),
  nextMember: member,
  game: v.nullable(v.looseObject({ status: code })),
  games: count,
  bots: v.exactOptional(v.array(v.strictObject({ member, temper: code, no: count }))),
  standIns: v.exactOptional(v.array(member)),
  botsSitIn: v.exactOptional(v.boolean()),
  programs: v.exactOptional(v.array(member)),
  programsAllowed: v.exactOptional(v.boolean()),
  consents: v.exactOptional(v.array(member)),
  playedOn: v.exactOptional(v.boolean()),
  lost: v.exactOptional(count),
});

/** Returns what is wrong with a message; null if it is valid. */
export function messageProblem(message: ServerMessage): string | null {
  const { t } = message;
  if (!Object.hasOwn(SERVER_SCHEMAS, t)) return `unknown message ${t}`;
  const state = message.t === 'welcome' ? message.snapshot : undefined;
  return (
    problemOf(SERVER_SCHEMAS[t], message, t) ?? (state && problemOf(STATE_SCHEMA, state, 'snapshot')) ?? null
  );
}

function problemOf(schema: v.GenericSchema, input: unknown, what: string): string | null {
  const read = v.safeParse(schema, input, { abortEarly: true });
  return read.success ? null : `${what}: ${v.getDotPath(read.issues[0])} ${read.issues[0].message}`;
}

export const frameProblem = (frame: string): string | null => messageProblem(JSON.parse(frame));
