/**
 * A game won by two people without a pointer: one types into the command box and hears what happens, the other has
 * nothing but the keys of the game. A watcher beside them knows where things stand and says what comes next.
 */
import { type Command, HEROES, type Hero, isOver, slide } from '@hush/rules';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { chanceFrom, nextCommand } from '../../../rules/test/player.ts';
import { Player, until } from '../../../server/test/player-client.ts';
import { destinationsOf } from '../../src/play/destinations.ts';
import { speak } from '../play-kit.ts';
import { expectAccessible, journey, newTable, takePicture } from './kit.ts';

const SYMBOLS = ['sword', 'flask', 'bow', 'axe'] as const;
const symbol = (hero: Hero): string => SYMBOLS[HEROES.indexOf(hero)] ?? hero;

async function sitDown(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox').first().fill(name);
  await page.keyboard.press('Enter');
  await page.getByText(name).first().waitFor();
}

type Move = Exclude<Command, { readonly type: 'start' }>;

/** Which of several places this is, counted from 1 as the page counts them. */
function numberOf(watcher: Player, { seat, ...command }: Move): number {
  const { game } = watcher.connection.mirror;
  if (game === null) throw new Error('no game');
  const [kind, id] =
    command.type === 'vortex'
      ? [`vortex:${command.hero}:`, `vortex:${command.hero}:${command.to}`]
      : ['lay:', `lay:${command.type === 'lay' ? command.door : ''}`];
  const marks = destinationsOf(game, seat).map(({ mark }) => mark.id);
  return marks.filter(one => one.startsWith(kind)).indexOf(id) + 1;
}

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

const ARROWS = { north: 'ArrowUp', east: 'ArrowRight', south: 'ArrowDown', west: 'ArrowLeft' } as const;
/** Two presses that come sooner are a run. */
const APART = 280;
/** While talk is open a move takes a longer press. */
const GUARDED = 400;

async function pressKeys(page: Page, watcher: Player, command: Move): Promise<void> {
  const { keyboard } = page;
  const hold = watcher.connection.mirror.game?.talking ? { delay: GUARDED } : {};
  const number = command.type === 'vortex' || command.type === 'lay' ? numberOf(watcher, command) : 0;
  if ('hero' in command) await keyboard.press(String(HEROES.indexOf(command.hero) + 1));
  if (command.type === 'move') {
    for (let i = 0; i < command.steps; i++) {
      if (i > 0) await page.waitForTimeout(APART);
      await keyboard.press(ARROWS[command.dir], i === 0 ? hold : {});
    }
    return;
  }
  const keys = { explore: 'e', lay: 'e', vortex: 'v', escalator: 's', steal: 'x' } as const;
  await keyboard.press(keys[command.type as keyof typeof keys], hold);
  const asked = await page.locator('.asking').count();
  if (asked > 0) await keyboard.press(String.fromCharCode(96 + number));
}

/** For the pages to hear what the watcher has heard. */
const HEARING = 60;
const PATIENCE = 4_000;
const MOST_MISSED = 5;

function isDone({ connection: { mirror } }: Player, command: Move): () => boolean {
  const { version, game } = mirror;
  if (command.type !== 'move' || game === null) return () => mirror.version > version;
  const { hero, dir, steps } = command;
  const to = slide(game, hero, dir)[steps - 1];
  return () => mirror.game?.heroes[hero] === to || mirror.game?.out[hero] === true;
}

journey(
  'TH-4 one types and hears, one has keys only: scenario 1 is won without a pointer',
  async ({ house, open }) => {
    await speak('en');
    const code = await newTable(house, { scenario: 1, stack: [2, 3, 4, 5, 6, 7, 8, 9], hourglass: 3600 });
    const pages = [(await open(`/t/${code}`)).page, (await open(`/t/${code}`)).page] as const;
    await sitDown(pages[0], 'Mina');
    await sitDown(pages[1], 'Tomasz');
    const watcher = new Player({ table: code, port: house.server.port, chance: Math.random });
    const { mirror } = watcher.connection;
    try {
      await pages[0].getByRole('button', { name: 'Begin' }).press('Enter');
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
        const done = isDone(watcher, command);
        // The watcher may have heard what the pages have not; whoever acts too soon is told why not, and tries again.
        await pages[1].waitForTimeout(HEARING);
        if (command.seat === 0) await type(pages[0], written(watcher, command));
        else await pressKeys(pages[1], watcher, command);
        await until(done, `${JSON.stringify(command)} to be done`, PATIENCE).catch(error => {
          if (++missed > MOST_MISSED) throw error;
        });
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
  { timeout: 240_000 },
);
