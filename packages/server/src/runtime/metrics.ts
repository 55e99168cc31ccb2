/** Metrics for Prometheus. No label identifies a person or an address. */
import { PROTOCOL_VERSION, type TableMetric } from '@hush/protocol';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { VERSION } from './version.ts';

const FAST = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const KNOWN_CODES = [1000, 1001, 1002, 1005, 1006, 1007, 1008, 1009, 1011, 1012, 1013];
const isOurCode = (code: number): boolean => KNOWN_CODES.includes(code) || (code >= 4001 && code <= 4010);

/** Functions that return current values when the metrics are requested. */
export interface Gauges {
  tables(): number;
  sockets(): { readonly player: number; readonly spectator: number; readonly new: number };
  bufferedBytes(): number;
  disk(): Promise<DiskUse>;
}

/** How full the disk with the data directory is, in bytes. */
export interface DiskUse {
  readonly free: number;
  readonly size: number;
  /** Bytes of the journal and its write-ahead log. */
  readonly journal: number;
}

/**
 * How many observations are buffered before they are added to the histograms; a request for the metrics adds them,
 * too.
 */
const MOST_KEPT = 1_000;

class Tally {
  readonly #counts = new Map<string, Map<string, number>>();

  add(type: string, result: string): void {
    const counts = this.#counts.get(type);
    if (counts === undefined) this.#counts.set(type, new Map([[result, 1]]));
    else counts.set(result, (counts.get(result) ?? 0) + 1);
  }

  empty(into: (type: string, result: string, count: number) => void): void {
    for (const [type, counts] of this.#counts)
      for (const [result, count] of counts) into(type, result, count);
    this.#counts.clear();
  }
}

export class Metrics {
  readonly #registry = new Registry();
  readonly #verdicts = new Tally();
  readonly #commitTimes: number[] = [];
  readonly #onLimited: (scope: string) => void;

  /** @param onLimited is called for every refusal because of a limit. */
  constructor(onLimited: (scope: string) => void = () => undefined) {
    this.#onLimited = onLimited;
    // An alert on an increase does not notice a series that appears together with its first count.
    this.#answers.inc({ status: '500' }, 0);
    for (const status of ['403', '404', '421']) this.#upgradesRefused.inc({ status }, 0);
  }

  readonly #actions = new Counter({
    name: 'hush_action_total',
    help: 'Commands judged, by their kind and result: accepted, or the code of the refusal.',
    labelNames: ['type', 'result'],
    registers: [this.#registry],
    collect: () => this.#verdicts.empty((type, result, count) => this.#actions.inc({ type, result }, count)),
  });
  readonly #commits = new Histogram({
    name: 'hush_action_commit_seconds',
    help: 'From asking the journal to write a table’s entries until they are durable.',
    buckets: FAST,
    registers: [this.#registry],
    collect: () => this.#observeCommits(),
  });
  readonly #syncs = this.#histogram(
    'hush_journal_fsync_seconds',
    'One group commit, as the database took it.',
  );
  readonly #conflicts = this.#counter(
    'hush_journal_append_conflicts_total',
    'Appends that found a newer version.',
  );
  readonly #available = new Gauge({
    name: 'hush_broker_available',
    help: 'Whether the journal could be written to at the last attempt.',
    registers: [this.#registry],
  });
  readonly #late = this.#histogram(
    'hush_hourglass_error_seconds',
    'How late an empty hourglass was noticed.',
  );
  readonly #frozen = this.#counter(
    'hush_hourglass_frozen_seconds_total',
    'Time for which sand stood still because nothing could be committed.',
  );
  readonly #resumes = new Counter({
    name: 'hush_resume_total',
    help: 'Connections that came back and got the missing entries, or everything.',
    labelNames: ['kind'],
    registers: [this.#registry],
  });
  readonly #recoveries = this.#histogram('hush_recovery_seconds', 'Bringing a table back from its log.');
  readonly #closed = new Counter({
    name: 'hush_ws_closed_total',
    help: 'Connections that ended, by the code they ended with.',
    labelNames: ['code'],
    registers: [this.#registry],
  });
  readonly #limited = new Counter({
    name: 'hush_ratelimit_hits_total',
    help: 'Requests refused because there were too many, by what there was too much of.',
    labelNames: ['scope'],
    registers: [this.#registry],
  });
  readonly #answers = new Counter({
    name: 'hush_http_requests_total',
    help: 'Answered HTTP requests, by status.',
    labelNames: ['status'],
    registers: [this.#registry],
  });
  readonly #answerTimes = this.#histogram('hush_http_request_seconds', 'From an HTTP request to its answer.');
  readonly #upgradesRefused = new Counter({
    name: 'hush_ws_refused_total',
    help: 'WebSockets that were refused before they were open, by status.',
    labelNames: ['status'],
    registers: [this.#registry],
  });
  readonly #quarantined = this.#counter(
    'hush_table_quarantined_total',
    'Tables set aside, damaged or by a bug.',
  );

  readonly #lostEntries = this.#counter(
    'hush_table_lost_entries_total',
    'Entries of tables that a player knows and the journal has lost.',
  );

  #counter(name: string, help: string): Counter {
    return new Counter({ name, help, registers: [this.#registry] });
  }

  #histogram(name: string, help: string): Histogram {
    return new Histogram({ name, help, buckets: FAST, registers: [this.#registry] });
  }

  /**
   * Adds the gauges and the metrics of Node itself, which take some processor time; called only if metrics are
   * enabled.
   */
  watch({ tables, sockets, bufferedBytes, disk }: Gauges): void {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    new Gauge({
      name: 'hush_build_info',
      help: 'Always 1; its labels say what runs.',
      labelNames: ['version', 'protocol', 'node'],
      registers,
    }).set({ version: VERSION, protocol: String(PROTOCOL_VERSION), node: process.versions.node }, 1);
    new Gauge({
      name: 'hush_disk_bytes',
      help: 'The disk of the data directory: its free space, its size, and the space the journal takes.',
      labelNames: ['what'],
      registers,
      async collect() {
        for (const [what, bytes] of Object.entries(await disk())) this.set({ what }, bytes);
      },
    });
    new Gauge({
      name: 'hush_game_active',
      help: 'Tables in memory.',
      registers,
      collect() {
        this.set(tables());
      },
    });
    new Gauge({
      name: 'hush_game_sockets',
      help: 'Connections, by what the people at them do.',
      labelNames: ['role'],
      registers,
      collect() {
        for (const [role, count] of Object.entries(sockets())) this.set({ role }, count);
      },
    });
    new Gauge({
      name: 'hush_ws_buffered_bytes',
      help: 'Bytes that wait for slow readers.',
      registers,
      collect() {
        this.set(bufferedBytes());
      },
    });
  }

  /** The registry, for parts of the server that are loaded only if they are used. */
  get registry(): Registry {
    return this.#registry;
  }

  async text(): Promise<{ readonly type: string; readonly text: string }> {
    return { type: this.#registry.contentType, text: await this.#registry.metrics() };
  }

  measured(measure: TableMetric): void {
    switch (measure.type) {
      case 'judged':
        this.#verdicts.add(measure.command, measure.result);
        return;
      case 'resumed':
        this.#resumes.inc({ kind: measure.with });
        return;
      case 'ranOut':
        this.#late.observe(measure.late / 1000);
    }
  }

  committed(millis: number): void {
    if (this.#commitTimes.push(millis) === MOST_KEPT) this.#observeCommits();
  }

  #observeCommits(): void {
    for (const millis of this.#commitTimes) this.#commits.observe(millis / 1000);
    this.#commitTimes.length = 0;
  }

  synced(millis: number): void {
    this.#syncs.observe(millis / 1000);
  }

  conflicted(): void {
    this.#conflicts.inc();
  }

  available(yes: boolean): void {
    this.#available.set(yes ? 1 : 0);
  }

  /**
   * Called when the sand of a table runs again. `since` is undefined for a table that is being released, because the time
   * at which its sand was frozen is not known.
   */
  froze(since: number | undefined, now: number): void {
    if (since !== undefined) this.#frozen.inc((now - since) / 1000);
  }

  recovered(millis: number): void {
    this.#recoveries.observe(millis / 1000);
  }

  socketClosed(code: number): void {
    this.#closed.inc({ code: isOurCode(code) ? String(code) : 'other' });
  }

  limited(scope: string): void {
    this.#limited.inc({ scope });
    this.#onLimited(scope);
  }

  answered(status: number, millis: number): void {
    this.#answers.inc({ status: String(status) });
    this.#answerTimes.observe(millis / 1000);
  }

  upgradeRefused(status: number): void {
    this.#upgradesRefused.inc({ status: String(status) });
  }

  lostEntries(count: number): void {
    this.#lostEntries.inc(count);
  }

  quarantined(): void {
    this.#quarantined.inc();
  }
}
