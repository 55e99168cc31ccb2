/**
 * The client's copy of a table: it applies entries by version, predicts the result of its own commands with the same rules,
 * undoes refused predictions, and asks for a snapshot after a gap. It knows no sockets; its caller passes it frames.
 */
import { err, type Game, type Millis, ok, type Result } from '@hush/rules';
import type { PlayCommand } from '../commands/play-command.ts';
import type { TableCommand } from '../commands/table-command.ts';
import type { DebriefMessage } from '../messages/debrief.ts';
import { decodeJson } from '../messages/entry.ts';
import type { LobbyMessage } from '../messages/lobby.ts';
import type { Person } from '../messages/parts.ts';
import type { ClientMessage } from '../messages/read-message.ts';
import type { Presence } from '../messages/seats.ts';
import type { ServerMessage } from '../messages/server-message.ts';
import { evolveTable } from '../state/evolve-table.ts';
import { play } from '../state/play.ts';
import { refusalSentence } from '../state/refusal-sentence.ts';
import { withoutReplayed } from '../state/replayed-events.ts';
import { EMPTY_TABLE, type LogEvent, type Member, type TableState } from '../state/table-state.ts';
import { SandEstimate } from './sand-estimate.ts';

/** What a frame changed in the mirror; returned to the mirror's owner. */
export type Notice =
  /** The whole state may have changed. */
  | { readonly type: 'synced' }
  | {
      readonly type: 'news';
      readonly events: readonly LogEvent[];
      /** The member who gave the command, and the number of the command. */
      readonly member: Member | null;
      readonly n: number | null;
      readonly mine: boolean;
    }
  | {
      readonly type: 'refused';
      readonly n: number;
      readonly why: string;
      readonly first: Member | null;
      /** A sentence for people, written by the server or by the mirror. */
      readonly say: string;
    }
  /** The client missed entries and must send hello again. */
  | { readonly type: 'gap' }
  /** Chat words that already arrived over another connection. */
  | { readonly type: 'repeated' }
  | { readonly type: 'other'; readonly message: ServerMessage };

/** A command that has not been answered. */
type Pending = Extract<ClientMessage, { readonly t: 'do' | 'table' }>;

export interface ReceivedDebrief {
  readonly message: DebriefMessage;
  readonly when: number;
}

/** How many chat messages of all members together are remembered, to recognise one that arrives twice. */
const KEPT_WORDS = 32;

export class Mirror {
  #confirmed: TableState = EMPTY_TABLE;
  #predicted: TableState | null = null;
  #version = 0;
  #member: Member | null = null;
  #n = 0;
  #pending: readonly Pending[] = [];
  #people: readonly Person[] = [];
  #presence: Presence = { here: [] };
  #lobby: LobbyMessage | null = null;
  #debrief: ReceivedDebrief | null = null;
  readonly #sand: SandEstimate;
  readonly #words: string[] = [];
  #greeted = false;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
    this.#sand = new SandEstimate(now);
  }

  /** The state that the server has confirmed, without predictions. */
  get confirmed(): TableState {
    return this.#confirmed;
  }

  /** The state with the client's own commands applied, as if the server accepted them. */
  get predicted(): TableState {
    this.#predicted ??= this.#predict();
    return this.#predicted;
  }

  get game(): Game | null {
    return this.predicted.game;
  }

  get version(): number {
    return this.#version;
  }

  get member(): Member | null {
    return this.#member;
  }

  /** The last command number that was used; undefined until the first welcome. */
  get n(): number | undefined {
    return this.#greeted ? this.#n : undefined;
  }

  get people(): readonly Person[] {
    return this.#people;
  }

  get presence(): Presence {
    return this.#presence;
  }

  /** The lobby before a game: the next deal and the toy mall; null until an authority has sent it. */
  get lobby(): LobbyMessage | null {
    return this.#lobby;
  }

  /** The debrief as the server last sent it, and the local time of its arrival; null before the first one. */
  get debrief(): ReceivedDebrief | null {
    return this.#debrief;
  }

  get here(): readonly Member[] {
    return this.#presence.here;
  }

  /** The shortest round trip of the last pings. */
  get roundTrip(): Millis {
    return this.#sand.roundTrip;
  }

  /** How many commands have not been answered. */
  get unanswered(): number {
    return this.#pending.length;
  }

  // Methods that make messages to the server.

  /** Makes the message for a command; the command stays pending until it is answered. */
  do(command: PlayCommand): Pending {
    return this.#ask({ t: 'do', n: ++this.#n, c: command });
  }

  manage(command: TableCommand): Pending {
    return this.#ask({ t: 'table', n: ++this.#n, c: command });
  }

  #ask(pending: Pending): Pending {
    this.#pending = [...this.#pending, pending];
    this.#predicted = null;
    return pending;
  }

  /** The commands that must be sent again on a new connection. */
  unsent(): readonly Pending[] {
    return this.#pending;
  }

  /** Returns whether a queued message should still be sent; false for commands that were answered or given up. */
  isWanted(message: ClientMessage): boolean {
    return (message.t !== 'do' && message.t !== 'table') || this.#pending.includes(message);
  }

  // Methods that apply messages of the server.

  receive(message: ServerMessage): Notice {
    switch (message.t) {
      case 'welcome':
        return this.#greet(message);
      case 'news':
        return this.#apply(message);
      case 'no':
        return this.#takeBack(message);
      case 'seated':
        this.#become(message.member);
        break;
      case 'people':
        this.#people = message.people;
        break;
      case 'here':
        this.#presence = message;
        break;
      case 'lobby':
        this.#lobby = message;
        break;
      case 'debrief':
        this.#debrief = { message, when: this.#now() - this.roundTrip / 2 };
        break;
      case 'sand':
        this.#sand.hear(message.sand);
        break;
      case 'pong':
        this.#sand.hearPong(message.sand, this.#now() - message.at);
        break;
      case 'said':
      case 'unsaid':
      case 'gestured':
        return this.#hearWords(message);
      case 'legal':
      case 'signal':
      case 'ice':
      case 'unheard':
      case 'reported':
      case 'bye':
        break;
      default:
        // a newer server may send unknown messages; if a known message has no case here, this line does not compile
        message satisfies never;
    }
    return { type: 'other', message };
  }

  /** Handles a refusal: removes the refused command. `n` is 0 for join and rename, which have no number. */
  #takeBack(message: Extract<ServerMessage, { readonly t: 'no' }>): Notice {
    const { n, why, first = null, say = refusalSentence(why) } = message;
    if (n !== 0 && !this.#drop(n)) return { type: 'other', message }; // this command was answered before
    return { type: 'refused', n, why, first, say };
  }

  #hearWords(message: Extract<ServerMessage, { readonly t: 'said' | 'unsaid' | 'gestured' }>): Notice {
    const { m, n } = message;
    if (m === this.#member) this.#drop(n);
    const word = `${m} ${n}`;
    if (this.#words.includes(word)) return { type: 'repeated' };
    if (this.#words.push(word) > KEPT_WORDS) this.#words.shift();
    return { type: 'other', message };
  }

  #greet(message: Extract<ServerMessage, { readonly t: 'welcome' }>): Notice {
    const caughtUp = this.#catchUp(message);
    if (!caughtUp.ok) return this.#gap();
    this.#confirmed = caughtUp.value;
    this.#predicted = null;
    this.#version = message.v;
    if (this.#greeted) this.#become(message.member);
    this.#member = message.member;
    this.#people = message.people;
    this.#presence = { here: message.here };
    this.#sand.hear(message.sand);
    this.#goOnFrom(message);
    return { type: 'synced' };
  }

  /**
   * Removes the commands that have been answered, and continues the numbering after `n`. A command up to `n` that is
   * not among the missed entries was refused, and the answer was lost: it stays, and is sent again to get the
   * refusal. A snapshot does not show which commands were refused. Commands made before the first welcome get their
   * numbers now.
   */
  #goOnFrom({ n, member, entries }: Extract<ServerMessage, { readonly t: 'welcome' }>): void {
    const isOpen = (pending: Pending): boolean =>
      pending.n > n || entries?.some(entry => entry.m === member && entry.n === pending.n) === false;
    this.#pending = this.#greeted
      ? this.#pending.filter(isOpen)
      : this.#pending.map((pending, i) => ({ ...pending, n: n + 1 + i }));
    this.#n = Math.max(this.#n, n, this.#pending.at(-1)?.n ?? 0);
    this.#greeted = true;
  }

  #catchUp({
    snapshot,
    entries,
    v,
  }: Extract<ServerMessage, { readonly t: 'welcome' }>): Result<TableState, string> {
    if (snapshot !== undefined) return ok(snapshot);
    if (entries === undefined || this.#version + entries.length !== v) return err('the entries do not fit');
    let state = this.#confirmed;
    for (const json of entries) {
      const entry = decodeJson(json);
      if (!entry.ok) return err(entry.error.why);
      state = entry.value.events.reduce(evolveTable, state);
    }
    return ok(state);
  }

  #apply(message: Extract<ServerMessage, { readonly t: 'news' }>): Notice {
    // the entries of this message were applied before
    if (message.v <= this.#version) return { type: 'other', message };
    const entry = decodeJson(message);
    if (message.v !== this.#version + 1 || !entry.ok) return this.#gap();
    const { events, cause } = entry.value;
    this.#version = message.v;
    this.#confirmed = events.reduce(evolveTable, this.#confirmed);
    this.#predicted = null;
    for (const event of events) this.#sand.follow(event);
    this.#sand.keepUp(this.#confirmed.game?.at ?? 0);
    const mine = cause !== null && cause.member === this.#member;
    if (mine) {
      this.#drop(cause.n);
      this.#n = Math.max(this.#n, cause.n);
    }
    this.#leave(events);
    return {
      type: 'news',
      events: withoutReplayed(events),
      member: cause?.member ?? null,
      n: cause?.n ?? null,
      mine,
    };
  }

  /** Reports a gap. The same entries would leave the gap again, so the next hello asks for a snapshot. */
  #gap(): Notice {
    this.#version = 0;
    return { type: 'gap' };
  }

  /** A member who leaves the table becomes a spectator. */
  #leave(events: readonly LogEvent[]): void {
    if (events.some(event => event.type === 'memberLeft' && event.member === this.#member))
      this.#become(null);
  }

  /** Takes another seat (or none). Pending commands of the old seat are dropped, because every seat has its own numbers. */
  #become(member: Member | null): void {
    if (member === this.#member) return;
    this.#member = member;
    this.#n = 0;
    this.#pending = [];
    this.#predicted = null;
  }

  /**
   * Drops all pending commands as refused: the server does not understand one of them and cannot say which, so sending all
   * of them again would fail again.
   */
  giveUp(say: string): readonly Notice[] {
    const given = this.#pending;
    this.#pending = [];
    this.#predicted = null;
    return given.map(({ n }) => ({ type: 'refused', n, why: 'malformed', first: null, say }));
  }

  /** Removes a pending command; returns whether it was pending. */
  #drop(n: number): boolean {
    const before = this.#pending.length;
    this.#pending = this.#pending.filter(pending => pending.n !== n);
    this.#predicted = null;
    return this.#pending.length < before;
  }

  // Methods that tell the game time.

  /** The server's game time now, as estimated here. */
  sandNow(): Millis {
    return this.#sand.at(this.#confirmed.game?.at ?? 0);
  }

  /** Whether the sand runs on the server, according to its last message. */
  get sandRuns(): boolean {
    return this.#sand.runs;
  }

  /** Whether the server cannot write its journal, according to its last message. */
  get isHeld(): boolean {
    return this.#sand.isHeld;
  }

  /**
   * Only plain moves are predicted. Changes that cannot be undone (turning the hourglass, revealing a tile, the theft,
   * leaving) wait for the server, and so does every command after them.
   */
  #predict(): TableState {
    let state = this.#confirmed;
    const member = this.#member;
    if (member === null) return state;
    for (const { t, c: command } of this.#pending) {
      if (t === 'table' || command.type === 'explore' || command.type === 'lay' || command.type === 'turn')
        break;
      const at = Math.floor(this.sandNow());
      const verdict = play(state, member, command, { at, secret: { seed: '', stack: null, pile: null } });
      if (!verdict.ok || verdict.value.length === 0) continue;
      if (verdict.value.some(event => event.type !== 'heroMoved')) break;
      state = verdict.value.reduce(evolveTable, state);
    }
    return state;
  }
}
