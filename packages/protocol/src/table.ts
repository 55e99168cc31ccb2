/**
 * The authority of one table: validate, decide, append with the expected version, durable, and only then tell. It
 * knows no sockets and no clock but those it is given, so it runs in Node, in a page and in tests alike.
 * While an append is under way new commands wait; then they are judged together and cost one commit.
 */
import { err, type Millis, ok, type Result } from '@hush/rules';
import { Crowd, type Greeting, type Line } from './crowd.ts';
import { Glass } from './glass.ts';
import { History, type Welcome } from './history.ts';
import { HostWatch } from './host-watch.ts';
import { type AppendResult, readAll, type Unsubscribe } from './journal.ts';
import { type Answer, type Draft, type Job, judgeAll, refusalFrame } from './judge.ts';
import {
  type LogEvent,
  type Member,
  seatOf,
  type TableCommand,
  type TableState,
  type TableWish,
} from './lobby.ts';
import { CLOSE_CODES, type CloseCode, type Person, type PlayCommand, type Sand } from './messages.ts';
import { Vault, type VaultError } from './vault.ts';
import { decodeEntry, type Entry, encodeEntry } from './wire.ts';
import type { World } from './world.ts';

const MOST_JOBS = 64;
const PATIENCE: Millis = 500; // for one commit, before the sand is frozen
const RETRY: Millis = 250;
const LOST_GRACE: Millis = 1_000;

export class Table {
  readonly code: string;
  readonly #world: World;
  readonly #log: string;
  readonly #history = new History();
  readonly #crowd = new Crowd();
  readonly #vault: Vault;
  readonly #glass: Glass;
  readonly #hostWatch: HostWatch;
  #jobs: Job[] = [];
  #working: Promise<void> | null = null;
  #heard = 0;
  #stopped = false;
  #unsubscribe: Unsubscribe = () => undefined;

  private constructor(code: string, world: World) {
    this.code = code;
    this.#world = world;
    this.#log = `table/${code}`;
    this.#vault = new Vault(world.journal, code);
    this.#glass = new Glass(world, {
      runOut: () => this.#push({ type: 'time' }),
      checkpoint: at => this.#guard(this.#checkpoint(at)),
    });
    this.#hostWatch = new HostWatch(
      (after, then) => world.later(after, then),
      this.#crowd,
      () => this.#push({ type: 'heir' }),
    );
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

  /** How many connections there are, and how many of them are members'. */
  get attendance(): { readonly lines: number; readonly members: number } {
    return { lines: this.#crowd.size, members: this.#crowd.here().length };
  }

  /** Game time now, and whether it runs. */
  get sand(): Sand {
    return { at: this.#glass.at(), runs: this.#glass.runs };
  }

  // Lines.

  /** Greets a connection: the missing entries, or everything. A token that opens no seat is refused before anything changes. */
  connect(line: Line, { token, since }: Greeting): void {
    const known = token === undefined ? null : this.#vault.memberWith(token);
    if (known === undefined) {
      line.close(CLOSE_CODES.wrongToken, 'That seat does not exist.');
      return;
    }
    const member = known !== null && seatOf(this.state, known) >= 0 ? known : null;
    this.#crowd.add(line, member);
    const welcome = this.#welcome(member, since);
    if (since !== undefined) this.#world.measure?.({ type: 'resumed', with: welcome.with });
    line.send(welcome.frame);
    if (member === null) return;
    this.#tellHere();
    this.#hostWatch.look(this.state.host);
  }

  /** Everything anew, for a connection that was too slow for all that happened. */
  refresh(line: Line): void {
    const member = this.#crowd.memberOf(line);
    if (member !== undefined) line.send(this.#welcome(member).frame);
  }

  /** Whether this secret opens a seat here. */
  knows(token: string): boolean {
    const member = this.#vault.memberWith(token);
    return member !== undefined && seatOf(this.state, member) >= 0;
  }

  disconnect(line: Line): void {
    const member = this.#crowd.remove(line);
    if (member === null || this.#stopped) return;
    this.#tellHere();
    this.#hostWatch.look(this.state.host);
    if (this.state.game?.setUp.house.pauseOnDisconnect) {
      this.#world.later(LOST_GRACE, () => this.#push({ type: 'lost', member }));
    }
  }

  #welcome(member: Member | null, since?: number): Welcome {
    const { people } = this.#vault;
    return this.#history.welcome(
      { table: this.code, member, people, here: this.#crowd.here(), sand: this.sand },
      since,
    );
  }

  #tellHere(): void {
    this.#tell({ t: 'here', here: this.#crowd.here() });
  }

  #tellPeople(): void {
    this.#tell({ t: 'people', people: this.#vault.people });
  }

  #tell(message: Readonly<Record<string, unknown>>): void {
    this.#crowd.tell(JSON.stringify(message));
  }

  // Asking.

  do(line: Line, n: number, command: PlayCommand): void {
    this.#ask(line, n, member => ({ type: 'do', line, member, n, command }));
  }

  manage(line: Line, n: number, command: TableCommand): void {
    this.#ask(line, n, member => ({ type: 'table', line, member, n, command }));
  }

  #ask(line: Line, n: number, job: (member: Member) => Job): void {
    const member = this.#crowd.memberOf(line);
    if (typeof member === 'number') this.#push(job(member));
    else line.send(refusalFrame(n, 'not-seated'));
  }

  join(line: Line, person: Omit<Person, 'member'>): void {
    if (this.#crowd.memberOf(line) !== null) return; // a second press on the same line
    this.#push({ type: 'join', line, person, token: this.#world.secret(), kept: null });
  }

  rename(line: Line, person: Omit<Person, 'member'>): void {
    const member = this.#crowd.memberOf(line);
    if (typeof member === 'number') this.#push({ type: 'rename', line, person: { ...person, member } });
  }

  #push(job: Job): void {
    if (this.#stopped) return;
    this.#jobs.push(job);
    this.#working ??= this.#guard(this.#work());
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
    for (const verdict of draft.verdicts) this.#world.measure?.({ type: 'judged', ...verdict });
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
      case 'renamed':
        this.#tellPeople();
        return;
      case 'seated':
        if (this.#crowd.seat(answer.line, answer.member)) {
          answer.line.send(JSON.stringify({ t: 'seated', member: answer.member, token: answer.token }));
        }
        this.#tellPeople();
        this.#tellHere();
        this.#hostWatch.look(this.state.host);
    }
  }

  // What is durable.

  /** A durable entry: folded, remembered for those who come back, told to all in the same bytes. */
  #apply(entry: Entry, text: string): void {
    this.#crowd.tell(this.#history.add(entry, text));
    for (const event of entry.events) this.#notice(event);
  }

  #notice(event: LogEvent): void {
    if (event.type === 'memberLeft') this.#crowd.unseat(event.member, event.kicked);
    if (event.type === 'hostNamed') this.#hostWatch.look(this.state.host);
    if (event.type === 'gameLost' && event.reason === 'sand') {
      this.#world.measure?.({ type: 'ranOut', late: Math.max(0, this.#glass.at() - event.at) });
    }
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

  /** This table cannot go on; all others do, unless the whole journal is gone. */
  #quarantine(error: VaultError): void {
    this.#trouble(error);
    this.#stop();
    if (error.type === 'failed') this.#crowd.dismiss(CLOSE_CODES.restart, 'The server must start afresh.');
    else this.#setAside();
  }

  #setAside(): void {
    this.#crowd.dismiss(CLOSE_CODES.quarantined, 'This table is damaged and has been set aside.');
    this.#world.report({ type: 'setAside', table: this.code });
  }

  /** A throw is a bug; it ends this table and no other. */
  async #guard(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#working = null;
      this.fail(error);
    }
  }

  /** Stops for good because of a bug, at once: nothing more is written, and everybody is told. */
  fail(error: unknown): void {
    if (this.#stopped) return;
    this.#world.report({ type: 'broken', table: this.code, version: this.version, error });
    this.#stop();
    this.#setAside();
  }

  #stop(): void {
    this.#stopped = true;
    this.#jobs = [];
    this.#glass.stop();
    this.#hostWatch.stop();
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
    const missing = await this.#history.load(this.#world.journal, this.#log);
    if (missing !== null) return missing;
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
    if (this.#heard > this.version && !this.#stopped) this.#working ??= this.#guard(this.#work());
  }
}
