/** The first seconds: the page comes, says nothing wrong, and can be kept for a flight. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PHONE } from './browser.ts';
import { expectAccessible, journey, takePicture } from './kit.ts';
import type { Stage } from './stage.ts';
import { passTime } from './steered-time.ts';

/** A worker is in charge: every file is in its store. */
const isKept = (page: Page): Promise<unknown> =>
  page.evaluate(`new Promise(then => {
    const workers = navigator.serviceWorker;
    if (workers.controller !== null) then();
    else workers.addEventListener('controllerchange', () => then());
  })`);

journey('the first screen comes without a complaint, on a desk and in a hand', async ({ open }) => {
  for (const size of [undefined, PHONE]) {
    const { page } = await open('/', size);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectAccessible(page);
  }
});

journey(
  'kept by its worker, the page opens without a server, and the home of a table too',
  async ({ open, house }) => {
    const { page } = await open('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await isKept(page);
    await house.server.stop();
    for (const path of ['/', '/practice']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    const asked = await page.evaluate("fetch('/version').then(() => 'answered', () => 'no answer')");
    expect(asked).toBe('no answer');
  },
  { expects: [/ERR_CONNECTION_REFUSED/, /WebSocket connection/], ownHouse: true, serviceWorker: true },
);

const heroesOn = (page: Page): Promise<readonly (string | null)[]> =>
  page.locator('.board-pawn').evaluateAll(pawns => pawns.map(pawn => pawn.getAttribute('style')));

const withoutServer = async (stage: Stage): Promise<void> => {
  const { page, context } = await stage.open('/');
  await page.getByRole('link', { name: 'Play with bots now' }).waitFor();
  await isKept(page); // from now on nothing else is needed
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Play with bots now' }).click();
  await page.getByRole('button', { name: 'Turn the hourglass' }).click();
  expect(await page.locator('.mate .bot').count()).toBe(3);
  // Nobody presses anything, and yet a hero walks; or every way out of the middle begins with this person (one deal in
  // six), and a bot asks.
  const before = JSON.stringify(await heroesOn(page));
  const isAsked = async (): Promise<boolean> => (await page.getByText('Do something!').count()) > 0;
  const hasWalked = async (): Promise<boolean> => JSON.stringify(await heroesOn(page)) !== before;
  const alive = async (): Promise<boolean> => {
    await passTime(page, 500);
    return (await hasWalked()) || (await isAsked());
  };
  await expect.poll(alive).toBe(true);
  await takePicture(page, 'bots-practice');
};

journey('one press leads from the first screen to a game with three bots, without a server', withoutServer, {
  serviceWorker: true,
});
