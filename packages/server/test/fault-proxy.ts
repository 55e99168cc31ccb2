/**
 * A bad network between one phone and the server: every connection through this proxy is delayed, stalled, cut or
 * silently lost. TCP guarantees order and no duplicates, so a network can only delay data, slow it down, or break a
 * connection, noticed or unnoticed. The seed determines the delays.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket, connect as tcp } from 'node:net';
import { chanceFrom } from './chance.ts';
import { type ClientClock, realTime } from './client-clock.ts';

export interface Weather {
  /** The delay in one direction, in milliseconds. */
  readonly delay: number;
  /** The largest random change of the delay. */
  readonly jitter: number;
  /** Bytes per second that are read from the server; undefined means no limit. */
  readonly bytesPerSecond?: number;
}

/** Data in transit: bytes, or the end of the stream. */
interface Parcel {
  readonly due: number;
  readonly bytes: Buffer | null;
}

/** One direction of one connection. */
class Way {
  readonly #parcels: Parcel[] = [];
  readonly #network: FaultProxy;
  readonly #deliver: (bytes: Buffer | null) => void;
  #lastDue = 0;
  #cancelTimer: (() => void) | null = null;
  #isLost = false;

  constructor(network: FaultProxy, deliver: (bytes: Buffer | null) => void) {
    this.#network = network;
    this.#deliver = deliver;
  }

  send(bytes: Buffer | null): void {
    // A late piece of data delays those behind it, because TCP is one stream.
    this.#lastDue = Math.max(this.#lastDue, this.#network.clock.now() + this.#network.nextDelay());
    this.#parcels.push({ due: this.#lastDue, bytes });
    this.goOn();
  }

  lose(): void {
    this.#isLost = true;
    this.#parcels.length = 0;
    this.#cancelTimer?.();
  }

  /** Delivers the next piece of data when it is due, unless the network is blacked out. */
  goOn(): void {
    const [first] = this.#parcels;
    const { clock, isDark } = this.#network;
    if (first === undefined || this.#cancelTimer !== null || this.#isLost || isDark) return;
    this.#cancelTimer = clock.later(Math.max(0, first.due - clock.now()), () => this.#deliverDue());
  }

  #deliverDue(): void {
    this.#cancelTimer = null;
    const now = this.#network.clock.now();
    while (!this.#network.isDark && (this.#parcels[0]?.due ?? Number.POSITIVE_INFINITY) <= now) {
      const parcel = this.#parcels.shift();
      if (parcel !== undefined) this.#deliver(parcel.bytes);
    }
    this.goOn();
  }
}

/** One connection: the client's socket, the server's socket, and a pipe in each direction. */
class Link {
  readonly #network: FaultProxy;
  readonly #client: Socket;
  readonly #up: Way;
  readonly #down: Way;
  #server: Socket | null = null;
  #isLost = false;

  constructor(network: FaultProxy, client: Socket) {
    this.#network = network;
    this.#client = client;
    this.#up = new Way(network, bytes => this.#toServer(bytes));
    this.#down = new Way(network, bytes => this.#toClient(bytes));
    client.on('data', bytes => this.#isLost || this.#up.send(bytes));
    client.on('error', () => undefined); // a close event follows
    client.on('close', () => this.#ended(this.#up));
  }

  /** The proxy connects to the server when the first bytes arrive. */
  #toServer(bytes: Buffer | null): void {
    if (bytes === null) {
      this.#network.forget(this);
      this.#server?.destroy();
    } else {
      this.#server ??= this.#open();
      this.#server.write(bytes);
    }
  }

  #toClient(bytes: Buffer | null): void {
    if (bytes === null) {
      this.#network.forget(this);
      this.#client.destroy();
    } else this.#client.write(bytes);
  }

  #open(): Socket {
    const server = tcp(this.#network.target, '127.0.0.1');
    server.on('data', bytes => this.#fromServer(server, bytes));
    server.on('error', () => undefined); // a close event follows
    server.on('close', () => this.#ended(this.#down));
    return server;
  }

  #fromServer(server: Socket, bytes: Buffer): void {
    if (this.#isLost) return;
    this.#down.send(bytes);
    const { bytesPerSecond } = this.#network.weather;
    if (bytesPerSecond === undefined) return;
    server.pause();
    this.#network.clock.later((bytes.length / bytesPerSecond) * 1000, () => server.resume());
  }

  #ended(way: Way): void {
    if (!this.#isLost) way.send(null);
  }

  /** Delivers the delayed data. */
  goOn(): void {
    this.#up.goOn();
    this.#down.goOn();
  }

  /** Closes the connection; the two ends notice it at once. */
  cut(): void {
    this.lose();
    this.#client.resetAndDestroy();
    this.#server?.resetAndDestroy();
  }

  /** Makes the connection half-open: no data passes, and neither end notices. */
  lose(): void {
    this.#isLost = true;
    this.#up.lose();
    this.#down.lose();
  }
}

export class FaultProxy {
  readonly target: number;
  readonly clock: ClientClock;
  weather: Weather;
  /** Whether all data is held back. */
  isDark = false;
  readonly #chance: () => number;
  readonly #server: Server;
  readonly #links = new Set<Link>();
  readonly #lost = new Set<Link>();
  #isSevered = false;

  private constructor(target: number, weather: Weather, seed: number, clock: ClientClock) {
    this.target = target;
    this.clock = clock;
    this.weather = weather;
    this.#chance = chanceFrom(seed);
    this.#server = createServer({ noDelay: true }, client => this.#accept(client));
  }

  static async open(target: number, weather: Weather, seed: number, clock = realTime): Promise<FaultProxy> {
    const proxy = new FaultProxy(target, weather, seed, clock);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  nextDelay(): number {
    const { delay, jitter } = this.weather;
    return Math.max(0, delay + (2 * this.#chance() - 1) * jitter);
  }

  /** Holds all data back until `lightUp`; then everything in transit is delivered. */
  blackOut(): void {
    this.isDark = true;
  }

  lightUp(): void {
    this.isDark = false;
    for (const link of this.#links) link.goOn();
  }

  /** Closes every open connection. */
  cut(): void {
    for (const link of this.#links) link.cut();
    this.#links.clear();
  }

  /** Makes every open and new connection half-open, until `mend`. */
  sever(): void {
    this.#isSevered = true;
    for (const link of this.#links) this.#lose(link);
  }

  /** New connections work again; lost ones stay lost. */
  mend(): void {
    this.#isSevered = false;
  }

  async close(): Promise<void> {
    for (const link of [...this.#links, ...this.#lost]) link.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  forget(link: Link): void {
    this.#links.delete(link);
  }

  #accept(client: Socket): void {
    const link = new Link(this, client);
    this.#links.add(link);
    if (this.#isSevered) this.#lose(link);
  }

  #lose(link: Link): void {
    this.#links.delete(link);
    this.#lost.add(link);
    link.lose();
  }
}
