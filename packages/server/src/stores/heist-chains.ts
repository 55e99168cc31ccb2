/**
 * The seed chains of this server, in the log `heist/chains`. The first chain is made with the first request for a heist; a
 * new one follows when the last one ends. A chain never changes.
 */
import { randomBytes } from 'node:crypto';
import { type Journal, newChain, readAll, type SecretChain } from '@hush/protocol';
import { err, ok, type Result } from '@hush/rules';
import type { ServerClock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { Beacon } from './heist-beacon.ts';
import type { LookupError } from './lookup-error.ts';

const CHAINS = 'heist/chains';
/** The length of a chain in days: ten years. */
const DAYS = 3_653;

export interface ChainsWorld {
  readonly journal: Journal;
  readonly clock: ServerClock;
  readonly log: Log;
  /** The public beacon whose values are mixed into deals; null if there is none. */
  readonly beacon: Beacon | null;
}

export class HeistChains {
  readonly #world: ChainsWorld;
  #known: readonly SecretChain[] = [];

  constructor(world: ChainsWorld) {
    this.#world = world;
  }

  /** The chain of a day; `unknown` for days before the first chain. */
  async of(day: number): Promise<Result<SecretChain, LookupError>> {
    const found = findChain(this.#known, day);
    if (found !== undefined) return ok(found);
    const read = await this.#read();
    if (!read.ok) return read;
    const chain = findChain(this.#known, day);
    if (chain !== undefined) return ok(chain);
    const isNext =
      day === this.#world.clock.today() && this.#known.every(({ first, days }) => day >= first + days);
    return isNext ? this.#make(day) : err('unknown');
  }

  async #read(): Promise<Result<null, LookupError>> {
    const found = await readAll(this.#world.journal, CHAINS);
    if (!found.ok) return err(found.error.type === 'corrupt' ? 'quarantined' : 'unavailable');
    this.#known = found.entries.map(entry => JSON.parse(entry) as SecretChain);
    return ok(null);
  }

  /** Makes a chain. If another server with the same journal has just made one, that one is used. */
  async #make(first: number): Promise<Result<SecretChain, LookupError>> {
    const { journal, log, beacon } = this.#world;
    const plan = beacon === null ? null : await beacon.plan();
    if (beacon !== null && plan === null) return err('unavailable');
    const chain = newChain({ first, days: DAYS, tail: randomBytes(32).toString('hex'), beacon: plan });
    const added = await journal.append(CHAINS, this.#known.length, [JSON.stringify(chain)]);
    if (!added.ok && added.error.type !== 'conflict') return err('unavailable');
    if (added.ok) log.info({ anchor: chain.anchor, first, days: DAYS }, 'seed chain of the heists begun');
    const read = await this.#read();
    if (!read.ok) return read;
    const made = findChain(this.#known, first);
    return made === undefined ? err('unavailable') : ok(made);
  }
}

const findChain = (chains: readonly SecretChain[], day: number): SecretChain | undefined =>
  chains.find(({ first, days }) => day >= first && day < first + days);
