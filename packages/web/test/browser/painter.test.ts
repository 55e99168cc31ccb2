/** Journeys of the painter: a tile painted by mouse, by fingers and by keys, its text, its check, and a game with it. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, PHONE } from './browser.ts';
import { expectAccessible, journey, sitDown, takePicture } from './kit.ts';

/** A point of the tile, given in squares, as a point of the page. */
async function pointOn(page: Page, x: number, y: number): Promise<[number, number]> {
  const box = await page.locator('.easel').boundingBox();
  if (box === null) throw new Error('no easel');
  const at = (n: number, length: number): number => ((n * 60 + 34) / 308) * length;
  return [box.x + at(x, box.width), box.y + at(y, box.height)];
}

async function drag(page: Page, ...points: readonly (readonly [number, number])[]): Promise<void> {
  for (const [i, [x, y]] of points.entries()) {
    await page.mouse.move(...(await pointOn(page, x, y)));
    if (i === 0) await page.mouse.down();
  }
  await page.mouse.up();
}

const choose = (page: Page, name: string): Promise<void> =>
  page.locator('.tool, .hero-choice').filter({ hasText: name }).first().click();

const spot = (page: Page, key: string) => page.locator(`[data-place="${key}"]`);
const labelOf = (page: Page, key: string): Promise<string | null> =>
  spot(page, key).getAttribute('aria-label');

journey(
  'PR-110c PR-110d a tile is painted by mouse, checked at once, undone, edited as text, and played',
  async ({ open }) => {
    const { page } = await open('/workshop', DESKTOP);
    await page.getByRole('link', { name: 'Paint a tile' }).first().click();
    await page.getByRole('heading', { name: 'Paint something' }).waitFor();
    expect(await page.locator('.checks').count()).toBe(0);
    await expectAccessible(page);
    await drag(page, [0.3, 1], [1.7, 1]);
    expect(await labelOf(page, 'edge 0 2')).toBe('Between Row 1, column 1 and Row 2, column 1: wall');
    await choose(page, 'Door');
    await drag(page, [2.5, 0.3]);
    await choose(page, 'Hourglass');
    await drag(page, [0.5, 3.5]);
    // A tip is shown at its square, in words and without rule ids.
    await page.locator('.fault-ring.tip').waitFor();
    await page.locator('.checks').getByText('Row 4, column 1').waitFor();
    expect(await page.locator('.checks').textContent()).not.toMatch(/[A-Z]{2}-\d/);
    await choose(page, 'Wall');
    await drag(page, [1, 3.4]);
    await page.getByText('The hourglass is in a dead end').waitFor();
    await choose(page, 'Escalator');
    await drag(page, [1.5, 0.5], [2, 1.5], [2.5, 2.5]);
    await page.getByRole('heading', { name: 'It can be won' }).waitFor();
    await page.getByText('50 of 50 malls with this tile').waitFor();
    await expectAccessible(page);
    await takePicture(page, 'painter-desktop');
    // Undo changes the text, too.
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await labelOf(page, 'square 1')).toBe('Row 1, column 2: floor');
    await page.keyboard.press('Control+Shift+Z');
    expect(await labelOf(page, 'square 1')).toBe('Row 1, column 2: escalator');
    await page.getByLabel('Name of the tile').fill('Mina’s corner');
    await page.getByRole('button', { name: 'As text' }).click();
    const field = page.getByLabel('Tiles as text');
    const text = await field.inputValue();
    expect(text).toContain('tile 25  "Mina’s corner"');
    // A hole in the text is a fault on its square, and the rest of the tile stays.
    const at = text.lastIndexOf(' hg ');
    await field.fill(`${text.slice(0, at)}    ${text.slice(at + 4)}`);
    await page.getByRole('heading', { name: 'Not playable yet' }).waitFor();
    await page.getByRole('button', { name: 'As a picture' }).click();
    await page.locator('.fault-ring.breaks').waitFor();
    expect(await labelOf(page, 'square 10')).toBe('Row 3, column 3: escalator');
    await choose(page, 'Hourglass');
    await drag(page, [0.5, 3.5]);
    await page.getByRole('heading', { name: 'It can be won' }).waitFor();
    await page.getByRole('button', { name: 'Play with it' }).click();
    await page.waitForURL(/\/t\//);
    await sitDown(page, 'Mina');
    await page.getByText('Mina’s corner').first().waitFor();
  },
);

type Touch = (
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  ...points: readonly (readonly [number, number])[]
) => Promise<void>;

/** Touch events as a phone sends them, with as many fingers as asked. */
async function fingersOf(page: Page): Promise<Touch> {
  const client = await page.context().newCDPSession(page);
  return async (type, ...points) => {
    const fingers = await Promise.all(points.map(([x, y]) => pointOn(page, x, y)));
    const touchPoints = fingers.map(([x, y], id) => ({ x, y, id }));
    await client.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
}

journey(
  'PR-110b PR-110e painting by fingers or keys survives a phone that turns and a page that is closed',
  async ({ open }) => {
    const { page } = await open('/workshop?view=paint', PHONE);
    const touch = await fingersOf(page);
    await page.locator('.easel image').waitFor();
    await touch('touchStart', [0.5, 1]);
    await touch('touchMove', [1.5, 1]);
    // A second finger paints nothing, and the first finger may leave the tile.
    await touch('touchStart', [1.5, 1], [0.5, 3]);
    await touch('touchMove', [6, 1], [3.5, 3]);
    await touch('touchEnd');
    const walls = (...squares: readonly number[]): Promise<readonly (string | undefined)[]> =>
      Promise.all(squares.map(async n => (await labelOf(page, `edge ${n} 2`))?.split(': ')[1]));
    expect(await walls(0, 1, 8, 9, 10)).toEqual(['wall', 'wall', 'open', 'open', 'open']);
    // The phone turns in the middle of a stroke.
    await touch('touchStart', [0.5, 2]);
    await page.setViewportSize({ width: 844, height: 390 });
    await touch('touchMove', [2.5, 2]);
    await touch('touchEnd');
    expect(await walls(4, 5, 6)).toEqual(['wall', 'open', 'open']);
    await expectAccessible(page);
    await takePicture(page, 'painter-phone-turned');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: /It can be won/ }).waitFor();
    await takePicture(page, 'painter-phone');
    // Keys: arrows move between squares and walls, Enter paints, and the change is announced.
    await spot(page, 'square 0').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const said = page.getByRole('status').filter({ hasText: 'column 2: wall' });
    await said.waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate("document.activeElement.getAttribute('data-place')")).toBe('square 1');
    await page.keyboard.press('Control+z');
    await expect.poll(() => labelOf(page, 'edge 0 1')).toContain('open');
    await page.reload();
    await page.locator('.easel image').waitFor();
    expect(await walls(0, 1, 4, 5)).toEqual(['wall', 'wall', 'wall', 'open']);
  },
);
