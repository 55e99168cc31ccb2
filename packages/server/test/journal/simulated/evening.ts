/**
 * One run of the journal's real store on a simulated disk: commits, moments, purges and checkpoints, crashes and starts.
 * Everything follows from the seed. It returns a sentence if an acknowledged entry is silently lost, duplicated, reordered
 * or changed.
 */
import { openStore } from '../../../src/journal/open.mjs';
import { chanceFrom } from '../../chance.ts';
import type { Store } from '../journal-kit.ts';
import { readLog } from '../journal-kit.ts';
import { type Chance, SimulatedDisk } from './disk.ts';
import { checkpointAll, dropDatabases } from './driver.ts';
import { Machine, SIMULATED } from './file-system.ts';

/**
 * `honest`: the disk only crashes and loses no synced write. `faulty`: after a crash the disk loses or changes data.
 */
export type DiskKind = 'honest' | 'faulty';

export interface Ending {
  readonly violation: string | null;
  /** What happened in the run, to replay one seed and for counts. */
  readonly story: readonly string[];
}

export interface Bugs {
  /** Planted bug: syncs of these files do nothing. */
  readonly deafTo?: RegExp;
  /** Planted bug: the witness file is deleted before every start. */
  readonly isUnwitnessed?: boolean;
}

type Append = Parameters<Store['write']>[0][number] & { readonly type: 'append' };
type Opened = Extract<ReturnType<typeof openStore>, { ok: true }>;

const LOGS = 6;
/** Limits so low that entries are moved and packed several times in a run. */
const LIMITS = { rows: 9, bytes: 12_000, rest: 900, least: 2, most: 5 };
const SESSIONS = 4;
const STEPS = 14;
const MOST_OPERATIONS = 320;
const PAGE = 4096;
const SECTOR = 512;
const FILES = { database: `${SIMULATED}/hush.db`, wal: `${SIMULATED}/hush.db-wal` };
const WITNESS = `${SIMULATED}/hush.end`;

class Violation extends Error {}

/** The machine of the current run, and its clock. */
let machine = new Machine(new SimulatedDisk(() => 0));
let now = 0;
export const currentMachine = (): Machine => machine;
export const currentMoment = (): number => now;

const nameOf = (log: number): string => `table/${String(log).padStart(8, 'B')}`;

/** Returns the first version at which a log differs from the written entries; -1 if there is none. */
const firstDifference = (entries: readonly string[], written: readonly string[]): number =>
  entries.findIndex((text, i) => text !== written[i]);

class Evening {
  readonly #chance: Chance;
  readonly #isUnwitnessed: boolean;
  readonly #disk: SimulatedDisk;
  readonly story: string[] = [];
  /** The acknowledged entries of each log. */
  readonly #logs = new Map<string, string[]>();
  /** The append that was pending when the power failed: it is stored as a whole or not at all. */
  #unanswered: readonly Append[] = [];
  #purging: string | null = null;
  /** The last acknowledged moment of each log's sand, and one that was pending when the power failed. */
  readonly #moments = new Map<string, number>();
  #unansweredMoment: { readonly log: string; readonly at: number } | null = null;
  /**
   * The content of each log when it was purged. The witness file may still name these logs, so a start may report
   * them as lost; a faulty disk may undo the purge.
   */
  readonly #purged = new Map<string, (readonly string[])[]>();
  #written = 0;

  constructor(seed: number, { deafTo, isUnwitnessed = false }: Bugs) {
    this.#chance = chanceFrom(seed);
    this.#isUnwitnessed = isUnwitnessed;
    this.#disk = new SimulatedDisk(this.#chance);
    this.#disk.deafTo = deafTo ?? null;
    machine = new Machine(this.#disk);
    now = 0;
  }

  run(kind: DiskKind): void {
    for (let session = 0; session < SESSIONS; session++) {
      this.#disk.failAfter(this.#below(MOST_OPERATIONS));
      const isStopped = this.#play();
      this.#crash(kind, isStopped);
      if (kind === 'faulty' && session === SESSIONS - 1) this.#damage();
      this.#audit(kind === 'faulty' && session === SESSIONS - 1);
    }
  }

  #below(limit: number): number {
    return Math.floor(this.#chance() * limit);
  }

  #tell(line: string): void {
    this.story.push(line);
  }

  /** Writes for a while; returns whether the server was then stopped, and not killed. */
  #play(): boolean {
    try {
      const opened = openStore(SIMULATED, LIMITS);
      if (!opened.ok) {
        if (this.#disk.isDead) return false;
        throw new Violation(`refused after a crash: ${opened.error.why}`);
      }
      for (let step = 0; step < STEPS && !this.#disk.isDead; step++) this.#step(opened.store);
      if (this.#disk.isDead || this.#chance() < 0.7) return false;
      opened.store.close();
      opened.release();
      return !this.#disk.isDead;
    } catch (error) {
      if (!this.#disk.isDead || error instanceof Violation) throw error;
      return false;
    }
  }

  #step(store: Store): void {
    now += this.#below(900);
    const dice = this.#chance();
    if (dice < 0.7) this.#append(store);
    else if (dice < 0.76) this.#purge(store);
    else if (dice < 0.84) this.#keepMoment(store);
    else if (dice < 0.9) checkpointAll();
    else machine.finishSyncs();
    if (!this.#disk.isDead && this.#chance() < 0.3) store.pack();
    if (!this.#disk.isDead) store.tidy();
  }

  #append(store: Store): void {
    const requests = [...new Set(Array.from({ length: 1 + this.#below(3) }, () => this.#below(LOGS)))].map(
      (log): Append => this.#request(nameOf(log)),
    );
    this.#unanswered = requests;
    const results = store.write(requests);
    if (this.#disk.isDead && results.some(result => !result.ok)) return;
    requests.forEach(({ log, entries }, i) => {
      const result = results[i];
      if (result?.ok !== true) throw new Violation(`${log}: ${JSON.stringify(result)}`);
      this.#logs.set(log, [...this.#acknowledged(log), ...entries]);
    });
    this.#unanswered = [];
  }

  #keepMoment(store: Store): void {
    const log = nameOf(this.#below(LOGS));
    this.#unansweredMoment = { log, at: now };
    const [result] = store.write([{ type: 'moment', log, game: 1, at: now }]);
    if (this.#disk.isDead && result?.ok !== true) return;
    this.#unansweredMoment = null;
    if (result?.ok === true) this.#moments.set(log, now);
  }

  #request(log: string): Append {
    const expected = this.#acknowledged(log).length;
    const long = this.#chance() < 0.1 ? 'x'.repeat(this.#below(9000)) : '';
    const entries = Array.from(
      { length: 1 + this.#below(3) },
      () => `{"n":${++this.#written},"x":"${long}"}`,
    );
    return { type: 'append', log, expected, entries };
  }

  #acknowledged(log: string): readonly string[] {
    return this.#logs.get(log) ?? [];
  }

  #purge(store: Store): void {
    const log = nameOf(this.#below(LOGS));
    this.#purging = log;
    this.#purged.set(log, [...(this.#purged.get(log) ?? []), this.#acknowledged(log)]);
    const [result] = store.write([{ type: 'purge', log }]);
    if (this.#disk.isDead && result?.ok !== true) return;
    if (result?.ok !== true) throw new Violation(`purge of ${log}: ${JSON.stringify(result)}`);
    this.#logs.delete(log);
    this.#moments.delete(log);
    this.#purging = null;
  }

  #crash(kind: DiskKind, isStopped: boolean): void {
    this.#disk.kill();
    dropDatabases();
    machine.forgetProcesses();
    const isPowerLoss = kind === 'honest' && this.#chance() < 0.8;
    this.#tell(isStopped ? 'stopped' : isPowerLoss ? 'power lost' : 'killed');
    if (isPowerLoss) this.#disk.losePower();
    else this.#disk.crashProcess();
    if (this.#isUnwitnessed && this.#disk.find(WITNESS) !== undefined) this.#disk.remove(WITNESS);
  }

  #damage(): void {
    const path = this.#chance() < 0.5 ? FILES.database : FILES.wal;
    const kinds: readonly (readonly [name: string, damage: (bytes: Buffer) => Buffer])[] = [
      ['a bit flipped', bytes => this.#flip(bytes)],
      ['a sector of zeros', bytes => this.#zeros(bytes, SECTOR)],
      ['a page of zeros', bytes => this.#zeros(bytes, PAGE)],
      ['cut', bytes => bytes.subarray(0, this.#below(bytes.length))],
    ];
    const chosen = kinds[this.#below(kinds.length + 1)];
    if ((this.#disk.find(path)?.now.size ?? 0) === 0) this.#tell('nothing to damage');
    else if (chosen !== undefined) {
      this.#disk.spoil(path, chosen[1]);
      this.#tell(`${path}: ${chosen[0]}`);
    } else if (this.#disk.takeBackOneWrite(path)) this.#tell(`${path}: a write taken back`);
    else this.#tell('nothing to take back');
  }

  #flip(bytes: Buffer): Buffer {
    const at = this.#below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << this.#below(8));
    return bytes;
  }

  #zeros(bytes: Buffer, length: number): Buffer {
    const at = this.#below(Math.ceil(bytes.length / length)) * length;
    return bytes.fill(0, at, Math.min(bytes.length, at + length));
  }

  /** Opens the journal and compares it with the acknowledged entries. */
  #audit(isDamaged: boolean): void {
    const opened = openStore(SIMULATED);
    if (!opened.ok) {
      if (!isDamaged) throw new Violation(`refused after a crash: ${opened.error.why}`);
      this.#tell('refused');
      return;
    }
    try {
      // If a page cannot be moved from the write-ahead log, the journal ends with a sentence.
      if (isDamaged && opened.store.failed !== undefined) this.#tell('refused');
      else this.#tell(this.#compare(opened, isDamaged) ? 'loss named' : 'whole');
    } finally {
      opened.store.close();
      opened.release();
    }
  }

  /** Compares the store with what was acknowledged; returns whether a loss was found and reported. */
  #compare({ store, loss }: Opened, isDamaged: boolean): boolean {
    const isOlder = loss?.why.includes('is older than the last one') === true;
    if (!isDamaged && loss?.logs.some(log => !this.#purged.has(log)))
      throw new Violation(`nothing is lost, but the start says: ${loss.why} ${loss.logs.join(', ')}`);
    const found = new Map<string, readonly string[]>();
    let hasLoss = loss !== null;
    for (let i = 0; i < LOGS; i++) {
      const log = nameOf(i);
      const { entries, damagedAt } = readLog(store, log);
      found.set(log, entries);
      hasLoss ||= damagedAt !== undefined;
      if (isDamaged) this.#compareDamaged(log, entries, damagedAt !== undefined || isOlder);
      else this.#compareSound(store, log, entries, damagedAt);
    }
    if (!isDamaged) this.#settle(found);
    return hasLoss;
  }

  /** Checks a log after damage: if it is shorter than acknowledged, the loss must be reported. */
  #compareDamaged(log: string, entries: readonly string[], isNamed: boolean): void {
    const length = this.#compareTexts(log, entries, true) ? entries.length : 0;
    const { length: due } = this.#acknowledged(log);
    if (length < due && log !== this.#purging && !isNamed)
      throw new Violation(`${log} has ${length} of ${due} acknowledged entries, and nothing says so`);
  }

  /** Checks a log after a crash without damage: it is complete, and nothing is reported as damaged. */
  #compareSound(store: Store, log: string, entries: readonly string[], damagedAt: number | undefined): void {
    this.#compareTexts(log, entries, false);
    const { length: due } = this.#acknowledged(log);
    if (entries.length < due && log !== this.#purging)
      throw new Violation(`${log} has ${entries.length} of ${due} acknowledged entries`);
    if (damagedAt === undefined) {
      if (log !== this.#purging) this.#compareMoment(store, log);
      return;
    }
    if (!this.#purged.has(log))
      throw new Violation(`${log} is called damaged from ${damagedAt} on after a crash`);
    store.write([{ type: 'purge', log }]); // the disk has undone the purge, so the log is purged again
    this.#moments.delete(log);
  }

  /** Checks that after a crash the sand is at the acknowledged moment or at the pending one. */
  #compareMoment(store: Store, log: string): void {
    const reply = store.moment(log);
    const at = reply.ok ? reply.moment.at : Number.NaN;
    const due = this.#moments.get(log) ?? 0;
    const asked = this.#unansweredMoment?.log === log ? this.#unansweredMoment.at : due;
    if (at !== due && at !== asked) throw new Violation(`${log} has its sand at ${at}, not at ${due}`);
    this.#moments.set(log, at);
  }

  /**
   * Checks that every readable entry is as it was written, at its version. Returns false if a faulty disk has undone a
   * purge.
   */
  #compareTexts(log: string, entries: readonly string[], isDamaged: boolean): boolean {
    const asked = this.#unanswered.find(one => one.log === log)?.entries ?? [];
    const written = [...this.#acknowledged(log), ...asked];
    const wrong = firstDifference(entries, written);
    if (wrong < 0) return true;
    if (isDamaged && this.#purged.get(log)?.some(before => firstDifference(entries, before) < 0))
      return false;
    throw new Violation(
      `${log} has at ${wrong + 1} ${entries[wrong]?.slice(0, 40)}, not ${written[wrong]?.slice(0, 40)}`,
    );
  }

  /** Checks that the pending append is stored as a whole or not at all; if it is stored, it must stay. */
  #settle(found: ReadonlyMap<string, readonly string[]>): void {
    const there = this.#unanswered.filter(
      ({ log }) => (found.get(log)?.length ?? 0) > this.#acknowledged(log).length,
    );
    if (there.length > 0 && there.length < this.#unanswered.length)
      throw new Violation(`${there.length} of ${this.#unanswered.length} appends of one commit are there`);
    for (const [log, entries] of found) this.#logs.set(log, [...entries]);
    this.#unanswered = [];
    this.#unansweredMoment = null;
    if (this.#purging !== null && found.get(this.#purging)?.length === 0) this.#moments.delete(this.#purging);
    this.#purging = null;
  }
}

/** Runs the simulation of one seed. */
export function simulateStore(seed: number, kind: DiskKind, bugs: Bugs = {}): Ending {
  const evening = new Evening(seed, bugs);
  try {
    evening.run(kind);
    return { violation: null, story: evening.story };
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    return { violation: error.message, story: evening.story };
  } finally {
    machine.disk.kill();
    dropDatabases();
  }
}
