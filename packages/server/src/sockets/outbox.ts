/** What is to be written to one connection, gathered until the end of a round: several frames cost one call. */
import type { Writable } from 'node:stream';
import type { LoopTurn } from '../runtime/loop-turn.ts';

/** Where frames go. */
export interface FrameSink {
  readonly socket: Writable;
  /** Nothing is written to what is not open any more: nothing may follow a goodbye. */
  isOpen(): boolean;
}

const NONE: readonly Buffer[] = [];

export class Outbox {
  readonly #way: FrameSink;
  readonly #round: LoopTurn;
  /** Nearly always the only one: everybody at a table hears of one thing at a time. */
  #first: Buffer | null = null;
  #more: Buffer[] | null = null;
  #bytes = 0;
  /** The socket has said that it takes less than it is given. Asking it each time would cost as much as giving. */
  #isBehind = false;

  constructor(way: FrameSink, round: LoopTurn) {
    this.#way = way;
    this.#round = round;
  }

  /** Bytes that the other end has not taken yet. */
  get buffered(): number {
    return this.#isBehind ? this.#way.socket.writableLength + this.#bytes : this.#bytes;
  }

  add(frame: Buffer): void {
    this.#bytes += frame.length;
    if (this.#first !== null) this.#addMore(frame);
    else {
      this.#first = frame;
      this.#round.add(this);
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
