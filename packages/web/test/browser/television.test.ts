/**
 * Journeys of a television that nobody touches after opening the page, and of two phones that show only their players'
 * keys.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PHONE } from './browser.ts';
import type { JourneyWorld } from './journey-world.ts';
import { expectAccessible, journey, takePicture } from './kit.ts';
import { restartPageServer } from './page-server.ts';
import { passTime } from './steered-time.ts';

const TELEVISION = { viewport: { width: 1920, height: 1080 } };
const SAND = 30;

const heroesOn = (page: Page): Promise<string> =>
  page.locator('.board-pawn').evaluateAll(pawns => pawns.map(pawn => pawn.getAttribute('style')).join());

/** Presses the first enabled key on a phone and expects a hero to move on the television. */
async function moveOn(tv: Page, phone: Page): Promise<void> {
  await tv.locator('.board-pawn').nth(3).waitFor({ state: 'attached' });
  const before = await heroesOn(tv);
  const bright = phone.locator('.keys-view .key.go:not(.dim, .idle)');
  await bright.first().waitFor();
  for (let i = 0; (await heroesOn(tv)) === before; i = (i + 1) % 4) {
    const chip = phone.locator('.hero-chip').nth(i);
    if ((await chip.count()) > 0) await chip.tap();
    await bright.first().tap();
    await passTime(tv, 300);
  }
}

/** Elements that are outside of the window or cover another element. */
const overlaps = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const parts = [
      ...document.querySelectorAll(
        '.keys-view :is(.glass, .keys-head, .hero-chip, .toy-hero, .key, .ready-key, .keys-foot)',
      ),
    ];
    const boxes = parts.map(part => [part.className, part.getBoundingClientRect()] as const);
    const found = boxes.filter(
      ([, { left, top, right, bottom, width, height }]) =>
        left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || width < 44 || height < 44,
    );
    const covered = boxes.flatMap(([name, a], i) =>
      boxes
        .slice(i + 1)
        .filter(
          ([, b]) =>
            a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1,
        )
        .map(([other]) => `${name} and ${other}`),
    );
    return [
      ...found.map(([name, { x, y, width, height }]) => `${name} ${[x, y, width, height]}`),
      ...covered,
    ];
  });

async function playOneGame(tv: Page, phones: readonly Page[]): Promise<void> {
  for (const phone of phones) {
    await moveOn(tv, phone);
    expect(await overlaps(phone)).toEqual([]);
  }
}

async function openAll({
  open,
  pageServer,
}: JourneyWorld): Promise<{ readonly tv: Page; readonly phones: readonly Page[] }> {
  const before = `localStorage.setItem('hush.wish', ${JSON.stringify(JSON.stringify({ scenario: 1, hourglass: SAND }))});`;
  const { page: tv } = await open('/', TELEVISION, before);
  await tv.getByRole('button', { name: 'Play on a TV' }).click();
  await tv.waitForURL(/view=screen/);
  await tv.locator('.screen-join .qr svg').waitFor();
  const path = new URL(tv.url()).pathname;
  const { page: host } = await open(`${path}?view=keys`, PHONE);
  await host.locator('.ready-key').waitFor();
  const { page: guest } = await open(`${path}?view=keys`, {
    ...PHONE,
    viewport: { width: 844, height: 390 },
  });
  await guest.locator('.ready-key').waitFor();
  expect(pageServer.address).toContain('127.0.0.1');
  return { tv, phones: [host, guest] };
}

journey(
  'PR-160a PR-160b PR-160c with two phones as keys, a lobby, a game and the next game are played on a television that nobody touches',
  async world => {
    const { tv, phones } = await openAll(world);
    const [host, guest] = phones as [Page, Page];
    await playOneGame(tv, phones);
    await expectAccessible(host);
    await takePicture(host, 'keys-lobby');
    await takePicture(guest, 'keys-lobby-side');
    for (const phone of phones) await phone.locator('.ready-key').tap();
    for (const phone of phones) await phone.locator('.dock .key.go').first().waitFor();
    await tv.locator('.game.screen .glass .stream').waitFor({ state: 'attached' });
    await playOneGame(tv, phones);
    await expectAccessible(host);
    await expectAccessible(tv);
    await takePicture(tv, 'television-game');
    await takePicture(host, 'keys-game');
    await takePicture(guest, 'keys-game-side');
    await guest.locator('.key.nudge').tap();
    await host.locator('.banner.nudged').waitFor();
    await tv.locator('.mate.nudged').waitFor();
    await world.pass(SAND * 1000);
    for (const page of [tv, ...phones]) await page.getByRole('heading', { name: 'Caught!' }).waitFor();
    await takePicture(tv, 'television-end');
    await takePicture(host, 'keys-end');
    await host.getByRole('button', { name: 'Play again' }).tap();
    await tv.locator('.game.screen.setup').waitFor();
    await expectAccessible(host);
    await takePicture(host, 'keys-setup');
    await host.getByRole('button', { name: 'Turn the hourglass' }).tap();
    await tv.locator('.game.screen .glass .stream').waitFor({ state: 'attached' });
    await playOneGame(tv, phones);
    await guest.getByRole('link', { name: 'Show the board here' }).tap();
    await guest.locator('.board-area .board-pawn').first().waitFor({ state: 'attached' });
    await guest.goBack();
    await guest.locator('.keys-view .key.go').first().waitFor();
  },
);

journey(
  'PR-160d after a restart of the server a television and its phones reconnect without a touch',
  async world => {
    const { tv, phones } = await openAll(world);
    await playOneGame(tv, phones);
    await world.pageServer.server.stop();
    for (const page of [tv, ...phones]) await page.locator('.connection-card').waitFor();
    const again = await restartPageServer(world.pageServer);
    try {
      for (const page of [tv, ...phones])
        await expect
          .poll(async () => {
            await passTime(page, 1_000);
            return page.locator('.connection-card').count();
          })
          .toBe(0);
      await playOneGame(tv, phones);
    } finally {
      await again.server.stop();
    }
  },
  { expects: [/ERR_CONNECTION_REFUSED/, /ERR_CONNECTION_RESET/], ownServer: true },
);
