/**
 * `hush backup [TARGET]`: copies the journal of the data directory to one file, even while a server uses it. With `--keep N`
 * the file goes into a folder under a name made of the time, and only the last N such files stay there.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { err, ok, type Result } from '@hush/rules';
import { backup, type Config, makeFolder, openClusterTools, readConfig, systemClock } from '@hush/server';
import type { Io } from './io.ts';

export const BACKUP_USAGE = [
  'usage: hush backup [TARGET]',
  '       hush backup --keep N FOLDER',
  '  TARGET    a new file; by default one named after the current time, in this folder. HUSH_DATA names the data directory, HUSH_JOURNAL a cluster.',
  '  --keep N  writes a file named after the current time into FOLDER and keeps only the N newest backups there.',
].join('\n');

interface Plan {
  readonly target: string;
  /** How many backups are kept; null keeps all. */
  readonly keep: { readonly folder: string; readonly count: number } | null;
}

function planOf(args: readonly string[]): Plan | null {
  const name = nameAt(new Date());
  const [first = name, count = '', folder = '', ...more] = args;
  if (first !== '--keep')
    return args.length > 1 || first.startsWith('-') ? null : { target: first, keep: null };
  if (!/^[1-9]\d{0,3}$/.test(count) || folder === '' || more.length > 0) return null;
  return { target: join(folder, name), keep: { folder, count: Number(count) } };
}

export async function backupCommand(args: readonly string[], io: Io): Promise<number> {
  const plan = planOf(args);
  if (plan === null) {
    io.complain(BACKUP_USAGE);
    return 2;
  }
  const config = readConfig(process.env);
  if (!config.ok) {
    for (const problem of config.error) io.complain(`hush backup: ${problem}`);
    return 1;
  }
  if (plan.keep !== null) tryToMake(plan.keep.folder);
  const made = await makeBackup(config.value, plan.target);
  if (!made.ok) {
    io.complain(`hush backup: ${made.error}`);
    return 1;
  }
  const { entries, logs, bytes, damaged } = made.value;
  io.out(`${plan.target}: ${entries} entries of ${logs} logs, ${bytes} bytes\n`);
  if (damaged.length > 0) io.out(`Left out, because they are damaged: ${damaged.join(', ')}.\n`);
  if (plan.keep !== null) for (const name of deleteOldest(plan.keep)) io.out(`${name} deleted.\n`);
  return 0;
}

interface MadeBackup {
  readonly entries: number;
  readonly logs: number;
  readonly bytes: number;
  /**
   * Reports damaged logs. Only the backup of a cluster leaves them out; the backup of a data directory contains the
   * damage.
   */
  readonly damaged: readonly string[];
}

/** Backs up the cluster that HUSH_JOURNAL names, otherwise the data directory. */
async function makeBackup({ cluster, dataDir }: Config, target: string): Promise<Result<MadeBackup, string>> {
  if (cluster !== null) {
    const { backupCluster } = await openClusterTools();
    return backupCluster(cluster, target, { clock: systemClock });
  }
  const made = await backup(dataDir, target);
  return made.ok ? ok({ ...made, damaged: [] }) : err(made.error.why);
}

/** A file name made of the time, so that the names of backups sort by age. */
const nameAt = (now: Date): string => `hush-${now.toISOString().slice(0, 19).replace(/[T:]/g, '-')}.db`;
const NAME = /^hush-\d{4}(?:-\d\d){5}[.]db$/;

/** if the folder cannot be made, the backup that fails in it names the folder */
function tryToMake(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
  }
}

/** Deletes old backups; called only after a new backup was made. */
function deleteOldest({ folder, count }: { folder: string; count: number }): readonly string[] {
  const names = readdirSync(folder).filter(name => NAME.test(name));
  const old = names.sort().slice(0, -count);
  for (const name of old) rmSync(join(folder, name));
  return old;
}
