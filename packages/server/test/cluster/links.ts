/**
 * TCP connections that a test can cut: in one direction or both, silently or by breaking them, or only for messages
 * between nodes. A silent cut keeps the data and delivers it when it is healed, as TCP does.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket, connect as tcp } from 'node:net';
import { messageSize } from './nats-proxy.ts';

export interface CutPlan {
  /** Whether data from the connecting side is held back. */
  readonly up?: boolean;
  /** Whether data to the connecting side is held back. */
  readonly down?: boolean;
  /** Whether connections break and new connections are refused; otherwise connections stay open, but silent. */
  readonly isBroken?: boolean;
  /** Drops only messages between nodes, which NATS may lose. */
  readonly isBetweenNodes?: boolean;
}

interface Half {
  readonly from: Socket;
  readonly to: Socket;
  readonly way: 'up' | 'down';
  /** Bytes of a message that has not arrived completely. */
  rest: Buffer;
}

/**
 * Matches messages between nodes: announcements, packets and requests. An answer does not match, because its subject is
 * an inbox.
 */
const BETWEEN_NODES = /^H?(?:PUB|MSG) hush\.(?:node|to|find|give|name|glass)\b/;

export class Link {
  readonly #target: number;
  /** Whether the connection carries the protocol of NATS clients, in which messages can be told apart. */
  readonly #isOfClient: boolean;
  readonly #server: Server;
  readonly #halves = new Set<Half>();
  #cut: CutPlan = {};

  private constructor(target: number, isOfClient: boolean) {
    this.#target = target;
    this.#isOfClient = isOfClient;
    this.#server = createServer({ noDelay: true, allowHalfOpen: false }, client => this.#accept(client));
  }

  static async open(target: number, who: 'client' | 'route'): Promise<Link> {
    const link = new Link(target, who === 'client');
    link.#server.listen(0, '127.0.0.1');
    await once(link.#server, 'listening');
    return link;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  cut(plan: CutPlan): void {
    this.#cut = plan;
    if (plan.isBroken === true) this.#end();
    else for (const half of this.#halves) this.#holdOrPass(half);
  }

  heal(): void {
    this.#cut = {};
    for (const half of this.#halves) this.#holdOrPass(half);
  }

  async close(): Promise<void> {
    this.#end();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #end(): void {
    for (const { from } of this.#halves) from.destroy();
    this.#halves.clear();
  }

  #accept(client: Socket): void {
    client.on('error', () => undefined); // a close event follows
    if (this.#cut.isBroken === true) {
      client.destroy();
      return;
    }
    const server = tcp(this.#target, '127.0.0.1');
    server.on('error', () => undefined);
    server.setNoDelay(true);
    this.#join({ from: client, to: server, way: 'up', rest: Buffer.alloc(0) });
    this.#join({ from: server, to: client, way: 'down', rest: Buffer.alloc(0) });
  }

  #join(half: Half): void {
    const { from, to } = half;
    this.#halves.add(half);
    from.on('data', bytes => this.#pass(half, bytes));
    from.on('close', () => {
      this.#halves.delete(half);
      to.destroySoon(); // data that was sent before still arrives
    });
    this.#holdOrPass(half);
  }

  #holdOrPass({ from, way }: Half): void {
    const isHeld = this.#cut.isBetweenNodes !== true && this.#cut[way] === true;
    if (isHeld) from.pause();
    else from.resume();
  }

  #pass(half: Half, bytes: Buffer): void {
    if (!this.#isOfClient) {
      half.to.write(bytes);
      return;
    }
    half.rest = Buffer.concat([half.rest, bytes]);
    for (let size = messageSize(half.rest); size !== null; size = messageSize(half.rest)) {
      const message = half.rest.subarray(0, size);
      half.rest = half.rest.subarray(size);
      if (!this.#isDropped(half, message)) half.to.write(message);
    }
  }

  #isDropped({ way }: Half, message: Buffer): boolean {
    if (this.#cut.isBetweenNodes !== true || this.#cut[way] !== true) return false;
    return BETWEEN_NODES.test(message.toString('latin1', 0, 60));
  }
}
