/**
 * What is to be written to one connection, gathered until the turn of the event loop ends: first reading all that has
 * arrived and then writing to everybody costs a third less than taking turns, and several frames cost one call.
 */
import type { Writable } from 'node:stream';

/** Where frames go. */
export interface Way {
  readonly socket: Writable;
  /** Nothing is written to what is not open any more: nothing may follow a goodbye. */
  isOpen(): boolean;
}

const NONE: readonly Buffer[] = [];

export class Outbox {
  readonly #way: Way;
  readonly #round: Round;
  /** Nearly always the only one: everybody at a table hears of one thing at a time. */
  #first: Buffer | null = null;
  #more: Buffer[] | null = null;
  #bytes = 0;
  /** The socket has said that it takes less than it is given. Asking it each time would cost as much as giving. */
  #isBehind = false;

  constructor(way: Way, round: Round) {
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

/** All connections with something to write, once a turn. */
export class Round {
  #waiting: Outbox[] = [];
  readonly #flushing = (): void => this.#flush();

  add(outbox: Outbox): void {
    if (this.#waiting.push(outbox) === 1) setImmediate(this.#flushing);
  }

  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const outbox of waiting) outbox.flush();
  }
}
