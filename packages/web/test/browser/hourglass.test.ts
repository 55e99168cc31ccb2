/** Journeys of the hourglass page: small, without a server, after sleep, and on two phones at once (RULES 13). */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { expect } from 'vitest';
import { PAGE } from '../../../../tools/fresh.mjs';
import { DESKTOP, PHONE } from './browser.ts';
import { expectAccessible, journey } from './kit.ts';
import { restartPageServer } from './page-server.ts';
import { passTime, runTime, sleepThrough } from './steered-time.ts';

const BUDGET = 35_000;
const LYING = { ...PHONE, viewport: { width: 844, height: 390 } };
const GONE = {
  expects: [/ERR_CONNECTION_REFUSED/, /Failed to fetch/, /status of (?:404|50\d)/],
};

const time = (page: Page): Promise<string> =>
  page
    .getByRole('timer')
    .textContent()
    .then(text => (text ?? '').replace(/\s/g, ''));
const press = (page: Page, name: string): Promise<void> =>
  page.locator('.glass-buttons').getByRole('button', { name }).first().click();

async function kept(page: Page): Promise<void> {
  await page.evaluate(`new Promise(then => {
    const workers = navigator.serviceWorker;
    if (workers.controller !== null) then();
    else workers.addEventListener('controllerchange', () => then());
  })`);
}

journey('the hourglass page takes at most 35 kB of scripts and styles', async ({ open }) => {
  const { page } = await open('/hourglass', PHONE);
  await page.getByRole('timer').waitFor();
  const paths = new Set<string>();
  page.on('response', (response: Response) => {
    const { pathname } = new URL(response.url());
    if (/[.](?:js|css)$/.test(pathname) && pathname !== '/sw.js') paths.add(pathname);
  });
  await page.reload();
  await page.getByRole('timer').waitFor();
  const weigh = (path: string): number =>
    gzipSync(readFileSync(join(dirname(PAGE), path)), { level: 9 }).length;
  const weights = Object.fromEntries([...paths].map(path => [path, weigh(path)]));
  const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  expect(paths.size).toBeGreaterThan(2);
  expect(total, JSON.stringify(weights, null, 1)).toBeLessThanOrEqual(BUDGET);
});

journey('the hourglass page has no complaints and no axe violations in three sizes', async ({ open }) => {
  for (const size of [DESKTOP, PHONE, LYING]) {
    const { page, context } = await open('/hourglass', size);
    await page.getByRole('timer').waitFor();
    await expectAccessible(page);
    await press(page, 'Start');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Set up the board game' }).click();
    await page.getByRole('heading', { name: 'Which box do you have?' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Revised' }).click();
    await page.getByLabel('Scenario').selectOption('13');
    await page.getByText(/second mall/).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectAccessible(page); // shows the text of scenario 13 on the hourglass
    await page.getByRole('button', { name: 'Together' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    const bodies = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(bodies).toBe(0);
    await context.close();
  }
});

/** Pages whose time stands still until the test lets it pass. */
const STOPPED = 'steeredTime.stop();';

journey(
  'TM-1a TM-1c TM-1d TM-1f TM-1h without a server the page loads, starts, turns, pauses and shows the same time after a reload',
  async ({ open, pageServer }) => {
    const { page } = await open('/hourglass', PHONE, STOPPED);
    await page.getByRole('timer').waitFor();
    await kept(page);
    await pageServer.server.stop();
    await page.goto('/hourglass');
    expect(await time(page)).toBe('3:00');
    await press(page, 'Start');
    await passTime(page, 2_150);
    await press(page, 'Turn');
    await page.getByText('turned once').waitFor();
    await expect.poll(() => time(page)).toBe('0:02.2'); // after turning, the sand that had run through is left (HG-1)
    await passTime(page, 1_000);
    await press(page, 'Pause');
    await page.getByText('Paused').first().waitFor();
    await expect.poll(() => time(page)).toBe('0:01.2');
    await page.reload();
    await expect.poll(() => time(page)).toBe('0:01.2');
    await page.getByRole('combobox').selectOption('pl');
    await page.getByText('Wstrzymana').waitFor();
  },
  { ...GONE, ownServer: true, serviceWorker: true },
);

journey('TM-2a after 168.05 s, 60 of them asleep, the page shows 12.0 s of sand', async ({ open }) => {
  const { page } = await open('/hourglass', PHONE, STOPPED);
  await press(page, 'Start');
  await passTime(page, 60_000);
  await sleepThrough(page, 60_000);
  await passTime(page, 48_050);
  await expect.poll(() => time(page)).toBe('0:12.0'); // tenths are rounded up
});

journey(
  'TM-1i two phones show one hourglass by a code, also after a reload, and agree again after an outage of the server',
  async ({ open, pageServer, pass }) => {
    pageServer.clock.stop();
    const { page: first } = await open('/hourglass', PHONE, STOPPED);
    await press(first, 'Start');
    await pass(10_050);
    await first.getByRole('button', { name: 'Together' }).click();
    await first.getByRole('button', { name: 'Share this hourglass' }).click();
    await first.getByText('In sync with the others').first().waitFor();
    const code = await first.locator('.glass-code').textContent();
    await first.keyboard.press('Escape');
    const { page: second } = await open(`/hourglass#${code}`, PHONE, STOPPED);
    await second.getByText('In sync with the others').first().waitFor();
    for (const page of [first, second]) await expect.poll(() => time(page)).toBe('2:50');
    await press(second, 'Turn');
    await first.getByText('turned once').waitFor();
    for (const page of [first, second]) await expect.poll(() => time(page)).toBe('0:10.1');
    await second.reload();
    await second.getByText('turned once').waitFor();
    await second.getByText('In sync with the others').waitFor();
    await press(second, 'Reset');
    await press(second, 'Start');
    await first.getByText('turned 0 times').waitFor();
    await pageServer.server.stop();
    await first.getByText(/keeps running and will sync/).waitFor();
    await second.getByText(/keeps running and will sync/).waitFor();
    await passTime(first, 700);
    await press(first, 'Turn');
    await first.getByText('turned once').waitFor();
    const again = await restartPageServer(pageServer);
    try {
      for (const page of [first, second]) await runTime(page);
      await second.getByText('turned once').waitFor();
      await first.getByText('In sync with the others').waitFor();
    } finally {
      await again.server.stop();
    }
  },
  { ...GONE, ownServer: true },
);

journey(
  'an invalid code and an unknown code are explained in a sentence',
  async ({ open }) => {
    const { page } = await open('/hourglass', PHONE);
    await page.getByRole('button', { name: 'Together' }).click();
    const code = page.getByRole('textbox');
    await code.fill('hello');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText(/Codes are six characters/).waitFor();
    await code.fill('bcd-fgh');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText('There is no hourglass with this code.').first().waitFor();
    await page.getByRole('button', { name: 'Continue alone' }).click();
    await page.getByRole('button', { name: 'Share this hourglass' }).waitFor();
  },
  { expects: [/404/] },
);
