/**
 * Metrics of one node and its cluster. They are computed when Prometheus asks; only then NATS is asked for leaders
 * and replicas.
 */
import type { Millis } from '@hush/rules';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { JetStreamCounts } from './jetstream.ts';
import type { StreamStatus } from './operate.ts';

/** The figures of a node at this moment. Counts are since its start. */
export interface ClusterFigures {
  readonly node: string;
  readonly state: 'listening' | 'up' | 'draining';
  /** Live nodes that own tables, including this one. */
  readonly nodes: number;
  /** Tables that are open at this node. */
  readonly owned: number;
  /** Connections of our players to tables of other nodes. */
  readonly relayed: number;
  /** Tables that were given to another node. */
  readonly handOvers: number;
  /** How often messages between this node and another one were lost. */
  readonly gaps: number;
  readonly counts: JetStreamCounts;
  /** Whether NATS accepts writes, as far as this node knows without asking. */
  readonly isWritable: boolean;
}

export interface ClusterGauges {
  figures(): ClusterFigures;
  /** The state of each stream; null if NATS does not answer. */
  streams(): Promise<readonly StreamStatus[] | null>;
  /** Sets the function that is called with the duration of every append. */
  timed(listener: (millis: Millis) => void): void;
}

const APPENDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Amount = (figures: ClusterFigures) => number;

const GAUGES: Readonly<Record<string, readonly [help: string, amount: Amount]>> = {
  hush_cluster_nodes: ['Nodes that are up, as this one sees them.', ({ nodes }) => nodes],
  hush_cluster_owned_tables: ['Tables that are open at this node.', ({ owned }) => owned],
  hush_cluster_relayed_connections: [
    'Connections of this node to tables of other nodes.',
    ({ relayed }) => relayed,
  ],
};

const COUNTERS: Readonly<Record<string, readonly [help: string, amount: Amount]>> = {
  hush_cluster_hand_overs_total: ['Open tables that were given to another node.', f => f.handOvers],
  hush_cluster_gaps_total: ['Losses of messages between this node and another one.', f => f.gaps],
  hush_cluster_appends_total: ['Appends that were stored.', f => f.counts.appends],
  hush_cluster_conflicts_total: [
    'Appends that found entries of another writer.',
    ({ counts }) => counts.conflicts,
  ],
  hush_cluster_unknown_outcomes_total: ['Appends whose answer was lost.', ({ counts }) => counts.unknown],
  hush_cluster_found_outcomes_total: [
    'Appends whose answer was lost, and which had been stored.',
    ({ counts }) => counts.found,
  ],
  hush_cluster_outages_total: ['How often NATS took no writes.', ({ counts }) => counts.outages],
  hush_cluster_chain_breaks_total: [
    'Logs whose messages do not follow each other; always 0.',
    ({ counts }) => counts.chainBreaks,
  ],
};

/** Adds the metrics of a cluster to those of the server. */
export function watchCluster(registry: Registry, gauges: ClusterGauges): void {
  const { figures, timed } = gauges;
  const registers = [registry];
  for (const [name, [help, amount]] of Object.entries(GAUGES)) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers,
      collect: () => gauge.set(amount(figures())),
    });
  }
  for (const [name, [help, amount]] of Object.entries(COUNTERS)) {
    const counter: Counter = new Counter({
      name,
      help,
      registers,
      collect: () => {
        counter.reset();
        counter.inc(amount(figures()));
      },
    });
  }
  const appends = new Histogram({
    name: 'hush_cluster_append_seconds',
    help: 'From asking for an append until NATS has stored it on most servers.',
    buckets: APPENDS,
    registers,
  });
  timed(millis => appends.observe(millis / 1000));
  const states: Gauge = new Gauge({
    name: 'hush_cluster_node_state',
    help: 'Always 1; its labels say the name of this node and whether it is up or draining.',
    labelNames: ['node', 'state'],
    registers,
    collect: () => {
      const { node, state } = figures();
      states.reset();
      states.set({ node, state }, 1);
    },
  });
  watchStreams(registry, gauges);
}

interface Sample {
  readonly stream: string;
  readonly server: string;
  readonly value: number;
}

/** What each metric of the streams shows. */
const STREAM_GAUGES: Readonly<
  Record<string, readonly [help: string, samples: (status: StreamStatus) => readonly Sample[]]>
> = {
  hush_cluster_leader: [
    'Always 1; its labels say which server leads a stream.',
    ({ stream, leader }) => (leader === null ? [] : [{ stream, server: leader, value: 1 }]),
  ],
  hush_cluster_replica_current: [
    'Whether a replica follows its leader.',
    ({ stream, replicas }) =>
      replicas.map(({ server, isCurrent, isOffline }) => ({
        stream,
        server,
        value: isCurrent && !isOffline ? 1 : 0,
      })),
  ],
  hush_cluster_replica_lag: [
    'How many operations a replica is behind its leader.',
    ({ stream, replicas }) => replicas.map(({ server, lag }) => ({ stream, server, value: lag })),
  ],
};

function watchStreams(registry: Registry, { figures, streams }: ClusterGauges): void {
  const registers = [registry];
  const ask = shared(streams);
  const quorum: Gauge = new Gauge({
    name: 'hush_cluster_quorum',
    help: 'Whether NATS takes writes and every stream has a leader.',
    registers,
    collect: async () => {
      const found = (await ask()) ?? [];
      const hasLeaders = found.length > 0 && found.every(({ leader }) => leader !== null);
      quorum.set(hasLeaders && figures().isWritable ? 1 : 0);
    },
  });
  for (const [name, [help, samples]] of Object.entries(STREAM_GAUGES)) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: ['stream', 'server'],
      registers,
      collect: async () => {
        const found = (await ask()) ?? [];
        gauge.reset();
        for (const { value, ...labels } of found.flatMap(samples)) gauge.set(labels, value);
      },
    });
  }
}

/** Returns a function whose callers share one pending request, so that all metrics of a scrape ask only once. */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null;
  return () => {
    underWay ??= ask().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}
