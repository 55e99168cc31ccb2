/**
 * A bad network between one phone and the server: every connection through this proxy is delayed, held up, cut or
 * silently lost. TCP keeps its promises (order, no duplicates), so a network can only be late, be slow, break loudly or
 * break without a word. Delays follow from the seed, and time from the given clock.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket, connect as tcp } from 'node:net';
import { chanceFrom } from './chance.ts';
import { type ClientClock, realTime } from './client-clock.ts';

export interface Weather {
  /** One way, milliseconds. */
  readonly delay: number;
  /** Added to the delay or taken from it, at most. */
  readonly jitter: number;
  /** How fast what comes from the server is read; undefined: at once. */
  readonly bytesPerSecond?: number;
}

/** Something on its way: bytes, or the news that there will be no more. */
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
    // Late parcels hold up those behind them: it is still one stream.
    this.#lastDue = Math.max(this.#lastDue, this.#network.clock.now() + this.#network.nextDelay());
    this.#parcels.push({ due: this.#lastDue, bytes });
    this.goOn();
  }

  lose(): void {
    this.#isLost = true;
    this.#parcels.length = 0;
    this.#cancelTimer?.();
  }

  /** Waits for the first parcel to be due, unless the network is dark. */
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

/** One connection: the client's socket, the server's, and a way in each direction. */
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
    client.on('error', () => undefined); // a close follows
    client.on('close', () => this.#ended(this.#up));
  }

  /** The server hears of a connection when its first bytes arrive. */
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
    server.on('error', () => undefined); // a close follows
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

  /** Delivers what was held up. */
  goOn(): void {
    this.#up.goOn();
    this.#down.goOn();
  }

  /** Both ends are told at once that it is over. */
  cut(): void {
    this.lose();
    this.#client.resetAndDestroy();
    this.#server?.resetAndDestroy();
  }

  /** Half-open: nothing passes any more and nobody is told. */
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
  /** While true, nothing arrives anywhere. */
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

  /** Nothing passes until `lightUp`; then everything that was under way arrives. */
  blackOut(): void {
    this.isDark = true;
  }

  lightUp(): void {
    this.isDark = false;
    for (const link of this.#links) link.goOn();
  }

  /** Every connection there is breaks loudly. */
  cut(): void {
    for (const link of this.#links) link.cut();
    this.#links.clear();
  }

  /** Every connection there is, and every one to come, goes on existing without a byte passing, until `mend`. */
  sever(): void {
    this.#isSevered = true;
    for (const link of this.#links) this.#lose(link);
  }

  /** New connections work again; those that were lost stay so. */
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
