/**
 * The load generator's own WebSocket client (RFC 6455): once a seat is taken, frames are counted and written directly on the
 * TCP socket, so that the generator costs little and the server is what is measured.
 */
import type { Socket } from 'node:net';
import { type ClientOptions, WebSocket } from 'ws';
import { WorldError } from '../io.ts';

const TEXT = 0x81;
const PING = 0x89;
const MASKED = 0x80;
const TWO_BYTES = 126;
const NOTHING = Buffer.alloc(0);

/** A function that gets a chunk of bytes, and where in it the text of a frame begins and ends. */
export type FrameListener = (bytes: Buffer, start: number, end: number) => void;

export class Wire {
  readonly webSocket: WebSocket;
  #socket: Socket | null = null;
  #isTaken = false;
  #rest: Buffer = NOTHING;

  constructor(url: string, options: ClientOptions = {}) {
    this.webSocket = new WebSocket(url, { ...options, perMessageDeflate: false });
    this.webSocket.once('upgrade', ({ socket }) => {
      this.#socket = socket;
    });
  }

  /** Passes every text frame to the listener from this moment on. Call it only while no frame is incomplete. */
  takeOver(heard: FrameListener): void {
    this.#isTaken = true;
    this.#socket?.removeAllListeners('data').on('data', chunk => this.#read(chunk, heard));
  }

  /** Masks the frame, as a client must; the mask is zero and changes nothing. */
  send(text: string): void {
    const length = Buffer.byteLength(text);
    const head = length < TWO_BYTES ? 6 : 8;
    const frame = Buffer.alloc(head + length);
    frame[0] = TEXT;
    frame[1] = MASKED | Math.min(length, TWO_BYTES);
    if (head === 8) frame.writeUInt16BE(length, 2);
    frame.write(text, head);
    // Throws when the connection is lost; otherwise it would count as a connection without answers.
    if (this.#isTaken && this.webSocket.readyState !== WebSocket.OPEN)
      throw new WorldError('the server has hung up');
    this.#socket?.write(frame);
  }

  #read(chunk: Buffer, heard: FrameListener): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    for (;;) {
      const start = at + (bytes[at + 1] === TWO_BYTES ? 4 : 2);
      if (bytes.length < start) break;
      const end = start + (start - at === 2 ? (bytes[at + 1] ?? 0) : bytes.readUInt16BE(at + 2));
      if (bytes.length < end) break;
      if (bytes[at] === TEXT) heard(bytes, start, end);
      // A ping of the server means that our own heartbeats are late on a busy machine; the next heartbeat answers the
      // ping.
      else if (bytes[at] !== PING) throw new WorldError('the server sent something else than text');
      at = end;
    }
    this.#rest = bytes.subarray(at);
  }
}
