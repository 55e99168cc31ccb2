/** Wraps a journal and measures it: durations, conflicts, and whether it can be written. */
import type { AppendResult, Journal, JournalError, Moments, Unavailable } from '@hush/protocol';
import type { ServerClock } from '../runtime/clock.ts';
import type { Metrics } from '../runtime/metrics.ts';

export interface JournalWatcher {
  /** Called once when writes begin to fail, and once when they succeed again. */
  changed(available: boolean, why: string): void;
}

export class MeteredJournal implements Journal {
  readonly #journal: Journal;
  readonly #clock: ServerClock;
  readonly #metrics: Metrics;
  readonly #watcher: JournalWatcher;
  #available = true;

  constructor(journal: Journal, clock: ServerClock, metrics: Metrics, watcher: JournalWatcher) {
    this.#journal = journal;
    this.#clock = clock;
    this.#metrics = metrics;
    this.#watcher = watcher;
    metrics.available(true);
  }

  append(log: string, expected: number, entries: readonly string[]): Promise<AppendResult> {
    return this.#observed(log, this.#journal.append(log, expected, entries));
  }

  compact(log: string, expected: number, entries: readonly string[]): Promise<AppendResult> {
    return this.#observed(log, this.#journal.compact(log, expected, entries));
  }

  /** Measures how long a call takes without delaying its caller. */
  #observed(log: string, appended: Promise<AppendResult>): Promise<AppendResult> {
    const began = this.#clock.now();
    appended.then(
      result => this.#appended(log, began, result),
      () => undefined, // the caller gets the exception, which is a bug
    );
    return appended;
  }

  #appended(log: string, began: number, result: AppendResult): void {
    if (result.ok && log.startsWith('table/')) this.#metrics.committed(this.#clock.now() - began);
    this.#written(result.ok ? null : result.error);
  }

  #written(error: JournalError | null): void {
    if (error === null) this.#notice(true, '');
    else if (error.type === 'conflict') this.#metrics.conflicted();
    else if (error.type !== 'corrupt') this.#notice(false, error.why);
  }

  #notice(available: boolean, why: Unavailable['why']): void {
    if (available === this.#available) return;
    this.#available = available;
    this.#metrics.available(available);
    this.#watcher.changed(available, why);
  }

  read: Journal['read'] = (log, from) => this.#journal.read(log, from);
  subscribe: Journal['subscribe'] = (log, from, listener) => this.#journal.subscribe(log, from, listener);
  purge: Journal['purge'] = (log, seen) => this.#journal.purge(log, seen);
  logs: Journal['logs'] = (prefix, after) => this.#journal.logs(prefix, after);
  close: Journal['close'] = () => this.#journal.close();

  readonly moments: Moments = {
    keep: async (log, game, at) => {
      const problem = await this.#journal.moments.keep(log, game, at);
      this.#written(problem);
      return problem;
    },
    last: (log, game) => this.#journal.moments.last(log, game),
  };
}

const PROBE = 'probe/writable';
const MOST_PROBES = 100;

/** Tests with a write whether the journal can be written. The result is cached for a moment. */
export class Probe {
  readonly #journal: Journal;
  readonly #clock: ServerClock;
  #version = 0;
  #asked = Number.NEGATIVE_INFINITY;
  #finding: Promise<boolean> = Promise.resolve(false);

  constructor(journal: Journal, clock: ServerClock) {
    this.#journal = journal;
    this.#clock = clock;
  }

  isWritable(): Promise<boolean> {
    if (this.#clock.now() - this.#asked >= 1000) {
      this.#asked = this.#clock.now();
      this.#finding = Promise.race([this.#write(), this.#patience()]);
    }
    return this.#finding;
  }

  #patience(): Promise<boolean> {
    return new Promise(resolve => void this.#clock.later(1000, () => resolve(false)));
  }

  async #write(): Promise<boolean> {
    if (this.#version >= MOST_PROBES && (await this.#journal.purge(PROBE)).ok) this.#version = 0;
    const result = await this.#journal.append(PROBE, this.#version, ['ok']);
    if (!result.ok && result.error.type === 'corrupt') return this.#writeAnew();
    const { version } = result.ok ? result : { version: 0, ...result.error };
    if (!result.ok && result.error.type !== 'conflict') return false;
    this.#version = version;
    return result.ok || this.#write();
  }

  /** Starts another log if the probe's own log is damaged, because other logs can perhaps still be written. */
  async #writeAnew(): Promise<boolean> {
    this.#version = 0;
    return (await this.#journal.purge(PROBE)).ok && (await this.#journal.append(PROBE, 0, ['ok'])).ok;
  }
}
