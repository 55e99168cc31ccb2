/**
 * `hush cluster`: writes files for a new cluster, shows the status of a running one, and prepares the stop of one of its
 * NATS servers.
 */
import {
  type ClusterConfig,
  type ClusterStatus,
  openClusterTools,
  readConfig,
  systemClock,
} from '@hush/server';
import type { Io } from './io.ts';

export const CLUSTER_USAGE = [
  'usage: hush cluster init FOLDER HOST HOST HOST',
  '       hush cluster status [--json]',
  '       hush cluster step-down SERVER',
  '  init       writes settings and keys for three NATS servers (HOST or HOST:PORT) and for Hush nodes into FOLDER.',
  '  status     shows the nodes, the tables that each owns, and the leader and replicas of each stream.',
  '  step-down  makes other servers the leaders of what SERVER leads, before you stop it.',
  '  HUSH_JOURNAL and HUSH_NATS_CREDS name the cluster, as for hush serve. docs/CLUSTER.md explains the rest.',
].join('\n');

export async function clusterCommand(args: readonly string[], io: Io): Promise<number> {
  const [command, ...more] = args;
  switch (command) {
    case 'init':
      return init(more, io);
    case 'status':
      return more.length === 0 || (more.length === 1 && more[0] === '--json')
        ? status(more.length === 1, io)
        : wrong(io);
    case 'step-down':
      return more.length === 1 && more[0] !== undefined ? stepDown(more[0], io) : wrong(io);
    default:
      return wrong(io);
  }
}

function wrong(io: Io): number {
  io.complain(CLUSTER_USAGE);
  return 2;
}

function failed(io: Io, why: string): number {
  io.complain(`hush cluster: ${why}`);
  return 1;
}

async function init([folder, ...hosts]: readonly string[], io: Io): Promise<number> {
  if (folder === undefined || hosts.length === 0) return wrong(io);
  const { writeServerFiles } = await openClusterTools();
  const written = writeServerFiles(folder, hosts);
  if (!written.ok) return failed(io, written.error);
  io.out(`${folder} has ${written.value.join(', ')}.\n`);
  io.out('Start nats-server 2.15 or newer with its own .conf file on each machine: nats-server -c n1.conf\n');
  io.out(
    'Give every Hush node hush.env and hush.seed. Keep system.seed for the NATS tools. Whoever has a seed file can do everything.\n',
  );
  return 0;
}

/** The cluster of the settings; if they are wrong, prints why and returns null. */
function clusterOf(io: Io): ClusterConfig | null {
  const config = readConfig(process.env);
  if (!config.ok) {
    for (const problem of config.error) failed(io, problem);
    return null;
  }
  if (config.value.cluster === null) failed(io, 'HUSH_JOURNAL names no NATS servers.');
  return config.value.cluster;
}

async function status(isJson: boolean, io: Io): Promise<number> {
  const cluster = clusterOf(io);
  if (cluster === null) return 1;
  const { clusterStatus } = await openClusterTools();
  const found = await clusterStatus(cluster, { clock: systemClock });
  if (!found.ok) return failed(io, found.error);
  io.out(isJson ? `${JSON.stringify(found.value)}\n` : statusText(found.value));
  return 0;
}

function statusText({ nodes, streams }: ClusterStatus): string {
  const nodeLines = nodes.map(
    ({ node, state, tables }) =>
      `node ${node}: ${state}, owns ${tables} ${tables === 1 ? 'table' : 'tables'}`,
  );
  const streamLines = streams.flatMap(({ stream, leader, replicas, messages, bytes }) => [
    `stream ${stream}: ${leader === null ? 'no leader, nothing can be written' : `leader ${leader}`}, ${messages} messages, ${bytes} bytes`,
    ...replicas.map(
      ({ server, isCurrent, isOffline, lag }) =>
        `  replica ${server}: ${isOffline ? 'offline' : isCurrent ? 'current' : `behind by ${lag}`}`,
    ),
  ]);
  return `${[...(nodeLines.length === 0 ? ['no Hush node is running'] : nodeLines), ...streamLines].join('\n')}\n`;
}

async function stepDown(server: string, io: Io): Promise<number> {
  const cluster = clusterOf(io);
  if (cluster === null) return 1;
  const tools = await openClusterTools();
  const moved = await tools.stepDown(cluster, server, { clock: systemClock });
  if (!moved.ok) return failed(io, moved.error);
  io.out(
    moved.value.length === 0
      ? `${server} leads nothing: it can be stopped.\n`
      : `Other servers now lead ${moved.value.join(' and ')}: ${server} can be stopped.\n`,
  );
  return 0;
}
