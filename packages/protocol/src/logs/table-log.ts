/**
 * What is durable of one table: the folded state, its version, the last entries for those who come back after a
 * short while, and which commands were answered how.
 */
import { err, type Hero, ok, type Result } from '@hush/rules';
import type { Journal, ReadError } from '../journal/journal.ts';
import { type Cause, decodeEntry, type Entry } from '../messages/entry.ts';
import { type Person, PROTOCOL_VERSION, type SandReading } from '../messages/messages.ts';
import { NO_KEY } from '../state/bot-seats.ts';
import type { Quota } from '../state/quota.ts';
import {
  EMPTY_TABLE,
  evolveTable,
  type LogEvent,
  type Member,
  type TableState,
} from '../state/table-state.ts';
import { FrozenNames } from './frozen-names.ts';

const KEPT_ENTRIES = 128;
const KEPT_VERDICTS = 32;

/** What a newcomer should know beside the log. */
interface Circle {
  readonly table: string;
  readonly member: Member | null;
  /** The number after which this member's commands go on. */
  readonly n: number;
  readonly people: readonly Person[];
  readonly here: readonly Member[];
  readonly sand: SandReading;
}

export interface Welcome {
  readonly with: 'delta' | 'snapshot';
  readonly frame: string;
}

/** The state in a log, without running anything: nobody's sand starts because somebody looked. */
export async function peekTable(
  code: string,
  journal: Journal,
): Promise<Result<TableState, ReadError | 'unknown'>> {
  const history = new TableLog();
  const problem = await history.load(journal, `table/${code}`);
  return problem === null ? ok(history.state) : err(problem);
}

export class TableLog implements Quota {
  readonly names = new FrozenNames();
  #state: TableState = EMPTY_TABLE;
  #version = 0;
  #characters = 0;
  /** The version with which the last game began. */
  #began = 0;
  #snapshot: { readonly version: number; readonly text: string } | null = null;
  readonly #recent: string[] = [];
  readonly #lastN = new Map<Member, number>();
  readonly #lastMover = new Map<Hero, Member>();
  readonly #epochs = new Map<Member, number>();
  readonly #verdicts = new Map<Member, Map<number, string>>();
  readonly #keys = new Map<Member, string>();
  readonly #members = new Map<string, Member>();

  get state(): TableState {
    return this.#state;
  }

  get version(): number {
    return this.#version;
  }

  /** How many characters were ever written here. */
  get characters(): number {
    return this.#characters;
  }

  /** How many entries since the last game began. */
  get inGame(): number {
    return this.#version - this.#began;
  }

  /** The last command of each member that happened. */
  lastN(member: Member): number {
    return this.#lastN.get(member) ?? 0;
  }

  /** The epoch of a member's newest window: lower command numbers are of older windows. */
  epochOf(member: Member): number {
    return this.#epochs.get(member) ?? 0;
  }

  /** Whose seat a key opened when it was taken. */
  memberWith(key: string): Member | undefined {
    return this.#members.get(key);
  }

  keyOf(member: Member): string | undefined {
    return this.#keys.get(member);
  }

  /** Who moved this hero last: the one who was first. */
  lastMover(hero: Hero): Member | undefined {
    return this.#lastMover.get(hero);
  }

  /** Folds the whole log, page by page, so that others have their turn between; what keeps it from that. */
  async load(journal: Journal, log: string): Promise<ReadError | 'unknown' | null> {
    for (;;) {
      const page = await journal.read(log, this.#version + 1);
      if (!page.ok) return page.error;
      if (page.version === 0 || page.version < this.#version) return 'unknown'; // purged, perhaps between two pages
      for (const text of page.entries) {
        const entry = decodeEntry(text);
        if (!entry.ok) return { type: 'corrupt', log, version: this.#version + 1 };
        this.add(entry.value, text);
      }
      if (this.#version >= page.version) return null;
    }
  }

  /** Folds a durable entry; the frame that tells it. */
  add(entry: Entry, text: string, after?: TableState): string {
    this.#version++;
    this.#characters += text.length;
    this.#state = after ?? entry.events.reduce(evolveTable, this.#state);
    if (entry.cause !== null) this.#number(entry.cause, entry.events.length === 0);
    for (const event of entry.events) this.#notice(event);
    this.names.follow(entry, this.#state);
    this.#recent.push(text);
    if (this.#recent.length > KEPT_ENTRIES) this.#recent.shift();
    return `{"t":"news","v":${this.#version},${text.slice(1)}`;
  }

  /** An entry without events opens an epoch: a new window of this member goes on from there. */
  #number({ member, n }: Cause, isEpoch: boolean): void {
    this.#lastN.set(member, n);
    if (isEpoch) this.#epochs.set(member, n);
  }

  #notice(event: LogEvent): void {
    if (event.type === 'memberJoined') {
      this.#keys.set(event.member, event.key);
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

  /** The first frame of a connection: the entries after `since`, or everything where they are no longer at hand. */
  welcome({ table, member, n, ...rest }: Circle, since: number | undefined): Welcome {
    const head = { t: 'welcome', protocol: PROTOCOL_VERSION, table, member, n, v: this.#version, ...rest };
    const text = JSON.stringify(head).slice(0, -1);
    const oldest = this.#version - this.#recent.length;
    const atHand = since !== undefined && since >= oldest && since <= this.#version;
    if (!atHand) return { with: 'snapshot', frame: `${text},"snapshot":${this.#snapshotText()}}` };
    return { with: 'delta', frame: `${text},"entries":[${this.#recent.slice(since - oldest).join(',')}]}` };
  }

  /** Made once a version, however many come back at once. */
  #snapshotText(): string {
    if (this.#snapshot?.version !== this.#version) {
      this.#snapshot = { version: this.#version, text: JSON.stringify(this.#state) };
    }
    return this.#snapshot.text;
  }

  /** The frame that answered a command before, where that is not in the log: for one that is sent again. */
  verdict(member: Member, n: number): string | undefined {
    return this.#verdicts.get(member)?.get(n);
  }

  remember(member: Member, n: number, frame: string): void {
    const known = this.#verdicts.get(member) ?? new Map<number, string>();
    this.#verdicts.set(member, known.set(n, frame));
    const [oldest] = known.keys();
    if (known.size > KEPT_VERDICTS && oldest !== undefined) known.delete(oldest);
  }
}
