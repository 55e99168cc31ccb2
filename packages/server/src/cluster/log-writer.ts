/**
 * Writes one log, one request after the other in the order of the calls. Waiting appends of which each continues the
 * one before share a message. An append names the message after which it must come, so the stream refuses it if
 * another node appended first.
 */
import { randomBytes } from 'node:crypto';
import { APPEND_LIMIT, type AppendError, type AppendResult, type PurgeResult } from '@hush/protocol';
import { headers } from '@nats-io/transport-node';
import { eraseBefore, removeUpTo } from './erase.ts';
import { COMPACTING } from './formats.ts';
import { encodeMessage, type LogMessage, linkAfter } from './log-message.ts';
import type { LogReader } from './log-reader.ts';
import type { Position } from './position.ts';
import type { Requests, StreamError } from './requests.ts';
import type { Subjects } from './subjects.ts';

/** The parts that the writers of all logs share. */
export interface WriterWorld {
  readonly requests: Requests;
  readonly reader: LogReader;
  readonly subjects: Subjects;
  /** The highest format that every live node can read. */
  writes(): number;
  /** Where the log ends, as far as this node knows. */
  known(log: string): Position | undefined;
  /** Stores the end of a log; undefined if it is no longer known. */
  learn(log: string, position: Position | undefined): void;
  /** Called when entries have become durable; the first of them has the number `from`. */
  appended(log: string, from: number, entries: readonly string[]): void;
  purged(log: string): Promise<boolean>;
  /** The version from which a log is damaged; undefined if no damage is known. */
  damagedAt(log: string): number | undefined;
  /** Called after an outcome was unknown at first; `found` says whether the entries turned out to be stored. */
  doubted(found: boolean): void;
}

interface Append {
  readonly type: 'append' | 'compact';
  readonly expected: number;
  readonly entries: readonly string[];
  readonly resolve: (result: AppendResult) => void;
}

interface Purge {
  readonly type: 'purge';
  readonly seen: number | undefined;
  readonly resolve: (result: PurgeResult) => void;
}

const WRONG_LAST = 10_071;
const MOST_TRIES = 30;
const ID_BYTES = 8;

/** The outcome of a message: it is stored, another message came first, or it is unknown. */
type Outcome =
  | { readonly type: 'stored'; readonly position: Position }
  | { readonly type: 'overtaken' }
  | { readonly type: 'unavailable'; readonly why: string };

const sizeOf = (entries: readonly string[]): number =>
  entries.reduce((size, entry) => size + entry.length + 1, 0);

export class LogWriter {
  readonly #log: string;
  readonly #world: WriterWorld;
  #queue: (Append | Purge)[] = [];

  constructor(log: string, world: WriterWorld) {
    this.#log = log;
    this.#world = world;
  }

  append(expected: number, entries: readonly string[]): Promise<AppendResult> {
    return new Promise(resolve => this.#queue.push({ type: 'append', expected, entries, resolve }));
  }

  compact(expected: number, entries: readonly string[]): Promise<AppendResult> {
    return new Promise(resolve => this.#queue.push({ type: 'compact', expected, entries, resolve }));
  }

  purge(seen: number | undefined): Promise<PurgeResult> {
    return new Promise(resolve => this.#queue.push({ type: 'purge', seen, resolve }));
  }

  /**
   * Works until the queue is empty, and calls `idle` in the same turn, so that nobody gives requests to a writer that
   * has stopped.
   */
  async run(idle: () => void): Promise<void> {
    for (let [first] = this.#queue; first !== undefined; [first] = this.#queue) {
      if (first.type === 'purge') {
        this.#queue.shift();
        first.resolve(await this.#purge(first.seen));
      } else await this.#appendBatch(this.#takeBatch(), first.type);
    }
    idle();
  }

  /** Takes the first append of the queue, and the appends behind it as long as each continues the append before. */
  #takeBatch(): readonly Append[] {
    const batch: Append[] = [];
    let [end, size] = [-1, 0];
    for (const task of this.#queue) {
      if (task.type === 'purge' || (batch.length > 0 && task.expected !== end)) break;
      if (batch.length > 0 && (task.type === 'compact' || batch[0]?.type === 'compact')) break;
      size += sizeOf(task.entries);
      if (batch.length > 0 && size > APPEND_LIMIT) break;
      batch.push(task);
      end = task.expected + task.entries.length;
    }
    this.#queue.splice(0, batch.length);
    return batch;
  }

  async #appendBatch(batch: readonly Append[], type: Append['type']): Promise<void> {
    const [first, ...rest] = batch;
    if (first === undefined) return;
    const entries = batch.flatMap(task => task.entries);
    // While a node with an earlier build is live, the text of earlier entries is not deleted; the next compaction of
    // this log deletes it.
    const isCompacted = type === 'compact' && this.#world.writes() >= COMPACTING;
    const problem = await this.#append(first.expected, entries, isCompacted ? 'compacted' : 'entries');
    if (problem === null) {
      if (entries.length > 0) this.#world.appended(this.#log, first.expected + 1, entries);
      for (const { expected, entries: own, resolve } of batch)
        resolve({ ok: true, version: expected + own.length });
      return;
    }
    first.resolve({ ok: false, error: problem });
    // The appends after a refused one are tried separately, because one of them may fit the real end of the log.
    if (problem.type === 'conflict') this.#queue.unshift(...rest);
    else for (const { resolve } of rest) resolve({ ok: false, error: problem });
  }

  async #append(
    expected: number,
    entries: readonly string[],
    type: 'entries' | 'compacted',
  ): Promise<AppendError | null> {
    const damaged = this.#world.damagedAt(this.#log);
    if (damaged !== undefined) return { type: 'corrupt', log: this.#log, version: damaged };
    const known = this.#world.known(this.#log);
    if (known !== undefined && known.version > expected) return { type: 'conflict', version: known.version };
    let end = known?.version === expected && entries.length > 0 ? known : await this.#look();
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const problem = this.#objection(end, expected);
      if (problem !== null || end === null || entries.length === 0) return problem;
      const outcome = await this.#send(end, entries, type);
      if (outcome.type !== 'overtaken') return this.#finish(outcome, type);
      end = await this.#look();
    }
    return { type: 'unavailable', why: 'Others keep writing to this log.' };
  }

  #objection(end: Position | null, expected: number): AppendError | null {
    if (end === null) return this.#nobody();
    if (end.state === 'newer') return { type: 'unavailable', why: 'A newer Hush has written to this log.' };
    if (end.state === 'damaged') return { type: 'corrupt', log: this.#log, version: 1 };
    return end.version === expected ? null : { type: 'conflict', version: end.version };
  }

  #nobody(): AppendError {
    return { type: 'unavailable', why: this.#world.requests.outage ?? 'NATS does not answer in time.' };
  }

  async #look(): Promise<Position | null> {
    const end = await this.#world.reader.last(this.#log);
    this.#world.learn(this.#log, end ?? undefined);
    return end;
  }

  #finish(
    outcome: Exclude<Outcome, { readonly type: 'overtaken' }>,
    type: 'entries' | 'compacted',
  ): AppendError | null | Promise<AppendError | null> {
    if (outcome.type === 'unavailable') return outcome;
    this.#world.learn(this.#log, outcome.position);
    return type === 'entries' ? null : this.#eraseBefore(outcome.position.seq);
  }

  /**
   * Erases earlier messages. The entries are stored already; if erasing fails, a retry or the next reader of the log erases
   * them.
   */
  async #eraseBefore(seq: number): Promise<AppendError | null> {
    const { requests, subjects } = this.#world;
    return (await eraseBefore(requests, subjects, this.#log, seq)) ? null : this.#nobody();
  }

  #send(end: Position, entries: readonly string[], type: 'entries' | 'compacted'): Promise<Outcome> {
    const id = randomBytes(ID_BYTES).toString('hex');
    const life = end.state === 'live' ? end.life : id;
    return this.#store(end, { type, first: end.version + 1, life, prev: end.link, id, entries });
  }

  async #store(end: Position, message: LogMessage): Promise<Outcome> {
    const { requests, subjects } = this.#world;
    if (requests.outage !== null) return { type: 'unavailable', why: requests.outage };
    const bytes = encodeMessage(message, this.#world.writes());
    const expect = headers();
    expect.set('Nats-Expected-Last-Subject-Sequence', String(end.seq));
    const answer = await requests.ask({ subject: subjects.of(this.#log), payload: bytes, headers: expect });
    if (answer === null) return this.#settle(end, message);
    const { error, seq = 0 } = answer.json<{ readonly error?: StreamError; readonly seq?: number }>();
    if (error?.err_code === WRONG_LAST) return { type: 'overtaken' };
    if (error !== undefined) return { type: 'unavailable', why: `NATS: ${error.description ?? error.code}.` };
    return { type: 'stored', position: this.#after(message, seq, bytes) };
  }

  #after(message: LogMessage, seq: number, bytes: Uint8Array): Position {
    return {
      state: 'live',
      version: message.first + message.entries.length - 1,
      seq,
      life: message.life,
      link: linkAfter(this.#log, bytes),
      last: message,
    };
  }

  /**
   * Finds out whether our message was stored when no answer came: the message after `end` shows it. Our message may
   * also still be on its way.
   */
  async #settle(end: Position, { id }: LogMessage): Promise<Outcome> {
    this.#world.learn(this.#log, undefined);
    await this.#world.requests.recovered();
    const next = await this.#world.reader.next(this.#log, end.seq);
    this.#world.doubted(next?.last?.id === id);
    if (next === null || next.seq === 0)
      return { type: 'unavailable', why: 'It is not known whether it was written.' };
    return next.last?.id === id ? { type: 'stored', position: next } : { type: 'overtaken' };
  }

  /**
   * Purges in two steps: a message is appended that ends the log; then the log's text is erased. Every node that
   * finds such an end erases the text.
   */
  async #purge(seen: number | undefined): Promise<PurgeResult> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const end = await this.#look();
      if (end === null) return { ok: false, error: this.#nobody() };
      if (seen !== undefined && end.version !== seen)
        return { ok: false, error: { type: 'conflict', version: end.version } };
      if (end.state === 'none' || end.state === 'gone') return this.#remove(end.seq);
      const outcome = await this.#end(end);
      if (outcome.type === 'stored') return this.#remove(outcome.position.seq);
      if (outcome.type === 'unavailable') return { ok: false, error: outcome };
    }
    return { ok: false, error: { type: 'unavailable', why: 'Others keep writing to this log.' } };
  }

  #end(end: Position): Promise<Outcome> {
    const id = randomBytes(ID_BYTES).toString('hex');
    const life = end.life || id; // a random id, if the log is so damaged that its life cannot be read
    const first = end.version + 1;
    return this.#store(end, { type: 'gone', first, life, prev: end.link, id, entries: [] });
  }

  async #remove(seq: number): Promise<PurgeResult> {
    const { requests, subjects } = this.#world;
    this.#world.learn(this.#log, undefined);
    const isDone =
      (seq === 0 || (await removeUpTo(requests, subjects, this.#log, seq))) &&
      (await this.#world.purged(this.#log));
    return isDone ? { ok: true } : { ok: false, error: this.#nobody() };
  }
}
