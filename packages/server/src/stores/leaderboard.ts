/**
 * The board of the best crews, for a server that wants one. `board-crew/ID` says that a crew wants to be on it; who does not any
 * more, or is forgotten, has no such log. Made anew when it is asked for and old, by one at a time.
 */
import { type BoardBox, type Crew, type Journal, rankCrews, readAll } from '@hush/protocol';
import type { Millis } from '@hush/rules';
import type { ServerClock } from '../runtime/clock.ts';
import { LISTED } from './crew-logs.ts';
import type { Crews } from './crew-store.ts';

/** Once one log for all: it only ever grew. Whoever is in it gets a log of their own, and then it goes. */
const OLD_LIST = 'board/crews';
const STALE: Millis = 60_000;
/** However much is written: making it reads hundreds of books. */
const FRESH: Millis = 5_000;
/** So many crews compete; the rest of a long list is waiting for one of them to leave. */
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

  /** Lists a crew once, however often it changes its mind; or why it could not be written down. */
  async list(id: string): Promise<'listed' | 'full' | 'unavailable'> {
    const ids = await this.#listed();
    if (ids === null) return 'unavailable';
    if (ids.includes(id)) return 'listed';
    if ((await this.#living(ids)).length >= MOST_CREWS) return 'full';
    const added = await this.#journal.append(`${LISTED}${id}`, 0, [id]);
    return added.ok || added.error.type === 'conflict' ? 'listed' : 'unavailable';
  }

  /** Who wants to be seen no more leaves nothing behind. */
  async unlist(id: string): Promise<void> {
    await this.#journal.purge(`${LISTED}${id}`);
  }

  /** Null when it cannot be read right now. */
  async #listed(): Promise<readonly string[] | null> {
    if (!this.#isMoved && !(await this.#moveOldList())) return null;
    const found = await this.#journal.logs(LISTED);
    return found.ok ? found.logs.map(log => log.slice(LISTED.length)) : null;
  }

  /**
   * Those on the old list first, then the list goes: a crash between leaves both, and it is done again. Who has left the
   * board since stayed on that list.
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

  /** Something has changed that somebody wants to see soon. */
  refresh(): void {
    this.#isChanged = true;
  }

  /** A crew is forgotten: what was made with it is shown to nobody any more, not even what is being made. */
  async drop(id: string): Promise<void> {
    this.#drops++;
    this.#made = null;
    await this.unlist(id);
  }

  /** Null when it cannot be read right now. */
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

  /** The crews on the list that are still there and want to be seen; who is gone leaves the list, too. */
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
