/**
 * A public beacon such as drand: numbered random values that nobody can predict or choose, and that anybody can request
 * again. The server requests one value a day.
 */
import { createHash } from 'node:crypto';
import type { BeaconPlan } from '@hush/protocol';

const PATIENCE = 10_000;

export interface Beacon {
  /** The times of the beacon's rounds; null if the beacon cannot be reached. */
  plan(): Promise<BeaconPlan | null>;
  /** The value of a round; null if the beacon cannot be reached or the value does not fit its signature. */
  value(round: number): Promise<string | null>;
}

/** `address` is a relay's address with the hash of the chain, for instance `https://api.drand.sh/52db9ba7...`. */
export function httpBeacon(address: string): Beacon {
  const base = address.replace(/\/+$/, '');
  return {
    async plan() {
      const info = await fetchJson(`${base}/info`);
      const { hash, genesis_time: genesis, period } = info ?? {};
      return typeof hash === 'string' && isCount(genesis) && isCount(period)
        ? { chain: hash, genesis, period }
        : null;
    },
    async value(round) {
      const found = await fetchJson(`${base}/public/${round}`);
      const { round: given, randomness, signature } = found ?? {};
      if (given !== round || typeof randomness !== 'string' || typeof signature !== 'string') return null;
      return createHash('sha256').update(signature, 'hex').digest('hex') === randomness ? randomness : null;
    },
  };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

async function fetchJson(url: string): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) });
    return answer.ok ? ((await answer.json()) as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null; // not published yet: the caller reports that, and asks again later
  }
}
