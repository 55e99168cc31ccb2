/**
 * A client's connection that reconnects: it says hello, keeps a heartbeat, detects a dead connection, reconnects with
 * backoff and full jitter, resumes where it was, and sends unanswered commands again. The caller provides sockets,
 * clock and random numbers: a page, a bot, a load generator, a test.
 */

import { err, type Millis, ok, type Result } from '@hush/rules';
import type { Clock } from '../clock.ts';
import type { Avatar } from '../commands/avatars.ts';
import type { PlayCommand } from '../commands/play-command.ts';
import type { TableCommand } from '../commands/table-command.ts';
import { CLOSE_CODES, FINAL_CODES } from '../messages/close-codes.ts';
import type { ClientMessage } from '../messages/read-message.ts';
import type { ServerMessage } from '../messages/server-message.ts';
import { PROTOCOL_VERSION } from '../messages/version.ts';
import { refusalSentence } from '../state/refusal-sentence.ts';
import { rateOf, TokenBucket } from '../token-bucket.ts';
import { Mirror, type Notice } from './mirror.ts';

export interface Socket {
  send(text: string): void;
  close(): void;
}

export interface SocketEvents {
  opened(): void;
  heard(text: string): void;
  closed(code: number, why: string): void;
}

export interface ClientWorld extends Clock {
  /** Opens a socket; never throws, and never calls back before it has returned. */
  connect(events: SocketEvents): Socket;
  /** 0 <= x < 1. */
  chance(): number;
  /** An unguessable text of 20 to 64 letters, digits, _ or -: with it, asking again for a seat never takes two. */
  secret?(): string;
}

export interface SeatClaim {
  readonly table: string;
  readonly token?: string;
}

export type ConnectionStatus =
  | { readonly type: 'connecting' }
  | { readonly type: 'online' }
  | { readonly type: 'waiting'; readonly retryAfter: Millis }
  /** The client does not reconnect by itself after this. */
  | { readonly type: 'ended'; readonly code: number; readonly why: string };

export interface ConnectionListener {
  changed?(status: ConnectionStatus): void;
  noticed?(notice: Notice): void;
  /** The secret of the seat just taken: keep it. */
  seated?(token: string): void;
}

type Aside = Extract<ClientMessage, { readonly t: 'signal' | 'ice' | 'toy' | 'debrief' }>;
type ProfileRequest = Extract<ClientMessage, { readonly t: 'join' | 'rename' }>;

/** Two heartbeats may be lost before the connection counts as dead. */
export const HEARTBEAT: Millis = 3_500;
const SILENCE: Millis = 8_000; // after so long without a frame from the server the connection counts as dead
/**
 * The backoff is at most half of the time since the connection was lost, so a short outage ends with a quick reconnect.
 */
const SHORTEST_WAIT: Millis = 250;
const LONGEST_WAIT: Millis = 5_000;
const LONGEST_HINT: Millis = 60_000;
/** A server ends a connection that sends 40 messages at once or 20 a second (PR-15). Ours stay below, because pings count, too. */
const SENDING = rateOf(30, 1000 / 16);
/** Tokens of the limit that asides leave for commands. */
const KEPT_FOR_MOVES = 20;

export class Connection {
  readonly mirror: Mirror;
  readonly #world: ClientWorld;
  readonly #listener: ConnectionListener;
  #seat: SeatClaim;
  #socket: Socket | null = null;
  #status: ConnectionStatus = { type: 'connecting' };
  /** A seat or another name was asked for and not answered. These requests have no number. */
  #profile: ProfileRequest | null = null;
  #onlineAt: number;
  #greeted = false;
  #heard = 0;
  #retryHint: Millis | null = null;
  #cancelTimer: () => void = () => undefined;
  /** Messages beyond the server's limit: they are sent in order, a little later. */
  #queue: ClientMessage[] = [];
  #limit: TokenBucket;
  #cancelQueue: (() => void) | null = null;
  /** Asides, which are sent after all requests. */
  #asides: Aside[] = [];

  constructor(seat: SeatClaim, world: ClientWorld, listener: ConnectionListener = {}) {
    this.#seat = seat;
    this.#world = world;
    this.#listener = listener;
    this.mirror = new Mirror(() => world.now());
    this.#onlineAt = world.now();
    this.#limit = new TokenBucket(SENDING, () => world.now());
    this.#open();
  }

  get status(): ConnectionStatus {
    return this.#status;
  }

  /** Asks for a seat under a name, until somebody answers. A program says that it is one (PR-75). */
  join(name: string, avatar: Avatar, more: { readonly program?: boolean } = {}): void {
    const token = this.#world.secret?.();
    this.#profile = { t: 'join', name, avatar, ...(token === undefined ? {} : { token }), ...more };
    this.#ask(this.#profile);
  }

  /** Asks for another name, until somebody answers or `people` has it. */
  rename(name: string, avatar: Avatar): void {
    this.#profile = { t: 'rename', name, avatar };
    this.#ask(this.#profile);
  }

  do(command: PlayCommand): number {
    const message = this.mirror.do(command);
    this.#ask(message);
    return message.n;
  }

  manage(command: TableCommand): number {
    const message = this.mirror.manage(command);
    this.#ask(message);
    return message.n;
  }

  /** Ends for good. */
  close(): void {
    this.#finish(CLOSE_CODES.goingAway, 'closed');
  }

  /** The network may be back: try at once (pages call this on `online` and when they become visible). */
  probe(): void {
    if (this.#status.type === 'waiting') this.#open();
    else this.#ping();
  }

  #ask(message: ClientMessage): void {
    if (!this.#greeted) return;
    this.#queue.push(message);
    this.#stopWaiting(); // perhaps only for an aside
    this.#goOn();
  }

  /** Sends an aside: it is dropped when the connection is lost, and no command waits for it. */
  tell(message: Aside): void {
    if (!this.#greeted) return;
    this.#asides.push(message);
    this.#goOn();
  }

  /** Sends waiting messages, as many as the limit allows now; after a long silence that can be many. */
  #goOn(): void {
    if (this.#cancelQueue !== null) return;
    while (this.#queue.length + this.#asides.length > 0) {
      const wait = this.#limit.wait(this.#queue.length > 0 ? 1 : 1 + KEPT_FOR_MOVES);
      if (wait > 0) {
        this.#cancelQueue = this.#world.later(wait, () => {
          this.#cancelQueue = null;
          this.#goOn();
        });
        return;
      }
      const message = this.#queue.shift() ?? this.#asides.shift();
      if (message !== undefined && this.mirror.isWanted(message)) this.#send(message);
    }
  }

  /** The next connection sends again what was not answered. */
  #clearQueue(): void {
    this.#stopWaiting();
    this.#queue = [];
    this.#asides = [];
  }

  #stopWaiting(): void {
    this.#cancelQueue?.();
    this.#cancelQueue = null;
  }

  #send(message: ClientMessage): void {
    this.#limit.spend();
    this.#socket?.send(JSON.stringify(message));
  }

  #ping(): void {
    if (!this.#greeted) return;
    const ms = Math.round(this.mirror.roundTrip);
    this.#send({ t: 'ping', at: this.#world.now(), ...(ms > 0 ? { ms } : {}) });
  }

  #open(): void {
    this.#cancelTimer();
    this.#clearQueue();
    this.#limit = new TokenBucket(SENDING, () => this.#world.now());
    this.#greeted = false;
    this.#change({ type: 'connecting' });
    const socket: Socket = this.#world.connect({
      opened: () => this.#isCurrent(socket) && this.#hello(),
      heard: text => this.#isCurrent(socket) && this.#hear(text),
      closed: (code, why) => this.#isCurrent(socket) && this.#lost(code, why),
    });
    this.#socket = socket;
    this.#heard = this.#world.now();
    this.#beat();
  }

  /** Events of a socket that was replaced are ignored. */
  #isCurrent(socket: Socket): boolean {
    return this.#socket === socket;
  }

  #hello(): void {
    const { table, token } = this.#seat;
    const { version, n } = this.mirror;
    this.#send({
      t: 'hello',
      protocol: PROTOCOL_VERSION,
      table,
      ...(token === undefined ? {} : { token }),
      ...(version === 0 ? {} : { since: version }),
      ...(n === undefined ? {} : { n }),
    });
  }

  #hear(text: string): void {
    this.#heard = this.#world.now();
    const message = readServerMessage(text);
    if (!message.ok) {
      this.#drop();
      return;
    }
    this.#attend(message.value);
    const notice = this.mirror.receive(message.value);
    if (this.#profile !== null && this.#isSettled(this.#profile)) this.#profile = null;
    if (notice.type === 'synced') this.#resume();
    if (notice.type === 'gap') this.#drop();
    this.#listener.noticed?.(notice);
  }

  #attend(message: ServerMessage): void {
    if (message.t === 'bye') this.#retryHint = message.retryAfter ?? null;
    if (message.t === 'no' && message.n === 0) this.#profile = null;
    if (message.t !== 'seated') return;
    this.#seat = { ...this.#seat, token: message.token };
    this.#listener.seated?.(message.token);
  }

  /** A join ends with the seat, a rename with the name or without the seat. */
  #isSettled({ t, name, avatar }: ProfileRequest): boolean {
    const { member, people } = this.mirror;
    if (t === 'join') return member !== null;
    const mine = people.find(person => person.member === member);
    return member === null || (mine?.name === name && mine.avatar === avatar);
  }

  #resume(): void {
    this.#greeted = true;
    this.#ping(); // a welcome does not tell its travel time, the answer to a ping does
    this.#change({ type: 'online' });
    this.#clearQueue();
    if (this.#profile !== null) this.#queue.push(this.#profile);
    this.#queue.push(...this.mirror.unsent());
    this.#goOn();
  }

  /** Drops this connection and opens another; the mirror keeps its version. */
  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#lost(1006, 'the line is dead');
  }

  #lost(code: number, why: string): void {
    // A message that was not understood or was too big would fail the next time as well.
    const misspoken = code === CLOSE_CODES.malformed || code === CLOSE_CODES.tooBig;
    if (FINAL_CODES.includes(code) || (misspoken && !this.#greeted)) {
      this.#finish(code, why);
      return;
    }
    if (misspoken) this.#giveUp(why === '' ? refusalSentence('malformed') : why);
    if (this.#greeted) this.#onlineAt = this.#world.now();
    this.#socket = null;
    this.#greeted = false;
    this.#cancelTimer();
    const gone = this.#world.now() - this.#onlineAt;
    const longest = Math.min(LONGEST_WAIT, Math.max(SHORTEST_WAIT, gone / 2));
    const retryAfter = Math.min(LONGEST_HINT, this.#retryHint ?? this.#world.chance() * longest);
    this.#retryHint = null;
    // First the timer, then the news: whoever hears it may close the connection, which cancels the timer.
    this.#cancelTimer = this.#world.later(retryAfter, () => this.#open());
    this.#change({ type: 'waiting', retryAfter });
  }

  /** No request that may have caused the error is sent again. */
  #giveUp(say: string): void {
    const notices = [...this.mirror.giveUp(say)];
    if (this.#profile !== null) notices.push({ type: 'refused', n: 0, why: 'malformed', first: null, say });
    this.#profile = null;
    for (const notice of notices) this.#listener.noticed?.(notice);
  }

  #finish(code: number, why: string): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#greeted = false;
    this.#cancelTimer();
    this.#clearQueue();
    socket?.close();
    this.#change({ type: 'ended', code, why });
  }

  /** Sends a ping at a fixed interval, also while other messages are sent: its answer tells the time of the game. */
  #beat(): void {
    const patience = this.#heard + SILENCE - this.#world.now();
    this.#cancelTimer = this.#world.later(Math.min(HEARTBEAT, Math.max(1, patience)), () => {
      if (this.#world.now() - this.#heard >= SILENCE) return this.#drop();
      this.#ping();
      this.#beat();
    });
  }

  #change(status: ConnectionStatus): void {
    this.#status = status;
    this.#listener.changed?.(status);
  }
}

/** Checks of a server's frame only that it is JSON with a `t`; the rest is trusted. */
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
