/** An evening that a crew wins: one of them at a page, the others without. */
import { isOver } from '@hush/rules';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { chanceFrom, nextCommand } from '../../../rules/test/player.ts';
import { Player, until } from '../../../server/test/player-client.ts';
import { byKeys, isDone, type Move } from './hands.ts';
import { type House, sitDown } from './kit.ts';

const HEARING = 60;
const PATIENCE = 5_000;
const MOST_MISSED = 12;
const MOST_MOVES = 400;
const ME = 0;

/** Somebody at the table who needs no page. */
async function seat(house: House, code: string, name: string): Promise<Player> {
  const player = new Player({ table: code, port: house.server.port, chance: Math.random });
  await until(() => player.connection.status.type === 'online', 'a greeting');
  player.connection.join(name, 'fox');
  await until(() => player.connection.mirror.member !== null, 'a seat');
  return player;
}

/** One of the crew plays with the keys of a page, the others by script. */
async function win(page: Page, others: readonly Player[]): Promise<void> {
  const [watcher] = others;
  if (watcher === undefined) throw new Error('nobody else plays');
  const { mirror } = watcher.connection;
  const chance = chanceFrom(7);
  let missed = 0;
  for (let i = 0; i < MOST_MOVES && mirror.game !== null && !isOver(mirror.game); i++) {
    const command = nextCommand(mirror.game, mirror.game.at, chance);
    if (command === null || !('seat' in command)) throw new Error('nothing to do');
    const done = isDone(watcher, command);
    const { seat: at, ...asked } = command;
    try {
      if (at === ME) {
        await page.waitForTimeout(HEARING);
        await byKeys(page, watcher, command as Move);
      } else others[at - 1]?.do(asked as Parameters<Player['do']>[0]);
      await until(done, `${JSON.stringify(command)} to be done`, PATIENCE);
    } catch (error) {
      if (++missed > MOST_MISSED) throw error; // a slide that went too far may have undone what was planned
    }
  }
  expect(mirror.game?.status).toBe('won');
}

/** Mina sits down at the page that shows the table, three others come, and they play until the game is won. */
export async function winTogether(page: Page, house: House, code: string): Promise<void> {
  await sitDown(page, 'Mina');
  const others = [
    await seat(house, code, 'Tomasz'),
    await seat(house, code, 'Ines'),
    await seat(house, code, 'Bram'),
  ];
  try {
    await page.getByText('Bram').first().waitFor();
    await page.getByRole('button', { name: 'Begin' }).click();
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
