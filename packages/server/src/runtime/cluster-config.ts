/** The settings of a cluster: which NATS servers store the journal, and the key of the cluster. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { err, type Millis, ok, type Result } from '@hush/rules';

export interface ClusterConfig {
  readonly servers: readonly string[];
  readonly credsFile?: string;
  readonly caFile?: string;
  /** The certificate of this node and its key, for servers that ask for one. */
  readonly certFile?: string;
  readonly keyFile?: string;
  readonly monitors: readonly string[];
  /** If NATS or another node does not answer for this long, it counts as unavailable or gone. */
  readonly timeout: Millis;
  readonly node: string;
  readonly replicas: number;
}

/** The texts of the environment variables about the cluster. */
interface ClusterSettings {
  readonly servers: readonly string[];
  readonly credsFile: string | undefined;
  readonly caFile: string | undefined;
  readonly certFile: string | undefined;
  readonly keyFile: string | undefined;
  readonly monitors: readonly string[];
  readonly timeout: Millis;
  readonly node: string | undefined;
  readonly replicas: number;
  readonly isUnsafe: boolean;
}

const SAFE_REPLICAS = 3;
const NODE_NAME = /^[\w-]{1,40}$/;

const listOf = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '');

const isAddress = (text: string, protocols: RegExp): boolean => {
  try {
    const { protocol, hostname: host, pathname } = new URL(text);
    return protocols.test(protocol) && host !== '' && (pathname === '' || pathname === '/');
  } catch {
    return false;
  }
};

const addresses =
  (protocols: RegExp, example: string) =>
  (text: string | undefined): Result<readonly string[], string> => {
    const bad = listOf(text).find(part => !isAddress(part, protocols));
    return bad === undefined
      ? ok(listOf(text))
      : err(`must be a list of addresses such as ${example}, but ${JSON.stringify(bad)} is not one`);
  };

export const readNatsServers: (text: string | undefined) => Result<readonly string[], string> = addresses(
  /^(?:nats|tls):$/,
  'nats://a:4222,nats://b:4222,nats://c:4222',
);

export const readMonitors: (text: string | undefined) => Result<readonly string[], string> = addresses(
  /^https?:$/,
  'http://a:8222',
);

export const readNodeName = (text: string | undefined): Result<string | undefined, string> =>
  text === undefined || NODE_NAME.test(text)
    ? ok(text)
    : err('must be at most 40 letters, digits, hyphens and underscores');

/** Reads the cluster's settings; null if the journal is on this machine. */
export function clusterFrom(settings: ClusterSettings): Result<ClusterConfig | null, string> {
  const { servers, credsFile, caFile, certFile, keyFile, monitors, timeout, replicas, isUnsafe } = settings;
  if (servers.length === 0) return ok(null);
  if (replicas < SAFE_REPLICAS && !isUnsafe)
    return err(
      `HUSH_REPLICAS ${replicas} loses games with one disk: use ${SAFE_REPLICAS} or 5, or set HUSH_UNSAFE to on for a trial.`,
    );
  if ((certFile === undefined) !== (keyFile === undefined))
    return err('HUSH_NATS_CERT and HUSH_NATS_KEY belong together: set both, or neither.');
  return ok({
    servers,
    ...(credsFile === undefined ? {} : { credsFile }),
    ...(caFile === undefined ? {} : { caFile }),
    ...(certFile === undefined ? {} : { certFile }),
    ...(keyFile === undefined ? {} : { keyFile }),
    monitors,
    timeout,
    node:
      settings.node ??
      `${hostname()
        .replaceAll(/[^\w-]/g, '-')
        .slice(0, 30)}-${randomBytes(3).toString('hex')}`,
    replicas,
  });
}
