/**
 * Log entries as text: the journal stores the same text that is sent, encoded once and sent to all clients. An event
 * is a list: its type, for game events its moment, then its fields in the order given here.
 */
import { type EventType, err, type GameEvent, isKnownTileSet, ok, type Result } from '@hush/rules';
import type { LogEvent, Member, TableEvent } from '../state/table-state.ts';
import { VOCABULARY } from './vocabulary.ts';

type FieldsOf<E> = E extends unknown ? readonly Exclude<keyof E, 'type' | 'at'>[] : never;
type GameFields = { readonly [T in EventType]: FieldsOf<Extract<GameEvent, { readonly type: T }>> };
type TableFields = {
  readonly [T in TableEvent['type']]: FieldsOf<Extract<TableEvent, { readonly type: T }>>;
};

/** In the order in which they travel; only ever add at the end. */
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
  programSeated: ['member'],
  programsAllowed: ['allowed'],
  consentGiven: ['member', 'given'],
  entriesLost: ['count'],
};

/** One entry of a table's log: what one command caused, and whose command it was. */
export interface Entry {
  readonly events: readonly LogEvent[];
  /** The member and the number of the command: a command that is sent again happens only once. */
  readonly cause: Cause | null;
  /** At a start: how many names had been chosen; later ones wait until the game is over (CM-2c). */
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

/** Nearly every event is a move, which contains nothing that JSON would write in another way. */
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

/** Trailing fields without a value are left out, so that readers who know fewer fields see no change. */
const trimmed = (list: readonly unknown[]): readonly unknown[] =>
  list.slice(0, list.findLastIndex(value => value !== undefined) + 1);

const isTableType = (type: string): type is TableEvent['type'] => Object.hasOwn(TABLE_FIELDS, type);
const isGameType = (type: string): type is EventType => Object.hasOwn(GAME_FIELDS, type);

/** An event of a game, as opposed to one of the table around it. */
export const isGameEvent = (event: LogEvent): event is GameEvent => isGameType(event.type);

/** The events with which a game is over. */
export const GAME_ENDS = ['gameWon', 'gameLost'] as const satisfies readonly EventType[];

export const endsGame = ({ type }: LogEvent): boolean => GAME_ENDS.some(end => end === type);

/**
 * Whether an encoded entry may have an event of one of these types, without reading it: false is certain. Inside a text a quotation
 * mark has a backslash before it, so nobody can write something that looks like an event.
 */
export function mayContain(...types: readonly LogEvent['type'][]): (text: string) => boolean {
  const pattern = new RegExp(`\\["(?:${types.join('|')})"`);
  return text => pattern.test(text);
}

/**
 * Why an entry cannot be read. `newer`: it is whole, but has events or fields that only a later version knows. The
 * journal has checksums, so an entry that passes them and is not understood here was written that way.
 */
export interface EntryProblem {
  readonly type: 'damaged' | 'newer';
  readonly why: string;
}

const damaged = (why: string): Result<never, EntryProblem> => err({ type: 'damaged', why });

/** Reads an entry from a journal or a server; for any other text it says what is wrong. */
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

/** A type that is not known here, or a known one with more fields. */
const isOfLaterVersion = (list: unknown): boolean =>
  Array.isArray(list) &&
  typeof list[0] === 'string' &&
  /^[a-z]+[A-Z]\w*$/.test(list[0]) &&
  (isGameType(list[0]) ? typeof list[1] === 'number' : !(list[0] in Object.prototype));

/** A table says which vocabulary it was opened with, a game which tiles it is played with. */
function usesLaterFormat(event: LogEvent): boolean {
  if (event.type === 'tableOpened') return (event.vocabulary ?? 1) > VOCABULARY;
  // Nothing but the type and the moment has been checked.
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
 * An entry of an older version has fewer fields, because they are only ever added at the end. Every client does this
 * for everything that happens: a loop is four times as fast as entries of pairs.
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
