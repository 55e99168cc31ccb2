/// <reference lib="dom" />
/** Tests of several pointers at once on the board, of a phone that turns, and of a mark that disappears under a finger. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { BoardPage } from '../board-page/main.ts';
import { boardTest, openBoard } from './board-kit.ts';
import { rest } from './board-server.ts';
import { PHONE } from './browser.ts';

declare const hush: BoardPage;

type Place = readonly [x: number, y: number];
type Touch = (
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  ...fingers: readonly Place[]
) => Promise<unknown>;

async function fingersOn(page: Page): Promise<Touch> {
  const cdp = await page.context().newCDPSession(page);
  return (type, ...fingers) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: fingers.map(([x, y], id) => ({ x, y, id })) });
}

const wishes = (page: Page): Promise<readonly string[]> => page.evaluate(() => hush.wished.splice(0));

/** The position and the id of a mark of the elf. */
async function markOn(page: Page): Promise<{ readonly id: string; readonly at: Place }> {
  await rest(page);
  const mark = page.locator('[data-mark^="walk:elf"]').first();
  const box = await mark.boundingBox();
  if (box === null) throw new Error('no mark');
  return {
    id: (await mark.getAttribute('data-mark')) ?? '',
    at: [box.x + box.width / 2, box.y + box.height / 2],
  };
}

/** Expects that a finger and the mouse, one after the other, choose what they press. */
async function expectBothWork(page: Page): Promise<void> {
  for (const press of [page.touchscreen.tap.bind(page.touchscreen), page.mouse.click.bind(page.mouse)]) {
    const { id, at } = await markOn(page);
    await press(...at);
    await expect.poll(() => wishes(page)).toEqual([id]);
  }
}

/** Shows the middle of the mall, with squares large enough for a finger. */
async function lookNear(page: Page): Promise<void> {
  await page.evaluate(() => hush.board.fitAll());
  await rest(page);
  await page.evaluate(() => hush.board.zoomBy(2));
}

const isMallInView = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.board-tile')].some(tile => {
      const { left, right, top, bottom } = tile.getBoundingClientRect();
      return right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    }),
  );

boardTest(
  'PR-80e two fingers and a mouse at once move the camera and choose nothing; afterwards each works alone',
  async () => {
    const page = await openBoard({ ...PHONE, reducedMotion: 'reduce' });
    const touch = await fingersOn(page);
    const { at } = await markOn(page);
    await touch('touchStart', at);
    await touch('touchStart', at, [300, 600]);
    await page.mouse.click(...at); // on a laptop with a touch screen the mouse works, too
    await page.mouse.move(120, 300);
    await page.mouse.down();
    await touch('touchMove', [at[0] + 20, at[1]], [330, 640]);
    await page.mouse.move(160, 360, { steps: 3 });
    await touch('touchMove', [330, 640]); // one of the two fingers is lifted
    await page.mouse.up();
    await touch('touchEnd');
    expect(await wishes(page)).toEqual([]);
    expect(await isMallInView(page)).toBe(true);
    await lookNear(page);
    await expectBothWork(page);
    // The mouse button is down when a finger comes, and goes up on a mark.
    const mark = await markOn(page);
    await page.mouse.move(...mark.at);
    await page.mouse.down();
    await touch('touchStart', [200, 700]);
    await page.mouse.up();
    await touch('touchEnd');
    expect(await wishes(page)).toEqual([]);
    await expectBothWork(page);
  },
);

boardTest('PR-80e a phone that turns while a finger drags the mall shows it, and taps work', async () => {
  const page = await openBoard({ ...PHONE, reducedMotion: 'reduce' });
  const touch = await fingersOn(page);
  for (const viewport of [
    { width: 844, height: 390 },
    { width: 390, height: 844 },
  ]) {
    const { at } = await markOn(page);
    await touch('touchStart', at);
    await touch('touchMove', [at[0] + 30, at[1] + 30]);
    await page.setViewportSize(viewport);
    await touch('touchMove', [at[0] + 40, at[1] + 40]);
    await touch('touchEnd');
    expect(await wishes(page)).toEqual([]);
    expect(await isMallInView(page)).toBe(true);
    await lookNear(page);
    await expectBothWork(page);
  }
});

boardTest(
  'PR-80e a mark that disappears under a finger chooses nothing, and the next tap works',
  async () => {
    const page = await openBoard({ ...PHONE, reducedMotion: 'reduce' });
    const touch = await fingersOn(page);
    const { at } = await markOn(page);
    await touch('touchStart', at);
    await page.evaluate(() => hush.go('elf')); // another player chose the mark first
    await touch('touchMove', [at[0] + 2, at[1] + 2]);
    await touch('touchEnd');
    expect((await wishes(page)).filter(wish => wish.startsWith('walk'))).toEqual([]);
    await expectBothWork(page);
  },
);
