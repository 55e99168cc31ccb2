/** An operator's requests to a cluster: its status, and moving the leaderships of a NATS server before it is stopped. */
import { type Clock, logPages } from '@hush/protocol';
import { err, type Millis, ok, type Result } from '@hush/rules';
import type { NatsConnection } from '@nats-io/transport-node';
import type { JetStreamJournal } from './jetstream.ts';
import type { NodeNotice } from './live-nodes.ts';
import { ownerAmong } from './owner.ts';
import { type ClusterSettings, openCluster } from './streams.ts';
import { SPACE, Subjects } from './subjects.ts';

export interface NodeStatus {
  readonly node: string;
  readonly state: 'up' | 'draining';
  /** How many of the stored tables this node owns; most of them are not open anywhere. */
  readonly tables: number;
}

export interface ReplicaStatus {
  readonly server: string;
  readonly isCurrent: boolean;
  readonly isOffline: boolean;
  /** How many operations the replica is behind the leader. */
  readonly lag: number;
}

export interface StreamStatus {
  readonly stream: string;
  /** The leader; null while the servers elect one, and nothing can be written. */
  readonly leader: string | null;
  readonly replicas: readonly ReplicaStatus[];
  readonly messages: number;
  readonly bytes: number;
}

export interface ClusterStatus {
  readonly nodes: readonly NodeStatus[];
  readonly streams: readonly StreamStatus[];
}

export interface OperateOptions {
  readonly clock: Clock;
  /** How long to wait for an answer of NATS. */
  readonly timeout?: Millis;
}

/** How long to listen for nodes, which announce themselves twice a second. */
const LISTEN: Millis = 1_500;
const TIMEOUT: Millis = 5_000;
const ASK_AGAIN: Millis = 100;
const STEP_DOWN_AGAIN: Millis = 1_000;
/** How many elections a request waits for at most, each as long as an answer may take. */
const ELECTIONS = 6;

interface StreamInfo {
  readonly error?: { readonly description?: string };
  readonly success?: boolean;
  readonly state?: { readonly messages: number; readonly bytes: number };
  readonly cluster?: {
    readonly leader?: string;
    readonly replicas?: readonly {
      readonly name: string;
      readonly current: boolean;
      readonly offline?: boolean;
      readonly lag?: number;
    }[];
  };
}

/**
 * The nodes with the tables that they own, and each stream with its leader and replicas; or a sentence that says why
 * they are not known.
 */
export function clusterStatus(
  settings: ClusterSettings,
  options: OperateOptions,
): Promise<Result<ClusterStatus, string>> {
  return withCluster(settings, options, async journal => {
    const { connection } = journal;
    const notices = await heardNodes(connection, settings.space ?? SPACE, options.clock);
    const tables = await tableCodes(journal);
    if (!tables.ok) return tables;
    const up = notices.filter(({ state }) => state === 'up').map(({ node }) => node);
    const owners = tables.value.map(code => ownerAmong(code, up));
    const nodes = notices.map(({ node, state }) => ({
      node,
      state: state === 'up' ? ('up' as const) : ('draining' as const),
      tables: owners.filter(owner => owner === node).length,
    }));
    const streams = await streamStatuses(connection, settings.space, options);
    return streams.ok ? ok({ nodes, streams: streams.value }) : streams;
  });
}

/** The leader and the replicas of each stream. */
export async function streamStatuses(
  connection: NatsConnection,
  space: string | undefined,
  options: Pick<OperateOptions, 'timeout'>,
): Promise<Result<readonly StreamStatus[], string>> {
  const streams: StreamStatus[] = [];
  for (const name of streamNames({ space })) {
    const info = await ask(connection, `STREAM.INFO.${name}`, options);
    if (!info.ok) return info;
    streams.push(streamStatus(name, info.value));
  }
  return ok(streams);
}

/**
 * Makes other servers the leaders of the streams that this server leads. Returns the names of the streams that have
 * moved, or one sentence with the reason.
 */
export function stepDown(
  settings: ClusterSettings,
  server: string,
  options: OperateOptions,
): Promise<Result<readonly string[], string>> {
  return withCluster(settings, options, async ({ connection }) => {
    const moved: string[] = [];
    for (const name of streamNames(settings)) {
      const isMoved = await stepDownStream(connection, name, server, options);
      if (!isMoved.ok) return isMoved;
      if (isMoved.value) moved.push(name);
    }
    return ok(moved);
  });
}

/** Moves the leadership of one stream; returns whether it moved. */
async function stepDownStream(
  connection: NatsConnection,
  stream: string,
  server: string,
  options: OperateOptions,
): Promise<Result<boolean, string>> {
  const info = await ask(connection, `STREAM.INFO.${stream}`, options);
  if (!info.ok) return info;
  const { leader, replicas } = streamStatus(stream, info.value);
  const servers = [...(leader === null ? [] : [leader]), ...replicas.map(replica => replica.server)];
  if (!servers.includes(server))
    return err(`No server of this cluster is called ${server}. It has ${servers.sort().join(', ')}.`);
  if (leader !== server) return ok(false);
  const asked = await ask(connection, `STREAM.LEADER.STEPDOWN.${stream}`, options);
  if (!asked.ok) return asked;
  const problem = await otherLeader(connection, stream, server, options);
  return problem === null ? ok(true) : err(problem);
}

async function withCluster<T>(
  settings: ClusterSettings,
  { clock, timeout = TIMEOUT }: OperateOptions,
  use: (journal: JetStreamJournal) => Promise<Result<T, string>>,
): Promise<Result<T, string>> {
  const opened = await openCluster(settings, { clock, timeout });
  if (!opened.ok) return opened;
  try {
    return await use(opened.value);
  } finally {
    await opened.value.close();
  }
}

function streamNames({ space = SPACE }: { readonly space?: string | undefined }): readonly string[] {
  const { logStream, momentStream } = new Subjects(space);
  return [logStream, momentStream];
}

async function heardNodes(
  connection: NatsConnection,
  space: string,
  clock: Clock,
): Promise<readonly NodeNotice[]> {
  const heard = new Map<string, NodeNotice>();
  const subscription = connection.subscribe(`${space}.node`, {
    callback: (_, message) => {
      const notice = message.json<NodeNotice>();
      if (notice.state === 'gone') heard.delete(notice.node);
      else heard.set(notice.node, notice);
    },
  });
  await pause(clock, LISTEN);
  subscription.unsubscribe();
  return [...heard.values()].sort((a, b) => (a.node < b.node ? -1 : 1));
}

async function tableCodes(journal: JetStreamJournal): Promise<Result<readonly string[], string>> {
  const codes: string[] = [];
  for await (const page of logPages(journal, 'table/')) {
    if (!page.ok) return err(page.error.why);
    codes.push(...page.logs.map(log => log.slice('table/'.length)));
  }
  return ok(codes);
}

function streamStatus(stream: string, { cluster, state }: StreamInfo): StreamStatus {
  return {
    stream,
    leader: cluster?.leader ?? null,
    replicas: (cluster?.replicas ?? []).map(({ name, current, offline = false, lag = 0 }) => ({
      server: name,
      isCurrent: current,
      isOffline: offline,
      lag,
    })),
    messages: state?.messages ?? 0,
    bytes: state?.bytes ?? 0,
  };
}

async function ask(
  connection: NatsConnection,
  subject: string,
  { timeout = TIMEOUT }: Pick<OperateOptions, 'timeout'>,
): Promise<Result<StreamInfo, string>> {
  try {
    const answer = await connection.request(`$JS.API.${subject}`, '{}', { timeout });
    const info = answer.json<StreamInfo>();
    return info.error === undefined
      ? ok(info)
      : err(`NATS refuses: ${info.error.description ?? 'without a reason'}.`);
  } catch {
    return err('NATS does not answer in time: more than half of its servers must run.');
  }
}

/** Waits until another server is elected; returns a sentence if that takes too long. */
async function otherLeader(
  connection: NatsConnection,
  stream: string,
  server: string,
  options: OperateOptions,
): Promise<string | null> {
  const { clock, timeout = TIMEOUT } = options;
  const until = clock.now() + ELECTIONS * timeout;
  let asked = clock.now();
  while (clock.now() < until) {
    const info = await ask(connection, `STREAM.INFO.${stream}`, options);
    const leader = info.ok ? streamStatus(stream, info.value).leader : null;
    if (leader !== null && leader !== server) return null;
    // The other servers may elect the same leader again if their replicas are not up to date.
    if (leader === server && clock.now() - asked > STEP_DOWN_AGAIN) {
      asked = clock.now();
      await ask(connection, `STREAM.LEADER.STEPDOWN.${stream}`, options);
    }
    await pause(clock, ASK_AGAIN);
  }
  return `No other server has become the leader of ${stream}: look at hush cluster status.`;
}

const pause = (clock: Clock, millis: Millis): Promise<void> =>
  new Promise(resolve => void clock.later(millis, resolve));
