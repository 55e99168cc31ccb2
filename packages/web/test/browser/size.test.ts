/** What a phone on mobile data pays for a seat in a running game. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { expect } from 'vitest';
import { PAGE } from '../../../../tools/fresh.mjs';
import { journey, newTable, PHONE, sitDown } from './kit.ts';

/** Scripts and styles alone; fonts have a budget of their own. The worker's store is filled when the page is there. */
const BUDGET = 90_000;

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

journey('a game in play takes at most 90 kB of scripts and styles', async ({ house, open }) => {
  const code = await newTable(house, { scenario: 1 });
  const { page } = await open(`/t/${code}`, PHONE);
  await sitDown(page, 'Mina');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('button', { name: 'Turn the hourglass' }).click();
  await page.locator('.dock').waitFor();
  const paths = listen(page);
  await page.reload();
  await page.locator('.dock').waitFor();
  await page.waitForLoadState('networkidle');
  const weights = Object.fromEntries([...paths].map(path => [path, weigh(path)]));
  const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  expect(paths.size).toBeGreaterThan(2);
  expect(total, JSON.stringify(weights, null, 1)).toBeLessThanOrEqual(BUDGET);
});
