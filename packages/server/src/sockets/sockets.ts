/**
 * WebSockets; this is the only file that imports `ws`. Connections are admitted or refused before the handshake; an admitted
 * one is a guest. Encoded frames are written directly to the TCP socket. That is safe because `ws` queues frames only when
 * it compresses, which is switched off.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { CLOSE_CODES, LARGEST_FRAME } from '@hush/protocol';
import type { Millis } from '@hush/rules';
import { WebSocket, WebSocketServer } from 'ws';
import { rejectSocket } from '../http/headers.ts';
import { AddressLimit } from '../limits/address-limits.ts';
import { addressOf, isOriginAllowed } from '../limits/client-address.ts';
import { OpenLines } from '../limits/open-lines.ts';
import { headProblem } from '../limits/request-head.ts';
import type { Config } from '../runtime/config.ts';
import type { Log } from '../runtime/log.ts';
import type { LoopTurn } from '../runtime/loop-turn.ts';
import { type ClientSocket, Guest, type GuestWorld } from './guest.ts';
import { type FrameSink, Outbox } from './outbox.ts';

const OPTIONS = {
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: LARGEST_FRAME,
  maxFragments: 16,
  maxBufferedChunks: 1024,
  closeTimeout: 5_000,
  handleProtocols: (): false => false, // Hush has no subprotocol, so none of the offered subprotocols is chosen
} as const;

const LOOK: Millis = 500;
/**
 * The most milliseconds by which timers of a busy event loop are late; a longer delay means that the process stood
 * still.
 */
const USUAL_DELAY: Millis = 500;
const MOST_APART: Millis = 50;
const GOODBYE_TIME: Millis = 250;
// bytes of a reason; a close frame has room for 123, and a character that is cut off may need two more
const LONGEST_REASON = 120;

const CUT_OFF = 'This server is cut off from the others; the game goes on at another one.';
const SENT_AWAY_BY: Millis = 5_000;

export class Sockets {
  readonly #world: GuestWorld;
  readonly #config: Config;
  readonly #log: Log;
  readonly #server = new WebSocketServer(OPTIONS);
  readonly #guests = new Map<Guest, WebSocket>();
  readonly #lines: OpenLines;
  readonly #arrivals: AddressLimit;
  #draining = false;
  #lookedAt: number;
  #cancelLook: () => void = () => undefined;

  constructor(world: GuestWorld, config: Config, log: Log) {
    const { connectionsPerIp } = config.limits;
    this.#world = world;
    this.#config = config;
    this.#lines = new OpenLines(connectionsPerIp);
    this.#log = log;
    // A burst that lets everybody behind one address reconnect twice after a restart.
    const rate = { burst: 2 * connectionsPerIp, perSecond: Math.max(1, connectionsPerIp / 10) };
    this.#arrivals = new AddressLimit(rate, () => world.clock.now());
    this.#server.on('wsClientError', (error, socket) => rejectSocket(socket, 400, `${error.message}.`));
    this.#lookedAt = world.clock.now();
    this.#look();
  }

  /** The number of connections without a table. */
  get newcomers(): number {
    return [...this.#guests.keys()].filter(guest => guest.isNew).length;
  }

  bufferedBytes(): number {
    return [...this.#guests.values()].reduce((sum, socket) => sum + socket.bufferedAmount, 0);
  }

  // Methods that admit connections.

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', error => this.#log.debug({ err: error }, 'socket error'));
    const address = addressOf(request, this.#config.trustedProxies);
    const [status, say] = this.#objection(request, address) ?? [];
    if (status !== undefined) {
      this.#world.metrics.upgradeRefused(status);
      this.#world.refusals.request(request, status);
      rejectSocket(socket, status, say ?? '');
      return;
    }
    this.#server.handleUpgrade(request, socket, head, webSocket => this.#welcome(webSocket, socket, address));
  }

  #objection(request: IncomingMessage, address: string): readonly [number, string] | null {
    const { limits, origins } = this.#config;
    const [path] = (request.url ?? '').split('?', 1);
    const wrongHead = headProblem(request, this.#config);
    if (wrongHead !== null) return wrongHead;
    if (path !== '/ws') return [404, 'WebSockets connect at /ws.'];
    if (!isOriginAllowed(request, origins)) return [403, 'Pages of other sites may not connect.'];
    if (this.#world.moderation.isBlocked(address))
      return [403, 'This address may not use this server for a while.'];
    if (this.#draining) return [503, 'The server is about to restart.'];
    if (this.#guests.size >= limits.connections) {
      this.#world.refusals.full('HUSH_MAX_CONNECTIONS');
      return [503, 'The server is full.'];
    }
    if (this.#lines.hasRoom(address) && this.#arrivals.take(address)) return null;
    this.#world.metrics.limited('connections');
    return [429, 'Too many connections from one address.'];
  }

  #welcome(webSocket: WebSocket, socket: Duplex, address: string): void {
    const guest = new Guest(this.#world, new SocketPipe(webSocket, socket, this.#world.loopTurn), address);
    this.#guests.set(guest, webSocket);
    this.#lines.opened(address);
    this.#log.debug({ address }, 'connected');
    webSocket.on('message', (data, isBinary) => guest.hear(isBinary ? null : data.toString()));
    webSocket.on('ping', () => guest.touch());
    webSocket.on('pong', () => guest.touch());
    webSocket.on('error', error => this.#log.debug({ address, err: error }, 'connection error'));
    webSocket.on('close', code => {
      this.#guests.delete(guest);
      this.#lines.closed(address);
      this.#log.debug({ address, code: guest.gone(code) }, 'disconnected');
    });
    socket.on('drain', () => guest.drained());
  }

  /**
   * After a stall (a suspended machine, a stopped process) this timer fires before the sockets are read. Messages
   * that arrived meanwhile are not read yet, so the time in which the process stood still does not count as silence
   * of the guests.
   */
  #look(): void {
    const now = this.#world.clock.now();
    const stalled = Math.max(0, now - this.#lookedAt - LOOK - USUAL_DELAY);
    this.#lookedAt = now;
    for (const guest of this.#guests.keys()) guest.check(now, stalled);
    this.#cancelLook = this.#world.clock.later(LOOK, () => this.#look());
  }

  /** Closes the connections of addresses that the operator has blocked. */
  endBlocked(): void {
    for (const guest of this.#guests.keys())
      if (this.#world.moderation.isBlocked(guest.address))
        guest.close(CLOSE_CODES.policy, 'This address may not use this server for a while.');
  }

  // Methods that close connections.

  /** Refuses new connections; existing ones stay. */
  refuse(): void {
    this.#draining = true;
  }

  /**
   * While this server is cut off from the other nodes it can store nothing: its clients are sent to them, and new
   * clients are refused.
   */
  cutOff(isCutOff: boolean): void {
    this.#draining = isCutOff;
    if (isCutOff) void this.endOneByOne(CUT_OFF, SENT_AWAY_BY);
  }

  /**
   * Closes all connections, spread over at most this time, so that their pages do not reconnect to the other servers all at
   * once.
   */
  async endOneByOne(why: string, over: Millis): Promise<void> {
    const guests = [...this.#guests.keys()];
    const apart = Math.min(MOST_APART, over / Math.max(1, guests.length));
    for (const guest of guests) {
      guest.close(CLOSE_CODES.restart, why);
      await new Promise<void>(resolve => void this.#world.clock.later(apart, resolve));
    }
  }

  /**
   * Refuses new connections and stops reading: clients send unanswered messages again to the next server, and this
   * server still answers the messages that it has read.
   */
  drain(): void {
    this.refuse();
    for (const webSocket of this.#guests.values()) webSocket.pause();
  }

  /** Sends all clients a close frame, and closes the sockets after a moment; resolves when all are closed. */
  async stop(why: string, patience: Millis): Promise<void> {
    this.drain();
    this.#cancelLook();
    for (const [guest, webSocket] of this.#guests) {
      guest.close(CLOSE_CODES.restart, why);
      // unread data is read first, because closing a socket with unread data may lose the close frame
      webSocket.resume();
    }
    const gone = Promise.all([...this.#guests.values()].map(ended));
    const cancel = this.#world.clock.later(patience, () => {
      for (const webSocket of this.#guests.values()) webSocket.terminate();
    });
    await gone;
    cancel();
  }
}

const ended = (webSocket: WebSocket): Promise<void> =>
  new Promise(resolve => {
    if (webSocket.readyState === WebSocket.CLOSED) resolve();
    else webSocket.once('close', () => resolve());
  });

class SocketPipe implements ClientSocket, FrameSink {
  readonly socket: Duplex;
  readonly outbox: Outbox;
  readonly #webSocket: WebSocket;

  constructor(webSocket: WebSocket, socket: Duplex, loopTurn: LoopTurn) {
    this.#webSocket = webSocket;
    this.socket = socket;
    this.outbox = new Outbox(this, loopTurn);
  }

  isOpen(): boolean {
    return this.#webSocket.readyState === WebSocket.OPEN;
  }

  ping(): void {
    if (this.isOpen()) this.#webSocket.ping();
  }

  close(code: number, why: string): void {
    this.socket.cork(); // the socket collects all frames of this turn and writes them at once
    this.outbox.flush();
    this.#webSocket.close(code, Buffer.from(why).subarray(0, LONGEST_REASON).toString());
    this.socket.uncork();
  }

  deafen(): void {
    this.#webSocket.pause();
    setTimeout(() => this.cut(), GOODBYE_TIME).unref();
  }

  cut(): void {
    this.#webSocket.terminate();
  }
}
