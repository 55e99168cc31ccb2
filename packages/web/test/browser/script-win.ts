/** A game that two scripts win, one move after the other. */
import { isOver } from '@hush/rules';
import { expect } from 'vitest';
import { chanceFrom, nextCommand } from '../../../rules/test/player.ts';
import { Player, until } from '../../../server/test/player-client.ts';
import type { PageServer } from './page-server.ts';

const MOST_MOVES = 400;
/** Milliseconds of game time between two moves, so that the last twenty seconds are not the whole game. */
const PACE = 400;

async function seat(pageServer: PageServer, code: string, name: string): Promise<Player> {
  const player = new Player({ table: code, port: pageServer.server.port, chance: Math.random });
  await until(() => player.connection.status.type === 'online', 'a greeting');
  player.connection.join(name, name === 'Ann' ? 'owl' : 'fox');
  await until(() => player.connection.mirror.member !== null, 'a seat');
  return player;
}

/** Two scripts without pages win a game, move by move. */
export async function winByScript(pageServer: PageServer, code: string): Promise<readonly Player[]> {
  const players = [await seat(pageServer, code, 'Ann'), await seat(pageServer, code, 'Bo')];
  const [host] = players;
  if (host === undefined) throw new Error('nobody sits here');
  const { mirror } = host.connection;
  host.connection.manage({ type: 'begin' });
  host.connection.do({ type: 'start' });
  await until(() => mirror.confirmed.game?.status === 'playing', 'the sand to run');
  const chance = chanceFrom(7);
  for (let i = 0; i < MOST_MOVES && mirror.game !== null && !isOver(mirror.game); i++) {
    const command = nextCommand(mirror.game, mirror.game.at, chance);
    if (command === null || !('seat' in command)) throw new Error('nothing to do');
    const { seat: own, ...asked } = command;
    const player = players[own];
    const [{ version }, before] = [mirror, player?.refusals.length ?? 0];
    player?.do(asked as Parameters<Player['do']>[0]);
    await until(() => mirror.version > version || (player?.refusals.length ?? 0) > before, 'an answer');
    await pageServer.clock.pass(PACE);
  }
  expect(mirror.game?.status).toBe('won');
  return players;
}
