/**
 * Synchronises this phone's hourglass with the others' through the server. Without a connection the phone continues by
 * itself, shows that, and retries with backoff. Presses have an order that is the same on all phones, and the last one
 * wins.
 */
import { type Clock, readSharedHourglass, type SharedHourglass, tagOf } from '@hush/protocol';
import type { Millis } from '@hush/rules';
import { browserClock } from '../device/clock.ts';
import { hasNewerPress, mergePress, mustRepeat, type PressedHourglass, pressMessageAt } from './shared.ts';

export const RELAY_STATES = ['reaching', 'together', 'alone', 'unknown'] as const;
export type RelayLink = (typeof RELAY_STATES)[number];

/** An answer: an HTTP status, and the hourglass if there is one. */
export interface RelayAnswer {
  readonly status: number;
  readonly glass: SharedHourglass | null;
}

export interface RelayWorld extends Clock {
  /** Asks for an hourglass; with `after` the request waits until the hourglass changes. */
  ask(code: string, after: string | null, stop: AbortSignal): Promise<RelayAnswer>;
  tell(code: string, glass: SharedHourglass, stop: AbortSignal): Promise<RelayAnswer>;
}

export interface SharedGlass {
  readonly code: string;
  readonly device: string;
  /** Whether this phone has shown this hourglass before: then it may send the hourglass again if the server has lost it. */
  readonly known: boolean;
  read(): PressedHourglass;
  write(pressed: PressedHourglass): void;
  linked(link: RelayLink): void;
}

const FIRST_WAIT: Millis = 500;
const LONGEST_WAIT: Millis = 15_000;
const QUICK: Millis = 5_000;
/** A request without an answer is given up after this time; the server answers after ten seconds at the latest. */
const PATIENT: Millis = 16_000;

export class Relay {
  readonly #world: RelayWorld;
  readonly #glass: SharedGlass;
  #known: boolean;
  #heard: SharedHourglass | null = null;
  /** Whether the last answer came without waiting, so that the time in it is exact. */
  #sharp = false;
  #travel: Millis = 0;
  #failures = 0;
  #stopped = false;
  #interrupt: () => void = () => undefined;

  constructor(world: RelayWorld, glass: SharedGlass) {
    this.#world = world;
    this.#glass = glass;
    this.#known = glass.known;
    if (glass.known) this.#forgetServer();
    glass.linked('reaching');
    void this.#run();
  }

  /** Called when somebody pressed a button or the network may be back: cancels the open long poll. */
  poke(): void {
    this.#interrupt();
  }

  stop(): void {
    this.#stopped = true;
    this.#interrupt();
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const went = await this.#round();
      if (this.#stopped) return;
      if (went === 'failed') await this.#rest();
      if (went === 'ended') return;
    }
  }

  async #rest(): Promise<void> {
    this.#glass.linked('alone');
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#failures++);
    await new Promise<void>(resolve => {
      const cancel = this.#world.later(wait, resolve);
      this.#interrupt = () => {
        cancel();
        resolve();
      };
    });
  }

  /** Makes one request, a read or a write. A cancelled request counts neither as done nor as failed. */
  async #round(): Promise<'done' | 'failed' | 'ended'> {
    const mine = this.#glass.read();
    const telling = this.#heard !== null && hasNewerPress(mine, this.#heard);
    const after = !telling && this.#sharp && this.#heard !== null ? tagOf(this.#heard) : null;
    const stop = new AbortController();
    let poked = false;
    this.#interrupt = () => {
      poked = true;
      // A write in progress is not cancelled, because the server may have handled it already.
      if (!telling || this.#stopped) stop.abort();
    };
    const cancel = this.#world.later(after === null ? QUICK : PATIENT, () => stop.abort());
    try {
      const sent = this.#world.now();
      const answer = telling
        ? await this.#world.tell(this.#glass.code, pressMessageAt(mine, sent, this.#travel), stop.signal)
        : await this.#world.ask(this.#glass.code, after, stop.signal);
      return this.#take(answer, { mine, telling, after, sent });
    } catch {
      return poked ? 'done' : 'failed';
    } finally {
      cancel();
    }
  }

  #take({ status, glass }: RelayAnswer, asked: RelayRequest): 'done' | 'failed' | 'ended' {
    if (status === 404) return this.#forgotten();
    if (status !== 200 || glass === null) return 'failed';
    const arrived = this.#world.now();
    const waited = asked.after !== null;
    const news = this.#heard === null || tagOf(glass) !== tagOf(this.#heard);
    const travelled = (arrived - asked.sent) / 2;
    const error = travelled - this.#travel;
    if (!waited) this.#travel = travelled;
    this.#failures = 0;
    this.#known = true;
    this.#heard = glass;
    this.#sharp = !(waited && news); // if the press is known, a read without waiting gives the exact time
    this.#glass.linked('together');
    const same = asked.telling && this.#glass.read() === asked.mine;
    if (same && mustRepeat(asked.mine, this.#glass.device, error))
      this.#glass.write({ ...asked.mine, attempt: asked.mine.attempt + 1 });
    else this.#glass.write(mergePress(this.#glass.read(), glass, { sent: asked.sent, arrived, waited }));
    return 'done';
  }

  /** Called when the server does not know the hourglass: the first phone that has it sends it again. */
  #forgotten(): 'done' | 'ended' {
    if (!this.#known) {
      this.#glass.linked('unknown');
      return 'ended';
    }
    this.#forgetServer();
    return 'done';
  }

  /** Assumes that the server has no hourglass: the next request writes, and its answer is the newest state. */
  #forgetServer(): void {
    this.#heard = { ...pressMessageAt(this.#glass.read(), 0, 0), n: 0 };
  }
}

interface RelayRequest {
  readonly mine: PressedHourglass;
  readonly telling: boolean;
  readonly after: string | null;
  readonly sent: Millis;
}

const addressOf = (code: string): string => `/api/hourglass/${code}`;

async function answerOf(response: Response): Promise<RelayAnswer> {
  if (response.status !== 200) return { status: response.status, glass: null };
  const read = readSharedHourglass(await response.json());
  return { status: 200, glass: read.ok ? read.value : null };
}

/** The requests over HTTP. */
export const overHttp = (now: () => Millis): RelayWorld => ({
  now,
  later: browserClock.later,
  ask: async (code, after, signal) =>
    answerOf(
      await fetch(`${addressOf(code)}${after === null ? '' : `?after=${after}`}`, {
        signal,
        cache: 'no-store',
      }),
    ),
  tell: async (code, glass, signal) =>
    answerOf(
      await fetch(addressOf(code), {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(glass),
        signal,
      }),
    ),
});
