/**
 * Reports in the log which entries a damaged journal has lost: how many games are affected, and that all other games
 * continue.
 */
import { tableOfLog } from '@hush/protocol';
import { type Log, tableNicknameOf } from '../runtime/log.ts';
import type { Loss } from './worker-messages.ts';

const MOST_NAMED = 100;

export function reportLoss({ why, logs }: Loss, log: Log): void {
  const games = new Set(logs.flatMap(name => tableOfLog(name) ?? []));
  const others = logs.filter(name => tableOfLog(name) === null).length;
  const tables = [...games].slice(0, MOST_NAMED).map(tableNicknameOf);
  log.error({ tables, games: games.size, others }, `${why} ${aftermath(games.size)}`);
}

function aftermath(games: number): string {
  if (games === 0) return 'As far as is known, no game has lost anything: all are running.';
  const some = games === 1 ? '1 game has lost its end and is' : `${games} games have lost their end and are`;
  return `${some} set aside; all others run.`;
}
