/**
 * A journey of two people who cannot read: every text is transparent. They press enabled keys, and the sand runs. `npm
 * test` plays it in one language, HUSH_ALL_LANGUAGES=1 in all.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { LOCALES } from '../../src/i18n/say.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { journey, takePicture } from './kit.ts';

const WITHOUT_WORDS = `addEventListener('DOMContentLoaded', () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { color: transparent !important; -webkit-text-fill-color: transparent !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
});`;

const PLAYED = process.env['HUSH_ALL_LANGUAGES'] === '1' ? LOCALES : LOCALES.slice(-1);

const places = (page: Page): Promise<string> =>
  page
    .locator('.toy-table .board-pawn')
    .evaluateAll(pawns => pawns.map(pawn => pawn.getAttribute('style')).join());

/** Presses the first enabled key and expects a hero to move. */
async function moveInToyMall(page: Page): Promise<void> {
  await page.locator('.toy-actions .key:not(.dim)').first().waitFor();
  await page.locator('.toy-table .board-pawn').nth(3).waitFor({ state: 'attached' });
  const before = await places(page);
  await page.locator('.toy-actions .key:not(.dim)').first().click();
  await expect.poll(() => places(page)).not.toBe(before);
}

for (const locale of PLAYED) {
  journey(
    `PR-37a PR-36c with all words hidden, in ${locale}, host and newcomer move a hero at once and start the sand with one press each`,
    async ({ open }) => {
      const { page: host } = await open('/', { ...DESKTOP, locale }, WITHOUT_WORDS);
      await host.locator('.door.first').click();
      await host.waitForURL(/\/t\//);
      await moveInToyMall(host);
      const { page: guest } = await open(new URL(host.url()).pathname, { ...PHONE, locale }, WITHOUT_WORDS);
      await moveInToyMall(guest);
      await takePicture(guest, `wordless-${locale}`);
      for (const page of [guest, host]) await page.locator('.ready-key').click();
      for (const page of [guest, host]) {
        await page.locator('.dock .key.go').first().waitFor();
        await page.locator('.glass .stream').waitFor({ state: 'attached' });
      }
    },
  );
}
