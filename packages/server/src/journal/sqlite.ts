/**
 * The journal on disk: one SQLite file in the data directory. This file runs in the main thread and only sends
 * messages to the worker. Writes that arrive during a commit are committed together afterwards (ADR 5).
 */
import type { Worker } from 'node:worker_threads';
import {
  type AppendResult,
  assertAppend,
  assertCompact,
  assertLog,
  assertRead,
  type Clock,
  type Failed,
  type Journal,
  JournalFeed,
  type Listener,
  type LogsResult,
  type Moments,
  type PurgeResult,
  type ReadResult,
  type Unsubscribe,
} from '@hush/protocol';
import { err, ok } from '@hush/rules';
import { systemClock } from '../runtime/clock.ts';
import { CommitPace } from './commit-pace.ts';
import { startWorker } from './journal-thread.ts';
import type {
  Commit,
  Loss,
  MomentReply,
  OpenError,
  WorkerMessage,
  WorkerQuestion,
  WorkerReply,
  WorkerRequest,
  WriteOutcome,
  WriteRequest,
} from './worker-messages.ts';

export interface SqliteOptions {
  /** Called after every group commit, for the metrics. */
  readonly onCommit?: (commit: Commit) => void;
  /** Called with a sentence when deleted text could not be overwritten everywhere. */
  readonly onNotice?: (why: string) => void;
  /** The clock that decides when commits begin; by default the system's clock. */
  readonly clock?: Clock;
}

/**
 * The journal, or an error. `loss` describes entries that a damaged write-ahead log has lost; null if none are lost.
 */
export type OpenResult =
  | { readonly ok: true; readonly journal: Journal; readonly loss: Loss | null }
  | { readonly ok: false; readonly error: OpenError };

/**
 * Opens the journal of a data directory and creates the directory if it is missing. Only one process may have it open.
 */
export function openSqliteJournal(dataDir: string, options: SqliteOptions = {}): Promise<OpenResult> {
  const worker = startWorker({ type: 'journal', dataDir });
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (message: WorkerMessage) => {
      worker.off('error', reject);
      if (message.type === 'refused') resolve({ ok: false, error: message.error });
      else if (message.type === 'opened')
        resolve({ ok: true, journal: new SqliteJournal(worker, options), loss: message.loss });
    });
  });
}

const CLOSED: Failed = { type: 'failed', why: 'The journal is closed.' };

type Refused = { readonly ok: false; readonly error: Failed };

interface Write {
  readonly request: WriteRequest;
  readonly resolve: (result: AppendResult | PurgeResult) => void;
}

class SqliteJournal implements Journal {
  readonly #worker: Worker;
  readonly #options: SqliteOptions;
  readonly #clock: Clock;
  readonly #feed = new JournalFeed((log, from) => this.read(log, from));
  readonly #asked = new Map<number, (reply: WorkerReply | Refused) => void>();
  #lastId = 0;
  /** Writes that wait for the next commit. */
  #writes: Write[] = [];
  /** Commits that the worker has not answered, the oldest first. There are several only while closing. */
  readonly #underWay: (readonly Write[])[] = [];
  readonly #pace = new CommitPace();
  /** Whether a commit begins at the end of this event-loop turn. */
  #isDue = false;
  #cancelBeat: (() => void) | null = null;
  readonly #gone: Promise<void>;
  #ended: Failed | undefined;
  #closed: Promise<void> | undefined;

  constructor(worker: Worker, options: SqliteOptions) {
    this.#worker = worker;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    worker.on('message', (message: WorkerMessage) => this.#receive(message));
    worker.on('error', error =>
      this.#fail({ type: 'failed', why: `The journal broke down: ${error.message}` }),
    );
    this.#gone = new Promise(resolve => worker.once('exit', () => resolve(this.#fail(CLOSED))));
  }

  async append(log: string, expected: number, entries: readonly string[]): Promise<AppendResult> {
    assertAppend(log, expected, entries);
    return this.#write<AppendResult>({ type: 'append', log, expected, entries: [...entries] });
  }

  async compact(log: string, expected: number, entries: readonly string[]): Promise<AppendResult> {
    assertCompact(log, expected, entries);
    return this.#write<AppendResult>({ type: 'compact', log, expected, entries: [...entries] });
  }

  async read(log: string, from: number): Promise<ReadResult> {
    assertRead(log, from);
    return this.#ask<ReadResult>({ type: 'read', log, from });
  }

  subscribe(log: string, from: number, listener: Listener): Unsubscribe {
    assertRead(log, from);
    return this.#feed.subscribe(log, from, listener);
  }

  async purge(log: string, seen?: number): Promise<PurgeResult> {
    assertLog(log);
    return this.#write<PurgeResult>({ type: 'purge', log, seen });
  }

  async logs(prefix: string, after = ''): Promise<LogsResult> {
    return this.#ask<LogsResult>({ type: 'logs', prefix, after });
  }

  /**
   * Moments of the sand. Those of many tables are written in one commit, and each overwrites the previous moment of
   * its table.
   */
  readonly moments: Moments = {
    keep: async (log, game, at) => {
      assertLog(log);
      const result = await this.#write<AppendResult>({ type: 'moment', log, game, at });
      return result.ok ? null : result.error;
    },
    last: async (log, game) => {
      assertLog(log);
      const reply = await this.#ask<MomentReply>({ type: 'moment', log });
      if (!reply.ok) return err(reply.error);
      return ok(reply.moment.game === game ? reply.moment.at : 0);
    },
  };

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    if (!this.#ended) {
      this.#commit();
      await this.#ask({ type: 'close' });
      this.#fail(CLOSED);
    }
    await this.#gone;
  }

  /** The cast is safe, because each kind of question has one kind of reply. */
  #ask<R extends WorkerReply>(question: WorkerQuestion): Promise<R | Refused> {
    return new Promise(resolve => {
      if (this.#ended) return resolve({ ok: false, error: this.#ended });
      this.#asked.set(++this.#lastId, resolve as (reply: WorkerReply | Refused) => void);
      this.#send({ type: 'ask', id: this.#lastId, question });
    });
  }

  /** The cast is safe, because each kind of request has one kind of result. */
  #write<R extends AppendResult | PurgeResult>(request: WriteRequest): Promise<R | Refused> {
    return new Promise(resolve => {
      if (this.#ended) return resolve({ ok: false, error: this.#ended });
      this.#writes.push({ request, resolve: resolve as Write['resolve'] });
      if (this.#underWay.length === 0) this.#commitSoon();
    });
  }

  #commitSoon(): void {
    if (this.#isDue) return;
    const wait = this.#pace.wait(this.#writes.length, this.#clock.now());
    if (wait > 0) {
      this.#cancelBeat ??= this.#clock.later(wait, () => this.#commit());
      return;
    }
    this.#isDue = true;
    this.#stopBeat(); // cancels the other timer, so that the commit begins only once
    // at the end of this event-loop turn, so that the commit contains all of its writes
    setImmediate(() => this.#commit());
  }

  #stopBeat(): void {
    this.#cancelBeat?.();
    this.#cancelBeat = null;
  }

  #commit(): void {
    this.#isDue = false;
    this.#stopBeat();
    if (this.#writes.length === 0 || this.#ended) return;
    const writes = this.#writes;
    this.#writes = [];
    this.#underWay.push(writes);
    this.#pace.begun(writes.length, this.#clock.now());
    this.#send({ type: 'write', writes: writes.map(({ request }) => request) });
  }

  #send(request: WorkerRequest): void {
    this.#worker.postMessage(request);
  }

  #receive(message: WorkerMessage): void {
    if (message.type === 'failed') {
      this.#fail(message.error);
      void this.#worker.terminate(); // the worker has sent its last message and may be ended
    } else if (message.type === 'reply') {
      this.#asked.get(message.id)?.(message.reply);
      this.#asked.delete(message.id);
    } else if (message.type === 'notice') this.#options.onNotice?.(message.why);
    else if (message.type === 'written') this.#written(message.outcomes, message.millis);
  }

  #written(outcomes: readonly WriteOutcome[], millis: number): void {
    const writes = this.#underWay.shift() ?? [];
    if (this.#writes.length > 0) this.#commitSoon();
    for (const [i, write] of writes.entries()) this.#settle(write, outcomes[i]);
    this.#options.onCommit?.({ writes: writes.length, millis });
  }

  #settle({ request, resolve }: Write, outcome: WriteOutcome | undefined): void {
    if (outcome === undefined) throw new Error('a write without an outcome');
    if (typeof outcome !== 'number') resolve(outcome);
    else if (request.type === 'purge') {
      resolve({ ok: true });
      this.#feed.purged(request.log);
    } else {
      resolve({ ok: true, version: outcome });
      if (request.type !== 'moment') this.#feed.publish(request.log, request.expected + 1, request.entries);
    }
  }

  /** Called when the worker has ended. For pending writes it is unknown whether they happened. */
  #fail(error: Failed): void {
    if (this.#ended) return;
    this.#ended = error;
    const refused = { ok: false, error } as const;
    for (const resolve of this.#asked.values()) resolve(refused);
    for (const { resolve } of [...this.#underWay.flat(), ...this.#writes]) resolve(refused);
    this.#asked.clear();
    this.#underWay.length = 0;
    this.#writes = [];
    this.#feed.end(error);
  }
}
