/**
 * Stores the crews of this server in the journal (crew-logs.ts). A record is written before the line that refers to it, so
 * that every line has its record; a record without a line is harmless. For the same reason the book of a deleted crew is
 * deleted first. Changes of one crew run one after the other.
 */
import { randomBytes, randomInt } from 'node:crypto';
import {
  APPEND_LIMIT,
  type AppendError,
  type AppendResult,
  type Crew,
  type CrewChange,
  type CrewEvent,
  crewKey,
  decodeCrewEvent,
  encodeCrewEvent,
  evolveCrew,
  isLaterCrewEvent,
  type Journal,
  keepingBook,
  logPages,
  type ReadError,
  randomCode,
  readAll,
  type WhyNotEntered,
} from '@hush/protocol';
import { err, type Millis, ok, type Result, sha256 } from '@hush/rules';
import type { ServerClock } from '../runtime/clock.ts';
import { type Log, tableNicknameOf } from '../runtime/log.ts';
import {
  adjusting,
  type BookEntry,
  enteringAll,
  enteringOf,
  type ReadBook,
  removesName,
} from './crew-changes.ts';
import { crewLogOf, purgeCrewRemains, recordLogOf } from './crew-logs.ts';
import type { LookupError } from './lookup-error.ts';
import { Sweeper } from './sweeper.ts';
import { reportSweep, UsageCalendar } from './usage-calendar.ts';

export interface Founded {
  readonly id: string;
  readonly secret: string;
}

/**
 * The crews on the leaderboard. Its methods may read crews but must not change them: a change would wait in the same
 * queue for ever.
 */
export interface CrewList {
  list(id: string): Promise<'listed' | 'full' | 'unavailable'>;
  unlist(id: string): Promise<void>;
}

/** Why a crew may not change its name, its path or its visibility on the leaderboard. */
export type WhyNotAdjusted = 'no-room' | 'restless';

export interface CrewsWorld {
  readonly journal: Journal;
  readonly clock: ServerClock;
  readonly log: Log;
  /** Days after which an unused crew is deleted; 0 means never. */
  readonly keepDays: number;
}

const SECRET_BYTES = 18;
const MOST_TRIES = 8;
const MOST_KNOWN = 50;
const FIRST_SWEEP: Millis = 90_000;

export class Crews {
  readonly #world: CrewsWorld;
  readonly #visits: UsageCalendar;
  /** The last queued change of each crew, by its id. */
  readonly #busy = new Map<string, Promise<unknown>>();
  /** A cache of books, the most recently read last. */
  readonly #known = new Map<string, ReadBook>();
  readonly #sweeper: Sweeper;
  #stopped = false;
  /** Crews whose book is too damaged to be deleted; each is logged only once. */
  readonly #stuck = new Set<string>();

  constructor(world: CrewsWorld) {
    this.#world = world;
    this.#visits = new UsageCalendar(world.journal, world.clock, {
      kept: 'crew/',
      days: 'crew-visits/',
    });
    this.#sweeper = new Sweeper(world, FIRST_SWEEP, () => this.sweep());
  }

  /** Ends a running sweep early; the next start continues it. */
  stop(): void {
    this.#stopped = true;
    this.#sweeper.stop();
  }

  async found(name: string): Promise<Result<Founded, LookupError>> {
    const { journal, clock, log } = this.#world;
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const event = { type: 'crewFounded', name, key: crewKey(secret), day: clock.today() } as const;
    for (let i = 0; i < MOST_TRIES; i++) {
      const id = randomCode('crew', randomInt);
      // The calendar is written first, because the sweep deletes a crew only if the calendar shows no recent use.
      if (!(await this.#visits.note(id))) return err('unavailable');
      const made = await journal.append(crewLogOf(id), 0, [encodeCrewEvent(event)]);
      if (made.ok) {
        log.info({ crew: tableNicknameOf(id) }, 'crew founded');
        return ok({ id, secret });
      }
      if (made.error.type !== 'conflict') return err(this.#missing(id, made.error));
    }
    return err('unavailable');
  }

  /** The current book. Reading it counts as use, so the crew is not deleted. */
  async find(id: string): Promise<Result<Crew, LookupError>> {
    const found = await this.peek(id);
    if (found.ok) void this.#visits.note(id);
    return found;
  }

  async peek(id: string): Promise<Result<Crew, LookupError>> {
    const found = await this.#read(id);
    return found.ok ? ok(found.value.crew) : found;
  }

  /** Reads only the entries after the cached version. */
  async #read(id: string): Promise<Result<ReadBook, LookupError>> {
    const known = this.#known.get(id);
    const before = known?.version ?? 0;
    const log = crewLogOf(id);
    const found = await readAll(this.#world.journal, log, before + 1);
    this.#known.delete(id);
    if (!found.ok) return err(this.#missing(id, found.error));
    if (found.version < before) return this.#read(id); // the crew was deleted and perhaps made again meanwhile
    let crew = known?.crew ?? null;
    for (const [i, entry] of found.entries.entries()) {
      if (entry === '') continue; // the text of this entry was deleted
      const event = decodeCrewEvent(entry);
      crew = event.ok ? evolveCrew(crew, event.value) : null;
      if (crew === null) return err(this.#unread(id, entry, before + i + 1));
    }
    return crew === null ? err('unknown') : ok(this.#remember(id, { crew, version: found.version }));
  }

  #remember(id: string, read: ReadBook): ReadBook {
    this.#known.set(id, read);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    return read;
  }

  /** The error for an entry that cannot be decoded: a valid event of an unknown type was written by a later version. */
  #unread(id: string, entry: string, version: number): LookupError {
    if (!isLaterCrewEvent(entry)) return this.#missing(id, { type: 'corrupt', log: '', version });
    this.#world.log.error({ crew: tableNicknameOf(id), version }, 'book written by a newer Hush');
    return 'newer';
  }

  #missing(id: string, error: ReadError | AppendError): LookupError {
    if (error.type !== 'corrupt') return 'unavailable';
    this.#world.log.error({ crew: tableNicknameOf(id), version: error.version }, 'log of a crew damaged');
    return 'quarantined';
  }

  // Methods that write.

  /** Enters the games that are not in the book yet, all or none. A refused request writes nothing. */
  enter(id: string, entries: readonly BookEntry[]): Promise<Result<Crew, LookupError | WhyNotEntered>> {
    return this.#inTurn(id, async () => {
      const before = await this.#read(id);
      if (!before.ok) return before;
      const entering = enteringOf(before.value.crew, entries);
      if (!entering.ok) return entering;
      const written: string[] = [];
      const problem = await this.#keepAll(id, entering.value, written);
      const after: Result<Crew, LookupError | WhyNotEntered> =
        problem === null
          ? await this.#change<WhyNotEntered>(id, ({ crew }) => enteringAll(crew, entering.value))
          : err(problem);
      if (problem !== null || after.ok || after.error !== 'unavailable') await this.#tidy(id, written);
      return after;
    });
  }

  /** Stores records and adds their hashes to `written`, even if storing fails halfway. */
  async #keepAll(id: string, entries: readonly BookEntry[], written: string[]): Promise<LookupError | null> {
    for (const { entered, text } of entries) {
      const kept = await this.#keep(recordLogOf(id, entered.record), text);
      if (kept === 'written') written.push(entered.record);
      else if (kept !== 'there') return kept;
    }
    return null;
  }

  /**
   * Deletes records that were written but to which no line refers, because another server changed the book meanwhile.
   */
  async #tidy(id: string, written: readonly string[]): Promise<void> {
    if (written.length === 0) return;
    const now = await this.#read(id);
    if (!now.ok && now.error !== 'unknown') return; // if the book cannot be read, a line may need the record
    const needed = new Set(now.ok ? now.value.crew.lines.map(({ record }) => record) : []);
    for (const hash of written) if (!needed.has(hash)) await this.#world.journal.purge(recordLogOf(id, hash));
  }

  async #keep(log: string, text: string): Promise<LookupError | 'written' | 'there'> {
    const kept = await this.#world.journal.append(log, 0, [text]);
    if (kept.ok) return 'written';
    // The name of the log is the hash of its text, so an existing log holds the same text.
    if (kept.error.type === 'conflict') return 'there';
    return kept.error.type === 'corrupt' ? 'quarantined' : 'unavailable';
  }

  /**
   * Changes name, leaderboard and path, all or none. The list and the book change in one job of the queue; otherwise,
   * after two simultaneous requests, the book could say that the crew is shown although the list lacks it.
   */
  adjust(
    id: string,
    change: CrewChange,
    list: CrewList,
  ): Promise<Result<Crew, LookupError | WhyNotAdjusted>> {
    return this.#inTurn(id, async () => {
      const before = await this.#read(id);
      if (!before.ok) return before;
      const wanted = adjusting(before.value, change);
      if (!wanted.ok) return wanted;
      const listed = change.shown === true ? await list.list(id) : 'listed';
      if (listed !== 'listed') return err(listed === 'full' ? 'no-room' : listed);
      const changed = await this.#change<WhyNotAdjusted>(id, now => adjusting(now, change));
      if (changed.ok && change.shown === false) await list.unlist(id);
      return changed;
    });
  }

  /** Deletes a line of the book, with its names and its record. Its number is never used again. */
  strike(id: string, line: number): Promise<Result<Crew, LookupError | 'no-line'>> {
    return this.#inTurn(id, async () => {
      const before = await this.#read(id);
      if (!before.ok) return before;
      const struck = before.value.crew.lines.find(one => one.line === line);
      if (struck === undefined) return err('no-line');
      const after = await this.#change<never>(id, () => ok([{ type: 'lineStruck', line }]));
      if (after.ok) await this.#world.journal.purge(recordLogOf(id, struck.record));
      return after;
    });
  }

  async #change<Why>(
    id: string,
    decide: (now: ReadBook) => Result<readonly CrewEvent[], Why>,
  ): Promise<Result<Crew, LookupError | Why>> {
    for (let i = 0; i < MOST_TRIES; i++) {
      const found = await this.#read(id);
      if (!found.ok) return found;
      const { crew, version } = found.value;
      const events = decide(found.value);
      if (!events.ok) return events;
      const after = events.value.reduce((one, event) => evolveCrew(one, event) ?? one, crew);
      const result = await this.#write(id, version, events.value, after);
      if (result.ok) return ok(after);
      if (result.error.type !== 'conflict') return err(this.#missing(id, result.error));
    }
    return err('unavailable');
  }

  /**
   * Writes events. Names that a change removes are deleted when this resolves: the book replaces its earlier events (ADR
   * 20).
   */
  #write(id: string, version: number, events: readonly CrewEvent[], after: Crew): Promise<AppendResult> {
    const { journal, log } = this.#world;
    if (!events.some(removesName)) return journal.append(crewLogOf(id), version, events.map(encodeCrewEvent));
    const book = encodeCrewEvent(keepingBook(after));
    if (book.length < APPEND_LIMIT) return journal.compact(crewLogOf(id), version, [book]);
    log.warn(
      { crew: tableNicknameOf(id) },
      'book too long to be rewritten: removed names stay until the crew is deleted',
    );
    return journal.append(crewLogOf(id), version, events.map(encodeCrewEvent));
  }

  /**
   * Deletes names of removed lines and former names of a crew, which versions up to 0.2.0 stored; returns false if
   * some may still exist.
   */
  forgetRemoved(id: string): Promise<boolean> {
    return this.#inTurn(id, async () => {
      const found = await readAll(this.#world.journal, crewLogOf(id));
      if (!found.ok) return false;
      const isPlain = found.entries.every(entry => {
        const event = decodeCrewEvent(entry);
        return !event.ok || !removesName(event.value);
      });
      if (isPlain) return true;
      return (await this.#change<never>(id, ({ crew }) => ok([{ type: 'crewRenamed', name: crew.name }]))).ok;
    });
  }

  async #inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const before = this.#busy.get(id) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#busy.set(id, mine);
    try {
      return await mine;
    } finally {
      if (this.#busy.get(id) === mine) this.#busy.delete(id);
    }
  }

  // Methods that read records.

  /** The record of a line; `damaged` if its text does not match its hash. */
  async recordOf(id: string, hash: string): Promise<Result<string, LookupError>> {
    const found = await this.#world.journal.read(recordLogOf(id, hash), 1);
    if (!found.ok) return err(this.#missing(id, found.error));
    const [text] = found.entries;
    return text === undefined || sha256(text) !== hash ? err('quarantined') : ok(text);
  }

  // Methods that delete.

  /**
   * Deletes a crew, with `seen` only if its book is still at this version; returns false if it still exists. The log
   * of its book is deleted first, so that the crew cannot be found any more. `#clearRemains` later deletes records
   * that could not be deleted now.
   */
  forget(id: string, seen?: number): Promise<boolean> {
    return this.#inTurn(id, async () => {
      const { journal } = this.#world;
      const gone = await journal.purge(crewLogOf(id), seen);
      if (!gone.ok && gone.error.type !== 'corrupt') return false;
      this.#known.delete(id);
      const left = await this.#purgeRecords(id);
      if (!gone.ok || left !== 0) this.#complain(id, { book: gone.ok ? 'gone' : 'too damaged', left });
      if (gone.ok) this.#stuck.delete(id);
      else this.#stuck.add(id);
      return gone.ok;
    });
  }

  /** Logs the damage of a crew once; later attempts are not logged. */
  #complain(id: string, what: object): void {
    if (this.#stuck.has(id)) return;
    this.#world.log.warn({ crew: tableNicknameOf(id), ...what }, 'crew not wholly purged');
  }

  /** Deletes the records one by one, so that other writes can run between; returns how many are left. */
  async #purgeRecords(id: string): Promise<number | 'unknown'> {
    const { journal } = this.#world;
    let left = 0;
    for await (const page of logPages(journal, recordLogOf(id, ''))) {
      if (!page.ok) return 'unknown';
      for (const log of page.logs) if (this.#stopped || !(await journal.purge(log)).ok) left++;
    }
    return left;
  }

  /** Deletes crews whose book nobody has opened for `keepDays`, and the orphans of deleted crews. */
  async sweep(): Promise<void> {
    if (this.#world.keepDays > 0) await this.#sweepAbandoned();
    await this.#clearRemains();
  }

  async #sweepAbandoned(): Promise<void> {
    const { log, keepDays } = this.#world;
    const purge = async (id: string, seen?: number): Promise<boolean> =>
      !this.#stopped && this.forget(id, seen);
    reportSweep(log, 'crews', await this.#visits.sweep(keepDays, purge));
  }

  async #clearRemains(): Promise<void> {
    const { journal, log } = this.#world;
    const cleared = await purgeCrewRemains(journal, () => !this.#stopped);
    if (!cleared.ok) log.warn({ why: cleared.error }, 'remains of purged crews could not be looked for');
    else if (cleared.value > 0) log.warn({ logs: cleared.value }, 'remains of purged crews cleared');
  }
}
