/**
 * What is durable of one table: the folded state, its version, the last entries for those who come back after a
 * short while, and which commands were answered how.
 */
import type { Hero } from '@hush/rules';
import { EMPTY_TABLE, evolveTable, type LogEvent, type Member, type TableState } from './lobby.ts';
import type { Entry } from './wire.ts';

const KEPT_ENTRIES = 128;
const KEPT_REFUSALS = 32;

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

  /** The entries after `since`, or everything where they are no longer at hand, as a field of a JSON object. */
  since(since: number | undefined): string {
    const oldest = this.#version - this.#recent.length;
    const atHand = since !== undefined && since >= oldest && since <= this.#version;
    if (!atHand) return `"snapshot":${this.#snapshotText()}`;
    return `"entries":[${this.#recent.slice(since - oldest).join(',')}]`;
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
