/** A table at another node, as a relayed connection sees it. */
import type { Room } from '../tables/open-table.ts';
import type { Recent } from './position.ts';

interface RemotePlace {
  readonly code: string;
  readonly owner: string;
  readonly line: number;
}

/** A table at another node, for one connection. */
export class RemoteRoom implements Room {
  readonly code: string;
  readonly owner: string;
  readonly line: number;
  readonly #knownToken: string | undefined;
  readonly #shownOut: Recent<Set<string>>;

  constructor(place: RemotePlace, knownToken: string | undefined, shownOut: Recent<Set<string>>) {
    this.code = place.code;
    this.owner = place.owner;
    this.line = place.line;
    this.#knownToken = knownToken;
    this.#shownOut = shownOut;
  }

  /**
   * The addresses of removed people. All connections of this node to one table share this set, because a removed person
   * comes back on a new connection.
   */
  get shownOut(): Set<string> | null {
    return this.#shownOut.get(this.code) ?? null;
  }

  set shownOut(addresses: Set<string> | null) {
    if (addresses !== null) this.#shownOut.set(this.code, addresses);
  }

  /** Whether a token opens a seat; called only with the token of the hello, which the owner has checked. */
  knows(token: string): boolean {
    return token === this.#knownToken;
  }
}
