/** `hush backup [TARGET]`: the journal of the data directory as one file, whether a server uses it or not. */
import { backup, readConfig } from '@hush/server';
import type { Io } from './io.ts';

export const BACKUP_USAGE = [
  'usage: hush backup [TARGET]',
  '  TARGET  a new file; without it one is made here, called after the time. HUSH_DATA names the data directory.',
].join('\n');

export async function backupCommand(args: readonly string[], io: Io): Promise<number> {
  const [target = defaultTarget(new Date()), ...more] = args;
  if (more.length > 0 || target.startsWith('-')) {
    io.complain(BACKUP_USAGE);
    return 2;
  }
  const config = readConfig(process.env);
  if (!config.ok) {
    for (const problem of config.error) io.complain(`hush backup: ${problem}`);
    return 1;
  }
  const made = await backup(config.value.dataDir, target);
  if (!made.ok) {
    io.complain(`hush backup: ${made.error.why}`);
    return 1;
  }
  io.out(`${target}: ${made.entries} entries of ${made.logs} logs, ${made.bytes} bytes\n`);
  return 0;
}

/** Names sort by time. */
const defaultTarget = (now: Date): string =>
  `hush-${now.toISOString().slice(0, 19).replace(/[T:]/g, '-')}.db`;
