/**
 * Delivers news of logs with local subscribers. The stream sends every message that it has stored to all nodes. A
 * lost message is noticed by a gap in versions; if it was the last one, by a comparison every ten seconds and after
 * every reconnection.
 */
import {
  JournalFeed,
  type Listener,
  type ReadError,
  type ReadResult,
  type Unsubscribe,
} from '@hush/protocol';
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import type { FormatRange } from './formats.ts';
import { type Position, positionOf, storedMessage } from './position.ts';
import type { Requests } from './requests.ts';
import type { Subjects } from './subjects.ts';

interface Followed {
  readonly subscription: Subscription;
  count: number;
  /** The life of the log from which its subscribers get entries; null until it is known. */
  life: string | null;
}

export interface FollowedWorld {
  readonly connection: NatsConnection;
  readonly requests: Requests;
  readonly subjects: Subjects;
  readonly reads: FormatRange;
  read(log: string, from: number): Promise<ReadResult>;
  /** Asks the leader where a log ends; the answer is passed to `learned`. */
  look(log: string): Promise<Position | null>;
  /** Called when news has shown where a log ends. */
  heard(log: string, position: Position): void;
}

const MOST_COMPARED = 500;

export class FollowedLogs {
  readonly #world: FollowedWorld;
  readonly #feed: JournalFeed;
  readonly #logs = new Map<string, Followed>();

  constructor(world: FollowedWorld) {
    this.#world = world;
    this.#feed = new JournalFeed((log, from) => world.read(log, from));
  }

  subscribe(log: string, from: number, listener: Listener): Unsubscribe {
    this.#followed(log).count++;
    let isOn = true;
    const leave = (): void => {
      if (isOn) this.#leave(log);
      isOn = false;
    };
    const stop = this.#feed.subscribe(log, from, news => {
      if (news.type === 'ended') leave();
      listener(news);
    });
    return () => {
      leave();
      stop();
    };
  }

  #followed(log: string): Followed {
    const known = this.#logs.get(log);
    if (known !== undefined) return known;
    const { connection, subjects } = this.#world;
    const subscription = connection.subscribe(subjects.newsOf(log), {
      callback: (_, message) => this.#hear(log, message),
    });
    const followed: Followed = { subscription, count: 0, life: null };
    this.#logs.set(log, followed);
    return followed;
  }

  #leave(log: string): void {
    const followed = this.#logs.get(log);
    if (followed === undefined || --followed.count > 0) return;
    followed.subscription.unsubscribe();
    this.#logs.delete(log);
  }

  /** Called when our own append is durable. */
  appended(log: string, from: number, entries: readonly string[]): void {
    this.#feed.publish(log, from, entries);
  }

  /** Called when a log was purged by this node. */
  purged(log: string): void {
    const followed = this.#logs.get(log);
    if (followed !== undefined) followed.life = null;
    this.#feed.purged(log);
  }

  /**
   * Called when the leader has said where a log ends. If the log is now in another life than the one that is
   * followed, the followed one has ended.
   */
  learned(log: string, { state, life }: Position): void {
    const followed = this.#logs.get(log);
    if (followed === undefined) return;
    const isOther = followed.life !== null && (state !== 'live' || life !== followed.life);
    if (isOther && (state === 'live' || state === 'none' || state === 'gone')) this.purged(log);
    if (state === 'live') followed.life = life;
  }

  #hear(log: string, message: Msg): void {
    const stored = storedMessage(message, this.#world.reads);
    const { decoded } = stored;
    const followed = this.#logs.get(log);
    if (followed === undefined || decoded.type !== 'read') return;
    // News may come from an earlier life of the log; only the leader knows which life is the current one.
    if (followed.life !== decoded.message.life) void this.#lookAgain(log);
    else if (decoded.message.type === 'gone') this.purged(log);
    else {
      this.#world.heard(log, positionOf(log, stored));
      this.#feed.publish(log, decoded.message.first, decoded.message.entries);
    }
  }

  async #lookAgain(log: string): Promise<void> {
    const end = await this.#world.look(log);
    // subscribers with fewer entries read the missing entries
    if (end?.state === 'live') this.#feed.publish(log, end.version + 1, []);
  }

  /** Asks the leader for the ends of all followed logs, to find news that was lost. */
  async compare(): Promise<void> {
    const logs = [...this.#logs.keys()];
    for (let at = 0; at < logs.length; at += MOST_COMPARED)
      await this.#compare(logs.slice(at, at + MOST_COMPARED));
  }

  async #compare(logs: readonly string[]): Promise<void> {
    const { requests, subjects } = this.#world;
    if (requests.outage !== null) return;
    const messages = await requests.collect({
      subject: `$JS.API.DIRECT.GET.${subjects.logStream}`,
      payload: JSON.stringify({ multi_last: logs.map(log => subjects.of(log)) }),
    });
    if (messages === null) return;
    const missing = new Set(logs);
    for (const message of messages) {
      const log = subjects.logOf(message.headers?.get('Nats-Subject') ?? '');
      missing.delete(log);
      this.#hear(log, message);
    }
    for (const log of missing) if ((this.#logs.get(log)?.life ?? null) !== null) await this.#world.look(log);
  }

  end(why: ReadError): void {
    this.#feed.end(why);
  }
}
