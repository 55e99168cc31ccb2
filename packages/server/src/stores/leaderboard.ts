/**
 * The leaderboard of crews, if the server has one. A log `board-crew/ID` lists a crew; a crew that leaves the leaderboard or
 * is deleted has no such log. The leaderboard is cached, and computed again when a request finds it too old, once at a time.
 */
import { type BoardBox, type Crew, type Journal, logPages, rankCrews, readAll } from '@hush/protocol';
import type { Millis } from '@hush/rules';
import type { ServerClock } from '../runtime/clock.ts';
import { LISTED } from './crew-logs.ts';
import type { Crews } from './crew-store.ts';

/**
 * The log of all listed crews in earlier versions, which only grew. Each of its crews gets a log of its own; then
 * this log is deleted.
 */
const OLD_LIST = 'board/crews';
const STALE: Millis = 60_000;
/** The least time between two computations of the leaderboard, each of which reads hundreds of books. */
const FRESH: Millis = 5_000;
/** The most crews on the leaderboard; others wait until one leaves. */
const MOST_CREWS = 500;

export class Leaderboard {
  readonly #journal: Journal;
  readonly #crews: Crews;
  readonly #clock: ServerClock;
  #made: { readonly at: number; readonly boxes: readonly BoardBox[] } | null = null;
  #making: Promise<readonly BoardBox[] | null> | null = null;
  #isChanged = false;
  #drops = 0;
  #isMoved = false;

  constructor(journal: Journal, crews: Crews, clock: ServerClock) {
    this.#journal = journal;
    this.#crews = crews;
    this.#clock = clock;
  }

  /** Lists a crew; returns why if it could not be listed. Listing a crew twice changes nothing. */
  async list(id: string): Promise<'listed' | 'full' | 'unavailable'> {
    const ids = await this.#listed();
    if (ids === null) return 'unavailable';
    if (ids.includes(id)) return 'listed';
    if ((await this.#living(ids)).length >= MOST_CREWS) return 'full';
    const added = await this.#journal.append(`${LISTED}${id}`, 0, [id]);
    return added.ok || added.error.type === 'conflict' ? 'listed' : 'unavailable';
  }

  /** Removes a crew from the list. */
  async unlist(id: string): Promise<void> {
    await this.#journal.purge(`${LISTED}${id}`);
  }

  /** Returns the ids of listed crews; null if the journal cannot be read now. */
  async #listed(): Promise<readonly string[] | null> {
    if (!this.#isMoved && !(await this.#moveOldList())) return null;
    const ids: string[] = [];
    for await (const page of logPages(this.#journal, LISTED)) {
      if (!page.ok) return null;
      for (const log of page.logs) ids.push(log.slice(LISTED.length));
    }
    return ids;
  }

  /**
   * Moves the crews of the old log to separate logs, then deletes the old one. If the process ends in between, the
   * old log still exists and this runs again after the next start. The old log still names crews that have left the
   * leaderboard; those are skipped.
   */
  async #moveOldList(): Promise<boolean> {
    const old = await readAll(this.#journal, OLD_LIST);
    if (!old.ok) return false;
    for (const id of new Set(old.entries)) {
      const crew = await this.#crews.peek(id);
      if (!crew.ok && crew.error === 'unavailable') return false;
      if (!crew.ok || !crew.value.shown) continue;
      const added = await this.#journal.append(`${LISTED}${id}`, 0, [id]);
      if (!added.ok && added.error.type !== 'conflict') return false;
    }
    if (old.entries.length > 0 && !(await this.#journal.purge(OLD_LIST)).ok) return false;
    this.#isMoved = true;
    return true;
  }

  /** Called when something has changed: the cached leaderboard is then used for at most `FRESH`. */
  refresh(): void {
    this.#isChanged = true;
  }

  /** Called when a crew was deleted: discards the cached leaderboard and one that is being computed. */
  async drop(id: string): Promise<void> {
    this.#drops++;
    this.#made = null;
    await this.unlist(id);
  }

  /** Returns the leaderboard; null if the journal cannot be read now. */
  async boxes(): Promise<readonly BoardBox[] | null> {
    const made = this.#made;
    const age = this.#isChanged ? FRESH : STALE;
    if (made !== null && this.#clock.now() - made.at < age) return made.boxes;
    this.#making ??= this.#make().finally(() => {
      this.#making = null;
    });
    return this.#making;
  }

  async #make(): Promise<readonly BoardBox[] | null> {
    const at = this.#clock.now();
    const drops = this.#drops;
    this.#isChanged = false;
    const listed = await this.#listed();
    if (listed === null) return null;
    const boxes = rankCrews(await this.#living(listed));
    if (drops !== this.#drops) return this.#make();
    this.#made = { at, boxes };
    return boxes;
  }

  /** The listed crews that exist and want to be shown; deleted crews are removed from the list. */
  async #living(ids: readonly string[]): Promise<readonly Crew[]> {
    const crews: Crew[] = [];
    for (const id of ids) {
      const found = await this.#crews.peek(id);
      if (!found.ok && found.error === 'unknown') await this.unlist(id);
      if (found.ok && found.value.shown) crews.push(found.value);
      if (crews.length >= MOST_CREWS) break;
    }
    return crews;
  }
}
