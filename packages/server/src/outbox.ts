/**
 * What is to be written to one connection, gathered until the turn of the event loop ends: first reading all that has
 * arrived and then writing to everybody costs a third less than taking turns, and several frames cost one call.
 */
import type { Writable } from 'node:stream';

export class Outbox {
  readonly #socket: Writable;
  readonly #round: Round;
  readonly #isOpen: () => boolean;
  #frames: Buffer[] = [];
  #bytes = 0;
  /** The socket has said that it takes less than it is given. Asking it each time would cost as much as giving. */
  #isBehind = false;

  /** Nothing is written to what is not open any more: nothing may follow a goodbye. */
  constructor(socket: Writable, round: Round, isOpen: () => boolean) {
    this.#socket = socket;
    this.#round = round;
    this.#isOpen = isOpen;
  }

  /** Bytes that the other end has not taken yet. */
  get buffered(): number {
    return this.#isBehind ? this.#socket.writableLength + this.#bytes : this.#bytes;
  }

  add(frame: Buffer): void {
    if (!this.#isOpen()) return;
    if (this.#frames.length === 0) this.#round.add(this);
    this.#frames.push(frame);
    this.#bytes += frame.length;
  }

  flush(): void {
    const frames = this.#frames;
    this.#frames = [];
    this.#bytes = 0;
    if (!this.#isOpen()) return;
    const isMany = frames.length > 1;
    if (isMany) this.#socket.cork();
    for (const frame of frames) this.#isBehind = !this.#socket.write(frame);
    if (isMany) this.#socket.uncork();
  }
}

/** All connections with something to write, once a turn. */
export class Round {
  #waiting: Outbox[] = [];

  add(outbox: Outbox): void {
    if (this.#waiting.length === 0) setImmediate(() => this.#flush());
    this.#waiting.push(outbox);
  }

  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const outbox of waiting) outbox.flush();
  }
}
