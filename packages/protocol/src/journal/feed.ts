/**
 * The subscriptions of one journal adapter: which subscriber has received which log up to which version. The adapter reports
 * durable entries. The feed reads older entries for new subscribers and delivers all entries in order and without a gap,
 * however reads and reports interleave.
 */
import type { Listener, News, ReadError, ReadResult, Unsubscribe } from './journal.ts';

interface Subscription {
  readonly log: string;
  readonly listener: Listener;
  next: number; // the next version to deliver
  head: number; // the last version that is known to be durable
  catchingUp: boolean;
  // cancelled by the subscriber, who then gets no news, not even those that are already being delivered
  cancelled: boolean;
}

type Read = (log: string, from: number) => Promise<ReadResult>;

export class JournalFeed {
  readonly #byLog = new Map<string, Set<Subscription>>();
  readonly #read: Read;

  constructor(read: Read) {
    this.#read = read;
  }

  subscribe(log: string, from: number, listener: Listener): Unsubscribe {
    const subscription = { log, listener, next: from, head: 0, catchingUp: true, cancelled: false };
    const others = this.#byLog.get(log);
    if (others) others.add(subscription);
    else this.#byLog.set(log, new Set([subscription]));
    // this promise rejects only if reading throws, which is a bug and ends the process
    void this.#catchUp(subscription);
    return () => {
      subscription.cancelled = true;
      this.#remove(subscription);
    };
  }

  /** Called when entries have become durable; the first of them has the number `from`. */
  publish(log: string, from: number, entries: readonly string[]): void {
    for (const subscription of this.#byLog.get(log) ?? []) {
      subscription.head = Math.max(subscription.head, from + entries.length - 1);
      // a running `#catchUp` looks at `head` before it ends, so it delivers these entries
      if (subscription.catchingUp) continue;
      if (from <= subscription.next) deliver(subscription, from, entries);
      else void this.#catchUp(subscription);
    }
  }

  /** Ends the subscriptions of a log that was deleted. */
  purged(log: string): void {
    for (const subscription of this.#byLog.get(log) ?? []) this.#end(subscription, { type: 'purged' });
  }

  /** Ends all subscriptions, because the journal failed or was closed. */
  end(why: ReadError): void {
    for (const subscriptions of this.#byLog.values())
      for (const subscription of subscriptions) this.#end(subscription, why);
  }

  async #catchUp(subscription: Subscription): Promise<void> {
    subscription.catchingUp = true;
    do {
      const page = await this.#read(subscription.log, subscription.next);
      if (!this.#has(subscription)) return;
      if (!page.ok) return this.#end(subscription, page.error);
      subscription.head = Math.max(subscription.head, page.version);
      deliver(subscription, subscription.next, page.entries);
    } while (subscription.next <= subscription.head);
    subscription.catchingUp = false;
  }

  #end(subscription: Subscription, why: (News & { readonly type: 'ended' })['why']): void {
    this.#remove(subscription);
    tell(subscription, { type: 'ended', why });
  }

  #has(subscription: Subscription): boolean {
    return this.#byLog.get(subscription.log)?.has(subscription) ?? false;
  }

  #remove(subscription: Subscription): void {
    const others = this.#byLog.get(subscription.log);
    others?.delete(subscription);
    if (others?.size === 0) this.#byLog.delete(subscription.log);
  }
}

function deliver(subscription: Subscription, from: number, entries: readonly string[]): void {
  const heard = subscription.next - from;
  const fresh = heard > 0 ? entries.slice(heard) : entries;
  if (fresh.length === 0) return;
  tell(subscription, { type: 'entries', from: subscription.next, entries: fresh });
  subscription.next += fresh.length;
}

/**
 * Calls a listener in a separate microtask: an exception of one listener must not stop the journal or other listeners, but
 * still appears as an unhandled rejection.
 */
function tell(subscription: Subscription, news: News): void {
  void Promise.resolve().then(() => {
    if (!subscription.cancelled) subscription.listener(news);
  });
}
