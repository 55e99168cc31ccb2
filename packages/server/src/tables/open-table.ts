/** What the registry of tables works with: an open table, the registry's world, and why a table cannot be opened. */
import type { Client, ClientMessage, Hello, IceGrant, Journal, Table } from '@hush/protocol';
import type { Result } from '@hush/rules';
import type { ServerClock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { LoopTurn } from '../runtime/loop-turn.ts';
import type { Metrics } from '../runtime/metrics.ts';
import type { LookupError } from '../stores/lookup-error.ts';

export interface RegistryWorld {
  readonly journal: Journal;
  readonly clock: ServerClock;
  /** 0 <= x < 1, for bots. */
  readonly chance: () => number;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly loopTurn: LoopTurn;
  /** Tables in memory at a time. */
  readonly most: number;
  readonly keepDays: number;
  /** STUN and TURN servers for the voice of one seat, with its credentials. */
  ice(seat: string): IceGrant;
  /** The operator has closed this table, or all of them. */
  closedBecause(code: string): 'closed' | 'read-only' | null;
  /** Whether new tables with this code belong to this server; undefined: all do. */
  readonly owns?: (code: string) => boolean;
  /** The journal has failed for good: the server must stop. */
  failed(why: string): void;
}

/** Why a table cannot be opened. */
export type TableLookupError = LookupError | 'no-room' | 'draining' | 'closed' | 'read-only';

/** A table as a connection has found it. */
export interface Room {
  /** Addresses from which the host removed somebody, and when; null where nobody was removed. */
  shownOut: Map<string, number> | null;
  /** Whether this token opens a seat here. */
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

/** How connections reach their tables: those of this server, or of its whole cluster. */
export interface TableAccess {
  find(code: string, token?: string): Promise<Result<Room, TableLookupError>>;
  /** A room is passed only to the `TableAccess` that found it. */
  enter(room: Room, client: Client, hello: Hello): void;
  attend(room: Room, client: Client, message: ClientMessage): void;
  refresh(room: Room, client: Client): void;
  leave(room: Room, client: Client): void;
}
