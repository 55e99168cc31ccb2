/** Test helpers for the cluster: journals on real NATS servers. */
import type { Clock } from '@hush/protocol';
import { connect } from '@nats-io/transport-node';
import { FORMATS, type FormatRange } from '../../src/cluster/formats.ts';
import type { JetStreamJournal } from '../../src/cluster/jetstream.ts';
import { type ClusterSettings, openCluster } from '../../src/cluster/streams.ts';
import { Subjects } from '../../src/cluster/subjects.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { patience } from '../patience.ts';
import type { NatsServers } from './nats-servers.ts';

/** The timeout of an answer, longer than a busy machine needs. */
const PATIENCE = 60_000;

let nodes = 0;

export interface TestJournal extends Partial<ClusterSettings> {
  readonly timeout?: number;
  readonly clock?: Clock;
  readonly reads?: FormatRange;
}

/** A journal with a short timeout may not find a leader on a busy machine; it is then opened again. */
export async function openTestJournal(
  servers: NatsServers,
  { timeout = PATIENCE, clock = systemClock, reads = FORMATS, ...settings }: TestJournal = {},
): Promise<JetStreamJournal> {
  for (const wait = patience('NATS to have a quorum'); ; wait()) {
    const opened = await openCluster(
      { servers: servers.urls, node: `test${++nodes}`, replicas: servers.count, ...settings },
      { clock, timeout, reads, writes: () => FORMATS.newest },
    );
    if (opened.ok) return opened.value;
    if (timeout === PATIENCE || !opened.error.startsWith('NATS has no quorum')) throw new Error(opened.error);
  }
}

/** Deletes all data from the streams, which takes less time than new streams. */
export async function emptyStreams(servers: NatsServers): Promise<void> {
  const connection = await connect({ servers: servers.urls.map(url => url.replace('nats://', '')) });
  const { logStream, momentStream } = new Subjects('hush');
  for (const stream of [logStream, momentStream])
    await connection.request(`$JS.API.STREAM.PURGE.${stream}`, '{}', { timeout: PATIENCE });
  await connection.close();
}
