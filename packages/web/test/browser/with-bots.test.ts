/**
 * One person and three bots win scenario 1 at a real server: a script decides like a bot, but plays with the keys of a
 * page. In another journey a person plays beside a program of their own, run by `hush bot`. The journeys of the home
 * screen have a game with bots without a server.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { botTurn, newMemory } from '@hush/bots';
import { isOver, reach } from '@hush/rules';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ROOT } from '../../../../tools/fresh.mjs';
import { PYTHON } from '../../../server/test/needs.ts';
import { patience } from '../../../server/test/patience.ts';
import { Player, until } from '../../../server/test/player-client.ts';
import { speak } from '../table/play-kit.ts';
import { attempt, byKeys, type Move } from './hands.ts';
import type { JourneyWorld } from './journey-world.ts';
import { expectAccessible, journey, openTable, planFirst, sitDown, takePicture } from './kit.ts';
import { newTable } from './page-server.ts';

/** A short stack, so that all features are near. */
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

/** The number of the person, who sat down first. */
const personAt = ({ connection: { mirror } }: Player): number => mirror.people[ME]?.member ?? -1;

/** By how many milliseconds the server's clock advances whenever the person has nothing to do. */
const BEAT = 150;

/**
 * Plays until everybody has escaped; returns how many moves the person made. If a bot was quicker, or the page learned of
 * a move late, the person plans again.
 */
async function playAlong({ pageServer }: JourneyWorld, page: Page, watcher: Player): Promise<number> {
  const { mirror } = watcher.connection;
  const person = personAt(watcher);
  let memory = newMemory('lightning');
  let [made, missed] = [0, 0];
  for (const wait = patience('the end of the game'); mirror.game !== null && !isOver(mirror.game); wait()) {
    const look = { at: mirror.sandNow(), chance: Math.random, humans: [ME] };
    const turn = botTurn(mirror.game, ME, memory, look);
    memory = turn.memory;
    if (turn.command === undefined) {
      await pageServer.clock.pass(BEAT);
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

journey('TH-4d one person and three bots win scenario 1, and the page shows who is a bot', async world => {
  const { pageServer, open } = world;
  await speak('en');
  const code = await newTable(pageServer, { scenario: 1, stack: STACK, hourglass: 3600 });
  const { page } = await open(`/t/${code}`);
  const { port } = pageServer.server;
  const watcher = new Player({ table: code, port, chance: Math.random, clock: pageServer.clock });
  try {
    await sitDown(page, 'Mina');
    await addBots(page);
    await takePicture(page, 'bots-lobby');
    await expectAccessible(page);
    await begin(page, watcher);
    expect(await page.locator('.mate .bot').count()).toBe(3);
    await takePicture(page, 'bots-game');
    await expectAccessible(page);
    expect(await playAlong(world, page, watcher)).toBeGreaterThan(3);
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
  'CM-2l two friends who arrive at once during silence get seats of bots, one after the other',
  async world => {
    const code = await newTable(world.pageServer, { scenario: 2, hourglass: 3600 });
    const { page } = await world.open(`/t/${code}`);
    await sitDown(page, 'Mina');
    for (const name of ['Bot 1', 'Bot 2']) {
      await page.getByRole('button', { name: 'Add a bot' }).click();
      await page.locator('.seat').filter({ hasText: name }).waitFor();
    }
    await planFirst(page);
    await page.getByRole('button', { name: 'Turn the hourglass' }).click();
    await page.locator('.dock .key').first().waitFor();
    const friends = [await world.open(`/t/${code}`), await world.open(`/t/${code}`)];
    for (const [i, friend] of friends.entries()) {
      await friend.page.getByLabel('Your name').fill(`Friend ${i + 1}`);
    }
    await Promise.all(
      friends.map(friend => friend.page.getByRole('button', { name: /^Sit down as/ }).click()),
    );
    await Promise.all(friends.map(friend => friend.page.locator('.dock .key').first().waitFor()));
  },
);

journey('a host is warned before a game that cannot be won', async ({ pageServer, open }) => {
  const own = { name: 'No bow', stack: [4, 5, 8, 9], rules: [] };
  const code = await newTable(pageServer, { scenario: own });
  const { page } = await open(`/t/${code}`);
  await sitDown(page, 'Mina');
  await page.getByText('This can’t be won').waitFor();
  await takePicture(page, 'bots-warning');
  await expectAccessible(page);
});

/** Starts `hush bot` with the Python example, as the author of a program does. */
function seatProgram(table: string): ChildProcess {
  const hush = [
    'packages/cli/bin/hush.mjs',
    'bot',
    '--stdio',
    '--table',
    table,
    '--name',
    'Robot',
    '--pause',
    '20',
  ];
  return spawn(process.execPath, [...hush, '--', 'python3', 'examples/python/mybot.py'], {
    cwd: ROOT,
    stdio: 'ignore',
  });
}

/** The person makes any legal step with the keys. */
async function step(page: Page, watcher: Player): Promise<void> {
  const { game } = watcher.connection.mirror;
  const moves = game === null ? [] : reach(game, ME).filter(({ type }) => type === 'move');
  const move = moves[Math.floor(Math.random() * moves.length)];
  if (move !== undefined) await attempt(byKeys, page, watcher, move as Move);
}

const withPython: typeof journey = PYTHON.has
  ? journey
  : title => test.skip(`${title} (not proven here: ${PYTHON.lack})`);

withPython(
  'PR-75a PR-75e PR-170e a person plays in the page beside a Python program of their own; when it dies, a bot takes its seat',
  async ({ pageServer, open }) => {
    await speak('en');
    const code = await newTable(pageServer, { scenario: 1, hourglass: 3600 });
    const { page } = await open(`/t/${code}`);
    await sitDown(page, 'Mina');
    await openTable(page);
    await page.getByRole('switch', { name: 'Players’ own bots may join' }).click();
    const watcher = new Player({
      table: code,
      port: pageServer.server.port,
      chance: Math.random,
      clock: pageServer.clock,
    });
    const { mirror } = watcher.connection;
    await until(() => mirror.confirmed.programsAllowed === true, 'programs to be allowed');
    const program = seatProgram(`${pageServer.address}/t/${code}`);
    try {
      const seat = page.locator('.seat').filter({ hasText: 'Robot' });
      await seat.getByTitle('A player’s own bot').waitFor();
      await seat.getByTitle('ready').waitFor();
      await takePicture(page, 'program-lobby');
      await begin(page, watcher);
      expect(await page.locator('.mate .bot').count()).toBe(1);
      const robot = mirror.confirmed.programs?.[0] ?? -1;
      const [ours, its] = [watcher.madeBy(personAt(watcher)), watcher.madeBy(robot)];
      const wait = patience('three moves of the program and of the person');
      for (; watcher.madeBy(robot) < its + 3 || watcher.madeBy(personAt(watcher)) < ours + 3; wait()) {
        await pageServer.clock.pass(BEAT); // waits until the limit of commands allows another one
        await step(page, watcher);
      }
      expect(mirror.game?.bots).toEqual([1]);
      await takePicture(page, 'program-game');
      await expectAccessible(page);
      program.kill('SIGKILL');
      const watch = patience('a bot in place of the program');
      for (; !(mirror.confirmed.standIns ?? []).includes(robot); watch()) await pageServer.clock.pass(BEAT);
      await page.locator('.mate').filter({ hasText: 'A bot is playing' }).waitFor();
      expect(mirror.game?.status).toBe('playing');
    } finally {
      program.kill('SIGKILL');
      watcher.connection.close();
    }
  },
);
