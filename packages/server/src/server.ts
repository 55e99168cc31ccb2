/** The whole server: its parts are put together, started, and stopped without losing anything. */
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IceGrant, Journal } from '@hush/protocol';
import { err, type Millis, ok, type Result } from '@hush/rules';
import { createHttp, type HttpTimeouts } from './http/http-server.ts';
import { readStaticFiles } from './http/static-files.ts';
import { reportLoss } from './journal/loss-report.ts';
import { MeteredJournal, Probe } from './journal/metered.ts';
import { openSqliteJournal } from './journal/sqlite.ts';
import { AddressLimit, WrongCodes } from './limits/address-limits.ts';
import { type ServerClock, systemClock } from './runtime/clock.ts';
import type { Config } from './runtime/config.ts';
import { iceGrant } from './runtime/ice.ts';
import { type Log, openLog } from './runtime/log.ts';
import { LoopTurn } from './runtime/loop-turn.ts';
import { Metrics } from './runtime/metrics.ts';
import { VERSION } from './runtime/version.ts';
import { FrameMaker } from './sockets/frame.ts';
import { effortsOf } from './sockets/guest.ts';
import { Sockets } from './sockets/sockets.ts';
import { Crews } from './stores/crew-store.ts';
import { Scenarios } from './stores/scenario-store.ts';
import { TableRegistry } from './tables/registry.ts';

export interface ServerOptions {
  readonly config: Config;
  /** The folder of the built page. Without it the server shows a plain page that says so. */
  readonly webDir?: string;
  readonly clock?: ServerClock;
  /** 0 <= x < 1; `Math.random` by default. */
  readonly chance?: () => number;
  readonly log?: Log;
  /** Replaces the journal on the disk. */
  readonly journal?: Journal;
  /** Timeouts of HTTP requests; tests use shorter ones. */
  readonly patience?: HttpTimeouts;
}

export interface RunningServer {
  readonly port: number;
  /** Resolves with a sentence when the server has failed and must be stopped. */
  readonly broken: Promise<string>;
  /** Stops the sand of every table, writes it, closes all connections and the journal. */
  stop(): Promise<void>;
}

/**
 * Deadlines of the three steps of a stop, counted from the order to stop: all is over within two seconds, whatever hangs.
 * A step that starts late still gets LEAST_PATIENCE.
 */
const DRAINED_BY: Millis = 1_000;
const TOLD_BY: Millis = 1_300;
const CLOSED_BY: Millis = 1_700;
const LEAST_PATIENCE: Millis = 100;

const RESTARTING = 'The server is restarting; the game goes on in a moment.';

/** A listening server, or one sentence that says why it could not start. */
export async function startServer(options: ServerOptions): Promise<Result<RunningServer, string>> {
  const { config } = options;
  const metrics = new Metrics();
  const log = options.log ?? openLog(config.logLevel);
  const opened = await openJournal(options, metrics, log);
  if (!opened.ok) return opened;
  const server = new Running(options, opened.value, metrics, log);
  const problem = await server.listen();
  if (problem === null) return ok(server);
  await server.stop();
  return err(problem);
}

async function openJournal(
  { config, journal }: ServerOptions,
  metrics: Metrics,
  log: Log,
): Promise<Result<Journal, string>> {
  if (journal !== undefined) return ok(journal);
  const opened = await openSqliteJournal(config.dataDir, {
    onCommit: ({ millis }) => metrics.synced(millis),
  });
  if (!opened.ok) return err(opened.error.why);
  if (opened.loss !== null) reportLoss(opened.loss, log);
  return ok(opened.journal);
}

class Running implements RunningServer {
  readonly broken: Promise<string>;
  readonly #config: Config;
  readonly #clock: ServerClock;
  readonly #log: Log;
  readonly #journal: Journal;
  readonly #rooms: TableRegistry;
  readonly #crews: Crews;
  readonly #scenarios: Scenarios;
  readonly #sockets: Sockets;
  readonly #http: HttpServer;
  #break: (why: string) => void = () => undefined;
  #listened = false;
  #draining = false;
  #stopped: Promise<void> | undefined;

  constructor(options: ServerOptions, raw: Journal, metrics: Metrics, log: Log) {
    const { config, clock = systemClock, chance = Math.random, webDir } = options;
    this.broken = new Promise(resolve => {
      this.#break = resolve;
    });
    this.#config = config;
    this.#clock = clock;
    this.#log = log;
    this.#journal = new MeteredJournal(raw, clock, metrics, {
      changed: (available, why) =>
        available ? log.info({}, 'journal available again') : log.error({ why }, 'journal unavailable'),
    });
    const { limits, keepDays } = config;
    const guesses = new WrongCodes(limits.missesPerMinute, () => clock.now());
    const common = { clock, metrics, log, round: new LoopTurn() };
    const { tables: most } = limits;
    const failed = (why: string): void => this.#break(why);
    const ice = (): IceGrant => iceGrant(config.ice, Date.now());
    this.#rooms = new TableRegistry({ ...common, journal: this.#journal, most, keepDays, failed, ice });
    const kept = { clock, log, journal: this.#journal, keepDays: config.keepCrewDays };
    this.#crews = new Crews(kept);
    this.#scenarios = new Scenarios(kept);
    const efforts = new AddressLimit(effortsOf(limits.connectionsPerIp), () => clock.now());
    const hall = { ...common, chance, rooms: this.#rooms, guesses, efforts, frames: new FrameMaker() };
    this.#sockets = new Sockets(hall, config, log);
    const world = {
      ...common,
      config,
      wrongCodes: guesses,
      tables: this.#rooms,
      crews: this.#crews,
      scenarios: this.#scenarios,
      journal: this.#journal,
      probe: new Probe(this.#journal, clock),
      files: webDir === undefined ? new Map() : readStaticFiles(webDir),
      isDraining: () => this.#draining,
    };
    this.#http = createHttp(world, options.patience);
    this.#http.on('upgrade', (request, socket, head) => this.#sockets.upgrade(request, socket, head));
    if (config.metricsToken !== undefined) this.#watch(metrics);
  }

  #watch(metrics: Metrics): void {
    metrics.watch({
      tables: () => this.#rooms.size,
      sockets: () => ({ ...this.#rooms.attendance(), new: this.#sockets.newcomers }),
      bufferedBytes: () => this.#sockets.bufferedBytes(),
    });
  }

  get port(): number {
    const address = this.#http.address() as AddressInfo | null;
    return address?.port ?? this.#config.port;
  }

  /** Null when it listens, otherwise a sentence with the reason. */
  async listen(): Promise<string | null> {
    const { port, host } = this.#config;
    try {
      this.#http.listen({ port, ...(host === undefined ? {} : { host }) });
      await once(this.#http, 'listening');
    } catch (error) {
      return listenProblem(error, this.#config);
    }
    this.#listened = true;
    this.#log.info({ port: this.port, version: VERSION }, 'listening');
    return null;
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    const began = this.#clock.now();
    const until = (by: Millis): Millis => Math.max(LEAST_PATIENCE, began + by - this.#clock.now());
    this.#draining = true;
    this.#sockets.drain();
    this.#crews.stop();
    this.#scenarios.stop();
    const calm = await this.#within(until(DRAINED_BY), this.#rooms.drain(RESTARTING));
    if (!calm) this.#log.error({}, 'some tables could not be drained: their last second of sand is lost');
    await this.#sockets.stop(RESTARTING, until(TOLD_BY));
    this.#http.close();
    this.#http.closeAllConnections();
    if (!(await this.#within(until(CLOSED_BY), this.#journal.close())))
      this.#log.error({}, 'the journal could not be closed');
    if (this.#listened) this.#log.info({}, 'stopped');
  }

  /** Whether the work was done before the deadline. */
  async #within(patience: Millis, work: Promise<void>): Promise<boolean> {
    let cancel = (): void => undefined;
    const tooLate = new Promise<boolean>(resolve => {
      cancel = this.#clock.later(patience, () => resolve(false));
    });
    const inTime = await Promise.race([work.then(() => true), tooLate]);
    cancel();
    return inTime;
  }
}

const unknownHost = ({ host }: Config): string =>
  `HOST ${JSON.stringify(host)} cannot be found: set it to an address of this machine, or leave it out.`;

const LISTEN_PROBLEMS: Readonly<Record<string, (config: Config) => string>> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is taken by another program: stop that one, or set PORT to another number.`,
  EACCES: ({ port }) => `Port ${port} may not be used by this account: set PORT to a number above 1023.`,
  EADDRNOTAVAIL: ({ host }) =>
    `${host} is no address of this machine: set HOST to one that is, or leave it out.`,
  EAI_AGAIN: unknownHost,
  ENOTFOUND: unknownHost,
};

function listenProblem(error: unknown, config: Config): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const say = LISTEN_PROBLEMS[code];
  if (say === undefined) throw error;
  return say(config);
}
