/** Counts open connections per address, per IPv6 /56 and per /48, because the owner of a network has many addresses. */
import { widerNetworks } from './client-address.ts';

const WIDTHS = [1, 4, 16] as const;

export class OpenLines {
  readonly #most: number;
  readonly #open = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  hasRoom(address: string): boolean {
    return keysOf(address).every((key, i) => (this.#open.get(key) ?? 0) < this.#most * (WIDTHS[i] ?? 1));
  }

  opened(address: string): void {
    this.#count(address, 1);
  }

  closed(address: string): void {
    this.#count(address, -1);
  }

  #count(address: string, change: number): void {
    for (const key of keysOf(address)) {
      const count = (this.#open.get(key) ?? 0) + change;
      if (count > 0) this.#open.set(key, count);
      else this.#open.delete(key);
    }
  }
}

const keysOf = (address: string): readonly string[] => [address, ...(widerNetworks(address) ?? [])];
