/**
 * Journeys of watching a finished game again: from a file, by mouse, by keys; an invalid file is refused with a sentence.
 */
import { recordText } from '@hush/rules';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { gameFrom } from '../../../protocol/test/crews/crew-kit.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { Crew } from './crew.ts';
import { expectAccessible, journey, takePicture } from './kit.ts';
import { passTime } from './steered-time.ts';

const TITLE = 'A quiet hour';

const RECORD = recordText(
  gameFrom('film', { scenario: { name: TITLE, stack: [2, 3, 4, 5, 6, 7, 8, 9], rules: [] } }),
);

const choose = (page: Page, text: string): Promise<void> =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'game.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });

const now = async (page: Page): Promise<number> => Number(await page.getByRole('slider').inputValue());

/** The positions of the heroes on the board. */
const pawns = (page: Page): Promise<string> =>
  page.evaluate("[...document.querySelectorAll('.board-pawns > *')].map(p => p.style.transform).join()");

journey(
  'a record of a custom scenario can be dropped on the page, played, paused and moved through',
  async ({ open }) => {
    const { page } = await open('/crews', DESKTOP);
    await page.getByRole('button', { name: 'Watch a replay from a file' }).click();
    await page.getByRole('heading', { name: 'Watch a replay' }).waitFor();
    await expectAccessible(page);
    await choose(page, RECORD);
    await page.getByRole('heading', { name: TITLE }).waitFor();
    await page.getByText('Verified').waitFor();
    await expectAccessible(page);
    const before = await pawns(page);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await passTime(page, 2_500);
    await expect.poll(() => now(page)).toBeGreaterThan(2_000);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    expect(await pawns(page)).not.toBe(before);
    const paused = await now(page);
    await passTime(page, 3_000);
    await page.evaluate('new Promise(requestAnimationFrame)');
    expect(await now(page)).toBe(paused);
    // At the speed 8× the replay reaches the end and stops there.
    await page.getByLabel('8×').check();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await passTime(page, 600_000);
    await page.locator('[aria-current=step]').filter({ hasText: 'the game is won' }).waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();

    await page.getByRole('button', { name: 'The theft', exact: true }).click();
    await page.locator('.replay.alarm').waitFor();
    await page.locator('[aria-current=step]').filter({ hasText: 'Stolen!' }).waitFor();
    await takePicture(page, 'replay-theft');
    await expectAccessible(page);
    await page.getByText('Keys', { exact: true }).click();
    await page.getByText('back or forward one event').waitFor();
    await expectAccessible(page);
    await page.getByRole('heading', { name: TITLE }).focus();
    await page.keyboard.press('Home');
    expect(await now(page)).toBe(0);
    await page.keyboard.press('ArrowRight');
    expect(await now(page)).toBe(5_000);
    await page.keyboard.press(']');
    expect(await now(page)).toBeGreaterThan(5_000);
    await page.keyboard.press('End');
    await page.locator('[aria-current=step]').filter({ hasText: 'the game is won' }).waitFor();
    await page.getByRole('slider').focus();
    await page.keyboard.press('Home');
    await page.locator('.replay:not(.alarm)').waitFor();
    // the End key of the slider reaches the end, although the last second is not whole
    await page.keyboard.press('End');
    await page.locator('[aria-current=step]').filter({ hasText: 'the game is won' }).waitFor();
    await page.getByRole('button', { name: 'Open another replay' }).click();
    await page.getByRole('heading', { name: 'Watch a replay' }).waitFor();
  },
);

journey(
  'PR-53g an unreadable record is refused with its place, and an impossible game is shown as unproven, its title as text',
  async ({ open }) => {
    const { page } = await open('/replay', { ...PHONE, locale: 'nl-NL' });
    await choose(page, RECORD.replace('draws', 'drinks'));
    await page
      .getByRole('alert')
      .filter({ hasText: /Dit bestand is geen spelverslag\. Regel \d+, kolom \d+/ })
      .waitFor();
    await expectAccessible(page);
    await choose(page, 'x'.repeat(1_000_001));
    await page.getByRole('alert').filter({ hasText: 'De tekst is langer dan' }).waitFor();
    const seed = /"[^"]+"\s*$/;
    const markup = '<img src onerror=x()>';
    const forged = RECORD.replace(TITLE, markup).trimEnd().replace(seed, '"another"');
    expect(forged).toContain(markup);
    await choose(page, forged);
    await page.getByRole('heading', { name: markup }).waitFor();
    await page.getByRole('alert').filter({ hasText: 'Dit spel kan niet gebeurd zijn' }).waitFor();
    await takePicture(page, 'replay-forged-phone');
    await expectAccessible(page);
  },
);

journey('the end screen leads to the replay of the game, and back to the same seat', async world => {
  const wish = { scenario: 1, stack: [4, 8, 6, 9, 5, 7, 3, 2], hourglass: 600 };
  const crew = await Crew.gather(world, wish, 2);
  try {
    await crew.playUntil(game => game.status === 'won');
    const { page } = await crew.open(0, DESKTOP);
    await page.getByRole('button', { name: 'Watch it again' }).click();
    await page.waitForURL(`**/replay/${crew.code}`);
    await page.getByText('Verified').waitFor();
    await page.getByText(/lets people join your table/).waitFor();
    await expectAccessible(page);
    await takePicture(page, 'replay-table');
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.waitForURL(`**/t/${crew.code}`);
    await page.getByRole('heading', { name: 'You made it!' }).waitFor();
    const { page: guest } = await world.open(`/t/${crew.code}?view=watch`, PHONE);
    await guest.getByRole('button', { name: 'Watch it again' }).click();
    await guest.getByText('Verified').waitFor();
    await guest.getByText(/lets people join your table/).waitFor();
    await takePicture(guest, 'replay-table-phone');
    await guest.getByRole('button', { name: 'Back', exact: true }).click();
    await guest.waitForURL(`**/t/${crew.code}?view=watch`);
  } finally {
    crew.leave();
  }
});
