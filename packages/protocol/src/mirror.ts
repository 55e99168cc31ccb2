/**
 * The client's copy of a table: applies entries by version, predicts the own commands with the same rules, takes
 * back what was refused, and knows what to ask for after a gap. It knows no sockets; somebody hands it frames.
 */
import { err, type Game, type Millis, ok, type Result } from '@hush/rules';
import {
  EMPTY_TABLE,
  evolveTable,
  type LogEvent,
  type Member,
  type TableCommand,
  type TableState,
} from './lobby.ts';
import type { ClientMessage, Person, PlayCommand, Sand, ServerMessage } from './messages.ts';
import { play } from './play.ts';
import { decodeJson } from './wire.ts';

/** What the holder of a mirror should know or do after a frame. */
export type Notice =
  /** Everything may look different now. */
  | { readonly type: 'synced' }
  | {
      readonly type: 'news';
      readonly events: readonly LogEvent[];
      readonly member: Member | null;
      readonly mine: boolean;
    }
  | {
      readonly type: 'refused';
      readonly n: number;
      readonly why: string;
      readonly first: Member | null;
      readonly say: string | null;
    }
  /** Something was missed: say hello again. */
  | { readonly type: 'gap' }
  | { readonly type: 'other'; readonly message: ServerMessage };

interface Pending {
  readonly n: number;
  readonly message: ClientMessage;
  /** Null for commands of the table, which are not predicted. */
  readonly command: PlayCommand | null;
}

export class Mirror {
  #confirmed: TableState = EMPTY_TABLE;
  #predicted: TableState | null = null;
  #version = 0;
  #member: Member | null = null;
  #n = 0;
  #pending: readonly Pending[] = [];
  #people: readonly Person[] = [];
  #here: readonly Member[] = [];
  #sand: { readonly sand: Sand; readonly heard: number; readonly doubt: number } | null = null;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** As the server has it. */
  get confirmed(): TableState {
    return this.#confirmed;
  }

  /** As it will be if the server agrees with what was asked for. */
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

  get people(): readonly Person[] {
    return this.#people;
  }

  get here(): readonly Member[] {
    return this.#here;
  }

  /** Commands that have not been answered. */
  get unanswered(): number {
    return this.#pending.length;
  }

  // Asking.

  /** The message that asks for a command; it stays pending until it is answered. */
  do(command: PlayCommand): ClientMessage {
    const n = ++this.#n;
    return this.#ask({ n, message: { t: 'do', n, c: command }, command });
  }

  manage(command: TableCommand): ClientMessage {
    const n = ++this.#n;
    return this.#ask({ n, message: { t: 'table', n, c: command }, command: null });
  }

  #ask(pending: Pending): ClientMessage {
    this.#pending = [...this.#pending, pending];
    this.#predicted = null;
    return pending.message;
  }

  /** What must be sent again after a new connection was greeted. */
  unsent(): readonly ClientMessage[] {
    return this.#pending.map(({ message }) => message);
  }

  // Hearing.

  receive(message: ServerMessage): Notice {
    switch (message.t) {
      case 'welcome':
        return this.#greet(message);
      case 'news':
        return this.#apply(message);
      case 'no':
        this.#drop(pending => pending.n !== message.n);
        return {
          type: 'refused',
          n: message.n,
          why: message.why,
          first: message.first ?? null,
          say: message.say ?? null,
        };
      case 'seated':
        this.#member = message.member;
        break;
      case 'people':
        this.#people = message.people;
        break;
      case 'here':
        this.#here = message.here;
        break;
      case 'sand':
        this.#hearSand(message.sand, null);
        break;
      case 'pong':
        this.#hearSand(message.sand, this.#now() - message.at);
        break;
      case 'said':
      case 'gestured':
      case 'bye':
        break;
    }
    return { type: 'other', message };
  }

  #greet(message: Extract<ServerMessage, { readonly t: 'welcome' }>): Notice {
    const caughtUp = this.#catchUp(message);
    if (!caughtUp.ok) return { type: 'gap' };
    this.#confirmed = caughtUp.value;
    this.#version = message.v;
    this.#member = message.member;
    this.#people = message.people;
    this.#here = message.here;
    this.#sand = null;
    this.#hearSand(message.sand, null);
    this.#n = Math.max(this.#n, message.n);
    this.#drop(pending => pending.n > message.n); // what happened meanwhile came with the entries
    return { type: 'synced' };
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
    const entry = decodeJson(message);
    if (message.v <= this.#version) return { type: 'other', message }; // heard before
    if (message.v !== this.#version + 1 || !entry.ok) return { type: 'gap' };
    const { events, cause } = entry.value;
    this.#version = message.v;
    this.#confirmed = events.reduce(evolveTable, this.#confirmed);
    this.#predicted = null;
    const mine = cause !== null && cause.member === this.#member;
    if (mine) this.#drop(pending => pending.n > cause.n);
    return { type: 'news', events, member: cause?.member ?? null, mine };
  }

  #drop(keep: (pending: Pending) => boolean): void {
    this.#pending = this.#pending.filter(keep);
    this.#predicted = null;
  }

  // Time.

  /** The best of what was heard: a moment and how far off it may be, which is the way it travelled. */
  #hearSand(sand: Sand, roundTrip: Millis | null): void {
    const heard = this.#now() - (roundTrip ?? 0) / 2;
    const doubt = roundTrip ?? Number.POSITIVE_INFINITY; // nobody knows how long it was under way
    const known = this.#sand;
    const same = known !== null && known.sand.runs === sand.runs;
    // An old reading gets worse with time, or a single quick answer would rule for ever.
    const better = !same || doubt <= known.doubt + (heard - known.heard) / 1000;
    if (better) this.#sand = { sand, heard, doubt };
  }

  /** Game time as the server has it now, as near as one can tell. */
  sandNow(): Millis {
    if (this.#sand === null) return this.#confirmed.game?.at ?? 0;
    const { sand, heard } = this.#sand;
    const at = sand.runs ? sand.at + (this.#now() - heard) : sand.at;
    return Math.max(at, this.#confirmed.game?.at ?? 0);
  }

  /**
   * Only plain moves are predicted. What cannot be taken back (turning the hourglass, revealing a tile, the theft,
   * leaving) waits for the server, and so does everything asked for after it.
   */
  #predict(): TableState {
    let state = this.#confirmed;
    const member = this.#member;
    if (member === null) return state;
    for (const { command } of this.#pending) {
      if (command === null || command.type === 'explore' || command.type === 'lay' || command.type === 'turn')
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

/** A frame from a server, as far as a client must trust it: that it is JSON with a kind. */
export function readServerMessage(text: string): Result<ServerMessage, string> {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null && 't' in json && typeof json.t === 'string') {
      return ok(json as ServerMessage);
    }
    return err('no message');
  } catch {
    return err('not JSON');
  }
}
