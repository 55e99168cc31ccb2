/**
 * The hourglass of one table on the authority's clock. It ends the game when the sand has run out. Checkpoints store
 * how far the sand has run, so that after a crash the players get back at most a second of it. While the journal
 * cannot be written, the sand is frozen at the last durable moment. After a restart the sand rests until a member is
 * back.
 */
import { type Game, type Millis, sandEnd } from '@hush/rules';
import type { Clock } from '../clock.ts';
import { SandClock } from './sand-clock.ts';

/** What the timer asks of its table. */
interface TimerTasks {
  /** Called when the sand may have run out. */
  runOut(): void;
  /** Makes a moment durable; the table then calls `kept` or `notKept`. */
  checkpoint(at: Millis): void;
}

/** The game time between two checkpoints. Together with the deadline of one append it stays below a second. */
const CHECKPOINT: Millis = 400;

/** Checkpoints of all tables happen at multiples of this time, so that they share a commit. */
const TOGETHER: Millis = CHECKPOINT;
/**
 * A table that stored an entry less than this long ago skips the checkpoint, because the entry contains a time. The
 * next one is due halfway between two checkpoints.
 */
const SPARED: Millis = 150;
const BETWEEN: Millis = TOGETHER / 2;

/** The sand never runs further than this ahead of the last durable moment, even if the process gets no processor time. */
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
  /** Whether a checkpoint is being stored at this moment. */
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

  /** Continues a game at the moment at which the last authority stopped; the sand rests there. */
  restore(game: Game | null, at: Millis): void {
    this.follow(game);
    this.#durable = at;
    this.#isResting = game?.status === 'playing';
    if (this.#isResting) this.#sand.hold(at);
  }

  /** Stops the sand because nobody is connected, and stores how far it has run. */
  rest(): void {
    if (this.#game?.status !== 'playing' || this.#isResting || this.#isStoppedForGood) return;
    const at = this.at();
    this.#isResting = true;
    if (this.#isFrozen) return; // the sand already stands at a durable moment
    this.#sand.hold(at);
    this.#disarm();
    if (this.#isKeeping) return; // a moment younger than a second is being stored
    this.#isKeeping = true;
    this.#tasks.checkpoint(at);
  }

  /** Lets the sand run again after a rest; returns whether it runs. */
  resume(): boolean {
    if (!this.#isResting || this.#isStoppedForGood) return false;
    this.#isResting = false;
    if (this.#isFrozen) return false;
    this.#sand.release();
    this.arm();
    return this.runs;
  }

  /** Called after every durable entry: adapts the sand to the game's state. */
  follow(game: Game | null): void {
    const at = game?.at ?? 0;
    const isSame = game?.setUp === this.#game?.setUp;
    if (!isSame) this.#sand.follow(false, at);
    this.#game = game;
    this.#durable = isSame ? Math.max(this.#durable, at) : at;
    this.#sand.follow(game?.status === 'playing', at);
  }

  /** Sets the sand back to the last durable moment and stops it there. */
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
   * Stops the sand for good; jobs that are still judged get this game time. Returns the moment of the sand if it must
   * still be stored, because the sand was running or rests at a moment that is not durable.
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
   * Called when a checkpoint is durable. If the sand was frozen while the checkpoint was being written, the sand jumps
   * forward to it; returns whether it did.
   */
  kept(at: Millis): boolean {
    this.#isKeeping = false;
    this.#durable = Math.max(this.#durable, at);
    const jumps = this.#game?.status === 'playing' && at > this.at();
    if (jumps) this.#sand.follow(true, at);
    this.arm();
    return jumps;
  }

  /** Called when a checkpoint could not be stored, or belongs to an earlier game. */
  notKept(): void {
    this.#isKeeping = false;
    this.arm();
  }

  stop(): void {
    this.#isStopped = true;
    this.#disarm();
  }

  /** Sets the timers for the end of the sand and the next checkpoint. */
  arm(): void {
    if (this.#game === null || !this.runs || this.#isStopped) {
      this.#disarm();
      return;
    }
    const end = sandEnd(this.#game);
    if (Number.isFinite(end)) this.#armEnd(end);
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
    if (this.#end?.reading === reading) return; // most entries do not change when the sand ends
    this.#end?.cancel();
    const cancel = this.#clock.later(Math.max(1, end - this.at()), () => {
      if (this.at() >= end) {
        this.#tasks.runOut();
        return;
      }
      this.#end = null;
      this.arm(); // timers of some platforms fire early
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
   * Stores a checkpoint of the sand, unless an entry was stored a moment ago. The timer for the next one starts when
   * this one is durable.
   */
  #checkpoint(): void {
    this.#cancelCheckpoint = null;
    const at = this.at();
    this.#isKeeping = at - this.#durable >= SPARED;
    if (this.#isKeeping) this.#tasks.checkpoint(at);
    else this.arm();
  }
}
