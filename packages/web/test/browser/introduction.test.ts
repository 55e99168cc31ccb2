/** Journeys of the introduction: played on a phone by tapping what the coach names. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PHONE } from './browser.ts';
import { boxOf, tapKey } from './hands.ts';
import { expectAccessible, journey } from './kit.ts';

/** Taps a place on the board, found by its label for screen readers. */
async function tap(page: Page, label: RegExp): Promise<void> {
  const mark = page.locator('.board-mark').and(page.getByRole('button', { name: label }));
  await mark.first().dispatchEvent('click');
}

const coach = (page: Page) => page.locator('.coach-words');

async function told(page: Page, words: RegExp): Promise<void> {
  await coach(page).filter({ hasText: words }).waitFor();
}

/** Whether the pulsing square is visible: below the row of the crew and above the coach. */
async function isSquareFree(page: Page): Promise<boolean> {
  const square = await boxOf(page.locator('.board-beacon.square').first());
  const [coach, crew] = [await boxOf(page.locator('.coach')), await boxOf(page.locator('.crew'))];
  return square.y + square.height < coach.y && square.y > crew.y + crew.height / 2;
}

journey('the introduction can be played on a phone, and what pulses is in view', async ({ open }) => {
  const { page } = await open('/introduction', PHONE);
  await told(page, /elf north/);
  await expectAccessible(page);
  for (const viewport of [
    { width: 360, height: 640 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await expect.poll(() => isSquareFree(page), { message: `${viewport.width}` }).toBe(true);
  }
  // the step does not ask for this move, so nothing moves, and the coach repeats the sentence
  await tap(page, /^barbarian: 1 square east/);
  await page.locator('.coach .stirs').waitFor();
  await page.locator('.board.loud .board-beacon.square').waitFor(); // the board shows the right move
  await tap(page, /^elf: .*the elf’s unexplored door/);
  await told(page, /through the vortex/);
  await tap(page, /: vortex to/);
  await told(page, /sand is running out/);
  await tap(page, /^elf: 4 squares north/);
  await told(page, /may talk/);
  await expect.poll(() => isSquareFree(page), { message: 'the camera goes to the dwarf' }).toBe(true);
  await expectAccessible(page);
  await tap(page, /^dwarf: 2 squares south/); // talk is open, and the introduction has no talk guard
  await told(page, /along the escalator/);
  await tap(page, /ride the escalator/);
  await told(page, /Explore!/);
  await tap(page, /^Explore at/);
  await told(page, /own item/);
  await tap(page, /^dwarf: 1 square west/);
  await tap(page, /^mage: 2 squares south/);
  await tap(page, /^elf: 2 squares south/);
  await told(page, /steal!/);
  await page.getByRole('button', { name: 'Steal' }).click();
  await told(page, /Alarm!/);
  await expectAccessible(page);
  await tap(page, /^dwarf: 2 squares west/);
  await tap(page, /^barbarian: 6 squares west/);
  await tap(page, /^elf: 4 squares south/);
  await tap(page, /^elf: 2 squares west/);
  await tap(page, /^mage: 2 squares west/);
  await tap(page, /^mage: 4 squares south/);
  await tap(page, /^mage: 2 squares west/);
  await page.getByRole('heading', { name: 'You pulled it off!' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Practise alone' }).click();
  await page.waitForURL(/practice$/);
  await page.locator('.dock, .setup').first().waitFor();
});

journey('the introduction can be left at any time', async ({ open }) => {
  const { page } = await open('/introduction');
  await told(page, /elf north/);
  await page.getByRole('button', { name: 'Skip' }).press('Enter');
  await page.getByRole('button', { name: 'With friends' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
});

/** Moves the focus with Tab alone, without a pointer. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('Tab');
    const words = await page.evaluate(
      "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent",
    );
    if (name.test(String(words))) return;
  }
  throw new Error(`Tab does not lead to ${name}`);
}

/** Chooses a hero by its number, then presses a key `times` times. */
async function play(page: Page, hero: number, key: string, times = 1): Promise<void> {
  await page.keyboard.press(String(hero));
  for (let i = 0; i < times; i++) await tapKey(page, key);
}

journey('the introduction can be found, played and left with the keyboard alone', async ({ open }) => {
  const { page } = await open('/');
  await page.getByRole('button', { name: 'With friends' }).waitFor();
  await tabTo(page, /^Learn it/);
  await page.keyboard.press('Enter');
  await told(page, /elf north/);
  const [barbarian, mage, elf, dwarf] = [1, 2, 3, 4] as const;
  // waits for the keys, because the coach's sentence is shown before they work
  await page.locator('.dock .key').first().waitFor();
  await tapKey(page, String(elf));
  await page.keyboard.press('Shift+ArrowUp');
  await told(page, /through the vortex/);
  await play(page, mage, 'v');
  await told(page, /sand is running out/);
  await play(page, elf, 'ArrowUp', 4);
  await told(page, /may talk/);
  await play(page, dwarf, 'ArrowDown', 2);
  await told(page, /along the escalator/);
  await play(page, dwarf, 's');
  await told(page, /Explore!/);
  await page.keyboard.press('e');
  await told(page, /own item/);
  await play(page, dwarf, 'ArrowLeft');
  await play(page, mage, 'ArrowDown', 2);
  await play(page, elf, 'ArrowDown', 2);
  await told(page, /steal!/);
  await page.keyboard.press('x');
  await told(page, /Alarm!/);
  await play(page, dwarf, 'ArrowLeft', 2);
  await play(page, barbarian, 'ArrowLeft', 6);
  await play(page, elf, 'ArrowDown', 4);
  await play(page, elf, 'ArrowLeft', 2);
  await play(page, mage, 'ArrowLeft', 2);
  await play(page, mage, 'ArrowDown', 4);
  await play(page, mage, 'ArrowLeft', 2);
  await page.getByRole('heading', { name: 'You pulled it off!' }).waitFor();
  await tabTo(page, /^Practise alone/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/practice$/);
});
