/**
 * A journey in which two people win a game without a pointer: one uses the command box and a screen reader, the other
 * only the keys of the game. A script at the same table chooses the next move.
 */
import { HEROES, type Hero, isOver } from '@hush/rules';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { chanceFrom, nextCommand } from '../../../rules/test/player.ts';
import { Player, until } from '../../../server/test/player-client.ts';
import { speak } from '../table/play-kit.ts';
import { attempt, byKeys, type Hand, type Move, numberOf } from './hands.ts';
import { expectAccessible, journey, planFirst, sitDown, takePicture } from './kit.ts';
import { newTable } from './page-server.ts';
import { sentBy } from './traffic.ts';

const SYMBOLS = ['sword', 'flask', 'bow', 'axe'] as const;
const symbol = (hero: Hero): string => SYMBOLS[HEROES.indexOf(hero)] ?? hero;

function written(watcher: Player, command: Move): string {
  switch (command.type) {
    case 'move':
      return `${symbol(command.hero)} ${command.dir} ${command.steps}`;
    case 'vortex':
      return `vortex ${symbol(command.hero)} ${numberOf(watcher, command)}`;
    case 'escalator':
      return `stairs ${symbol(command.hero)}`;
    case 'lay':
      return `lay ${numberOf(watcher, command)}`;
    default:
      return command.type;
  }
}

async function type(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Commands' }).fill(text);
  await page.keyboard.press('Enter');
}

/**
 * Gives a command by the command box. The box loads its grammar on first use, and is ready when it has sent a command or
 * answered.
 */
const byWords: Hand = async (page, watcher, command) => {
  const reply = page.locator('.command-box output');
  const [sent, said] = [await sentBy(page), await reply.textContent()];
  await type(page, written(watcher, command));
  await expect
    .poll(async () => (await sentBy(page)) > sent || (await reply.textContent()) !== said)
    .toBe(true);
};

const MOST_MISSED = 5;

journey(
  'TH-4d two players, one with the command box and one with keys, win scenario 1 without a pointer',
  async ({ pageServer, open }) => {
    await speak('en');
    const code = await newTable(pageServer, {
      scenario: 1,
      stack: [8, 6, 5, 4, 9, 3, 2, 7], // in this order the players find all features soon
      hourglass: 3600,
    });
    const pages = [(await open(`/t/${code}`)).page, (await open(`/t/${code}`)).page] as const;
    await sitDown(pages[0], 'Mina');
    await sitDown(pages[1], 'Tomasz');
    const watcher = new Player({ table: code, port: pageServer.server.port, chance: Math.random });
    const { mirror } = watcher.connection;
    try {
      await planFirst(pages[0]);
      await pages[0].getByRole('button', { name: 'Turn the hourglass' }).waitFor();
      await type(pages[0], 'start');
      await until(() => mirror.game?.status === 'playing', 'the sand to run');
      await pages[1].locator('.dock').waitFor();
      await pages[1].evaluate('document.activeElement?.blur()');
      const chance = chanceFrom(7);
      let missed = 0;
      for (let i = 0; i < 400 && mirror.game !== null && !isOver(mirror.game); i++) {
        const command = nextCommand(mirror.game, mirror.game.at, chance);
        if (command === null || command.type === 'start') throw new Error('nothing to do');
        const [hand, page] = command.seat === 0 ? [byWords, pages[0]] : [byKeys, pages[1]];
        const miss = await attempt(hand, page, watcher, command);
        if (miss !== null && ++missed > MOST_MISSED) throw miss;
        if (i === 12) {
          await takePicture(pages[0], 'command-box');
          await expectAccessible(pages[0]);
        }
      }
      expect(mirror.game?.status).toBe('won');
      await expect.poll(() => pages[0].getByRole('alert').textContent()).toContain('you win together');
    } finally {
      watcher.connection.close();
    }
  },
);
