/**
 * A journal on a virtual disk that all authorities share: a write takes time and must be synced; it can be refused,
 * hang, or succeed without an answer, and unsynced writes are lost when the power fails.
 */
import { err, ok, type Result } from '@hush/rules';
import {
  type AppendResult,
  isLater,
  type Journal,
  type JournalError,
  JournalFeed,
  type Listener,
  type LogsResult,
  type Moment,
  type Moments,
  type PurgeResult,
  type ReadResult,
  type Unavailable,
  type Unsubscribe,
} from '../../src/index.ts';
import type { VirtualTime } from '../virtual-time.ts';
import type { Chance } from './chance.ts';

/** Planted bugs of the disk, to check that the simulation finds them. */
export const DISK_DEFECTS = [
  'ack-before-durable',
  'broadcast-before-durable',
  'version-check-dropped',
  'cache-trusted',
  'replica-as-truth',
] as const;
export type DiskDefect = (typeof DISK_DEFECTS)[number];

/**
 * `refuse`: nothing is written. `unknown`: the write happens, but an error is reported. `hang`: the write happens when the
 * trouble is over.
 */
export type Trouble = 'refuse' | 'unknown' | 'hang';

export interface DiskTemper {
  /** The usual duration of a write. */
  readonly latency: number;
  /** The probability that a write takes much longer. */
  readonly slow: number;
}

/**
 * How late other processes of a cluster get news of a write; some news is lost, until the process compares versions.
 */
export interface NewsTemper {
  readonly chance: Chance;
  /** The longest delay of news, and of a read that is repeated because a replica lagged behind. */
  readonly late: number;
  readonly lost: number;
}

const UNAVAILABLE: Unavailable = { type: 'unavailable', why: 'The virtual disk is in a bad mood.' };
const PAGE = 500;
const SLOW = 300;
/** The interval at which processes compare the versions of the logs that they follow. */
const COMPARE = 10_000;
/** How far a replica lags behind, in milliseconds, if that bug is planted. */
const LAG = 2_000;

interface Append {
  readonly log: string;
  readonly expected: number;
  readonly entries: readonly string[];
}

/** A write that becomes durable when it is done, unless it is cancelled. */
interface Write {
  readonly mount: Mount;
  cancelled: boolean;
}

export class VirtualDisk {
  readonly #time: VirtualTime;
  readonly #chance: Chance;
  readonly #temper: DiskTemper;
  readonly #defect: DiskDefect | null;
  readonly #logs = new Map<string, string[]>();
  readonly #storedAt = new Map<string, readonly number[]>();
  readonly #moments = new Map<string, Moment>();
  /** Entries that are written but not synced; some planted bugs read them. */
  readonly #dirty = new Map<string, string[]>();
  readonly #mounts = new Set<Mount>();
  #writes: Write[] = [];
  #trouble: Trouble | null = null;
  #troubleEnds = 0;
  #troubled = 0;
  #lastDone = 0;
  /** Set when the table was created; planted bugs of replicas begin only then. */
  isOld = false;
  /** How news is delayed; undefined if all processes get news at once. */
  news: NewsTemper | undefined;
  /** Called with all entries that have become durable. */
  onDurable: (log: string, version: number, entry: string) => void = () => undefined;
  /** Called when a fault of the disk begins and when it ends. */
  onTrouble: () => void = () => undefined;

  constructor(time: VirtualTime, chance: Chance, temper: DiskTemper, defect: DiskDefect | null) {
    this.#time = time;
    this.#chance = chance;
    this.#temper = temper;
    this.#defect = defect;
  }

  /** Opens the journal for one running process. */
  mount(): Mount {
    const mount = new Mount(this);
    this.#mounts.add(mount);
    return mount;
  }

  durable(log: string): readonly string[] {
    return this.#logs.get(log) ?? [];
  }

  get troubled(): boolean {
    return this.#trouble !== null;
  }

  /** For how long the disk has had no fault. */
  get wellFor(): number {
    return this.#trouble === null ? this.#time.now - this.#troubled : 0;
  }

  misbehave(trouble: Trouble, millis: number): void {
    if (this.#trouble !== null) return;
    this.#trouble = trouble;
    this.#troubleEnds = this.#time.now + millis;
    this.onTrouble();
    this.#time.later(millis, () => {
      this.#trouble = null;
      this.#troubled = this.#time.now;
      this.onTrouble();
    });
  }

  /** Called when a process has ended: chance decides which of its pending writes still happen. */
  unmount(mount: Mount): void {
    mount.isGone = true;
    this.#mounts.delete(mount);
    for (const write of this.#writes)
      if (write.mount === mount && this.#chance.happens(0.5)) write.cancelled = true;
  }

  /** Called when the machine has lost its power: all unsynced writes are lost. */
  powerFails(): void {
    for (const write of this.#writes) write.cancelled = true;
    this.#writes = [];
    if (this.#defect === 'ack-before-durable' || this.#defect === 'broadcast-before-durable')
      this.#dirty.clear();
  }

  // Methods that handle the requests of all processes.

  append(mount: Mount, log: string, expected: number, entries: readonly string[]): Promise<AppendResult> {
    const append = { log, expected, entries: [...entries] };
    return this.#write(
      mount,
      () => this.#commit(append, mount),
      answer => this.#defile(append, mount, answer),
    );
  }

  compact(mount: Mount, log: string, expected: number, entries: readonly string[]): Promise<AppendResult> {
    const append = { log, expected, entries: [...entries] };
    return this.#write(mount, () => {
      const result = this.#commit(append, mount);
      if (result.ok) this.#logs.get(log)?.fill('', 0, expected);
      return result;
    });
  }

  async keep(mount: Mount, log: string, moment: Moment): Promise<JournalError | null> {
    const result = await this.#write(mount, () => {
      if (isLater(moment, this.#moments.get(log))) this.#moments.set(log, moment);
      return { ok: true, version: 0 };
    });
    return result.ok ? null : result.error;
  }

  #write(
    mount: Mount,
    commit: () => AppendResult,
    defile?: (answer: (result: AppendResult) => void) => void,
  ): Promise<AppendResult> {
    return new Promise(resolve => {
      const answer = (result: AppendResult): void => {
        if (!mount.isGone) resolve(result);
      };
      const trouble = this.#trouble;
      if (trouble === 'refuse') {
        this.#time.later(this.#delay(), () => answer({ ok: false, error: UNAVAILABLE }));
        return;
      }
      const write: Write = { mount, cancelled: false };
      this.#writes.push(write);
      defile?.(answer);
      this.#time.later(this.#doneAfter(), () => {
        this.#writes = this.#writes.filter(other => other !== write);
        if (write.cancelled) return;
        const result = commit();
        answer(trouble === 'unknown' ? { ok: false, error: UNAVAILABLE } : this.#believed(result));
      });
    });
  }

  /**
   * The planted bug of a process that trusts its own copy of a log: it reports a write as successful whatever the
   * journal says.
   */
  #believed(result: AppendResult): AppendResult {
    if (this.#defect !== 'cache-trusted' || result.ok || result.error.type !== 'conflict') return result;
    return { ok: true, version: result.error.version + 1 };
  }

  async last(mount: Mount, log: string, game: number): Promise<Result<number, JournalError>> {
    const read = await this.read(mount, log, 1);
    const kept = this.#moments.get(log);
    return read.ok ? ok(kept?.game === game ? kept.at : 0) : err(UNAVAILABLE);
  }

  read(mount: Mount, log: string, from: number): Promise<ReadResult> {
    return new Promise(resolve => {
      const isRefused = this.#trouble === 'refuse' || this.#trouble === 'unknown';
      const wait = this.#trouble === 'hang' ? this.#troubleEnds - this.#time.now : 0;
      const again = this.news === undefined ? 0 : this.news.late * this.news.chance.next();
      this.#time.later(wait + again + this.#delay() / 2, () => {
        if (mount.isGone) return;
        if (isRefused) resolve({ ok: false, error: UNAVAILABLE });
        else resolve(this.#page(log, from));
      });
    });
  }

  logs(prefix: string): readonly string[] {
    return [...this.#logs.keys()].filter(log => log.startsWith(prefix)).sort();
  }

  #page(log: string, from: number): ReadResult {
    const durable = this.#defect === 'replica-as-truth' ? this.#replica(log) : this.durable(log);
    const shown =
      this.#defect === 'broadcast-before-durable' ? [...durable, ...(this.#dirty.get(log) ?? [])] : durable;
    return { ok: true, entries: shown.slice(from - 1, from - 1 + PAGE), version: shown.length };
  }

  #delay(): number {
    const { latency, slow } = this.#temper;
    return this.#chance.happens(slow) ? this.#chance.between(latency, SLOW) : latency * this.#chance.next();
  }

  /** The time at which a write is done; writes happen in the order of the requests. */
  #doneAfter(): number {
    const hangs = this.#trouble === 'hang' ? this.#troubleEnds : this.#time.now;
    this.#lastDone = Math.max(this.#lastDone, hangs + this.#delay());
    return this.#lastDone - this.#time.now;
  }

  /** The entries of a replica that lags behind. */
  #replica(log: string): readonly string[] {
    const times = this.#storedAt.get(log) ?? [];
    const isThere = (at: number): boolean => !this.isOld || (times[at] ?? 0) <= this.#time.now - LAG;
    return this.durable(log).filter((_, at) => isThere(at));
  }

  #commit({ log, expected, entries }: Append, writer: Mount): AppendResult {
    const known = this.#logs.get(log) ?? [];
    if (known.length !== expected && this.#defect !== 'version-check-dropped')
      return { ok: false, error: { type: 'conflict', version: known.length } };
    const from = known.length + 1;
    for (const entry of entries) {
      known.push(entry);
      if (this.#defect === 'replica-as-truth')
        this.#storedAt.set(log, [...(this.#storedAt.get(log) ?? []), this.#time.now]);
      this.onDurable(log, known.length, entry);
    }
    this.#logs.set(log, known);
    this.#dirty.delete(log);
    for (const mount of this.#mounts)
      this.#tellOf(mount, writer, () => mount.feed.publish(log, from, entries));
    return { ok: true, version: known.length };
  }

  #tellOf(mount: Mount, writer: Mount, tell: () => void): void {
    if (this.news === undefined || mount === writer) tell();
    else {
      const { chance, late, lost } = this.news;
      if (!chance.happens(lost)) this.#time.later(late * chance.next(), tell);
    }
  }

  /** Makes all processes look for entries of which they got no news. */
  compareEvery(): void {
    this.#time.later(COMPARE * (this.news?.chance.between(0.5, 1) ?? 1), () => {
      for (const mount of this.#mounts)
        for (const [log, entries] of this.#logs) mount.feed.publish(log, entries.length + 1, []);
      this.compareEvery();
    });
  }

  /** Plants the bugs that answer before the entry is durable. */
  #defile({ log, expected, entries }: Append, mount: Mount, answer: (result: AppendResult) => void): void {
    if (this.durable(log).length !== expected) return;
    if (this.#defect === 'ack-before-durable') answer({ ok: true, version: expected + entries.length });
    if (this.#defect !== 'broadcast-before-durable') return;
    this.#dirty.set(log, [...entries]);
    for (const other of this.#mounts) if (other !== mount) other.feed.publish(log, expected + 1, entries);
  }
}

/** The journal as one process sees it; it gives no answers after that process has ended. */
export class Mount implements Journal {
  readonly feed: JournalFeed;
  readonly #disk: VirtualDisk;
  isGone = false;
  /** Set by the planted bug that forgets which window sent a command. */
  forgetful = false;
  /** For planted bugs that write other entries than the judge decided. */
  spoil: (entry: string) => string = entry => entry;

  readonly moments: Moments = {
    keep: (log, game, at) => this.#disk.keep(this, log, { game, at }),
    last: (log, game) => this.#disk.last(this, log, game),
  };

  constructor(disk: VirtualDisk) {
    this.#disk = disk;
    this.feed = new JournalFeed((log, from) => this.read(log, from));
  }

  append(log: string, expected: number, entries: readonly string[]): Promise<AppendResult> {
    return this.#disk.append(this, log, expected, entries.map(this.spoil));
  }

  compact(log: string, expected: number, entries: readonly string[]): Promise<AppendResult> {
    return this.#disk.compact(this, log, expected, entries);
  }

  async read(log: string, from: number): Promise<ReadResult> {
    const result = await this.#disk.read(this, log, from);
    if (!this.forgetful || from > 1 || !result.ok || !log.startsWith('table/')) return result;
    return { ...result, entries: result.entries.map(entry => entry.replace(/,"m":\d+,"n":\d+}$/, '}')) };
  }

  subscribe(log: string, from: number, listener: Listener): Unsubscribe {
    return this.feed.subscribe(log, from, news => {
      if (!this.isGone) listener(news);
    });
  }

  purge(): Promise<PurgeResult> {
    return Promise.resolve({ ok: true });
  }

  logs(prefix: string, after = ''): Promise<LogsResult> {
    return Promise.resolve({ ok: true, logs: this.#disk.logs(prefix).filter(log => log > after) });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
