/** One node of a cluster: its journal, the other live nodes, and access to the tables of all nodes. */
import { type Clock, type Journal, PROTOCOL_VERSION, VOCABULARY } from '@hush/protocol';
import { err, type Millis, ok, type Result } from '@hush/rules';
import type { Registry } from 'prom-client';
import type { ClusterConfig } from '../runtime/cluster-config.ts';
import type { GlassAccess } from '../stores/shared-hourglasses.ts';
import type { TableAccess } from '../tables/open-table.ts';
import type { TableRegistry } from '../tables/registry.ts';
import { type NodeBus, natsBus } from './bus.ts';
import { type ClusterFigures, watchCluster } from './cluster-metrics.ts';
import { watchForCutOff } from './cut-off.ts';
import { FORMATS, type FormatRange } from './formats.ts';
import { LiveNodes } from './live-nodes.ts';
import { NodeLines } from './node-lines.ts';
import { streamStatuses } from './operate.ts';
import { RelayedHourglasses } from './relayed-hourglasses.ts';
import { RelayedTables } from './relayed-tables.ts';
import { openCluster } from './streams.ts';
import { SPACE } from './subjects.ts';

export interface ClusterNode {
  readonly journal: Journal;
  /** Whether this node is the authority of a table. */
  owns(code: string): boolean;
  /** The format of table events that every live node can read. */
  readonly vocabulary: number;
  /** Access to all tables of the cluster; `registry` has the tables of this node. */
  tables(registry: TableRegistry): TableAccess;
  /** Access to all shared hourglasses of the cluster; `own` gives access to those of this node. */
  glasses(own: GlassAccess): GlassAccess;
  /** How many nodes of the cluster are live. */
  readonly size: number;
  /**
   * Gives up the ownership of all tables. Resolves with true when all tables have moved, or at once with false if
   * there is no other node.
   */
  drain(): Promise<boolean>;
  leave(): void;
  /** Adds the cluster's metrics to those of the server. */
  watch(registry: Registry): void;
  /**
   * Calls the given function with true when no NATS server has been reached for so long that other nodes own the tables
   * of this one, and with false when a NATS server is reached again.
   */
  whenCutOff(changed: (isCutOff: boolean) => unknown): void;
}

/** The formats that one version of Hush can read and write. */
export interface ClusterBuild {
  readonly reads: FormatRange;
  /** The version of the protocol, with which pages speak. */
  readonly protocol: number;
  /** The format of the table events. */
  readonly vocabulary: number;
}

/** A node without NATS sends its players away after this many times the silence after which a node counts as gone. */
const CUT_OFF_AFTER = 2;

/** How long a request for metrics waits for NATS at most. */
const METRICS_WITHIN: Millis = 1_000;

const THIS_BUILD: ClusterBuild = {
  reads: FORMATS,
  protocol: PROTOCOL_VERSION,
  vocabulary: VOCABULARY,
};

/** Joins the cluster; if it cannot, returns a sentence with the reason. */
export async function joinCluster(
  config: ClusterConfig,
  clock: Clock,
  build: ClusterBuild = THIS_BUILD,
): Promise<Result<ClusterNode, string>> {
  let joined: JoinedNode | null = null;
  const { reads } = build;
  const writes = (): number => joined?.format ?? reads.oldest;
  const opened = await openCluster(config, { clock, timeout: config.timeout, reads, writes });
  if (!opened.ok) return opened;
  const node = new JoinedNode(config, opened.value, { clock, build });
  joined = node;
  const problem = await node.join();
  if (problem === null) return ok(node);
  await opened.value.close();
  return err(problem);
}

type OpenedJournal = Extract<Awaited<ReturnType<typeof openCluster>>, { readonly ok: true }>['value'];

interface NodeWorld {
  readonly clock: Clock;
  readonly build: ClusterBuild;
}

class JoinedNode implements ClusterNode {
  readonly journal: OpenedJournal;
  readonly #bus: NodeBus;
  readonly #clock: Clock;
  readonly #nodes: LiveNodes;
  readonly #lines: NodeLines;
  #tables: RelayedTables | null = null;
  #registry: TableRegistry | null = null;
  readonly #timeout: Millis;
  #gaps = 0;
  /** Whether any other node was live since this one started. */
  #hadOthers = false;

  constructor({ node, timeout }: ClusterConfig, journal: OpenedJournal, { clock, build }: NodeWorld) {
    const bus = natsBus(journal.connection);
    const space = SPACE;
    this.#bus = bus;
    this.#clock = clock;
    this.#timeout = timeout;
    this.journal = journal;
    this.#nodes = new LiveNodes({
      bus,
      clock,
      space,
      node,
      ...build,
      timeout,
      changed: gone => this.#changed(gone),
    });
    this.#lines = new NodeLines({
      bus,
      space,
      node,
      reads: build.reads,
      writes: () => this.format,
      soon: then => void setImmediate(then),
      heard: (from, message) => this.#tables?.heard(from, message),
      broken: other => {
        this.#gaps++;
        this.#tables?.broken(other);
      },
    });
  }

  get format(): number {
    return this.#nodes.format;
  }

  join(): Promise<string | null> {
    return this.#nodes.join();
  }

  get vocabulary(): number {
    return this.#nodes.vocabulary;
  }

  owns(code: string): boolean {
    return this.#nodes.ownerOf(code) === this.#nodes.self;
  }

  tables(registry: TableRegistry): TableAccess {
    const shared = { bus: this.#bus, clock: this.#clock, space: SPACE };
    const world = { ...shared, nodes: this.#nodes, lines: this.#lines, registry };
    this.#registry = registry;
    this.#tables = new RelayedTables(world);
    return this.#tables;
  }

  glasses(own: GlassAccess): GlassAccess {
    return new RelayedHourglasses({ bus: this.#bus, space: SPACE, nodes: this.#nodes, own });
  }

  get size(): number {
    return Math.max(1, this.#nodes.up.length);
  }

  watch(registry: Registry): void {
    const { connection } = this.journal;
    watchCluster(registry, {
      figures: () => this.#figures(),
      streams: async () => {
        const found = await streamStatuses(connection, SPACE, { timeout: METRICS_WITHIN });
        return found.ok ? found.value : null;
      },
      timed: listener => {
        this.journal.timed = listener;
      },
    });
  }

  whenCutOff(changed: (isCutOff: boolean) => unknown): void {
    void watchForCutOff(this.journal.connection, {
      clock: this.#clock,
      patience: CUT_OFF_AFTER * this.#timeout,
      changed: isCutOff => {
        if (this.#hadOthers) changed(isCutOff);
      },
    });
  }

  #figures(): ClusterFigures {
    const { self, state, up } = this.#nodes;
    return {
      node: self,
      state,
      nodes: up.length,
      owned: this.#registry?.open.length ?? 0,
      relayed: this.#tables?.relayed ?? 0,
      handOvers: this.#tables?.given ?? 0,
      gaps: this.#gaps,
      counts: this.journal.counts,
      isWritable: this.journal.outage === null,
    };
  }

  async drain(): Promise<boolean> {
    const { hasOthers } = this.#nodes;
    this.#nodes.drain();
    if (hasOthers) await this.#tables?.letGo();
    return hasOthers;
  }

  leave(): void {
    this.#nodes.leave();
  }

  #changed(gone: readonly string[]): void {
    this.#hadOthers ||= this.#nodes.hasOthers;
    for (const node of gone) {
      this.#tables?.broken(node);
      this.#lines.forget(node);
    }
    void this.#tables?.letGo();
  }
}
