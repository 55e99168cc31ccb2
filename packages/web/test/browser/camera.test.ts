/** The camera in a game: it can be told to follow, and its buttons never lie on a hero where there is another place. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { Crew } from './crew.ts';
import { DESKTOP, journey, PHONE } from './kit.ts';

const WISH = { scenario: 3, stack: [4, 8, 6, 9, 5, 7, 3, 2], hourglass: 600 };

const follow = (page: Page): Locator => page.getByRole('button', { name: 'Follow the heroes' });
const isOn = (page: Page): Promise<string | null> => follow(page).getAttribute('aria-pressed');

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('not there');
  return box;
}

async function drag(page: Page, dx: number, dy: number): Promise<void> {
  await page.mouse.move(200, 420);
  await page.mouse.down();
  await page.mouse.move(200 + dx, 420 + dy, { steps: 5 });
  await page.mouse.up();
}

journey('the camera is told to follow by a button and by a key, and steering it ends that', async stage => {
  const crew = await Crew.gather(stage, WISH, 2);
  try {
    await crew.playUntil(({ mall }) => Object.keys(mall).length >= 4);
    const { page } = await crew.open(0, DESKTOP);
    await page.locator('.board-doll').first().waitFor();
    expect(await isOn(page)).toBe('false');
    await follow(page).click();
    expect(await isOn(page)).toBe('true');
    await page.mouse.move(700, 420);
    await page.mouse.wheel(0, -600);
    await expect.poll(() => isOn(page)).toBe('false');
    await page
      .locator('.board')
      .focus()
      .catch(() => undefined);
    await page.keyboard.press('f');
    expect(await isOn(page)).toBe('true');
    await page.reload(); // kept on the device
    await page.locator('.board-doll').first().waitFor();
    expect(await isOn(page)).toBe('true');
  } finally {
    crew.leave();
  }
});

journey('in a hand the buttons change sides for a hero under them', async stage => {
  const crew = await Crew.gather(stage, WISH, 2);
  try {
    await crew.playUntil(({ mall }) => Object.keys(mall).length >= 3);
    const { page } = await crew.open(0, { ...PHONE, hasTouch: false });
    await page.locator('.board-doll').first().waitFor();
    await page.waitForTimeout(2_400); // banners are over
    const [doll, buttons] = [page.locator('.board-doll').first(), page.locator('.camera')];
    const [from, to] = [await boxOf(doll), await boxOf(buttons)];
    expect(to.x).toBeGreaterThan(195);
    const middle = (box: typeof from): readonly [number, number] => [
      box.x + box.width / 2,
      box.y + box.height / 2,
    ];
    const [[x, y], [u, v]] = [middle(from), middle(to)];
    for (const _ of [1, 2]) await drag(page, (u - x) / 2, (v - y) / 2);
    await expect.poll(async () => (await boxOf(buttons)).x).toBeLessThan(100);
    const [hero, moved] = [await boxOf(doll), await boxOf(buttons)];
    expect(hero.x).toBeGreaterThan(moved.x + moved.width);
  } finally {
    crew.leave();
  }
});
