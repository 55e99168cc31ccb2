/**
 * Partitions of a fleet: of a node from NATS, of a NATS server from the others, of nodes from each other; in both
 * directions or in one. While a NATS server is cut off, a test client tries to write through it.
 */

import { patience } from '../patience.ts';
import { until } from '../player-client.ts';
import { openTestJournal } from './cluster-kit.ts';
import type { Fleet, FleetLinks } from './fleet.ts';
import type { FleetLoad } from './fleet-load.ts';
import type { CutPlan, Link } from './links.ts';

type Way = 'both' | 'out' | 'in';

interface CutKind {
  readonly name: string;
  /** Whether the cut leaves a NATS server without a majority. */
  readonly isMinority?: boolean;
  cut(links: FleetLinks, at: number): void;
}

/** Cuts the connections of a node; `out` is the direction in which the node sends. */
const cutNode =
  (way: Way, plan: CutPlan = {}) =>
  ({ nodes }: FleetLinks, at: number): void => {
    for (const link of nodes[at] ?? []) link.cut({ ...plan, up: way !== 'in', down: way !== 'out' });
  };

/** Cuts the connections between NATS servers; `out` is the direction in which the server sends. */
const cutRoutes =
  (others: (at: number) => readonly number[], way: Way, plan: CutPlan = {}) =>
  ({ servers }: FleetLinks, at: number): void => {
    for (const other of others(at)) {
      servers[at]?.[other]?.cut({ ...plan, up: way !== 'in', down: way !== 'out' });
      servers[other]?.[at]?.cut({ ...plan, up: way !== 'out', down: way !== 'in' });
    }
  };

const othersOf = (at: number): readonly number[] => [0, 1, 2].filter(other => other !== at);
const nextOf = (at: number): readonly number[] => [(at + 1) % 3];

export const CUTS: readonly CutKind[] = [
  { name: 'a node | NATS', cut: cutNode('both') },
  { name: 'a NATS server | the others', isMinority: true, cut: cutRoutes(othersOf, 'both') },
  { name: 'a node | the nodes', cut: cutNode('both', { isBetweenNodes: true }) },
  { name: 'a node | NATS, connections break', cut: cutNode('both', { isBroken: true }) },
  {
    name: 'a NATS server | the others, connections break',
    isMinority: true,
    cut: cutRoutes(othersOf, 'both', { isBroken: true }),
  },
  { name: 'a node -> NATS', cut: cutNode('out') },
  { name: 'NATS -> a node', cut: cutNode('in') },
  { name: 'a NATS server -> the others', isMinority: true, cut: cutRoutes(othersOf, 'out') },
  { name: 'the others -> a NATS server', isMinority: true, cut: cutRoutes(othersOf, 'in') },
  { name: 'a NATS server | one other', cut: cutRoutes(nextOf, 'both') },
  { name: 'a node -> the nodes', cut: cutNode('out', { isBetweenNodes: true }) },
  { name: 'the nodes -> a node', cut: cutNode('in', { isBetweenNodes: true }) },
];

export interface CutResult {
  readonly kind: string;
  /** For each player the longest waiting time, including the cut. */
  readonly waits: readonly number[];
  /** Milliseconds from healing the cut until every node is ready and every player has an answer. */
  readonly healed: number;
  /** Milliseconds from healing the cut until all replicas are up to date. */
  readonly current: number;
  /** The longest time in milliseconds in which a table was open at two nodes that could write. */
  readonly twoOwners: number;
  /** Appends through a server without a majority that were acknowledged during the cut. */
  readonly minorityAcknowledged: number;
  /** How many of those acknowledged appends the journal lacks afterwards. */
  readonly minorityLost: number;
}

interface Cutting {
  readonly kind: CutKind;
  /** The node or server that is cut off. */
  readonly at: number;
  /** How long the cut lasts, in milliseconds. */
  readonly lasts: number;
}

/** Makes one cut under load and heals it. */
export async function cutOnce(
  fleet: Fleet,
  load: FleetLoad,
  { kind, at, lasts }: Cutting,
): Promise<CutResult> {
  const { links } = fleet;
  if (links === null) throw new Error('this fleet has no passages that can be cut');
  const owners = await OwnerWatch.begin(fleet);
  let [healed, current] = [0, 0];
  let minority = { acknowledged: 0, lost: 0 };
  const waits = await load.waitsFor(async () => {
    const writer = kind.isMinority === true ? await MinorityWriter.open(fleet, at) : null;
    kind.cut(links, at);
    writer?.begin();
    await pause(lasts);
    const acknowledged = writer?.acknowledged ?? 0;
    for (const link of allLinks(links)) link.heal();
    const healedAt = performance.now();
    const following = fleet.servers.ready().then(() => {
      current = performance.now() - healedAt;
    });
    await untilReady(fleet);
    await load.untilAnswered();
    healed = performance.now() - healedAt;
    await following;
    minority = { acknowledged, lost: (await writer?.end()) ?? 0 };
  });
  return {
    kind: kind.name,
    waits,
    healed,
    current,
    twoOwners: await owners.end(),
    minorityAcknowledged: minority.acknowledged,
    minorityLost: minority.lost,
  };
}

const allLinks = ({ nodes, servers }: FleetLinks): readonly Link[] =>
  [...nodes, ...servers].flat().filter(link => link !== null);

const pause = (millis: number): Promise<void> => new Promise(resolve => setTimeout(resolve, millis));

async function untilReady({ nodes }: Fleet): Promise<void> {
  const wait = patience('every node to be ready');
  for (const { http } of nodes) for (; !(await isReady(http)); await pause(50)) wait();
}

async function isReady(http: string): Promise<boolean> {
  try {
    return (await fetch(`${http}/readyz`)).ok;
  } catch {
    return false; // the node does not listen now
  }
}

/** Tries to append through one server, which is going to be cut off. */
class MinorityWriter {
  readonly #fleet: Fleet;
  readonly #log: string;
  readonly #journal: Awaited<ReturnType<typeof openTestJournal>>;
  readonly #acknowledged: string[] = [];
  #isOver = false;
  #writing: Promise<void> = Promise.resolve();

  private constructor(fleet: Fleet, journal: Awaited<ReturnType<typeof openTestJournal>>) {
    this.#fleet = fleet;
    this.#journal = journal;
    this.#log = `crew/minority${Math.round(performance.now())}`;
  }

  static async open(fleet: Fleet, at: number): Promise<MinorityWriter> {
    const servers = [fleet.servers.urls[at] ?? ''];
    return new MinorityWriter(fleet, await openTestJournal(fleet.servers, { servers, timeout: 3_000 }));
  }

  get acknowledged(): number {
    return this.#acknowledged.length;
  }

  begin(): void {
    this.#writing = this.#write();
  }

  async #write(): Promise<void> {
    let version = 0;
    for (let n = 0; !this.#isOver; n++) {
      const result = await this.#journal.append(this.#log, version, [`${n}`]);
      if (result.ok) this.#acknowledged.push(`${n}`);
      if (result.ok) version = result.version;
      else if (result.error.type === 'conflict') version = result.error.version;
      else await pause(20);
    }
  }

  /** Ends the writer; returns how many acknowledged entries the journal lacks. */
  async end(): Promise<number> {
    await until(() => this.#journal.outage === null, 'NATS');
    this.#isOver = true;
    await this.#writing;
    await this.#journal.close();
    const reader = await openTestJournal(this.#fleet.servers);
    const entries: string[] = [];
    for (let page = await reader.read(this.#log, 1); page.ok && page.entries.length > 0; )
      page = await reader.read(this.#log, entries.push(...page.entries) + 1);
    await reader.purge(this.#log);
    await reader.close();
    return this.#acknowledged.filter(entry => !entries.includes(entry)).length;
  }
}

/** Milliseconds between two counts of open tables. */
const COUNT_EVERY = 250;

/**
 * Counts the open tables of nodes that can write: if there are more than before the cut, one of them has two owners.
 */
class OwnerWatch {
  readonly #fleet: Fleet;
  readonly #counts: Promise<number>[] = [];
  #timer: NodeJS.Timeout | undefined;

  private constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  static async begin(fleet: Fleet): Promise<OwnerWatch> {
    const watch = new OwnerWatch(fleet);
    watch.#counts.push(watch.#count());
    await watch.#counts[0];
    watch.#timer = setInterval(() => watch.#counts.push(watch.#count()), COUNT_EVERY);
    return watch;
  }

  async #count(): Promise<number> {
    const all = await Promise.all(this.#fleet.nodes.map((_, at) => this.#fleet.metricsOf(at)));
    const open = all
      .filter(samples => samples.get('hush_cluster_quorum') === 1)
      .map(samples => samples.get('hush_cluster_owned_tables') ?? 0);
    return open.reduce((sum, own) => sum + own, 0);
  }

  /** Ends the watch; returns the longest time with two owners. */
  async end(): Promise<number> {
    clearInterval(this.#timer);
    let [row, longest] = [0, 0];
    const [before = 0, ...counts] = await Promise.all(this.#counts);
    for (const count of counts) {
      row = count > before ? row + 1 : 0;
      longest = Math.max(longest, row);
    }
    return longest * COUNT_EVERY;
  }
}
