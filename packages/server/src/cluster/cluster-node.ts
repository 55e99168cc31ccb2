/** One node of a cluster: its journal, who else is there, and the tables of all of them. */
import type { Clock, Journal } from '@hush/protocol';
import { err, ok, type Result } from '@hush/rules';
import type { ClusterConfig } from '../runtime/cluster-config.ts';
import type { TableAccess } from '../tables/open-table.ts';
import type { TableRegistry } from '../tables/registry.ts';
import { type NodeBus, natsBus } from './bus.ts';
import { LiveNodes } from './live-nodes.ts';
import { NodeLines } from './node-lines.ts';
import { RelayedTables } from './relayed-tables.ts';
import { openCluster } from './streams.ts';
import { SPACE } from './subjects.ts';

export interface ClusterNode {
  readonly journal: Journal;
  /** Whether this node is the authority of a table. */
  owns(code: string): boolean;
  /** All tables of the cluster, given those that this node has. */
  tables(registry: TableRegistry): TableAccess;
  /** From now on others own the tables. */
  drain(): void;
  leave(): void;
}

/** Joins the cluster, or returns one sentence that says why it cannot. */
export async function joinCluster(config: ClusterConfig, clock: Clock): Promise<Result<ClusterNode, string>> {
  const opened = await openCluster(config, { clock, timeout: config.timeout });
  if (!opened.ok) return opened;
  const node = new JoinedNode(config, opened.value, clock);
  const problem = await node.join();
  if (problem === null) return ok(node);
  await opened.value.close();
  return err(problem);
}

type OpenedJournal = Extract<Awaited<ReturnType<typeof openCluster>>, { readonly ok: true }>['value'];

class JoinedNode implements ClusterNode {
  readonly journal: OpenedJournal;
  readonly #bus: NodeBus;
  readonly #nodes: LiveNodes;
  readonly #lines: NodeLines;
  #tables: RelayedTables | null = null;

  constructor({ node, timeout }: ClusterConfig, journal: OpenedJournal, clock: Clock) {
    const bus = natsBus(journal.connection);
    const space = SPACE;
    this.#bus = bus;
    this.journal = journal;
    this.#nodes = new LiveNodes({
      bus,
      clock,
      space,
      node,
      timeout,
      changed: gone => this.#changed(gone),
    });
    this.#lines = new NodeLines({
      bus,
      space,
      node,
      soon: then => void setImmediate(then),
      heard: (from, message) => this.#tables?.heard(from, message),
      broken: other => this.#tables?.broken(other),
    });
  }

  join(): Promise<string | null> {
    return this.#nodes.join();
  }

  owns(code: string): boolean {
    return this.#nodes.ownerOf(code) === this.#nodes.self;
  }

  tables(registry: TableRegistry): TableAccess {
    const world = { bus: this.#bus, space: SPACE, nodes: this.#nodes, lines: this.#lines, registry };
    this.#tables = new RelayedTables(world);
    return this.#tables;
  }

  drain(): void {
    this.#nodes.drain();
  }

  leave(): void {
    this.#nodes.leave();
  }

  #changed(gone: readonly string[]): void {
    for (const node of gone) {
      this.#tables?.broken(node);
      this.#lines.forget(node);
    }
    void this.#tables?.letGo();
  }
}
