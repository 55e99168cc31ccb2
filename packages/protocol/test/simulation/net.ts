/**
 * A virtual network with connections that behave like TCP: in order, each byte once, until they break. Connections
 * are delayed, stalled by blackouts, cut, or die without notice, and data of an old connection may arrive after data
 * of the next.
 */
import type { Socket, SocketEvents } from '../../src/index.ts';
import type { VirtualTime } from '../virtual-time.ts';
import type { Chance } from './chance.ts';

export interface NetTemper {
  readonly delay: number;
  readonly jitter: number;
}

/** The functions of an authority that handle a connection. */
export interface Host {
  readonly isUp: boolean;
  arrived(wire: Wire): void;
  heard(wire: Wire, text: string): void;
  gone(wire: Wire): void;
}

export class Net {
  readonly time: VirtualTime;
  readonly chance: Chance;
  /** Called with every frame that is sent. */
  overhear: ((frame: string, side: 'client' | 'server') => void) | null = null;
  #temper: NetTemper;

  constructor(time: VirtualTime, chance: Chance, temper: NetTemper) {
    this.time = time;
    this.chance = chance;
    this.#temper = temper;
  }

  calm(temper: NetTemper): void {
    this.#temper = temper;
  }

  delay(): number {
    const { delay, jitter } = this.#temper;
    return Math.max(0.05, delay + this.chance.between(-jitter, jitter));
  }
}

/** The location of one client: the part of the network that a blackout affects. */
export class Place {
  darkUntil = 0;
  wires: Wire[] = [];
  readonly net: Net;

  constructor(net: Net) {
    this.net = net;
  }

  connect(host: Host, window: number, events: SocketEvents): Socket {
    const wire = new Wire(this, host, window, events);
    this.wires = [...this.wires.filter(other => !other.isOver), wire];
    return wire;
  }
}

type Direction = 'up' | 'down';

export class Wire implements Socket {
  /** The client that has opened this connection. */
  readonly window: number;
  readonly #place: Place;
  readonly #host: Host;
  readonly #events: SocketEvents;
  readonly #last = { up: 0, down: 0 };
  /** The directions in which data is now lost. */
  readonly #dead = { up: false, down: false };
  #clientClosed = false;
  #serverClosed = false;
  #hasArrived = false;

  constructor(place: Place, host: Host, window: number, events: SocketEvents) {
    this.window = window;
    this.#place = place;
    this.#host = host;
    this.#events = events;
    this.#travel('up', () => this.#arrive());
  }

  /** Whether each end has closed the connection; a connection that never reached the server has only one end. */
  get isOver(): boolean {
    return this.#clientClosed && (this.#serverClosed || (this.#dead.up && !this.#hasArrived));
  }

  // Methods for the client's end.

  send(text: string): void {
    this.#place.net.overhear?.(text, 'client');
    if (!this.#clientClosed) this.#travel('up', () => this.#hear(text));
  }

  close(): void {
    if (this.#clientClosed) return;
    this.#clientClosed = true;
    this.#travel('up', () => this.#leave());
  }

  // Methods for the server's end.

  tell(text: string): void {
    this.#place.net.overhear?.(text, 'server');
    if (!this.#serverClosed)
      this.#travel('down', () => {
        if (!this.#clientClosed) this.#events.heard(text);
      });
  }

  end(code: number, why: string): void {
    if (this.#serverClosed) return;
    this.#serverClosed = true;
    this.#travel('down', () => this.#closed(code, why));
  }

  /** Whether messages sent on this connection arrive. */
  get isAlive(): boolean {
    return !this.#dead.up && !this.#dead.down && !this.#clientClosed && !this.#serverClosed;
  }

  /** Whether a blackout delays the data of this connection. */
  get isStalled(): boolean {
    return Math.max(this.#last.up, this.#last.down) > this.#place.net.time.now + 1_000;
  }

  // Methods that cause faults of the network.

  /** Breaks the connection: both ends notice it, at different times, and data in transit is lost. */
  cut(): void {
    this.#dead.up = true;
    this.#dead.down = true;
    const { time, chance } = this.#place.net;
    time.later(chance.between(0, 50), () => this.#closed(1006, 'cut'));
    time.later(chance.between(0, 50), () => this.#leave());
  }

  /** Breaks the connection so that neither end notices it. */
  die(directions: readonly Direction[]): void {
    for (const direction of directions) this.#dead[direction] = true;
  }

  /** Called when the server's machine has crashed; the client may or may not be told. */
  hostGone(isTold: boolean): void {
    this.#dead.up = true;
    this.#dead.down = true;
    this.#serverClosed = true;
    if (isTold) this.#place.net.time.later(this.#place.net.delay(), () => this.#closed(1006, 'reset'));
  }

  #arrive(): void {
    if (!this.#host.isUp) {
      this.hostGone(true);
      return;
    }
    this.#hasArrived = true;
    this.#host.arrived(this);
    this.#travel('down', () => {
      if (!this.#clientClosed) this.#events.opened();
    });
  }

  #hear(text: string): void {
    if (!this.#serverClosed) this.#host.heard(this, text);
  }

  #leave(): void {
    if (this.#serverClosed) return;
    this.#serverClosed = true;
    this.#host.gone(this);
  }

  #closed(code: number, why: string): void {
    if (this.#clientClosed) return;
    this.#clientClosed = true;
    this.#events.closed(code, why);
    this.#travel('up', () => this.#leave());
  }

  #travel(direction: Direction, then: () => void): void {
    if (this.#dead[direction]) return;
    const { net, darkUntil } = this.#place;
    const at = Math.max(this.#last[direction], Math.max(net.time.now, darkUntil) + net.delay());
    this.#last[direction] = at;
    net.time.later(at - net.time.now, () => {
      if (!this.#dead[direction]) then();
    });
  }
}
