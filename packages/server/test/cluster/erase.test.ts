/** Tests that names that were replaced, deleted or purged are on no NATS server's disk (CL-20). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeEntry, forgetSeatName, logName, readAll, seatKeyOf } from '@hush/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Subjects } from '../../src/cluster/subjects.ts';
import { patience } from '../patience.ts';
import { note } from './campaign-rows.ts';
import { openTestJournal } from './cluster-kit.ts';
import { NatsProxy } from './nats-proxy.ts';
import { NatsServers } from './nats-servers.ts';

let servers: NatsServers;
beforeAll(async () => {
  servers = await NatsServers.start();
});
afterAll(() => servers.stop());

/** The files of all servers that contain these words. A server may delete files while they are read. */
function filesWith(words: string): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < servers.count; at++)
    for (const file of readdirSync(servers.storeOf(at), { withFileTypes: true, recursive: true })) {
      const path = join(file.parentPath, file.name);
      try {
        if (file.isFile() && readFileSync(path).includes(words)) found.push(path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
  return found;
}

const SUBJECTS = new Subjects('hush');
const isInStream = (path: string): boolean => path.includes('/HUSH_LOGS/');
const profile = (token: string, name: string): string =>
  JSON.stringify({ key: seatKeyOf(token), name, avatar: 'owl' });

test('CL-20a CL-20b after a rename, a deletion or a purge no server’s stream has the name, and no Raft log after its next snapshot', async () => {
  const journal = await openTestJournal(servers);
  const other = await openTestJournal(servers);
  const table = logName('table', 'BCDFGHJK');
  const people = logName('people', 'BCDFGHJK');
  const joined = (member: number, token: string): string =>
    encodeEntry({
      events: [{ type: 'memberJoined', member, seat: member - 1, key: seatKeyOf(token) }],
      cause: null,
    });
  const opened = encodeEntry({ events: [{ type: 'tableOpened', wish: { scenario: 1 } }], cause: null });
  await journal.append(table, 0, [opened, joined(1, 'one'), joined(2, 'two')]);
  await journal.append(people, 0, [profile('one', 'Rosamunde'), profile('two', 'Hildegard')]);
  await journal.append(logName('people', 'PURGED'), 0, [profile('one', 'Bartholomew')]);
  await journal.append(logName('table', 'STAYS'), 0, [opened]);
  // Waits for the third server, because an append is acknowledged when two of three have it.
  for (const name of ['Rosamunde', 'Hildegard', 'Bartholomew'])
    await expect.poll(() => filesWith(name).length).toBe(6);

  const kept = JSON.stringify({
    kept: [
      [2, JSON.parse(profile('two', 'Hildegard'))],
      [3, JSON.parse(profile('one', 'Wilma'))],
    ],
  });
  expect(await journal.compact(people, 2, [kept])).toEqual({ ok: true, version: 3 });
  expect(await forgetSeatName('BCDFGHJK', other, seatKeyOf('two'))).toEqual({ ok: true, value: null });
  expect(await journal.purge(logName('people', 'PURGED'))).toEqual({ ok: true });
  const read = await readAll(journal, people);
  expect(read.ok && read.entries.slice(0, 3)).toEqual(['', '', '']);
  expect(read.ok && read.entries[3]).toContain('Wilma');
  await expect
    .poll(() => ['Rosamunde', 'Hildegard', 'Bartholomew'].flatMap(filesWith).filter(isInStream))
    .toEqual([]);

  // A server makes a snapshot when it stops, otherwise within a few minutes. A server whose replica lags behind receives
  // the deleted text once more.
  const wait = patience('the files of all servers to be without the names');
  for (; ['Rosamunde', 'Hildegard', 'Bartholomew'].some(name => filesWith(name).length > 0); wait())
    for (let at = 0; at < servers.count; at++) {
      await servers.kill(at, 'SIGTERM');
      servers.begin(at);
      await servers.ready();
    }
  expect(filesWith('Wilma').length).toBeGreaterThanOrEqual(3);
  const hits = ['Rosamunde', 'Hildegard', 'Bartholomew'].flatMap(filesWith).length;
  const load = 'names replaced, deleted and purged; all files of three servers after their snapshots';
  note({ line: 10, what: 'files that contain an erased name', figure: hits, unit: '', must: '= 0', load });
  const again = await openTestJournal(servers);
  const after = await readAll(again, people);
  expect(after.ok && after.entries.filter(entry => entry !== '')).toHaveLength(1);
  expect(await again.append(people, 4, [profile('two', 'Zoe')])).toEqual({ ok: true, version: 5 });
  for (const one of [journal, other, again]) await one.close();
});

test('CL-20d if a replica lacks messages, an erasure erases them all the same, because it asks the leader before it ends', async () => {
  const proxy = await NatsProxy.open(servers.ports[0] ?? 0);
  const journal = await openTestJournal(servers, { servers: [`nats://127.0.0.1:${proxy.port}`] });
  const log = logName('people', 'LAGGING');
  await journal.append(log, 0, [profile('one', 'Adelgunde')]);
  await journal.append(log, 1, [profile('two', 'Gottlieb')]);
  await expect.poll(() => filesWith('Gottlieb').filter(isInStream).length).toBe(3);
  proxy.drop('MSG _INBOX.', 2, { about: SUBJECTS.of(log) }); // the first list of the log's messages arrives without them
  expect(await journal.compact(log, 2, ['kept'])).toEqual({ ok: true, version: 3 });
  expect(proxy.dropped).toBe(2);
  await expect.poll(() => ['Adelgunde', 'Gottlieb'].flatMap(filesWith).filter(isInStream)).toEqual([]);
  await journal.close();
  await proxy.close();
});

const keptOf = (log: string): string => `what is kept of ${log}`;

/** Compacts a log with one name while no message can be erased, as if the node had died in between. */
async function compactOnly(log: string, name: string): Promise<void> {
  const journal = await openTestJournal(servers);
  await journal.append(log, 0, [profile('one', name)]);
  const publish = journal.connection.publish.bind(journal.connection);
  journal.connection.publish = (subject, ...rest) =>
    // NATS answers this request at once that nobody listens
    publish(subject.includes('MSG.DELETE') ? 'nobody.listens' : subject, ...rest);
  expect(await journal.compact(log, 1, [keptOf(log)])).toMatchObject({
    ok: false,
    error: { type: 'unavailable' },
  });
  await journal.close();
  // All replicas have both messages, so it does not matter which of them answers a reader.
  for (const text of [name, keptOf(log)])
    await expect.poll(() => filesWith(text).filter(isInStream).length).toBe(3);
}

test('CL-20c if a node died before it erased compacted messages, the next reader of the log erases them', async () => {
  const log = logName('people', 'HALFDONE');
  await compactOnly(log, 'Kunigunde');
  const reader = await openTestJournal(servers);
  expect(await reader.read(log, 1)).toEqual({ ok: true, entries: ['', keptOf(log)], version: 2 });
  await expect.poll(() => filesWith('Kunigunde').filter(isInStream)).toEqual([]);
  await reader.close();
});

test('CL-20c a reader erases compacted messages if its replica does not have the compaction yet', async () => {
  const log = logName('people', 'HALFSEEN');
  await compactOnly(log, 'Walburga');
  const proxy = await NatsProxy.open(servers.ports[0] ?? 0);
  const reader = await openTestJournal(servers, { servers: [`nats://127.0.0.1:${proxy.port}`] });
  proxy.drop('MSG _INBOX.', 1, { before: 1, about: SUBJECTS.of(log) }); // the page arrives without its second message
  expect(await reader.read(log, 1)).toEqual({ ok: true, entries: ['', keptOf(log)], version: 2 });
  expect(proxy.dropped).toBe(1);
  await expect.poll(() => filesWith('Walburga').filter(isInStream)).toEqual([]);
  await reader.close();
  await proxy.close();
});
