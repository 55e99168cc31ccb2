/** Open tables without connections, in the order in which their last connection closed. */
import type { OpenTable } from './open-table.ts';

/** The most unused tables that stay in memory: strangers can make many, and opening one again costs little. */
const MOST_UNUSED = 1_000;
const FIRST_MEMBER = 1;

/** Whether nobody ever sat down at this table. */
export const isUnused = ({ table }: OpenTable): boolean => table.state.nextMember === FIRST_MEMBER;

export class UnattendedTables {
  readonly #all = new Set<OpenTable>();
  readonly #unused = new Set<OpenTable>();

  /**
   * Adds a table whose last connection has just closed. If there are too many unused tables, returns one that must be
   * evicted.
   */
  add(room: OpenTable): OpenTable | undefined {
    this.delete(room);
    this.#all.add(room);
    if (!isUnused(room)) return undefined;
    this.#unused.add(room);
    return this.#unused.size > MOST_UNUSED ? firstOf(this.#unused) : undefined;
  }

  delete(room: OpenTable): void {
    this.#all.delete(room);
    this.#unused.delete(room);
  }

  /** The table that has been without connections the longest. */
  get longest(): OpenTable | undefined {
    return firstOf(this.#all);
  }
}

const firstOf = <T>(all: ReadonlySet<T>): T | undefined => all.values().next().value;
