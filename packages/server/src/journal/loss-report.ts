/** Logs what a damaged journal has lost: how many games are affected, and that all others go on. */

import { type Log, nicknameOf } from '../runtime/log.ts';
import type { Loss } from './worker-messages.ts';

/** The logs of a table by their prefixes. */
const OF_A_GAME = /^(?:table|secret|people|sand)\/(.*)$/;
const MOST_NAMED = 100;

export function reportLoss({ why, logs }: Loss, log: Log): void {
  const games = new Set(logs.flatMap(name => OF_A_GAME.exec(name)?.[1] ?? []));
  const others = logs.filter(name => !OF_A_GAME.test(name)).length;
  const tables = [...games].slice(0, MOST_NAMED).map(nicknameOf);
  log.error({ tables, games: games.size, others }, `${why} ${aftermath(games.size)}`);
}

function aftermath(games: number): string {
  if (games === 0) return 'No game is known to have lost anything: all run.';
  const some = games === 1 ? '1 game has lost its end and is' : `${games} games have lost their end and are`;
  return `${some} set aside; all others run.`;
}
