/** Metrics for Prometheus. No label identifies a person or an address. */
import type { TableMetric } from '@hush/protocol';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const FAST = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const KNOWN_CODES = [1000, 1001, 1002, 1005, 1006, 1007, 1008, 1009, 1011, 1012, 1013];
const isOurCode = (code: number): boolean => KNOWN_CODES.includes(code) || (code >= 4001 && code <= 4007);

/** Gauges, read when the metrics are requested. */
export interface Gauges {
  tables(): number;
  sockets(): { readonly player: number; readonly spectator: number; readonly new: number };
  bufferedBytes(): number;
}

/** Observations of single actions are buffered; they reach the histograms in batches, or when the metrics are requested. */
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

  readonly #actions = new Counter({
    name: 'action_total',
    help: 'Commands judged, by their kind and result: accepted, or the code of the refusal.',
    labelNames: ['type', 'result'],
    registers: [this.#registry],
    collect: () => this.#verdicts.empty((type, result, count) => this.#actions.inc({ type, result }, count)),
  });
  readonly #commits = new Histogram({
    name: 'action_commit_seconds',
    help: 'From asking the journal to write a table’s entries until they are durable.',
    buckets: FAST,
    registers: [this.#registry],
    collect: () => this.#observeCommits(),
  });
  readonly #syncs = this.#histogram('journal_fsync_seconds', 'One group commit, as the database took it.');
  readonly #conflicts = this.#counter(
    'journal_append_conflicts_total',
    'Appends that found a newer version.',
  );
  readonly #available = new Gauge({
    name: 'broker_available',
    help: 'Whether the journal could be written to at the last attempt.',
    registers: [this.#registry],
  });
  readonly #late = this.#histogram('hourglass_error_seconds', 'How late an empty hourglass was noticed.');
  readonly #frozen = this.#counter(
    'hourglass_frozen_seconds_total',
    'Time for which sand stood still because nothing could be committed.',
  );
  readonly #resumes = new Counter({
    name: 'resume_total',
    help: 'Connections that came back and got the missing entries, or everything.',
    labelNames: ['kind'],
    registers: [this.#registry],
  });
  readonly #recoveries = this.#histogram('recovery_seconds', 'Bringing a table back from its log.');
  readonly #closed = new Counter({
    name: 'ws_closed_total',
    help: 'Connections that ended, by the code they ended with.',
    labelNames: ['code'],
    registers: [this.#registry],
  });
  readonly #limited = new Counter({
    name: 'ratelimit_hits_total',
    help: 'Requests refused because there were too many, by what there was too much of.',
    labelNames: ['scope'],
    registers: [this.#registry],
  });
  readonly #quarantined = this.#counter('table_quarantined_total', 'Tables set aside, damaged or by a bug.');

  #counter(name: string, help: string): Counter {
    return new Counter({ name, help, registers: [this.#registry] });
  }

  #histogram(name: string, help: string): Histogram {
    return new Histogram({ name, help, buckets: FAST, registers: [this.#registry] });
  }

  /** Adds gauges and the runtime's own metrics, which cost a little all the time; only called when metrics are on. */
  watch({ tables, sockets, bufferedBytes }: Gauges): void {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    new Gauge({
      name: 'game_active',
      help: 'Tables in memory.',
      registers,
      collect() {
        this.set(tables());
      },
    });
    new Gauge({
      name: 'game_sockets',
      help: 'Connections, by what their people do.',
      labelNames: ['role'],
      registers,
      collect() {
        for (const [role, count] of Object.entries(sockets())) this.set({ role }, count);
      },
    });
    new Gauge({
      name: 'ws_buffered_bytes',
      help: 'Bytes that wait for slow readers.',
      registers,
      collect() {
        this.set(bufferedBytes());
      },
    });
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

  froze(millis: number): void {
    this.#frozen.inc(millis / 1000);
  }

  recovered(millis: number): void {
    this.#recoveries.observe(millis / 1000);
  }

  socketClosed(code: number): void {
    this.#closed.inc({ code: isOurCode(code) ? String(code) : 'other' });
  }

  limited(scope: string): void {
    this.#limited.inc({ scope });
  }

  quarantined(): void {
    this.#quarantined.inc();
  }
}
