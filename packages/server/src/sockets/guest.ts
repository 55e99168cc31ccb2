/**
 * One connection within its limits: it must send hello in time, not send too fast, and read fast enough; it belongs
 * to at most one table. It does not know `ws`, only a ClientSocket.
 */
import {
  CLOSE_CODES,
  CLOSE_SENTENCES,
  type Client,
  type ClientMessage,
  type CloseCode,
  frameOf,
  isSpoken,
  PROTOCOL_VERSION,
  type Rate,
  readMessage,
  type ServerMessage,
  TokenBucket,
} from '@hush/protocol';
import type { Millis } from '@hush/rules';
import type { AddressLimit, WrongCodes } from '../limits/address-limits.ts';
import type { Moderation } from '../limits/moderation.ts';
import type { RefusalLog } from '../limits/refusal-log.ts';
import type { ServerClock } from '../runtime/clock.ts';
import type { LoopTurn } from '../runtime/loop-turn.ts';
import type { Metrics } from '../runtime/metrics.ts';
import type { Room, TableAccess, TableLookupError } from '../tables/open-table.ts';
import type { FrameMaker, Outbox } from './outbox.ts';

/** The part of a socket that a guest uses. */
export interface ClientSocket {
  readonly outbox: Outbox;
  ping(): void;
  /** Sends a close frame and waits a little for the answer. */
  close(code: number, why: string): void;
  /** Stops reading, and closes when the written data has had time to arrive. */
  deafen(): void;
  /** Closes at once. */
  cut(): void;
}

/** What all guests share. */
export interface GuestWorld {
  readonly tables: TableAccess;
  readonly wrongCodes: WrongCodes;
  /** The rate limit of expensive commands per address. */
  readonly costly: AddressLimit;
  /** The rate limit of bytes in welcomes per address. */
  readonly welcomes: AddressLimit;
  readonly moderation: Moderation;
  readonly clock: ServerClock;
  /** A random number from 0 (included) to 1 (excluded); it spreads the times at which clients reconnect. */
  readonly chance: () => number;
  /** After a table was closed on this server, its clients come back within this time, each at its own moment. */
  readonly returnWithin: Millis;
  readonly metrics: Metrics;
  readonly frames: FrameMaker;
  readonly loopTurn: LoopTurn;
  readonly refusals: RefusalLog;
}

type Hello = Extract<ClientMessage, { readonly t: 'hello' }>;

const SPEECH = { burst: 40, perSecond: 20 };
const HELLO_WITHIN: Millis = 5_000;
const PING_AFTER: Millis = 5_000;
/**
 * Silence after which a connection counts as dead. Guests are checked twice a second, so a dead connection is noticed
 * within ten seconds even on a busy machine.
 */
const DEAD_AFTER: Millis = 9_000;
const SLOW_BYTES = 256 * 1024;
const MOST_BYTES = 1024 * 1024;
const SLOW_FOR: Millis = 10_000;
const MOST_AFTER_GOODBYE = 20;
const LATER_SPREAD: Millis = 4_000;

/**
 * The rate limit of expensive commands: setting up a game with a custom tile set takes milliseconds, a move microseconds.
 * The limit grows with the number of connections that an address may have.
 */
export const costlyLimitOf = (connectionsPerIp: number): Rate => ({
  burst: Math.max(10, 0.3 * connectionsPerIp),
  perSecond: Math.max(1, connectionsPerIp / 50),
});

/**
 * The least time between two welcomes on a socket: the answer to a hello may be a thousand times as long as the
 * hello.
 */
const WELCOME_APART: Millis = 2_000;

/**
 * The limit of bytes in welcomes. The burst is enough for a restart, when everybody behind one address gets a whole table,
 * perhaps twice. The rate is enough for the missing entries of clients that reconnect later.
 */
export const welcomesOf = (connectionsPerIp: number): Rate => ({
  burst: 250_000 * connectionsPerIp,
  perSecond: 1_000 * connectionsPerIp,
});

/**
 * After the host has removed somebody, every new token from that address is refused as long as the table is open, because a
 * removed person cannot be told from other people at the same address.
 */
const SHOWN_OUT = frameOf({
  t: 'no',
  n: 0,
  why: 'removed-nearby',
});

const isCostly = (message: ClientMessage): boolean =>
  message.t === 'table' && (message.c.type === 'begin' || message.c.type === 'wish');

const TURNED_AWAY: Readonly<Record<TableLookupError, readonly [CloseCode, string]>> = {
  unknown: [CLOSE_CODES.noTable, 'There is no such table.'],
  quarantined: [CLOSE_CODES.quarantined, CLOSE_SENTENCES.quarantined],
  newer: [CLOSE_CODES.newer, CLOSE_SENTENCES.newer],
  draining: [CLOSE_CODES.restart, 'The server is about to restart.'],
  closed: [CLOSE_CODES.closed, 'The people who run this server have closed this table.'],
  'read-only': [CLOSE_CODES.readOnly, 'The server is under maintenance: nothing can be changed for a while.'],
  'no-room': [CLOSE_CODES.tryLater, 'All tables on this server are in use.'],
  unavailable: [CLOSE_CODES.tryLater, 'The table cannot be opened right now.'],
};

export class Guest implements Client {
  readonly #world: GuestWorld;
  readonly #pipe: ClientSocket;
  readonly #outbox: Outbox;
  readonly address: string;
  #arrived: number;
  readonly #speech: TokenBucket;
  #state: 'new' | 'greeting' | 'in' | 'closed' = 'new';
  #room: Room | null = null;
  /** Messages that arrived while the table was being opened. */
  #waiting: ClientMessage[] = [];
  #heardAt: number;
  #pingedAt: number;
  #behindSince: number | null = null;
  #afterGoodbye = 0;
  #welcomedAt = Number.NEGATIVE_INFINITY;
  /** The close code that this server has sent. */
  #code: CloseCode | null = null;

  constructor(world: GuestWorld, pipe: ClientSocket, address: string) {
    const now = world.clock.now();
    this.#world = world;
    this.#pipe = pipe;
    this.#outbox = pipe.outbox;
    this.address = address;
    this.#arrived = now;
    this.#heardAt = now;
    this.#pingedAt = now;
    this.#speech = new TokenBucket(SPEECH, () => world.clock.now());
  }

  /** Whether the connection has no table yet. */
  get isNew(): boolean {
    return this.#room === null;
  }

  // Methods that receive messages.

  /** Handles a text message; null for a binary one, which the protocol does not use. */
  hear(text: string | null): void {
    if (!this.#maySpeak()) return;
    const message = text === null ? null : readMessage(text);
    if (message === null) this.close(CLOSE_CODES.malformed, 'Messages must be text.');
    else if (!message.ok) this.close(CLOSE_CODES.malformed, message.error);
    else this.#take(message.value);
  }

  /** Handles a pong, which shows that the connection is alive. */
  touch(): void {
    this.#maySpeak();
  }

  #maySpeak(): boolean {
    const now = this.#world.clock.now();
    if (this.#state === 'closed') {
      // After we have sent a close frame, messages are ignored.
      if (++this.#afterGoodbye === MOST_AFTER_GOODBYE) this.#pipe.deafen();
      return false;
    }
    this.#heardAt = now;
    if (this.#speech.take()) return true;
    this.#tooMuch('messages');
    return false;
  }

  #tooMuch(scope: string): void {
    this.#world.metrics.limited(scope);
    this.close(CLOSE_CODES.policy, 'Too many messages.');
  }

  #take(message: ClientMessage): void {
    if (this.#state === 'greeting') this.#waiting.push(message);
    else if (message.t === 'hello') void this.#greet(message);
    else if (this.#room === null) this.close(CLOSE_CODES.policy, 'Say hello first.');
    else if (message.t === 'join' && this.#isShownOut(message.token)) this.send(SHOWN_OUT);
    else if (isCostly(message) && !this.#world.costly.take(this.address)) this.#tooMuch('efforts');
    else this.#world.tables.attend(this.#room, this, message);
  }

  /**
   * Whether a join is refused because the host removed somebody at this address. The table itself refuses the token of
   * the removed person; here new tokens from the same address are refused.
   */
  #isShownOut(token: string | undefined): boolean {
    if (this.#room?.shownOut?.has(this.address) !== true) return false;
    return token === undefined || this.#room?.knows(token) === false;
  }

  #noteShownOut(): void {
    if (this.#room === null) return;
    this.#room.shownOut ??= new Set();
    this.#room.shownOut.add(this.address);
  }

  // Methods for the handshake.

  /**
   * Finds the table. An address with too many wrong codes must wait, even if this code is right; only a seat token, which
   * cannot be guessed, is still accepted.
   */
  async #greet({ protocol, table, token, since, n }: Hello): Promise<void> {
    const { tables, wrongCodes } = this.#world;
    if (!isSpoken(protocol))
      return this.close(CLOSE_CODES.oldClient, `This server speaks version ${PROTOCOL_VERSION}.`);
    if (this.#world.clock.now() - this.#welcomedAt < WELCOME_APART) return this.#tooMuch('hellos');
    if (!wrongCodes.mayTry(this.address) && token === undefined) return this.#tooManyGuesses();
    this.#leave();
    this.#state = 'greeting';
    const found = await tables.find(table, token);
    if (this.#isClosed()) return;
    // The limit of wrong codes is asked after the lookup, because many connections may look for tables at the same time.
    const isSuspect = !wrongCodes.mayTry(this.address);
    if (isSuspect && !(found.ok && found.value.knows(token ?? ''))) return this.#tooManyGuesses();
    if (!found.ok) return this.#turnAway(found.error);
    this.#state = 'in';
    this.#room = found.value;
    tables.enter(found.value, this, {
      ...(token === undefined ? {} : { token }),
      ...(since === undefined ? {} : { since }),
      ...(n === undefined ? {} : { n }),
    });
    this.#takeWaiting();
  }

  #takeWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const message of waiting) if (!this.#isClosed()) this.#take(message);
  }

  #isClosed(): boolean {
    return this.#state === 'closed';
  }

  #tooManyGuesses(): void {
    const { metrics, wrongCodes } = this.#world;
    metrics.limited('misses');
    const wait = wrongCodes.wait(this.address);
    this.#goodbye(CLOSE_CODES.tryLater, 'Too many wrong codes; please wait a while.', wait);
  }

  #turnAway(why: TableLookupError): void {
    if (why === 'unknown') this.#world.wrongCodes.missed(this.address);
    this.close(...TURNED_AWAY[why]);
  }

  #leave(): void {
    if (this.#room !== null) this.#world.tables.leave(this.#room, this);
    this.#room = null;
  }

  // Methods that send frames.

  /** Sends a frame. The frame with a seat's token is sent even to a slow connection, because a snapshot cannot replace it. */
  send(text: string, what?: 'seat' | 'welcome'): void {
    if (this.#state === 'closed') return;
    if (this.#behindSince !== null && what !== 'seat') return;
    if (what === 'welcome' && !this.#affordsWelcome(text.length)) return;
    this.#outbox.add(this.#world.frames.of(text));
    if (this.#outbox.buffered > SLOW_BYTES) this.#behindSince ??= this.#world.clock.now();
  }

  /** Whether the address may get a welcome of this length; if so, the bytes are spent from its limit. */
  #affordsWelcome(length: number): boolean {
    const { clock, welcomes, metrics } = this.#world;
    this.#welcomedAt = clock.now();
    if (welcomes.take(this.address, length)) return true;
    metrics.limited('welcomes');
    this.close(CLOSE_CODES.tryLater, 'Too much was sent to this address; please wait a while.');
    return false;
  }

  /** Called when the socket's buffer is empty again: a snapshot makes up for the dropped frames. */
  drained(): void {
    if (this.#behindSince === null || this.#state === 'closed') return;
    this.#behindSince = null;
    if (this.#room !== null) this.#world.tables.refresh(this.#room, this);
  }

  close(code: CloseCode, why: string): void {
    if (code === CLOSE_CODES.kicked) this.#noteShownOut();
    if (code === CLOSE_CODES.wrongToken) this.#world.wrongCodes.missed(this.address);
    if (code === CLOSE_CODES.restart)
      this.#goodbye(code, why, this.#world.chance() * this.#world.returnWithin);
    else if (code === CLOSE_CODES.tryLater)
      this.#goodbye(code, why, 1000 + this.#world.chance() * LATER_SPREAD);
    else this.#goodbye(code, why);
  }

  #goodbye(code: CloseCode, why: string, retryAfter?: Millis): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#code = code;
    this.#waiting = [];
    const again = retryAfter === undefined ? {} : { retryAfter: Math.round(retryAfter) };
    const bye: ServerMessage = { t: 'bye', code, why, ...again };
    this.#outbox.add(this.#world.frames.of(frameOf(bye)));
    this.#pipe.close(code, why);
  }

  /** Called when the connection is closed; returns the close code of the side that closed it. */
  gone(code: number): number {
    const reason = this.#code ?? code;
    this.#state = 'closed';
    this.#world.metrics.socketClosed(reason);
    this.#leave();
    return reason;
  }

  // The method that checks for silence.

  /** Called twice a second; `stalled` is for how long the server itself did not read before this call. */
  check(now: number, stalled: Millis): void {
    if (this.#state === 'closed') return;
    if (stalled > 0) this.#excuse(now, stalled);
    if (now - this.#heardAt >= DEAD_AFTER) this.#pipe.cut();
    else if (this.#state === 'new' && now - this.#arrived >= HELLO_WITHIN)
      this.close(CLOSE_CODES.policy, 'Nobody said hello.');
    else if (this.#isTooSlow(now)) this.close(CLOSE_CODES.tryLater, 'The connection is too slow.');
    else if (now - Math.max(this.#heardAt, this.#pingedAt) >= PING_AFTER) {
      this.#pingedAt = now;
      this.#pipe.ping();
    }
  }

  #excuse(now: number, stalled: Millis): void {
    this.#heardAt = Math.min(now, this.#heardAt + stalled);
    this.#arrived = Math.min(now, this.#arrived + stalled);
    if (this.#behindSince !== null) this.#behindSince = Math.min(now, this.#behindSince + stalled);
  }

  #isTooSlow(now: number): boolean {
    if (this.#outbox.buffered > MOST_BYTES) return true;
    return this.#behindSince !== null && now - this.#behindSince >= SLOW_FOR;
  }
}
