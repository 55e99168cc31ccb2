/**
 * The configuration, read once at the start from environment variables with safe defaults. Every mistake gets a sentence.
 * docs/OPERATING.md has the same list.
 */
import { err, ok, type Result } from '@hush/rules';
import {
  type ClusterConfig,
  clusterFrom,
  readMonitors,
  readNatsServers,
  readNodeName,
} from './cluster-config.ts';
import { type Ice, readIceServers, readTurnSecret, readTurnUrls, relayProblem, turnProblem } from './ice.ts';
import { LOG_LEVELS, type LogLevel } from './log.ts';
import { type NameFilter, readNameFilter } from './name-filter.ts';
import { type HostText, readHostText } from './privacy-text.ts';

export interface Config {
  readonly port: number;
  /** The address to listen on; undefined means every address of the machine. */
  readonly host: string | undefined;
  readonly dataDir: string;
  /** Allowed origins; an empty list allows only pages of the requested host. */
  readonly origins: readonly string[];
  /** How many proxies in front of the server add an address to X-Forwarded-For. */
  readonly trustedProxies: number;
  readonly logLevel: LogLevel;
  readonly keepDays: number;
  /** Days after which an unused crew is deleted; 0 means never. */
  readonly keepCrewDays: number;
  /** The operator's own text for the privacy page. */
  readonly privacy: HostText;
  /** The words that no name may contain. */
  readonly nameFilter: NameFilter;
  /** Whether the server has a leaderboard of crews. */
  readonly board: boolean;
  /** The address of a public beacon for the heists; undefined without one. */
  readonly heistBeacon: string | undefined;
  /** The token for the metrics; undefined switches them off. */
  readonly metricsToken: string | undefined;
  /** STUN and TURN servers for voice. */
  readonly ice: Ice;
  readonly limits: Limits;
  /** The NATS servers that store the journal; null means that it is in `dataDir`. */
  readonly cluster: ClusterConfig | null;
}

export interface Limits {
  /** The largest size of the journal in megabytes; 0 means no limit. */
  readonly disk: number;
  /** The most tables in memory at the same time. */
  readonly tables: number;
  readonly connections: number;
  readonly connectionsPerIp: number;
  /** The most new tables per address and hour. */
  readonly tablesPerHour: number;
  /** The most wrong codes and tokens per address and minute. */
  readonly missesPerMinute: number;
}

type Read<T> = (text: string | undefined) => Result<T, string>;

const whole =
  (least: number, most: number, fallback: number): Read<number> =>
  text => {
    if (text === undefined) return ok(fallback);
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most
      ? ok(value)
      : err(`must be a whole number from ${least} to ${most}`);
  };

const anything =
  <T>(fallback: T): Read<string | T> =>
  text =>
    ok(text ?? fallback);

const readLevel: Read<LogLevel> = text => {
  const level = LOG_LEVELS.find(known => known === (text ?? 'info'));
  return level === undefined ? err(`must be one of ${LOG_LEVELS.join(', ')}`) : ok(level);
};

const readSwitch: Read<boolean> = text => {
  if (text === undefined || text === 'off') return ok(false);
  return text === 'on' ? ok(true) : err('must be on or off');
};

const SHORTEST_TOKEN = 16;

const readToken: Read<string | undefined> = text =>
  text === undefined || (text.length >= SHORTEST_TOKEN && /^[\x21-\x7e]+$/.test(text))
    ? ok(text)
    : err(`must be a secret of at least ${SHORTEST_TOKEN} characters without spaces`);

/** Reads the origins. They are compared character by character, so they must be written as a browser sends them. */
const readOrigins: Read<readonly string[]> = text => {
  const origins = (text ?? '').split(',').map(origin => origin.trim());
  const given = origins.filter(origin => origin !== '');
  const bad = given.find(origin => !isOrigin(origin));
  return bad === undefined
    ? ok(given)
    : err(`must be a list of origins such as https://hush.example, but ${JSON.stringify(bad)} is not one`);
};

function isOrigin(text: string): boolean {
  try {
    return new URL(text).origin === text && /^https?:/.test(text);
  } catch {
    return false;
  }
}

const readBeacon: Read<string | undefined> = text =>
  text === undefined || (URL.canParse(text) && /^https?:/.test(text))
    ? ok(text)
    : err('must be the http address of a drand relay with the hash of its chain');

/** Reads HUSH_VOICE; true if voice uses relays only. */
const readVoice: Read<boolean> = text => {
  if (text === undefined || text === 'direct') return ok(false);
  return text === 'relay' ? ok(true) : err('must be direct or relay');
};

const READERS = {
  PORT: whole(0, 65_535, 8080),
  HOST: anything(undefined),
  HUSH_DATA: anything('./data'),
  HUSH_ORIGINS: readOrigins,
  HUSH_TRUST_PROXY: whole(0, 9, 0),
  HUSH_LOG: readLevel,
  HUSH_KEEP_DAYS: whole(1, 36_500, 30),
  HUSH_KEEP_CREW_DAYS: whole(0, 36_500, 730),
  HUSH_PRIVACY: readHostText,
  HUSH_NAME_FILTER: readNameFilter,
  HUSH_BOARD: readSwitch,
  HUSH_HEIST_BEACON: readBeacon,
  HUSH_METRICS: readToken,
  HUSH_ICE: readIceServers,
  HUSH_TURN_URLS: readTurnUrls,
  HUSH_TURN_SECRET: readTurnSecret,
  HUSH_VOICE: readVoice,
  HUSH_MAX_DISK: whole(0, 100_000_000, 0),
  HUSH_MAX_TABLES: whole(1, 1_000_000, 10_000),
  HUSH_MAX_CONNECTIONS: whole(1, 1_000_000, 10_000),
  HUSH_CONNECTIONS_PER_IP: whole(1, 1_000_000, 100),
  HUSH_TABLES_PER_HOUR: whole(1, 1_000_000, 60),
  HUSH_MISSES_PER_MINUTE: whole(1, 1_000_000, 10),
  HUSH_JOURNAL: readNatsServers,
  HUSH_NATS_CREDS: anything(undefined),
  HUSH_NATS_CA: anything(undefined),
  HUSH_NATS_CERT: anything(undefined),
  HUSH_NATS_KEY: anything(undefined),
  HUSH_NATS_MONITOR: readMonitors,
  HUSH_NATS_TIMEOUT: whole(100, 600_000, 2_000),
  HUSH_NODE: readNodeName,
  HUSH_REPLICAS: whole(1, 5, 3),
  HUSH_UNSAFE: readSwitch,
} as const;

type Variable = keyof typeof READERS;
type Value<V extends Variable> = (typeof READERS)[V] extends Read<infer T> ? T : never;

/** The names of all variables, in the order of docs/OPERATING.md. */
export const VARIABLES = Object.keys(READERS) as readonly Variable[];

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the configuration; otherwise returns all mistakes in it. */
export function readConfig(environment: Environment): Result<Config, readonly string[]> {
  const problems = Object.keys(environment)
    .filter(name => name.startsWith('HUSH_') && !Object.hasOwn(READERS, name))
    .map(name => `There is no setting ${name}; docs/OPERATING.md lists those there are.`);
  const values: Partial<Record<Variable, unknown>> = {};
  for (const name of VARIABLES) {
    const text = environment[name]?.trim();
    const value = READERS[name](text === '' ? undefined : text);
    if (value.ok) values[name] = value.value;
    else problems.push(`${name} ${value.error}.`);
  }
  if (problems.length > 0) return err(problems);
  const value = <V extends Variable>(name: V): Value<V> => values[name] as Value<V>;
  const alone = turnProblem(value('HUSH_TURN_URLS'), value('HUSH_TURN_SECRET'));
  const config = configFrom(value);
  const wrong = alone ?? relayProblem(config.ice);
  if (wrong !== null) return err([wrong]);
  const cluster = clusterFrom({
    servers: value('HUSH_JOURNAL'),
    credsFile: value('HUSH_NATS_CREDS'),
    caFile: value('HUSH_NATS_CA'),
    certFile: value('HUSH_NATS_CERT'),
    keyFile: value('HUSH_NATS_KEY'),
    monitors: value('HUSH_NATS_MONITOR'),
    timeout: value('HUSH_NATS_TIMEOUT'),
    node: value('HUSH_NODE'),
    replicas: value('HUSH_REPLICAS'),
    isUnsafe: value('HUSH_UNSAFE'),
  });
  return cluster.ok ? ok({ ...config, cluster: cluster.value }) : err([cluster.error]);
}

const configFrom = (value: <V extends Variable>(name: V) => Value<V>): Omit<Config, 'cluster'> => ({
  port: value('PORT'),
  host: value('HOST'),
  dataDir: value('HUSH_DATA'),
  origins: value('HUSH_ORIGINS'),
  trustedProxies: value('HUSH_TRUST_PROXY'),
  logLevel: value('HUSH_LOG'),
  keepDays: value('HUSH_KEEP_DAYS'),
  keepCrewDays: value('HUSH_KEEP_CREW_DAYS'),
  privacy: value('HUSH_PRIVACY'),
  nameFilter: value('HUSH_NAME_FILTER'),
  board: value('HUSH_BOARD'),
  heistBeacon: value('HUSH_HEIST_BEACON'),
  metricsToken: value('HUSH_METRICS'),
  ice: iceFrom(value),
  limits: {
    disk: value('HUSH_MAX_DISK'),
    tables: value('HUSH_MAX_TABLES'),
    connections: value('HUSH_MAX_CONNECTIONS'),
    connectionsPerIp: value('HUSH_CONNECTIONS_PER_IP'),
    tablesPerHour: value('HUSH_TABLES_PER_HOUR'),
    missesPerMinute: value('HUSH_MISSES_PER_MINUTE'),
  },
});

function iceFrom(value: <V extends Variable>(name: V) => Value<V>): Ice {
  const secret = value('HUSH_TURN_SECRET');
  const turn = secret === undefined ? undefined : { urls: value('HUSH_TURN_URLS'), secret };
  return { servers: value('HUSH_ICE'), turn, relayOnly: value('HUSH_VOICE') };
}
