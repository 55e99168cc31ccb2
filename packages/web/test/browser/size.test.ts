/** Tests of how many bytes a phone and a desktop load for the first screen and for a seat in a running game. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { expect } from 'vitest';
import { PAGE } from '../../../../tools/fresh.mjs';
import { LOCALES } from '../../src/i18n/say.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { journey, planFirst, sitDown } from './kit.ts';
import { newTable } from './page-server.ts';

/**
 * The most compressed bytes of scripts and styles; fonts have a budget of their own. The service worker fills its cache
 * after the page has loaded.
 */
const GAME_BUDGET = 90_000;
/** The most compressed bytes for the home screen, which must not load the game. */
const HOME_BUDGET = 60_000;

/** Each window size loads another layout. */
const DEVICES = { phone: PHONE, desktop: DESKTOP, laptop: { viewport: { width: 1280, height: 720 } } };

function weigh(path: string): number {
  return gzipSync(readFileSync(join(dirname(PAGE), path)), { level: 9 }).length;
}

/** The scripts and styles that a page asks for, by their paths. */
function listen(page: Page): ReadonlySet<string> {
  const paths = new Set<string>();
  page.on('response', (response: Response) => {
    const { pathname } = new URL(response.url());
    if (/[.](?:js|css)$/.test(pathname)) paths.add(pathname);
  });
  return paths;
}

function expectWithin(paths: ReadonlySet<string>, budget: number): void {
  const weights = Object.fromEntries([...paths].map(path => [path, weigh(path)]));
  const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  expect(paths.size).toBeGreaterThan(2);
  expect(total, JSON.stringify(weights, null, 1)).toBeLessThanOrEqual(budget);
}

journey('the home screen loads at most 60 kB of scripts and styles', async ({ open }) => {
  const { page } = await open('/', PHONE, 'steeredTime.stop();'); // the home screen loads its board after a timer, so the board is not counted
  await page.getByRole('button', { name: 'With friends' }).waitFor();
  const paths = listen(page);
  await page.reload();
  await page.getByRole('button', { name: 'With friends' }).waitFor();
  await page.waitForLoadState('networkidle');
  expectWithin(paths, HOME_BUDGET);
  expect(await page.locator('.living .board-world').count()).toBe(0);
});

for (const [device, options] of Object.entries(DEVICES))
  journey(
    `on a ${device} a running game loads at most 90 kB, in every language`,
    async ({ pageServer, open }) => {
      const code = await newTable(pageServer, { scenario: 1 });
      const { page } = await open(`/t/${code}`, options);
      await sitDown(page, 'Mina');
      await planFirst(page);
      await page.getByRole('button', { name: 'Turn the hourglass' }).click();
      await page.locator('.dock').waitFor();
      await page.waitForLoadState('networkidle'); // after a reload the banner of the start is not loaded
      for (const locale of LOCALES) {
        await page.evaluate(`localStorage.setItem('hush.set.locale', '"${locale}"')`);
        const paths = listen(page);
        await page.reload();
        await page.locator(`html[lang=${locale}] .dock .key`).first().waitFor();
        await page.waitForLoadState('networkidle');
        page.removeAllListeners('response');
        expectWithin(paths, GAME_BUDGET);
      }
    },
  );
