/**
 * Tests that the board works without the page: a page with only board/ and art/ shows a scene and reports the chosen
 * mark.
 */
import { expect } from 'vitest';
import { boardTest, openPage } from './board-kit.ts';
import { DESKTOP } from './browser.ts';

boardTest(
  'PR-80a with board/ and art/ alone, choosing a mark calls `chosen`, and the next scene moves the hero',
  async () => {
    const page = await openPage('/alone.html', DESKTOP);
    const east = page
      .getByRole('group', { name: 'Destinations' })
      .getByRole('button', { name: 'One square east' });
    await east.waitFor();
    expect(await page.locator('.board-tile').count()).toBe(1);
    const pawn = page.locator('.board-pawn').first();
    const before = await pawn.boundingBox();
    await east.click();
    await expect.poll(() => page.title()).toBe('chosen east');
    await expect.poll(async () => (await pawn.boundingBox())?.x ?? 0).toBeGreaterThan(before?.x ?? 0);
    expect(await page.locator('.board-mark').count()).toBe(0);
  },
);
