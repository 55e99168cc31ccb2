/**
 * Time controlled by a test, in a page and in the server: it runs as usual until the test stops or advances it. While
 * time is stopped, no press becomes a long press; and a minute of sand passes in one call.
 */
import type { Locator, Page } from 'playwright-core';
import type { ServerClock } from '../../../server/src/runtime/clock.ts';
import { patience } from '../../../server/test/patience.ts';

/**
 * Runs before the page's own scripts and replaces its clocks and timers. Frames come from the browser as usual; only
 * their timestamps are controlled. One timer is called per task, so promises and paint come between two timers.
 */
export const STEERED_TIME = `{
  const real = {
    now: performance.now.bind(performance),
    Date,
    setTimeout: setTimeout.bind(globalThis),
    clearTimeout: clearTimeout.bind(globalThis),
    requestAnimationFrame: requestAnimationFrame.bind(globalThis),
    timeStamp: Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp').get,
  };
  const timers = new Map();
  let [ids, ahead, slept, stoppedAt, alarm] = [0, 0, 0, null, 0];
  const now = () => stoppedAt ?? real.now() + ahead;
  // This difference is computed once, because the machine may pause between reading the two clocks.
  const wallAtZero = real.Date.now() - real.now();
  const wallNow = () => Math.round(wallAtZero + now() + slept);
  const first = () => {
    let found = null;
    for (const timer of timers.values()) if (found === null || timer.at < found.at) found = timer;
    return found;
  };
  const wind = () => {
    real.clearTimeout(alarm);
    const wait = (first()?.at ?? Infinity) - now();
    // A timer with a delay of zero is called even while time is stopped: renderers use such timers.
    if (wait <= 0 || (stoppedAt === null && wait < Infinity)) alarm = real.setTimeout(ring, Math.min(wait, 1e9));
  };
  const call = timer => {
    if (timer.every === null) timers.delete(timer.id);
    else timer.at += timer.every;
    timer.run();
  };
  const ring = () => {
    const next = first();
    try {
      if (next !== null && next.at <= now()) call(next);
    } finally {
      wind();
    }
  };
  const add = (run, after, every) => {
    const id = ++ids;
    timers.set(id, { id, run, every, at: now() + Math.max(0, Number(after) || 0) });
    wind();
    return id;
  };
  const clear = id => void timers.delete(id);
  globalThis.setTimeout = (run, after, ...args) => add(() => run(...args), after, null);
  globalThis.setInterval = (run, every, ...args) =>
    add(() => run(...args), every, Math.max(1, Number(every) || 0));
  globalThis.clearTimeout = clear;
  globalThis.clearInterval = clear;
  performance.now = now;
  globalThis.requestAnimationFrame = run =>
    real.requestAnimationFrame(stamp => run(stoppedAt ?? stamp + ahead));
  Object.defineProperty(Event.prototype, 'timeStamp', {
    configurable: true,
    get() { return stoppedAt ?? real.timeStamp.call(this) + ahead; },
  });
  globalThis.Date = class extends real.Date {
    constructor(...given) { given.length === 0 ? super(wallNow()) : super(...given); }
    static now() { return wallNow(); }
  };
  const stop = () => {
    const wasRunning = stoppedAt === null;
    stoppedAt ??= now();
    return wasRunning;
  };
  const run = () => {
    if (stoppedAt === null) return;
    ahead = stoppedAt - real.now();
    stoppedAt = null;
    wind();
  };
  /** Runs something in the next task without a timer, because the browser would delay nested timers. */
  const { port1, port2 } = new MessageChannel();
  const turns = [];
  port1.onmessage = () => turns.shift()();
  const turn = () => new Promise(then => {
    turns.push(then);
    port2.postMessage(null);
  });
  const pass = async millis => {
    const [wasRunning, end] = [stoppedAt === null, now() + millis];
    stop();
    for (let next = first(); next !== null && next.at <= end; next = first()) {
      stoppedAt = Math.max(stoppedAt, next.at);
      call(next);
      await turn();
    }
    stoppedAt = end;
    if (wasRunning) run();
  };
  /** Time passes as when a device sleeps: the date advances, no timer fires, and performance.now() stands still. */
  const sleep = millis => { slept += millis; };
  const isStopped = () => stoppedAt !== null;
  globalThis.steeredTime = { stop, run, pass, sleep, isStopped };
}`;

/** Returns whether time was running until now. */
export const stopTime = (page: Page): Promise<boolean> => page.evaluate('steeredTime.stop()');
export const runTime = (page: Page): Promise<void> => page.evaluate('steeredTime.run()');
/** Calls every timer that falls due within these milliseconds, in order. */
export const passTime = (page: Page, millis: number): Promise<void> =>
  page.evaluate(`steeredTime.pass(${millis})`);
/** Lets time pass on a page, second by second, until an element is shown. */
export async function passUntilShown(locator: Locator): Promise<void> {
  for (const wait = patience(`${locator} to be shown`); (await locator.count()) === 0; wait())
    await passTime(locator.page(), 1_000);
  await locator.waitFor();
}
/** Lets time pass on a page, second by second, until an element is gone. */
export async function passUntilGone(locator: Locator): Promise<void> {
  for (const wait = patience(`${locator} to be gone`); (await locator.count()) > 0; wait())
    await passTime(locator.page(), 1_000);
}
/** Lets the device sleep: its date advances, its other clock and its timers do not. */
export const sleepThrough = (page: Page, millis: number): Promise<void> =>
  page.evaluate(`steeredTime.sleep(${millis})`);

interface Timer {
  readonly at: number;
  readonly then: () => void;
  handle: NodeJS.Timeout | undefined;
}

const DAY = 86_400_000;
/** Milliseconds by which Node's timers may fire early. */
const EARLY = 1;

/** The server's clock: the real one, which a test can stop, resume and advance. */
export class SteeredClock implements ServerClock {
  /** Waits until no write is under way, because sand runs only as far as it is stored. */
  readonly #written: () => Promise<void>;
  #ahead = 0;
  #days = 0;
  #stoppedAt: number | null = null;
  /** The last call of `pass`: calls run one after the other, because otherwise the second would leave the clock stopped. */
  #passing: Promise<void> = Promise.resolve();
  readonly #timers = new Set<Timer>();

  constructor(written: () => Promise<void>) {
    this.#written = written;
  }

  now(): number {
    return this.#stoppedAt ?? performance.now() + this.#ahead;
  }

  today(): number {
    return Math.floor(Date.now() / DAY) + this.#days;
  }

  /** Advances the calendar; clocks and timers stay as they are. */
  passDays(days: number): void {
    this.#days += days;
  }

  later(after: number, then: () => void): () => void {
    const timer: Timer = { at: this.now() + after, then, handle: undefined };
    this.#timers.add(timer);
    this.#arm(timer);
    return () => this.#drop(timer);
  }

  /** Returns whether time was running until now. */
  stop(): boolean {
    const wasRunning = this.#stoppedAt === null;
    this.#stoppedAt ??= this.now();
    for (const { handle } of this.#timers) clearTimeout(handle);
    return wasRunning;
  }

  run(): void {
    if (this.#stoppedAt === null) return;
    this.#ahead = this.#stoppedAt - performance.now();
    this.#stoppedAt = null;
    for (const timer of this.#timers) this.#arm(timer);
  }

  /** Calls every timer that falls due within these milliseconds, in order; each waits for the writes of the one before. */
  pass(millis: number): Promise<void> {
    this.#passing = this.#passing.then(() => this.#pass(millis));
    return this.#passing;
  }

  /** Makes the clock run again for the next test, after all calls of `pass` have ended. */
  async settle(): Promise<void> {
    await this.#passing;
    this.run();
  }

  async #pass(millis: number): Promise<void> {
    const [wasRunning, end] = [this.#stoppedAt === null, this.now() + millis];
    this.stop();
    for (let next = this.#first(); next !== undefined && next.at <= end; next = this.#first()) {
      this.#stoppedAt = Math.max(this.now(), next.at);
      this.#call(next);
      await this.#written();
    }
    await this.#written(); // waits one turn of the event loop, even if no timer was due
    this.#stoppedAt = end;
    if (wasRunning) this.run();
  }

  #first(): Timer | undefined {
    return [...this.#timers].reduce<Timer | undefined>(
      (least, timer) => (least === undefined || timer.at < least.at ? timer : least),
      undefined,
    );
  }

  #arm(timer: Timer): void {
    if (this.#stoppedAt !== null) return;
    clearTimeout(timer.handle);
    timer.handle = setTimeout(() => this.#call(timer), Math.max(0, timer.at - this.now()) + EARLY).unref();
  }

  #call(timer: Timer): void {
    this.#drop(timer);
    timer.then();
  }

  #drop(timer: Timer): void {
    clearTimeout(timer.handle);
    this.#timers.delete(timer);
  }
}
