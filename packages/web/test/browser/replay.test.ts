/** A finished game is watched again in a browser: from a file, by mouse, by keys; nonsense is refused kindly. */
import { recordText } from '@hush/rules';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { gameFrom } from '../../../protocol/test/crew-kit.ts';
import { DESKTOP, expectAccessible, journey, PHONE, takePicture } from './kit.ts';

const RECORD = recordText(
  gameFrom('film', { scenario: { name: 'A quiet hour', stack: [2, 3, 4, 5, 6, 7, 8, 9], rules: [] } }),
);

const choose = (page: Page, text: string): Promise<void> =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'game.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });

const now = async (page: Page): Promise<number> => Number(await page.getByRole('slider').inputValue());

/** Where the heroes stand on the board. */
const pawns = (page: Page): Promise<string> =>
  page.evaluate("[...document.querySelectorAll('.board-pawns > *')].map(p => p.style.transform).join()");

journey(
  'a record of an own scenario is dropped in, played, paused, scrubbed and leapt through',
  async ({ open }) => {
    const { page } = await open('/replay', DESKTOP);
    await page.getByRole('heading', { name: 'Watch a game again' }).waitFor();
    await expectAccessible(page);
    await choose(page, RECORD);
    await page.getByRole('heading', { name: 'A quiet hour' }).waitFor();
    await page.getByText('Proven').waitFor();
    await expectAccessible(page);
    const before = await pawns(page);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(() => now(page), { timeout: 15_000 }).toBeGreaterThan(2_000);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    expect(await pawns(page)).not.toBe(before);
    const paused = await now(page);
    await page.waitForTimeout(300);
    expect(await now(page)).toBe(paused);
    // Eight times as fast it comes to its end, and stops there.
    await page.getByLabel('8×').check();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.locator('[aria-current=step]').filter({ hasText: 'you win together' }).waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();

    await page.getByRole('button', { name: 'The theft', exact: true }).click();
    await page.locator('.replay.alarm').waitFor();
    await page.locator('[aria-current=step]').filter({ hasText: 'Stolen!' }).waitFor();
    await takePicture(page, 'replay-theft');
    await expectAccessible(page);
    await page.getByRole('heading', { name: 'A quiet hour' }).focus();
    await page.keyboard.press('Home');
    expect(await now(page)).toBe(0);
    await page.keyboard.press('ArrowRight');
    expect(await now(page)).toBe(5_000);
    await page.keyboard.press(']');
    expect(await now(page)).toBeGreaterThan(5_000);
    await page.keyboard.press('End');
    await page.locator('[aria-current=step]').filter({ hasText: 'you win together' }).waitFor();
    await page.getByRole('slider').focus();
    await page.keyboard.press('Home');
    await page.locator('.replay:not(.alarm)').waitFor();
  },
);

journey(
  'what is no record says where it goes wrong, and what cannot have happened says so',
  async ({ open }) => {
    const { page } = await open('/replay', { ...PHONE, locale: 'nl-NL' });
    await choose(page, RECORD.replace('draws', 'drinks'));
    await page
      .getByRole('alert')
      .filter({ hasText: /Dit is geen opname van een spel\. Regel \d+, kolom \d+/ })
      .waitFor();
    await expectAccessible(page);
    await choose(page, 'x'.repeat(1_000_001));
    await page.getByRole('alert').filter({ hasText: 'De tekst is langer dan' }).waitFor();
    const seed = /"[^"]+"\s*$/;
    const forged = RECORD.trimEnd().replace(seed, '"another"');
    expect(forged).not.toBe(RECORD.trimEnd());
    await choose(page, forged);
    await page.getByRole('alert').filter({ hasText: 'Dit spel kan niet gebeurd zijn' }).waitFor();
    await takePicture(page, 'replay-forged-phone');
    await expectAccessible(page);
  },
);
