/** A journal in memory, for tests and for practice games in the page. */

import { err, ok } from '@hush/rules';
import { JournalFeed } from './feed.ts';
import {
  type AppendResult,
  assertAppend,
  assertCompact,
  assertLog,
  assertRead,
  type Failed,
  type Journal,
  LIST_LIMIT,
  type Listener,
  type LogsResult,
  type Moments,
  PAGE_LIMIT,
  type PurgeResult,
  type ReadResult,
  type Unsubscribe,
} from './journal.ts';
import { isLater, type Moment } from './moments.ts';

const PAGE = 1000;
const CLOSED: Failed = { type: 'failed', why: 'The journal is closed.' };

export function memoryJournal(): Journal {
  return new MemoryJournal();
}

/** Every operation takes effect one event-loop turn later, in the order of the calls, as in a journal on disk. */
class MemoryJournal implements Journal {
  readonly #logs = new Map<string, string[]>();
  readonly #moments = new Map<string, Moment>();
  readonly #feed = new JournalFeed((log, from) => this.read(log, from));
  #closed = false;

  readonly moments: Moments = {
    keep: async (log, game, at) => {
      assertLog(log);
      await undefined;
      if (this.#closed) return CLOSED;
      if (!this.#logs.has(log)) return { type: 'conflict', version: 0 };
      if (isLater({ game, at }, this.#moments.get(log))) this.#moments.set(log, { game, at });
      return null;
    },
    last: async (log, game) => {
      assertLog(log);
      await undefined;
      if (this.#closed) return err(CLOSED);
      const kept = this.#moments.get(log);
      return ok(kept?.game === game ? kept.at : 0);
    },
  };

  async append(log: string, expected: number, entries: readonly string[]): Promise<AppendResult> {
    assertAppend(log, expected, entries);
    const added = [...entries]; // the caller may reuse its array
    await undefined;
    if (this.#closed) return { ok: false, error: CLOSED };
    const version = this.#logs.get(log)?.length ?? 0;
    if (version !== expected) return { ok: false, error: { type: 'conflict', version } };
    if (added.length === 0) return { ok: true, version };
    const kept = this.#entries(log);
    for (const entry of added) kept.push(entry);
    this.#feed.publish(log, version + 1, added);
    return { ok: true, version: version + added.length };
  }

  async compact(log: string, expected: number, entries: readonly string[]): Promise<AppendResult> {
    assertCompact(log, expected, entries);
    const result = await this.append(log, expected, entries);
    if (result.ok) this.#entries(log).fill('', 0, expected);
    return result;
  }

  async read(log: string, from: number): Promise<ReadResult> {
    assertRead(log, from);
    await undefined;
    if (this.#closed) return { ok: false, error: CLOSED };
    const entries = this.#logs.get(log) ?? [];
    return { ok: true, entries: pageOf(entries, from - 1), version: entries.length };
  }

  subscribe(log: string, from: number, listener: Listener): Unsubscribe {
    assertRead(log, from);
    return this.#feed.subscribe(log, from, listener);
  }

  async purge(log: string, seen?: number): Promise<PurgeResult> {
    assertLog(log);
    await undefined;
    if (this.#closed) return { ok: false, error: CLOSED };
    const version = this.#logs.get(log)?.length ?? 0;
    if (version !== (seen ?? version)) return { ok: false, error: { type: 'conflict', version } };
    this.#logs.delete(log);
    this.#moments.delete(log);
    this.#feed.purged(log);
    return { ok: true };
  }

  async logs(prefix: string, after = ''): Promise<LogsResult> {
    await undefined;
    if (this.#closed) return { ok: false, error: CLOSED };
    const names = [...this.#logs.keys()].filter(log => log.startsWith(prefix) && log > after).sort();
    return { ok: true, logs: names.slice(0, LIST_LIMIT) };
  }

  async close(): Promise<void> {
    await undefined;
    if (this.#closed) return;
    this.#closed = true;
    this.#feed.end(CLOSED);
  }

  #entries(log: string): string[] {
    const entries = this.#logs.get(log) ?? [];
    this.#logs.set(log, entries);
    return entries;
  }
}

function pageOf(entries: readonly string[], start: number): readonly string[] {
  const page: string[] = [];
  for (let at = start, size = 0; page.length < PAGE && size < PAGE_LIMIT; at++) {
    const entry = entries[at];
    if (entry === undefined) break;
    page.push(entry);
    size += entry.length;
  }
  return page;
}
