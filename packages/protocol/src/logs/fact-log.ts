/**
 * A private log of a table. Its entries are facts that do not depend on each other, so after a conflict the facts of other
 * authorities are read and the append is tried again.
 */
import type { AppendResult, Journal, JournalError, Unsubscribe } from '../journal/journal.ts';
import { type FactKind, logName } from './log-names.ts';

/**
 * The error that is returned if the log has fewer entries than before, because it was purged. Appending again would
 * store a name although its table is deleted. The table retries, reads its public log and finds that this log is
 * deleted as well.
 */
const PURGED: JournalError = { type: 'unavailable', why: 'The log was purged.' };

export interface FactLogOptions<Fact> {
  readonly journal: Journal;
  readonly kind: FactKind;
  /** The code of the table. */
  readonly table: string;
  /** Called with every durable fact and its number in the log; the same fact may come twice. */
  take(fact: Fact, number: number): void;
}

export class FactLog<Fact extends object> {
  readonly #options: FactLogOptions<Fact>;
  readonly #name: string;
  /** The version of the log; null before the first read or append. */
  #version: number | null = null;
  /** The version after all pending appends, which take effect in the order of the calls. */
  #asked = 0;

  constructor(options: FactLogOptions<Fact>) {
    this.#options = options;
    this.#name = logName(options.kind, options.table);
  }

  /** How many facts of the log this copy knows. */
  get version(): number {
    return this.#version ?? 0;
  }

  /** Reads the facts that other authorities have appended, page by page, so that other tables can run between pages. */
  async learn(): Promise<JournalError | null> {
    let known = this.version;
    for (;;) {
      const page = await this.#options.journal.read(this.#name, known + 1);
      if (!page.ok) return page.error;
      if (page.version < known) return PURGED;
      for (const text of page.entries) {
        known++;
        if (!this.#isTaken(text, known)) return { type: 'corrupt', log: this.#name, version: known };
      }
      this.#version = Math.max(known, this.version); // `follow` may have reported more facts meanwhile
      if (known >= page.version) return null;
    }
  }

  #isTaken(text: string, number: number): boolean {
    try {
      this.#take(text, number);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Only our own tables write here, so a text that is not a fact of this kind is damaged. The text of a deleted fact
   * is empty.
   */
  #take(text: string, number: number): void {
    if (text !== '') this.#options.take(JSON.parse(text) as Fact, number);
  }

  /** Appends a fact. */
  keep(fact: Fact): Promise<JournalError | null> {
    return this.#write(
      () => Math.max(this.version, this.#asked),
      (expected, text) => this.#append(expected, text),
      () => fact,
    );
  }

  /**
   * Replaces all facts by one. `make` gets the number of the new fact and is called again after a conflict; it
   * returns null if there is nothing to replace. If facts are still being appended, the compaction conflicts with
   * them and is tried again.
   */
  compact(make: (number: number) => Fact | null): Promise<JournalError | null> {
    return this.#write(
      () => this.version,
      (expected, text) => this.#options.journal.compact(this.#name, expected, [text]),
      make,
    );
  }

  async #write(
    next: () => number,
    store: (expected: number, text: string) => Promise<AppendResult>,
    make: (number: number) => Fact | null,
  ): Promise<JournalError | null> {
    for (;;) {
      const expected = next();
      const fact = make(expected + 1);
      if (fact === null) return null;
      const text = JSON.stringify(fact);
      const result = await store(expected, text);
      if (result.ok) {
        this.#take(text, result.version);
        this.#version = Math.max(result.version, this.version);
        return expected === 0 && (await this.#isTooLate()) ? PURGED : null;
      }
      if (result.error.type !== 'conflict') return result.error;
      const problem = await this.learn();
      if (problem !== null) return problem;
    }
  }

  async #append(expected: number, text: string): Promise<AppendResult> {
    this.#asked = expected + 1;
    const result = await this.#options.journal.append(this.#name, expected, [text]);
    // pending appends after this one expect it to be stored, so they conflict and are tried again
    if (!result.ok) this.#asked = 0;
    return result;
  }

  /**
   * Only the first append to a log can come after the purge of its table, because it expects an empty log. A purge deletes
   * the public log first. So if the public log still exists after the append, the purge will also delete this log.
   */
  async #isTooLate(): Promise<boolean> {
    const { journal, table } = this.#options;
    const end = await journal.read(logName('table', table), Number.MAX_SAFE_INTEGER);
    if (!end.ok || end.version > 0) return false;
    await journal.purge(this.#name); // if deleting the log fails, `purgeRemains` deletes it later
    return true;
  }

  /** Calls `onNew` when another authority has appended, and `onLost` when the journal ends the subscription. */
  follow(onNew: () => void, onLost: () => void): Unsubscribe {
    return this.#options.journal.subscribe(this.#name, this.version + 1, news => {
      if (news.type === 'ended') {
        if (news.why.type === 'unavailable') onLost();
        return;
      }
      const last = news.from + news.entries.length - 1;
      if (last <= this.version) return;
      for (const [i, text] of news.entries.entries()) this.#take(text, news.from + i);
      this.#version = last;
      onNew();
    });
  }
}
