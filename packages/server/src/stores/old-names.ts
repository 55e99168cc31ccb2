/**
 * Deletes replaced and removed names that versions up to 0.2.0 stored, also at tables and in books that nobody opens. The
 * sweep runs once for each journal; a log records that it is done, or which logs are left. Versions after 0.2.0 delete a
 * replaced or removed name at once.
 */
import { forgetReplacedNames, type Journal, logPages } from '@hush/protocol';
import type { Millis } from '@hush/rules';
import type { ServerClock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import { crewLogOf } from './crew-logs.ts';
import type { Crews } from './crew-store.ts';
import { Sweeper } from './sweeper.ts';

const FIRST_SWEEP: Millis = 120_000;
const DONE = 'done/old-names';
const PEOPLE = 'people/';
const CREWS: string = crewLogOf('');
/** If this many logs could not be cleaned, the whole journal is unavailable, and the next sweep begins again. */
const MOST_LEFT = 1_000;

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

  /** Goes through all logs; later sweeps only go through those that could not be cleaned, such as damaged ones. */
  async sweep(): Promise<void> {
    const { journal, log } = this.#world;
    const done = await journal.read(DONE, 1);
    if (!done.ok) return;
    const known = done.version === 0 ? null : logsLeftIn(done.entries.at(-1) ?? '');
    if (known?.length === 0) return;
    const { looked, left } = known === null ? await this.#cleanAll() : await this.#clean(known);
    if (known === null)
      log.info({ logs: looked, left: left?.length }, 'names that earlier versions kept removed');
    const isNews = left !== null && left.length !== known?.length && left.length <= MOST_LEFT;
    if (isNews) await journal.append(DONE, done.version, [JSON.stringify(left.length === 0 ? {} : { left })]);
  }

  async #cleanAll(): Promise<Cleaned> {
    let looked = 0;
    const left: string[] = [];
    for (const prefix of [PEOPLE, CREWS])
      for await (const page of logPages(this.#world.journal, prefix)) {
        if (!page.ok) return { looked, left: null };
        const cleaned = await this.#clean(page.logs);
        looked += cleaned.looked;
        if (cleaned.left === null) return { looked, left: null };
        left.push(...cleaned.left);
      }
    return { looked, left };
  }

  /** Cleans one log after the other, so that other work can run between. */
  async #clean(logs: readonly string[]): Promise<Cleaned> {
    const left: string[] = [];
    for (const [looked, log] of logs.entries()) {
      if (this.#isStopped) return { looked, left: null };
      if (!(await this.#forget(log))) left.push(log);
    }
    return { looked: logs.length, left };
  }

  #forget(log: string): Promise<boolean> {
    const { journal, crews } = this.#world;
    return log.startsWith(PEOPLE)
      ? forgetReplacedNames(log.slice(PEOPLE.length), journal)
      : crews.forgetRemoved(log.slice(CREWS.length));
  }
}

/** How many logs were examined, and which could not be cleaned; null if the sweep ended early. */
interface Cleaned {
  readonly looked: number;
  readonly left: readonly string[] | null;
}

/** Returns the logs named in the note of an earlier sweep; an empty list if everything is clean. */
const logsLeftIn = (note: string): readonly string[] =>
  (JSON.parse(note) as { readonly left?: readonly string[] }).left ?? [];
