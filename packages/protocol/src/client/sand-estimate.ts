/** The client's estimate of the server's game time, from the last readings and their travel times. */
import type { Millis } from '@hush/rules';
import type { SandReading } from '../messages/parts.ts';
import type { LogEvent } from '../state/table-state.ts';

interface Reading {
  readonly sand: SandReading;
  /** The time of the reading on this client's clock. */
  readonly when: number;
  /** The round trip of the answer that carried the reading; the reading is wrong by at most half of it. */
  readonly doubt: Millis;
}

export class SandEstimate {
  #reading: Reading | null = null;
  /** The shortest round trip of the last pings. */
  roundTrip: Millis = 0;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether the sand runs on the server, according to its last message. */
  get runs(): boolean {
    return this.#reading?.sand.runs ?? false;
  }

  /** Whether the server cannot write its journal, according to its last message. */
  get isHeld(): boolean {
    return this.#reading?.sand.held ?? false;
  }

  /** The estimated game time on the server; never before the time of the last event, `last`. */
  at(last: Millis): Millis {
    return this.#reading === null ? last : Math.max(last, this.#estimate(this.#reading));
  }

  /** Starts or stops the estimate with an event that starts or stops the sand. */
  follow(event: LogEvent): void {
    const starts = event.type === 'gameStarted' || event.type === 'resumed';
    const stops =
      event.type === 'paused' ||
      event.type === 'playedOn' ||
      event.type === 'gameWon' ||
      event.type === 'gameLost';
    if (starts || stops) this.hear({ at: event.at, runs: starts });
    if (event.type === 'gameSetUp' || event.type === 'gameAbandoned') this.hear({ at: 0, runs: false });
  }

  /** Moves the estimate forward to the time of the last event. */
  keepUp(at: Millis): void {
    if (this.#reading?.sand.runs && this.#estimate(this.#reading) < at) this.hear({ at, runs: true });
  }

  /** Takes a reading from a message that was not requested, so its travel time can only be estimated. */
  hear(sand: SandReading): void {
    this.#reading = { sand, when: this.#now() - this.roundTrip / 2, doubt: Number.POSITIVE_INFINITY };
  }

  /**
   * Takes a reading from the answer to a ping. The quickest answer is the most exact one, but a reading loses precision with
   * age.
   */
  hearPong(sand: SandReading, roundTrip: Millis): void {
    const when = this.#now() - roundTrip / 2;
    const known = this.#reading;
    const age = known === null ? 0 : when - known.when;
    if (
      known === null ||
      this.#contradicts(known, sand, roundTrip) ||
      roundTrip <= known.doubt + age / 1000
    ) {
      this.#reading = { sand, when, doubt: roundTrip };
      this.roundTrip = roundTrip;
    }
  }

  /** Whether two readings differ by more than their round trips explain. Then the server has stopped its sand or set it back. */
  #contradicts(known: Reading, sand: SandReading, roundTrip: Millis): boolean {
    if (known.sand.runs !== sand.runs || known.sand.held !== sand.held) return true;
    const expected = known.sand.at + (sand.runs ? this.#now() - roundTrip / 2 - known.when : 0);
    return Math.abs(expected - sand.at) > (known.doubt + roundTrip) / 2 + 2;
  }

  #estimate({ sand, when }: Reading): Millis {
    return sand.runs ? sand.at + (this.#now() - when) : sand.at;
  }
}
