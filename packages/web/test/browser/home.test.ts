/// <reference lib="dom" />
/** Journeys of the home screen: it loads without errors and can be used offline. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, PHONE } from './browser.ts';
import type { JourneyWorld } from './journey-world.ts';
import { expectAccessible, journey, takePicture } from './kit.ts';
import { passTime } from './steered-time.ts';

/** Resolves when the service worker is active and has stored every file. */
const isKept = (page: Page): Promise<unknown> =>
  page.evaluate(`new Promise(then => {
    const workers = navigator.serviceWorker;
    if (workers.controller !== null) then();
    else workers.addEventListener('controllerchange', () => then());
  })`);

journey('the home screen loads without errors on a desktop and on a phone', async ({ open }) => {
  for (const size of [undefined, PHONE]) {
    const { page } = await open('/', size);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectAccessible(page);
  }
});

/** The positions of the heroes on the board of the home screen. */
const livingHeroes = (page: Page): Promise<string> =>
  page
    .locator('.living .board-pawn')
    .evaluateAll(pawns => pawns.map(pawn => pawn.getAttribute('style')).join());

journey(
  'bots play behind the title, a button pauses them, and with reduced motion there is a still picture',
  async ({ open }) => {
    const { page } = await open('/', { ...DESKTOP, reducedMotion: 'no-preference' });
    await page.locator('.living .board-pawn').nth(3).waitFor({ state: 'attached' });
    const before = await livingHeroes(page);
    const pass = async (): Promise<string> => {
      await passTime(page, 1_600);
      return livingHeroes(page);
    };
    await expect.poll(pass).not.toBe(before);
    await page.getByRole('button', { name: 'Bots at play' }).click();
    await passTime(page, 2_000); // waits until walking heroes have arrived
    const paused = await livingHeroes(page);
    await passTime(page, 60_000);
    expect(await livingHeroes(page)).toBe(paused);
    const { page: calm } = await open('/', PHONE);
    await calm.locator('.living .board-pawn').nth(3).waitFor({ state: 'attached' });
    const still = await livingHeroes(calm);
    await passTime(calm, 60_000);
    expect(await livingHeroes(calm)).toBe(still);
    expect(await calm.getByRole('button', { name: 'Bots at play' }).count()).toBe(0);
  },
);

/** How many heroes stand in the window and neither under the title nor under a button. */
const heroesInSight = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll('.home-title > *, .door, .home-row > *, .shelf')];
    const covers = parts.map(part => part.getBoundingClientRect()).filter(({ width }) => width > 0);
    return [...document.querySelectorAll('.living .board-pawn')].filter(pawn => {
      const { x, y } = pawn.getBoundingClientRect(); // the square on which the pawn stands
      const isCovered = covers.some(
        ({ left, right, top, bottom }) => x > left && x < right && y > top && y < bottom,
      );
      return x > 0 && x < innerWidth && y > 0 && y < innerHeight && !isCovered;
    }).length;
  });

journey(
  'in a wide window all heroes of the home screen are beside the buttons, in a small one at least one is between title and buttons, also after the window turns',
  async ({ open }) => {
    const { page } = await open('/', { viewport: { width: 390, height: 844 } });
    await page.locator('.living .board-pawn').nth(3).waitFor({ state: 'attached' });
    for (const [width, height, heroes] of [
      [390, 844, 1],
      [844, 390, 1],
      [768, 1024, 1],
      [1280, 720, 4],
      [1440, 900, 4],
      [390, 844, 1],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect
        .poll(() => heroesInSight(page), { message: `${width}x${height}` })
        .toBeGreaterThanOrEqual(heroes);
    }
  },
);

/** Whether a whole element is inside the window without scrolling. */
const isInSight = (page: Page, name: string): Promise<boolean> =>
  page
    .getByText(name, { exact: true })
    .filter({ visible: true })
    .first()
    .evaluate(element => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });

journey(
  'buttons, code, television, the other links and the link back to a table are visible without scrolling, in portrait and landscape (PR-83f)',
  async ({ open }) => {
    const { page } = await open('/', PHONE);
    const first = page.getByRole('button', { name: 'With friends' });
    await first.click();
    await page.locator('.own-seat').waitFor();
    // A wide window shows the other links in a row instead of the button More.
    for (const [links, viewport] of [
      ['More', { width: 390, height: 844 }],
      ['More', { width: 844, height: 390 }],
      ['Campaign', { width: 1280, height: 720 }],
    ] as const) {
      await page.setViewportSize(viewport);
      await page.goto('/');
      await first.waitFor();
      for (const name of [
        ...['With friends', 'With bots', 'Learn it', 'Join', 'Play on a TV', links],
        'Back to your table',
      ])
        expect([viewport, name, await isInSight(page, name)]).toEqual([viewport, name, true]);
    }
    await page.getByRole('link', { name: 'Back to your table' }).click();
    await page.locator('.own-seat').waitFor();
  },
);

journey(
  'with its service worker the page opens without a server, and the home screen works',
  async ({ open, pageServer }) => {
    const { page } = await open('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await isKept(page);
    await pageServer.server.stop();
    for (const path of ['/', '/practice']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    const asked = await page.evaluate("fetch('/version').then(() => 'answered', () => 'no answer')");
    expect(asked).toBe('no answer');
  },
  { expects: [/ERR_CONNECTION_REFUSED/, /WebSocket connection/], ownServer: true, serviceWorker: true },
);

const heroesOn = (page: Page): Promise<readonly (string | null)[]> =>
  page.locator('.board-pawn').evaluateAll(pawns => pawns.map(pawn => pawn.getAttribute('style')));

const withoutServer = async (world: JourneyWorld): Promise<void> => {
  const { page, context } = await world.open('/');
  await page.getByRole('link', { name: 'With bots' }).waitFor();
  await isKept(page); // waits until everything is stored, so that no network is needed
  await context.setOffline(true);
  await page.getByRole('link', { name: 'With bots' }).click();
  await page.locator('.mate .bot').first().waitFor();
  expect(await page.locator('.mate .bot').count()).toBe(3);
  // Without any press a hero moves. Or, in one of six deals, the player owns every possible first step, and a bot nudges.
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

journey('one press leads from the home screen to a game with three bots, without a server', withoutServer, {
  serviceWorker: true,
});
