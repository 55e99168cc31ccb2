/**
 * Deletes replaced and removed names that versions up to 0.2.0 stored, also at tables and in books that nobody opens. This
 * runs once for each journal; a log records that it is done. Later versions delete such names at once.
 */
import { forgetReplacedNames, type Journal, logPages } from '@hush/protocol';
import type { Millis } from '@hush/rules';
import type { ServerClock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import { logOf } from './crew-logs.ts';
import type { Crews } from './crew-store.ts';
import { Sweeper } from './sweeper.ts';

const FIRST_SWEEP: Millis = 120_000;
const DONE = 'done/old-names';
const PEOPLE = 'people/';

interface OldNamesWorld {
  readonly journal: Journal;
  readonly clock: ServerClock;
  readonly log: Log;
  readonly crews: Pick<Crews, 'forgetRemoved'>;
}

export class OldNames {
  readonly #world: OldNamesWorld;
  readonly #sweeper: Sweeper;
  #isStopped = false;

  constructor(world: OldNamesWorld) {
    this.#world = world;
    this.#sweeper = new Sweeper(world, FIRST_SWEEP, () => this.sweep());
  }

  /** Ends a running sweep early; the next start begins it again. */
  stop(): void {
    this.#isStopped = true;
    this.#sweeper.stop();
  }

  async sweep(): Promise<void> {
    const { journal, log, crews } = this.#world;
    const done = await journal.read(DONE, 1);
    if (!done.ok || done.version > 0) return;
    const tables = await this.#each(PEOPLE, code => forgetReplacedNames(code, journal));
    const books = await this.#each(logOf(''), id => crews.forgetRemoved(id));
    const left = tables.left + books.left;
    log.info(
      { tables: tables.looked, books: books.looked, left },
      'names that earlier versions kept removed',
    );
    if (left === 0 && !this.#isStopped) await journal.append(DONE, 0, ['{}']);
  }

  /** Cleans one log after the other, so that other work can run between. */
  async #each(
    prefix: string,
    forget: (name: string) => Promise<boolean>,
  ): Promise<{ readonly looked: number; readonly left: number }> {
    let [looked, left] = [0, 0];
    for await (const page of logPages(this.#world.journal, prefix)) {
      if (!page.ok) return { looked, left: left + 1 };
      for (const log of page.logs) {
        if (this.#isStopped) return { looked, left: left + 1 };
        looked++;
        if (!(await forget(log.slice(prefix.length)))) left++;
      }
    }
    return { looked, left };
  }
}
