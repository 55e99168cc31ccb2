/**
 * The hourglass of one table on the authority's clock: runs out when it must, is checkpointed so that a crash
 * costs at most a second in the players' favour, is frozen back to the last durable moment while the journal
 * cannot commit, and rests after a restart until somebody is back.
 */

import { type Game, type Millis, runsOutAt } from '@hush/rules';
import type { Clock } from '../clock.ts';
import { SandClock } from './sand-clock.ts';

export interface GlassDuties {
  /** The sand may have run out. */
  runOut(): void;
  /** Makes a moment durable; `kept` is called when it is. */
  checkpoint(at: Millis): void;
}

/** So much sand runs at most between two durable moments, plus the patience of one commit: less than a second. */
const CHECKPOINT: Millis = 400;

/** Checkpoints of all tables fall on the same moments, so that they share turns and commits: twenty a second, not five hundred. */
const TOGETHER: Millis = 50;

/** The promise itself, for a process that is not given a processor: further ahead of the durable moment no sand runs. */
const MOST_AT_RISK: Millis = 950;

export class HourglassTimer {
  readonly #world: Clock;
  readonly #duties: GlassDuties;
  readonly #clock: SandClock;
  #game: Game | null = null;
  #durable: Millis = 0;
  #frozen = false;
  #resting = false;
  #stopped = false;
  #laid = false;
  #end: { readonly reading: number; readonly cancel: () => void } | null = null;
  #cancelCheckpoint: (() => void) | null = null;
  /** A checkpoint is on its way. */
  #keeping = false;

  constructor(world: Clock, duties: GlassDuties) {
    this.#world = world;
    this.#duties = duties;
    this.#clock = new SandClock(() => world.now());
  }

  at(): Millis {
    const at = this.#clock.at();
    const most = this.#durable + MOST_AT_RISK;
    if (!this.runs || at <= most) return at;
    this.#clock.hold(most);
    this.#clock.release();
    return this.#clock.at();
  }

  get runs(): boolean {
    return this.#clock.runs;
  }

  get frozen(): boolean {
    return this.#frozen;
  }

  /** A game as it was when the last authority stopped, at that moment and not a moment later. It rests there. */
  restore(game: Game | null, at: Millis): void {
    this.follow(game);
    this.#durable = at;
    this.#resting = game?.status === 'playing';
    if (this.#resting) this.#clock.hold(at);
  }

  /** Somebody is back, or has been waited for long enough; whether that made the sand run. */
  wake(): boolean {
    if (!this.#resting || this.#laid) return false;
    this.#resting = false;
    if (this.#frozen) return false;
    this.#clock.release();
    this.arm();
    return this.runs;
  }

  /** After every entry that became durable: the sand follows the game. */
  follow(game: Game | null): void {
    const at = game?.at ?? 0;
    const isSame = game?.setUp === this.#game?.setUp;
    if (!isSame) this.#clock.follow(false, at);
    this.#game = game;
    this.#durable = isSame ? Math.max(this.#durable, at) : at;
    this.#clock.follow(game?.status === 'playing', at);
  }

  /** Back to the last durable moment. */
  freeze(): void {
    this.#frozen = true;
    this.#clock.hold(this.runs ? this.#durable : this.at());
    this.#disarm();
  }

  thaw(): void {
    this.#frozen = false;
    if (!this.#resting && !this.#laid) this.#clock.release();
    this.arm();
  }

  /**
   * Laid down for good: where it was, if it ran. What is still judged happens at that moment, and whatever becomes of
   * the game or of the journal meanwhile, no grain falls any more.
   */
  lay(): Millis | null {
    const at = this.at();
    const ran = this.runs;
    this.#laid = true;
    this.#clock.hold(at);
    this.#disarm();
    return ran ? at : null;
  }

  /**
   * A checkpoint is durable. One that was on its way when the sand was frozen is the moment to go on from: whether
   * the sand jumped there.
   */
  kept(at: Millis): boolean {
    this.#keeping = false;
    this.#durable = Math.max(this.#durable, at);
    const jumps = this.#game?.status === 'playing' && at > this.at();
    if (jumps) this.#clock.follow(true, at);
    this.arm();
    return jumps;
  }

  /** A checkpoint came to nothing, or belongs to a game that is no more. */
  notKept(): void {
    this.#keeping = false;
    this.arm();
  }

  stop(): void {
    this.#stopped = true;
    this.#disarm();
  }

  /** The timers follow the sand. */
  arm(): void {
    if (this.#game === null || !this.runs || this.#stopped) {
      this.#disarm();
      return;
    }
    this.#armEnd(runsOutAt(this.#game.hourglass));
    if (this.#keeping) return;
    this.#cancelCheckpoint ??= this.#world.later(this.#untilCheckpoint(), () => this.#checkpoint());
  }

  /** Rather a little early than late. */
  #untilCheckpoint(): Millis {
    const now = this.#world.now();
    const due = now + this.#durable + CHECKPOINT - this.at();
    return Math.max(1, Math.floor(due / TOGETHER) * TOGETHER - now);
  }

  #armEnd(end: Millis): void {
    const reading = this.#clock.readingAt(end);
    if (this.#end?.reading === reading) return; // nearly every entry leaves the end where it was
    this.#end?.cancel();
    const cancel = this.#world.later(Math.max(1, end - this.at()), () => {
      if (this.at() >= end) {
        this.#duties.runOut();
        return;
      }
      this.#end = null;
      this.arm(); // a platform's timers may fire early
    });
    this.#end = { reading, cancel };
  }

  #disarm(): void {
    this.#end?.cancel();
    this.#end = null;
    this.#cancelCheckpoint?.();
    this.#cancelCheckpoint = null;
  }

  /** The next one is armed when this one is durable. */
  #checkpoint(): void {
    this.#cancelCheckpoint = null;
    const at = this.at();
    this.#keeping = at - this.#durable > CHECKPOINT - TOGETHER;
    if (this.#keeping) this.#duties.checkpoint(at);
    else this.arm();
  }
}
