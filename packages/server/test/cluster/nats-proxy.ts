/** A TCP proxy in front of one NATS server that loses what a test says: bytes in one direction, single messages, connections. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket, connect as tcp } from 'node:net';

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

export class NatsProxy {
  readonly #target: number;
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #swallowed: string | null = null;
  #dropping: { readonly text: string; left: number } | null = null;
  #isDeaf = false;
  #isHeld = false;
  #waiting: Socket[] = [];
  dropped = 0;

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer({ noDelay: true }, client => this.#accept(client));
  }

  static async open(target: number): Promise<NatsProxy> {
    const proxy = new NatsProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The next bytes from the server that hold this text do not arrive, and their connection breaks. */
  swallow(text: string): void {
    this.#swallowed = text;
  }

  /** So many deliveries to the client whose line holds this text are lost; the connection stays. */
  drop(text: string, count: number): void {
    this.#dropping = { text, left: count };
  }

  /** What the client sends does not arrive any more. */
  deafen(): void {
    this.#isDeaf = true;
  }

  /** New connections wait. */
  holdConnections(): void {
    this.#isHeld = true;
  }

  letConnect(): void {
    this.#isHeld = false;
    for (const client of this.#waiting.splice(0)) this.#accept(client);
  }

  /** Everything passes again, on new connections. */
  mend(): void {
    this.#isDeaf = false;
    this.cut();
  }

  cut(): void {
    for (const { client, server } of this.#pairs) {
      client.resetAndDestroy();
      server.resetAndDestroy();
    }
    this.#pairs.clear();
  }

  async close(): Promise<void> {
    for (const client of this.#waiting) client.destroy();
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #accept(client: Socket): void {
    client.on('error', () => undefined); // a close follows
    if (this.#isHeld) {
      this.#waiting.push(client);
      return;
    }
    const server = tcp(this.#target, '127.0.0.1');
    const pair = { client, server };
    this.#pairs.add(pair);
    server.on('error', () => undefined);
    client.on('data', bytes => this.#isDeaf || server.write(bytes));
    server.on('data', bytes => this.#toClient(pair, bytes));
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  }

  #toClient({ client, server }: Pair, bytes: Buffer): void {
    if (this.#swallowed !== null && bytes.includes(this.#swallowed)) {
      this.#swallowed = null;
      client.resetAndDestroy();
      server.destroy();
      return;
    }
    client.write(this.#withoutDropped(bytes));
  }

  /** One delivery is a line with the size of what follows. Small ones come in one piece on loopback. */
  #withoutDropped(bytes: Buffer): Buffer {
    const at =
      this.#dropping !== null && this.#dropping.left > 0 ? bytes.indexOf(`H${this.#dropping.text}`) : -1;
    if (this.#dropping === null || at < 0) return bytes;
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = Number(bytes.toString('latin1', at, lineEnd).split(' ').at(-1));
    this.#dropping.left--;
    this.dropped++;
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(lineEnd + 2 + size + 2)]);
  }
}
