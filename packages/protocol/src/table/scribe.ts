/**
 * The pen of one table: takes jobs in order, has them judged together, writes them with the expected version, and
 * only when they are durable hands them back to be told. While it writes, new jobs wait; then they share a commit.
 * What could not be written is judged again; what was written without our knowing is found by reading.
 */

import type { Millis } from '@hush/rules';
import type { Clock } from '../clock.ts';
import type { AppendResult, JournalError, Unsubscribe } from '../journal/journal.ts';
import type { TableLog } from '../logs/table-log.ts';
import type { Cause, Entry } from '../messages/entry.ts';
import type { TableState } from '../state/table-state.ts';
import { Deadline } from './deadline.ts';
import type { Draft, DraftAnswer } from './draft.ts';
import type { Job } from './jobs.ts';

export interface ScribeWorld extends Clock {
  heard?(): Promise<void>;
}

/** What the table does for its scribe. */
export interface Desk {
  readonly history: TableLog;
  judge(jobs: readonly Job[]): Draft | JournalError | Promise<Draft | JournalError>;
  /** An entry is durable: fold and tell it. */
  publish(entry: Entry, text: string, after?: TableState): void;
  answer(answer: DraftAnswer): void;
  /** All that became durable together has been told. */
  settle(draft: Draft | null): void;
  /** Nothing can be promised until something could be written again. */
  stall(): void;
  recover(): void;
  /** Tries to write something harmless. */
  probe(): Promise<JournalError | null>;
  trouble(error: JournalError): void;
  /** The log is gone. */
  purged(): void;
  /** There is no going on. */
  quarantine(error: JournalError): void;
  /** A bug. */
  fail(error: unknown): void;
}

const MOST_JOBS = 64;
const PATIENCE: Millis = 500; // for one commit, before the sand is frozen
const RETRY: Millis = 250;
const NOTHING_TO_WRITE: AppendResult = { ok: true, version: 0 };

export class Scribe {
  readonly #world: ScribeWorld;
  readonly #desk: Desk;
  #jobs: Job[] = [];
  #working: Promise<void> | null = null;
  #heard = 0;
  /** Something may have been written that we do not know of. */
  #inDoubt = false;
  #stalled = false;
  #closed = false;
  #stopped = false;
  #unfollow: Unsubscribe = () => undefined;
  readonly #patience: Deadline;

  constructor(world: ScribeWorld, desk: Desk) {
    this.#world = world;
    this.#desk = desk;
    this.#patience = new Deadline(world, PATIENCE, () => this.stall());
  }

  /** From now on hears what other authorities write. */
  follow(): void {
    if (this.#stopped) return;
    this.#unfollow = this.#desk.history.subscribe(news => {
      if (news.type === 'entries') this.#hear(news.from + news.entries.length - 1);
      else if (news.why.type === 'unavailable') this.#world.later(RETRY, () => this.follow());
      else if (news.why.type === 'purged') this.#desk.purged();
      else this.#desk.quarantine(news.why);
    });
  }

  push(job: Job): void {
    if (this.#closed) return;
    this.#jobs.push(job);
    this.#start();
  }

  /** News of our own appends is no news; anything beyond was written by another authority. */
  #hear(version: number): void {
    this.#heard = Math.max(this.#heard, version);
    if (this.#isBehind()) this.#start();
  }

  /** Reads what is new before anything else is judged. */
  doubt(): void {
    this.#inDoubt = true;
    this.#start();
  }

  /** Something could not be written, or not in time. */
  stall(): void {
    if (this.#stalled || this.#stopped) return;
    this.#stalled = true;
    this.#desk.stall();
    this.#start();
  }

  /** Waits for a write, but not for ever. */
  patiently<T>(work: Promise<T>): Promise<T> {
    return this.#patience.during(work);
  }

  /** Takes no more; resolves when what was taken has been answered. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#working !== null) await this.#working;
  }

  stop(): void {
    this.#closed = true;
    this.#stopped = true;
    this.#jobs = [];
    this.#patience.stop();
    this.#unfollow();
  }

  #start(): void {
    if (!this.#stopped) this.#working ??= this.#work();
  }

  /** A throw is a bug; it ends this table and no other. */
  async #work(): Promise<void> {
    try {
      await this.#world.heard?.(); // commands that arrive together share a commit
      while (this.#hasWork()) {
        const begun = this.#patience.begin();
        const problem = await this.#next();
        this.#patience.end(begun);
        if (problem !== null) await this.#suffer(problem);
      }
    } catch (error) {
      this.#desk.fail(error);
    }
    this.#working = null;
  }

  #hasWork(): boolean {
    return !this.#stopped && (this.#jobs.length > 0 || this.#stalled || this.#isBehind());
  }

  #isBehind(): boolean {
    return this.#inDoubt || this.#heard > this.#desk.history.version;
  }

  #next(): Promise<JournalError | null> {
    if (this.#isBehind()) return this.#catchUp();
    return this.#stalled ? this.#probe() : this.#write();
  }

  async #probe(): Promise<JournalError | null> {
    const problem = await this.#desk.probe();
    if (problem === null) this.#recover();
    return problem;
  }

  #recover(): void {
    if (!this.#stalled || this.#stopped) return;
    this.#stalled = false;
    this.#desk.recover();
  }

  /** Every move of everybody comes through here: it waits for the journal, and otherwise only where it must. */
  async #write(): Promise<JournalError | null> {
    const batch = this.#jobs.splice(0, MOST_JOBS);
    const judgement = this.#desk.judge(batch);
    const draft = judgement instanceof Promise ? await judgement : judgement;
    const judged = 'type' in draft ? 0 : draft.judged;
    if (judged < batch.length) this.#jobs.unshift(...batch.slice(judged));
    if ('type' in draft) return draft;
    const { texts } = draft;
    const result = texts.length === 0 ? NOTHING_TO_WRITE : await this.#desk.history.append(texts);
    if (result.ok) this.#tell(draft, texts.length > 0);
    else this.#jobs.unshift(...batch.slice(0, judged));
    return result.ok ? null : result.error;
  }

  #tell(draft: Draft, isWritten: boolean): void {
    for (const item of draft.items) {
      if (item.type === 'entry') this.#desk.publish(item.entry, item.text, item.after);
      else this.#desk.answer(item);
    }
    this.#desk.settle(draft);
    if (isWritten) this.#recover(); // something could be written
  }

  async #suffer(problem: JournalError): Promise<void> {
    if (this.#stopped) return;
    if (problem.type === 'failed' || problem.type === 'corrupt') {
      this.#desk.quarantine(problem);
      return;
    }
    if (problem.type === 'conflict') {
      this.#inDoubt = true;
      return;
    }
    this.#inDoubt = true; // perhaps it was written after all
    this.stall();
    this.#desk.trouble(problem);
    await new Promise<void>(resolve => void this.#world.later(RETRY, resolve));
  }

  /** What others have written, or we without knowing. */
  async #catchUp(): Promise<JournalError | null> {
    const page = await this.#desk.history.catchUp();
    if (page.type === 'purged') {
      this.#desk.purged();
      return null;
    }
    if (page.type !== 'caught-up') return page;
    for (const { entry, text } of page.entries) this.#desk.publish(entry, text);
    this.#inDoubt = !page.isComplete;
    this.#forget(page.entries.flatMap(({ entry }) => entry.cause ?? []));
    if (page.entries.length > 0) this.#desk.settle(null);
    return null;
  }

  /** Commands that turned out to have happened have had their answer by that. */
  #forget(causes: readonly Cause[]): void {
    if (causes.length === 0) return;
    const happened = new Set(causes.map(({ member, n }) => `${member} ${n}`));
    this.#jobs = this.#jobs.filter(
      job => !(job.type === 'do' || job.type === 'manage') || !happened.has(`${job.member} ${job.n}`),
    );
  }
}
