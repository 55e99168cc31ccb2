/**
 * Backups of a cluster as a file. The file has the format of `hush backup`, so a backup of a data directory can be
 * restored into a cluster, and the other way round.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Clock } from '@hush/protocol';
import { err, type Millis, ok, type Result } from '@hush/rules';
import { backup } from '../journal/backup.ts';
import { type CopiedLogs, copyLogs } from '../journal/copy-logs.ts';
import { restore } from '../journal/restore.ts';
import { openSqliteJournal } from '../journal/sqlite.ts';
import { type ClusterSettings, openCluster } from './streams.ts';

interface PortableOptions {
  readonly clock: Clock;
  /** How long to wait for an answer of NATS. */
  readonly timeout?: Millis;
}

export interface ClusterBackup extends CopiedLogs {
  readonly bytes: number;
}

/** Writes all logs of the cluster to the new file `target`; if that fails, returns a sentence with the reason. */
export function backupCluster(
  settings: ClusterSettings,
  target: string,
  options: PortableOptions,
): Promise<Result<ClusterBackup, string>> {
  return inScratchFolder(dirname(target), async folder => {
    const copied = await copyBetween(folder, settings, options, 'to-folder');
    if (!copied.ok) return copied;
    const made = await backup(folder, target);
    return made.ok ? ok({ ...copied.value, bytes: made.bytes }) : err(made.error.why);
  });
}

/** Restores a backup into an empty cluster, after checking the whole file. */
export function restoreCluster(
  file: string,
  settings: ClusterSettings,
  options: PortableOptions & { readonly withDamage: boolean },
): Promise<Result<CopiedLogs, string>> {
  return inScratchFolder(tmpdir(), async folder => {
    const data = join(folder, 'data');
    const checked = await restore(file, data, options);
    return checked.ok ? copyBetween(data, settings, options, 'to-cluster') : err(checked.error.why);
  });
}

async function copyBetween(
  folder: string,
  settings: ClusterSettings,
  options: PortableOptions,
  way: 'to-folder' | 'to-cluster',
): Promise<Result<CopiedLogs, string>> {
  const local = await openSqliteJournal(folder);
  if (!local.ok) return err(local.error.why);
  const cluster = await openCluster(settings, options);
  const copied = !cluster.ok
    ? cluster
    : way === 'to-folder'
      ? await copyLogs(cluster.value, local.journal)
      : await copyLogs(local.journal, cluster.value);
  if (cluster.ok) await cluster.value.close();
  await local.journal.close();
  return copied;
}

async function inScratchFolder<T>(
  parent: string,
  use: (folder: string) => Promise<Result<T, string>>,
): Promise<Result<T, string>> {
  let folder: string;
  try {
    folder = mkdtempSync(join(parent, '.hush-copy-'));
  } catch (error) {
    return err(`${parent} cannot be written to: ${error instanceof Error ? error.message : error}.`);
  }
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
