/**
 * One person and three bots win scenario 1 at a real server. A script decides like a bot, but plays with the keys of
 * a page. The test of the home screen shows how a game with bots begins without a server.
 */
import { botTurn, newMemory } from '@hush/bots';
import { isOver } from '@hush/rules';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { Player, until } from '../../../server/test/player-client.ts';
import { speak } from '../table/play-kit.ts';
import { attempt, byKeys, type Move } from './hands.ts';
import { newTable } from './house.ts';
import { expectAccessible, journey, planFirst, sitDown, takePicture } from './kit.ts';
import type { Stage } from './stage.ts';

/** A short stack, so that everything is near. */
const STACK = [4, 8, 6, 9, 5, 7, 3, 2];
const MOST_MISSED = 12;
const ME = 0;

async function addBots(page: Page): Promise<void> {
  await page.getByLabel('Bot speed').selectOption('lightning');
  for (const name of ['Bot 1', 'Bot 2', 'Bot 3']) {
    await page.getByRole('button', { name: 'Add a bot' }).click();
    await page.locator('.seat').filter({ hasText: name }).waitFor();
  }
  await page.getByRole('button', { name: 'Add a bot' }).click();
  await page.getByRole('button', { name: 'Remove Bot 4' }).click();
  await page.locator('.seat').filter({ hasText: 'Bot 4' }).waitFor({ state: 'detached' });
}

async function begin(page: Page, watcher: Player): Promise<void> {
  await planFirst(page);
  await page.getByRole('button', { name: 'Turn the hourglass' }).click();
  await until(() => watcher.connection.mirror.game?.status === 'playing', 'the sand to run');
  await page.locator('.dock .key').first().waitFor();
  await page.evaluate('document.activeElement?.blur()');
}

/** The first who sat down. */
const personAt = ({ connection: { mirror } }: Player): number => mirror.people[ME]?.member ?? -1;

/** The server's clock advances by this whenever the person has nothing to do. */
const BEAT = 150;

/**
 * Plays until everybody has escaped; returns how many moves the person made. If a bot was quicker, or the page was
 * told late, the person plans again.
 */
async function playAlong({ house }: Stage, page: Page, watcher: Player): Promise<number> {
  const { mirror } = watcher.connection;
  const person = personAt(watcher);
  let memory = newMemory('lightning');
  let [made, missed] = [0, 0];
  while (mirror.game !== null && !isOver(mirror.game)) {
    const look = { at: mirror.sandNow(), chance: Math.random, humans: [ME] };
    const turn = botTurn(mirror.game, ME, memory, look);
    memory = turn.memory;
    if (turn.command === undefined) {
      await house.clock.pass(BEAT);
      await page.evaluate('new Promise(requestAnimationFrame)');
      continue;
    }
    const [before, { version }] = [watcher.madeBy(person), mirror];
    const miss = await attempt(byKeys, page, watcher, turn.command as Move);
    if (watcher.madeBy(person) > before) made++;
    else if (mirror.version === version && ++missed > MOST_MISSED) throw miss;
  }
  return made;
}

journey('TH-4d one person and three bots win scenario 1, and everybody can see who is a bot', async stage => {
  const { house, open } = stage;
  await speak('en');
  const code = await newTable(house, { scenario: 1, stack: STACK, hourglass: 3600 });
  const { page } = await open(`/t/${code}`);
  const { port } = house.server;
  const watcher = new Player({ table: code, port, chance: Math.random, clock: house.clock });
  try {
    await sitDown(page, 'Mina');
    await addBots(page);
    await takePicture(page, 'bots-lobby');
    await expectAccessible(page);
    await begin(page, watcher);
    expect(await page.locator('.mate .bot').count()).toBe(3);
    await takePicture(page, 'bots-game');
    await expectAccessible(page);
    expect(await playAlong(stage, page, watcher)).toBeGreaterThan(3);
    expect(watcher.connection.mirror.game?.status).toBe('won');
    await page.getByRole('heading', { name: 'You made it!' }).waitFor();
    await page.getByText('Played with bots').waitFor();
    await page.getByText(/Par for this stack: \d+ \(best known\)/).waitFor();
    await page.locator('.awards').getByText('Bot 3').waitFor();
    await takePicture(page, 'bots-won');
    await expectAccessible(page);
  } finally {
    watcher.connection.close();
  }
});

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
    await planFirst(page);
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
  await page.getByText('This can’t be won').waitFor();
  await takePicture(page, 'bots-warning');
  await expectAccessible(page);
});
