/**
 * Records which codes were used on a day, in shards: a code is always in the same shard, `visits/DAY/SHARD`, so that many
 * servers and many codes do not wait for one log. Version 0.1.0 used one log, `visits/DAY`.
 */
import type { Journal } from '@hush/protocol';
import { sha256 } from '@hush/rules';

const SHARDS = 64;
/** How many damaged days in a row are skipped; if there are more, the journal accepts no writes at all. */
const MOST_DAMAGED = 7;

export const shardOf = (code: string): string =>
  String(Number.parseInt(sha256(code).slice(0, 8), 16) % SHARDS).padStart(2, '0');

/** Returns the day and the shard of a log name; null if it is not such a name. */
export function readDayLog(
  log: string,
  prefix: string,
): { readonly day: number; readonly shard: string | null } {
  const [day, shard = null] = log.slice(prefix.length).split('/');
  return { day: Number(day), shard };
}

/**
 * The records of one shard. They are written one after the other, because each append needs the version after the previous
 * one.
 */
export class DayNotes {
  readonly #journal: Journal;
  readonly #prefix: string;
  readonly #shard: string;
  #day = 0;
  /** The day whose log gets the records: today, unless today's log is damaged. */
  #page = 0;
  #version = 0;
  #noted = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(journal: Journal, prefix: string, shard: string) {
    this.#journal = journal;
    this.#prefix = prefix;
    this.#shard = shard;
  }

  /** Records a code; returns false if it could not be written. */
  note(code: string, day: number): Promise<boolean> {
    const noted = this.#last.then(() => this.#note(code, day));
    this.#last = noted;
    return noted;
  }

  /** Whether this server has recorded the code on this day or later. */
  hasSince(code: string, day: number): boolean {
    return this.#day >= day && this.#noted.has(code);
  }

  async #note(code: string, day: number): Promise<boolean> {
    if (day !== this.#day) {
      this.#day = day;
      this.#page = day;
      this.#version = 0;
      this.#noted = new Set();
    }
    if (this.#noted.has(code)) return true;
    for (;;) {
      const log = `${this.#prefix}${this.#page}/${this.#shard}`;
      const result = await this.#journal.append(log, this.#version, [code]);
      if (result.ok) {
        this.#version = result.version;
        this.#noted.add(code);
        return true;
      }
      if (result.error.type === 'conflict') this.#version = result.error.version;
      else if (result.error.type !== 'corrupt' || !this.#turnPage()) return false;
    }
  }

  /** Continues with the log of the next day if this one is damaged, so that tables can still be opened. */
  #turnPage(): boolean {
    if (this.#page >= this.#day + MOST_DAMAGED) return false;
    this.#page++;
    this.#version = 0;
    return true;
  }
}
