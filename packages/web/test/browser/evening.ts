/** A journey in which a crew wins a game: one player uses a page, the other players are scripts. */
import { isOver } from '@hush/rules';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { chanceFrom, nextCommand } from '../../../rules/test/player.ts';
import { Player, until } from '../../../server/test/player-client.ts';
import { attempt, byKeys, type Move } from './hands.ts';
import { planFirst, sitDown } from './kit.ts';
import type { PageServer } from './page-server.ts';

const MOST_MISSED = 5;
const MOST_MOVES = 400;
const ME = 0;

/** A player whose commands a script gives, without a page. */
async function seat(pageServer: PageServer, code: string, name: string): Promise<Player> {
  const player = new Player({ table: code, port: pageServer.server.port, chance: Math.random });
  await until(() => player.connection.status.type === 'online', 'a greeting');
  player.connection.join(name, 'fox');
  await until(() => player.connection.mirror.member !== null, 'a seat');
  return player;
}

/** Gives a command without a page: it is accepted, or refused because of another move and then planned again. */
async function carryOut(
  player: Player | undefined,
  { connection: { mirror } }: Player,
  command: Move,
): Promise<void> {
  if (player === undefined) throw new Error(`nobody sits on ${command.seat}`);
  const { seat: _, ...asked } = command;
  const [{ version }, before] = [mirror, player.refusals.length];
  player.do(asked as Parameters<Player['do']>[0]);
  const isAnswered = (): boolean => mirror.version > version || player.refusals.length > before;
  await until(isAnswered, JSON.stringify(command));
}

/** Plays until the game is won: one player with the keys of a page, the other players by script. */
async function win(page: Page, others: readonly Player[]): Promise<void> {
  const [watcher] = others;
  if (watcher === undefined) throw new Error('nobody else plays');
  const { mirror } = watcher.connection;
  const chance = chanceFrom(7);
  let missed = 0;
  for (let i = 0; i < MOST_MOVES && mirror.game !== null && !isOver(mirror.game); i++) {
    const command = nextCommand(mirror.game, mirror.game.at, chance);
    if (command === null || !('seat' in command)) throw new Error('nothing to do');
    if (command.seat === ME) {
      const miss = await attempt(byKeys, page, watcher, command as Move);
      if (miss !== null && ++missed > MOST_MISSED) throw miss;
      continue;
    }
    await carryOut(others[command.seat - 1], watcher, command as Move);
  }
  expect(mirror.game?.status).toBe('won');
}

/** Mina sits down at the page that shows the table, three others join, and they play until the game is won. */
export async function winTogether(page: Page, pageServer: PageServer, code: string): Promise<void> {
  await sitDown(page, 'Mina');
  const others = [
    await seat(pageServer, code, 'Tomasz'),
    await seat(pageServer, code, 'Ines'),
    await seat(pageServer, code, 'Bram'),
  ];
  try {
    await page.getByText('Bram').first().waitFor();
    await planFirst(page);
    await page.getByRole('button', { name: 'Turn the hourglass' }).click();
    await until(
      () => others.every(({ connection }) => connection.mirror.confirmed.game?.status === 'playing'),
      'the sand to run',
    );
    await page.locator('.dock .key').first().waitFor();
    await page.evaluate('document.activeElement?.blur()');
    await win(page, others);
    await page.getByRole('heading', { name: 'You made it!' }).waitFor();
  } finally {
    for (const { connection } of others) connection.close();
  }
}
