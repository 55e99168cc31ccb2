/**
 * The operator's decisions: closed tables, temporarily blocked address ranges, names that nobody may choose, and whether
 * the server is read-only. A small file in the data directory stores the closed tables and the blocked ranges, so that
 * they survive a restart. What members report to the operator is in `reports`.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Millis } from '@hush/rules';
import type { Config } from '../runtime/config.ts';
import { type NameFilter, refusesName } from '../runtime/name-filter.ts';
import { type AddressRange, readAddressRange } from './address-range.ts';
import { KeptReports } from './kept-reports.ts';

interface Block {
  readonly range: AddressRange;
  /** When the block ends, in milliseconds since 1970. */
  readonly until: number;
}

interface Kept {
  readonly closed: readonly string[];
  readonly blocks: readonly { readonly range: string; readonly until: number }[];
}

const FILE = 'moderation.json';
const NOTHING: Kept = { closed: [], blocks: [] };

export class Moderation {
  /** The path of the file; null stores nothing, for servers without a data directory. */
  readonly #path: string | null;
  readonly #wallClock: () => number;
  readonly #closed: Set<string>;
  #blocks: readonly Block[];
  readonly #nameFilter: NameFilter;
  readonly reports: KeptReports;
  /** The operator's text while the server is read-only; otherwise null. */
  notice: string | null = null;

  constructor(
    dataDir: string | null,
    { keepDays, nameFilter }: Pick<Config, 'keepDays' | 'nameFilter'>,
    wallClock: () => number = Date.now,
  ) {
    this.reports = new KeptReports({ dataDir, keepDays, wallClock });
    this.#nameFilter = nameFilter;
    this.#path = dataDir === null ? null : join(dataDir, FILE);
    this.#wallClock = wallClock;
    const { closed, blocks } = this.#path === null ? NOTHING : readKept(this.#path);
    this.#closed = new Set(closed);
    this.#blocks = blocks.flatMap(({ range, until }) => {
      const read = readAddressRange(range);
      return read === null ? [] : [{ range: read, until }];
    });
  }

  isClosed(code: string): boolean {
    return this.#closed.has(code);
  }

  /** Returns why a table cannot be opened; null if it can. */
  closedBecause(code: string): 'closed' | 'read-only' | null {
    if (this.isClosed(code)) return 'closed';
    return this.notice === null ? null : 'read-only';
  }

  close(code: string): void {
    this.#closed.add(code);
    this.#keep();
  }

  /** Opens a closed table again; returns false if it was not closed. */
  reopen(code: string): boolean {
    if (!this.#closed.delete(code)) return false;
    this.#keep();
    return true;
  }

  /** Whether nobody may choose this name. */
  refusesName(name: string): boolean {
    return refusesName(this.#nameFilter, name);
  }

  isBlocked(address: string): boolean {
    if (this.#blocks.length === 0) return false;
    const now = this.#wallClock();
    return this.#blocks.some(({ range, until }) => until > now && range.contains(address));
  }

  block(range: AddressRange, lasts: Millis): void {
    this.unblock(range.text);
    this.#blocks = [...this.#blocks, { range, until: this.#wallClock() + lasts }];
    this.#keep();
  }

  /** Unblocks a range; returns false if it was not blocked. */
  unblock(text: string): boolean {
    const others = this.#blocks.filter(({ range }) => range.text !== text);
    const isLess = others.length < this.#blocks.length;
    this.#blocks = others;
    if (isLess) this.#keep();
    return isLess;
  }

  /** The blocked ranges, each with its remaining time. */
  blocks(): readonly { readonly range: string; readonly left: Millis }[] {
    const now = this.#wallClock();
    return this.#blocks
      .filter(({ until }) => until > now)
      .map(({ range, until }) => ({ range: range.text, left: until - now }));
  }

  #keep(): void {
    if (this.#path === null) return;
    const now = this.#wallClock();
    const blocks = this.#blocks.filter(({ until }) => until > now);
    const kept: Kept = {
      closed: [...this.#closed],
      blocks: blocks.map(({ range, until }) => ({ range: range.text, until })),
    };
    writeFileSync(`${this.#path}.new`, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
    renameSync(`${this.#path}.new`, this.#path);
  }
}

function readKept(path: string): Kept {
  try {
    return { ...NOTHING, ...(JSON.parse(readFileSync(path, 'utf8')) as Partial<Kept>) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return NOTHING;
    throw error;
  }
}
