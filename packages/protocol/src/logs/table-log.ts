/**
 * The public log of one table and everything that follows from its durable entries: the folded state, the last entries
 * for clients that come back after a short while, and how commands were answered.
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

/** An entry of the log, and its text there. */
export interface LoggedEntry {
  readonly entry: Entry;
  readonly text: string;
}

/** The log has an entry that this version cannot read; `why` says what is wrong with it. */
export type Unreadable = Corrupt & { readonly why: string };

/** Entries that this copy did not have, in order. They are not folded yet. */
export interface CaughtUp {
  readonly type: 'caught-up';
  readonly entries: readonly LoggedEntry[];
  /** Whether these are all there are. */
  readonly isComplete: boolean;
}

/** The log is gone. */
export interface PurgedLog {
  readonly type: 'purged';
}

/** The log is whole, but a later version of this program has written in it. */
export interface WrittenByNewer {
  readonly type: 'newer';
  readonly version: number;
  readonly why: string;
}

export type CatchUpResult = CaughtUp | PurgedLog | Unreadable | WrittenByNewer | ReadError;

/** The part of a welcome that is not from the log. */
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

/** Data of the log about one member. One map for all of it keeps an empty table small: strangers can open many. */
interface MemberFacts {
  lastN: number;
  epoch: number;
  key: string | undefined;
  /** Frames that answered commands that changed nothing, by their numbers. */
  answers: Map<number, string> | null;
}

/** The state in a log. No table is opened, so no sand starts to run. */
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
  /** The version with which the last game began. */
  #began = 0;
  #snapshot: { readonly version: number; readonly text: string } | null = null;
  readonly #recent: string[] = [];
  readonly #facts = new Map<Member, MemberFacts>();
  readonly #lastMover = new Map<Hero, Member>();
  readonly #members = new Map<string, Member>();

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

  /** How many characters the log has. */
  get characters(): number {
    return this.#characters;
  }

  /** How many entries there are since the last game began. */
  get inGame(): number {
    return this.#version - this.#began;
  }

  /** The number of the last command of a member that was accepted. */
  lastN(member: Member): number {
    return this.#facts.get(member)?.lastN ?? 0;
  }

  /** The epoch of a member's newest window: lower command numbers are of older windows. */
  epochOf(member: Member): number {
    return this.#facts.get(member)?.epoch ?? 0;
  }

  /** Whose seat a key opened when it was taken. */
  memberWith(key: string): Member | undefined {
    return this.#members.get(key);
  }

  keyOf(member: Member): string | undefined {
    return this.#facts.get(member)?.key;
  }

  /** Whether screens name the member of this key. */
  shows(key: string): boolean {
    return rememberedOf(this.#state).some(member => this.keyOf(member) === key);
  }

  /** Who moved this hero last. */
  lastMover(hero: Hero): Member | undefined {
    return this.#lastMover.get(hero);
  }

  /** Reads and folds the whole log, page by page, so that other tables have their turn between. */
  async load(): Promise<ReadError | WrittenByNewer | 'unknown' | null> {
    for (;;) {
      const page = this.#decode(await this.#journal.read(this.#name, this.#version + 1));
      if (page.type === 'purged') return 'unknown';
      if (page.type !== 'caught-up') return page;
      for (const { entry, text } of page.entries) this.add(entry, text);
      if (page.isComplete) return null;
    }
  }

  /** Appends entries at the version of this copy. They are folded by `add`, when they are durable. */
  append(texts: readonly string[]): Promise<AppendResult> {
    return this.#journal.append(this.#name, this.#version, texts);
  }

  /** Reads entries that this copy does not have: of another authority, or our own after an unknown outcome. */
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
      else break; // the entries before the damage count; the next call finds it
    }
    return { type: 'caught-up', entries, isComplete: this.#version + entries.length >= page.version };
  }

  #unreadable({ type, why }: EntryProblem): Unreadable | WrittenByNewer {
    if (type === 'newer') return { type, version: this.#version + 1, why };
    return { type: 'corrupt', log: this.#name, version: this.#version + 1, why };
  }

  /** The entries of the last finished game, from the journal. */
  lastGame(): ReturnType<typeof lastGameOf> {
    return lastGameOf(this.#code, this.#journal);
  }

  /** Hears of entries that are appended from now on, our own included. */
  subscribe(listener: Listener): Unsubscribe {
    return this.#journal.subscribe(this.#name, this.#version + 1, listener);
  }

  /** Folds a durable entry and returns the frame that tells it. */
  add(entry: Entry, text: string, after?: TableState): string {
    this.#version++;
    this.#characters += text.length;
    this.#state = after ?? entry.events.reduce(evolveTable, this.#state);
    if (entry.cause !== null) this.#number(entry.cause, entry.events.length === 0);
    for (const event of entry.events) this.#notice(event);
    this.names.follow(entry, this.#state);
    this.#recent.push(text);
    if (this.#recent.length > KEPT_ENTRIES) this.#recent.shift();
    // A client with a version from before the loss has entries that are lost, so it needs a snapshot.
    if (entry.events.some(event => event.type === 'entriesLost')) this.#recent.length = 0;
    return newsFrame(this.#version, text);
  }

  /** An entry without events opens an epoch: a new window of this member goes on from there. */
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

  /** The first frame of a connection: the entries after `since`, or a snapshot where they are no longer in memory. */
  welcome({ table, member, n, ...rest }: WelcomeFacts, since: number | undefined): Welcome {
    const v = this.#version;
    const head = { t: 'welcome', protocol: PROTOCOL_VERSION, table, member, n, v, ...rest } as const;
    const oldest = this.#version - this.#recent.length;
    const isKept = since !== undefined && since >= oldest && since <= this.#version;
    if (!isKept) return { with: 'snapshot', frame: welcomeFrame(head, this.#snapshotText()) };
    return { with: 'delta', frame: welcomeFrame(head, this.#recent.slice(since - oldest)) };
  }

  /** Made once for each version, however many clients come back at once. */
  #snapshotText(): string {
    if (this.#snapshot?.version !== this.#version) {
      this.#snapshot = { version: this.#version, text: JSON.stringify(this.#state) };
    }
    return this.#snapshot.text;
  }

  /** The frame that answered a command that changed nothing, for when it is sent again. */
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
