/**
 * A journal in memory that begins with what a shelf has kept and puts everything new there, so that a table in this
 * page outlives a reload. The shelf may be full or forbidden: then the table lasts as long as the page.
 */
import { type Journal, logName, memoryJournal } from '@hush/protocol';

/** Where texts lie under names: the browser's storage of this tab, or a test's. */
export interface TabStorage {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
}

/** As many entries at once as surely fit one append. */
const AT_ONCE = 64;

/** Of the sand only the last moment counts; it comes often. */
const keepsLastOnly = (log: string): boolean => log.startsWith(logName('sand', ''));

function read(shelf: TabStorage, log: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(shelf.getItem(log) ?? '[]');
    return Array.isArray(kept) ? kept.filter(entry => typeof entry === 'string') : [];
  } catch {
    return []; // blocked, or written by another hand
  }
}

function write(shelf: TabStorage, log: string, entries: readonly string[]): void {
  try {
    shelf.setItem(log, JSON.stringify(entries));
  } catch {
    // Full or blocked: the memory has to do.
  }
}

/** A journal with these logs as the shelf has them. */
export async function keptJournal(shelf: TabStorage, logs: readonly string[]): Promise<Journal> {
  const inner = memoryJournal();
  const kept = new Map<string, string[]>();
  for (const log of logs) {
    const entries = read(shelf, log);
    for (let i = 0; i < entries.length; i += AT_ONCE) {
      await inner.append(log, i, entries.slice(i, i + AT_ONCE));
    }
    kept.set(log, [...entries]);
  }

  function keep(log: string, entries: readonly string[]): void {
    const all = keepsLastOnly(log) ? entries.slice(-1) : [...(kept.get(log) ?? []), ...entries];
    kept.set(log, [...all]);
    write(shelf, log, all);
  }

  return {
    async append(log, expected, entries) {
      const added = [...entries];
      const result = await inner.append(log, expected, added);
      if (result.ok && added.length > 0) keep(log, added);
      return result;
    },
    read: (log, from) => inner.read(log, from),
    subscribe: (log, from, listener) => inner.subscribe(log, from, listener),
    async purge(log) {
      kept.delete(log);
      forgetLog(shelf, log);
      return inner.purge(log);
    },
    logs: prefix => inner.logs(prefix),
    close: () => inner.close(),
  };
}

export function forgetLog(shelf: TabStorage, log: string): void {
  try {
    shelf.removeItem(log);
  } catch {
    // It was never kept.
  }
}
