/**
 * The board of the best crews, for a server that wants one. `board/crews` lists the crews that ever wanted to be on it;
 * whether one still does, its own log says. Made anew when it is asked for and old, by one at a time.
 */
import { type BoardBox, type Crew, type Journal, rankCrews, readAll } from '@hush/protocol';
import type { Millis } from '@hush/rules';
import type { Clock } from './clock.ts';
import type { Crews } from './crews.ts';

const LOG = 'board/crews';
const STALE: Millis = 60_000;
/** However much is written: making it reads hundreds of books. */
const FRESH: Millis = 5_000;
/** So many crews compete; the rest of a long list is waiting for one of them to leave. */
const MOST_CREWS = 500;

export class Board {
  readonly #journal: Journal;
  readonly #crews: Crews;
  readonly #clock: Clock;
  #made: { readonly at: number; readonly boxes: readonly BoardBox[] } | null = null;
  #making: Promise<readonly BoardBox[] | null> | null = null;
  #isChanged = false;
  #drops = 0;
  /** Listed, but forgotten: no id is given twice, so nobody looks for them again. */
  readonly #gone = new Set<string>();

  constructor(journal: Journal, crews: Crews, clock: Clock) {
    this.#journal = journal;
    this.#crews = crews;
    this.#clock = clock;
  }

  /** Lists a crew once, however often it changes its mind; false when that could not be written down. */
  async list(id: string): Promise<'listed' | 'full' | 'unavailable'> {
    for (;;) {
      const listed = await readAll(this.#journal, LOG);
      if (!listed.ok) return 'unavailable';
      if (listed.entries.includes(id)) return 'listed';
      if ((await this.#living(listed.entries)).length >= MOST_CREWS) return 'full';
      const added = await this.#journal.append(LOG, listed.version, [id]);
      if (added.ok) return 'listed';
      if (added.error.type !== 'conflict') return 'unavailable';
    }
  }

  /** Something has changed that somebody wants to see soon. */
  refresh(): void {
    this.#isChanged = true;
  }

  /** A crew is forgotten: what was made with it is shown to nobody any more, not even what is being made. */
  drop(id: string): void {
    this.#gone.add(id);
    this.#drops++;
    this.#made = null;
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
    const listed = await readAll(this.#journal, LOG);
    if (!listed.ok) return null;
    const boxes = rankCrews(await this.#living(listed.entries));
    if (drops !== this.#drops) return this.#make();
    this.#made = { at, boxes };
    return boxes;
  }

  /** The crews on the list that are still there and want to be seen. */
  async #living(ids: readonly string[]): Promise<readonly Crew[]> {
    const crews: Crew[] = [];
    for (const id of ids) {
      if (this.#gone.has(id)) continue;
      const found = await this.#crews.peek(id);
      if (!found.ok && found.error === 'unknown') this.#gone.add(id);
      if (found.ok && found.value.shown) crews.push(found.value);
      if (crews.length >= MOST_CREWS) break;
    }
    return crews;
  }
}
