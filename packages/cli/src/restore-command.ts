/** `hush restore FILE`: puts a backup into the data directory, which must not have a journal yet. */
import { readConfig, restore } from '@hush/server';
import type { Io } from './io.ts';

export const RESTORE_USAGE = [
  'usage: hush restore [--damaged] FILE',
  '  FILE       the backup. HUSH_DATA names the data directory; nothing there is ever overwritten.',
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
  const { dataDir } = config.value;
  const done = await restore(file, dataDir, { withDamage: files.length < args.length });
  if (!done.ok) {
    io.complain(`hush restore: ${done.error.why}`);
    return 1;
  }
  const { tables, crews, scenarios, entries, logs, bytes, damaged } = done;
  io.out(
    `${file} is restored to ${dataDir}: ${tables} tables, ${crews} crews and ${scenarios} scenarios; ${entries} entries of ${logs} logs, ${bytes} bytes, all checked.\n`,
  );
  if (damaged > 0) io.out(`${damaged} logs cannot be read to their end and stay set aside.\n`);
  return 0;
}
