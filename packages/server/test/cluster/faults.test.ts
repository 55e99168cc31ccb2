/** Tests of a journal whose connection to NATS servers fails in many ways, with real servers and a proxy of our own. */
import type { Clock } from '@hush/protocol';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { ear } from '../../../protocol/test/journal/journal-kit.ts';
import type { JetStreamJournal } from '../../src/cluster/jetstream.ts';
import { decodeMessage, encodeMessage, FIRST_LINK } from '../../src/cluster/log-message.ts';
import { Subjects } from '../../src/cluster/subjects.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { emptyStreams, openTestJournal, type TestJournal } from './cluster-kit.ts';
import { NatsProxy } from './nats-proxy.ts';
import { NatsServers } from './nats-servers.ts';

let servers: NatsServers;
const subjects = new Subjects('hush');

beforeAll(async () => {
  servers = await NatsServers.start();
});
afterAll(() => servers.stop());
beforeEach(async () => {
  await (await openTestJournal(servers)).close(); // creates the streams
  await emptyStreams(servers);
});

async function journal(settings: TestJournal = {}): Promise<JetStreamJournal> {
  const opened = await openTestJournal(servers, settings);
  onTestFinished(() => opened.close());
  return opened;
}

async function behindProxy(
  settings: TestJournal = {},
): Promise<{ readonly proxy: NatsProxy; readonly journal: JetStreamJournal }> {
  const proxy = await NatsProxy.open(servers.ports[0] ?? 0);
  const opened = await openTestJournal(servers, { ...settings, servers: [`nats://127.0.0.1:${proxy.port}`] });
  onTestFinished(async () => {
    await opened.close();
    await proxy.close();
  });
  return { proxy, journal: opened };
}

async function rawConnection(): Promise<NatsConnection> {
  const connection = await connect({ servers: servers.urls.map(url => url.replace('nats://', '')) });
  onTestFinished(() => connection.close());
  return connection;
}

/** Writes a message to a log without any of our checks. */
async function forge(log: string, bytes: Uint8Array): Promise<void> {
  const connection = await rawConnection();
  await connection.request(subjects.of(log), bytes, { timeout: 60_000 });
}

async function lifeOf(log: string): Promise<string> {
  const connection = await rawConnection();
  const answer = await connection.request(
    `$JS.API.STREAM.MSG.GET.${subjects.logStream}`,
    JSON.stringify({ last_by_subj: subjects.of(log) }),
  );
  const { message } = answer.json<{ readonly message: { readonly data: string } }>();
  const decoded = decodeMessage(Buffer.from(message.data, 'base64'));
  return decoded.type === 'read' ? decoded.message.life : '';
}

test('CL-3a an append whose answer is lost is found again and written once', async () => {
  const { proxy, journal: behind } = await behindProxy();
  await behind.append('table/A', 0, ['1']);
  proxy.swallow(`"stream":"${subjects.logStream}"`); // the proxy drops the answer and breaks the connection
  expect(await behind.append('table/A', 1, ['2'])).toEqual({ ok: true, version: 2 });
  expect(behind.counts).toMatchObject({ unknown: 1, found: 1 });
  expect(await behind.read('table/A', 1)).toEqual({ ok: true, entries: ['1', '2'], version: 2 });
});

test('CL-3a an append whose answer is lost is found again even if another node has appended since', async () => {
  const { proxy, journal: behind } = await behindProxy();
  const other = await journal();
  await behind.append('table/A', 0, ['1']);
  proxy.swallow(`"stream":"${subjects.logStream}"`);
  proxy.holdConnections();
  const appended = behind.append('table/A', 1, ['2']);
  await expect.poll(() => other.append('table/A', 2, ['3'])).toEqual({ ok: true, version: 3 });
  proxy.letConnect();
  expect(await appended).toEqual({ ok: true, version: 2 });
  expect(await behind.read('table/A', 1)).toMatchObject({ entries: ['1', '2', '3'] });
});

test('CL-3a an append that is lost on its way while another node appends is reported as a conflict', async () => {
  const { proxy, journal: behind } = await behindProxy();
  const other = await journal();
  await behind.append('table/A', 0, ['1']);
  proxy.deafen();
  const appended = behind.append('table/A', 1, ['lost']);
  await expect.poll(() => proxy.unheard).toContain('lost');
  expect(await other.append('table/A', 1, ['2'])).toEqual({ ok: true, version: 2 });
  proxy.mend();
  expect(await appended).toEqual({ ok: false, error: { type: 'conflict', version: 2 } });
  expect(await behind.read('table/A', 1)).toMatchObject({ entries: ['1', '2'] });
});

test('CL-3b an append that never reached NATS is reported as unavailable and may be tried again', async () => {
  const { proxy } = await behindProxy();
  const impatient = await openTestJournal(servers, {
    servers: [`nats://127.0.0.1:${proxy.port}`],
    timeout: 500,
  });
  onTestFinished(() => impatient.close());
  const other = await journal();
  await other.append('table/A', 0, ['1']);
  await expect.poll(() => impatient.read('table/A', 1)).toMatchObject({ entries: ['1'] });
  proxy.deafen();
  expect(await impatient.append('table/A', 1, ['lost'])).toMatchObject({
    ok: false,
    error: { type: 'unavailable' },
  });
  expect(impatient.outage).not.toBeNull();
  proxy.mend();
  await expect
    .poll(async () => {
      await impatient.append('table/A', 1, ['2']); // on a busy machine the append may be stored after its timeout
      return other.read('table/A', 1);
    })
    .toMatchObject({ entries: ['1', '2'] });
});

test('CL-4a a lost message of news is noticed when the next one arrives, and subscribers get no entry twice', async () => {
  const { proxy, journal: behind } = await behindProxy();
  const other = await journal();
  await other.append('table/A', 0, ['1']);
  const one = ear();
  behind.subscribe('table/A', 1, one.listener);
  await one.until(1);
  proxy.drop('MSG hush.n.', 1);
  await other.append('table/A', 1, ['2']);
  await expect.poll(() => proxy.dropped).toBe(1);
  await other.append('table/A', 2, ['3']);
  await one.until(3);
  expect(one.heard()).toEqual(['1', '2', '3']);
});

test('CL-4b if the last message of news is lost with its connection, subscribers get it after the reconnection', async () => {
  // The comparison of versions every ten seconds is switched off, because it would find the message, too.
  const clock: Clock = {
    now: () => systemClock.now(),
    later: (after, then) => (after === 10_000 ? () => undefined : systemClock.later(after, then)),
  };
  const { proxy, journal: behind } = await behindProxy({ clock });
  const other = await journal();
  await other.append('table/A', 0, ['1']);
  const one = ear();
  behind.subscribe('table/A', 1, one.listener);
  await one.until(1);
  proxy.holdConnections();
  proxy.cut();
  await expect.poll(() => behind.outage).not.toBeNull();
  await other.append('table/A', 1, ['2']);
  proxy.letConnect();
  await one.until(2);
  expect(one.heard()).toEqual(['1', '2']);
});

test('CL-4c if another node purges a log while the connection is down, its subscription ends once', async () => {
  const { proxy, journal: behind } = await behindProxy();
  const other = await journal();
  await other.append('table/A', 0, ['1']);
  const one = ear();
  behind.subscribe('table/A', 1, one.listener);
  await one.until(1);
  proxy.holdConnections();
  proxy.cut();
  await other.purge('table/A');
  await other.append('table/A', 0, ['another life']);
  proxy.letConnect();
  expect(await one.ended).toEqual({ type: 'ended', why: { type: 'purged' } });
  await expect.poll(() => behind.read('table/A', 1)).toMatchObject({ entries: ['another life'] });
});

test('CL-5a if one node purges and another appends at the same version, exactly one of them succeeds', async () => {
  const [one, two] = [await journal(), await journal()];
  for (let i = 0; i < 25; i++) {
    const log = `table/${i}`;
    await one.append(log, 0, ['1']);
    await two.read(log, 1);
    const [purged, appended] = await Promise.all([one.purge(log, 1), two.append(log, 1, ['2'])]);
    expect([purged.ok, appended.ok].filter(Boolean)).toHaveLength(1);
    const entries = appended.ok ? ['1', '2'] : [];
    for (const node of [one, two])
      expect(await node.read(log, 1)).toEqual({ ok: true, entries, version: entries.length });
  }
});

test('CL-5b a purge that one node has begun is finished by the next node that reads the log', async () => {
  const [one, connection] = [await journal(), await rawConnection()];
  await one.append('table/A', 0, ['1']);
  const life = '00'.repeat(8);
  await forge(
    'table/A',
    encodeMessage({ type: 'gone', first: 2, life, prev: FIRST_LINK, id: life, entries: [] }),
  );
  expect(await (await journal()).read('table/A', 1)).toEqual({ ok: true, entries: [], version: 0 });
  await expect
    .poll(async () => {
      const question = JSON.stringify({ subjects_filter: subjects.logs });
      const info = await connection.request(`$JS.API.STREAM.INFO.${subjects.logStream}`, question);
      return info.json<{ readonly state: { readonly subjects?: object } }>().state.subjects ?? {};
    })
    .toEqual({});
});

test('CL-6a a message that does not continue the hash chain makes its log corrupt, and no other log', async () => {
  const one = await journal();
  await one.append('table/A', 0, ['1']);
  await one.append('table/B', 0, ['1']);
  const life = await lifeOf('table/A');
  await forge(
    'table/A',
    encodeMessage({ type: 'entries', first: 2, life, prev: FIRST_LINK, id: life, entries: ['forged'] }),
  );
  const two = await journal();
  expect(await two.read('table/A', 1)).toMatchObject({ entries: ['1'], version: 2 }); // earlier entries can be read
  const corrupt = { ok: false, error: { type: 'corrupt', log: 'table/A', version: 2 } };
  for (const node of [one, two]) expect(await node.read('table/A', 2)).toEqual(corrupt);
  expect(await two.append('table/A', 2, ['3'])).toEqual(corrupt);
  expect(await two.read('table/B', 1)).toMatchObject({ entries: ['1'] });
  expect(two.counts.chainBreaks).toBe(1);
  expect(await two.purge('table/A')).toEqual({ ok: true });
  expect(await two.append('table/A', 0, ['anew'])).toEqual({ ok: true, version: 1 });
});

test('CL-6b a message in a newer format does not count as damage: the log is unavailable at this node', async () => {
  const one = await journal();
  await one.append('table/A', 0, ['1']);
  await forge('table/A', Buffer.from([99, 0, 0]));
  const two = await journal();
  expect(await two.read('table/A', 1)).toMatchObject({ ok: false, error: { type: 'unavailable' } });
});

test.each([
  ['has nothing of the log yet', 3],
  ['lacks its first message', 1],
])('CL-14a a page from a replica that %s is requested again, and no entry is missing', async (_, lost) => {
  const { proxy, journal: behind } = await behindProxy();
  const other = await journal();
  for (const [at, entry] of ['1', '2', '3'].entries()) await other.append('table/A', at, [entry]);
  // the messages of a page contain the name of their subject
  proxy.drop('MSG _INBOX.', lost, { about: subjects.of('table/A') });
  const page = await behind.read('table/A', 1);
  expect(proxy.dropped).toBe(lost);
  expect(page).toEqual({ ok: true, entries: ['1', '2', '3'], version: 3 });
  expect(behind.counts.chainBreaks).toBe(0);
});

test('CL-7a after the leader was killed every acknowledged entry exists once, and appends succeed again', async () => {
  const writer = await journal({ timeout: 2_000 });
  const acknowledged: string[] = [];
  let version = 0;
  let isOver = false;
  const write = async (): Promise<void> => {
    for (let n = 0; !isOver; n++) {
      const result = await writer.append('table/A', version, [`${n}`]);
      if (result.ok) acknowledged.push(`${n}`);
      if (result.ok) version = result.version;
      else if (result.error.type === 'conflict') version = result.error.version;
      else await new Promise(resolve => setTimeout(resolve, 50));
    }
  };
  const writing = write();
  await expect.poll(() => acknowledged.length).toBeGreaterThan(50);
  const leader = await servers.leaderOf(subjects.logStream);
  await servers.kill(leader);
  const before = acknowledged.length;
  await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 50);
  servers.begin(leader);
  await servers.ready();
  isOver = true;
  await writing;
  const reader = await journal();
  const entries: string[] = [];
  for (let page = await reader.read('table/A', 1); page.ok && page.entries.length > 0; )
    page = await reader.read('table/A', entries.push(...page.entries) + 1);
  expect(new Set(entries).size).toBe(entries.length);
  expect(acknowledged.filter(entry => !entries.includes(entry))).toEqual([]);
  expect(reader.counts.chainBreaks + writer.counts.chainBreaks).toBe(0);
});

test('CL-8a another node can read a moment of the sand that a node has stored, even after the table has stopped', async () => {
  const [one, two] = [await journal(), await journal()];
  await one.append('table/A', 0, ['x']);
  expect(await one.moments.keep('table/A', 1, 4_000)).toBe(null);
  expect(await two.moments.last('table/A', 1)).toEqual({ ok: true, value: 4_000 });
  expect(await two.moments.keep('table/A', 1, 5_000)).toBe(null);
  expect(await one.moments.last('table/A', 1)).toEqual({ ok: true, value: 5_000 });
  await two.close();
  expect(await one.moments.last('table/A', 1)).toEqual({ ok: true, value: 5_000 });
});
