/** Compares the journal of one table with what its players were told and have sent. */

import { isDeepStrictEqual } from 'node:util';
import { decodeEntry, type Journal, peekTable, readAll, type TableState } from '@hush/protocol';
import type { Player, Testimony } from './player-client.ts';

export type Fault = 'lost' | 'doubled' | 'reordered' | 'invented' | 'contradicted' | 'sand';

export interface Finding {
  readonly fault: Fault;
  readonly say: string;
}

export class Ledger {
  readonly code: string;
  readonly #find: (finding: Finding) => void;
  readonly #texts: string[] = [];
  /** The numbers of the commands in the journal, by member. */
  readonly #done = new Map<number, Set<number>>();

  constructor(code: string, find: (finding: Finding) => void) {
    this.code = code;
    this.#find = find;
  }

  get entries(): number {
    return this.#texts.length;
  }

  /** Reads the new entries of the journal and compares. */
  async compare(journal: Journal, told: readonly Testimony[]): Promise<void> {
    const known = this.#texts.length;
    const added = await readAll(journal, `table/${this.code}`, known + 1);
    if (!added.ok) throw new Error(JSON.stringify(added.error));
    if (added.version < known) this.#note('lost', `went back to version ${added.version}`);
    for (const text of added.entries) this.#learn(text);
    for (const testimony of told) {
      this.#compareNews(testimony);
      this.#compareCommands(testimony);
    }
  }

  /** Checks that everybody has the same game as the journal. */
  async compareStates(journal: Journal, players: readonly Player[]): Promise<void> {
    const kept = await peekTable(this.code, journal);
    if (!kept.ok) throw new Error(JSON.stringify(kept.error));
    for (const { connection, member } of players) {
      if (isDeepStrictEqual(plain(connection.mirror.confirmed), plain(kept.value))) continue;
      this.#note('contradicted', `member ${member} sees another game than the journal has`);
    }
  }

  #note(fault: Fault, say: string): void {
    this.#find({ fault, say: `${this.code} ${say}` });
  }

  #learn(text: string): void {
    this.#texts.push(text);
    const entry = decodeEntry(text);
    if (!entry.ok) throw new Error(entry.error.why);
    const { cause } = entry.value;
    if (cause === null) return;
    const mine = this.#done.get(cause.member) ?? new Set();
    const where = `version ${this.#texts.length}, member ${cause.member}, command ${cause.n}`;
    if (mine.has(cause.n)) this.#note('doubled', where);
    else if (Math.max(0, ...mine) > cause.n) this.#note('reordered', where);
    this.#done.set(cause.member, mine.add(cause.n));
  }

  /** Checks that everything a client was told is in the journal, word for word. */
  #compareNews({ heard, contradictions }: Testimony): void {
    for (const [version, text] of heard) {
      const kept = this.#texts[version - 1];
      if (kept === undefined) this.#note('lost', `version ${version}: ${text}`);
      else if (kept !== text) this.#note('contradicted', `version ${version}: ${kept}, not ${text}`);
    }
    for (const say of contradictions) this.#note('contradicted', `version ${say}`);
  }

  /**
   * Checks that every sent command is in the journal, was refused or is unanswered, and that the journal has no other
   * command.
   */
  #compareCommands({ member, asked, refused, waiting, settled }: Testimony): void {
    const mine = this.#done.get(member) ?? new Set();
    const numbers = new Set(asked.map(({ n }) => n));
    for (const n of mine) {
      if (!numbers.has(n)) this.#note('invented', `member ${member}, command ${n}`);
    }
    const known = Math.max(settled, ...mine);
    for (const { n, command } of asked) {
      if (mine.has(n) || refused.has(n) || waiting.has(n)) continue;
      // A client that is told a later number does not learn what became of earlier commands; `ready` is never refused
      // here, so it must be in the journal.
      if (n <= known && command.type !== 'ready') continue;
      this.#note('lost', `member ${member}, command ${n}: ${JSON.stringify(command)}`);
    }
  }
}

const plain = (state: TableState): unknown => JSON.parse(JSON.stringify(state));
