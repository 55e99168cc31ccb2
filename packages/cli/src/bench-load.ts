/**
 * An open-loop load on rooms: actions are due at fixed moments whether or not earlier ones were answered, and
 * their latency counts from the moment they were due. A closed loop would wait with the server and hide its stalls.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Heard } from './bench-wire.ts';

/** One seat of one room. */
export interface Seat {
  send(text: string): void;
  /** Called with every piece of news; set by whoever measures. */
  heard: Heard;
}

/** The next action of a room: by whom, what, and how the news of it ends. */
export interface Action {
  readonly seat: number;
  readonly text: string;
  readonly end: string;
}

export interface Room {
  readonly seats: readonly Seat[];
  next(): Action;
}

export interface Measured {
  /** Actions a second that were asked for. */
  readonly rate: number;
  readonly sent: number;
  readonly answered: number;
  /** Milliseconds from the moment an action was due until its sender heard of it. */
  readonly p50: number;
  readonly p99: number;
  /** On the wire, per player. */
  readonly bytesPerFrame: number;
}

const TICK = 2; // milliseconds between looks at the schedule
const FRAME_HEAD = 2; // bytes before a text of less than 126
const LOWEST_RATE = 20;
const BELIEVED = 3; // so many times a rate is tried before it is believed to be too high
const LAST_WAIT = 100; // looks for late answers

export async function load(rooms: readonly Room[], rate: number, seconds: number): Promise<Measured> {
  const flights = new Flights(rooms);
  const sent = await send(rooms, { rate, seconds }, flights);
  for (let i = 0; i < LAST_WAIT && flights.size > 0; i++) await sleep(10);
  const latencies = flights.latencies.sort((a, b) => a - b);
  return {
    rate,
    sent,
    answered: latencies.length,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    bytesPerFrame: flights.frames === 0 ? 0 : flights.bytes / flights.frames,
  };
}

/** Actions under way, by seat and by the end of their news. */
class Flights {
  readonly latencies: number[] = [];
  frames = 0;
  bytes = 0;
  readonly #due = new Map<Seat, Map<string, number>>();
  #size = 0;

  constructor(rooms: readonly Room[]) {
    for (const seat of rooms.flatMap(({ seats }) => seats)) {
      const due = new Map<string, number>();
      this.#due.set(seat, due);
      seat.heard = (bytes, start, end) => this.#hear(due, bytes, start, end);
    }
  }

  get size(): number {
    return this.#size;
  }

  take(seat: Seat, end: string, due: number): void {
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
    this.latencies.push(performance.now() - moment);
  }
}

async function send(
  rooms: readonly Room[],
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

/** In time: nearly all answered, and the slowest hundredth within 50 ms. */
const isInTime = ({ sent, answered, p99 }: Measured): boolean => answered >= sent * 0.999 && p99 < 50;

/** Looks for the highest rate that is served in time: raised by half until it is not, then narrowed down to a twentieth. */
export class RateSearch {
  best: Measured | null = null;
  #rate: number;
  #low = 0;
  #high: number | null = null;
  #failures = 0;

  constructor(start: number) {
    this.#rate = start;
  }

  get isOver(): boolean {
    if (this.#rate < LOWEST_RATE) return true;
    return this.#high !== null && this.#high - this.#low <= this.#high / 20;
  }

  async step(rooms: readonly Room[], seconds: number): Promise<void> {
    if (this.isOver) return;
    const measured = await load(rooms, this.#rate, seconds);
    if (isInTime(measured)) [this.best, this.#low] = [measured, this.#rate];
    // Not at once: something else on the machine may have woken up.
    else if (++this.#failures < BELIEVED) return;
    else this.#high = this.#rate;
    this.#failures = 0;
    this.#rate = Math.round(this.#high === null ? this.#rate * 1.5 : (this.#low + this.#high) / 2);
  }
}
