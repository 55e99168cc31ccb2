/**
 * The journal on a disk: one SQLite file in the data directory. This half lives on the thread that serves
 * players and does no more than pass messages: what is asked in one turn of the loop travels together, the
 * worker commits all that waits in one go (ADR 5).
 */
import { Worker } from 'node:worker_threads';
import {
  type AppendResult,
  assertAppend,
  assertLog,
  assertRead,
  type Failed,
  type Journal,
  JournalFeed,
  type Listener,
  LOG_NAME,
  type LogsResult,
  type PurgeResult,
  type ReadResult,
  type Unsubscribe,
} from '@hush/protocol';
import type {
  Answer,
  Commit,
  Loss,
  OpenError,
  Request,
  WorkerMessage,
  WorkerTask,
} from './journal-messages.ts';

export interface SqliteOptions {
  /** Told after every group commit: for the metrics. */
  readonly onCommit?: (commit: Commit) => void;
}

/** `loss` is what was found to be missing; everything else is there. */
export type OpenResult =
  | { readonly ok: true; readonly journal: Journal; readonly loss: Loss | null }
  | { readonly ok: false; readonly error: OpenError };

/**
 * Opens the journal of a data directory, which is made if it is missing. Only one process may have it open.
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

/** A build puts the worker's file beside the bundle under the same name. */
export function startWorker(task: WorkerTask): Worker {
  return new Worker(new URL('./journal-worker.mjs', import.meta.url), { workerData: task });
}

const CLOSED: Failed = { type: 'failed', why: 'The journal is closed.' };

interface Waiting {
  readonly request: Request;
  readonly resolve: (answer: Answer) => void;
}

class SqliteJournal implements Journal {
  readonly #worker: Worker;
  readonly #options: SqliteOptions;
  readonly #feed = new JournalFeed((log, from) => this.read(log, from));
  readonly #waiting = new Map<number, Waiting>();
  #outbox: Request[] = [];
  readonly #gone: Promise<void>;
  #lastId = 0;
  #ended: Failed | undefined;
  #closed: Promise<void> | undefined;

  constructor(worker: Worker, options: SqliteOptions) {
    this.#worker = worker;
    this.#options = options;
    worker.on('message', (message: WorkerMessage) => this.#receive(message));
    worker.on('error', error =>
      this.#fail({ type: 'failed', why: `The journal broke down: ${error.message}` }),
    );
    this.#gone = new Promise(resolve => worker.once('exit', () => resolve(this.#fail(CLOSED))));
  }

  async append(log: string, expected: number, entries: readonly string[]): Promise<AppendResult> {
    assertAppend(log, expected, entries);
    return this.#ask<AppendResult>(id => ({ type: 'append', id, log, expected, entries: [...entries] }));
  }

  async read(log: string, from: number): Promise<ReadResult> {
    assertRead(log, from);
    return this.#ask<ReadResult>(id => ({ type: 'read', id, log, from }));
  }

  subscribe(log: string, from: number, listener: Listener): Unsubscribe {
    assertRead(log, from);
    return this.#feed.subscribe(log, from, listener);
  }

  async purge(log: string): Promise<PurgeResult> {
    assertLog(log);
    return this.#ask<PurgeResult>(id => ({ type: 'purge', id, log }));
  }

  async logs(prefix: string): Promise<LogsResult> {
    const result = await this.#ask<LogsResult>(id => ({ type: 'logs', id, prefix }));
    if (!result.ok) return result;
    return { ok: true, logs: result.logs.filter(log => LOG_NAME.test(log)) }; // a damaged name names nothing
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    if (!this.#ended) await this.#ask(id => ({ type: 'close', id }));
    await this.#gone;
  }

  /** The caller knows which kind of answer its kind of request gets. */
  #ask<A extends Answer>(requestWith: (id: number) => Request): Promise<A> {
    const error = this.#ended;
    return new Promise(resolve => {
      const waiting = { request: requestWith(++this.#lastId), resolve: resolve as (answer: Answer) => void };
      if (error) return waiting.resolve({ ok: false, error });
      this.#waiting.set(waiting.request.id, waiting);
      if (this.#outbox.push(waiting.request) === 1) setImmediate(() => this.#post());
    });
  }

  #post(): void {
    this.#worker.postMessage(this.#outbox);
    this.#outbox = [];
  }

  #receive(message: WorkerMessage): void {
    if (message.type === 'failed') {
      this.#fail(message.error);
      void this.#worker.terminate(); // it has nothing more to say
    }
    if (message.type !== 'answers') return;
    for (const [id, answer] of message.answers) this.#settle(id, answer);
    if (message.commit) this.#options.onCommit?.(message.commit);
  }

  #settle(id: number, answer: Answer): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    waiting.resolve(answer);
    if (!answer.ok) return;
    const { request } = waiting;
    if (request.type === 'append' && 'version' in answer)
      this.#feed.publish(request.log, request.expected + 1, request.entries);
    if (request.type === 'purge') this.#feed.purged(request.log);
    if (request.type === 'close') this.#fail(CLOSED);
  }

  /** The end: whatever still waits will never be known. */
  #fail(error: Failed): void {
    if (this.#ended) return;
    this.#ended = error;
    for (const { resolve } of this.#waiting.values()) resolve({ ok: false, error });
    this.#waiting.clear();
    this.#feed.end(error);
  }
}
