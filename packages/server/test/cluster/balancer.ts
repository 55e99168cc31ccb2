/** A minimal load balancer: each connection goes to the next node that accepts it, round-robin. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket, connect as tcp } from 'node:net';

export class Balancer {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #ports: readonly number[] = [];
  #turn = 0;

  private constructor() {
    this.#server = createServer(client => this.#pass(client, this.#ports.length));
  }

  static async start(): Promise<Balancer> {
    const balancer = new Balancer();
    balancer.#server.listen(0, '127.0.0.1');
    await once(balancer.#server, 'listening');
    return balancer;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Sets the nodes for new connections. */
  use(ports: readonly number[]): void {
    this.#ports = ports;
  }

  async stop(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #pass(client: Socket, tries: number): void {
    const port = this.#ports[this.#turn++ % Math.max(1, this.#ports.length)];
    if (port === undefined || tries === 0) {
      client.destroy();
      return;
    }
    const node = tcp(port, '127.0.0.1');
    client.on('error', () => undefined); // a close event follows
    node.once('error', () => this.#pass(client, tries - 1));
    node.once('connect', () => {
      for (const socket of [client, node]) this.#open.add(socket);
      node.removeAllListeners('error').on('error', () => undefined);
      client.pipe(node).pipe(client);
      client.on('close', () => this.#end(client, node));
      node.on('close', () => this.#end(client, node));
    });
  }

  #end(...sockets: readonly Socket[]): void {
    for (const socket of sockets) {
      socket.destroy();
      this.#open.delete(socket);
    }
  }
}
