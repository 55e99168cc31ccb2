/**
 * The authority of one table: validate, decide, append with the expected version, durable, and only then tell. It
 * knows no sockets and no clock but those it is given, so it runs in Node, in a page and in tests alike.
 * Several may serve one table from one journal; what each knows of the others is what the journal tells.
 */
import { err, type Millis, ok, type Result } from '@hush/rules';
import { BotHost } from '../bots/bot-host.ts';
import type { JournalError, Unsubscribe } from '../journal/journal.ts';
import { type Moments, SandLogs } from '../logs/moments.ts';
import { PrivateLogs } from '../logs/private-logs.ts';
import { TableLog, type Unreadable } from '../logs/table-log.ts';
import type { Entry } from '../messages/entry.ts';
import {
  CLOSE_CODES,
  type CloseCode,
  type Person,
  type PlayCommand,
  type SandReading,
} from '../messages/messages.ts';
import { Chat } from '../presence/chat.ts';
import { type Client, Crowd, type CrowdSize, type Hello } from '../presence/crowd.ts';
import { Greeter } from '../presence/greeter.ts';
import { admit, type Greeting, memberWith, seatKeyOf, type TurnedAway } from '../presence/handshake.ts';
import { HostTimeout } from '../presence/host-timeout.ts';
import { VoiceRelay } from '../presence/voice-relay.ts';
import { refusalFrame } from '../state/play.ts';
import {
  type LogEvent,
  type Member,
  personsOf,
  type TableCommand,
  type TableState,
  type TableWish,
} from '../state/table-state.ts';
import { isSilent } from '../state/talk.ts';
import { writeNewTable } from './create-table.ts';
import type { Draft, DraftAnswer, Facts } from './draft.ts';
import { HourglassTimer } from './hourglass-timer.ts';
import type { NewJob } from './jobs.ts';
import { judge } from './judge.ts';
import { Scribe } from './scribe.ts';
import { inTime, type TableWorld } from './world.ts';

const LOST_GRACE: Millis = 1_000;
/** After a restart, for those who come back: the longest that a client of ours waits. */
const RETURN_GRACE: Millis = 5_000;
const REFOLLOW: Millis = 250;
const SET_ASIDE = 'This table is damaged and has been set aside.';

export class Table {
  readonly code: string;
  readonly voice: VoiceRelay;
  readonly #world: TableWorld;
  readonly #history: TableLog;
  readonly #crowd = new Crowd(() => this.#world.now());
  readonly #vault: PrivateLogs;
  readonly #floor: Chat;
  readonly #moments: Moments;
  readonly #glass: HourglassTimer;
  readonly #hostWatch: HostTimeout;
  readonly #bots: BotHost;
  readonly #scribe: Scribe;
  readonly #greeter: Greeter;
  /** Connections whose hello waits for the journal. */
  readonly #waiting = new Set<Client>();
  #stopped = false;
  #unfollow: Unsubscribe = () => undefined;

  private constructor(code: string, world: TableWorld) {
    this.code = code;
    this.#world = world;
    this.#history = new TableLog(world.journal, code);
    this.#floor = new Chat(() => world.now(), this.#history, this.#crowd);
    this.#moments = world.moments ?? new SandLogs(world.journal);
    this.voice = new VoiceRelay(this.#crowd, world, () => isSilent(this.state));
    this.#vault = new PrivateLogs(world.journal, code);
    this.#glass = new HourglassTimer(world, {
      runOut: () => this.#push({ type: 'time-up' }),
      checkpoint: at => void this.#checkpoint(at).catch(error => this.fail(error)),
    });
    this.#hostWatch = new HostTimeout(world, this.#crowd, () => this.#push({ type: 'host-lost' }));
    this.#bots = new BotHost({
      clock: world,
      log: this.#history,
      crowd: this.#crowd,
      sand: () => this.sand,
      hire: table => world.crew?.(table) ?? null,
      ask: job => this.#push(job),
    });
    this.#greeter = new Greeter({
      code,
      log: this.#history,
      privateLogs: this.#vault,
      crowd: this.#crowd,
      sand: () => this.sand,
    });
    this.#scribe = this.#hireScribe();
  }

  #hireScribe(): Scribe {
    const facts: Facts = {
      log: this.#history,
      privateLogs: this.#vault,
      crowd: this.#crowd,
      chat: this.#floor,
      at: () => this.#glass.at(),
      secret: () => this.#world.secret(),
    };
    return new Scribe(this.#world, {
      history: this.#history,
      judge: jobs => judge(facts, jobs),
      publish: (entry, text, after) => this.#publish(entry, text, after),
      answer: answer => this.#answer(answer),
      settle: draft => this.#settle(draft),
      stall: () => this.#hold(true),
      recover: () => this.#hold(false),
      probe: () => this.#moments.keep(this.code, this.state.games, this.#glass.at()),
      trouble: error => this.#trouble(error),
      purged: () => this.#end(CLOSE_CODES.noTable, 'This table does not exist any more.', 'gone'),
      quarantine: error => this.#quarantine(error),
      fail: error => this.fail(error),
    });
  }

  /** A new table; `taken` when the code is in use. A dictated order of the stack stays secret. */
  static async create(
    code: string,
    wish: TableWish,
    world: TableWorld,
  ): Promise<Result<Table, JournalError | 'taken'>> {
    const problem = await writeNewTable(code, wish, world.journal);
    if (problem !== null) return err(problem);
    const table = await Table.open(code, world);
    return table.ok ? table : err(table.error === 'unknown' ? 'taken' : table.error);
  }

  /** A table from its logs, as it was when the last authority stopped. */
  static async open(code: string, world: TableWorld): Promise<Result<Table, JournalError | 'unknown'>> {
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

  /** How many connections there are, and how many members are connected. */
  get size(): CrowdSize {
    return this.#crowd;
  }

  /** A sign of life of a connection, perhaps with its round trip. */
  noticed(client: Client, latency?: Millis): void {
    this.#crowd.noticed(client, latency);
  }

  /** Game time now, whether it runs, and whether anything can be written down. */
  get sand(): SandReading {
    const sand = { at: this.#glass.at(), runs: this.#glass.runs };
    return this.#glass.frozen ? { ...sand, held: true } : sand;
  }

  /** Greets a connection at once where it can be, also while the journal is unavailable; otherwise its hello is a job. */
  connect(client: Client, hello: Hello): void {
    if (this.#stopped) {
      client.close(CLOSE_CODES.restart, 'This table is just being put away.');
      return;
    }
    const admission = admit({ log: this.#history, crowd: this.#crowd }, client, hello);
    if (admission.type === 'greet' || admission.type === 'close') this.#admit(client, hello, admission);
    else {
      this.#waiting.add(client);
      this.#push({ type: 'hello', client, hello });
      if (admission.type === 'unknown-token') this.#scribe.doubt();
    }
  }

  #admit(client: Client, hello: Hello, admission: Greeting | TurnedAway): void {
    if (admission.type === 'close') {
      client.close(admission.code, admission.why);
      return;
    }
    const welcome = this.#greeter.greet(client, hello, admission);
    if (hello.since !== undefined) this.#world.measure?.({ type: 'resumed', with: welcome.with });
    if (admission.member === null) return;
    if (this.#glass.wake()) this.#tellSand();
    this.#lookAround();
  }

  /** Sends a snapshot to a connection that was too slow for all entries. */
  refresh(client: Client): void {
    this.#greeter.refresh(client);
  }

  /** Whether this secret opens a seat here. */
  knows(token: string): boolean {
    return typeof memberWith(this.#history, token) === 'number';
  }

  disconnect(line: Client): void {
    this.#waiting.delete(line);
    const member = this.#crowd.remove(line);
    if (member === null || this.#stopped) return;
    this.#lookAround();
    this.#watchLost([member], LOST_GRACE);
  }

  #watchLost(members: readonly Member[], grace: Millis): void {
    if (!this.state.game?.setUp.house.pauseOnDisconnect) return;
    this.#world.later(grace, () => {
      for (const member of members) this.#push({ type: 'member-lost', member });
    });
  }

  #lookAround(): void {
    this.#crowd.sendPresence();
    this.#hostWatch.look(this.state.host);
    this.#bots.look();
  }

  #tellSand(): void {
    this.#crowd.broadcast({ t: 'sand', sand: this.sand });
    this.#bots.look();
  }

  // Asking.

  do(line: Client, n: number, command: PlayCommand): void {
    const member = this.#crowd.memberOf(line);
    if (typeof member !== 'number') line.send(refusalFrame(n, 'not-seated'));
    else this.#scribe.push({ type: 'do', client: line, member, n, command, came: this.#glass.at() });
  }

  manage(line: Client, n: number, command: TableCommand): void {
    const member = this.#crowd.memberOf(line);
    if (typeof member !== 'number') line.send(refusalFrame(n, 'not-seated'));
    else this.#push({ type: 'manage', client: line, member, n, command });
  }

  /** Takes a seat. Whoever brings an own secret may ask again after a lost answer, and has one seat. */
  join(line: Client, { name, avatar }: Omit<Person, 'member'>, token: string = this.#world.secret()): void {
    if (this.#crowd.memberOf(line) !== null) return; // a second press on the same line
    this.#push({ type: 'join', client: line, profile: { key: seatKeyOf(token), name, avatar }, token });
  }

  rename(line: Client, { name, avatar }: Omit<Person, 'member'>): void {
    const member = this.#crowd.memberOf(line);
    const key = typeof member === 'number' ? this.#history.keyOf(member) : undefined;
    if (typeof member !== 'number' || key === undefined) return;
    this.#push({ type: 'rename', client: line, member, profile: { key, name, avatar } });
  }

  #push(job: NewJob): void {
    this.#scribe.push({ ...job, came: this.#glass.at() });
  }

  #answer(answer: DraftAnswer): void {
    switch (answer.type) {
      case 'answered':
        this.#history.remember(answer.member, answer.n, answer.frame);
        answer.client.send(answer.frame);
        return;
      case 'relayed':
        this.#floor.broadcast(answer);
        return;
      case 'renamed':
        this.#greeter.sendPeople();
        return;
      case 'admitted':
        if (this.#waiting.delete(answer.client)) this.#admit(answer.client, answer.hello, answer.admission);
        return;
      case 'bot-moved':
        this.#bots.moved(answer);
        return;
      case 'seated':
        this.#greeter.seat(answer.client, answer.member, answer.token);
        this.#greeter.sendPeople();
        this.#lookAround();
    }
  }

  /** A durable entry: folded, remembered for those who come back, told to all in the same bytes. */
  #publish(entry: Entry, text: string, after?: TableState): void {
    const { events, cause } = entry;
    const before = this.state;
    this.#crowd.broadcastFrame(this.#history.add(entry, text, after));
    if (events.length === 0 && cause !== null) this.#crowd.beginEpoch(cause.member, cause.n);
    for (const event of events) this.#notice(event, before);
    this.#glass.follow(this.state.game);
    this.#bots.hear(entry, after === undefined ? 'read' : 'own');
  }

  #notice(event: LogEvent, before: TableState): void {
    if (event.type === 'memberLeft') this.#crowd.unseat(event.member, event.kicked);
    if (this.#history.names.changesPeople(event, before, this.#vault.names)) this.#greeter.sendPeople();
    if (event.type === 'gameSetUp') this.#vault.forgetBefore(this.state.games);
    if (event.type === 'hostNamed') this.#hostWatch.look(this.state.host);
    if (event.type === 'gameLost' && event.reason === 'sand') {
      this.#world.measure?.({ type: 'ranOut', late: Math.max(0, this.#glass.at() - event.at) });
    }
  }

  #settle(draft: Draft | null): void {
    if (this.#glass.wake()) this.#tellSand(); // somebody plays, here or at another authority
    this.#glass.arm();
    this.#bots.look();
    for (const { command, result } of draft?.commands ?? [])
      this.#world.measure?.({ type: 'judged', command, result });
  }

  #hold(frozen: boolean): void {
    if (frozen) this.#glass.freeze();
    else this.#glass.thaw();
    this.#world.report({ type: frozen ? 'frozen' : 'thawed', table: this.code });
    this.#tellSand();
  }

  async #checkpoint(at: Millis): Promise<void> {
    const { games } = this.state;
    const problem = await this.#scribe.patiently(this.#moments.keep(this.code, games, at));
    if (problem !== null || games !== this.state.games) this.#glass.notKept();
    else if (this.#glass.kept(at)) this.#tellSand();
    if (problem === null) return;
    this.#trouble(problem);
    this.#scribe.stall();
  }

  #trouble(error: JournalError | Unreadable): void {
    if (error.type === 'corrupt' && 'why' in error)
      this.#world.report({ type: 'unreadable', table: this.code, version: error.version, why: error.why });
    this.#world.report({ type: 'journal', table: this.code, error });
  }

  /** A damaged table cannot go on, all others do; without its journal none can, but they can come back. */
  #quarantine(error: JournalError): void {
    this.#trouble(error);
    if (error.type === 'corrupt') this.#end(CLOSE_CODES.quarantined, SET_ASIDE, 'setAside');
    else this.#end(CLOSE_CODES.restart, 'The server must start afresh.');
  }

  /** Stops for good because of a bug, at once: nothing more is written, and everybody is told. */
  fail(error: unknown): void {
    if (this.#stopped) return;
    this.#world.report({ type: 'broken', table: this.code, version: this.version, error });
    this.#stop();
    this.#end(CLOSE_CODES.quarantined, SET_ASIDE, 'setAside');
  }

  #end(code: CloseCode, why: string, type?: 'setAside' | 'gone'): void {
    this.#stop();
    this.#crowd.closeAll(code, why);
    if (type !== undefined) this.#world.report({ type, table: this.code });
  }

  #stop(): void {
    this.#stopped = true;
    this.#scribe.stop();
    this.#glass.stop();
    this.#hostWatch.stop();
    this.#bots.stop();
    this.#unfollow();
  }

  /**
   * Stops at an exact moment: the glass is laid down, what was asked is answered, everybody is told. Both are written at
   * once: what is judged after that moment is judged at it, and an event is never later than the sand that is kept.
   */
  async drain(code: CloseCode, why: string): Promise<void> {
    const at = this.#glass.lay();
    const laid = at === null ? null : this.#moments.keep(this.code, this.state.games, at);
    await inTime(this.#world, Promise.all([this.#scribe.close(), laid]));
    this.#stop();
    this.#crowd.closeAll(code, why);
  }

  async #recover(): Promise<JournalError | 'unknown' | null> {
    const problem = (await this.#vault.load()) ?? (await this.#history.load());
    if (problem !== null) return problem;
    const last = await this.#moments.last(this.code, this.state.games);
    if (!last.ok) return last.error;
    const { game, games } = this.state;
    this.#vault.forgetBefore(games);
    const checkpoint = game?.status === 'playing' ? last.value : 0;
    this.#glass.restore(game, Math.max(game?.at ?? 0, checkpoint));
    this.#world.later(RETURN_GRACE, () => {
      if (!this.#stopped && this.#glass.wake()) this.#tellSand();
    });
    this.#watchLost(personsOf(this.state), RETURN_GRACE);
    this.#scribe.follow();
    this.#followPeople();
    return null;
  }

  #followPeople(): void {
    if (this.#stopped) return;
    this.#unfollow = this.#vault.followPeople(
      () => this.#greeter.sendPeople(),
      () => void this.#world.later(REFOLLOW, () => this.#followPeople()),
    );
  }
}
