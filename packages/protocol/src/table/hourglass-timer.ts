/**
 * The hourglass of one table on the authority's clock. It ends the game when the sand has run out. Checkpoints make
 * moments durable, so that a crash gives the players at most a second. While the journal cannot be written, the sand is
 * frozen at the last durable moment. After a restart it rests until a member is back.
 */
import { type Game, type Millis, runsOutAt } from '@hush/rules';
import type { Clock } from '../clock.ts';
import { SandClock } from './sand-clock.ts';

/** The timer's questions to its table. */
interface TimerTasks {
  /** The sand may have run out. */
  runOut(): void;
  /** Makes a moment durable, and then calls `kept` or `notKept`. */
  checkpoint(at: Millis): void;
}

/** The sand that runs between two checkpoints. With the deadline of one append it stays below a second. */
const CHECKPOINT: Millis = 400;

/** Checkpoints of all tables fall on the same moments, so that they share a commit. */
const TOGETHER: Millis = CHECKPOINT;
/** A table that has just stored an entry needs no checkpoint yet: the entry has a moment. It waits for the middle between two. */
const SPARED: Millis = 150;
const BETWEEN: Millis = TOGETHER / 2;

/** No sand runs further ahead of the last durable moment than this, even where the process gets no processor time. */
const MOST_AT_RISK: Millis = 950;

export class HourglassTimer {
  readonly #clock: Clock;
  readonly #tasks: TimerTasks;
  readonly #sand: SandClock;
  #game: Game | null = null;
  #durable: Millis = 0;
  #isFrozen = false;
  #isResting = false;
  #isStopped = false;
  #isStoppedForGood = false;
  #end: { readonly reading: number; readonly cancel: () => void } | null = null;
  #cancelCheckpoint: (() => void) | null = null;
  /** A checkpoint is being stored. */
  #isKeeping = false;

  constructor(clock: Clock, tasks: TimerTasks) {
    this.#clock = clock;
    this.#tasks = tasks;
    this.#sand = new SandClock(() => clock.now());
  }

  at(): Millis {
    const at = this.#sand.at();
    const most = this.#durable + MOST_AT_RISK;
    if (!this.runs || at <= most) return at;
    this.#sand.hold(most);
    this.#sand.release();
    return this.#sand.at();
  }

  get runs(): boolean {
    return this.#sand.runs;
  }

  get isFrozen(): boolean {
    return this.#isFrozen;
  }

  /** Continues a game at the moment at which the last authority stopped. The sand rests there. */
  restore(game: Game | null, at: Millis): void {
    this.follow(game);
    this.#durable = at;
    this.#isResting = game?.status === 'playing';
    if (this.#isResting) this.#sand.hold(at);
  }

  /** Nobody is here: the sand stays at this moment, which is stored once. */
  rest(): void {
    if (this.#game?.status !== 'playing' || this.#isResting || this.#isStoppedForGood) return;
    const at = this.at();
    this.#isResting = true;
    if (this.#isFrozen) return; // it stands at a durable moment
    this.#sand.hold(at);
    this.#disarm();
    if (this.#isKeeping) return; // a moment is being stored, which is less than a second old
    this.#isKeeping = true;
    this.#tasks.checkpoint(at);
  }

  /** A member is back, or the time for coming back is over. True where the sand runs from now on. */
  resume(): boolean {
    if (!this.#isResting || this.#isStoppedForGood) return false;
    this.#isResting = false;
    if (this.#isFrozen) return false;
    this.#sand.release();
    this.arm();
    return this.runs;
  }

  /** Called after every durable entry: the sand follows the game. */
  follow(game: Game | null): void {
    const at = game?.at ?? 0;
    const isSame = game?.setUp === this.#game?.setUp;
    if (!isSame) this.#sand.follow(false, at);
    this.#game = game;
    this.#durable = isSame ? Math.max(this.#durable, at) : at;
    this.#sand.follow(game?.status === 'playing', at);
  }

  /** Sets the sand back to the last durable moment and holds it. */
  freeze(): void {
    this.#isFrozen = true;
    this.#sand.hold(this.runs ? this.#durable : this.at());
    this.#disarm();
  }

  thaw(): void {
    this.#isFrozen = false;
    if (!this.#isResting && !this.#isStoppedForGood) this.#sand.release();
    this.arm();
  }

  /**
   * Stops the sand for good, whatever happens to the game or the journal: jobs that are still judged get this time.
   * Returns the moment if the sand was running, or rests at a moment that is not stored yet.
   */
  stopForGood(): Millis | null {
    const at = this.at();
    const isWanted = this.runs || at > this.#durable;
    this.#isStoppedForGood = true;
    this.#sand.hold(at);
    this.#disarm();
    return isWanted ? at : null;
  }

  /**
   * A checkpoint is durable. If the sand was frozen while it was being written, the sand jumps forward to it; returns
   * whether it did.
   */
  kept(at: Millis): boolean {
    this.#isKeeping = false;
    this.#durable = Math.max(this.#durable, at);
    const jumps = this.#game?.status === 'playing' && at > this.at();
    if (jumps) this.#sand.follow(true, at);
    this.arm();
    return jumps;
  }

  /** A checkpoint failed, or belongs to an earlier game. */
  notKept(): void {
    this.#isKeeping = false;
    this.arm();
  }

  stop(): void {
    this.#isStopped = true;
    this.#disarm();
  }

  /** Sets the timers for the end of the sand and for the next checkpoint. */
  arm(): void {
    if (this.#game === null || !this.runs || this.#isStopped) {
      this.#disarm();
      return;
    }
    this.#armEnd(runsOutAt(this.#game.hourglass));
    if (this.#isKeeping) return;
    this.#cancelCheckpoint ??= this.#clock.later(this.#untilCheckpoint(), () => this.#checkpoint());
  }

  /** Rounds down, so a checkpoint is never late. */
  #untilCheckpoint(): Millis {
    const now = this.#clock.now();
    const stored = now + this.#durable - this.at();
    const latest = stored + CHECKPOINT;
    const shared = Math.floor(latest / TOGETHER) * TOGETHER;
    const due = shared - stored >= SPARED ? shared : Math.floor(latest / BETWEEN) * BETWEEN;
    return Math.max(1, due - now);
  }

  #armEnd(end: Millis): void {
    const reading = this.#sand.readingAt(end);
    if (this.#end?.reading === reading) return; // most entries do not change the end
    this.#end?.cancel();
    const cancel = this.#clock.later(Math.max(1, end - this.at()), () => {
      if (this.at() >= end) {
        this.#tasks.runOut();
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

  /**
   * Saves a checkpoint of the sand, unless an entry was stored a moment ago. The timer of the next one starts when this one is
   * durable.
   */
  #checkpoint(): void {
    this.#cancelCheckpoint = null;
    const at = this.at();
    this.#isKeeping = at - this.#durable >= SPARED;
    if (this.#isKeeping) this.#tasks.checkpoint(at);
    else this.arm();
  }
}
