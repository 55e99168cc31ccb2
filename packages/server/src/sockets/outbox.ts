/**
 * Writes to a WebSocket: encodes a text as a frame once for all receivers, and collects the frames of one connection until
 * the end of an event-loop turn, so that several frames cost one write.
 */
import type { Writable } from 'node:stream';
import type { LoopTurn } from '../runtime/loop-turn.ts';

const FINAL_TEXT = 0x81;
const TWO_BYTES = 126;
const EIGHT_BYTES = 127;

/** Encodes a text as a frame (RFC 6455, 5.2). A server's frames are not masked, so every receiver gets the same bytes. */
export function encodeFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < TWO_BYTES ? 2 : length < 0x1_00_00 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = FINAL_TEXT;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = TWO_BYTES;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = EIGHT_BYTES;
    frame.writeUInt32BE(0, 2);
    frame.writeUInt32BE(length, 6);
  }
  frame.write(text, head);
  return frame;
}

/** Caches the last frame, because a table sends the same text to all its clients in a row. */
export class FrameMaker {
  #text = '';
  #frame: Buffer = encodeFrame('');

  of(text: string): Buffer {
    if (text !== this.#text) {
      this.#frame = encodeFrame(text);
      this.#text = text;
    }
    return this.#frame;
  }
}

/** The part of a socket that the outbox uses. */
export interface FrameSink {
  readonly socket: Writable;
  /** Whether frames may still be sent; false after a close frame. */
  isOpen(): boolean;
}

const NONE: readonly Buffer[] = [];

export class Outbox {
  readonly #way: FrameSink;
  readonly #loopTurn: LoopTurn;
  /** The first frame of this turn, usually the only one; a field of its own saves making a list. */
  #first: Buffer | null = null;
  #more: Buffer[] | null = null;
  #bytes = 0;
  /** Whether the socket's buffer is full; cached, because asking the socket each time is expensive. */
  #isBehind = false;

  constructor(way: FrameSink, loopTurn: LoopTurn) {
    this.#way = way;
    this.#loopTurn = loopTurn;
  }

  /** The number of bytes that the socket has not sent yet. */
  get buffered(): number {
    return this.#isBehind ? this.#way.socket.writableLength + this.#bytes : this.#bytes;
  }

  add(frame: Buffer): void {
    this.#bytes += frame.length;
    if (this.#first !== null) this.#addMore(frame);
    else {
      this.#first = frame;
      this.#loopTurn.add(this);
    }
  }

  #addMore(frame: Buffer): void {
    if (this.#more === null) this.#more = [frame];
    else this.#more.push(frame);
  }

  flush(): void {
    const first = this.#first;
    const more = this.#more ?? NONE;
    this.#first = null;
    this.#more = null;
    this.#bytes = 0;
    if (first === null || !this.#way.isOpen()) return;
    const { socket } = this.#way;
    if (more.length > 0) socket.cork();
    this.#isBehind = !socket.write(first);
    for (const frame of more) this.#isBehind = !socket.write(frame);
    if (more.length > 0) socket.uncork();
  }
}
