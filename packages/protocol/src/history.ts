/**
 * What is durable of one table: the folded state, its version, the last entries for those who come back after a
 * short while, and which commands were answered how.
 */
import { err, type Hero, ok, type Result } from '@hush/rules';
import { type Journal, type ReadError, readAll } from './journal.ts';
import { EMPTY_TABLE, evolveTable, type LogEvent, type Member, type TableState } from './lobby.ts';
import { type Person, PROTOCOL_VERSION, type Sand } from './messages.ts';
import { decodeEntry, type Entry } from './wire.ts';

const KEPT_ENTRIES = 128;
const KEPT_REFUSALS = 32;

/** What a newcomer should know beside the log. */
interface Circle {
  readonly table: string;
  readonly member: Member | null;
  readonly people: readonly Person[];
  readonly here: readonly Member[];
  readonly sand: Sand;
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
  const history = new History();
  const problem = await history.load(journal, `table/${code}`);
  return problem === null ? ok(history.state) : err(problem);
}

export class History {
  #state: TableState = EMPTY_TABLE;
  #version = 0;
  #snapshot: { readonly version: number; readonly text: string } | null = null;
  readonly #recent: string[] = [];
  readonly #lastN = new Map<Member, number>();
  readonly #lastMover = new Map<Hero, Member>();
  readonly #refusals = new Map<Member, Map<number, string>>();

  get state(): TableState {
    return this.#state;
  }

  get version(): number {
    return this.#version;
  }

  /** The last command of each member that happened. */
  lastN(member: Member): number {
    return this.#lastN.get(member) ?? 0;
  }

  /** Who moved this hero last: the one who was first. */
  lastMover(hero: Hero): Member | undefined {
    return this.#lastMover.get(hero);
  }

  /** Folds the whole log; what keeps it from that. */
  async load(journal: Journal, log: string): Promise<ReadError | 'unknown' | null> {
    const found = await readAll(journal, log);
    if (!found.ok) return found.error;
    if (found.version === 0) return 'unknown';
    for (const text of found.entries) {
      const entry = decodeEntry(text);
      if (!entry.ok) return { type: 'corrupt', log, version: this.#version + 1 };
      this.add(entry.value, text);
    }
    return null;
  }

  /** Folds a durable entry; the frame that tells it. */
  add(entry: Entry, text: string): string {
    this.#version++;
    this.#state = entry.events.reduce(evolveTable, this.#state);
    if (entry.cause !== null) this.#lastN.set(entry.cause.member, entry.cause.n);
    for (const event of entry.events) this.#notice(event);
    this.#recent.push(text);
    if (this.#recent.length > KEPT_ENTRIES) this.#recent.shift();
    return `{"t":"news","v":${this.#version},${text.slice(1)}`;
  }

  #notice(event: LogEvent): void {
    if (event.type !== 'heroMoved') return;
    const mover = this.#state.seats[event.seat];
    if (mover !== null && mover !== undefined) this.#lastMover.set(event.hero, mover);
  }

  /** The first frame of a connection: the entries after `since`, or everything where they are no longer at hand. */
  welcome({ table, member, ...rest }: Circle, since: number | undefined): Welcome {
    const n = member === null ? 0 : this.lastN(member);
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

  /** The frame of a refusal given before, for a command that is sent again. */
  refusal(member: Member, n: number): string | undefined {
    return this.#refusals.get(member)?.get(n);
  }

  remember(member: Member, n: number, refusal: string): void {
    const known = this.#refusals.get(member) ?? new Map<number, string>();
    this.#refusals.set(member, known.set(n, refusal));
    const [oldest] = known.keys();
    if (known.size > KEPT_REFUSALS && oldest !== undefined) known.delete(oldest);
  }
}
