/** Journeys from a link to running sand: how many presses it takes, and how the page answers odd names, links and codes. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, PHONE } from './browser.ts';
import { journey } from './kit.ts';
import { newTable } from './page-server.ts';

/** Counts real presses, also across several pages of one tab. */
const COUNTED = `addEventListener('click', event => {
  if (event.isTrusted) sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses')) + 1));
}, true);`;

const presses = (page: Page): Promise<number> => page.evaluate("Number(sessionStorage.getItem('presses'))");

const sandRuns = (page: Page): Promise<void> =>
  page.locator('.glass .stream').first().waitFor({ state: 'attached' });

journey(
  'PR-166a until the sand runs a host presses twice, a visitor with a link once, and a player with bots once',
  async ({ open }) => {
    const { page: host } = await open('/', DESKTOP, COUNTED);
    await host.locator('.door.first').click();
    await host.locator('.own-seat').waitFor();
    const { page: guest } = await open(new URL(host.url()).pathname, PHONE, COUNTED);
    await guest.locator('.own-seat').waitFor();
    for (const page of [guest, host]) await page.locator('.ready-key').click();
    for (const page of [guest, host]) await sandRuns(page);
    expect([await presses(host), await presses(guest)]).toEqual([2, 1]);
    const { page: alone } = await open('/', PHONE, COUNTED);
    await alone.locator('a.door').first().click();
    await alone.locator('.dock .key').first().waitFor();
    await sandRuns(alone);
    expect(await presses(alone)).toBe(1);
  },
);

/**
 * Names as people type them, each with the name that others then read; null if the page explains the mistake and the old
 * name stays.
 */
const NAMES: readonly (readonly [typed: string, shown: string | null])[] = [
  ['  Mina   ', 'Mina'],
  ['<b>Mina</b>', '<b>Mina</b>'],
  ['👩‍👩‍👧‍👦 Ünïcödé', '👩‍👩‍👧‍👦 Ünïcödé'],
  ['مينا', 'مينا'],
  ['\u200b\u200d', null],
  ['x'.repeat(60), 'x'.repeat(24)],
];

/** Codes as people type or paste them, and whether they lead to the table. */
const typedCodes = (code: string): readonly (readonly [typed: string, found: boolean])[] => [
  [code, true],
  [` ${code.slice(0, 4).toLowerCase()} - ${code.slice(4).toLowerCase()} `, true],
  ['', false],
  ['AEIOU', false],
  ['../../etc/passwd', false],
  ['💥💥💥💥', false],
];

/** Links that belong to no table. Each is answered with a heading and a link to the home screen. */
const LOST = [
  '/t/BCDFGHJK',
  '/t/',
  '/t/%F0%9F%92%A5',
  '/t/%E0%A4%A',
  '/T/..%2f..%2fx',
  '/t/AAAA',
  '/nowhere/at/all',
];

journey(
  'PR-166b odd names, codes and links are answered with a sentence or the table, and nobody loses a seat',
  async ({ pageServer, open }) => {
    const code = await newTable(pageServer, { scenario: 1 });
    const { page } = await open(`/t/${code}`, DESKTOP);
    const { page: other } = await open(`/t/${code}`, DESKTOP);
    await other.locator('.own-seat').waitFor();
    for (const [typed, shown] of NAMES) {
      await page.locator('.own-seat').click();
      await page.getByLabel('Your name').fill(typed);
      await page.keyboard.press('Enter');
      if (shown === null) {
        await page.getByRole('alert').first().waitFor();
        await page.keyboard.press('Escape');
      } else {
        await other.locator('.seat-name').getByText(shown, { exact: true }).waitFor();
      }
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    const { page: typist } = await open('/', PHONE);
    for (const [typed, found] of typedCodes(code)) {
      await typist.goto('/');
      await typist.getByLabel('Table code').fill(typed);
      await typist.keyboard.press('Enter');
      if (found) await typist.locator('.own-seat').waitFor();
      else await typist.getByRole('alert').waitFor();
    }
    for (const link of LOST) {
      await typist.goto(link);
      await typist.getByRole('heading', { level: 1 }).waitFor();
      await typist.getByRole('link').or(typist.getByRole('button')).first().waitFor();
    }
    await typist.goto(`/t/${code.toLowerCase()}`);
    await typist.locator('.own-seat').waitFor();
  },
  { expects: [/status of 40[04]/] },
);
