/**
 * The hourglass of one table on the authority's clock: runs out when it must, is checkpointed so that a crash
 * costs at most a second in the players' favour, and is frozen while the journal cannot commit.
 */
import { type Game, type Millis, runsOutAt } from '@hush/rules';
import { SandClock } from './sand.ts';

export interface GlassWorld {
  now(): number;
  later(after: Millis, then: () => void): () => void;
}

export interface GlassDuties {
  /** The sand may have run out. */
  runOut(): void;
  /** Makes a moment durable. */
  checkpoint(at: Millis): Promise<void>;
}

const CHECKPOINT: Millis = 500;
const nothing = (): void => undefined;

export class Glass {
  readonly #world: GlassWorld;
  readonly #duties: GlassDuties;
  readonly #clock: SandClock;
  #game: Game | null = null;
  #durable: Millis = 0;
  #stopped = false;
  #cancelEnd: () => void = nothing;
  #cancelCheckpoint: () => void = nothing;

  constructor(world: GlassWorld, duties: GlassDuties) {
    this.#world = world;
    this.#duties = duties;
    this.#clock = new SandClock(() => world.now());
  }

  at(): Millis {
    return this.#clock.at();
  }

  get runs(): boolean {
    return this.#clock.runs;
  }

  get frozen(): boolean {
    return this.#clock.frozen;
  }

  /** A game as it was when the last authority stopped, at that moment and not a moment later. */
  restore(game: Game | null, at: Millis): void {
    this.#clock.restore(at);
    this.#follow(game, at);
  }

  /** After something became durable: the sand follows the game, the timers follow the sand. */
  follow(game: Game | null): void {
    this.#follow(game, game?.at ?? 0);
  }

  #follow(game: Game | null, at: Millis): void {
    const isSame = game?.setUp === this.#game?.setUp;
    this.#game = game;
    this.#durable = isSame ? Math.max(this.#durable, at) : at;
    this.#clock.follow(game?.status === 'playing', at);
    this.#arm();
  }

  freeze(at: Millis): void {
    this.#clock.freeze(at);
    this.#disarm();
  }

  thaw(): void {
    this.#clock.thaw(this.#game?.status === 'playing');
    this.#arm();
  }

  stop(): void {
    this.#stopped = true;
    this.#disarm();
  }

  #disarm(): void {
    this.#cancelEnd();
    this.#cancelCheckpoint();
    this.#cancelEnd = nothing;
    this.#cancelCheckpoint = nothing;
  }

  #arm(): void {
    this.#cancelEnd();
    this.#cancelEnd = nothing;
    if (this.#game === null || !this.runs || this.#stopped) {
      this.#disarm();
      return;
    }
    const left = runsOutAt(this.#game.hourglass) - this.at();
    this.#cancelEnd = this.#world.later(Math.max(1, left), () => {
      this.#duties.runOut();
      this.#arm(); // a platform's timers may fire early
    });
    if (this.#cancelCheckpoint === nothing) this.#armCheckpoint();
  }

  #armCheckpoint(): void {
    this.#cancelCheckpoint = this.#world.later(CHECKPOINT, () => void this.#checkpoint());
  }

  async #checkpoint(): Promise<void> {
    const at = this.at();
    if (at - this.#durable >= CHECKPOINT / 2) {
      await this.#duties.checkpoint(at);
      this.#durable = Math.max(this.#durable, at);
    }
    this.#cancelCheckpoint = nothing;
    if (this.runs && !this.#stopped) this.#armCheckpoint();
  }
}
