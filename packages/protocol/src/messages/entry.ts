/**
 * Log entries as text. An entry is encoded once; the journal stores this text and all clients get the same text. An event is
 * encoded as a list: its type, for game events its time, then its fields in the order given here.
 */
import { type EventType, err, type GameEvent, isKnownTileSet, ok, type Result } from '@hush/rules';
import type { LogEvent, Member, TableEvent } from '../state/table-state.ts';
import { VOCABULARY } from './vocabulary.ts';

type FieldsOf<E> = E extends unknown ? readonly Exclude<keyof E, 'type' | 'at'>[] : never;
type GameFields = { readonly [T in EventType]: FieldsOf<Extract<GameEvent, { readonly type: T }>> };
type TableFields = {
  readonly [T in TableEvent['type']]: FieldsOf<Extract<TableEvent, { readonly type: T }>>;
};

/** The fields of each event in their order on the wire; new fields may only be added at the end. */
export const GAME_FIELDS: GameFields = {
  gameSetUp: ['setUp'],
  tilesSwapped: ['seat', 'with'],
  heroPlaced: ['seat', 'hero', 'to'],
  gameStarted: [],
  heroMoved: ['seat', 'hero', 'by', 'to'],
  heroLeft: ['hero'],
  hourglassTurned: ['cell'],
  cameraSwitchedOff: ['cell'],
  ballUsed: ['cell'],
  tileDrawn: ['seat', 'tile', 'places', 'own', 'ball', 'next'],
  tileLaid: ['seat', 'tile', 'door', 'by'],
  tileDiscarded: ['seat', 'tile', 'next'],
  theftHappened: ['seat'],
  actionTurned: ['seat', 'action'],
  pawnMoved: ['seat', 'to'],
  tapped: ['seat', 'to'],
  stared: ['seat', 'to'],
  paused: ['seat'],
  resumed: ['seat'],
  gameWon: [],
  gameLost: ['reason'],
  seedRevealed: ['seed'],
  botSat: ['seat'],
  playedOn: ['seat'],
};

export const TABLE_FIELDS: TableFields = {
  tableOpened: ['wish', 'vocabulary'],
  memberJoined: ['member', 'seat', 'key', 'bot'],
  memberLeft: ['member', 'kicked'],
  memberReady: ['member', 'ready'],
  hostNamed: ['member'],
  tableLocked: ['locked'],
  wishChanged: ['wish'],
  seatsClosed: ['seats'],
  gameAbandoned: [],
  botSatIn: ['member'],
  botStoodUp: ['member'],
  sitInAllowed: ['allowed'],
  memberMuted: ['member', 'muted'],
  spectatorsAllowed: ['allowed'],
  spectatorsDelayed: ['seconds'],
  programSeated: ['member'],
  programsAllowed: ['allowed'],
  consentGiven: ['member', 'given'],
  entriesLost: ['count'],
};

/** One entry of a table's log: the events that one command caused, and who gave the command. */
export interface Entry {
  readonly events: readonly LogEvent[];
  /** The member and the command number. A repeated command is recognised by them and is not executed twice. */
  readonly cause: Cause | null;
  /**
   * Only in the entry that starts a game: how many names had been chosen. Names chosen later are not shown until the game
   * is over (CM-2c).
   */
  readonly names?: number;
}

export interface Cause {
  readonly member: Member;
  readonly n: number;
}

export function encodeEntry(entry: Entry): string {
  const [first] = entry.events;
  const isMove = first?.type === 'heroMoved' && entry.events.length === 1 && entry.names === undefined;
  return isMove && entry.cause !== null ? encodeMove(first, entry.cause) : encodeAny(entry);
}

type Moved = Extract<GameEvent, { readonly type: 'heroMoved' }>;

/** A fast encoder for moves, which are nearly all events: their fields need no JSON escapes. */
const encodeMove = ({ at, seat, hero, by, to }: Moved, { member, n }: Cause): string =>
  `{"e":[["heroMoved",${at},${seat},"${hero}","${by}",${to}]],"m":${member},"n":${n}}`;

export function encodeAny({ events, cause, names: p }: Entry): string {
  const e = events.map(encodeEvent);
  return JSON.stringify(cause === null ? { e, p } : { e, m: cause.member, n: cause.n, p });
}

function encodeEvent(event: LogEvent): readonly unknown[] {
  const isTable = isTableType(event.type);
  const fields: readonly string[] = isTable ? TABLE_FIELDS[event.type] : GAME_FIELDS[event.type as EventType];
  const record = event as unknown as Readonly<Record<string, unknown>>;
  const list: unknown[] = isTable ? [event.type] : [event.type, record['at']];
  for (const field of fields) list.push(record[field]);
  return isTable ? trimmed(list) : list;
}

/** Removes trailing fields without a value, so that readers who know fewer fields see no difference. */
const trimmed = (list: readonly unknown[]): readonly unknown[] =>
  list.slice(0, list.findLastIndex(value => value !== undefined) + 1);

const isTableType = (type: string): type is TableEvent['type'] => Object.hasOwn(TABLE_FIELDS, type);
const isGameType = (type: string): type is EventType => Object.hasOwn(GAME_FIELDS, type);

/** Whether an event belongs to a game, not to the table around it. */
export const isGameEvent = (event: LogEvent): event is GameEvent => isGameType(event.type);

/** The events that end a game. */
export const GAME_ENDS = ['gameWon', 'gameLost'] as const satisfies readonly EventType[];

export const endsGame = ({ type }: LogEvent): boolean => GAME_ENDS.some(end => end === type);

/**
 * Tests whether an encoded entry may contain an event of one of these types, without decoding it. A `false` is
 * certain; a `true` is not. In a JSON string each quotation mark is escaped, so a player's text can never look like
 * an event.
 */
export function mayContain(...types: readonly LogEvent['type'][]): (text: string) => boolean {
  const pattern = new RegExp(`\\["(?:${types.join('|')})"`);
  return text => pattern.test(text);
}

/**
 * Why an entry cannot be decoded. `newer`: it is undamaged, but has events or fields that only a later version knows.
 * The journal verifies checksums, so an entry that cannot be decoded was not damaged afterwards.
 */
export interface EntryProblem {
  readonly type: 'damaged' | 'newer';
  readonly why: string;
}

const damaged = (why: string): Result<never, EntryProblem> => err({ type: 'damaged', why });

/** Decodes an entry from a journal or a server; for any other text it returns the problem. */
export function decodeEntry(text: string): Result<Entry, EntryProblem> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return damaged('not JSON');
  }
  return decodeJson(json);
}

export function decodeJson(json: unknown): Result<Entry, EntryProblem> {
  if (typeof json !== 'object' || json === null || !('e' in json) || !Array.isArray(json.e))
    return damaged('no entry');
  const events: LogEvent[] = [];
  for (const list of json.e) {
    const event = decodeEvent(list);
    if (event === undefined)
      return err({
        type: isOfLaterVersion(list) ? 'newer' : 'damaged',
        why: `unknown event ${JSON.stringify(list).slice(0, 40)}`,
      });
    if (usesLaterFormat(event)) return err({ type: 'newer', why: `a later format of ${event.type}` });
    events.push(event);
  }
  const { m, n, p } = json as { readonly m?: unknown; readonly n?: unknown; readonly p?: unknown };
  const cause = typeof m === 'number' && typeof n === 'number' ? { member: m, n } : null;
  return ok(typeof p === 'number' ? { events, cause, names: p } : { events, cause });
}

/** Whether an event has a type that this version does not know, or more fields than this version knows. */
const isOfLaterVersion = (list: unknown): boolean =>
  Array.isArray(list) &&
  typeof list[0] === 'string' &&
  /^[a-z]+[A-Z]\w*$/.test(list[0]) &&
  (isGameType(list[0]) ? typeof list[1] === 'number' : !(list[0] in Object.prototype));

/** Whether an event says that its table uses a later vocabulary, or its game a later tile set. */
function usesLaterFormat(event: LogEvent): boolean {
  if (event.type === 'tableOpened') return (event.vocabulary ?? 1) > VOCABULARY;
  // Only the type and the time have been checked so far.
  const { setUp } = event as { readonly setUp?: { readonly tileSet?: unknown } | null };
  return event.type === 'gameSetUp' && !isKnownTileSet(setUp?.tileSet ?? 1);
}

function decodeEvent(list: unknown): LogEvent | undefined {
  if (!Array.isArray(list) || typeof list[0] !== 'string') return undefined;
  const [type, at]: readonly unknown[] = list;
  if (isTableType(list[0])) return record({ type }, TABLE_FIELDS[list[0]], list, 1);
  if (!isGameType(list[0]) || typeof at !== 'number') return undefined;
  return record({ type, at }, GAME_FIELDS[list[0]], list, 2);
}

/**
 * Decodes the fields of an event. An entry of an older version has fewer fields, because new fields are only added at the
 * end. Every client runs this for every event, and this loop is four times as fast as `Object.fromEntries`.
 */
function record(
  event: Record<string, unknown>,
  fields: readonly string[],
  values: readonly unknown[],
  from: number,
): LogEvent | undefined {
  if (values.length > fields.length + from) return undefined;
  for (const [i, field] of fields.entries()) event[field] = values[i + from];
  return event as unknown as LogEvent;
}
