/**
 * The journal in a NATS JetStream stream, replicated on three servers. The stream accepts a message only after the
 * expected last message of its subject, which implements appending at an expected version. It sends every stored
 * message to all nodes, which are the journal's news.
 */
import {
  type AppendResult,
  assertAppend,
  assertCompact,
  assertLog,
  assertRead,
  type Clock,
  type Failed,
  type Journal,
  type JournalError,
  type Listener,
  type LogsResult,
  type PurgeResult,
  type ReadResult,
  type Unsubscribe,
} from '@hush/protocol';
import type { Millis } from '@hush/rules';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import { ClusterMoments } from './cluster-moments.ts';
import { eraseBefore, removeUpTo } from './erase.ts';
import { FollowedLogs } from './followed-logs.ts';
import type { FormatRange } from './formats.ts';
import { LogList } from './log-list.ts';
import { LogReader } from './log-reader.ts';
import { LogWriter, type WriterWorld } from './log-writer.ts';
import { leaveCutOffServer } from './other-server.ts';
import { type Position, Recent } from './position.ts';
import { Requests } from './requests.ts';
import type { Subjects } from './subjects.ts';

/** Counts of events since the journal was opened. */
export interface JetStreamCounts {
  appends: number;
  conflicts: number;
  /** Appends whose outcome was unknown at first, and how many of these turned out to be stored. */
  unknown: number;
  found: number;
  chainBreaks: number;
  outages: number;
}

export interface JetStreamOptions {
  readonly subjects: Subjects;
  readonly clock: Clock;
  readonly node: string;
  /** How long to wait for an answer of NATS. */
  readonly timeout: Millis;
  readonly reads: FormatRange;
  /** The highest format that every live node can read. */
  writes(): number;
  /** Whether something can be written through another NATS server than the one to which this node is connected. */
  writesElsewhere(): Promise<boolean>;
}

const CLOSED: Failed = { type: 'failed', why: 'The journal is closed.' };
const MOST_KNOWN = 100_000;
const MOST_DAMAGED = 1_000;
const COMPARE_AFTER: Millis = 10_000;
const FINISH_AGAIN: Millis = 1_000;
const MOST_PAUSE: Millis = 60_000;

export class JetStreamJournal implements Journal {
  readonly counts: JetStreamCounts = {
    appends: 0,
    conflicts: 0,
    unknown: 0,
    found: 0,
    chainBreaks: 0,
    outages: 0,
  };
  readonly moments: ClusterMoments;
  /** Called with the duration of every append that was stored. */
  timed: (millis: Millis) => void = () => undefined;
  readonly #connection: NatsConnection;
  readonly #options: JetStreamOptions;
  readonly #requests: Requests;
  readonly #reader: LogReader;
  readonly #list: LogList;
  readonly #followed: FollowedLogs;
  readonly #writers = new Map<string, LogWriter>();
  readonly #writerWorld: WriterWorld;
  readonly #known = new Recent<Position>(MOST_KNOWN);
  readonly #damaged = new Recent<number>(MOST_DAMAGED);
  /** Logs whose erasure or purge this node finishes, each with the number of its last message. */
  readonly #finishing = new Set<string>();
  readonly #underWay = new Set<Promise<unknown>>();
  #cancelCompare: () => void = () => undefined;
  #ended: Failed | null = null;
  /** True during an outage while other servers are tried. */
  #isLeaving = false;
  #closed: Promise<void> | undefined;

  constructor(connection: NatsConnection, options: JetStreamOptions) {
    const { subjects, clock, node, timeout, reads } = options;
    this.#connection = connection;
    this.#options = options;
    this.#requests = new Requests(connection, {
      clock,
      timeout,
      probe: () => ({ subject: subjects.probe(node), payload: '', headers: replaceEarlier() }),
      changed: why => this.#outage(why),
    });
    const requests = this.#requests;
    this.#reader = new LogReader(requests, {
      ...options,
      // another node stopped before it had erased these messages, so this node erases them
      leftOver: (log, seq) => void this.#finish(log, seq, eraseBefore),
    });
    this.#list = new LogList(requests, subjects);
    this.#writerWorld = this.#worldOfWriters();
    this.#followed = new FollowedLogs({
      connection,
      requests,
      subjects,
      reads,
      read: (log, from) => this.read(log, from),
      look: log => this.#look(log),
      heard: (log, position) => this.#heard(log, position),
    });
    const end = async (log: string): Promise<Position | null> => this.#known.get(log) ?? this.#look(log);
    this.moments = new ClusterMoments({ ...options, requests, node, end, ended: () => this.#ended });
    this.#compareLater();
    void this.#track(this.moments.adopt(Date.now()));
  }

  #worldOfWriters(): WriterWorld {
    return {
      requests: this.#requests,
      reader: this.#reader,
      subjects: this.#options.subjects,
      writes: () => this.#options.writes(),
      known: log => this.#known.get(log),
      learn: (log, position) => this.#learn(log, position),
      appended: (log, from, entries) => {
        this.counts.appends++;
        if (from === 1) this.#list.changed();
        this.#followed.appended(log, from, entries);
      },
      purged: log => this.#purged(log),
      damagedAt: log => this.#damaged.get(log),
      doubted: found => {
        this.counts.unknown++;
        if (found) this.counts.found++;
      },
    };
  }

  // Methods about the known ends of logs.

  #learn(log: string, position: Position | undefined): void {
    if (position === undefined) {
      this.#known.delete(log);
      return;
    }
    this.#known.set(log, position);
    this.#followed.learned(log, position);
  }

  #heard(log: string, position: Position): void {
    const known = this.#known.get(log);
    if (known === undefined || known.seq < position.seq) this.#known.set(log, position);
  }

  async #look(log: string): Promise<Position | null> {
    const end = await this.#reader.last(log);
    if (end !== null) this.#learn(log, end);
    // The log was ended, but another node stopped before it had erased the messages, so this node erases them.
    if (end?.state === 'gone') void this.#finish(log, end.seq, removeUpTo);
    return end;
  }

  /** Finishes what another node began and did not finish. During an outage of NATS that needs several attempts. */
  async #finish(log: string, seq: number, step: typeof eraseBefore): Promise<void> {
    const key = `${log} ${seq}`;
    if (this.#finishing.has(key)) return;
    this.#finishing.add(key);
    const attempt = (): Promise<boolean> => step(this.#requests, this.#options.subjects, log, seq);
    for (let pause = FINISH_AGAIN; this.#closed === undefined; pause = Math.min(2 * pause, MOST_PAUSE)) {
      if (await this.#track(attempt())) break;
      await new Promise<void>(resolve => void this.#options.clock.later(pause, resolve));
    }
    this.#finishing.delete(key);
  }

  async #purged(log: string): Promise<boolean> {
    this.#damaged.delete(log);
    this.#list.changed();
    this.#followed.purged(log);
    return this.moments.forget(log);
  }

  // Methods of the journal port.

  async append(log: string, expected: number, entries: readonly string[]): Promise<AppendResult> {
    assertAppend(log, expected, entries);
    if (this.#ended !== null) return { ok: false, error: this.#ended };
    const copy = [...entries]; // the caller may reuse its list
    const began = this.#options.clock.now();
    const result = await this.#track(this.#write(log, writer => writer.append(expected, copy)));
    if (result.ok) this.timed(this.#options.clock.now() - began);
    if (!result.ok && result.error.type === 'conflict') this.counts.conflicts++;
    return result;
  }

  async compact(log: string, expected: number, entries: readonly string[]): Promise<AppendResult> {
    assertCompact(log, expected, entries);
    if (this.#ended !== null) return { ok: false, error: this.#ended };
    const copy = [...entries];
    const result = await this.#track(this.#write(log, writer => writer.compact(expected, copy)));
    if (!result.ok && result.error.type === 'conflict') this.counts.conflicts++;
    return result;
  }

  async purge(log: string, seen?: number): Promise<PurgeResult> {
    assertLog(log);
    if (this.#ended !== null) return { ok: false, error: this.#ended };
    return this.#track(this.#write(log, writer => writer.purge(seen)));
  }

  /** Gives a request to the writer of its log; while the writer works, requests wait in its queue. */
  #write<R>(log: string, ask: (writer: LogWriter) => Promise<R>): Promise<R> {
    const busy = this.#writers.get(log);
    if (busy !== undefined) return ask(busy);
    const writer = new LogWriter(log, this.#writerWorld);
    this.#writers.set(log, writer);
    const result = ask(writer);
    void writer.run(() => this.#writers.delete(log)); // an exception is a bug and ends the process
    return result;
  }

  async read(log: string, from: number): Promise<ReadResult> {
    assertRead(log, from);
    if (this.#ended !== null) return { ok: false, error: this.#ended };
    return this.#track(this.#read(log, from));
  }

  async #read(log: string, from: number): Promise<ReadResult> {
    const before = this.#known.get(log);
    const end = await this.#look(log);
    if (end === null) return { ok: false, error: this.#unavailable() };
    if (before !== undefined && isBreak(before, end)) this.#noteDamage(log, before.version + 1);
    const damaged = this.#damaged.get(log);
    if (damaged !== undefined && from >= damaged)
      return { ok: false, error: { type: 'corrupt', log, version: damaged } };
    if (end.state === 'newer')
      return { ok: false, error: { type: 'unavailable', why: 'A newer Hush has written to this log.' } };
    const page: ReadResult =
      end.state === 'damaged'
        ? { ok: false, error: { type: 'corrupt', log, version: 1 } }
        : await this.#reader.read(log, from, end);
    if (!page.ok && page.error.type === 'corrupt') this.#noteDamage(log, page.error.version);
    return page;
  }

  #noteDamage(log: string, version: number): void {
    if (this.#damaged.get(log) !== undefined) return;
    this.counts.chainBreaks++;
    this.#damaged.set(log, version);
  }

  subscribe(log: string, from: number, listener: Listener): Unsubscribe {
    assertRead(log, from);
    return this.#followed.subscribe(log, from, listener);
  }

  async logs(prefix: string, after = ''): Promise<LogsResult> {
    if (this.#ended !== null) return { ok: false, error: this.#ended };
    return this.#track(this.#list.list(prefix, after));
  }

  /** The connection to NATS, for messages between nodes. */
  get connection(): NatsConnection {
    return this.#connection;
  }

  // Methods for outages and for closing.

  /** A sentence while NATS accepts no writes; otherwise null. */
  get outage(): string | null {
    return this.#requests.outage;
  }

  #unavailable(): JournalError & { readonly type: 'unavailable' } {
    return { type: 'unavailable', why: this.#requests.outage ?? 'NATS does not answer in time.' };
  }

  #outage(why: string | null): void {
    if (why === null) void this.#track(this.#followed.compare());
    else {
      this.counts.outages++;
      void this.#leaveCutOffServer();
    }
  }

  async #leaveCutOffServer(): Promise<void> {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    await leaveCutOffServer({
      clock: this.#options.clock,
      isOut: () => this.outage !== null && this.#ended === null && !this.#connection.isClosed(),
      writesElsewhere: () => this.#options.writesElsewhere(),
      move: () => void this.#connection.reconnect(),
    });
    this.#isLeaving = false;
  }

  #compareLater(): void {
    this.#cancelCompare = this.#options.clock.later(COMPARE_AFTER, () => {
      if (this.#ended !== null) return;
      void this.#track(this.#followed.compare());
      this.#compareLater();
    });
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work);
    return work.finally(() => this.#underWay.delete(work));
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#cancelCompare();
    while (this.#underWay.size > 0) await Promise.allSettled([...this.#underWay]);
    this.#ended = CLOSED;
    this.#requests.close();
    this.#followed.end(CLOSED);
    await this.#connection.close();
  }
}

/** Whether the hash chain of the log is broken: the first message after the known position does not continue it. */
const isBreak = (before: Position, { life, last }: Position): boolean =>
  last !== null && life === before.life && last.first === before.version + 1 && last.prev !== before.link;

/** Headers with which a probe's message replaces that of the previous probe, so that probes do not fill the stream. */
export function replaceEarlier(): ReturnType<typeof headers> {
  const rollup = headers();
  rollup.set('Nats-Rollup', 'sub');
  return rollup;
}
