/**
 * The largest size of the journal (`HUSH_MAX_DISK`): above it no new tables, crews or scenarios are stored, and existing
 * ones can still be used (PR-54g).
 */
import type { Millis } from '@hush/rules';
import type { ServerClock } from '../runtime/clock.ts';
import { diskUse } from '../runtime/disk-use.ts';
import type { Log } from '../runtime/log.ts';
import type { RefusalLog } from './refusal-log.ts';

const LOOK: Millis = 10_000;
const MEGABYTE = 1_000_000;

interface DiskWorld {
  readonly clock: ServerClock;
  readonly log: Log;
  readonly refusals: RefusalLog;
}

export class DiskLimit {
  readonly #world: DiskWorld;
  readonly #dataDir: string;
  readonly #most: number;
  #isFull = false;
  #isStopped = false;
  #cancel: () => void = () => undefined;

  /** `megabytes` is 0 if there is no limit. */
  constructor(world: DiskWorld, dataDir: string, megabytes: number) {
    this.#world = world;
    this.#dataDir = dataDir;
    this.#most = megabytes * MEGABYTE;
  }

  /** Whether new things are refused now; when that begins, the log names the setting. */
  refuses(): boolean {
    if (this.#isFull) this.#world.refusals.disk();
    return this.#isFull;
  }

  /** Measures the disk now and at intervals. */
  async watch(): Promise<void> {
    if (this.#most === 0 || this.#isStopped) return;
    try {
      this.#isFull = (await diskUse(this.#dataDir)).journal >= this.#most;
    } catch (error) {
      this.#world.log.warn({ err: error }, 'disk use could not be measured');
    }
    if (!this.#isStopped) this.#cancel = this.#world.clock.later(LOOK, () => void this.watch());
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }
}
