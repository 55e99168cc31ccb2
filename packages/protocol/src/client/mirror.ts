/**
 * The client's copy of a table: applies entries by version, predicts the own commands with the same rules, takes
 * back what was refused, and knows what to ask for after a gap. It knows no sockets; somebody hands it frames.
 */
import { err, type Game, type Millis, ok, type Result } from '@hush/rules';
import type { PlayCommand } from '../commands/play-command.ts';
import type { TableCommand } from '../commands/table-command.ts';
import { decodeJson } from '../messages/entry.ts';
import type { LobbyMessage } from '../messages/lobby.ts';
import type { Person, SandReading } from '../messages/parts.ts';
import type { ClientMessage } from '../messages/read-message.ts';
import type { Presence } from '../messages/seats.ts';
import type { ServerMessage } from '../messages/server-message.ts';
import { evolveTable } from '../state/evolve-table.ts';
import { play } from '../state/play.ts';
import { refusalSentence } from '../state/refusal-sentence.ts';
import { EMPTY_TABLE, type LogEvent, type Member, type TableState } from '../state/table-state.ts';

/** What the holder of a mirror should know or do after a frame. */
export type Notice =
  /** Everything may look different now. */
  | { readonly type: 'synced' }
  | {
      readonly type: 'news';
      readonly events: readonly LogEvent[];
      /** Whose command it was, and which. */
      readonly member: Member | null;
      readonly n: number | null;
      readonly mine: boolean;
    }
  | {
      readonly type: 'refused';
      readonly n: number;
      readonly why: string;
      readonly first: Member | null;
      /** A sentence for people, whether the server sent one or not. */
      readonly say: string;
    }
  /** Something was missed: say hello again. */
  | { readonly type: 'gap' }
  /** Words that arrived before, by another connection. */
  | { readonly type: 'repeated' }
  | { readonly type: 'other'; readonly message: ServerMessage };

/** A command that has not been answered. */
type Pending = Extract<ClientMessage, { readonly t: 'do' | 'table' }>;

interface Reading {
  readonly sand: SandReading;
  /** When the sand was there, on this client's clock. */
  readonly when: number;
  /** The round trip of that answer; the reading is wrong by at most half of it. */
  readonly doubt: Millis;
}

/** How many numbers of a member's words are remembered, to recognise words that arrive twice. */
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
  #reading: Reading | null = null;
  /** The shortest recent round trip. */
  #roundTrip: Millis = 0;
  readonly #words: string[] = [];
  #greeted = false;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The state as the server has confirmed it. */
  get confirmed(): TableState {
    return this.#confirmed;
  }

  /** The state after the own commands, if the server accepts them. */
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

  /** The last number used; undefined as long as nobody has said where to begin. */
  get n(): number | undefined {
    return this.#greeted ? this.#n : undefined;
  }

  get people(): readonly Person[] {
    return this.#people;
  }

  get presence(): Presence {
    return this.#presence;
  }

  /** The deal and the toy mall before a game; null until an authority has told them. */
  get lobby(): LobbyMessage | null {
    return this.#lobby;
  }

  get here(): readonly Member[] {
    return this.#presence.here;
  }

  /** The shortest recent round trip. */
  get roundTrip(): Millis {
    return this.#roundTrip;
  }

  /** Commands that have not been answered. */
  get unanswered(): number {
    return this.#pending.length;
  }

  // Asking.

  /** The message that asks for a command; it stays pending until it is answered. */
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

  /** What must be sent again after a new connection was greeted. */
  unsent(): readonly Pending[] {
    return this.#pending;
  }

  /** Whether this message should still be sent: a command that was answered or given up meanwhile is not sent again. */
  isWanted(message: ClientMessage): boolean {
    return (message.t !== 'do' && message.t !== 'table') || this.#pending.includes(message);
  }

  // Hearing.

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
      case 'sand':
        this.#hearSand(message.sand);
        break;
      case 'pong':
        this.#hearPong(message.sand, this.#now() - message.at);
        break;
      case 'said':
      case 'unsaid':
      case 'gestured':
        return this.#hearWords(message);
      case 'legal':
      case 'signal':
      case 'ice':
      case 'unheard':
      case 'bye':
        break;
      default:
        message satisfies never; // a newer server may send more; a message of ours without a case does not compile
    }
    return { type: 'other', message };
  }

  /** `n` is 0 for join and rename, which have no number. */
  #takeBack(message: Extract<ServerMessage, { readonly t: 'no' }>): Notice {
    const { n, why, first = null, say = refusalSentence(why) } = message;
    if (n !== 0 && !this.#drop(n)) return { type: 'other', message }; // answered before
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
    this.#hearSand(message.sand);
    this.#goOnFrom(message.n);
    return { type: 'synced' };
  }

  /** All commands up to this number have been answered; commands given before the first welcome are numbered after it. */
  #goOnFrom(n: number): void {
    this.#pending = this.#greeted
      ? this.#pending.filter(pending => pending.n > n)
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
      if (!entry.ok) return entry;
      state = entry.value.events.reduce(evolveTable, state);
    }
    return ok(state);
  }

  #apply(message: Extract<ServerMessage, { readonly t: 'news' }>): Notice {
    if (message.v <= this.#version) return { type: 'other', message }; // heard before
    const entry = decodeJson(message);
    if (message.v !== this.#version + 1 || !entry.ok) return this.#gap();
    const { events, cause } = entry.value;
    this.#version = message.v;
    this.#confirmed = events.reduce(evolveTable, this.#confirmed);
    this.#predicted = null;
    for (const event of events) this.#follow(event);
    this.#keepUp();
    const mine = cause !== null && cause.member === this.#member;
    if (mine) {
      this.#drop(cause.n);
      this.#n = Math.max(this.#n, cause.n);
    }
    this.#leave(events);
    return { type: 'news', events, member: cause?.member ?? null, n: cause?.n ?? null, mine };
  }

  /** The same entries would fail again, so the next hello asks for a snapshot. */
  #gap(): Notice {
    this.#version = 0;
    return { type: 'gap' };
  }

  /** A member who has left goes on as a spectator. */
  #leave(events: readonly LogEvent[]): void {
    if (events.some(event => event.type === 'memberLeft' && event.member === this.#member))
      this.#become(null);
  }

  /** Commands of another seat are not sent again, because every seat has its own numbers. */
  #become(member: Member | null): void {
    if (member === this.#member) return;
    this.#member = member;
    this.#n = 0;
    this.#pending = [];
    this.#predicted = null;
  }

  /**
   * The server does not understand one of our messages and cannot say which. Sending them all again would fail again, so
   * everything unanswered counts as refused.
   */
  giveUp(say: string): readonly Notice[] {
    const given = this.#pending;
    this.#pending = [];
    this.#predicted = null;
    return given.map(({ n }) => ({ type: 'refused', n, why: 'malformed', first: null, say }));
  }

  /** Whether this command was waiting for an answer. */
  #drop(n: number): boolean {
    const before = this.#pending.length;
    this.#pending = this.#pending.filter(pending => pending.n !== n);
    this.#predicted = null;
    return this.#pending.length < before;
  }

  // Time.

  /** The sand starts and stops with events, too, at the moment they tell. */
  #follow(event: LogEvent): void {
    const starts = event.type === 'gameStarted' || event.type === 'resumed';
    const stops = event.type === 'paused' || event.type === 'gameWon' || event.type === 'gameLost';
    if (starts || stops) this.#hearSand({ at: event.at, runs: starts });
    if (event.type === 'gameSetUp' || event.type === 'gameAbandoned') this.#hearSand({ at: 0, runs: false });
  }

  /** Nothing happens in the future: the sand is at least where the last event was. */
  #keepUp(): void {
    const at = this.#confirmed.game?.at ?? 0;
    if (this.#reading?.sand.runs && this.#estimate(this.#reading) < at) this.#hearSand({ at, runs: true });
  }

  /** Takes a reading from a message that nobody asked for; its travel time can only be estimated. */
  #hearSand(sand: SandReading): void {
    this.#reading = { sand, when: this.#now() - this.#roundTrip / 2, doubt: Number.POSITIVE_INFINITY };
  }

  /**
   * Takes a reading from the answer to a ping. The quickest answer is the most exact, but a reading gets worse with
   * age.
   */
  #hearPong(sand: SandReading, roundTrip: Millis): void {
    const when = this.#now() - roundTrip / 2;
    const known = this.#reading;
    const age = known === null ? 0 : when - known.when;
    if (
      known === null ||
      this.#contradicts(known, sand, roundTrip) ||
      roundTrip <= known.doubt + age / 1000
    ) {
      this.#reading = { sand, when, doubt: roundTrip };
      this.#roundTrip = roundTrip;
    }
  }

  /**
   * The difference is larger than the two round trips explain: the server has stopped its sand or set it back
   * meanwhile.
   */
  #contradicts(known: Reading, sand: SandReading, roundTrip: Millis): boolean {
    if (known.sand.runs !== sand.runs || known.sand.held !== sand.held) return true;
    const expected = known.sand.at + (sand.runs ? this.#now() - roundTrip / 2 - known.when : 0);
    return Math.abs(expected - sand.at) > (known.doubt + roundTrip) / 2 + 2;
  }

  /** The server's game time now, as estimated here. */
  sandNow(): Millis {
    const last = this.#confirmed.game?.at ?? 0;
    if (this.#reading === null) return last;
    return Math.max(last, this.#estimate(this.#reading));
  }

  /** Whether the sand runs on the server, as last heard. */
  get sandRuns(): boolean {
    return this.#reading?.sand.runs ?? false;
  }

  /** Whether the server's journal cannot be written, as last heard. */
  get isHeld(): boolean {
    return this.#reading?.sand.held ?? false;
  }

  #estimate({ sand, when }: Reading): Millis {
    return sand.runs ? sand.at + (this.#now() - when) : sand.at;
  }

  /**
   * Only plain moves are predicted. What cannot be taken back (turning the hourglass, revealing a tile, the theft,
   * leaving) waits for the server, and so does everything asked for after it.
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
