/// <reference lib="dom" />
/**
 * Tests of the board in a real browser, alone on a page with the product's content security policy: pointers, keys and
 * camera.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { BoardPage } from '../board-page/main.ts';
import { boardTest, openBoard } from './board-kit.ts';
import { rest } from './board-server.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { passTime, passUntilGone } from './steered-time.ts';

declare const hush: BoardPage;

const wishes = (page: Page): Promise<readonly string[]> => page.evaluate(() => hush.wished.splice(0));
const firstWalk = '[data-mark^="walk:elf"]';

async function middleOf(page: Page, selector: string): Promise<{ x: number; y: number; width: number }> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`nothing at ${selector}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width };
}

boardTest(
  'PR-80d a click on a mark, or a little beside it, chooses the mark, and a click that is dragged away does not',
  async () => {
    const page = await openBoard({ ...DESKTOP, reducedMotion: 'reduce' });
    const id = await page.locator(firstWalk).first().getAttribute('data-mark');
    const { x, y, width } = await middleOf(page, firstWalk);
    await page.mouse.click(x, y);
    expect(await wishes(page)).toEqual([id]);
    await page.mouse.click(x, y - width / 2 - 20);
    expect(await wishes(page)).toEqual([id]);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 8, y + 4);
    await page.mouse.up();
    expect(await wishes(page)).toEqual([id]);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 70, y + 60, { steps: 6 });
    await page.mouse.up();
    await expect.poll(async () => Math.round((await middleOf(page, firstWalk)).x - x)).toBeGreaterThan(50);
    expect(await wishes(page)).toEqual([]);
  },
);

boardTest('hovering over a mark shows the path and a translucent hero at its end', async () => {
  const page = await openBoard({ ...DESKTOP, reducedMotion: 'reduce' });
  await page.locator(firstWalk).last().hover();
  await expect.poll(() => page.locator('.board-step').count()).toBeGreaterThan(0);
  expect(await page.locator('.board-ghost').count()).toBe(1);
  await page.mouse.move(3, 3);
  await expect.poll(() => page.locator('.board-step').count()).toBe(0);
});

boardTest(
  'PR-80d every mark can be focused and chosen with the keyboard, and the Tab key stops at one of them',
  async () => {
    const page = await openBoard({ ...DESKTOP, reducedMotion: 'reduce' });
    expect(await page.locator('.board-mark[tabindex="0"]').count()).toBe(1);
    const names = await page.locator('.board-mark').evaluateAll(marks => marks.map(mark => mark.ariaLabel));
    expect(names.every(name => (name ?? '').length > 3)).toBe(true);
    await page.locator('.board-mark[tabindex="0"]').focus();
    const visited = new Set<string>();
    for (let round = 0; round < 60; round++) {
      visited.add((await page.evaluate(() => document.activeElement?.getAttribute('data-mark'))) ?? '');
      await page.keyboard.press(['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown'][(round >> 2) % 4] ?? '');
    }
    expect(visited.size).toBeGreaterThan(5);
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('data-mark'));
    await page.keyboard.press('Enter');
    expect(await wishes(page)).toEqual([focused]);
  },
);

boardTest('PR-81a a finger taps, pans and pinches, and a tap on small squares zooms in first', async () => {
  const page = await openBoard({ ...PHONE, reducedMotion: 'reduce' });
  const { x, y } = await middleOf(page, firstWalk);
  await page.touchscreen.tap(x, y);
  await expect.poll(() => wishes(page)).toHaveLength(1);
  const cdp = await page.context().newCDPSession(page);
  const touch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    ...points: readonly (readonly [number, number])[]
  ) =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([px, py], id) => ({ x: px, y: py, id })),
    });
  await touch('touchStart', [150, 400], [240, 400]);
  for (let step = 1; step <= 6; step++)
    await touch('touchMove', [150 + step * 6, 400], [240 - step * 6, 400]);
  await touch('touchEnd');
  await expect.poll(async () => (await middleOf(page, firstWalk)).width).toBeLessThan(34);
  await rest(page);
  const pinched = await middleOf(page, firstWalk);
  await page.touchscreen.tap(pinched.x, pinched.y);
  await expect.poll(async () => (await middleOf(page, firstWalk)).width).toBeGreaterThan(44);
  expect(await wishes(page)).toEqual([]);
});

boardTest(
  'a player who lays a tile sees every place for it, wherever the camera was, and one tap lays the tile',
  async () => {
    const page = await openBoard({ ...PHONE, reducedMotion: 'reduce' }, 10);
    await page.mouse.move(200, 400);
    await page.mouse.wheel(0, -2_000); // the player has zoomed in by hand
    const places = await page.evaluate(() => hush.draw(24));
    expect(places).toBeGreaterThan(3);
    const marks = page.locator('[data-mark^="lay:"]');
    expect(await marks.count()).toBe(places);
    for (const mark of await marks.all()) {
      const box = await mark.boundingBox();
      expect(
        box !== null && box.x > 0 && box.x + box.width < 390 && box.y > 0 && box.y + box.height < 844,
      ).toBe(true);
    }
    const id = await marks.first().getAttribute('data-mark');
    const { x, y, width } = await middleOf(page, `[data-mark="${id}"]`);
    expect(width).toBeLessThan(4 * 34);
    await page.touchscreen.tap(x, y);
    await expect.poll(() => wishes(page)).toEqual([id]);
  },
);

const LONG_PRESS = 500;

boardTest('a long press on a square with two marks asks which one is meant', async () => {
  const page = await openBoard({ ...DESKTOP, reducedMotion: 'reduce' });
  await page.evaluate(() => {
    const game = hush.newGame({ scenario: 1, players: 2 });
    const [mark] = hush.marksOf(game, 0).concat(hush.marksOf(game, 1));
    if (mark === undefined) throw new Error('no mark');
    hush.showMarks(game, [mark, { ...mark, id: 'twin', hero: 'dwarf' }]);
  });
  const { x, y } = await middleOf(page, '[data-mark="twin"]');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await passTime(page, LONG_PRESS);
  await page.mouse.up();
  const [answer = ''] = await wishes(page);
  expect(answer).toMatch(/^undecided .* twin$/);
});

boardTest('PR-81c a hero out of view gets a pointer, and pressing it moves the camera there', async () => {
  const page = await openBoard({ ...PHONE, reducedMotion: 'reduce' }, 24);
  expect(await page.locator('.board-pointer:visible').count()).toBe(0);
  await page.evaluate(() => hush.board.panBy(-900, -900));
  await expect.poll(() => page.locator('.board-pointer:visible').count()).toBe(4);
  await page.locator('.board-pointer.elf').click();
  await expect.poll(() => page.locator('.board-pointer.elf:visible').count()).toBe(0);
});

/** The position of a hero on the screen, with the camera at rest. */
async function standing(page: Page, hero: string): Promise<{ x: number; y: number }> {
  await rest(page);
  const box = await page.locator(`.board-pawn.${hero} .board-doll`).boundingBox();
  if (box === null) throw new Error(`no ${hero}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const isIn = ({ x, y }: { x: number; y: number }): boolean => x > 0 && x < 390 && y > 0 && y < 844;

/** How many different pictures are seen in eight frames, 50 ms apart, while the camera follows a moving hero. */
async function picturesOfGlide(page: Page): Promise<number> {
  await page.evaluate(() => {
    hush.board.follow('mover');
    hush.board.panBy(-1200, -1200);
    hush.go('elf');
  });
  const seen = new Set<string>();
  for (let i = 0; i < 8; i++) {
    await passTime(page, 50);
    const transform = await page.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      return (document.querySelector('.board-world') as HTMLElement).style.transform;
    });
    seen.add(transform);
  }
  return seen.size;
}

boardTest('PR-81d the camera follows the hero that moves, until the player moves the camera', async () => {
  const page = await openBoard({ ...PHONE, reducedMotion: 'no-preference' }, 24);
  await page.evaluate(() => hush.board.zoomBy(2));
  await page.evaluate(() => hush.board.panBy(-1200, -1200));
  expect(isIn(await standing(page, 'elf'))).toBe(false);
  expect(await picturesOfGlide(page)).toBeGreaterThan(4);
  expect(isIn(await standing(page, 'elf'))).toBe(true);
  expect(await page.evaluate(() => hush.hands.steered)).toBe(0);
  await page.mouse.move(60, 300);
  await page.mouse.down();
  await page.mouse.move(160, 380, { steps: 4 });
  await page.mouse.up();
  expect(await page.evaluate(() => hush.hands.steered)).toBeGreaterThan(0);
  await page.evaluate(() => {
    hush.board.follow(null);
    hush.board.panBy(1500, 1500);
    hush.go('dwarf');
  });
  expect(isIn(await standing(page, 'dwarf'))).toBe(false);
});

boardTest(
  'PR-81d the camera follows the chosen hero or all heroes, and with reduced motion it jumps there',
  async () => {
    const page = await openBoard({ ...PHONE, reducedMotion: 'reduce' }, 24);
    await page.evaluate(() => hush.board.panBy(-1500, -1500));
    await page.evaluate(() => hush.board.follow('all'));
    await expect.poll(() => page.locator('.board-pointer:visible').count()).toBe(0);
    await page.evaluate(() => {
      hush.board.zoomBy(5);
      hush.board.follow('chosen');
      hush.board.panBy(-1500, -1500);
      hush.choose('mage');
    });
    await expect.poll(() => page.locator('.board-pointer.mage:visible').count()).toBe(0);
    expect(isIn(await standing(page, 'mage'))).toBe(true);
  },
);

/** Moves the elf as far as it can go; returns how many animations start. */
async function walkTold(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const counts = globalThis as unknown as { animationsBegun: number };
    const before = counts.animationsBegun;
    hush.go('elf');
    await new Promise(requestAnimationFrame);
    return counts.animationsBegun - before;
  });
}

boardTest(
  'an announced walk is animated and shows its player’s name, and with reduced motion it is not animated',
  async () => {
    const page = await openBoard(DESKTOP);
    expect(await walkTold(page)).toBeGreaterThan(0);
    await page.locator('.board-tag').filter({ hasText: 'Mina' }).waitFor();
    await passUntilGone(page.locator('.board-tag'));
    const calm = await openBoard({ ...DESKTOP, reducedMotion: 'reduce' });
    expect(await walkTold(calm)).toBe(0);
    expect(await calm.evaluate(() => document.getAnimations().length)).toBe(0);
  },
);

boardTest(
  'the board has its own compositing layer only while the camera moves, and none 150 ms later',
  async () => {
    const page = await openBoard(DESKTOP, 24);
    const willChange = (): Promise<string> =>
      page.locator('.board-world').evaluate(element => getComputedStyle(element).willChange);
    await page.evaluate(() => hush.board.panBy(9, 7));
    expect(await willChange()).toBe('transform');
    await passTime(page, 150);
    expect(await willChange()).toBe('auto');
  },
);
