/** Pictures of the rules dialog at its full length: all scenarios in English, three of them in four languages, in two sizes. */
import { SCENARIOS } from '@hush/rules';
import type { BrowserContextOptions } from 'playwright-core';
import { PHONE } from './browser.ts';
import { journey, takePicture } from './kit.ts';

const SIZES: Readonly<Record<string, BrowserContextOptions>> = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: PHONE,
};
const ALL = SCENARIOS.map((_, i) => i + 1);
const READ: Readonly<Record<string, readonly number[]>> = {
  'en-GB': ALL,
  'fr-FR': [10, 13, 15],
  'nl-NL': [10, 13, 15],
  'pl-PL': [10, 13, 15],
};

/** Pixels, more than the height of any dialog, so that none scrolls. */
const TALL = 6000;

for (const [locale, numbers] of Object.entries(READ))
  for (const [size, options] of Object.entries(SIZES))
    journey(`rules in ${locale}, ${size}`, async ({ open }) => {
      const { page } = await open('/campaign', { ...options, locale });
      await page.locator('.stop').first().waitFor();
      await page.setViewportSize({ width: page.viewportSize()?.width ?? 390, height: TALL });
      const read = page.locator('.stop .button:nth-of-type(2), .challenge > .button');
      for (const number of numbers) {
        await read.nth(number - 1).click();
        await page.locator('dialog .rule-list').first().waitFor();
        await page.waitForLoadState('networkidle');
        await takePicture(page, `rules-${number}-${locale.slice(0, 2)}-${size}`, page.locator('dialog'));
        await page.keyboard.press('Escape');
        await page.locator('dialog').waitFor({ state: 'detached' });
      }
    });
