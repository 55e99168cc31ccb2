/** Types of the registry of tables: an open table, what the registry needs, and why a table cannot be opened. */
import type { Client, ClientMessage, Hello, IceGrant, Journal, MemberReported, Table } from '@hush/protocol';
import type { Result } from '@hush/rules';
import type { ServerClock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { LoopTurn } from '../runtime/loop-turn.ts';
import type { Metrics } from '../runtime/metrics.ts';
import type { LookupError } from '../stores/lookup-error.ts';

/** The operator's decisions about tables and names, and the list of what members report. */
export interface TableModeration {
  /** Why the operator has closed this table, or all tables; null otherwise. */
  closedBecause(code: string): 'closed' | 'read-only' | null;
  refusesName(name: string): boolean;
  readonly reports: { add(about: MemberReported): void };
}

export interface RegistryWorld {
  readonly journal: Journal;
  readonly clock: ServerClock;
  /** A random number from 0 (included) to 1 (excluded), for bots. */
  readonly chance: () => number;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly loopTurn: LoopTurn;
  /** The most tables in memory at the same time. */
  readonly most: number;
  readonly keepDays: number;
  /** The STUN and TURN servers for the voice of one seat, with its credentials. */
  ice(seat: string): IceGrant;
  /** The operator's decisions about tables and names. */
  readonly moderation: TableModeration;
  /** Whether a new table with this code belongs to this server; if undefined, all do. */
  readonly owns?: (code: string) => boolean;
  /** The format of events that all servers of this journal can read; if undefined, that of this version. */
  readonly vocabulary?: () => number;
  /** Called when the journal has failed permanently and the server must stop. */
  failed(why: string): void;
}

/** Why a table cannot be opened. */
export type TableLookupError = LookupError | 'no-room' | 'draining' | 'closed' | 'read-only';

/** A table as a connection finds it. */
export interface Room {
  /** The addresses from which the host removed somebody; null if nobody was removed. */
  shownOut: Set<string> | null;
  /** Whether this token opens a seat at this table. */
  knows(token: string): boolean | null;
}

export interface OpenTable extends Room {
  readonly table: Table;
  cancelEviction: () => void;
}

export const roomOf = (table: Table): OpenTable => ({
  table,
  cancelEviction: () => undefined,
  shownOut: null,
  knows: token => table.knows(token),
});

/** How connections reach their tables: tables of this server, or of its whole cluster. */
export interface TableAccess {
  find(code: string, token?: string): Promise<Result<Room, TableLookupError>>;
  /** Connects a client to a room; the room must come from the same `TableAccess`. */
  enter(room: Room, client: Client, hello: Hello): void;
  attend(room: Room, client: Client, message: ClientMessage): void;
  refresh(room: Room, client: Client): void;
  leave(room: Room, client: Client): void;
}
