/**
 * What spectators see if the host delays their view: each frame of a game is sent to them some seconds later, in the same
 * order, and a new spectator is welcomed with the state of that earlier moment. Between games they are not delayed.
 */
import type { Millis } from '@hush/rules';
import type { Clock } from '../clock.ts';
import type { TableLog } from '../logs/table-log.ts';
import type { SandReading } from '../messages/parts.ts';
import { isPlaying, type TableState } from '../state/table-state.ts';

/** The table at one moment; spectators may see it at `due`. */
interface View {
  readonly due: number;
  readonly state: TableState;
  readonly version: number;
  readonly sand: SandReading;
}

interface HeldFrame extends View {
  readonly frame: string;
}

interface DelayFacts {
  readonly log: Pick<TableLog, 'state' | 'version'>;
  readonly clock: Pick<Clock, 'now' | 'later'>;
  sand(): SandReading;
  /** Sends a frame to all spectators. */
  send(frame: string): void;
  /** Sends all spectators a snapshot. */
  refresh(): void;
  /** Called when spectators see the table without delay again. */
  caughtUp(): void;
}

const SECOND: Millis = 1_000;

export class DelayedView {
  readonly #facts: DelayFacts;
  readonly #held: HeldFrame[] = [];
  /** What spectators have seen last; null until something was broadcast. */
  #seen: View | null = null;
  #cancel: (() => void) | null = null;

  constructor(facts: DelayFacts) {
    this.#facts = facts;
  }

  /** Whether spectators see the table later than its members. */
  get isOn(): boolean {
    return this.#held.length > 0 || this.#delay() > 0;
  }

  #delay(): Millis {
    const { state } = this.#facts.log;
    return isPlaying(state) ? (state.spectatorDelay ?? 0) * SECOND : 0;
  }

  /** Takes a frame that is being broadcast; returns false if spectators get it at once. */
  hold(frame: string): boolean {
    const { log, clock, sand } = this.#facts;
    const isOn = this.isOn;
    const due = Math.max(clock.now() + this.#delay(), this.#held.at(-1)?.due ?? 0);
    const view = { due, state: log.state, version: log.version, sand: sand() };
    if (isOn) this.#held.push({ ...view, frame });
    else this.#seen = view;
    this.#arm();
    return isOn;
  }

  #arm(): void {
    const [next] = this.#held;
    if (next === undefined) return;
    this.#cancel ??= this.#facts.clock.later(Math.max(0, next.due - this.#facts.clock.now()), () => {
      this.#cancel = null;
      this.#release();
      this.#arm();
    });
  }

  #release(): void {
    const now = this.#facts.clock.now();
    while ((this.#held[0]?.due ?? Number.POSITIVE_INFINITY) <= now) {
      const next = this.#held.shift();
      if (next === undefined) return;
      const isFirst = this.#seen === null;
      this.#seen = next;
      if (isFirst) this.#facts.refresh();
      else this.#facts.send(next.frame);
    }
    if (!this.isOn) this.#facts.caughtUp();
  }

  /**
   * The state and version that spectators may see. If the server restarts during a game, spectators see nothing of that
   * game until the delay is over.
   */
  get seen(): { readonly state: TableState; readonly version: number } {
    return this.#seen ?? { state: { ...this.#facts.log.state, game: null }, version: 0 };
  }

  /** The sand as spectators see it: it runs on between two frames, but never beyond the sand of the next frame. */
  sand(): SandReading {
    if (!this.isOn) return this.#facts.sand();
    if (this.#seen === null) return { at: 0, runs: false };
    const { due, sand } = this.#seen;
    const ran = sand.runs ? Math.max(0, this.#facts.clock.now() - due) : 0;
    return { ...sand, at: Math.max(sand.at, Math.min(sand.at + ran, this.#held[0]?.sand.at ?? sand.at)) };
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
