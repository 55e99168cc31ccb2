/**
 * A Map that allocates memory only with its first entry. An empty Map takes nearly 200 bytes, and each table has many maps
 * that stay empty while it waits for players.
 */
export class LazyMap<K, V> {
  #map: Map<K, V> | null = null;

  get(key: K): V | undefined {
    return this.#map?.get(key);
  }

  has(key: K): boolean {
    return this.#map?.has(key) === true;
  }

  set(key: K, value: V): void {
    this.#map ??= new Map();
    this.#map.set(key, value);
  }

  delete(key: K): void {
    this.#map?.delete(key);
  }

  clear(): void {
    this.#map = null;
  }

  keys(): Iterable<K> {
    return this.#map?.keys() ?? [];
  }

  values(): Iterable<V> {
    return this.#map?.values() ?? [];
  }

  [Symbol.iterator](): Iterator<readonly [K, V]> {
    return (this.#map ?? [])[Symbol.iterator]();
  }
}
