/**
 * Requests to NATS over one shared inbox, which is several times as fast as one subscription for each request. It also
 * detects an outage: when an answer does not come, it sends probes and fails all other requests at once.
 */

import type { Clock } from '@hush/protocol';
import type { Millis } from '@hush/rules';
import { createInbox, type Msg, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';

export interface Question {
  readonly subject: string;
  readonly payload: Uint8Array | string;
  readonly headers?: MsgHdrs;
}

const NO_RESPONDERS = 503;
const NO_MESSAGE = 404;
const END_OF_BATCH = 204;
const PROBE_AFTER: Millis = 100;
/**
 * The most probes that may wait for answers at the same time, so that a probe that a dead leader never answers does
 * not delay the next one.
 */
const MOST_PROBES = 8;
/** The most pending requests. A NATS server drops all of them if there are more than ten thousand. */
const MOST_UNDER_WAY = 256;

/** Returns whether a message is an answer; false for the notice of NATS that nobody listens. */
const isAnswer = (message: Msg): boolean => message.headers?.code !== NO_RESPONDERS;

/** Called with each message of an answer until it calls `done`. */
type Hear<T> = (message: Msg, done: (value: T | null) => void) => void;

export interface RequestOptions {
  readonly clock: Clock;
  /** After this many milliseconds an answer no longer counts. */
  readonly timeout: Millis;
  /** Makes a request that tests whether something can be written; used during an outage. */
  readonly probe: () => Question;
  /** Called when an outage begins (with a sentence) and when it is over (null). */
  readonly changed: (why: string | null) => void;
}

export class Requests {
  readonly #connection: NatsConnection;
  readonly #options: RequestOptions;
  readonly #inbox: string;
  readonly #waiting = new Map<
    string,
    { readonly hear: (message: Msg) => void; readonly giveUp: () => void }
  >();
  readonly #recovered = new Set<() => void>();
  readonly #queue: (() => void)[] = [];
  #underWay = 0;
  #count = 0;
  #outage: string | null = null;
  #outages = 0;
  #probes = 0;
  #isClosed = false;

  constructor(connection: NatsConnection, options: RequestOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#inbox = createInbox();
    connection.subscribe(`${this.#inbox}.*`, {
      callback: (_, message) =>
        this.#waiting.get(message.subject.slice(this.#inbox.length + 1))?.hear(message),
    });
    void this.#followConnection();
  }

  /** A sentence while nothing can be written or read; otherwise null. */
  get outage(): string | null {
    return this.#outage;
  }

  /** Sends a request and returns the answer; null after a timeout, and then the outcome is unknown. */
  async ask(question: Question): Promise<Msg | null> {
    if (this.#outage !== null) return null;
    const answer = await this.#send(question);
    if (answer === null) this.#fail('NATS does not answer in time.');
    else if (!isAnswer(answer)) this.#fail('NATS has no leader for this stream right now.');
    return answer !== null && isAnswer(answer) ? answer : null;
  }

  /** Collects all messages of a batch; null if the batch did not arrive completely. */
  collect(question: Question): Promise<readonly Msg[] | null> {
    const messages: Msg[] = [];
    return this.#await(question, (message, done) => {
      const { code } = message.headers ?? { code: 0 };
      if (code === END_OF_BATCH || code === NO_MESSAGE) done(messages);
      else if (code !== 0) done(null);
      else messages.push(message);
    });
  }

  /** Resolves when there is no outage, or after the time that an answer may take. */
  async recovered(): Promise<void> {
    if (this.#outage === null) return;
    await new Promise<void>(resolve => {
      this.#recovered.add(resolve);
      this.#options.clock.later(this.#options.timeout, resolve);
    });
  }

  close(): void {
    this.#isClosed = true;
  }

  #send(question: Question): Promise<Msg | null> {
    return this.#await<Msg>(question, (message, done) => done(message));
  }

  /** Waits for a free slot, then for the answer. */
  async #await<T>(question: Question, hear: Hear<T>): Promise<T | null> {
    if (this.#underWay >= MOST_UNDER_WAY) await new Promise<void>(resolve => this.#queue.push(resolve));
    else this.#underWay++;
    try {
      return await this.#exchange(question, hear);
    } finally {
      const next = this.#queue.shift();
      if (next === undefined) this.#underWay--;
      else next();
    }
  }

  #exchange<T>({ subject, payload, headers }: Question, hear: Hear<T>): Promise<T | null> {
    const key = String(++this.#count);
    return new Promise(resolve => {
      const done = (value: T | null): void => {
        cancel();
        this.#waiting.delete(key);
        resolve(value);
      };
      const cancel = this.#options.clock.later(this.#options.timeout, () => done(null));
      this.#waiting.set(key, { hear: message => hear(message, done), giveUp: () => done(null) });
      if (this.#connection.isClosed()) return done(null);
      const reply = `${this.#inbox}.${key}`;
      this.#connection.publish(subject, payload, headers === undefined ? { reply } : { reply, headers });
    });
  }

  #fail(why: string): void {
    if (this.#outage !== null || this.#isClosed) return;
    this.#outage = why;
    this.#outages++;
    this.#options.changed(why);
    void this.#probeOften();
  }

  async #probeOften(): Promise<void> {
    const outage = this.#outages;
    while (this.#outage !== null && outage === this.#outages) {
      await new Promise<void>(resolve => void this.#options.clock.later(PROBE_AFTER, resolve));
      if (this.#isClosed || this.#connection.isClosed()) return;
      if (this.#probes < MOST_PROBES) void this.#probe(outage);
    }
  }

  /** Sends a probe; the answer to a probe of an earlier outage says nothing about this one. */
  async #probe(outage: number): Promise<void> {
    this.#probes++;
    const answer = await this.#send(this.#options.probe());
    this.#probes--;
    if (answer === null || !isAnswer(answer) || isErrorAnswer(answer)) return;
    if (this.#outage === null || outage !== this.#outages) return;
    this.#outage = null;
    for (const resolve of this.#recovered) resolve();
    this.#recovered.clear();
    this.#options.changed(null);
  }

  async #followConnection(): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type !== 'disconnect') continue;
      this.#fail('The connection to NATS is lost.');
      // answers to these requests would have come over the old connection
      for (const { giveUp } of [...this.#waiting.values()]) giveUp();
    }
  }
}

/** The error of JetStream in an answer, with its code and text. */
export interface StreamError {
  readonly code: number;
  readonly err_code?: number;
  readonly description?: string;
}

const isErrorAnswer = (message: Msg): boolean =>
  message.json<{ readonly error?: StreamError }>().error !== undefined;
