/**
 * What members have reported to the operator: names and chat texts (PR-68). A small file in the data directory stores the
 * newest reports, so that they survive a restart.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MemberReported } from '@hush/protocol';

export interface KeptReport extends Pick<MemberReported, 'table' | 'member' | 'name' | 'text'> {
  /** Milliseconds since 1970. */
  readonly when: number;
}

const FILE = 'reports.json';
const MOST_KEPT = 200;
const DAY = 86_400_000;

interface ReportsPlan {
  /** Null stores nothing, for servers without a data directory. */
  readonly dataDir: string | null;
  readonly keepDays: number;
  readonly wallClock?: () => number;
}

export class KeptReports {
  readonly #path: string | null;
  readonly #lasts: number;
  readonly #wallClock: () => number;
  #reports: readonly KeptReport[];

  constructor({ dataDir, keepDays, wallClock = Date.now }: ReportsPlan) {
    this.#path = dataDir === null ? null : join(dataDir, FILE);
    this.#lasts = keepDays * DAY;
    this.#wallClock = wallClock;
    this.#reports = this.#path === null ? [] : readReports(this.#path);
  }

  /** The reports that are not too old, the newest last. */
  list(): readonly KeptReport[] {
    const oldest = this.#wallClock() - this.#lasts;
    const young = this.#reports.filter(({ when }) => when > oldest);
    if (young.length < this.#reports.length) this.#write(young);
    return young;
  }

  add({ table, member, name, text }: MemberReported): void {
    const report = { when: this.#wallClock(), table, member, name, text };
    this.#write([...this.list(), report].slice(-MOST_KEPT));
  }

  clear(): void {
    this.#write([]);
  }

  #write(reports: readonly KeptReport[]): void {
    this.#reports = reports;
    if (this.#path === null) return;
    writeFileSync(`${this.#path}.new`, `${JSON.stringify(reports)}\n`, { mode: 0o600 });
    renameSync(`${this.#path}.new`, this.#path);
  }
}

function readReports(path: string): readonly KeptReport[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as readonly KeptReport[];
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
