/**
 * An open-loop load generator: actions are due at fixed times whether or not earlier ones were answered, and latency counts
 * from the due time. A closed loop would wait with the server and hide its stalls.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FrameListener } from './wire.ts';

/** One seat of one table. */
export interface LoadSeat {
  send(text: string): void;
  /** Called with every news frame; the measuring code sets it. */
  heard: FrameListener;
}

/** The next action of a table: its seat, its text, and the last characters of the `news` frame that reports it (`end`). */
export interface LoadAction {
  readonly seat: number;
  readonly text: string;
  readonly end: string;
}

export interface LoadTable {
  readonly seats: readonly LoadSeat[];
  next(): LoadAction;
}

export interface Measured {
  /** How many actions a second were requested. */
  readonly rate: number;
  readonly sent: number;
  readonly answered: number;
  /** Milliseconds from the due time of an action until its sender received the news. */
  readonly p50: number;
  /** The median of the p99 of each second, so that one disturbed second does not count. */
  readonly p99: number;
  /** The p99 over all seconds of the trial together. */
  readonly overall: number;
  /** The share of a processor that the generator used; near 1 the generator itself limits the result. */
  readonly effort: number;
  /** Bytes on the wire per player. */
  readonly bytesPerFrame: number;
}

const TICK = 2; // milliseconds between two checks of which actions are due
const FRAME_HEAD = 2; // bytes of a WebSocket frame before a text shorter than 126 bytes
const LAST_LOOKS = 200; // the generator looks for late answers this often at most, every 10 ms, because they would disturb the next measurement

export async function generateLoad(
  rooms: readonly LoadTable[],
  rate: number,
  seconds: number,
): Promise<Measured> {
  const flights = new Flights(rooms, seconds);
  const cpu = process.cpuUsage();
  const sent = await send(rooms, { rate, seconds }, flights);
  const { user, system } = process.cpuUsage(cpu);
  for (let i = 0; i < LAST_LOOKS && flights.size > 0; i++) await sleep(10);
  const bySecond = flights.latencies.map(latencies => latencies.toSorted((a, b) => a - b));
  const all = bySecond.flat().sort((a, b) => a - b);
  const worst = bySecond.map(latencies => quantile(latencies, 0.99)).sort((a, b) => a - b);
  return {
    rate,
    sent,
    answered: all.length,
    p50: quantile(all, 0.5),
    p99: quantile(worst, 0.5),
    overall: quantile(all, 0.99),
    effort: (user + system) / 1e6 / seconds,
    bytesPerFrame: flights.frames === 0 ? 0 : flights.bytes / flights.frames,
  };
}

/** Actions that are not answered yet, by seat and by the last characters of their news. */
class Flights {
  /** One list for each second of the trial: the latencies of the actions that were due in it. */
  readonly latencies: readonly number[][];
  readonly #begun = performance.now();
  frames = 0;
  bytes = 0;
  readonly #due = new Map<LoadSeat, Map<string, number>>();
  #size = 0;

  constructor(rooms: readonly LoadTable[], seconds: number) {
    this.latencies = Array.from({ length: seconds }, () => []);
    for (const seat of rooms.flatMap(({ seats }) => seats)) {
      const due = new Map<string, number>();
      this.#due.set(seat, due);
      seat.heard = (bytes, start, end) => this.#hear(due, bytes, start, end);
    }
  }

  get size(): number {
    return this.#size;
  }

  take(seat: LoadSeat, end: string, due: number): void {
    this.#due.get(seat)?.set(end, due);
    this.#size++;
  }

  #hear(due: Map<string, number>, bytes: Buffer, start: number, end: number): void {
    this.frames++;
    this.bytes += FRAME_HEAD + end - start;
    if (due.size === 0) return;
    const text = bytes.toString('latin1', start, end);
    const cause = text.slice(text.lastIndexOf(',"m":'));
    const moment = due.get(cause);
    if (moment === undefined) return;
    due.delete(cause);
    this.#size--;
    const second = Math.min(this.latencies.length - 1, Math.floor((moment - this.#begun) / 1000));
    this.latencies[second]?.push(performance.now() - moment);
  }
}

async function send(
  rooms: readonly LoadTable[],
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
  flights: Flights,
): Promise<number> {
  const begun = performance.now();
  const total = Math.round(rate * seconds);
  for (let k = 0; k < total; ) {
    const elapsed = performance.now() - begun;
    for (; k < total && (k * 1000) / rate <= elapsed; k++) {
      const room = rooms[k % rooms.length];
      const action = room?.next();
      const seat = action && room?.seats[action.seat];
      if (seat === undefined) throw new Error('an action without a seat');
      flights.take(seat, action?.end ?? '', begun + (k * 1000) / rate);
      seat.send(action?.text ?? '');
    }
    await sleep(TICK);
  }
  return total;
}

const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.POSITIVE_INFINITY;

/**
 * A trial is in time if nearly all actions are answered, the p99 of the median second is below 50 ms, and the p99 of all
 * actions is below half a second.
 */
const isInTime = ({ sent, answered, p99, overall }: Measured): boolean =>
  answered >= sent * 0.999 && p99 < 50 && overall < 500;

/** If the generator uses more than this share of a processor, it limits the result. */
const MOST_EFFORT = 0.95;

/**
 * The highest rate that is served in time: the median of the trials (`rate`), with the first and third quartile (`low`,
 * `high`).
 */
export interface Capacity {
  readonly rate: number;
  readonly low: number;
  readonly high: number;
  /** The rates of all trials in order. Trials of different servers with the same index ran one after the other. */
  readonly trials: readonly number[];
  /** The median share of a processor that the generator used. */
  readonly effort: number;
}

const COARSE = 1.5;
const FINE = 1.04;
const TRIALS = 14; // the number of trials with the finest steps
const SETTLING = 2; // trials that do not count, because the staircase has not settled yet
const LOWEST_RATE = 20;

/**
 * Searches the highest rate that is served in time with a staircase: up after a trial in time, down after one that was not.
 * It settles around the rate at which half of the trials are in time, so a single disturbed trial changes little.
 */
export class Staircase {
  #rate: number;
  #step = COARSE;
  #wasGood: boolean | null = null;
  readonly #tried: number[] = [];
  readonly #efforts: number[] = [];

  constructor(start: number) {
    this.#rate = start;
  }

  get isOver(): boolean {
    return this.#tried.length === TRIALS || this.#rate < LOWEST_RATE;
  }

  /** The result; null if nothing was served in time. */
  get capacity(): Capacity | null {
    if (this.#tried.length < TRIALS) return null;
    const trials = this.#tried.slice(SETTLING);
    const rates = trials.toSorted((a, b) => a - b);
    const logs = rates.reduce((sum, rate) => sum + Math.log(rate), 0);
    const rate = Math.round(Math.exp(logs / rates.length));
    const effort = quantile(
      this.#efforts.slice(SETTLING).sort((a, b) => a - b),
      0.5,
    );
    return { rate, low: quantile(rates, 0.25), high: quantile(rates, 0.75), trials, effort };
  }

  /** Whether the generator needed a whole processor; then the result says nothing about the server. */
  get isLoadTheLimit(): boolean {
    return (this.capacity?.effort ?? 0) > MOST_EFFORT;
  }

  async step(rooms: readonly LoadTable[], seconds: number): Promise<void> {
    if (this.isOver) return;
    const measured = await generateLoad(rooms, this.#rate, seconds);
    this.climb(isInTime(measured), measured.effort);
  }

  /** Each change of direction halves the step (on the scale of logarithms), until it is the finest. */
  climb(isGood: boolean, effort: number): void {
    if (this.#wasGood === !isGood) this.#step = Math.max(FINE, Math.sqrt(this.#step));
    this.#wasGood = isGood;
    if (this.#step === FINE) {
      this.#tried.push(this.#rate);
      this.#efforts.push(effort);
    }
    this.#rate = Math.round(isGood ? this.#rate * this.#step : this.#rate / this.#step);
  }

  get rate(): number {
    return this.#rate;
  }
}
