/**
 * A journal in memory that is loaded from the tab's storage and writes every append back to it, so that a table in
 * this page survives a reload. If the storage is full or blocked, the table lasts until the page is closed.
 */
import { type Journal, logName, type Moment, memoryJournal, tableOfLog } from '@hush/protocol';

/** A key-value store: the browser's session storage, or a fake in tests. */
export interface TabStorage {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
}

/** How many entries are appended at once; so many are sure to fit into one append. */
const AT_ONCE = 64;

/** The name of the list that stores the moment of a table's log as its only entry. */
const momentName = (log: string): string => logName('sand', tableOfLog(log) ?? log);

const isSand = (log: string): boolean => log.startsWith(logName('sand', ''));

function readMoment(shelf: TabStorage, log: string): Moment | null {
  try {
    return JSON.parse(read(shelf, momentName(log)).at(-1) ?? 'null') as Moment | null;
  } catch {
    return null; // the stored value is invalid
  }
}

function read(shelf: TabStorage, log: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(shelf.getItem(log) ?? '[]');
    return Array.isArray(kept) ? kept.filter(entry => typeof entry === 'string') : [];
  } catch {
    return []; // the storage is blocked, or the stored value is invalid
  }
}

function write(shelf: TabStorage, log: string, entries: readonly string[]): void {
  try {
    shelf.setItem(log, JSON.stringify(entries));
  } catch {
    // The storage is full or blocked, so the entries are only in memory.
  }
}

/** Makes a journal with these logs from the storage. */
export async function storedJournal(shelf: TabStorage, logs: readonly string[]): Promise<Journal> {
  const inner = memoryJournal();
  const kept = new Map<string, string[]>();
  for (const log of logs.filter(name => !isSand(name))) {
    const entries = read(shelf, log);
    for (let i = 0; i < entries.length; i += AT_ONCE) {
      await inner.append(log, i, entries.slice(i, i + AT_ONCE));
    }
    kept.set(log, [...entries]);
    const moment = readMoment(shelf, log);
    if (moment !== null) await inner.moments.keep(log, moment.game, moment.at);
  }

  function keep(log: string, entries: readonly string[]): void {
    const all = [...(kept.get(log) ?? []), ...entries];
    kept.set(log, all);
    write(shelf, log, all);
  }

  return {
    async append(log, expected, entries) {
      const added = [...entries];
      const result = await inner.append(log, expected, added);
      if (result.ok && added.length > 0) keep(log, added);
      return result;
    },
    async compact(log, expected, entries) {
      const added = [...entries];
      const result = await inner.compact(log, expected, added);
      if (!result.ok) return result;
      kept.set(
        log,
        (kept.get(log) ?? []).map(() => ''),
      );
      keep(log, added);
      return result;
    },
    read: (log, from) => inner.read(log, from),
    subscribe: (log, from, listener) => inner.subscribe(log, from, listener),
    async purge(log, seen) {
      const result = await inner.purge(log, seen);
      if (!result.ok) return result;
      kept.delete(log);
      forgetLog(shelf, log);
      return result;
    },
    logs: (prefix, after) => inner.logs(prefix, after),
    moments: {
      last: (log, game) => inner.moments.last(log, game),
      async keep(log, game, at) {
        const problem = await inner.moments.keep(log, game, at);
        if (problem === null) write(shelf, momentName(log), [JSON.stringify({ game, at })]);
        return problem;
      },
    },
    close: () => inner.close(),
  };
}

export function forgetLog(shelf: TabStorage, log: string): void {
  try {
    shelf.removeItem(log);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}
