/** `hush restore FILE`: puts a backup into the data directory, which must not have a journal yet. */
import { type ClusterConfig, openClusterTools, readConfig, restore, systemClock } from '@hush/server';
import type { Io } from './io.ts';

export const RESTORE_USAGE = [
  'usage: hush restore [--damaged] FILE',
  '  FILE       the backup. HUSH_DATA names the data directory, HUSH_JOURNAL a cluster; nothing there is ever overwritten.',
  '  --damaged  restore the backup even if some logs are damaged; the damaged ones stay set aside.',
].join('\n');

export async function restoreCommand(args: readonly string[], io: Io): Promise<number> {
  const files = args.filter(word => word !== '--damaged');
  const [file, ...more] = files;
  if (file === undefined || more.length > 0 || file.startsWith('-')) {
    io.complain(RESTORE_USAGE);
    return 2;
  }
  const config = readConfig(process.env);
  if (!config.ok) {
    for (const problem of config.error) io.complain(`hush restore: ${problem}`);
    return 1;
  }
  const { dataDir, cluster } = config.value;
  if (cluster !== null) return intoCluster(file, cluster, { withDamage: files.length < args.length }, io);
  const done = await restore(file, dataDir, { withDamage: files.length < args.length });
  if (!done.ok) {
    io.complain(`hush restore: ${done.error.why}`);
    return 1;
  }
  const { tables, crews, scenarios, entries, logs, bytes, damaged } = done;
  const kinds = `tables ${tables}, crews ${crews}, scenarios ${scenarios}`;
  io.out(
    `${file} is restored to ${dataDir}, all checked: ${kinds}, logs ${logs}, entries ${entries}, bytes ${bytes}.\n`,
  );
  if (damaged > 0) io.out(`${damaged} logs cannot be read to their end and stay set aside.\n`);
  return 0;
}

/** Restores to a cluster: the NATS servers store the journal, and the data directory is not changed. */
async function intoCluster(
  file: string,
  cluster: ClusterConfig,
  options: { readonly withDamage: boolean },
  io: Io,
): Promise<number> {
  const { restoreCluster } = await openClusterTools();
  const done = await restoreCluster(file, cluster, { ...options, clock: systemClock });
  if (!done.ok) {
    io.complain(`hush restore: ${done.error}`);
    return 1;
  }
  const { logs, entries, damaged } = done.value;
  io.out(`${file} is restored to the cluster: ${entries} entries of ${logs} logs, all checked.\n`);
  if (damaged.length > 0) io.out(`Left out, because they are damaged: ${damaged.join(', ')}.\n`);
  return 0;
}
