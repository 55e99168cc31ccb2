/**
 * The authority of one table: validate, decide, append with the expected version, durable, and only then tell. It
 * knows no sockets and no clock but those it is given, so it runs in Node, in a page and in tests alike.
 * While an append is under way new commands wait; then they are judged together and cost one commit.
 */
import { err, type Millis, mayRename, ok, type Result } from '@hush/rules';
import { Crowd, type Line } from './crowd.ts';
import { Glass } from './glass.ts';
import { History } from './history.ts';
import { type AppendResult, type Journal, readAll, type Unsubscribe } from './journal.ts';
import { type Answer, type Draft, type Job, judgeAll, refusalFrame } from './judge.ts';
import { type Member, seatOf, type TableCommand, type TableState, type TableWish } from './lobby.ts';
import {
  CLOSE_CODES,
  type CloseCode,
  type Person,
  type PlayCommand,
  PROTOCOL_VERSION,
  type Sand,
} from './messages.ts';
import { Vault, type VaultError } from './vault.ts';
import { decodeEntry, type Entry, encodeEntry } from './wire.ts';

/** Everything a table needs from outside. */
export interface World {
  readonly journal: Journal;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
  /** Calls once, after so many milliseconds; the answer cancels it. */
  later(after: Millis, then: () => void): () => void;
  /** An unguessable text. */
  secret(): string;
  /** Whatever an operator should hear of. */
  report(trouble: Trouble): void;
}

export type Trouble =
  | { readonly type: 'frozen'; readonly table: string }
  | { readonly type: 'thawed'; readonly table: string }
  | { readonly type: 'journal'; readonly table: string; readonly error: VaultError }
  | { readonly type: 'unreadable'; readonly table: string; readonly version: number; readonly why: string };

export interface Hello {
  readonly token?: string;
  readonly since?: number;
}

const MOST_JOBS = 64;
const PATIENCE: Millis = 500; // for one commit, before the sand is frozen
const RETRY: Millis = 250;
const HOST_GRACE: Millis = 30_000;
const LOST_GRACE: Millis = 1_000;

export class Table {
  readonly code: string;
  readonly #world: World;
  readonly #log: string;
  readonly #history = new History();
  readonly #crowd = new Crowd();
  readonly #vault: Vault;
  readonly #glass: Glass;
  #jobs: Job[] = [];
  #working: Promise<void> | null = null;
  #heard = 0;
  #stopped = false;
  #cancelHeir: () => void = () => undefined;
  #unsubscribe: Unsubscribe = () => undefined;

  private constructor(code: string, world: World) {
    this.code = code;
    this.#world = world;
    this.#log = `table/${code}`;
    this.#vault = new Vault(world.journal, code);
    this.#glass = new Glass(world, {
      runOut: () => this.#push({ type: 'time' }),
      checkpoint: at => this.#checkpoint(at),
    });
  }

  /** A new table; `taken` when the code is in use. A dictated order of the stack stays secret. */
  static async create(
    code: string,
    wish: TableWish,
    world: World,
  ): Promise<Result<Table, VaultError | 'taken'>> {
    const { stack, ...shown } = wish;
    const text = encodeEntry({ events: [{ type: 'tableOpened', wish: shown }], cause: null });
    const opened = await world.journal.append(`table/${code}`, 0, [text]);
    if (!opened.ok) return err(opened.error.type === 'conflict' ? 'taken' : opened.error);
    const table = await Table.open(code, world);
    if (!table.ok) return err(table.error === 'unknown' ? 'taken' : table.error);
    const problem = stack === undefined ? null : await table.value.#vault.keepStack(stack);
    return problem === null ? table : err(problem);
  }

  /** A table from its logs, as it was when the last authority stopped. */
  static async open(code: string, world: World): Promise<Result<Table, VaultError | 'unknown'>> {
    const table = new Table(code, world);
    const problem = await table.#recover();
    return problem === null ? ok(table) : err(problem);
  }

  get state(): TableState {
    return this.#history.state;
  }

  get version(): number {
    return this.#history.version;
  }

  get deserted(): boolean {
    return this.#crowd.size === 0;
  }

  /** Game time now, and whether it runs. */
  get sand(): Sand {
    return { at: this.#glass.at(), runs: this.#glass.runs };
  }

  // Lines.

  /** Greets a connection: the missing entries, or everything. A token that opens no seat is refused before anything changes. */
  connect(line: Line, { token, since }: Hello): void {
    const known = token === undefined ? null : this.#vault.memberWith(token);
    if (known === undefined) {
      line.close(CLOSE_CODES.wrongToken, 'That seat does not exist.');
      return;
    }
    const member = known !== null && seatOf(this.state, known) >= 0 ? known : null;
    this.#crowd.add(line, member);
    line.send(this.#welcome(member, since));
    if (member === null) return;
    this.#tellHere();
    if (member === this.state.host) this.#cancelHeir();
  }

  disconnect(line: Line): void {
    const member = this.#crowd.remove(line);
    if (member === null || this.#stopped) return;
    this.#tellHere();
    if (this.state.host === member) {
      this.#cancelHeir();
      this.#cancelHeir = this.#world.later(HOST_GRACE, () => this.#push({ type: 'heir' }));
    }
    if (this.state.game?.setUp.house.pauseOnDisconnect) {
      this.#world.later(LOST_GRACE, () => this.#push({ type: 'lost', member }));
    }
  }

  #welcome(member: Member | null, since: number | undefined): string {
    const rest = JSON.stringify({
      t: 'welcome',
      protocol: PROTOCOL_VERSION,
      table: this.code,
      member,
      n: member === null ? 0 : this.#history.lastN(member),
      v: this.version,
      people: this.#vault.people,
      here: this.#crowd.here(),
      sand: this.sand,
    });
    return `${rest.slice(0, -1)},${this.#history.since(since)}}`;
  }

  #tellHere(): void {
    this.#tell({ t: 'here', here: this.#crowd.here() });
  }

  #tell(message: Readonly<Record<string, unknown>>): void {
    this.#crowd.tell(JSON.stringify(message));
  }

  // Asking.

  do(line: Line, n: number, command: PlayCommand): void {
    const member = this.#crowd.memberOf(line);
    if (typeof member === 'number') this.#push({ type: 'do', line, member, n, command });
    else line.send(refusalFrame(n, 'not-seated'));
  }

  manage(line: Line, n: number, command: TableCommand): void {
    const member = this.#crowd.memberOf(line);
    if (typeof member === 'number') this.#push({ type: 'table', line, member, n, command });
    else line.send(refusalFrame(n, 'not-seated'));
  }

  join(line: Line, person: Omit<Person, 'member'>): void {
    if (this.#crowd.memberOf(line) !== null) return; // a second press on the same line
    this.#push({ type: 'join', line, person, token: this.#world.secret(), kept: null });
  }

  /** Names are frozen while a game runs (CM-2). */
  async rename(line: Line, person: Omit<Person, 'member'>): Promise<void> {
    const member = this.#crowd.memberOf(line);
    const { game } = this.state;
    if (typeof member !== 'number') return;
    if (game !== null && !mayRename(game)) {
      line.send(refusalFrame(0, 'game-running'));
      return;
    }
    const problem = await this.#vault.keepPerson({ ...person, member });
    if (problem === null) this.#tell({ t: 'people', people: this.#vault.people });
    else this.#trouble(problem);
  }

  #push(job: Job): void {
    if (this.#stopped) return;
    this.#jobs.push(job);
    this.#working ??= this.#work();
  }

  async #work(): Promise<void> {
    await undefined; // commands that arrive in one turn share a commit
    while (!this.#stopped && (this.#jobs.length > 0 || this.#heard > this.version)) {
      if (this.#heard > this.version) await this.#catchUp();
      await this.#handle(this.#jobs.splice(0, MOST_JOBS));
    }
    this.#working = null;
  }

  /** Judges a batch, commits it, and only then answers; what could not be committed is judged again later. */
  async #handle(batch: readonly Job[]): Promise<void> {
    const draft = await judgeAll(
      {
        history: this.#history,
        vault: this.#vault,
        crowd: this.#crowd,
        at: () => this.#glass.at(),
        secret: () => this.#world.secret(),
      },
      batch,
    );
    if ('type' in draft) return this.#retry(batch, draft, this.#glass.at());
    const began = this.#glass.at();
    const result = await this.#append(draft, began);
    if (!result.ok) return this.#retry(batch, result.error, began);
    for (const { entry, text } of draft.entries) this.#apply(entry, text);
    this.#settle();
    for (const answer of draft.answers) this.#answer(answer);
  }

  async #append(draft: Draft, began: Millis): Promise<AppendResult> {
    if (draft.entries.length === 0) return { ok: true, version: this.version };
    const texts = draft.entries.map(({ text }) => text);
    const cancel = this.#world.later(PATIENCE, () => this.#freeze(began));
    const result = await this.#world.journal.append(this.#log, this.version, texts);
    cancel();
    return result;
  }

  async #retry(batch: readonly Job[], error: VaultError, began: Millis): Promise<void> {
    if (error.type === 'failed' || error.type === 'corrupt') return this.#quarantine(error);
    if (error.type === 'unavailable') {
      this.#freeze(began);
      this.#trouble(error);
      await new Promise<void>(resolve => void this.#world.later(RETRY, resolve));
    }
    await this.#catchUp(); // perhaps it was written after all
    if (!this.#stopped) this.#jobs.unshift(...batch);
  }

  #answer(answer: Answer): void {
    switch (answer.type) {
      case 'refused':
        this.#history.remember(answer.member, answer.n, answer.frame);
        answer.line.send(answer.frame);
        return;
      case 'relayed':
        this.#tell({ ...answer.message, v: this.version });
        return;
      case 'seated':
        if (this.#crowd.seat(answer.line, answer.member)) {
          answer.line.send(JSON.stringify({ t: 'seated', member: answer.member, token: answer.token }));
        }
        this.#tell({ t: 'people', people: this.#vault.people });
        this.#tellHere();
    }
  }

  // What is durable.

  /** A durable entry: folded, remembered for those who come back, told to all in the same bytes. */
  #apply(entry: Entry, text: string): void {
    this.#crowd.tell(this.#history.add(entry, text));
    for (const event of entry.events)
      if (event.type === 'memberLeft') this.#crowd.unseat(event.member, event.kicked);
  }

  /** What others have written, or we without knowing. */
  async #catchUp(): Promise<void> {
    const found = await readAll(this.#world.journal, this.#log, this.version + 1);
    if (!found.ok) {
      if (found.error.type !== 'unavailable') this.#quarantine(found.error);
      return;
    }
    for (const text of found.entries) {
      const entry = decodeEntry(text);
      if (!entry.ok) {
        this.#world.report({
          type: 'unreadable',
          table: this.code,
          version: this.version + 1,
          why: entry.error,
        });
        return this.#quarantine({ type: 'corrupt', log: this.#log, version: this.version + 1 });
      }
      this.#apply(entry.value, text);
    }
    if (found.entries.length > 0) this.#settle();
  }

  #settle(): void {
    this.#glass.follow(this.state.game);
    if (!this.#glass.frozen) return;
    this.#glass.thaw();
    this.#world.report({ type: 'thawed', table: this.code });
    this.#tell({ t: 'sand', sand: this.sand });
  }

  #freeze(at: Millis): void {
    if (this.#glass.frozen || this.#stopped) return;
    this.#glass.freeze(at);
    this.#world.report({ type: 'frozen', table: this.code });
    this.#tell({ t: 'sand', sand: this.sand });
  }

  async #checkpoint(at: Millis): Promise<void> {
    const problem = await this.#vault.keepSand(this.state.games, at);
    if (problem !== null) this.#trouble(problem);
  }

  #trouble(error: VaultError): void {
    this.#world.report({ type: 'journal', table: this.code, error });
  }

  /** This table cannot go on; all others do. */
  #quarantine(error: VaultError): void {
    this.#trouble(error);
    this.#stop();
    this.#crowd.dismiss(CLOSE_CODES.quarantined, 'This table is damaged and has been set aside.');
  }

  #stop(): void {
    this.#stopped = true;
    this.#jobs = [];
    this.#glass.stop();
    this.#cancelHeir();
    this.#unsubscribe();
  }

  /** Stops at an exact moment: what was asked is answered, the glass is laid down, everybody is told. */
  async drain(code: CloseCode, why: string): Promise<void> {
    while (this.#working !== null) await this.#working;
    const { at, runs } = this.sand;
    this.#stop();
    if (runs) await this.#checkpoint(at);
    this.#crowd.dismiss(code, why);
  }

  async #recover(): Promise<VaultError | 'unknown' | null> {
    const problem = await this.#vault.load();
    if (problem !== null) return problem;
    const found = await readAll(this.#world.journal, this.#log);
    if (!found.ok) return found.error;
    if (found.version === 0) return 'unknown';
    for (const text of found.entries) {
      const entry = decodeEntry(text);
      if (!entry.ok) return { type: 'corrupt', log: this.#log, version: this.version + 1 };
      this.#history.add(entry.value, text);
    }
    const { game, games } = this.state;
    this.#glass.restore(
      game,
      Math.max(game?.at ?? 0, game?.status === 'playing' ? this.#vault.sandOf(games) : 0),
    );
    this.#unsubscribe = this.#world.journal.subscribe(this.#log, this.version + 1, news => {
      if (news.type === 'entries') this.#hear(news.from + news.entries.length - 1);
    });
    return null;
  }

  /** News of our own appends is no news; anything beyond was written by another authority. */
  #hear(version: number): void {
    this.#heard = Math.max(this.#heard, version);
    if (this.#heard > this.version && !this.#stopped) this.#working ??= this.#work();
  }
}
