/** Pictures of what comes after a game and beside the table: debrief, heist, souvenirs, painter, television, phones as keys, privacy. */
import { laidTiles } from '@hush/rules';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { PHONE } from './browser.ts';
import { Crew } from './crew.ts';

import type { JourneyWorld } from './journey-world.ts';
import { journey, takePicture } from './kit.ts';
import { newTable } from './page-server.ts';
import { KINDS, takePictures } from './sizes.ts';
import { passTime, passUntilShown } from './steered-time.ts';

const TELEVISION: BrowserContextOptions = { viewport: { width: 1920, height: 1080 } };
/** Milliseconds: longer than the sand of any of these games lasts. */
const LONG = 200_000;

type Shoot = (page: Page, name: string) => Promise<void>;
type Scene = (world: JourneyWorld, size: BrowserContextOptions, shoot: Shoot) => Promise<void>;

const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).first().click();

/** Makes a game in which three people find four tiles, and then the sand runs out. */
async function lostGame(world: JourneyWorld): Promise<Crew> {
  const crew = await Crew.gather(world, { scenario: 1 }, 3);
  await crew.playUntil(game => laidTiles(game).length >= 4 && game.drawn === null);
  await world.pageServer.clock.pass(LONG);
  return crew;
}

const SCENES: Readonly<Record<string, Scene>> = {
  debrief: async (world, size, shoot) => {
    const crew = await lostGame(world);
    const { page } = await crew.open(0, size);
    const { page: mate } = await crew.open(1, PHONE);
    const { page: tv } = await world.open(`/t/${crew.code}?view=screen`, TELEVISION);
    await page.getByRole('button', { name: 'Debrief' }).waitFor();
    await page.waitForTimeout(3_500); // waits until the animation of the end is over
    await shoot(page, 'caught');
    await press(page, 'Debrief');
    await press(page, 'First question');
    await page.locator('#debrief-question').waitFor();
    await press(mate, /debrief/);
    await mate.getByRole('combobox', { name: 'Or choose it here' }).selectOption({ index: 1 });
    await page.locator('.pin-face').waitFor();
    await shoot(page, 'debrief-question');
    await takePicture(tv, 'debrief-tv-question-1920x1080');
    await press(page, 'Show it');
    await page.locator('.way-key').first().waitFor();
    await page.waitForTimeout(1_500); // waits until the path of the answer is drawn
    await shoot(page, 'debrief-answer');
    await takePicture(tv, 'debrief-tv-answer-1920x1080');
    crew.leave();
  },
  heist: async ({ open }, size, shoot) => {
    const { page } = await open('/heist', size);
    await page.getByText('Your first try counts.').waitFor();
    await shoot(page, 'heist-letter');
    await press(page, 'Alone');
    await press(page, 'Turn the hourglass');
    await passTime(page, 181_000);
    await passUntilShown(page.locator('.heist-end .result-line'));
    await shoot(page, 'heist-end');
    await press(page, 'Share a card');
    await page.locator('.souvenir img').waitFor();
    await shoot(page, 'heist-card');
    await page.keyboard.press('Escape');
    await press(page, 'Heist of the day');
    await page.getByRole('heading', { name: 'Caught!' }).waitFor();
    await shoot(page, 'heist-tried');
  },
  painter: async ({ open }, size, shoot) => {
    const { page } = await open('/workshop?view=paint', size);
    await page.locator('.easel image').waitFor();
    await shoot(page, 'painter-new');
    await page.locator('[data-place="square 12"]').focus();
    await page.locator('.tool, .hero-choice').filter({ hasText: 'Hourglass' }).first().click();
    await page.locator('[data-place="square 12"]').focus();
    await page.keyboard.press('Enter');
    await page.locator('.fault-ring').first().waitFor();
    await page.waitForTimeout(1_500); // waits until the proof is checked
    await shoot(page, 'painter-fault');
  },
  'phones as keys': async (world, size, shoot) => {
    const code = await newTable(world.pageServer, { scenario: 1, hourglass: 30 });
    const { page: tv } = await world.open(`/t/${code}?view=screen`, TELEVISION);
    const { page } = await world.open(`/t/${code}?view=keys`, size);
    const { page: mate } = await world.open(`/t/${code}?view=keys`, PHONE);
    for (const one of [page, mate]) await one.locator('.ready-key').waitFor();
    await tv.locator('.board-pawn').nth(3).waitFor({ state: 'attached' });
    await shoot(page, 'keys-lobby');
    await takePicture(tv, 'television-lobby-1920x1080');
    for (const one of [page, mate]) await one.locator('.ready-key').click();
    for (const one of [page, mate]) await one.locator('.dock .key.go').first().waitFor();
    await shoot(page, 'keys-game');
    await takePicture(tv, 'television-game-1920x1080');
    await world.pass(30_000);
    for (const one of [tv, page]) await one.getByRole('heading', { name: 'Caught!' }).waitFor();
    await page.waitForTimeout(3_500); // waits until the animation of the end is over
    await shoot(page, 'keys-end');
    await takePicture(tv, 'television-end-1920x1080');
  },
  privacy: async ({ open }, size, shoot) => {
    const { page } = await open('/privacy', size);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await shoot(page, 'privacy');
    await page.goto('/crews');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await shoot(page, 'crews-empty');
  },
};

for (const [title, scene] of Object.entries(SCENES))
  for (const kind of ['desktop', 'phone'] as const)
    journey(
      `${title}, ${kind}`,
      world => scene(world, KINDS[kind], (page, name) => takePictures(page, name, kind)),
      { ownServer: true, expects: [/404/] },
    );
