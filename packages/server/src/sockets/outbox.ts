/** Frames for one connection, collected until the end of a loop turn, so that several frames cost one write. */
import type { Writable } from 'node:stream';
import type { LoopTurn } from '../runtime/loop-turn.ts';

/** The socket as the outbox uses it. */
export interface FrameSink {
  readonly socket: Writable;
  /** False after a close frame: nothing may follow it. */
  isOpen(): boolean;
}

const NONE: readonly Buffer[] = [];

export class Outbox {
  readonly #way: FrameSink;
  readonly #loopTurn: LoopTurn;
  /** Usually the only frame of a turn, kept apart from the array to save an allocation. */
  #first: Buffer | null = null;
  #more: Buffer[] | null = null;
  #bytes = 0;
  /** The socket's buffer is full. The flag is kept here because asking the socket each time is expensive. */
  #isBehind = false;

  constructor(way: FrameSink, loopTurn: LoopTurn) {
    this.#way = way;
    this.#loopTurn = loopTurn;
  }

  /** Bytes that the socket has not sent yet. */
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
