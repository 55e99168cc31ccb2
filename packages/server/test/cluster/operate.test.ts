/** Tests of an operator's commands on three real NATS servers that run with the files of `hush cluster init`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { natsServer } from '../../../../tools/nats-server.mjs';
import { clusterStatus, stepDown } from '../../src/cluster/operate.ts';
import { backupCluster, restoreCluster } from '../../src/cluster/portable.ts';
import { writeServerFiles } from '../../src/cluster/server-files.ts';
import { type ClusterSettings, openCluster } from '../../src/cluster/streams.ts';
import { backup } from '../../src/journal/backup.ts';
import { restore } from '../../src/journal/restore.ts';
import { openSqliteJournal } from '../../src/journal/sqlite.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { patience } from '../patience.ts';
import { reservePort } from '../ports.ts';
import { directory } from '../server-kit.ts';

/** The timeout of an answer, longer than a busy machine needs. */
const options = { clock: systemClock, timeout: 60_000 };
let folder = '';
let files = '';
let ports: readonly number[] = [];
let children: readonly ChildProcess[] = [];

/** A port for clients; the ports for routes and monitoring are at fixed distances. */
const freePort = (): Promise<number> => reservePort([2_000, 4_000]);

async function startServers(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'hush-operate-'));
  files = join(folder, 'files');
  ports = [await freePort(), await freePort(), await freePort()];
  const written = writeServerFiles(
    files,
    ports.map(port => `127.0.0.1:${port}`),
  );
  expect(written).toEqual({
    ok: true,
    value: ['n1.conf', 'n2.conf', 'n3.conf', 'hush.env', 'hush.seed', 'system.seed'],
  });
  children = ports.map((_, at) =>
    spawn(natsServer(), ['-c', join(files, `n${at + 1}.conf`), '-l', join(folder, `n${at + 1}.log`)], {
      cwd: folder,
      stdio: 'ignore',
    }),
  );
  for (const [at, port] of ports.entries()) {
    const wait = patience(`nats-server ${at + 1} to be healthy`);
    for (; !(await isHealthy(port)); wait()) {
      if (children[at]?.exitCode !== null)
        throw new Error(readFileSync(join(folder, `n${at + 1}.log`), 'utf8'));
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  }
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port + 4_000}/healthz`)).ok;
  } catch {
    return false; // the server does not listen yet
  }
}

const settings = (more: Partial<ClusterSettings> = {}): ClusterSettings => ({
  servers: ports.map(port => `nats://127.0.0.1:${port}`),
  credsFile: join(files, 'hush.seed'),
  node: 'operator',
  replicas: 3,
  ...more,
});

beforeAll(startServers);
afterAll(async () => {
  for (const child of children) {
    if (child.exitCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

test('CL-11a servers that run with the files of `hush cluster init` accept the key in these files and no other', async () => {
  expect(statSync(join(files, 'hush.seed')).mode & 0o077).toBe(0);
  expect(readFileSync(join(files, 'hush.env'), 'utf8')).toContain(
    `HUSH_JOURNAL=${settings().servers.join()}\n`,
  );
  const opened = await openCluster(settings(), options);
  if (!opened.ok) throw new Error(opened.error);
  expect(await opened.value.append('table/T', 0, ['one'])).toEqual({ ok: true, version: 1 });
  await opened.value.purge('table/T');
  await opened.value.close();
  const { credsFile: _, ...withoutKey } = settings();
  expect(await openCluster(withoutKey, options)).toMatchObject({
    ok: false,
    error: expect.stringMatching(/HUSH_NATS_CREDS/),
  });
});

test.each([
  [['a', 'b'], 'A cluster has three NATS servers, or five.'],
  [
    ['a', 'b', 'not a host'],
    '"not a host" is not a host name with an optional port, such as n1.example.net or 10.0.0.1:4222.',
  ],
  [['a', 'b', 'b'], 'Each NATS server needs a machine of its own, or at least a port of its own.'],
])('CL-11b `hush cluster init` with the hosts %j writes nothing and says: %s', (hosts, sentence) => {
  const target = join(folder, 'none');
  expect(writeServerFiles(target, hosts)).toEqual({ ok: false, error: sentence });
  expect(existsSync(target)).toBe(false);
});

test('CL-11b `hush cluster init` does not write into a folder that has files', () => {
  const target = join(folder, 'full');
  mkdirSync(target);
  writeFileSync(join(target, 'file'), '');
  expect(writeServerFiles(target, ['a', 'b', 'c'])).toEqual({
    ok: false,
    error: `${target} is not empty, and nothing is ever overwritten.`,
  });
});

test('CL-11c CL-11d `status` names the leader and the replicas of each stream, and after `step-down` another server leads', async () => {
  const before = await clusterStatus(settings(), options);
  if (!before.ok) throw new Error(before.error);
  expect(before.value.nodes).toEqual([]);
  const [logs] = before.value.streams;
  expect([logs?.leader, ...(logs?.replicas ?? []).map(({ server }) => server)].sort()).toEqual([
    'n1',
    'n2',
    'n3',
  ]);
  const leader = logs?.leader ?? '';
  const moved = await stepDown(settings(), leader, options);
  expect(moved).toMatchObject({ ok: true, value: expect.arrayContaining(['HUSH_LOGS']) });
  const after = await clusterStatus(settings(), options);
  if (!after.ok) throw new Error(after.error);
  expect(after.value.streams[0]?.leader).not.toBe(leader);
  expect(await stepDown(settings(), 'n9', options)).toEqual({
    ok: false,
    error: 'No server of this cluster is called n9. It has n1, n2, n3.',
  });
});

test('CL-12a a backup of one machine, restored to a cluster and backed up from there, gives the same logs on another machine', async () => {
  const [one, two] = [directory(), join(directory(), 'data')];
  const local = await openSqliteJournal(one);
  if (!local.ok) throw new Error(local.error.why);
  await local.journal.append('table/ABCDE', 0, ['first', 'second']);
  await local.journal.append('people/ABCDE', 0, ['Ada']);
  await local.journal.append('crew/X', 0, ['crew']);
  await local.journal.close();
  const file = join(folder, 'one.db');
  expect(await backup(one, file)).toMatchObject({ ok: true });

  const restored = await restoreCluster(file, settings(), { ...options, withDamage: false });
  expect(restored).toEqual({ ok: true, value: { logs: 3, entries: 4, damaged: [] } });
  expect(await restoreCluster(file, settings(), { ...options, withDamage: false })).toMatchObject({
    ok: false,
    error: expect.stringMatching(/nothing is ever overwritten/),
  });

  const second = join(folder, 'two.db');
  expect(await backupCluster(settings(), second, options)).toMatchObject({
    ok: true,
    value: { logs: 3, entries: 4, damaged: [] },
  });
  expect(await restore(second, two, { withDamage: false })).toMatchObject({ ok: true, logs: 3, entries: 4 });
  const again = await openSqliteJournal(two);
  if (!again.ok) throw new Error(again.error.why);
  expect(await again.journal.read('table/ABCDE', 1)).toMatchObject({ entries: ['first', 'second'] });
  expect(await again.journal.read('people/ABCDE', 1)).toMatchObject({ entries: ['Ada'] });
  await again.journal.close();
});

test('CL-12c restoring a file that is no backup is refused, and the cluster’s data stay', async () => {
  const file = join(folder, 'none.db');
  writeFileSync(file, 'no database');
  expect(await restoreCluster(file, settings(), { ...options, withDamage: false })).toMatchObject({
    ok: false,
  });
  const status = await clusterStatus(settings(), options);
  expect(status).toMatchObject({ ok: true });
});
