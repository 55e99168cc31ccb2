/**
 * Company: one person and three bots win scenario 1 at a real server. The person thinks like a bot here, but plays with
 * the keys of a page. How a game with bots begins without a server stands with the first screen.
 */
import { botTurn, newMemory } from '@hush/bots';
import { isOver } from '@hush/rules';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { Player, until } from '../../../server/test/player-client.ts';
import { speak } from '../table/play-kit.ts';
import { byKeys, caughtUp, comesTrue, type Move } from './hands.ts';
import { expectAccessible, journey, newTable, sitDown, takePicture, withoutWorker } from './kit.ts';

withoutWorker();

/** Lays everything near: a short evening. */
const STACK = [4, 8, 6, 9, 5, 7, 3, 2];
const LOOKS_EVERY = 150;
const MOST_MISSED = 12;
const ME = 0;

async function addBots(page: Page): Promise<void> {
  await page.getByLabel('Its pace').selectOption('lightning');
  for (const name of ['Bot 1', 'Bot 2', 'Bot 3']) {
    await page.getByRole('button', { name: 'Add a bot' }).click();
    await page.locator('.seat').filter({ hasText: name }).waitFor();
  }
  await page.getByRole('button', { name: 'Add a bot' }).click();
  await page.getByRole('button', { name: 'Remove Bot 4' }).click();
  await page.locator('.seat').filter({ hasText: 'Bot 4' }).waitFor({ state: 'detached' });
}

async function begin(page: Page, watcher: Player): Promise<void> {
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('button', { name: 'Turn the hourglass' }).click();
  await until(() => watcher.connection.mirror.game?.status === 'playing', 'the sand to run');
  await page.locator('.dock .key').first().waitFor();
  await page.evaluate('document.activeElement?.blur()');
}

/** The first who sat down. */
const personAt = ({ connection: { mirror } }: Player): number => mirror.people[ME]?.member ?? -1;

/** Until everybody is out; how often the person did something. Where a bot was quicker, or the page knew of it late, one plans anew. */
async function playAlong(page: Page, watcher: Player): Promise<number> {
  const { mirror } = watcher.connection;
  const person = personAt(watcher);
  let memory = newMemory('lightning');
  let [done, missed] = [0, 0];
  while (mirror.game !== null && !isOver(mirror.game)) {
    const look = { at: mirror.sandNow(), chance: Math.random, humans: [ME] };
    const turn = botTurn(mirror.game, ME, memory, look);
    memory = turn.memory;
    if (turn.command === undefined) {
      await page.waitForTimeout(LOOKS_EVERY);
      continue;
    }
    const [before, { version }] = [watcher.madeBy(person), mirror];
    try {
      await caughtUp(page, watcher);
      await byKeys(page, watcher, turn.command as Move);
      const isMine = (): boolean => watcher.madeBy(person) > before;
      if (await comesTrue(watcher, isMine, JSON.stringify(turn.command))) done++;
    } catch (error) {
      if (mirror.version === version) missed++; // else a bot was quicker
      if (missed > MOST_MISSED) throw error;
    }
  }
  return done;
}

journey(
  'TH-4d one person and three bots win scenario 1, and everybody can see who is a bot',
  async ({ house, open }) => {
    await speak('en');
    const code = await newTable(house, { scenario: 1, stack: STACK, hourglass: 3600 });
    const { page } = await open(`/t/${code}`);
    const watcher = new Player({ table: code, port: house.server.port, chance: Math.random });
    try {
      await sitDown(page, 'Mina');
      await addBots(page);
      await takePicture(page, 'bots-lobby');
      await expectAccessible(page);
      await begin(page, watcher);
      expect(await page.locator('.mate .bot').count()).toBe(3);
      await takePicture(page, 'bots-game');
      await expectAccessible(page);
      expect(await playAlong(page, watcher)).toBeGreaterThan(3);
      expect(watcher.connection.mirror.game?.status).toBe('won');
      await page.getByRole('heading', { name: 'You made it!' }).waitFor();
      await page.getByText('Played with bots').waitFor();
      await page.getByText(/Par for this stack: \d+ \(best known\)/).waitFor();
      await page.locator('.moves').getByText('Bot 3').waitFor();
      await takePicture(page, 'bots-won');
      await expectAccessible(page);
    } finally {
      watcher.connection.close();
    }
  },
  { timeout: 900_000 },
);

journey(
  'CM-2l two friends who come in silence at once get seats of bots, one after the other',
  async stage => {
    const code = await newTable(stage.house, { scenario: 2, hourglass: 3600 });
    const { page } = await stage.open(`/t/${code}`);
    await sitDown(page, 'Mina');
    for (const name of ['Bot 1', 'Bot 2']) {
      await page.getByRole('button', { name: 'Add a bot' }).click();
      await page.locator('.seat').filter({ hasText: name }).waitFor();
    }
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('button', { name: 'Turn the hourglass' }).click();
    await page.locator('.dock .key').first().waitFor();
    const friends = [await stage.open(`/t/${code}`), await stage.open(`/t/${code}`)];
    for (const [i, friend] of friends.entries()) {
      await friend.page.getByLabel('Your name').fill(`Friend ${i + 1}`);
    }
    await Promise.all(
      friends.map(friend => friend.page.getByRole('button', { name: /^Sit down as/ }).click()),
    );
    await Promise.all(friends.map(friend => friend.page.locator('.dock .key').first().waitFor()));
  },
);

journey('a host is warned before a game that nobody can win', async ({ house, open }) => {
  const own = { name: 'No bow', stack: [4, 5, 8, 9], rules: [] };
  const code = await newTable(house, { scenario: own });
  const { page } = await open(`/t/${code}`);
  await sitDown(page, 'Mina');
  await page.getByText('This cannot be won').waitFor();
  await takePicture(page, 'bots-warning');
  await expectAccessible(page);
});
