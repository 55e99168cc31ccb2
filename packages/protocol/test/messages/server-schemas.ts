/** The messages of a server as schemas, for tests: pages trust their server and carry none. */
import * as v from 'valibot';
import { PHRASE_NAMES } from '../../src/commands/phrases.ts';
import type { ServerMessage } from '../../src/index.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const member = v.pipe(count, v.minValue(1));
const moment = v.pipe(v.number(), v.finite(), v.minValue(0));
const code = v.pipe(v.string(), v.nonEmpty());
const person = v.strictObject({ member, name: v.string(), avatar: v.string() });
const sand = v.strictObject({ at: moment, runs: v.boolean(), held: v.exactOptional(v.literal(true)) });
const event = v.tupleWithRest([code], v.unknown());
const entry = {
  e: v.array(event),
  m: v.exactOptional(member),
  n: v.exactOptional(count),
  p: v.exactOptional(count),
};
const seats = v.array(v.nullable(member));
const state = v.strictObject({
  wish: v.looseObject({}),
  seats,
  played: v.exactOptional(seats),
  left: v.exactOptional(seats),
  host: v.nullable(member),
  locked: v.boolean(),
  ready: v.array(member),
  muted: v.exactOptional(v.array(member)),
  kicked: v.exactOptional(v.array(member)),
  nextMember: member,
  game: v.nullable(v.looseObject({ status: code })),
  games: count,
  bots: v.exactOptional(v.array(v.strictObject({ member, temper: code, no: count }))),
  standIns: v.exactOptional(v.array(member)),
  botsSitIn: v.exactOptional(v.boolean()),
});
const told = { m: member, n: count, v: count };

export const SERVER_SCHEMAS = {
  welcome: v.strictObject({
    t: v.literal('welcome'),
    protocol: member,
    table: code,
    member: v.nullable(member),
    n: count,
    v: count,
    snapshot: v.exactOptional(state),
    entries: v.exactOptional(v.array(v.strictObject(entry))),
    people: v.array(person),
    here: v.array(member),
    sand,
  }),
  bye: v.strictObject({
    t: v.literal('bye'),
    code: count,
    why: v.string(),
    retryAfter: v.exactOptional(moment),
  }),
  news: v.strictObject({ t: v.literal('news'), v: member, ...entry }),
  no: v.strictObject({
    t: v.literal('no'),
    n: count,
    why: code,
    first: v.exactOptional(member),
    say: v.exactOptional(code),
  }),
  seated: v.strictObject({ t: v.literal('seated'), member, token: code }),
  people: v.strictObject({ t: v.literal('people'), people: v.array(person) }),
  here: v.strictObject({
    t: v.literal('here'),
    here: v.array(member),
    watching: v.exactOptional(member),
    ms: v.exactOptional(v.array(count)),
  }),
  said: v.strictObject({
    t: v.literal('said'),
    ...told,
    text: code,
    phrase: v.exactOptional(v.picklist(PHRASE_NAMES)),
  }),
  gestured: v.strictObject({ t: v.literal('gestured'), ...told, gesture: code, to: v.exactOptional(count) }),
  unsaid: v.strictObject({ t: v.literal('unsaid'), ...told, author: member, said: member }),
  signal: v.strictObject({ t: v.literal('signal'), from: member, data: v.looseObject({ type: code }) }),
  ice: v.strictObject({
    t: v.literal('ice'),
    servers: v.array(v.looseObject({})),
    lasts: v.exactOptional(moment),
  }),
  unheard: v.strictObject({ t: v.literal('unheard'), why: code, to: v.exactOptional(member) }),
  sand: v.strictObject({ t: v.literal('sand'), sand }),
  pong: v.strictObject({ t: v.literal('pong'), at: v.number(), sand }),
} satisfies { readonly [T in ServerMessage['t']]: v.GenericSchema };

/** What is wrong with a message of a server; null where nothing is. */
export function messageProblem(message: ServerMessage): string | null {
  const { t } = message;
  if (!Object.hasOwn(SERVER_SCHEMAS, t)) return `unknown message ${t}`;
  const read = v.safeParse(SERVER_SCHEMAS[t], message, { abortEarly: true });
  return read.success ? null : `${t}: ${v.getDotPath(read.issues[0])} ${read.issues[0].message}`;
}

export const frameProblem = (frame: string): string | null => messageProblem(JSON.parse(frame));
