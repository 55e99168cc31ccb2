/**
 * The public log of one table and everything computed from its durable entries: the folded state, the latest entries for
 * clients that reconnect, and the answers to commands.
 */

import { err, type Hero, ok, type Result } from '@hush/rules';
import {
  type AppendResult,
  type Corrupt,
  type Journal,
  type Listener,
  type ReadError,
  type ReadResult,
  readAll,
  type Unsubscribe,
} from '../journal/journal.ts';
import { LazyMap } from '../lazy-map.ts';
import { type Cause, decodeEntry, type Entry, type EntryProblem } from '../messages/entry.ts';
import { newsFrame, welcomeFrame } from '../messages/frame.ts';
import type { Person, SandReading } from '../messages/parts.ts';
import { PROTOCOL_VERSION } from '../messages/version.ts';
import { NO_KEY } from '../state/bot-seats.ts';
import { evolveTable } from '../state/evolve-table.ts';
import type { Quota } from '../state/quota.ts';
import {
  EMPTY_TABLE,
  type LogEvent,
  type Member,
  rememberedOf,
  type TableState,
} from '../state/table-state.ts';
import { FrozenNames } from './frozen-names.ts';
import { lastGameOf } from './last-game.ts';
import { logName } from './log-names.ts';

const KEPT_ENTRIES = 128;
const KEPT_ANSWERS = 32;

/** A log entry, and the text by which the log stores it. */
export interface LoggedEntry {
  readonly entry: Entry;
  readonly text: string;
}

/** An entry of the log cannot be read by this version of Hush; `why` says what is wrong with it. */
export type Unreadable = Corrupt & { readonly why: string };

/** New entries that this copy did not have, in order. They are not applied to the state yet. */
export interface CaughtUp {
  readonly type: 'caught-up';
  readonly entries: readonly LoggedEntry[];
  /** Whether the journal has no further entries. */
  readonly isComplete: boolean;
}

/** The log no longer exists, because it was purged. */
export interface PurgedLog {
  readonly type: 'purged';
}

/** The log is undamaged, but a later version of Hush has written to it. */
export interface WrittenByNewer {
  readonly type: 'newer';
  readonly version: number;
  readonly why: string;
}

export type CatchUpResult = CaughtUp | PurgedLog | Unreadable | WrittenByNewer | ReadError;

/** The fields of a welcome that do not come from the log. */
interface WelcomeFacts {
  readonly table: string;
  readonly member: Member | null;
  /** The number of this member's last command; the next one must be higher. */
  readonly n: number;
  readonly people: readonly Person[];
  readonly here: readonly Member[];
  readonly sand: SandReading;
}

export interface Welcome {
  readonly with: 'delta' | 'snapshot';
  readonly frame: string;
}

const headOf = (
  { table, member, n, ...rest }: WelcomeFacts,
  v: number,
): Parameters<typeof welcomeFrame>[0] => ({
  t: 'welcome',
  protocol: PROTOCOL_VERSION,
  table,
  member,
  n,
  v,
  ...rest,
});

/** Data about one member from the log. One map for all of it saves memory in empty tables, because strangers can open many. */
interface MemberFacts {
  lastN: number;
  epoch: number;
  key: string | undefined;
  /** The answers to commands that changed nothing, by command number. */
  answers: Map<number, string> | null;
}

/** Reads the state of a table from its log. The table is not opened, so its sand does not start. */
export async function peekTable(
  code: string,
  journal: Journal,
): Promise<Result<TableState, ReadError | WrittenByNewer | 'unknown'>> {
  const log = new TableLog(journal, code);
  const problem = await log.load();
  return problem === null ? ok(log.state) : err(problem);
}

export class TableLog implements Quota {
  readonly names = new FrozenNames();
  readonly #journal: Journal;
  readonly #code: string;
  readonly #name: string;
  #state: TableState = EMPTY_TABLE;
  #version = 0;
  #characters = 0;
  /** The version at which the last game began. */
  #began = 0;
  #snapshot: { readonly version: number; readonly text: string } | null = null;
  readonly #recent: string[] = [];
  readonly #facts = new LazyMap<Member, MemberFacts>();
  readonly #lastMover = new LazyMap<Hero, Member>();
  readonly #members = new LazyMap<string, Member>();

  constructor(journal: Journal, table: string) {
    this.#journal = journal;
    this.#code = table;
    this.#name = logName('table', table);
  }

  get state(): TableState {
    return this.#state;
  }

  get version(): number {
    return this.#version;
  }

  /** The number of characters in the log. */
  get characters(): number {
    return this.#characters;
  }

  /** The number of entries since the last game began, 0 if none did. */
  get inGame(): number {
    return this.#version - this.#began;
  }

  /** The number of a member's last accepted command. */
  lastN(member: Member): number {
    return this.#facts.get(member)?.lastN ?? 0;
  }

  /** The epoch of a member's newest window; commands with lower numbers come from older windows. */
  epochOf(member: Member): number {
    return this.#facts.get(member)?.epoch ?? 0;
  }

  /** Returns the member who took a seat with this key; undefined if there is none. */
  memberWith(key: string): Member | undefined {
    return this.#members.get(key);
  }

  keyOf(member: Member): string | undefined {
    return this.#facts.get(member)?.key;
  }

  /** Whether screens show the name of the member with this key. */
  shows(key: string): boolean {
    return rememberedOf(this.#state).some(member => this.keyOf(member) === key);
  }

  /** The member who moved this hero last. */
  lastMover(hero: Hero): Member | undefined {
    return this.#lastMover.get(hero);
  }

  /** Reads and folds the whole log, page by page, so that other tables can run between pages. */
  async load(): Promise<ReadError | WrittenByNewer | 'unknown' | null> {
    for (;;) {
      const page = this.#decode(await this.#journal.read(this.#name, this.#version + 1));
      if (page.type === 'purged') return 'unknown';
      if (page.type !== 'caught-up') return page;
      for (const { entry, text } of page.entries) this.add(entry, text);
      if (page.isComplete) return null;
    }
  }

  /** Appends entries at the version of this copy. `add` folds them when they are durable. */
  append(texts: readonly string[]): Promise<AppendResult> {
    return this.#journal.append(this.#name, this.#version, texts);
  }

  /** Reads entries that this copy does not have: those of another authority, or our own after an append with unknown outcome. */
  async catchUp(): Promise<CatchUpResult> {
    return this.#decode(await readAll(this.#journal, this.#name, this.#version + 1));
  }

  #decode(page: ReadResult): CatchUpResult {
    if (!page.ok) return page.error;
    if (page.version === 0 || page.version < this.#version) return { type: 'purged' };
    const entries: LoggedEntry[] = [];
    for (const text of page.entries) {
      const entry = decodeEntry(text);
      if (entry.ok) entries.push({ entry: entry.value, text });
      else if (entries.length === 0) return this.#unreadable(entry.error);
      else break; // the entries before the damage are returned; the next call reports the damage
    }
    return { type: 'caught-up', entries, isComplete: this.#version + entries.length >= page.version };
  }

  #unreadable({ type, why }: EntryProblem): Unreadable | WrittenByNewer {
    if (type === 'newer') return { type, version: this.#version + 1, why };
    return { type: 'corrupt', log: this.#name, version: this.#version + 1, why };
  }

  /** Reads the entries of the last finished game from the journal. */
  lastGame(): ReturnType<typeof lastGameOf> {
    return lastGameOf(this.#code, this.#journal);
  }

  /** Subscribes to entries that are appended from now on, our own included. */
  subscribe(listener: Listener): Unsubscribe {
    return this.#journal.subscribe(this.#name, this.#version + 1, listener);
  }

  /** Applies a durable entry to the state; returns the frame that is broadcast for it. */
  add(entry: Entry, text: string, after?: TableState): string {
    this.#version++;
    this.#characters += text.length;
    this.#state = after ?? entry.events.reduce(evolveTable, this.#state);
    if (entry.cause !== null) this.#number(entry.cause, entry.events.length === 0);
    for (const event of entry.events) this.#notice(event);
    this.names.follow(entry, this.#state);
    this.#recent.push(text);
    if (this.#recent.length > KEPT_ENTRIES) this.#recent.shift();
    // If the journal has lost entries, a client with a version from before that loss has entries that no longer
    // exist, so it needs a snapshot.
    if (entry.events.some(event => event.type === 'entriesLost')) this.#recent.length = 0;
    return newsFrame(this.#version, text);
  }

  /** An entry without events opens an epoch: the commands of a member's new window are numbered from there. */
  #number({ member, n }: Cause, isEpoch: boolean): void {
    const facts = this.#factsOf(member);
    facts.lastN = n;
    if (isEpoch) facts.epoch = n;
  }

  #factsOf(member: Member): MemberFacts {
    const facts = this.#facts.get(member) ?? { lastN: 0, epoch: 0, key: undefined, answers: null };
    this.#facts.set(member, facts);
    return facts;
  }

  #notice(event: LogEvent): void {
    if (event.type === 'memberJoined') {
      this.#factsOf(event.member).key = event.key;
      if (event.key !== NO_KEY) this.#members.set(event.key, event.member);
    }
    if (event.type === 'gameSetUp') {
      this.#began = this.#version;
      this.#lastMover.clear();
    }
    if (event.type !== 'heroMoved') return;
    const mover = this.#state.seats[event.seat];
    if (mover !== null && mover !== undefined) this.#lastMover.set(event.hero, mover);
  }

  /** The welcome frame of a connection, with the entries after `since`, or with a snapshot if they are no longer in memory. */
  welcome(facts: WelcomeFacts, since: number | undefined): Welcome {
    const head = headOf(facts, this.#version);
    const oldest = this.#version - this.#recent.length;
    const isKept = since !== undefined && since >= oldest && since <= this.#version;
    if (!isKept) return { with: 'snapshot', frame: welcomeFrame(head, this.#snapshotText()) };
    return { with: 'delta', frame: welcomeFrame(head, this.#recent.slice(since - oldest)) };
  }

  /** The welcome frame of a spectator who sees the table as it was at an earlier version (PR-69). */
  earlierWelcome(
    facts: WelcomeFacts,
    { state, version }: { readonly state: TableState; readonly version: number },
  ): Welcome {
    return { with: 'snapshot', frame: welcomeFrame(headOf(facts, version), JSON.stringify(state)) };
  }

  /** The snapshot text, cached for each version, because many clients may reconnect at once. */
  #snapshotText(): string {
    if (this.#snapshot?.version !== this.#version) {
      this.#snapshot = { version: this.#version, text: JSON.stringify(this.#state) };
    }
    return this.#snapshot.text;
  }

  /**
   * Returns the stored answer to a command that changed nothing; the answer is sent again if the client repeats the
   * command.
   */
  answerTo(member: Member, n: number): string | undefined {
    return this.#facts.get(member)?.answers?.get(n);
  }

  remember(member: Member, n: number, frame: string): void {
    const facts = this.#factsOf(member);
    const known = facts.answers ?? new Map<number, string>();
    facts.answers = known.set(n, frame);
    const [oldest] = known.keys();
    if (known.size > KEPT_ANSWERS && oldest !== undefined) known.delete(oldest);
  }
}
