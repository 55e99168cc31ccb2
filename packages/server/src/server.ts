/** The whole server: builds its parts, starts them, and stops them without losing data. */
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, type Server as AdminServer, Socket } from 'node:net';
import type { Clock, IceGrant, Journal } from '@hush/protocol';
import { err, type Millis, ok, type Result } from '@hush/rules';
import type { ClusterBuild, ClusterNode } from './cluster/cluster-node.ts';
import { createHttp, type HttpTimeouts, ignoreUpgrade } from './http/http-server.ts';
import type { HttpWorld } from './http/router.ts';
import { readStaticFiles } from './http/static-files.ts';
import { reportLoss } from './journal/loss-report.ts';
import { MeteredJournal, Probe } from './journal/metered.ts';
import { openSqliteJournal } from './journal/sqlite.ts';
import { AddressLimit, WrongCodes } from './limits/address-limits.ts';
import { DiskLimit } from './limits/disk-limit.ts';
import { Moderation } from './limits/moderation.ts';
import { RefusalLog } from './limits/refusal-log.ts';
import { timeSliced } from './limits/time-slice.ts';
import { type OperatorWorld, runAdmin } from './operator/admin-commands.ts';
import { listenForAdmin } from './operator/admin-socket.ts';
import { deleteAddressNote, describeOtherServer, writeAddressNote } from './runtime/address-note.ts';
import { type ServerClock, systemClock } from './runtime/clock.ts';
import type { ClusterConfig } from './runtime/cluster-config.ts';
import type { Config } from './runtime/config.ts';
import { diskUse } from './runtime/disk-use.ts';
import { iceGrant } from './runtime/ice.ts';
import { listenProblem } from './runtime/listen-problem.ts';
import { type Log, openLog, setTableNicknameKey } from './runtime/log.ts';
import { LoopTurn } from './runtime/loop-turn.ts';
import { Metrics } from './runtime/metrics.ts';
import { localUrl, type NetworkInterfaces, reachableUrls } from './runtime/network-addresses.ts';
import { readNicknameKey } from './runtime/nickname-key.ts';
import { VERSION } from './runtime/version.ts';
import { costlyLimitOf, welcomesOf } from './sockets/guest.ts';
import { FrameMaker } from './sockets/outbox.ts';
import { Sockets } from './sockets/sockets.ts';
import { Crews } from './stores/crew-store.ts';
import { httpBeacon } from './stores/heist-beacon.ts';
import { Heists } from './stores/heist-store.ts';
import { Leaderboard } from './stores/leaderboard.ts';
import { OldNames } from './stores/old-names.ts';
import { Scenarios } from './stores/scenario-store.ts';
import { Hourglasses } from './stores/shared-hourglasses.ts';
import { TableRegistry } from './tables/registry.ts';
import { TableAdmin } from './tables/table-admin.ts';

export interface ServerOptions {
  readonly config: Config;
  /** The folder of the built page. Without it the server answers with a plain page that says so. */
  readonly webDir?: string;
  readonly clock?: ServerClock;
  /** The clock by which commits to the disk begin; by default `clock`. Tests whose clock stands still pass another. */
  readonly diskClock?: Clock;
  /** A random number from 0 (included) to 1 (excluded), by default `Math.random`. */
  readonly chance?: () => number;
  readonly log?: Log;
  /** A journal to use instead of the one on disk. */
  readonly journal?: Journal;
  /** The formats that this server can exchange with other nodes; tests set formats of later versions. */
  readonly clusterBuild?: ClusterBuild;
  /** The networks of the machine; tests set other networks. */
  readonly networks?: NetworkInterfaces;
  /** Timeouts of HTTP requests; tests set shorter timeouts. */
  readonly patience?: HttpTimeouts;
}

export interface RunningServer {
  readonly port: number;
  /** Resolves with a sentence when the server has failed and must be stopped. */
  readonly broken: Promise<string>;
  /** Stops the sand of every table, stores its moment, closes all connections and the journal. */
  stop(): Promise<void>;
}

/**
 * Deadlines of the three steps of a stop, counted from its beginning: the server has stopped within two seconds, even
 * if something hangs. A step that begins late still gets LEAST_PATIENCE.
 */
const DRAINED_BY: Millis = 1_000;
const TOLD_BY: Millis = 1_300;
const CLOSED_BY: Millis = 1_700;
const LEAST_PATIENCE: Millis = 100;
/**
 * In a cluster two steps come first: handing tables over to other nodes, and closing connections. A service manager waits
 * for thirty seconds.
 */
const MOVED_BY: Millis = 15_000;
const ENDED_BY: Millis = 5_000;

/**
 * The time within which clients come back after their server or table has stopped. Without a cluster all clients come
 * back to the server that is starting; in a cluster the tables of a node move one by one.
 */
const RETURN_WITHIN: Millis = 2_000;
const RETURN_WITHIN_CLUSTER: Millis = 200;

const RESTARTING = 'The server is restarting; the game goes on in a moment.';

/** Starts a server and returns it when it listens; otherwise returns a sentence with the reason. */
export async function startServer(options: ServerOptions): Promise<Result<RunningServer, string>> {
  const { config } = options;
  const log = options.log ?? openLog(config.logLevel);
  const clock = options.clock ?? systemClock;
  const refusals = new RefusalLog(log, () => clock.now());
  const metrics = new Metrics(scope => refusals.limit(scope));
  const opened = await openStore(options, metrics, log);
  if (!opened.ok) return opened;
  const server = new Running(options, opened.value, { metrics, log, refusals });
  const problem = await server.listen();
  if (problem === null) return ok(server);
  await server.stop();
  return err(problem);
}

/** The journal, and the cluster that shares it. */
interface Store {
  readonly journal: Journal;
  readonly node: ClusterNode | null;
}

async function openStore(options: ServerOptions, metrics: Metrics, log: Log): Promise<Result<Store, string>> {
  const { config, clock = systemClock, diskClock = clock } = options;
  if (options.journal === undefined && config.cluster !== null)
    return openClusterStore(options, config.cluster, diskClock);
  const opened = await openJournal(options, metrics, log);
  return opened.ok ? ok({ journal: opened.value, node: null }) : opened;
}

async function openJournal(
  { config, journal, clock = systemClock, diskClock = clock }: ServerOptions,
  metrics: Metrics,
  log: Log,
): Promise<Result<Journal, string>> {
  if (journal !== undefined) return ok(journal);
  const opened = await openSqliteJournal(config.dataDir, {
    clock: diskClock,
    onCommit: ({ millis }) => metrics.synced(millis),
    onNotice: why => log.warn({ why }, 'deleted text not overwritten'),
  });
  if (!opened.ok) {
    const { type, why } = opened.error;
    return err(type === 'locked' ? `${why} ${describeOtherServer(config.dataDir)}`.trimEnd() : why);
  }
  setTableNicknameKey(readNicknameKey(config.dataDir)); // the journal has already tested that the directory is writable
  if (opened.loss !== null) reportLoss(opened.loss, log);
  return ok(opened.journal);
}

/**
 * Opens the journal of a cluster; the NATS client is loaded only here. The data directory stores only what belongs to
 * one machine: the key of the nicknames in its log, and its admin socket.
 */
async function openClusterStore(
  { config: { dataDir }, clusterBuild }: ServerOptions,
  cluster: ClusterConfig,
  clock: Clock,
): Promise<Result<Store, string>> {
  const { joinCluster } = await import('./cluster/cluster-node.ts');
  const joined = await joinCluster(cluster, clock, clusterBuild);
  if (!joined.ok) return joined;
  const { journal } = joined.value;
  try {
    setTableNicknameKey(readNicknameKey(dataDir));
    return ok({ journal, node: joined.value });
  } catch (error) {
    joined.value.leave();
    await journal.close();
    return err(
      `HUSH_DATA ${dataDir} cannot be written to: ${error instanceof Error ? error.message : error}.`,
    );
  }
}

/** Makes the log and the metrics. */
interface Reports {
  readonly metrics: Metrics;
  readonly log: Log;
  readonly refusals: RefusalLog;
}

/** What tables, sockets and routes share. */
interface CommonParts extends Reports {
  readonly clock: ServerClock;
  readonly chance: () => number;
  readonly loopTurn: LoopTurn;
}

/** The parts that routes need and that exist before the server listens. */
type HttpParts = Omit<HttpWorld, 'config' | 'tables' | 'probe' | 'files' | 'isDraining' | 'reachableUrls'>;

class Running implements RunningServer {
  readonly broken: Promise<string>;
  readonly #config: Config;
  readonly #node: ClusterNode | null;
  readonly #clock: ServerClock;
  readonly #log: Log;
  readonly #journal: Journal;
  readonly #tables: TableRegistry;
  readonly #crews: Crews;
  readonly #scenarios: Scenarios;
  readonly #oldNames: OldNames;
  readonly #sockets: Sockets;
  readonly #disk: DiskLimit;
  readonly #http: HttpServer;
  readonly #operator: OperatorWorld;
  #admin: AdminServer | null = null;
  #break: (why: string) => void = () => undefined;
  readonly #hasDirectory: boolean;
  #listened = false;
  #draining = false;
  #stopped: Promise<void> | undefined;

  constructor(options: ServerOptions, { journal: raw, node }: Store, reports: Reports) {
    const { metrics, log } = reports;
    const { config, clock = systemClock, chance = Math.random } = options;
    this.broken = new Promise(resolve => {
      this.#break = resolve;
    });
    this.#config = config;
    this.#node = node;
    this.#hasDirectory = options.journal === undefined;
    this.#clock = clock;
    this.#log = log;
    this.#journal = new MeteredJournal(raw, clock, metrics, {
      changed: (available, why) =>
        available ? log.info({}, 'journal available again') : log.error({ why }, 'journal unavailable'),
    });
    const { limits } = config;
    const now = (): number => clock.now();
    const wrongCodes = new WrongCodes(limits.missesPerMinute, { now, nodes: () => node?.size ?? 1 });
    const common = { clock, chance, ...reports, loopTurn: new LoopTurn() };
    const journal = this.#journal;
    this.#disk = new DiskLimit({ clock, ...reports }, config.dataDir, limits.disk);
    const moderation = new Moderation(this.#hasDirectory ? config.dataDir : null, config);
    this.#tables = this.#openTables(common, moderation);
    const kept = { clock, log, journal, keepDays: config.keepCrewDays };
    this.#crews = new Crews(kept);
    this.#scenarios = new Scenarios(kept);
    this.#oldNames = new OldNames({ clock, log, journal, crews: this.#crews });
    const costly = new AddressLimit(costlyLimitOf(limits.connectionsPerIp), now);
    const welcomes = new AddressLimit(welcomesOf(limits.connectionsPerIp), now);
    const frames = new FrameMaker();
    const tables = node?.tables(this.#tables) ?? this.#tables;
    const guestWorld = { ...common, tables, moderation, wrongCodes, costly, welcomes, frames };
    const returnWithin = node === null ? RETURN_WITHIN : RETURN_WITHIN_CLUSTER;
    this.#sockets = new Sockets({ ...guestWorld, returnWithin }, config, log);
    const leaderboard = new Leaderboard(journal, this.#crews, clock);
    const heists = this.#openHeists();
    const stores = { crews: this.#crews, scenarios: this.#scenarios, heists, journal, moderation };
    const own = new Hourglasses(clock);
    const parts = {
      ...common,
      ...stores,
      glasses: node?.glasses(own) ?? own,
      disk: this.#disk,
      leaderboard,
      wrongCodes,
    };
    this.#http = this.#listenToHttp(options, parts);
    if (config.metricsToken !== undefined) this.#watch(metrics);
    this.#operator = {
      ...stores,
      tables: new TableAdmin(this.#tables, journal),
      endBlocked: () => this.#sockets.endBlocked(),
      bookChanged: () => leaderboard.refresh(),
      boardChanged: id => leaderboard.drop(id),
    };
  }

  #openTables(common: CommonParts, moderation: Moderation): TableRegistry {
    const { limits, keepDays, ice } = this.#config;
    const node = this.#node;
    return new TableRegistry({
      ...common,
      journal: this.#journal,
      most: limits.tables,
      keepDays,
      failed: why => this.#break(why),
      ...(node === null
        ? {}
        : { owns: (code: string): boolean => node.owns(code), vocabulary: () => node.vocabulary }),
      ice: (seat): IceGrant => iceGrant(ice, Date.now(), seat),
      moderation,
    });
  }

  #openHeists(): Heists {
    const { heistBeacon } = this.#config;
    return new Heists({
      clock: this.#clock,
      log: this.#log,
      journal: this.#journal,
      beacon: heistBeacon === undefined ? null : httpBeacon(heistBeacon),
      sliced: steps => timeSliced(steps, this.#clock),
    });
  }

  #listenToHttp({ config, webDir, networks, patience }: ServerOptions, parts: HttpParts): HttpServer {
    const http = createHttp(
      {
        ...parts,
        config,
        tables: this.#tables,
        probe: new Probe(this.#journal, this.#clock),
        files: webDir === undefined ? new Map() : readStaticFiles(webDir),
        isDraining: () => this.#draining,
        reachableUrls: () => reachableUrls({ ...config, port: this.port }, networks),
      },
      patience,
    );
    http.on('upgrade', (request, socket, head) => {
      const isWebSocket = /^websocket$/i.test(request.headers.upgrade ?? '');
      if (isWebSocket || !(socket instanceof Socket)) this.#sockets.upgrade(request, socket, head);
      else ignoreUpgrade(http, request, socket);
    });
    return http;
  }

  #watch(metrics: Metrics): void {
    metrics.watch({
      tables: () => this.#tables.size,
      sockets: () => ({ ...this.#tables.attendance(), new: this.#sockets.newcomers }),
      bufferedBytes: () => this.#sockets.bufferedBytes(),
      disk: () => diskUse(this.#config.dataDir),
    });
    this.#node?.watch(metrics.registry);
  }

  get port(): number {
    const address = this.#http.address() as AddressInfo | null;
    return address?.port ?? this.#config.port;
  }

  /** Starts listening; returns null, or a sentence with the reason of the failure. */
  async listen(): Promise<string | null> {
    const { port, host } = this.#config;
    try {
      this.#http.listen({ port, ...(host === undefined ? {} : { host }) });
      await once(this.#http, 'listening');
    } catch (error) {
      return listenProblem(error, this.#config);
    }
    this.#listened = true;
    this.#node?.whenCutOff(isCutOff => this.#draining || this.#sockets.cutOff(isCutOff));
    if (this.#hasDirectory) await this.#disk.watch();
    if (this.#hasDirectory) {
      this.#writeNote();
      this.#admin = listenForAdmin(this.#config.dataDir, words => runAdmin(this.#operator, words), this.#log);
    }
    this.#log.info({ port: this.port, version: VERSION }, 'listening');
    return null;
  }

  #writeNote(): void {
    try {
      writeAddressNote(this.#config.dataDir, localUrl({ ...this.#config, port: this.port }));
    } catch (error) {
      this.#log.warn({ err: error }, 'address not noted'); // the disk is full: only a second server would need the file
    }
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#draining = true;
    if (this.#node !== null) await this.#giveTablesAway(this.#node);
    const began = this.#clock.now();
    const until = (by: Millis): Millis => Math.max(LEAST_PATIENCE, began + by - this.#clock.now());
    if (this.#listened && this.#hasDirectory) deleteAddressNote(this.#config.dataDir);
    this.#admin?.close();
    this.#disk.stop();
    this.#sockets.drain();
    this.#crews.stop();
    this.#scenarios.stop();
    this.#oldNames.stop();
    const calm = await this.#within(until(DRAINED_BY), this.#tables.drain(RESTARTING));
    if (!calm) this.#log.error({}, 'some tables could not be drained: their last second of sand is lost');
    await this.#sockets.stop(RESTARTING, until(TOLD_BY));
    this.#node?.leave();
    this.#http.close();
    this.#http.closeAllConnections();
    if (!(await this.#within(until(CLOSED_BY), this.#journal.close())))
      this.#log.error({}, 'the journal could not be closed');
    if (this.#listened) this.#log.info({}, 'stopped');
  }

  /**
   * In a cluster other nodes take over the tables one by one; then the remaining connections are closed, spread over
   * some time. The last node keeps its tables, and their sand must stop before the first connection is closed.
   */
  async #giveTablesAway(node: ClusterNode): Promise<void> {
    this.#sockets.refuse();
    let isLast = false;
    const drained = node.drain().then(hasOthers => {
      isLast = !hasOthers;
    });
    const moved = await this.#within(MOVED_BY, drained);
    if (!moved) this.#log.error({}, 'some tables could not be handed over in time');
    if (moved && !isLast && this.#listened) await this.#sockets.endOneByOne(RESTARTING, ENDED_BY);
  }

  /** Waits for work until the deadline; returns whether it was done. */
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
