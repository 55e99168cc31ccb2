/**
 * A client's connection that reconnects by itself. It sends hello, sends heartbeats, detects a dead connection, reconnects
 * with backoff and full jitter, resumes at its last version, and sends unanswered commands again. The caller (a page, a bot,
 * a load generator or a test) provides sockets, clock and random numbers.
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
  /** Opens a socket. It never throws, and it calls no event handler before it has returned. */
  connect(events: SocketEvents): Socket;
  /** A random number from 0 (included) to 1 (excluded). */
  chance(): number;
  /**
   * Makes an unguessable text of 20 to 64 letters, digits, _ or -. It identifies the request for a seat, so that a repeated
   * request never takes a second seat.
   */
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
  /** The connection has ended, and the client does not reconnect by itself. */
  | { readonly type: 'ended'; readonly code: number; readonly why: string };

export interface ConnectionListener {
  changed?(status: ConnectionStatus): void;
  noticed?(notice: Notice): void;
  /** Called with the secret token of the seat just taken; the caller should store it. */
  seated?(token: string): void;
}

/** A message without a command number that a caller may send; for all other messages this class has methods. */
type Aside = Exclude<ClientMessage, { readonly t: 'hello' | 'join' | 'rename' | 'do' | 'table' | 'ping' }>;
type ProfileRequest = Extract<ClientMessage, { readonly t: 'join' | 'rename' }>;

/** Milliseconds between pings. A connection counts as dead only after two lost heartbeats. */
export const HEARTBEAT: Millis = 3_500;
const SILENCE: Millis = 8_000; // a connection without any frame from the server for this long counts as dead
/**
 * The backoff is at most half of the time since the connection was lost, so a client reconnects quickly after a short
 * outage.
 */
const SHORTEST_WAIT: Millis = 250;
const LONGEST_WAIT: Millis = 5_000;
const LONGEST_HINT: Millis = 60_000;
/**
 * The rate at which this client sends. A server ends connections that send 40 messages at once or 20 a second (PR-15), and
 * pings count too.
 */
const SENDING = rateOf(30, 1000 / 16);
/**
 * Asides are sent only while the rate limit has more tokens than this number; the remaining tokens are kept for
 * commands.
 */
const KEPT_FOR_MOVES = 20;

export class Connection {
  readonly mirror: Mirror;
  readonly #world: ClientWorld;
  readonly #listener: ConnectionListener;
  #seat: SeatClaim;
  #socket: Socket | null = null;
  #status: ConnectionStatus = { type: 'connecting' };
  /** The join or rename request that is not answered yet. Such requests have no command number. */
  #profile: ProfileRequest | null = null;
  #onlineAt: number;
  #greeted = false;
  #heard = 0;
  #retryHint: Millis | null = null;
  #cancelTimer: () => void = () => undefined;
  /** Messages that the rate limit holds back; they are sent later, in order. */
  #queue: ClientMessage[] = [];
  #limit: TokenBucket;
  #cancelQueue: (() => void) | null = null;
  /** Asides that the rate limit holds back; they are sent after all requests. */
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

  /** Asks for a seat under a name, and asks again until the server answers. A program must set `program` (PR-75). */
  join(name: string, avatar: Avatar, more: { readonly program?: boolean } = {}): void {
    const token = this.#world.secret?.();
    this.#profile = { t: 'join', name, avatar, ...(token === undefined ? {} : { token }), ...more };
    this.#ask(this.#profile);
  }

  /** Asks for another name, and asks again until the server answers or `people` shows the new name. */
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

  /** Closes the connection for good. */
  close(): void {
    this.#finish(CLOSE_CODES.goingAway, 'closed');
  }

  /** Tries to reconnect at once, because the network may be back (pages call this on `online` and when they become visible). */
  probe(): void {
    if (this.#status.type === 'waiting') this.#open();
    else this.#ping();
  }

  #ask(message: ClientMessage): void {
    if (!this.#greeted) return;
    this.#queue.push(message);
    // `#stopWaiting` cancels a timer that would send asides, because this message is sent before them
    this.#stopWaiting();
    this.#goOn();
  }

  /** Sends an aside, a message that is dropped when the connection is lost and that never delays a command. */
  tell(message: Aside): void {
    if (!this.#greeted) return;
    this.#asides.push(message);
    this.#goOn();
  }

  /** Sends as many waiting messages as the rate limit allows now. */
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

  /** Drops queued messages; the next connection sends unanswered commands again. */
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

  /** Whether a socket is the current one; events of earlier sockets are ignored. */
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

  /** Whether a join or rename is answered: a join by a seat, a rename by the new name or by the loss of the seat. */
  #isSettled({ t, name, avatar }: ProfileRequest): boolean {
    const { member, people } = this.mirror;
    if (t === 'join') return member !== null;
    const mine = people.find(person => person.member === member);
    return member === null || (mine?.name === name && mine.avatar === avatar);
  }

  #resume(): void {
    this.#greeted = true;
    this.#ping(); // only the answer to a ping shows the travel time; a welcome does not
    this.#change({ type: 'online' });
    this.#clearQueue();
    if (this.#profile !== null) this.#queue.push(this.#profile);
    this.#queue.push(...this.mirror.unsent());
    this.#goOn();
  }

  /** Closes this connection and opens another one; the mirror keeps its version. */
  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#lost(1006, 'the line is dead');
  }

  #lost(code: number, why: string): void {
    // A message that the server called malformed or too big would fail again, so it is not sent again.
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
    // The timer is set before the listener is called, because the listener may close the connection and so cancel the timer.
    this.#cancelTimer = this.#world.later(retryAfter, () => this.#open());
    this.#change({ type: 'waiting', retryAfter });
  }

  /** Gives up every request that may have caused the error, instead of sending it again. */
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

  /** Sends a ping at a fixed interval, even while other messages are sent, because the answer carries the game time. */
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

/** Checks only that a server's frame is JSON with a field `t`; the client trusts the other fields. */
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
