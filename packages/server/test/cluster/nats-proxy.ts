/**
 * A TCP proxy in front of one NATS server that drops what a test names: one direction, single messages, or
 * connections. It parses the server's messages, so that nothing depends on how the bytes are split.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket, connect as tcp } from 'node:net';

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  /** Bytes of a message from the server that has not arrived completely. */
  rest: Buffer;
}

interface Dropping {
  readonly text: string;
  readonly about: string;
  left: number;
  before: number;
}

export class NatsProxy {
  readonly #target: number;
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #swallowed: string | null = null;
  #dropping: Dropping | null = null;
  #isDeaf = false;
  #isHeld = false;
  #waiting: Socket[] = [];
  dropped = 0;
  /** Bytes from clients that arrived while the proxy did not forward them. */
  unheard = '';

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

  /** Drops the next message from the server that contains this text, and breaks its connection. */
  swallow(text: string): void {
    this.#swallowed = text;
  }

  /**
   * Drops this many deliveries to the client whose line begins with this text; the connection stays. The first `before`
   * of them still arrive, and so do those that do not contain `about`.
   */
  drop(text: string, count: number, { before = 0, about = '' } = {}): void {
    this.#dropping = { text, left: count, before, about };
  }

  /** Stops forwarding bytes from the client. */
  deafen(): void {
    this.#isDeaf = true;
  }

  /** Makes new connections wait. */
  holdConnections(): void {
    this.#isHeld = true;
  }

  letConnect(): void {
    this.#isHeld = false;
    for (const client of this.#waiting.splice(0)) this.#accept(client);
  }

  /** Forwards everything again, on new connections. */
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
    client.on('error', () => undefined); // a close event follows
    if (this.#isHeld) {
      this.#waiting.push(client);
      return;
    }
    const server = tcp(this.#target, '127.0.0.1');
    const pair = { client, server, rest: Buffer.alloc(0) };
    this.#pairs.add(pair);
    server.on('error', () => undefined);
    client.on('data', bytes => {
      if (this.#isDeaf) this.unheard += bytes.toString('latin1');
      else server.write(bytes);
    });
    server.on('data', bytes => this.#toClient(pair, bytes));
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  }

  #toClient(pair: Pair, bytes: Buffer): void {
    const { client, server } = pair;
    pair.rest = Buffer.concat([pair.rest, bytes]);
    for (let size = messageSize(pair.rest); size !== null; size = messageSize(pair.rest)) {
      const message = pair.rest.subarray(0, size);
      pair.rest = pair.rest.subarray(size);
      if (this.#swallowed !== null && message.includes(this.#swallowed)) {
        this.#swallowed = null;
        client.resetAndDestroy();
        server.destroy();
        return;
      }
      if (!this.#isDropped(message)) client.write(message);
    }
  }

  #isDropped(message: Buffer): boolean {
    const dropping = this.#dropping;
    if (dropping === null || dropping.left === 0 || message.indexOf(`H${dropping.text}`) !== 0) return false;
    if (!message.includes(dropping.about)) return false;
    if (dropping.before > 0) {
      dropping.before--;
      return false;
    }
    dropping.left--;
    this.dropped++;
    return true;
  }
}

/**
 * Returns the number of bytes of the first complete message, or null: a line, and for a text as many bytes as the line
 * says.
 */
export function messageSize(bytes: Buffer): number | null {
  const end = bytes.indexOf('\r\n');
  if (end < 0) return null;
  const line = bytes.toString('latin1', 0, end);
  const size = /^H?(?:MSG|PUB) /.test(line) ? end + 2 + Number(line.split(' ').at(-1)) + 2 : end + 2;
  return size <= bytes.length ? size : null;
}
