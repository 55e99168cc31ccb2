/**
 * Opens the journal of a cluster: connects, creates missing streams, and refuses settings that could lose data, each with a
 * sentence.
 */
import { readFileSync } from 'node:fs';
import type { Clock } from '@hush/protocol';
import { err, type Millis, ok, type Result } from '@hush/rules';
import {
  type Authenticator,
  type ConnectionOptions,
  connect,
  credsAuthenticator,
  errors,
  type MsgHdrs,
  type NatsConnection,
  nkeyAuthenticator,
  type ServerInfo,
} from '@nats-io/transport-node';
import { FORMATS, type FormatRange } from './formats.ts';
import { JetStreamJournal, replaceEarlier } from './jetstream.ts';
import { monitorProblem } from './monitor.ts';
import type { StreamError } from './requests.ts';
import { LAYOUT, SPACE, Subjects } from './subjects.ts';

export interface ClusterSettings {
  readonly servers: readonly string[];
  /** The path of a file with a key: a `.creds` file, or a file with only a seed. */
  readonly credsFile?: string;
  /** The path of a file with the certificate of the authority that signed the servers' certificates. */
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
  /** This node's name; no two nodes have the same. */
  readonly node: string;
  readonly replicas: number;
  /** Addresses of the servers' monitoring pages, which show their settings. */
  readonly monitors?: readonly string[];
  /** The prefix of all subjects and streams. */
  readonly space?: string;
}

export interface ClusterOptions {
  readonly clock: Clock;
  /** The timeout of an answer; tests on slow machines pass a longer one. */
  readonly timeout?: Millis;
  /** The formats that this build reads, and the format that it writes now, by default the oldest that it reads. */
  readonly reads?: FormatRange;
  writes?(): number;
  /** The time of day on this machine in milliseconds. */
  wall?(): number;
}

const OLDEST: readonly [number, number] = [2, 15];
const TIMEOUT: Millis = 2_000;
/**
 * Requests about streams may take this many times as long as requests about logs, because leaders may have to be
 * elected first.
 */
const API_PATIENCE = 5;
const MOST_APART: Millis = 60_000;
const ASK_AGAIN: Millis = 1_000;
const RECONNECT: Millis = 100;
/** If a server does not greet within this time, the next one is tried. */
const GREETED_WITHIN: Millis = 5_000;
const PING: Millis = 1_000;
/** A connection on which so many pings are not answered is broken. */
const MOST_PINGS = 2;
/** The shortest window for detecting duplicates that a server accepts: we need none, and it takes memory. */
const DUPLICATE_WINDOW = 100_000_000; // in nanoseconds, as NATS requires

/** Opens the journal; otherwise returns a sentence that says why the cluster cannot be used. */
export async function openCluster(
  settings: ClusterSettings,
  { clock, timeout = TIMEOUT, reads = FORMATS, writes = () => reads.oldest, wall = Date.now }: ClusterOptions,
): Promise<Result<JetStreamJournal, string>> {
  const connected = await connectTo(settings, timeout);
  if (!connected.ok) return connected;
  const connection = connected.value;
  const subjects = new Subjects(settings.space ?? SPACE);
  const problem =
    serverProblem(connection.info ?? {}) ??
    (await monitorProblem(settings.monitors ?? [])) ??
    (await streamProblem(new StreamApi(connection, timeout), subjects, { ...settings, wall }));
  if (problem === null) {
    const elsewhere = (): Promise<boolean> => writesElsewhere(settings, connection, { subjects, timeout });
    const { node } = settings;
    const options = { subjects, clock, node, timeout, reads, writes, writesElsewhere: elsewhere };
    return ok(new JetStreamJournal(connection, options));
  }
  await connection.close();
  return err(problem);
}

interface Elsewhere {
  readonly subjects: Subjects;
  readonly timeout: Millis;
}

/** Whether something can be written through another server than the one of this connection. */
async function writesElsewhere(
  settings: ClusterSettings,
  connection: NatsConnection,
  { subjects, timeout }: Elsewhere,
): Promise<boolean> {
  const own = connection.getServer();
  const others = settings.servers.filter(server => withoutProtocol(server) !== own);
  const writable = others.map(async server => {
    const connected = await connectTo({ ...settings, servers: [server] }, timeout, timeout);
    if (!connected.ok) return false;
    const canWrite = await new StreamApi(connected.value, timeout / API_PATIENCE).canWrite(
      subjects.probe(settings.node),
    );
    void connected.value.close(); // not awaited: closing a connection to a server that is cut off takes long
    return canWrite;
  });
  return (await Promise.all(writable)).includes(true);
}

const withoutProtocol = (server: string): string => server.replace(/^\w+:\/\//, '');

const isSecure = (server: string): boolean => server.startsWith('tls:');

/** A connection to the servers, or one sentence about why there is none. */
async function connectTo(
  settings: ClusterSettings,
  timeout: Millis,
  greetedWithin: Millis = GREETED_WITHIN,
): Promise<Result<NatsConnection, string>> {
  const options = connectionOptions(settings, timeout);
  if (!options.ok) return options;
  try {
    return ok(await connect({ ...options.value, timeout: greetedWithin }));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const names = settings.servers.join(', ');
    if (/authori[sz]ation|authentication|nkey|permission/i.test(why))
      return err(`NATS at ${names} refuses the key of HUSH_NATS_CREDS: ${why}.`);
    if (/certificate|tls|ssl/i.test(why))
      return err(`The certificate of NATS at ${names} cannot be trusted (HUSH_NATS_CA): ${why}.`);
    // If a server requires a certificate of the client and gets none, it ends the connection without a reason.
    if (settings.servers.some(isSecure))
      return err(
        `No NATS server answers at ${names} (HUSH_JOURNAL), or it does not know the certificate of this node (HUSH_NATS_CERT, HUSH_NATS_KEY): ${why}.`,
      );
    return err(`No NATS server answers at ${names} (HUSH_JOURNAL): ${why}.`);
  }
}

function connectionOptions(settings: ClusterSettings, timeout: Millis): Result<ConnectionOptions, string> {
  const { servers, credsFile, node } = settings;
  const authenticator = credsFile === undefined ? ok(undefined) : readKey(credsFile);
  if (!authenticator.ok) return authenticator;
  const tls = readTls(settings);
  if (!tls.ok) return tls;
  return ok({
    servers: servers.map(withoutProtocol),
    name: `hush ${node}`,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT,
    pingInterval: Math.max(PING, timeout / MOST_PINGS),
    maxPingOut: MOST_PINGS,
    ...(authenticator.value === undefined ? {} : { authenticator: authenticator.value }),
    ...(servers.some(isSecure) ? { tls: tls.value } : {}),
  });
}

/** Reads the files for a connection with TLS; or one sentence about the first file that cannot be read. */
function readTls({ caFile, certFile, keyFile }: ClusterSettings): Result<TlsTexts, string> {
  const texts: { ca?: string; cert?: string; key?: string } = {};
  const files = [
    ['ca', caFile, 'HUSH_NATS_CA'],
    ['cert', certFile, 'HUSH_NATS_CERT'],
    ['key', keyFile, 'HUSH_NATS_KEY'],
  ] as const;
  for (const [name, path, variable] of files) {
    if (path === undefined) continue;
    try {
      texts[name] = readFileSync(path, 'utf8');
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return err(`The file of ${variable} cannot be read: ${why}.`);
    }
  }
  return ok(texts);
}

interface TlsTexts {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

function readKey(path: string): Result<Authenticator, string> {
  try {
    const text = readFileSync(path);
    const isSeed = /^SU[A-Z2-7]+\s*$/.test(text.toString());
    return ok(isSeed ? nkeyAuthenticator(Buffer.from(text.toString().trim())) : credsAuthenticator(text));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return err(`The key file of HUSH_NATS_CREDS cannot be read: ${why}.`);
  }
}

/** The facts that a server reports when a client connects. */
type ServerFacts = Partial<Pick<ServerInfo, 'version' | 'jetstream' | 'server_name'>>;

/** Returns a sentence if a server cannot be used; otherwise null. */
export function serverProblem({
  version = '0.0.0',
  jetstream = false,
  server_name = '',
}: ServerFacts): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    return `NATS server ${server_name} is version ${version}, and ${OLDEST.join('.')} or newer is needed: upgrade it.`;
  return jetstream
    ? null
    : `NATS server ${server_name} has no JetStream: add a jetstream block to its settings.`;
}

interface StreamConfig {
  readonly name: string;
  readonly subjects: readonly string[];
  readonly num_replicas: number;
  readonly metadata?: Readonly<Record<string, string>>;
}

interface StreamReply {
  readonly error?: StreamError;
  readonly config?: StreamConfig;
  readonly message?: { readonly time: string };
}

const NO_QUORUM = 'NATS has no quorum: more than half of its servers must run before Hush can start.';
const NO_SUCH_STREAM = 10_059;
const NO_PEERS = 10_005;
const NOT_CLUSTERED = 10_074;
/**
 * Codes with which a server answers that has lost the other servers. The request is sent again, because an election
 * may be in progress.
 */
const UNAVAILABLE = [10_008, 10_009];
/**
 * Codes after which the request is sent again. One of them is NO_PEERS, because the leader answers with it as long as
 * servers that have just started have not registered with it.
 */
const MAY_PASS = [...UNAVAILABLE, NO_PEERS];
const NO_JETSTREAM = [10_039, 10_076];

async function streamProblem(
  api: StreamApi,
  subjects: Subjects,
  { replicas, wall }: ClusterSettings & { wall(): number },
): Promise<string | null> {
  for (const config of streamsOf(subjects, replicas)) {
    const problem = await oneStream(api, config);
    if (problem !== null) return problem;
  }
  // A leader that has just lost the other servers still answers questions, so only a write proves that more than half
  // of the servers are connected.
  const probe = subjects.probe('start');
  const before = wall();
  if (!(await api.canWrite(probe))) return NO_QUORUM;
  const stored = await api.ask(`STREAM.MSG.GET.${subjects.logStream}`, { last_by_subj: probe });
  return clockProblem({ before, stored: Date.parse(stored?.message?.time ?? ''), after: wall() });
}

interface ProbeTimes {
  readonly before: number;
  /** When the probe was stored, by the clock of the stream's leader. */
  readonly stored: number;
  readonly after: number;
}

/**
 * Compares the clocks of this machine and of the leader, which determine the dates of days of use and of moments of
 * dead nodes. A slow answer is no problem: the leader's time must lie between sending and receiving.
 */
export function clockProblem({ before, stored, after }: ProbeTimes): string | null {
  const apart = Math.max(before - stored, stored - after);
  return apart > MOST_APART
    ? `The clock of this machine and that of NATS differ by ${Math.round(apart / 60_000)} minutes: let both follow a time server.`
    : null;
}

function streamsOf(subjects: Subjects, replicas: number): readonly StreamConfig[] {
  const common = {
    num_replicas: replicas,
    storage: 'file',
    discard: 'new',
    allow_direct: true,
    duplicate_window: DUPLICATE_WINDOW,
    metadata: { hush_layout: String(LAYOUT) },
  };
  return [
    {
      ...common,
      name: subjects.logStream,
      subjects: [subjects.logs, subjects.probe('*')],
      allow_rollup_hdrs: true,
      republish: { src: subjects.logs, dest: subjects.news },
    } as StreamConfig,
    {
      ...common,
      name: subjects.momentStream,
      subjects: [subjects.moments],
      discard: 'old',
      max_msgs_per_subject: 1,
    } as StreamConfig,
  ];
}

async function oneStream(api: StreamApi, config: StreamConfig): Promise<string | null> {
  const { name } = config;
  const found = await api.ask(`STREAM.INFO.${name}`, {});
  if (found?.config !== undefined) return layoutProblem(found.config, config);
  if (found?.error?.err_code !== NO_SUCH_STREAM) return apiProblem(found);
  const made = await api.ask(`STREAM.CREATE.${name}`, config);
  if (made?.config !== undefined) return layoutProblem(made.config, config);
  // Another node may have created the stream with the same settings at this moment, which is no error; any other
  // answer is one.
  return apiProblem(made, config.num_replicas);
}

function layoutProblem(found: StreamConfig, wanted: StreamConfig): string | null {
  const layout = found.metadata?.['hush_layout'];
  if (layout !== String(LAYOUT) || found.subjects.join() !== wanted.subjects.join())
    return `The stream ${wanted.name} in NATS is not laid out by this Hush (layout ${layout ?? 'unknown'}, needed ${LAYOUT}): use the Hush that made it, or another NATS account.`;
  if (found.num_replicas < wanted.num_replicas)
    return `The stream ${wanted.name} has ${found.num_replicas} replicas and HUSH_REPLICAS asks for ${wanted.num_replicas}: change the stream, or the setting.`;
  return null;
}

function apiProblem(reply: StreamReply | null, replicas?: number): string {
  const { err_code, description = '' } = reply?.error ?? {};
  if (err_code === NO_PEERS || err_code === NOT_CLUSTERED)
    return `NATS has fewer than ${replicas ?? 3} servers with JetStream in its cluster: start all of them, or set HUSH_REPLICAS.`;
  if (NO_JETSTREAM.includes(err_code ?? 0))
    return 'This NATS account has no JetStream: enable it for the account.';
  if (reply?.error !== undefined) return `NATS refuses to open the journal: ${description}.`;
  return NO_QUORUM;
}

/**
 * Sends requests about streams. NATS leaves some of them without an answer during an election, or while another node
 * creates the stream. All of them are safe to repeat, so a request without an answer is sent again.
 */
class StreamApi {
  readonly #connection: NatsConnection;
  readonly #timeout: Millis;

  constructor(connection: NatsConnection, timeout: Millis) {
    this.#connection = connection;
    this.#timeout = API_PATIENCE * timeout;
  }

  /** Tests whether more than half of the servers store a message. */
  async canWrite(subject: string): Promise<boolean> {
    const answer = await this.#insist(subject, '', replaceEarlier());
    return answer !== null && answer.error === undefined;
  }

  /** Sends a request; null if no answer came, because there is no leader or too few servers are connected. */
  ask(subject: string, question: object): Promise<StreamReply | null> {
    return this.#insist(`$JS.API.${subject}`, JSON.stringify(question));
  }

  async #insist(subject: string, payload: string, head?: MsgHdrs): Promise<StreamReply | null> {
    let last: StreamReply | null = null;
    for (let left = this.#timeout; left > 0; left -= ASK_AGAIN) {
      const options = {
        timeout: Math.min(left, ASK_AGAIN),
        ...(head === undefined ? {} : { headers: head }),
      };
      try {
        const reply = (await this.#connection.request(subject, payload, options)).json<StreamReply>();
        const code = reply.error?.err_code ?? 0;
        if (!MAY_PASS.includes(code)) return reply;
        last = UNAVAILABLE.includes(code) ? null : reply;
        await new Promise(resolve => setTimeout(resolve, options.timeout));
      } catch (error) {
        // This error means that no server can answer; NATS reports it at once.
        if (error instanceof errors.RequestError)
          await new Promise(resolve => setTimeout(resolve, options.timeout));
      }
    }
    return last;
  }
}
