/**
 * An open-loop load on rooms: actions are due at fixed moments whether or not earlier ones were answered, and
 * their latency counts from the moment they were due. A closed loop would wait with the server and hide its stalls.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** One seat of one room. */
export interface Seat {
  send(text: string): void;
  /** Called with the text of every piece of news; set by whoever measures. */
  heard: (frame: string) => void;
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
      seat.heard = frame => this.#hear(due, frame);
    }
  }

  get size(): number {
    return this.#size;
  }

  take(seat: Seat, end: string, due: number): void {
    this.#due.get(seat)?.set(end, due);
    this.#size++;
  }

  #hear(due: Map<string, number>, frame: string): void {
    this.frames++;
    this.bytes += frame.length + FRAME_HEAD;
    if (due.size === 0) return;
    const end = frame.slice(frame.lastIndexOf(',"m":'));
    const moment = due.get(end);
    if (moment === undefined) return;
    due.delete(end);
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

/** The highest rate that is served in time: raised by half until it is not, then narrowed down to a twentieth. */
export async function highestRate(
  rooms: readonly Room[],
  start: number,
  seconds: number,
): Promise<Measured | null> {
  let best: Measured | null = null;
  let [low, rate] = [0, start];
  for (let high: number | null = null; high === null || high - low > high / 20; ) {
    const measured = await servedInTime(rooms, rate, seconds);
    if (measured === null) high = rate;
    else [best, low] = [measured, rate];
    rate = Math.round(high === null ? rate * 1.5 : (low + high) / 2);
    if (rate < LOWEST_RATE) return null;
  }
  return best;
}

/** Twice, before it is believed that it cannot be done: something else on the machine may have woken up. */
async function servedInTime(rooms: readonly Room[], rate: number, seconds: number): Promise<Measured | null> {
  for (let i = 0; i < 2; i++) {
    const measured = await load(rooms, rate, seconds);
    await sleep(300);
    if (isInTime(measured)) return measured;
  }
  return null;
}
