/** Three nodes on three NATS servers behind a balancer, for campaigns: nodes and servers can be killed, replaced and cut off. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stepDown } from '../../src/cluster/operate.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { childProgram } from '../child-program.ts';
import { reservePort } from '../ports.ts';
import { ServerProcess } from '../server-process.ts';
import { Balancer } from './balancer.ts';
import { Link } from './links.ts';
import { NatsServers } from './nats-servers.ts';

const NODE = fileURLToPath(new URL('./node-child.ts', import.meta.url));
const NODES = 3;

/** The token with which campaigns read the metrics of nodes. */
const METRICS_TOKEN = 'figures-of-the-campaign';

/** The connections of a fleet that can be cut. */
export interface FleetLinks {
  /** For each node its connections to the NATS servers. */
  readonly nodes: readonly (readonly Link[])[];
  /** For each NATS server its connections to the other servers, by their numbers; null for itself. */
  readonly servers: readonly (readonly (Link | null)[])[];
}

interface FleetPlan {
  readonly name: string;
  /** Whether the fleet's connections can be cut. */
  readonly hasLinks?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

export class Fleet {
  readonly servers: NatsServers;
  readonly balancer: Balancer;
  readonly nodes: ServerProcess[] = [];
  readonly links: FleetLinks | null;
  readonly #program: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #folder = mkdtempSync(join(tmpdir(), 'hush-fleet-'));
  #boots = 0;

  private constructor(
    servers: NatsServers,
    balancer: Balancer,
    parts: { program: string; links: FleetLinks | null; env: Readonly<Record<string, string>> },
  ) {
    this.servers = servers;
    this.balancer = balancer;
    this.links = parts.links;
    this.#program = parts.program;
    this.#env = parts.env;
  }

  static async start({ name, hasLinks = false, env = {} }: FleetPlan): Promise<Fleet> {
    const routes = Array.from({ length: NODES }, () => Array<Link | null>(NODES).fill(null));
    const routeVia = async (from: number, to: number, port: number): Promise<number> => {
      const link = await Link.open(port, 'route');
      routes[from]?.splice(to, 1, link);
      return link.port;
    };
    const servers = await NatsServers.start(hasLinks ? { routeVia } : {});
    const nodes = await Promise.all(
      Array.from({ length: hasLinks ? NODES : 0 }, () =>
        Promise.all(servers.ports.map(port => Link.open(port, 'client'))),
      ),
    );
    const links = hasLinks ? { nodes, servers: routes } : null;
    const program = await childProgram(name, NODE);
    const fleet = new Fleet(servers, await Balancer.start(), { program, links, env });
    const ports: number[] = [];
    for (let at = 0; at < NODES; at++) ports.push(await reservePort());
    fleet.nodes.push(...(await Promise.all(ports.map((port, at) => fleet.boot(at, port)))));
    fleet.useAll();
    return fleet;
  }

  async end(): Promise<void> {
    await Promise.all(this.nodes.map(node => node.kill()));
    await this.balancer.stop();
    await this.servers.stop();
    const links = [...(this.links?.nodes ?? []), ...(this.links?.servers ?? [])].flat();
    await Promise.all(links.map(link => link?.close()));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Starts a node; `steps` says by how many formats its build is later than this one. */
  async boot(at: number, port: number, steps = 0): Promise<ServerProcess> {
    const own = this.links?.nodes[at]?.map(link => `nats://127.0.0.1:${link.port}`) ?? this.servers.urls;
    const dataDir = join(this.#folder, String(++this.#boots));
    const env = {
      HUSH_JOURNAL: own.join(),
      HUSH_NODE: `${'abc'[at]}-${this.#boots}`,
      HUSH_METRICS: METRICS_TOKEN,
      ...this.#env,
    };
    const plants = steps === 0 ? [] : [`later-${steps}`];
    const node = new ServerProcess({ program: this.#program, dataDir, port, env, plants });
    await node.start();
    return node;
  }

  useAll(): void {
    this.balancer.use(this.nodes.map(({ plan }) => plan.port));
  }

  async killNode(at: number): Promise<void> {
    const node = this.nodes[at];
    if (node === undefined) return;
    await node.kill();
    this.nodes[at] = await this.boot(at, node.plan.port);
  }

  /** Replaces all nodes, one after the other, by a build that is so many formats later than this one. */
  async deployAll(steps: number): Promise<void> {
    for (const [at, node] of this.nodes.entries()) {
      this.balancer.use(this.nodes.filter(other => other !== node).map(({ plan }) => plan.port));
      await node.stop();
      this.nodes[at] = await this.boot(at, node.plan.port, steps);
      this.useAll();
    }
  }

  async stepDownFrom(server: number): Promise<void> {
    const settings = { servers: this.servers.urls, node: 'operator', replicas: this.servers.count };
    const moved = await stepDown(settings, `n${server + 1}`, { clock: systemClock });
    if (!moved.ok) throw new Error(moved.error);
  }

  /**
   * Restarts the NATS servers as an operator does: each one gives its leaderships away before it is stopped, and must
   * be healthy before the next one is stopped.
   */
  async restartServers(): Promise<void> {
    for (let at = 0; at < this.servers.count; at++) {
      await this.stepDownFrom(at);
      await this.servers.kill(at, 'SIGTERM');
      this.servers.begin(at);
      await this.servers.ready();
    }
  }

  async killAllServers(): Promise<void> {
    const all = Array.from({ length: this.servers.count }, (_, at) => at);
    await Promise.all(all.map(at => this.servers.kill(at)));
    for (const at of all) this.servers.begin(at);
  }

  /** Returns the values of a node's cluster metrics, by name and labels; empty if the node does not answer. */
  async metricsOf(at: number): Promise<ReadonlyMap<string, number>> {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    try {
      const text = await (await fetch(`${this.nodes[at]?.http}/metrics`, { headers })).text();
      const samples = [...text.matchAll(/^(hush_\S+|process_\w+|nodejs_\w+) ([\d.e+-]+)$/gm)];
      return new Map(samples.map(([, name = '', value]) => [name, Number(value)]));
    } catch {
      return new Map(); // an empty answer means that the node is down
    }
  }

  /** The sum of one metric over all nodes. */
  async sumOf(metric: string): Promise<number> {
    const all = await Promise.all(this.nodes.map((_, at) => this.metricsOf(at)));
    return all.reduce((sum, samples) => sum + (samples.get(metric) ?? 0), 0);
  }
}
