/**
 * The authority of one table is one loop: jobs -> judge -> append -> publish. The judge turns a batch of jobs into a draft;
 * the draft's entries are appended at the expected version; when they are durable, they are folded and broadcast. A table
 * gets its sockets and its clock as arguments, so it runs in Node, in a page and in tests. Several authorities may serve one
 * table from one journal: they notice each other by conflicts and by the journal's news.
 */
import { err, type Millis, ok, type Result } from '@hush/rules';
import type { TableWish } from '../commands/table-wish.ts';
import type { JournalError, Unsubscribe } from '../journal/journal.ts';
import type { CatchUpResult, TableLog, Unreadable, WrittenByNewer } from '../logs/table-log.ts';
import { CLOSE_CODES, CLOSE_SENTENCES, type CloseCode } from '../messages/close-codes.ts';
import type { SandReading } from '../messages/parts.ts';
import type { Client, CrowdView, Hello } from '../presence/crowd.ts';
import { admit, memberWith } from '../presence/handshake.ts';
import { type Member, personsOf, type TableState } from '../state/table-state.ts';
import { writeNewTable } from './create-table.ts';
import { Deadline } from './deadline.ts';
import { Draft } from './draft.ts';
import type { HourglassTimer } from './hourglass-timer.ts';
import { type Job, type QueuedJob, unanswered } from './jobs.ts';
import { judge } from './judge.ts';
import { type TableParts, tableParts } from './parts.ts';
import { Publisher } from './publisher.ts';
import { RETURN_GRACE } from './rest-timeout.ts';
import { type TableWorld, withTimeout } from './world.ts';

/** A game whose rules ask for it is paused when a connection has been lost for this long (HG-8). */
const LOST_GRACE: Millis = 1_000;
const MOST_JOBS = 64;
/** If a step of the loop takes longer than this, the sand is frozen. */
const STEP_DEADLINE: Millis = 500;
const RETRY: Millis = 250;

/** The result of one step of the loop. */
type LoopStep =
  /** This step is done: the draft is durable, or had no entries. */
  | { readonly type: 'committed'; readonly draft: Draft }
  /** This step has found that the journal can be written again. */
  | { readonly type: 'writable' }
  | CatchUpResult
  | JournalError;

export class Table {
  readonly code: string;
  readonly #world: TableWorld;
  readonly #parts: TableParts;
  readonly #log: TableLog;
  readonly #timer: HourglassTimer;
  readonly #publisher: Publisher;
  readonly #deadline: Deadline;
  #queue: QueuedJob[] = [];
  /** The promise of the loop while it runs. */
  #running: Promise<void> | null = null;
  /** The highest version of the log that the journal has announced. */
  #announced = 0;
  /** Whether the log may have entries that this table does not know. */
  #inDoubt = false;
  /** A closed table takes no more jobs. */
  #isClosed = false;
  #isStopped = false;
  #unsubscribe: Unsubscribe = () => undefined;
  #unsubscribePeople: Unsubscribe = () => undefined;

  private constructor(code: string, world: TableWorld) {
    this.code = code;
    this.#world = world;
    this.#parts = tableParts(code, world, {
      ask: job => this.ask(job),
      resume: () => this.#publisher.resumeSand(),
      checkpoint: at => void this.#checkpoint(at).catch(error => this.fail(error)),
    });
    this.#log = this.#parts.log;
    this.#timer = this.#parts.timer;
    this.#publisher = new Publisher(this.#parts, world);
    this.#deadline = new Deadline(world, STEP_DEADLINE, () => this.#freeze());
  }

  /** Creates a table; returns `taken` if the code is in use. */
  static async create(
    code: string,
    wish: TableWish,
    world: TableWorld,
  ): Promise<Result<Table, JournalError | WrittenByNewer | 'taken'>> {
    const problem = await writeNewTable(code, wish, world);
    if (problem !== null) return err(problem);
    const table = await Table.open(code, world);
    return table.ok ? table : err(table.error === 'unknown' ? 'taken' : table.error);
  }

  /** Opens a table from its logs, at the game time at which the last authority stopped. */
  static async open(
    code: string,
    world: TableWorld,
  ): Promise<Result<Table, JournalError | WrittenByNewer | 'unknown'>> {
    const table = new Table(code, world);
    const problem = await table.#recover();
    return problem === null ? ok(table) : err(problem);
  }

  async #recover(): Promise<JournalError | WrittenByNewer | 'unknown' | null> {
    const { privateLogs, moments } = this.#parts;
    const problem = (await privateLogs.load()) ?? (await this.#log.load());
    if (problem !== null) return problem;
    const { game, games } = this.state;
    const last = await moments.last(games);
    if (!last.ok) return last.error;
    privateLogs.forgetBefore(games);
    this.#timer.restore(game, Math.max(game?.at ?? 0, game?.status === 'playing' ? last.value : 0));
    this.#parts.rest.expectMembers();
    this.#watchLost(personsOf(this.state), RETURN_GRACE);
    this.#subscribe();
    this.#subscribePeople();
    await this.#log.names.forgetReplaced(privateLogs);
    return null;
  }

  get state(): TableState {
    return this.#log.state;
  }

  get version(): number {
    return this.#log.version;
  }

  get crowd(): CrowdView {
    return this.#parts.crowd;
  }

  /** The parts that handle messages without a job; they store nothing. */
  get unstored(): Pick<TableParts, 'debrief' | 'delayed' | 'legal' | 'lobby' | 'reports' | 'voice'> {
    return this.#parts;
  }

  /** The game time, whether it runs, and whether the journal can be written. */
  get sand(): SandReading {
    return this.#parts.sand();
  }

  // Methods that handle connections.

  /** Greets a connection at once if possible, even while the journal is unavailable; otherwise its hello becomes a job. */
  connect(client: Client, hello: Hello): void {
    if (this.#isStopped) {
      client.close(CLOSE_CODES.restart, 'This table is just being put away.');
      return;
    }
    const admission = admit(this.#parts, client, hello);
    if (admission.type === 'greet' || admission.type === 'close')
      this.#publisher.admit(client, hello, admission);
    else {
      // another authority may have given this token its seat, or may have entries that this one lacks
      if (admission.type !== 'new-epoch') this.#inDoubt = true;
      this.#publisher.wait(client);
      this.ask({ type: 'hello', client, hello });
    }
  }

  disconnect(client: Client): void {
    const member = this.#publisher.remove(client);
    if (member === null || this.#isStopped) return;
    this.#publisher.lookAround();
    this.#watchLost([member], LOST_GRACE);
  }

  #watchLost(members: readonly Member[], grace: Millis): void {
    if (!this.state.game?.setUp.house.pauseOnDisconnect) return;
    this.#world.later(grace, () => {
      for (const member of members) this.ask({ type: 'member-lost', member });
    });
  }

  /** Sends a snapshot to a connection that was too slow to receive all entries. */
  refresh(client: Client): void {
    this.#parts.greeter.refresh(client);
  }

  /** Returns whether this token opens a seat at this table; null if its seat was given up. */
  knows(token: string): boolean | null {
    const member = memberWith(this.#log, token);
    return member === null ? null : member !== undefined;
  }

  /** Makes a token for a client that did not send one. */
  newToken(): string {
    return this.#world.secret();
  }

  // Methods that run the loop of jobs.

  ask(job: Job): void {
    if (this.#isClosed) return;
    this.#queue.push({ job, came: this.#timer.at() });
    this.#start();
  }

  #start(): void {
    if (!this.#isStopped) this.#running ??= this.#run();
  }

  /** Runs the loop; an exception is a bug and ends this table only. */
  async #run(): Promise<void> {
    try {
      await this.#world.turn?.(); // jobs that arrive together share one append
      while (this.#hasWork()) {
        const watch = this.#deadline.begin();
        const step = await this.#step();
        this.#deadline.end(watch);
        const wait = this.#follow(step);
        if (wait > 0) await new Promise<void>(resolve => void this.#world.later(wait, resolve));
      }
    } catch (error) {
      this.fail(error);
    }
    this.#running = null;
  }

  #hasWork(): boolean {
    return !this.#isStopped && (this.#queue.length > 0 || this.#timer.isFrozen || this.#isBehind());
  }

  #isBehind(): boolean {
    return this.#inDoubt || this.#announced > this.#log.version;
  }

  #step(): Promise<LoopStep> {
    if (this.#isBehind()) {
      this.#inDoubt = false;
      return this.#log.catchUp();
    }
    return this.#timer.isFrozen ? this.#probe() : this.#commit(this.#queue.splice(0, MOST_JOBS));
  }

  /**
   * Judges a batch of jobs and appends the result. Waits for the journal, and for the judge only if a private log is
   * read or written.
   */
  async #commit(jobs: readonly QueuedJob[]): Promise<LoopStep> {
    const judged = judge(this.#parts, jobs);
    const draft = judged instanceof Promise ? await judged : judged;
    if (!(draft instanceof Draft)) return this.#putBack(jobs, draft);
    // no further job is judged, because the draft became too large
    if (draft.judged < jobs.length) this.#queue.unshift(...jobs.slice(draft.judged));
    const result = draft.texts.length === 0 ? ({ ok: true } as const) : await this.#log.append(draft.texts);
    return result.ok
      ? { type: 'committed', draft }
      : this.#putBack(jobs.slice(0, draft.judged), result.error);
  }

  /** Puts jobs that could not be written back at the head of the queue; they are judged again. */
  #putBack(jobs: readonly QueuedJob[], error: JournalError): JournalError {
    this.#queue.unshift(...jobs);
    return error;
  }

  /** Stores the current moment of the sand to test whether the journal can be written again. */
  async #probe(): Promise<LoopStep> {
    const problem = await this.#parts.moments.keep(this.state.games, this.#timer.at());
    return problem ?? { type: 'writable' };
  }

  /** Acts on the result of a step; returns how long to wait before the next one. */
  #follow(step: LoopStep): Millis {
    if (this.#isStopped) return 0;
    switch (step.type) {
      case 'committed':
        this.#publisher.publishDraft(step.draft);
        if (step.draft.texts.length > 0) this.#thaw();
        return 0;
      case 'caught-up': // entries of another authority, or our own after an unknown outcome
        if (!step.isComplete) this.#inDoubt = true;
        this.#publisher.publishRead(step.entries);
        this.#queue = unanswered(this.#queue, step.entries);
        return 0;
      case 'writable':
        this.#thaw();
        return 0;
      case 'conflict': // another authority appended first: catch up and judge again, so no legal move is lost
        this.#inDoubt = true;
        return 0;
      case 'unavailable': // the entries may have been written nevertheless
        this.#inDoubt = true;
        this.#freeze();
        this.#report(step);
        return RETRY;
      case 'purged':
        this.#end(CLOSE_CODES.noTable, 'This table no longer exists.', 'gone');
        return 0;
      case 'corrupt': // this table stops, all others continue
        this.#report(step);
        this.#end(CLOSE_CODES.quarantined, CLOSE_SENTENCES.quarantined, 'setAside');
        return 0;
      case 'newer': // a later version has written to this log; the table waits for that version
        this.#end(CLOSE_CODES.newer, CLOSE_SENTENCES.newer, 'newer');
        return 0;
      case 'failed': // no table can continue without the journal, but all can be opened again
        this.#report(step);
        this.#end(CLOSE_CODES.restart, 'The server has to start again.');
        return 0;
    }
  }

  // Methods that freeze the sand.

  /** The journal cannot be written: sets the sand back to the last durable moment and lets the loop probe the journal. */
  #freeze(): void {
    if (this.#timer.isFrozen || this.#isStopped) return;
    this.#timer.freeze();
    this.#world.report({ type: 'frozen', table: this.code });
    this.#publisher.sendSand();
    this.#start();
  }

  #thaw(): void {
    if (!this.#timer.isFrozen) return;
    this.#timer.thaw();
    this.#world.report({ type: 'thawed', table: this.code });
    this.#publisher.sendSand();
  }

  async #checkpoint(at: Millis): Promise<void> {
    const { games } = this.state;
    const watch = this.#deadline.begin();
    const problem = await this.#parts.moments.keep(games, at);
    this.#deadline.end(watch);
    if (problem !== null || games !== this.state.games) this.#timer.notKept();
    else if (this.#timer.kept(at)) this.#publisher.sendSand();
    if (problem === null) return;
    this.#follow(problem);
    this.#start();
  }

  // Methods that follow the journal's news.

  #subscribe(): void {
    if (this.#isStopped) return;
    this.#unsubscribe = this.#log.subscribe(news => {
      if (news.type === 'entries') this.#hear(news.from + news.entries.length - 1);
      else if (news.why.type === 'unavailable') this.#world.later(RETRY, () => this.#subscribe());
      else this.#follow(news.why);
    });
  }

  /** Compares the announced version with our own: entries above it were appended by another authority. */
  #hear(version: number): void {
    this.#announced = Math.max(this.#announced, version);
    if (this.#isBehind()) this.#start();
  }

  #subscribePeople(): void {
    if (this.#isStopped) return;
    this.#unsubscribePeople = this.#parts.privateLogs.followPeople(
      () => this.#parts.greeter.sendPeople(),
      () => void this.#world.later(RETRY, () => this.#subscribePeople()),
    );
  }

  // Methods that stop the table.

  #report(error: JournalError | Unreadable): void {
    if (error.type === 'corrupt' && 'why' in error)
      this.#world.report({ type: 'unreadable', table: this.code, version: error.version, why: error.why });
    this.#world.report({ type: 'journal', table: this.code, error });
  }

  /** Stops at once because of a bug: nothing more is written, and every client is told that the table has failed. */
  fail(error: unknown): void {
    if (this.#isStopped) return;
    this.#world.report({ type: 'broken', table: this.code, version: this.version, error });
    this.#end(CLOSE_CODES.quarantined, CLOSE_SENTENCES.quarantined, 'setAside');
  }

  #end(code: CloseCode, why: string, type?: 'setAside' | 'gone' | 'newer'): void {
    this.#stop();
    this.#parts.crowd.closeAll(code, why);
    if (type !== undefined) this.#world.report({ type, table: this.code });
  }

  /** A planned stop: every client is told when to reconnect. */
  async drain(code: CloseCode, why: string): Promise<void> {
    await this.handOver();
    this.#parts.crowd.closeAll(code, why);
  }

  /**
   * Stops the table at an exact game time and leaves the connections to the caller. The sand stops first; the last
   * jobs are judged at that game time while it is stored, so no event has a later time than the stored one.
   */
  async handOver(): Promise<void> {
    const at = this.#timer.stopForGood();
    const kept = at === null ? null : this.#parts.moments.keep(this.state.games, at);
    await withTimeout(this.#world, Promise.all([this.#finish(), kept]));
    this.#stop();
  }

  /** Refuses new jobs and resolves when the queued ones are answered. */
  async #finish(): Promise<void> {
    this.#isClosed = true;
    while (this.#running !== null) await this.#running;
  }

  #stop(): void {
    this.#isStopped = true;
    this.#isClosed = true;
    this.#queue = [];
    this.#deadline.stop();
    this.#timer.stop();
    this.#parts.stop();
    this.#unsubscribe();
    this.#unsubscribePeople();
  }
}
