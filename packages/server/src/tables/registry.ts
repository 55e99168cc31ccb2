/**
 * The tables of this server by their codes. A table is opened from the journal when somebody asks for it, once however
 * many ask at a time, and is evicted from memory some time after its last connection has closed. A table that throws has
 * a bug: it is quarantined, and all other tables go on.
 */
import { randomInt } from 'node:crypto';
import {
  type AppendError,
  CLOSE_CODES,
  type Client,
  type ClientMessage,
  type Hello,
  type IceGrant,
  type Journal,
  type PurgeResult,
  peekTable,
  purgeRemains,
  purgeTable,
  type ReadError,
  randomCode,
  receive,
  Table,
  type TableReport,
  type TableState,
  type TableWish,
} from '@hush/protocol';
import { err, type Millis, ok, type Result } from '@hush/rules';
import type { ServerClock } from '../runtime/clock.ts';
import { type Log, nicknameOf } from '../runtime/log.ts';
import type { LoopTurn } from '../runtime/loop-turn.ts';
import type { Metrics } from '../runtime/metrics.ts';
import type { LookupError } from '../stores/lookup-error.ts';
import { Sweeper } from '../stores/sweeper.ts';
import { UsageCalendar } from '../stores/usage-calendar.ts';
import { BotScheduler } from './bot-scheduler.ts';
import { ServerTableWorld } from './server-table-world.ts';

export interface RoomsWorld {
  readonly journal: Journal;
  readonly clock: ServerClock;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly round: LoopTurn;
  /** Tables in memory at a time. */
  readonly most: number;
  readonly keepDays: number;
  /** STUN and TURN servers for the voice of one seat, with fresh credentials. */
  ice(): IceGrant;
  /** The journal has failed for good: the server must stop. */
  failed(why: string): void;
}

/** Why a table cannot be opened. */
export type TableLookupError = LookupError | 'no-room' | 'draining';

export interface OpenTable {
  readonly table: Table;
  cancelEviction: () => void;
}

const EVICTION: Millis = 10 * 60_000;
const FIRST_SWEEP: Millis = 60_000;
/** A link's preview reads at most so many entries, because anybody may ask for it often. */
const MOST_PEEKED = 1_000;
const MOST_TRIES = 8;

export class TableRegistry {
  readonly #world: RoomsWorld;
  readonly #visits: UsageCalendar;
  /** Runs the bots of all tables, one decision at a time. */
  readonly #thinking: BotScheduler;
  readonly #rooms = new Map<string, OpenTable>();
  readonly #opening = new Map<string, Promise<Result<OpenTable, TableLookupError>>>();
  /** Tables that are being evicted or deleted; opening one waits for that. */
  readonly #closing = new Map<string, Promise<unknown>>();
  readonly #quarantined = new Set<string>();
  readonly #frozenSince = new Map<string, number>();
  /** Tables too damaged to be deleted; each has been logged once. */
  readonly #stuck = new Set<string>();
  #draining = false;
  readonly #sweeper: Sweeper;

  constructor(world: RoomsWorld) {
    this.#world = world;
    this.#thinking = new BotScheduler(() => world.clock.now());
    this.#visits = new UsageCalendar(world.journal, () => world.clock.today());
    this.#sweeper = new Sweeper(world, FIRST_SWEEP, () => this.sweep());
  }

  get size(): number {
    return this.#rooms.size;
  }

  /** How many connections belong to players, and how many to spectators. */
  attendance(): { readonly player: number; readonly spectator: number } {
    let [player, spectator] = [0, 0];
    for (const { table } of this.#rooms.values()) {
      const { clients, members } = table.crowd;
      player += members;
      spectator += clients - members;
    }
    return { player, spectator };
  }

  // Finding.

  async create(wish: TableWish): Promise<Result<string, TableLookupError>> {
    const refusal = this.#refusal();
    if (refusal !== null) return err(refusal);
    for (let i = 0; i < MOST_TRIES; i++) {
      const code = randomCode('table', randomInt);
      // The calendar comes first: the sweep never finds a table that is not in it.
      if (!(await this.#visits.note(code))) return err('unavailable');
      const world = this.#worldFor();
      const made = await Table.create(code, wish, world);
      if (made.ok) {
        this.#keep(made.value, world);
        this.#world.log.info({ table: nicknameOf(code) }, 'table created');
        this.#world.log.debug({ table: nicknameOf(code), code }, 'its code');
        return ok(code);
      }
      if (made.error !== 'taken') return err(this.#missing(code, made.error));
    }
    return err('unavailable');
  }

  async find(code: string): Promise<Result<OpenTable, TableLookupError>> {
    const room = this.#rooms.get(code);
    if (room !== undefined) return ok(room);
    if (this.#quarantined.has(code)) return err('quarantined');
    const known = this.#opening.get(code);
    if (known !== undefined) return known;
    const refusal = this.#refusal();
    if (refusal !== null) return err(refusal);
    const opening = this.#open(code).finally(() => this.#opening.delete(code));
    this.#opening.set(code, opening);
    return opening;
  }

  /** The state of a table without opening it; null where its log is too long to be read for that. */
  async peek(code: string): Promise<Result<TableState | null, TableLookupError>> {
    const room = this.#rooms.get(code);
    if (room !== undefined) return ok(room.table.state);
    if (this.#quarantined.has(code)) return err('quarantined');
    const { journal } = this.#world;
    try {
      const first = await journal.read(`table/${code}`, 1);
      if (first.ok && first.version > MOST_PEEKED) return ok(null);
      const seen = await peekTable(code, journal);
      return seen.ok ? seen : err(this.#missing(code, seen.error));
    } catch (error) {
      return err(this.#broken(code, error));
    }
  }

  #refusal(): TableLookupError | null {
    if (this.#draining) return 'draining';
    return this.#rooms.size + this.#opening.size >= this.#world.most ? 'no-room' : null;
  }

  async #open(code: string): Promise<Result<OpenTable, TableLookupError>> {
    const { journal, clock, metrics, log } = this.#world;
    await this.#closing.get(code);
    const began = clock.now();
    const first = await journal.read(`table/${code}`, 1); // a wrong code costs one read
    if (!first.ok) return err(this.#missing(code, first.error));
    if (first.version === 0) return err('unknown');
    try {
      const world = this.#worldFor();
      const opened = await Table.open(code, world);
      if (!opened.ok) return err(this.#missing(code, opened.error));
      metrics.recovered(clock.now() - began);
      log.info({ table: nicknameOf(code), version: opened.value.version }, 'table opened');
      log.debug({ table: nicknameOf(code), code }, 'its code');
      void this.#visits.note(code);
      return ok(this.#keep(opened.value, world));
    } catch (error) {
      return err(this.#broken(code, error));
    }
  }

  #worldFor(): ServerTableWorld {
    const { journal, clock, metrics } = this.#world;
    return new ServerTableWorld(journal, clock, {
      report: trouble => this.#hear(trouble),
      measure: measure => metrics.measured(measure),
      ice: () => this.#world.ice(),
      turn: () => this.#world.round.heard(),
      think: then => this.#thinking.soon(then),
    });
  }

  #keep(table: Table, world: ServerTableWorld): OpenTable {
    const room: OpenTable = { table, cancelEviction: () => undefined };
    world.belongsTo(table);
    this.#rooms.set(table.code, room);
    this.#armEviction(room);
    return room;
  }

  // Coming and going.

  enter(room: OpenTable, line: Client, greeting: Hello): void {
    room.cancelEviction();
    this.#attempt(room, () => room.table.connect(line, greeting));
  }

  /** Every message of every client passes here. */
  attend(room: OpenTable, line: Client, message: ClientMessage): void {
    try {
      receive(room.table, line, message);
    } catch (error) {
      room.table.fail(error);
    }
  }

  refresh(room: OpenTable, line: Client): void {
    this.#attempt(room, () => room.table.refresh(line));
  }

  leave(room: OpenTable, line: Client): void {
    this.#attempt(room, () => room.table.disconnect(line));
    this.#armEviction(room);
  }

  #attempt(room: OpenTable, act: () => void): void {
    try {
      act();
    } catch (error) {
      room.table.fail(error);
    }
  }

  #armEviction(room: OpenTable): void {
    const { code, crowd } = room.table;
    if (crowd.clients > 0 || this.#rooms.get(code) !== room) return;
    room.cancelEviction();
    room.cancelEviction = this.#world.clock.later(EVICTION, () => void this.#evict(room));
  }

  async #evict(room: OpenTable): Promise<void> {
    const { code } = room.table;
    this.#forget(room);
    void this.#visits.note(code); // it was in use until today
    await this.#close(code, room.table.drain(CLOSE_CODES.goingAway, 'Nobody was here any more.'));
    this.#world.log.info({ table: nicknameOf(code), version: room.table.version }, 'table evicted');
  }

  /** `find` waits until the work is done. An error quarantines this table only. */
  #close(code: string, work: Promise<unknown>): Promise<void> {
    const closing = work
      .then(
        () => undefined,
        error => void this.#broken(code, error),
      )
      .finally(() => this.#closing.delete(code));
    this.#closing.set(code, closing);
    return closing;
  }

  #forget(room: OpenTable): void {
    const { code } = room.table;
    room.cancelEviction();
    if (this.#rooms.get(code) === room) this.#rooms.delete(code);
    this.#frozenSince.delete(code);
  }

  /** Refuses new tables and drains all open ones at once, so that the journal can write their last moments in one commit. */
  async drain(why: string): Promise<void> {
    this.#draining = true;
    this.#sweeper.stop();
    await Promise.all(this.#opening.values());
    const rooms = [...this.#rooms.values()];
    for (const room of rooms) room.cancelEviction();
    for (const { table } of rooms) void this.#close(table.code, table.drain(CLOSE_CODES.restart, why));
    await Promise.all(this.#closing.values());
    for (const room of rooms) this.#forget(room);
  }

  // Trouble.

  #hear(trouble: TableReport): void {
    const { log, metrics, clock } = this.#world;
    const table = nicknameOf(trouble.table);
    switch (trouble.type) {
      case 'frozen':
        this.#frozenSince.set(trouble.table, clock.now());
        log.warn({ table }, 'sand frozen: nothing can be committed');
        return;
      case 'thawed':
        metrics.froze(clock.now() - (this.#frozenSince.get(trouble.table) ?? clock.now()));
        this.#frozenSince.delete(trouble.table);
        log.info({ table }, 'sand runs again');
        return;
      case 'journal':
        this.#missing(trouble.table, trouble.error);
        return;
      case 'unreadable':
        log.error({ table, version: trouble.version, why: trouble.why }, 'entry cannot be read');
        return;
      case 'broken':
        log.error({ table, version: trouble.version, err: trouble.error }, 'table broken by a bug');
        return;
      case 'setAside':
        this.#setAside(trouble.table);
        return;
      case 'gone':
        this.#forgetCode(trouble.table);
        log.warn({ table }, 'table purged while it was open');
    }
  }

  #missing(code: string, error: ReadError | AppendError | 'unknown'): TableLookupError {
    if (error === 'unknown') return 'unknown';
    if (error.type === 'failed') this.#world.failed(error.why);
    if (error.type !== 'corrupt') return 'unavailable';
    const [kind] = error.log.split('/', 1);
    this.#world.log.error({ table: nicknameOf(code), log: kind, version: error.version }, 'log damaged');
    if (!this.#rooms.has(code)) this.#setAside(code); // an open table decides itself whether it can go on
    return 'quarantined';
  }

  #broken(code: string, error: unknown): TableLookupError {
    this.#world.log.error({ table: nicknameOf(code), err: error }, 'table broken by a bug');
    this.#setAside(code);
    return 'quarantined';
  }

  #setAside(code: string): void {
    this.#quarantined.add(code);
    this.#world.metrics.quarantined();
    this.#world.log.error({ table: nicknameOf(code) }, 'table set aside');
    this.#forgetCode(code);
  }

  #forgetCode(code: string): void {
    const room = this.#rooms.get(code);
    if (room !== undefined) this.#forget(room);
  }

  // Forgetting.

  /** Deletes tables that nobody has used for `keepDays`. Open tables count as used today. */
  async sweep(): Promise<void> {
    const { log, keepDays, journal } = this.#world;
    await Promise.all([...this.#rooms.keys()].map(code => this.#visits.note(code)));
    const swept = await this.#visits.sweep(keepDays, code => this.#purge(code));
    if (swept.ok) log.info(swept.value, 'abandoned tables purged');
    else log.warn({ why: swept.error }, 'abandoned tables could not be purged');
    const cleared = await purgeRemains(journal);
    if (!cleared.ok) log.warn({ why: cleared.error }, 'remains of purged tables could not be looked for');
    else if (cleared.value > 0) log.warn({ logs: cleared.value }, 'remains of purged tables cleared');
  }

  async #purge(code: string): Promise<boolean> {
    if (this.#draining) return false; // the next start continues
    if (this.#rooms.has(code) || this.#opening.has(code) || this.#closing.has(code)) return false;
    const purging = purgeTable(this.#world.journal, code);
    await this.#close(code, purging);
    const purged = await purging;
    if (!purged.ok) this.#complain(code, purged.error);
    else for (const known of [this.#quarantined, this.#stuck]) known.delete(code);
    return purged.ok;
  }

  /** Logs damage once per table; later attempts are silent. */
  #complain(code: string, error: Extract<PurgeResult, { readonly ok: false }>['error']): void {
    if (this.#stuck.has(code)) return;
    if (error.type === 'corrupt') this.#stuck.add(code);
    const why = error.type === 'corrupt' ? 'Too damaged to be removed.' : error.why;
    this.#world.log.warn({ table: nicknameOf(code), why }, 'table not wholly purged');
  }
}
