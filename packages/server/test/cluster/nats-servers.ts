/** Three real NATS servers on loopback, configured as an operator would do it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { natsServer } from '../../../../tools/nats-server.mjs';
import { patience } from '../patience.ts';
import { reservePorts } from '../ports.ts';

export interface NatsOptions {
  readonly servers?: number;
  /** A line for the block `jetstream` of the settings. */
  readonly sync?: string;
  /** More lines for each server's settings. */
  readonly more?: string;
  /** The port by which a server connects to another one; by default the port of that server's route. */
  readonly routeVia?: (from: number, to: number, port: number) => Promise<number>;
}

interface Places {
  readonly client: readonly number[];
  readonly route: readonly number[];
  readonly monitor: readonly number[];
  /** For each server, the ports by which it connects to the others. */
  readonly routes: readonly (readonly number[])[];
}

/** A port at which no program listens. */
const NOBODY = 1;

const routesOf = (ports: readonly number[], via: NatsOptions['routeVia']): Promise<readonly number[][]> =>
  Promise.all(
    ports.map((_, from) =>
      Promise.all(ports.map((port, to) => (via === undefined || from === to ? port : via(from, to, port)))),
    ),
  );

export class NatsServers {
  readonly #folder = mkdtempSync(join(tmpdir(), 'hush-nats-'));
  readonly #children: (ChildProcess | null)[] = [];
  readonly #places: Places;
  readonly #options: NatsOptions;

  private constructor(places: Places, options: NatsOptions) {
    this.#places = places;
    this.#options = options;
  }

  static async start(options: NatsOptions = {}): Promise<NatsServers> {
    const count = options.servers ?? 3;
    const ports = await reservePorts(3 * count);
    const part = (at: number): readonly number[] => ports.slice(at * count, (at + 1) * count);
    const routes = await routesOf(part(1), options.routeVia);
    const servers = new NatsServers({ client: part(0), route: part(1), monitor: part(2), routes }, options);
    for (let at = 0; at < count; at++) servers.begin(at);
    await servers.ready();
    return servers;
  }

  get urls(): readonly string[] {
    return this.#places.client.map(port => `nats://127.0.0.1:${port}`);
  }

  get monitors(): readonly string[] {
    return this.#places.monitor.map(port => `http://127.0.0.1:${port}`);
  }

  get count(): number {
    return this.#places.client.length;
  }

  get ports(): readonly number[] {
    return this.#places.client;
  }

  #config(at: number): string {
    const { client, route, monitor, routes } = this.#places;
    // Servers tell each other their addresses; if connections can be cut, these addresses must not work.
    const advertise = this.#options.routeVia === undefined ? '' : `advertise: "127.0.0.1:${NOBODY}", `;
    const cluster = `cluster { name: hush, listen: "127.0.0.1:${route[at]}", ${advertise}no_advertise: true, routes: [${(
      routes[at] ?? []
    )
      .map(port => `"nats://127.0.0.1:${port}"`)
      .join(', ')}] }`;
    return [
      `server_name: n${at + 1}`,
      `listen: "127.0.0.1:${client[at]}"`,
      `http: "127.0.0.1:${monitor[at]}"`,
      `jetstream { store_dir: "${join(this.#folder, `n${at + 1}`)}", ${this.#options.sync ?? 'sync_interval: always'} }`,
      ...(this.count > 1 ? [cluster] : []),
      this.#options.more ?? '',
    ].join('\n');
  }

  /** Starts a server that is not running. */
  begin(at: number): void {
    mkdirSync(this.#folder, { recursive: true });
    const file = join(this.#folder, `n${at + 1}.conf`);
    writeFileSync(file, this.#config(at));
    this.#children[at] = spawn(natsServer(), ['-c', file, '-l', join(this.#folder, `n${at + 1}.log`)], {
      stdio: 'ignore',
    });
  }

  /** What a server has written to its log. */
  said(at: number): string {
    return readFileSync(join(this.#folder, `n${at + 1}.log`), 'utf8');
  }

  /** Resolves when all running servers are healthy: they have a leader and are up to date. */
  async ready(): Promise<void> {
    for (const [at, child] of this.#children.entries()) {
      const wait = patience(`nats-server ${at + 1} to be healthy`);
      for (; child !== null && child !== undefined && !(await this.#isHealthy(at)); wait()) {
        this.#checkAllRun();
        await new Promise(resolve => setTimeout(resolve, 50));
      }
    }
  }

  /** Throws if a server has ended by itself: the other servers would wait for it for ever. */
  #checkAllRun(): void {
    for (const [at, child] of this.#children.entries()) {
      if (child === null || child === undefined || child.exitCode === null) continue;
      throw new Error(`nats-server has ended: ${this.said(at)}`);
    }
  }

  async #isHealthy(at: number): Promise<boolean> {
    try {
      return (await fetch(`${this.monitors[at]}/healthz`)).ok;
    } catch {
      return false; // the server does not listen yet
    }
  }

  /** The server that leads a stream. */
  async leaderOf(stream: string): Promise<number> {
    for (const wait = patience(`a leader of ${stream}`); ; wait()) {
      for (const monitor of this.monitors) {
        const leader = await leaderAt(monitor, stream);
        if (leader !== '') return Number(leader.slice(1)) - 1;
      }
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  }

  signal(at: number, signal: NodeJS.Signals): void {
    this.#children[at]?.kill(signal);
  }

  /** Ends a server: SIGTERM lets it stop in order, SIGKILL does not. */
  async kill(at: number, signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const child = this.#children[at];
    this.#children[at] = null;
    if (child === null || child === undefined || child.exitCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  /** Kills all servers, deletes everything that they have stored, and starts them again. */
  async loseStores(): Promise<void> {
    await Promise.all(this.#children.map((_, at) => this.kill(at)));
    for (let at = 0; at < this.count; at++) {
      rmSync(this.storeOf(at), { recursive: true, force: true });
      this.begin(at);
    }
    await this.ready();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#children.map((_, at) => this.kill(at)));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The resident memory of a server in bytes; Linux only. */
  memoryOf(at: number): number {
    const status = readFileSync(`/proc/${this.#children[at]?.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
  }

  /** The folder of one server's store. */
  storeOf(at: number): string {
    return join(this.#folder, `n${at + 1}`);
  }
}

interface StreamsPage {
  readonly account_details?: readonly {
    readonly stream_detail?: readonly {
      readonly name: string;
      readonly cluster?: { readonly leader?: string };
    }[];
  }[];
}

async function leaderAt(monitor: string, stream: string): Promise<string> {
  try {
    const page = (await (await fetch(`${monitor}/jsz?streams=true&accounts=true`)).json()) as StreamsPage;
    const streams = (page.account_details ?? []).flatMap(account => account.stream_detail ?? []);
    return streams.find(({ name }) => name === stream)?.cluster?.leader ?? '';
  } catch {
    return ''; // this server is down
  }
}
