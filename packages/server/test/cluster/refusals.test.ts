/** Tests that Hush refuses NATS settings that could lose games, each with a sentence. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { expect, onTestFinished, test } from 'vitest';
import { clockProblem, openCluster, serverProblem } from '../../src/cluster/streams.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { readConfig } from '../../src/runtime/config.ts';
import { OPENSSL } from '../needs.ts';
import { patience } from '../patience.ts';
import { directory } from '../server-kit.ts';
import { type NatsOptions, NatsServers } from './nats-servers.ts';

async function nats(options: NatsOptions): Promise<NatsServers> {
  const servers = await NatsServers.start(options);
  onTestFinished(() => servers.stop());
  return servers;
}

type Settings = Parameters<typeof openCluster>[0];

/** The timeout of an answer, longer than a busy machine needs. */
const PATIENCE = 60_000;

/** Returns the sentence with which opening is refused; empty if it succeeds. */
async function refusal(
  settings: Partial<Settings> & Pick<Settings, 'servers'>,
  timeout = PATIENCE,
): Promise<string> {
  const opened = await openCluster(
    { node: 'test', replicas: 3, ...settings },
    { clock: systemClock, timeout },
  );
  if (!opened.ok) return opened.error;
  await opened.value.close();
  return '';
}

const config = (env: Readonly<Record<string, string>>): unknown => {
  const read = readConfig(env);
  return read.ok ? read.value.cluster : read.error;
};

test('CL-1b a wrong setting of the cluster is refused with one sentence, and valid settings are read', () => {
  const HUSH_JOURNAL = 'nats://a:4222, tls://b:4222';
  expect(config({})).toBe(null);
  expect(config({ HUSH_JOURNAL, HUSH_NODE: 'one' })).toEqual({
    servers: ['nats://a:4222', 'tls://b:4222'],
    monitors: [],
    timeout: 2_000,
    node: 'one',
    replicas: 3,
  });
  expect(config({ HUSH_JOURNAL: 'redis://a' })).toEqual([
    'HUSH_JOURNAL must be a list of addresses such as nats://a:4222,nats://b:4222,nats://c:4222, but "redis://a" is not one.',
  ]);
  expect(config({ HUSH_JOURNAL, HUSH_NODE: 'a b' })).toEqual([
    'HUSH_NODE must be at most 40 letters, digits, hyphens and underscores.',
  ]);
  expect(config({ HUSH_JOURNAL, HUSH_REPLICAS: '1' })).toEqual([
    'HUSH_REPLICAS 1 loses games with one disk: use 3 or 5, or set HUSH_UNSAFE to on for a trial.',
  ]);
  expect(config({ HUSH_JOURNAL, HUSH_REPLICAS: '1', HUSH_UNSAFE: 'on' })).toMatchObject({ replicas: 1 });
});

test('CL-2a an address where nobody answers and an unknown key are each refused with one sentence', async () => {
  expect(await refusal({ servers: ['nats://127.0.0.1:1'] })).toMatch(
    /^No NATS server answers at nats:\/\/127.0.0.1:1 \(HUSH_JOURNAL\): .*[.]$/,
  );
  const known = 'UCNGL4W5QX66CFX6A6DCBVDH5VOHMI7B2UZZU7TXAUQQSI2JPHULCKBR'; // the public key of a made-up user
  const { urls } = await nats({
    servers: 1,
    more: `accounts { HUSH: { jetstream: enabled, users: [ { nkey: ${known} } ] } }`,
  });
  const credsFile = join(directory(), 'seed');
  writeFileSync(credsFile, 'SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY\n');
  expect(await refusal({ servers: urls })).toMatch(/refuses the key of HUSH_NATS_CREDS/);
  expect(await refusal({ servers: urls, credsFile })).toMatch(/refuses the key of HUSH_NATS_CREDS/);
  expect(await refusal({ servers: urls, credsFile: '/nowhere/seed' })).toMatch(
    /^The key file of HUSH_NATS_CREDS cannot be read: ENOENT/,
  );
});

/** The files of a certificate authority, and of a certificate that it signed for localhost. */
function certificates(folder: string): Readonly<Record<'ca' | 'cert' | 'key', string>> {
  const at = (name: string): string => join(folder, name);
  const make = (...args: readonly string[]): void => {
    const common = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const { status, stderr } = spawnSync('openssl', [...common, ...args], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`openssl is needed: ${stderr}`);
  };
  make('-subj', '/CN=authority', '-keyout', at('ca.key'), '-out', at('ca.pem'));
  const signed = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-addext', 'subjectAltName=DNS:localhost'];
  make('-subj', '/CN=node', ...signed, '-keyout', at('key.pem'), '-out', at('cert.pem'));
  return { ca: at('ca.pem'), cert: at('cert.pem'), key: at('key.pem') };
}

test('CL-2g with TLS in both directions, a node with a certificate of the same authority is accepted, and any other is refused with a sentence', async ({
  skip,
}) => {
  skip(!OPENSSL.has, OPENSSL.lack);
  const { ca, cert, key } = certificates(directory());
  const { urls } = await nats({
    servers: 1,
    more: `tls { cert_file: "${cert}", key_file: "${key}", ca_file: "${ca}", verify: true }`,
  });
  const servers = urls.map(url => url.replace('nats://127.0.0.1', 'tls://localhost'));
  const settings = { servers, replicas: 1, caFile: ca, certFile: cert, keyFile: key };
  const opened = await openCluster(
    { node: 'secure', ...settings },
    { clock: systemClock, timeout: PATIENCE },
  );
  if (!opened.ok) throw new Error(opened.error);
  expect(await opened.value.append('table/A', 0, ['over TLS'])).toEqual({ ok: true, version: 1 });
  await opened.value.close();
  const other = certificates(directory());
  expect(await refusal({ servers, replicas: 1 })).toMatch(/cannot be trusted [(]HUSH_NATS_CA[)]: .+[.]$/);
  expect(await refusal({ ...settings, caFile: other.ca })).toMatch(/cannot be trusted [(]HUSH_NATS_CA[)]/);
  expect(await refusal({ servers, replicas: 1, caFile: ca })).toMatch(
    /or it does not know the certificate of this node [(]HUSH_NATS_CERT, HUSH_NATS_KEY[)]: .+[.]$/,
  );
  expect(await refusal({ ...settings, caFile: '/nowhere/ca.pem' })).toMatch(
    /^The file of HUSH_NATS_CA cannot be read: ENOENT/,
  );
  expect(config({ HUSH_JOURNAL: 'tls://a:4222', HUSH_NATS_CERT: cert })).toEqual([
    'HUSH_NATS_CERT and HUSH_NATS_KEY belong together: set both, or neither.',
  ]);
});

test.each([
  [
    { version: '2.14.9', jetstream: true, server_name: 'n1' },
    'NATS server n1 is version 2.14.9, and 2.15 or newer is needed: upgrade it.',
  ],
  [
    { version: '2.15.1', server_name: 'n1' },
    'NATS server n1 has no JetStream: add a jetstream block to its settings.',
  ],
  [{ version: '3.0.0', jetstream: true }, null],
])('CL-2c CL-2e a server that reports %j is refused: %s', (facts, problem) => {
  expect(serverProblem(facts)).toBe(problem);
});

test('CL-2b CL-2c a server without immediate sync and a cluster with too few servers are each refused with a sentence', async () => {
  const { urls: servers, monitors } = await nats({ servers: 1, sync: 'sync_interval: "2m"' });
  expect(await refusal({ servers, monitors })).toBe(
    `The NATS server at ${monitors[0]} does not write every message to its disk: set sync_interval: always in its jetstream block.`,
  );
  expect(await refusal({ servers, monitors: ['http://127.0.0.1:1'] })).toBe(
    'The monitoring of NATS at http://127.0.0.1:1 (HUSH_NATS_MONITOR) does not answer.',
  );
  expect(await refusal({ servers })).toBe(
    'NATS has fewer than 3 servers with JetStream in its cluster: start all of them, or set HUSH_REPLICAS.',
  );
});

test('CL-2d streams that another program has created, or with too few replicas, are refused', async () => {
  const { urls: servers } = await nats({ servers: 1 });
  expect(await refusal({ servers, replicas: 1 })).toBe('');
  expect(await refusal({ servers, replicas: 3 })).toBe(
    'The stream HUSH_LOGS has 1 replicas and HUSH_REPLICAS asks for 3: change the stream, or the setting.',
  );
  const connection = await connect({ servers: servers.map(url => url.replace('nats://', '')) });
  const foreign = { name: 'OTHER_LOGS', subjects: ['other.>'] };
  await connection.request('$JS.API.STREAM.CREATE.OTHER_LOGS', JSON.stringify(foreign));
  await connection.close();
  expect(await refusal({ servers, replicas: 1, space: 'other' })).toMatch(
    /^The stream OTHER_LOGS in NATS is not laid out by this Hush \(layout unknown, needed 1\)/,
  );
});

test('CL-2f a machine whose clock is five minutes fast or slow is refused with one sentence', async () => {
  const { urls: servers } = await nats({ servers: 1 });
  const open = (off: number): ReturnType<typeof openCluster> =>
    openCluster(
      { servers, node: 'test', replicas: 1 },
      { clock: systemClock, timeout: PATIENCE, wall: () => Date.now() + off * 60_000 },
    );
  for (const off of [5, -5])
    expect(await open(off)).toEqual({
      ok: false,
      error: 'The clock of this machine and that of NATS differ by 5 minutes: let both follow a time server.',
    });
  const right = await open(0);
  if (right.ok) await right.value.close();
  expect(right.ok).toBe(true);
});

test('CL-2f a slow answer does not count as a difference of the clocks', () => {
  expect(clockProblem({ before: 0, stored: 200_000, after: 400_000 })).toBe(null);
  expect(clockProblem({ before: 0, stored: -59_000, after: 1 })).toBe(null);
});

/** Makes one server the leader of these streams. */
async function lead(cluster: NatsServers, streams: readonly string[], server: number): Promise<void> {
  const connection = await connect({ servers: cluster.urls.map(url => url.replace('nats://', '')) });
  const question = JSON.stringify({ placement: { preferred: `n${server + 1}` } });
  const wait = patience(`server ${server} to lead`);
  for (const stream of streams)
    for (; (await cluster.leaderOf(stream)) !== server; wait())
      await connection
        .request(`$JS.API.STREAM.LEADER.STEPDOWN.${stream}`, question, { timeout: 1_000 })
        .catch(() => undefined); // the attempt fails while there is no leader, and is repeated
  await connection.close();
}

test('CL-2c a cluster in which fewer than half of the servers run is refused', async () => {
  const cluster = await nats({});
  expect(await refusal({ servers: cluster.urls })).toBe('');
  // The one server that still runs leads all streams; for a while it still answers questions about them.
  await lead(cluster, ['HUSH_LOGS', 'HUSH_MOMENTS'], 0);
  await cluster.kill(1);
  await cluster.kill(2);
  const sentence = 'NATS has no quorum: more than half of its servers must run before Hush can start.';
  expect(await refusal({ servers: cluster.urls }, 300)).toBe(sentence);
  // A server that starts without the others answers that JetStream is unavailable.
  await cluster.kill(0);
  cluster.begin(1);
  const alone = (): Promise<string> => refusal({ servers: cluster.urls }, 300);
  await expect.poll(alone).not.toMatch(/^No NATS server answers/);
  expect(await alone()).toBe(sentence);
});
