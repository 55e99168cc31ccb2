/**
 * Tests of the camera in a game: it follows heroes if asked to, no panel hides a hero if there is room elsewhere, and a
 * spectator can look at the board as a player does.
 */
import { HEROES, type Hero, isTheftPossible } from '@hush/rules';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { destinationsOf } from '../../src/model/destinations.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { Crew } from './crew.ts';
import { boxOf } from './hands.ts';
import { expectAccessible, journey, takePicture } from './kit.ts';

const WISH = { scenario: 3, stack: [4, 8, 6, 9, 5, 7, 3, 2], hourglass: 600 };

const follow = (page: Page): Locator => page.getByRole('button', { name: 'Follow the heroes' });
const isOn = (page: Page): Promise<string | null> => follow(page).getAttribute('aria-pressed');

async function drag(page: Page, dx: number, dy: number): Promise<void> {
  await page.mouse.move(200, 420);
  await page.mouse.down();
  await page.mouse.move(200 + dx, 420 + dy, { steps: 5 });
  await page.mouse.up();
}

journey(
  'a button and a key make the camera follow heroes, and moving the camera by hand stops it',
  async world => {
    const crew = await Crew.gather(world, WISH, 2);
    try {
      await crew.playUntil(({ mall }) => Object.keys(mall).length >= 4);
      const { page } = await crew.open(0, DESKTOP);
      await page.locator('.board-doll').first().waitFor();
      expect(await isOn(page)).toBe('false');
      await follow(page).click();
      await expect.poll(() => isOn(page)).toBe('true');
      await page.mouse.move(700, 420);
      await page.mouse.wheel(0, -600);
      await expect.poll(() => isOn(page)).toBe('false');
      await page
        .locator('.board')
        .focus()
        .catch(() => undefined);
      await page.keyboard.press('f');
      await expect.poll(() => isOn(page)).toBe('true');
      await page.reload(); // the setting is stored on the device, so it also holds after a reload
      await page.locator('.board-doll').first().waitFor();
      await expect.poll(() => isOn(page)).toBe('true');
    } finally {
      crew.leave();
    }
  },
);

/**
 * Finds the topmost hero and its place: so much of the mall is below this hero that the hero can be moved under a panel.
 */
async function topmost(page: Page): Promise<{ readonly hero: Hero; readonly x: number; readonly y: number }> {
  const all = await Promise.all(
    HEROES.map(async hero => ({ hero, ...(await boxOf(page.locator(`.board-pawn.${hero}`))) })),
  );
  return all.reduce((a, b) => (b.y < a.y ? b : a));
}

journey('on a phone a pointer shows a hero that the theft button covers', async world => {
  const crew = await Crew.gather(world, WISH, 2);
  try {
    await crew.playUntil(isTheftPossible);
    const { page } = await crew.open(0, { ...PHONE, hasTouch: false });
    const steal = page.getByRole('button', { name: 'Steal!' });
    await steal.waitFor();
    await page.locator('.board-doll').nth(3).waitFor({ state: 'attached' });
    const { hero } = await topmost(page);
    const button = await boxOf(steal);
    const middle = { x: button.x + button.width / 2, y: button.y + button.height / 2 };
    for (let i = 0; i < 8; i++) {
      const { x, y, width, height } = await boxOf(page.locator(`.board-pawn.${hero}`));
      const way = { x: middle.x - x - width / 2, y: middle.y - y - height / 2 };
      if (Math.hypot(way.x, way.y) < 20) break; // a shorter drag would count as a tap
      await drag(page, Math.max(-150, Math.min(150, way.x)), Math.max(-150, Math.min(150, way.y)));
    }
    const pointer = page.locator(`.board-pointer.${hero}`);
    await pointer.waitFor();
    expect((await boxOf(pointer)).y).toBeGreaterThanOrEqual(button.y + button.height);
  } finally {
    crew.leave();
  }
});

journey(
  'PR-80f a spectator who presses a player sees that player’s marks and cannot choose any',
  async world => {
    const crew = await Crew.gather(world, WISH, 2);
    try {
      await crew.playUntil(({ mall, drawn }) => Object.keys(mall).length >= 3 && drawn === null);
      const { page } = await world.open(`/t/${crew.code}?view=watch`, DESKTOP);
      await page.locator('.board-doll').first().waitFor();
      const marks = page.locator('.board-mark');
      expect(await marks.count()).toBe(0);
      for (const seat of [0, 1]) {
        await page.locator('.mate-body').nth(seat).click();
        await expect.poll(() => marks.count()).toBe(destinationsOf(crew.game, seat).length);
      }
      const { heroes } = crew.game;
      await marks.first().click({ force: true });
      await expectAccessible(page);
      await takePicture(page, 'viewpoint-desktop');
      await page.getByRole('button', { name: 'See what Tomasz can do', pressed: true }).click();
      await expect.poll(() => marks.count()).toBe(0);
      expect(crew.game.heroes).toEqual(heroes);
    } finally {
      crew.leave();
    }
  },
);
