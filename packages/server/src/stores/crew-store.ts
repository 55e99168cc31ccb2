/**
 * The crews of this server, in the journal (crew-logs.ts). A record is written before the line that needs it, so that a
 * line is never without; one that no line needs does no harm. A crew that is forgotten loses its book first, for the
 * same reason. What is asked of one crew happens one after the other.
 */
import { randomBytes, randomInt } from 'node:crypto';
import {
  type AppendError,
  CODE_LETTERS,
  CREW_ID_LENGTH,
  type Crew,
  type CrewChange,
  type CrewEvent,
  crewKey,
  decodeCrewEvent,
  type Entered,
  encodeCrewEvent,
  enteringProblem,
  evolveCrew,
  type Journal,
  mayChange,
  type ReadError,
  readAll,
  type WhyNotEntered,
} from '@hush/protocol';
import { err, type Millis, ok, type Result, sha256 } from '@hush/rules';
import type { ServerClock } from '../runtime/clock.ts';
import { type Log, nicknameOf } from '../runtime/log.ts';
import { logOf, purgeCrewRemains, recordLogOf } from './crew-logs.ts';
import { UsageCalendar } from './usage-calendar.ts';

/** Why there is no book to be had. */
export type NoCrew = 'unknown' | 'damaged' | 'unavailable';

export interface Founded {
  readonly id: string;
  readonly secret: string;
}

/** A game and its record, to be put into a book. */
export interface BookEntry {
  readonly entered: Entered;
  readonly text: string;
}

/** Who wants to be seen on the board. It may ask about crews, but not wait for one's turn. */
export interface CrewList {
  list(id: string): Promise<'listed' | 'full' | 'unavailable'>;
  unlist(id: string): Promise<void>;
}

/** Why a crew may not change its name, its path or whether it is seen. */
export type WhyNotAdjusted = 'no-room' | 'restless';

interface Read {
  readonly crew: Crew;
  readonly version: number;
}

export interface CrewsWorld {
  readonly journal: Journal;
  readonly clock: ServerClock;
  readonly log: Log;
  /** 0: for good. */
  readonly keepDays: number;
}

const SECRET_BYTES = 18;
const MOST_TRIES = 8;
const MOST_KNOWN = 50;
const FIRST_SWEEP: Millis = 90_000;
const SWEEP: Millis = 6 * 60 * 60_000;

const newId = (): string =>
  Array.from({ length: CREW_ID_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');

export class Crews {
  readonly #world: CrewsWorld;
  readonly #visits: UsageCalendar;
  /** What is being done for a crew, by its id. */
  readonly #busy = new Map<string, Promise<unknown>>();
  /** Books that were read lately, the latest last. */
  readonly #known = new Map<string, Read>();
  #cancelSweep: () => void = () => undefined;
  #stopped = false;
  /** Crews whose book is too damaged to be removed, of which that was said. */
  readonly #stuck = new Set<string>();

  constructor(world: CrewsWorld) {
    this.#world = world;
    this.#visits = new UsageCalendar(world.journal, () => world.clock.today(), {
      kept: 'crew/',
      days: 'crew-visits/',
    });
    this.#sweepIn(FIRST_SWEEP);
  }

  /** A sweep that is under way ends; the next start goes on with it. */
  stop(): void {
    this.#stopped = true;
    this.#cancelSweep();
  }

  async found(name: string): Promise<Result<Founded, NoCrew>> {
    const { journal, clock, log } = this.#world;
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const event = { type: 'crewFounded', name, key: crewKey(secret), day: clock.today() } as const;
    for (let i = 0; i < MOST_TRIES; i++) {
      const id = newId();
      // First the calendar: what it does not know would be kept for ever.
      if (!(await this.#visits.note(id))) return err('unavailable');
      const made = await journal.append(logOf(id), 0, [encodeCrewEvent(event)]);
      if (made.ok) {
        log.info({ crew: nicknameOf(id) }, 'crew founded');
        return ok({ id, secret });
      }
      if (made.error.type !== 'conflict') return err(this.#missing(id, made.error));
    }
    return err('unavailable');
  }

  /** The book as it stands; looking at it keeps it. */
  async find(id: string): Promise<Result<Crew, NoCrew>> {
    const found = await this.peek(id);
    if (found.ok) void this.#visits.note(id);
    return found;
  }

  async peek(id: string): Promise<Result<Crew, NoCrew>> {
    const found = await this.#read(id);
    return found.ok ? ok(found.value.crew) : found;
  }

  /** What was read before is not read again; of another's writing only the new entries are. */
  async #read(id: string): Promise<Result<Read, NoCrew>> {
    const known = this.#known.get(id);
    const before = known?.version ?? 0;
    const log = logOf(id);
    const found = await readAll(this.#world.journal, log, before + 1);
    this.#known.delete(id);
    if (!found.ok) return err(this.#missing(id, found.error));
    if (found.version < before) return this.#read(id); // forgotten meanwhile
    let crew = known?.crew ?? null;
    for (const [i, entry] of found.entries.entries()) {
      const event = decodeCrewEvent(entry);
      crew = event.ok ? evolveCrew(crew, event.value) : null;
      if (crew === null) return err(this.#missing(id, { type: 'corrupt', log, version: before + i + 1 }));
    }
    return crew === null ? err('unknown') : ok(this.#remember(id, { crew, version: found.version }));
  }

  #remember(id: string, read: Read): Read {
    this.#known.set(id, read);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    return read;
  }

  #missing(id: string, error: ReadError | AppendError): NoCrew {
    if (error.type !== 'corrupt') return 'unavailable';
    this.#world.log.error({ crew: nicknameOf(id), version: error.version }, 'log of a crew damaged');
    return 'damaged';
  }

  // Writing.

  /** Puts in what is not there yet, all of it or nothing. Only what will enter is written: a refusal fills no disk. */
  enter(id: string, entries: readonly BookEntry[]): Promise<Result<Crew, NoCrew | WhyNotEntered>> {
    return this.#inTurn(id, async () => {
      const before = await this.#read(id);
      if (!before.ok) return before;
      const entering = enteringOf(before.value.crew, entries);
      if (!entering.ok) return entering;
      const written: string[] = [];
      const problem = await this.#keepAll(id, entering.value, written);
      const after: Result<Crew, NoCrew | WhyNotEntered> =
        problem === null
          ? await this.#change<WhyNotEntered>(id, ({ crew }) => enteringAll(crew, entering.value))
          : err(problem);
      if (problem !== null || after.ok || after.error !== 'unavailable') await this.#tidy(id, written);
      return after;
    });
  }

  /** Notes which records are new here, also when it has to stop half-way. */
  async #keepAll(id: string, entries: readonly BookEntry[], written: string[]): Promise<NoCrew | null> {
    for (const { entered, text } of entries) {
      const kept = await this.#keep(recordLogOf(id, entered.record), text);
      if (kept === 'written') written.push(entered.record);
      else if (kept !== 'there') return kept;
    }
    return null;
  }

  /** Another server may have changed the book meanwhile: what no line needs now goes again. */
  async #tidy(id: string, written: readonly string[]): Promise<void> {
    if (written.length === 0) return;
    const now = await this.#read(id);
    if (!now.ok && now.error !== 'unknown') return; // a line may need it
    const needed = new Set(now.ok ? now.value.crew.lines.map(({ record }) => record) : []);
    for (const hash of written) if (!needed.has(hash)) await this.#world.journal.purge(recordLogOf(id, hash));
  }

  async #keep(log: string, text: string): Promise<NoCrew | 'written' | 'there'> {
    const kept = await this.#world.journal.append(log, 0, [text]);
    if (kept.ok) return 'written';
    // Under its own hash nothing else can lie there.
    if (kept.error.type === 'conflict') return 'there';
    return kept.error.type === 'corrupt' ? 'damaged' : 'unavailable';
  }

  /**
   * Name, board and path: all that is asked for, or nothing. List and book change in one turn: somebody who changes
   * their mind twice at once would be shown and not listed.
   */
  adjust(id: string, change: CrewChange, list: CrewList): Promise<Result<Crew, NoCrew | WhyNotAdjusted>> {
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

  /** A struck line is gone with its record; its number stays its own. */
  strike(id: string, line: number): Promise<Result<Crew, NoCrew | 'no-line'>> {
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
    decide: (now: Read) => Result<readonly CrewEvent[], Why>,
  ): Promise<Result<Crew, NoCrew | Why>> {
    for (let i = 0; i < MOST_TRIES; i++) {
      const found = await this.#read(id);
      if (!found.ok) return found;
      const { crew, version } = found.value;
      const events = decide(found.value);
      if (!events.ok) return events;
      const result = await this.#world.journal.append(logOf(id), version, events.value.map(encodeCrewEvent));
      if (result.ok) return ok(events.value.reduce((one, event) => evolveCrew(one, event) ?? one, crew));
      if (result.error.type !== 'conflict') return err(this.#missing(id, result.error));
    }
    return err('unavailable');
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

  // Records.

  /** The record behind a line, if it is still what was entered. */
  async recordOf(id: string, hash: string): Promise<Result<string, NoCrew>> {
    const found = await this.#world.journal.read(recordLogOf(id, hash), 1);
    if (!found.ok) return err(this.#missing(id, found.error));
    const [text] = found.entries;
    return text === undefined || sha256(text) !== hash ? err('damaged') : ok(text);
  }

  // Forgetting.

  /**
   * Everything about a crew; whether it is gone. Its own log goes first: with it the crew is gone for whoever asks, and
   * until then it is whole. What cannot be deleted after that is found by `#clearRemains`.
   */
  forget(id: string): Promise<boolean> {
    return this.#inTurn(id, async () => {
      const { journal } = this.#world;
      const gone = await journal.purge(logOf(id));
      if (!gone.ok && gone.error.type !== 'corrupt') return false;
      this.#known.delete(id);
      const records = await journal.logs(recordLogOf(id, ''));
      const left = records.ok ? await this.#purgeAll(records.logs) : 'unknown';
      if (!gone.ok || left !== 0) this.#complain(id, { book: gone.ok ? 'gone' : 'too damaged', left });
      if (gone.ok) this.#stuck.delete(id);
      else this.#stuck.add(id);
      return gone.ok;
    });
  }

  /** Of damage once, and then it is tried again in silence. */
  #complain(id: string, what: object): void {
    if (this.#stuck.has(id)) return;
    this.#world.log.warn({ crew: nicknameOf(id), ...what }, 'crew not wholly purged');
  }

  /** One after the other, as a book may be large and others want to write; how many are left. */
  async #purgeAll(logs: readonly string[]): Promise<number> {
    let left = 0;
    for (const log of logs) if (this.#stopped || !(await this.#world.journal.purge(log)).ok) left++;
    return left;
  }

  #sweepIn(after: Millis): void {
    this.#cancelSweep = this.#world.clock.later(after, () => {
      this.#sweepIn(SWEEP);
      void this.sweep();
    });
  }

  /** Crews whose book nobody opened for so long leave the store, and so does what is left of those that are gone. */
  async sweep(): Promise<void> {
    if (this.#world.keepDays > 0) await this.#sweepAbandoned();
    await this.#clearRemains();
  }

  async #sweepAbandoned(): Promise<void> {
    const { log, keepDays } = this.#world;
    const swept = await this.#visits.sweep(keepDays, async id => !this.#stopped && this.forget(id));
    if (swept.ok) log.info(swept.value, 'abandoned crews purged');
    else log.warn({ why: swept.error }, 'abandoned crews could not be purged');
  }

  async #clearRemains(): Promise<void> {
    const { journal, log } = this.#world;
    const cleared = await purgeCrewRemains(journal, () => !this.#stopped);
    if (!cleared.ok) log.warn({ why: cleared.error }, 'remains of purged crews could not be looked for');
    else if (cleared.value > 0) log.warn({ logs: cleared.value }, 'remains of purged crews cleared');
  }
}

/** Games that are in the book already are left out; if nothing is left, that is the answer. */
function enteringOf(crew: Crew, entries: readonly BookEntry[]): Result<readonly BookEntry[], WhyNotEntered> {
  const entering: BookEntry[] = [];
  let book = crew;
  for (const entry of entries) {
    const problem = enteringProblem(book, entry.entered);
    if (problem === 'known') continue;
    if (problem !== null) return err(problem);
    entering.push(entry);
    book = evolveCrew(book, eventOf(entry)) ?? book;
  }
  return entering.length === 0 && entries.length > 0 ? err('known') : ok(entering);
}

const eventOf = ({ entered }: BookEntry): CrewEvent => ({ type: 'gameEntered', ...entered });

function enteringAll(crew: Crew, entries: readonly BookEntry[]): Result<readonly CrewEvent[], WhyNotEntered> {
  const entering = enteringOf(crew, entries);
  return entering.ok ? ok(entering.value.map(eventOf)) : entering;
}

/** What changes by a change; what is so already does not. */
function adjusting(
  { crew, version }: Read,
  { name, shown, skip }: CrewChange,
): Result<readonly CrewEvent[], 'restless'> {
  const events: CrewEvent[] = [];
  if (name !== undefined && name !== crew.name) events.push({ type: 'crewRenamed', name });
  if (shown !== undefined && shown !== crew.shown) events.push({ type: 'boardShown', shown });
  if (skip !== undefined && skip.skipped !== crew.skipped.includes(skip.scenario))
    events.push({ type: 'scenarioSkipped', ...skip });
  return events.length === 0 || mayChange(crew, version, events.length) ? ok(events) : err('restless');
}
