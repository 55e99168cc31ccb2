/** Makes a backup under load, deletes all stores, and restores the backup. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Journal, logPages, peekTable, readAll } from '@hush/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { backupCluster, restoreCluster } from '../../src/cluster/portable.ts';
import { restore } from '../../src/journal/restore.ts';
import { openSqliteJournal } from '../../src/journal/sqlite.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { chanceFrom } from '../chance.ts';
import { note } from './campaign-rows.ts';
import { openTestJournal } from './cluster-kit.ts';
import { Fleet } from './fleet.ts';
import { FleetLoad } from './fleet-load.ts';

const number = (name: string, usual: number): number => Number(process.env[name] ?? usual);
const TABLES = number('HUSH_CLUSTER_TABLES', 10);
/** Milliseconds between two actions of a player. */
const PACE = number('HUSH_CLUSTER_PACE', 100);
const BACKUPS = number('HUSH_CLUSTER_BACKUPS', 3);
const options = { clock: systemClock, timeout: 60_000 };

type Logs = ReadonlyMap<string, readonly string[]>;

async function logsOf(journal: Journal): Promise<Logs> {
  const logs = new Map<string, readonly string[]>();
  for await (const page of logPages(journal, '')) {
    if (!page.ok) throw new Error(page.error.why);
    for (const log of page.logs) {
      const read = await readAll(journal, log);
      if (!read.ok) throw new Error(JSON.stringify(read.error));
      logs.set(log, read.entries);
    }
  }
  return logs;
}

async function logsOfFile(file: string, folder: string): Promise<Logs> {
  const data = join(folder, `data-${Math.round(performance.now())}`);
  expect(await restore(file, data, { withDamage: false })).toMatchObject({ ok: true });
  const opened = await openSqliteJournal(data);
  if (!opened.ok) throw new Error(opened.error.why);
  const logs = await logsOf(opened.journal);
  await opened.journal.close();
  return logs;
}

/** How many entries of one list the other list lacks, or has with another text. */
const lacking = (entries: readonly string[], others: readonly string[] = []): number =>
  entries.filter((entry, at) => others[at] !== entry).length;

const total = (logs: Logs): number => [...logs.values()].reduce((sum, entries) => sum + entries.length, 0);

test('after all stores are lost, a backup made under load restores every entry that was acknowledged before the backup began', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hush-restore-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const fleet = await Fleet.start({ name: 'restore' });
  onTestFinished(() => fleet.end());
  const settings = { servers: fleet.servers.urls, node: 'operator', replicas: 3 };
  const load = await FleetLoad.begin(fleet, TABLES, chanceFrom(1), PACE);
  onTestFinished(() => load.end());
  const took: number[] = [];
  let acknowledged = new Map<string, number>();
  let file = '';
  for (let i = 0; i < BACKUPS; i++) {
    await load.untilActions(50);
    acknowledged = load.versions();
    file = join(folder, `backup-${i}.db`);
    const began = performance.now();
    expect(await backupCluster(settings, file, options)).toMatchObject({ ok: true, value: { damaged: [] } });
    took.push(performance.now() - began);
  }
  const verdict = await load.judge();
  expect(verdict.findings).toEqual([]);
  const reader = await openTestJournal(fleet.servers);
  const before = await logsOf(reader);
  await reader.close();
  load.end();
  await Promise.all(fleet.nodes.map(node => node.kill()));

  await fleet.servers.loseStores();
  const began = performance.now();
  expect(await restoreCluster(file, settings, { ...options, withDamage: false })).toMatchObject({ ok: true });
  const restored = performance.now() - began;
  const again = await openTestJournal(fleet.servers);
  onTestFinished(() => again.close());
  const after = await logsOf(again);
  let [lost, different] = [0, 0];
  for (const [code, version] of acknowledged)
    lost += lacking((before.get(`table/${code}`) ?? []).slice(0, version), after.get(`table/${code}`));
  for (const [log, entries] of after) different += lacking(entries, before.get(log));
  for (const code of acknowledged.keys()) expect(await peekTable(code, again)).toMatchObject({ ok: true });
  const second = join(folder, 'second.db');
  expect(await backupCluster(settings, second, options)).toMatchObject({ ok: true });
  expect(await logsOfFile(second, folder)).toEqual(await logsOfFile(file, folder));

  const size = `${after.size} logs, ${total(after)} entries, ${TABLES} tables under load`;
  note({
    line: 11,
    what: 'entries acknowledged before the backup that the restored cluster lacks',
    figure: lost,
    unit: '',
    must: '= 0',
    load: size,
  });
  note({
    line: 11,
    what: 'restored entries that differ from those before the loss',
    figure: different,
    unit: '',
    must: '= 0',
    load: size,
  });
  note({
    line: 11,
    what: 'breaks of a chain after the restore',
    figure: again.counts.chainBreaks,
    unit: '',
    must: '= 0',
    load: size,
  });
  note({
    line: 11,
    what: 'logs that differ after SQLite -> cluster -> SQLite',
    figure: 0,
    unit: '',
    must: '= 0',
    load: size,
  });
  note({
    line: 11,
    what: 'backup under load, longest',
    figure: Math.max(...took) / 1_000,
    unit: 's',
    load: `${BACKUPS} times`,
  });
  note({ line: 11, what: 'restore', figure: restored / 1_000, unit: 's', load: size });
  expect([lost, different, again.counts.chainBreaks]).toEqual([0, 0, 0]);
});
