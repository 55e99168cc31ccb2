/**
 * The open tables of this server by their codes. A table is opened from the journal on request, once even for many
 * simultaneous requests, and is evicted from memory some time after its last connection has closed. A table that throws has
 * a bug: it is quarantined, and all other tables go on.
 */
import {
  type AppendError,
  CLOSE_CODES,
  type Client,
  type ClientMessage,
  type CloseCode,
  type Hello,
  type PurgeResult,
  peekTable,
  purgeRemains,
  purgeTable,
  type ReadError,
  receive,
  Table,
  type TableReport,
  type TableState,
  type TableWish,
  VOCABULARY,
  type WrittenByNewer,
} from '@hush/protocol';
import { err, type Millis, ok, type Result } from '@hush/rules';
import { tableNicknameOf } from '../runtime/log.ts';
import { Sweeper } from '../stores/sweeper.ts';
import { reportSweep, UsageCalendar } from '../stores/usage-calendar.ts';
import { BotScheduler } from './bot-scheduler.ts';
import { newTableCode } from './new-code.ts';
import { type OpenTable, type RegistryWorld, roomOf, type TableLookupError } from './open-table.ts';
import { ServerTableWorld } from './server-table-world.ts';
import { noteTrouble, WRITTEN_BY_NEWER } from './trouble-log.ts';
import { isUnused, UnattendedTables } from './unattended-tables.ts';

const EVICTION: Millis = 10 * 60_000;
/**
 * A table at which nobody ever sat down is evicted this long after its last connection has closed. Its link still works:
 * it opens the table again.
 */
const UNUSED_EVICTION: Millis = 60_000;
const FIRST_SWEEP: Millis = 60_000;
/** The most entries that are read for the preview of a link, because anybody may request it often. */
const MOST_PEEKED = 1_000;
const MOST_TRIES = 8;

export class TableRegistry {
  readonly #world: RegistryWorld;
  readonly #visits: UsageCalendar;
  /** Runs the bots of all tables, one decision at a time. */
  readonly #thinking: BotScheduler;
  readonly #tables = new Map<string, OpenTable>();
  readonly #unattended = new UnattendedTables();
  readonly #opening = new Map<string, Promise<Result<OpenTable, TableLookupError>>>();
  /** Tables that are being evicted or deleted; opening one waits until that is done. */
  readonly #closing = new Map<string, Promise<unknown>>();
  readonly #quarantined = new Set<string>();
  readonly #frozenSince = new Map<string, number>();
  /** Tables that are too damaged to be deleted; each is logged once. */
  readonly #stuck = new Set<string>();
  #draining = false;
  readonly #sweeper: Sweeper;
  readonly opened = (code: string): OpenTable | undefined => this.#tables.get(code);

  constructor(world: RegistryWorld) {
    this.#world = world;
    this.#thinking = new BotScheduler(() => world.clock.now());
    this.#visits = new UsageCalendar(world.journal, world.clock);
    this.#sweeper = new Sweeper(world, FIRST_SWEEP, () => this.sweep());
  }

  get size(): number {
    return this.#tables.size;
  }

  get open(): readonly OpenTable[] {
    return [...this.#tables.values()];
  }

  /** How many connections belong to players, and how many to spectators. */
  attendance(): { readonly player: number; readonly spectator: number } {
    let [player, spectator] = [0, 0];
    for (const { table } of this.#tables.values()) {
      const { clients, members } = table.crowd;
      player += members;
      spectator += clients - members;
    }
    return { player, spectator };
  }

  // Methods that find and open tables.

  async create(wish: TableWish): Promise<Result<string, TableLookupError>> {
    const refusal = this.#world.moderation.closedBecause('') ?? this.#refusal();
    if (refusal !== null) return err(refusal);
    for (let i = 0; i < MOST_TRIES; i++) {
      const code = newTableCode(this.#world.owns);
      // The calendar is written first, so that the sweep never finds a table that is not in it.
      if (!(await this.#visits.note(code))) return err('unavailable');
      const world = this.#worldFor();
      const made = await Table.create(code, wish, world);
      if (made.ok) {
        this.#keep(made.value, world);
        this.#world.log.info({ table: tableNicknameOf(code) }, 'table created');
        this.#world.log.debug({ table: tableNicknameOf(code), code }, 'its code');
        return ok(code);
      }
      if (made.error !== 'taken') return err(this.#missing(code, made.error));
    }
    return err('unavailable');
  }

  /**
   * Finds a table. With the token of a seat it is opened even beyond the limit of tables, so that players can always return
   * to their seats.
   */
  async find(code: string, token?: string): Promise<Result<OpenTable, TableLookupError>> {
    const room = this.#tables.get(code);
    if (room !== undefined) return ok(room);
    const closed =
      this.#world.moderation.closedBecause(code) ?? (this.#quarantined.has(code) ? 'quarantined' : null);
    if (closed !== null) return err(closed);
    const known = this.#opening.get(code);
    if (known !== undefined) return known;
    const refusal = this.#refusal();
    if (refusal === 'no-room' && token !== undefined) return this.#findOwn(code, token);
    if (refusal !== null) return err(refusal);
    return this.#openOnce(code);
  }

  #openOnce(code: string): Promise<Result<OpenTable, TableLookupError>> {
    const opening = this.#open(code).finally(() => this.#opening.delete(code));
    this.#opening.set(code, opening);
    return opening;
  }

  /** Opens a table beyond the limit for the owner of a seat. The limit of connections bounds the number of such tables. */
  async #findOwn(code: string, token: string): Promise<Result<OpenTable, TableLookupError>> {
    const opened = await this.#openOnce(code);
    if (!opened.ok || opened.value.table.knows(token)) return opened;
    if (opened.value.table.crowd.clients === 0) await this.#evict(opened.value);
    return err('no-room');
  }

  /** Returns the state of a table without opening it; null if its log is too long for that. */
  async peek(code: string): Promise<Result<TableState | null, TableLookupError>> {
    const room = this.#tables.get(code);
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
    const isFull = this.#tables.size + this.#opening.size >= this.#world.most;
    return isFull && !this.#makeRoom() ? 'no-room' : null;
  }

  /** Evicts the table that has been without connections for the longest time; its state is in the journal. */
  #makeRoom(): boolean {
    const { longest } = this.#unattended;
    if (longest === undefined) return false;
    void this.#evict(longest);
    return true;
  }

  async #open(code: string): Promise<Result<OpenTable, TableLookupError>> {
    const { journal, clock, metrics, log } = this.#world;
    await this.#closing.get(code);
    const began = clock.now();
    const first = await journal.read(`table/${code}`, 1); // a wrong code costs only this one read
    if (!first.ok) return err(this.#missing(code, first.error));
    if (first.version === 0) return err('unknown');
    try {
      const world = this.#worldFor();
      const opened = await Table.open(code, world);
      if (!opened.ok) return err(this.#missing(code, opened.error));
      metrics.recovered(clock.now() - began);
      log.info({ table: tableNicknameOf(code), version: opened.value.version }, 'table opened');
      log.debug({ table: tableNicknameOf(code), code }, 'its code');
      void this.#visits.note(code);
      return ok(this.#keep(opened.value, world));
    } catch (error) {
      return err(this.#broken(code, error));
    }
  }

  #worldFor(): ServerTableWorld {
    const { journal, clock, chance, metrics } = this.#world;
    return new ServerTableWorld(journal, clock, {
      chance,
      report: trouble => this.#hear(trouble),
      measure: measure => metrics.measured(measure),
      vocabulary: this.#world.vocabulary ?? (() => VOCABULARY),
      ice: seat => this.#world.ice(seat),
      refusesName: name => this.#world.moderation.refusesName(name),
      turn: () => this.#world.loopTurn.heard(),
      think: then => this.#thinking.soon(then),
    });
  }

  #keep(table: Table, world: ServerTableWorld): OpenTable {
    const room = roomOf(table);
    world.belongsTo(table);
    this.#tables.set(table.code, room);
    this.#armEviction(room);
    return room;
  }

  // Methods that connect and disconnect clients.

  enter(room: OpenTable, line: Client, greeting: Hello): void {
    room.cancelEviction();
    this.#unattended.delete(room);
    this.#attempt(room, () => room.table.connect(line, greeting));
  }

  /** Passes a client's message to its table; every message goes through here. */
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
    if (crowd.clients > 0 || this.#tables.get(code) !== room) return;
    room.cancelEviction();
    const after = isUnused(room) ? UNUSED_EVICTION : EVICTION;
    room.cancelEviction = this.#world.clock.later(after, () => void this.#evict(room));
    const surplus = this.#unattended.add(room);
    if (surplus !== undefined) void this.#evict(surplus);
  }

  /** Closes a table for the operator: tells all clients, and returns how many there were. */
  async shut(code: string, closeCode: CloseCode, why: string): Promise<number> {
    await this.#opening.get(code);
    const room = this.#tables.get(code);
    if (room === undefined) return 0;
    const { clients } = room.table.crowd;
    this.#forget(room);
    await this.#close(code, room.table.drain(closeCode, why));
    return clients;
  }

  async #evict(room: OpenTable): Promise<void> {
    const { code } = room.table;
    this.#forget(room);
    void this.#visits.note(code); // the table was used until today
    await this.#close(code, room.table.drain(CLOSE_CODES.goingAway, 'Everybody has left.'));
    this.#world.log.info({ table: tableNicknameOf(code), version: room.table.version }, 'table evicted');
  }

  /** Registers work that closes a table, for which `find` waits. If the work fails, only this table is quarantined. */
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
    this.#unattended.delete(room);
    if (this.#tables.get(code) === room) this.#tables.delete(code);
    this.#frozenSince.delete(code);
  }

  /** Refuses new tables and drains all open ones at once, so that the journal can write their last moments in one commit. */
  async drain(why: string): Promise<void> {
    this.#draining = true;
    this.#sweeper.stop();
    await Promise.all(this.#opening.values());
    const tables = [...this.#tables.values()];
    for (const room of tables) room.cancelEviction();
    for (const { table } of tables) void this.#close(table.code, table.drain(CLOSE_CODES.restart, why));
    await Promise.all(this.#closing.values());
    for (const room of tables) this.#forget(room);
  }

  // Methods for the reports of tables.

  #hear(trouble: TableReport): void {
    const { metrics, clock } = this.#world;
    noteTrouble(this.#world, trouble);
    switch (trouble.type) {
      case 'frozen':
        this.#frozenSince.set(trouble.table, clock.now());
        return;
      case 'thawed':
        metrics.froze(this.#frozenSince.get(trouble.table), clock.now());
        this.#frozenSince.delete(trouble.table);
        return;
      case 'journal':
        this.#missing(trouble.table, trouble.error);
        return;
      case 'entriesLost':
        metrics.lostEntries(trouble.count);
        return;
      case 'setAside':
        this.#setAside(trouble.table);
        return;
      case 'newer':
      case 'gone':
        this.#forgetCode(trouble.table);
        return;
      default: // noteTrouble has already handled this report
    }
  }

  #missing(code: string, error: ReadError | AppendError | WrittenByNewer | 'unknown'): TableLookupError {
    if (error === 'unknown') return 'unknown';
    if (error.type === 'newer') return this.#newer(code, error);
    if (error.type === 'failed') this.#world.failed(error.why);
    if (error.type !== 'corrupt') return 'unavailable';
    const [kind] = error.log.split('/', 1);
    this.#world.log.error({ table: tableNicknameOf(code), log: kind, version: error.version }, 'log damaged');
    if (!this.#tables.has(code)) this.#setAside(code); // an open table decides by itself whether it can continue
    return 'quarantined';
  }

  #newer(code: string, { version, why }: WrittenByNewer): TableLookupError {
    this.#world.log.error({ table: tableNicknameOf(code), version, why }, WRITTEN_BY_NEWER);
    return 'newer';
  }

  #broken(code: string, error: unknown): TableLookupError {
    this.#world.log.error({ table: tableNicknameOf(code), err: error }, 'table broken by a bug');
    this.#setAside(code);
    return 'quarantined';
  }

  #setAside(code: string): void {
    this.#quarantined.add(code);
    this.#world.metrics.quarantined();
    this.#world.log.error({ table: tableNicknameOf(code) }, 'table set aside');
    this.#forgetCode(code);
  }

  #forgetCode(code: string): void {
    const room = this.#tables.get(code);
    if (room !== undefined) this.#forget(room);
  }

  // Methods that delete tables.

  /** Deletes tables that nobody has used for `keepDays`. Open tables count as used today. */
  async sweep(): Promise<void> {
    const { log, keepDays, journal } = this.#world;
    await Promise.all([...this.#tables.keys()].map(code => this.#visits.note(code)));
    const swept = await this.#visits.sweep(keepDays, (code, seen) => this.purge(code, seen));
    reportSweep(log, 'tables', swept);
    const cleared = await purgeRemains(journal);
    if (!cleared.ok) log.warn({ why: cleared.error }, 'remains of purged tables could not be looked for');
    else if (cleared.value > 0) log.warn({ logs: cleared.value }, 'remains of purged tables cleared');
  }

  /**
   * Deletes a table that is not open, with `seen` only at this version; returns false if it is open or if something is left
   * of it.
   */
  async purge(code: string, seen?: number): Promise<boolean> {
    if (this.#draining) return false; // the next start continues with the remaining tables
    if (this.#tables.has(code) || this.#opening.has(code) || this.#closing.has(code)) return false;
    const purging = purgeTable(this.#world.journal, code, seen);
    await this.#close(code, purging);
    const purged = await purging;
    if (!purged.ok) this.#complain(code, purged.error);
    else for (const known of [this.#quarantined, this.#stuck]) known.delete(code);
    return purged.ok;
  }

  /** Logs the damage of a table once; later attempts are not logged. */
  #complain(code: string, error: Extract<PurgeResult, { readonly ok: false }>['error']): void {
    if (this.#stuck.has(code) || error.type === 'conflict') return; // somebody has opened the table again
    if (error.type === 'corrupt') this.#stuck.add(code);
    const why = error.type === 'corrupt' ? 'Too damaged to be removed.' : error.why;
    this.#world.log.warn({ table: tableNicknameOf(code), why }, 'table not wholly purged');
  }
}
