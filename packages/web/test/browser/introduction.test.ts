/** The introduction as somebody plays it who taps what the coach names, on a phone. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible, journey, PHONE } from './kit.ts';

/** A place on the board, by the words it has for those who do not see it. */
async function tap(page: Page, label: RegExp): Promise<void> {
  const mark = page.locator('.board-mark').and(page.getByRole('button', { name: label }));
  await mark.first().dispatchEvent('click');
}

const coach = (page: Page) => page.locator('.coach-words');

async function told(page: Page, words: RegExp): Promise<void> {
  await coach(page).filter({ hasText: words }).waitFor();
}

journey('the introduction is played to its end in seventeen presses', async ({ open }) => {
  const { page } = await open('/introduction', PHONE);
  await told(page, /elf north/);
  await expectAccessible(page);
  await tap(page, /bow: .*door of the bow/);
  await told(page, /vortex/);
  await tap(page, /flask.*vortex|vortex.*flask/i);
  await told(page, /sand is running out/);
  await tap(page, /bow: 4 squares north/);
  await told(page, /may all talk/);
  await expectAccessible(page);
  expect(await page.getByRole('button', { name: 'Skip' }).count()).toBe(1);
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
});
