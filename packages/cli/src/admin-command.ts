/** `hush admin COMMAND`: sends an operator's command to a running server, through a socket in its data directory. */
import { askAdmin, readConfig } from '@hush/server';
import type { Io } from './io.ts';

export const ADMIN_USAGE = [
  'usage: hush admin COMMAND, with HUSH_DATA naming the data directory of a running server',
  '  tables, all-tables, table CODE, close CODE, reopen CODE, delete-table CODE',
  '  crews, crew ID, delete-crew ID, delete-entry ID NUMBER (a game in its book, with its names)',
  '  board, unlist ID (takes a crew off the public board)',
  '  scenarios, scenario CODE, delete-scenario CODE',
  '  blocks, block RANGE MINUTES (203.0.113.0/24, 2001:db8::/48), unblock RANGE',
  '  reports, clear-reports (what players have reported)',
  '  read-only on [SENTENCE], read-only off',
].join('\n');

export async function adminCommand(args: readonly string[], io: Io): Promise<number> {
  if (args.length === 0) {
    io.complain(ADMIN_USAGE);
    return 2;
  }
  const config = readConfig(process.env);
  if (!config.ok) {
    for (const problem of config.error) io.complain(`hush admin: ${problem}`);
    return 1;
  }
  const answer = await askAdmin(config.value.dataDir, args);
  if (answer.ok) io.out(`${answer.value}\n`);
  else io.complain(`hush admin: ${answer.error}`);
  return answer.ok ? 0 : 1;
}
