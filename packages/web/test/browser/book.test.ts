/**
 * A journey with the Great Book of Challenges: a crew wins scenario 1, enters it with one press, finds it in the book
 * after a restart, prints it and imports it at another server, where a forged copy is refused.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { proofOf } from '@hush/protocol';
import { SCENARIOS } from '@hush/rules';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { speak } from '../table/play-kit.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { winTogether } from './evening.ts';
import type { JourneyWorld } from './journey-world.ts';
import { expectAccessible, journey, PICTURES, TAKES_PICTURES, takePicture } from './kit.ts';
import { newTable, type PageServer, restartPageServer, withAnotherPageServer } from './page-server.ts';

/** How many boxes the book has: one for each level of each scenario, or one for a scenario without levels. */
const BOXES = SCENARIOS.reduce((sum, { levels }) => sum + Math.max(1, levels.length), 0);

/** A short stack, so that all features are near. */
const STACK = [4, 8, 6, 9, 5, 7, 3, 2];

async function playAndWin({ pageServer, open }: JourneyWorld): Promise<Page> {
  const code = await newTable(pageServer, { scenario: 1, stack: STACK, hourglass: 3600 });
  const { page } = await open(`/t/${code}`, DESKTOP);
  await winTogether(page, pageServer, code);
  return page;
}

const box = (page: Page): Locator =>
  page.locator('.book-row').filter({ hasText: 'First visit' }).locator('button.book-box');

/** The label of the line's box for screen readers. */
const words = async (page: Page): Promise<string> =>
  (await box(page).locator('> .unseen').textContent()) ?? '';

async function download(page: Page, name: string, within: Locator | Page = page): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    within.getByRole('link', { name }).first().click(),
  ]);
  return readFileSync(await file.path(), 'utf8');
}

/** The printed pages as a file; returns the number of sheets. */
async function printBook(page: Page): Promise<number> {
  await takePicture(page, 'book-desktop');
  const pdf = await page.pdf({ preferCSSPageSize: true });
  if (TAKES_PICTURES) writeFileSync(join(PICTURES, 'book.pdf'), pdf);
  await page.emulateMedia({ media: 'print' });
  await takePicture(page, 'book-print');
  expect(await page.locator('.book-desk').isVisible()).toBe(false);
  await page.emulateMedia({ media: null });
  expect(pdf.toString('latin1')).toMatch(/MediaBox \[0 0 841[.]\d* 594[.]\d*\]/); // sheets of A4 in landscape
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}

/** Imports the book on another server, where it is marked; a forged book is refused as a whole. */
async function bringElsewhere({ open }: JourneyWorld, pageServer: PageServer, book: string): Promise<void> {
  const { page } = await open(`${pageServer.address}/crews`, PHONE);
  await page.getByLabel('Crew name').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Crew name').fill('Night Owls abroad');
  await page.getByRole('button', { name: 'Create crew' }).tap();
  await page.getByRole('heading', { name: 'Night Owls abroad' }).waitFor();
  const choose = (text: string): Promise<void> =>
    page
      .getByLabel('Import a book')
      .first()
      .setInputFiles({ name: 'book.json', mimeType: 'application/json', buffer: Buffer.from(text) });

  const forged = book.replace(/draws (\d+)/, (_, tile) => `draws ${tile === '9' ? 8 : 9}`);
  expect(forged).not.toBe(book);
  await choose(forged);
  const alert = page.getByRole('alert');
  await alert.filter({ hasText: 'Nothing was imported' }).waitFor();
  await alert.filter({ hasText: /Game 1 · Line \d+, column \d+/ }).waitFor();
  expect(await box(page).count()).toBe(0);
  await choose(book.replace('"turned":', '"burned":'));
  await alert.filter({ hasText: 'Game 1 · score.burned' }).waitFor();
  await choose('{"crew": 1,\n "name": oops}');
  await alert.filter({ hasText: 'Line 2, column 10' }).waitFor();
  await choose(' '.repeat(5 * 1024 * 1024 + 1));
  await alert.filter({ hasText: 'This file is too big. Nothing was imported.' }).waitFor();
  expect(await box(page).count()).toBe(0);

  const name = '<img src onerror=x()>';
  await choose(book.replace('"Mina"', JSON.stringify(name)));
  await page.getByText('1 game imported.').waitFor();
  expect(await words(page)).toContain('from another server');
  expect(await words(page)).toContain(`${name}, Tomasz`); // the name is shown as a text and not as an element
  await takePicture(page, 'book-phone');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Best crews' }).tap();
  await page.getByText('No crew is listed here yet.').waitFor();
  await takePicture(page, 'board-phone');
  await expectAccessible(page);
}

async function enterIt(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add to a book' }).click();
  await page.getByLabel('Crew name').fill('Night Owls');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create and add' }).click();
  await page.getByText('Added to Night Owls’s book, and it’s your best yet!').waitFor();
  const progress = page.locator('.crew-progress');
  await progress
    .filter({ hasText: new RegExp(`The path.?1 of 7 won.*1 of ${BOXES} boxes won.*Next`) })
    .waitFor();
  await takePicture(page, 'book-entered');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Open the book' }).click();
  await page.waitForURL(/\/crew\/[2-9B-Z]{12}$/);
}

/** The entry has all its details, and its replay verifies it. */
async function readLine(page: Page): Promise<void> {
  await box(page).waitFor();
  const label = await words(page);
  expect(label).toMatch(
    /^up to tile 9: \d hourglass(?:es)?, \d+:\d\d left, Mina, Tomasz, Ines,? and Bram, 4 players/,
  );
  expect(label).toContain('House rules: different hourglass and different stack');
  await box(page).click();
  await expectAccessible(page);
  const record = await download(page, 'Download replay', page.locator('dialog'));
  expect(proofOf(record)).toMatchObject({ ok: true, value: { score: { scenario: 1, players: 4 } } });
  await page.locator('dialog').getByRole('link', { name: 'Watch it again' }).click();
  await page.waitForURL(/\/replay\/[2-9B-Z]{12}\/1$/);
  await page.getByText('Verified').waitFor();
  await page.locator('.replay-seats').getByText('Ines', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await box(page).waitFor();
}

journey(
  'GB-3a GB-2d GB-1c PR-53g a crew enters a win into its book, which survives a restart, is printed and imported; a forged one is refused',
  async world => {
    const { pageServer, open } = world;
    await speak('en');
    const page = await playAndWin(world);
    await enterIt(page);
    await readLine(page);

    await pageServer.server.stop();
    const again = await restartPageServer(pageServer);
    try {
      await page.reload();
      await readLine(page);
      await expectAccessible(page);
      expect(await printBook(page)).toBe(2);
      expect(await download(page, 'Table (CSV)')).toContain('Mina; Tomasz; Ines; Bram');
      const book = await download(page, 'Whole book (JSON)');
      await withAnotherPageServer(elsewhere => bringElsewhere(world, elsewhere, book));

      // With the link of the book people can only read; with the members' link they can write, and its secret is removed
      // from the address.
      const link = page.url();
      const { page: reader } = await open(link, PHONE);
      await reader.getByText('You can read this book.').waitFor();
      const secret = await page.evaluate("JSON.parse(localStorage.getItem('hush.crews'))[0].secret");
      const { page: member } = await open(`${link}#${secret}`, DESKTOP);
      // Somebody chose the order of this stack, so the page says that the deal cannot be repeated.
      await member.getByRole('button', { name: 'Play it again with our ghosts' }).click();
      await member.getByRole('button', { name: 'With the crew' }).click();
      await member.getByText('This game can’t be dealt again').waitFor();
      await expectAccessible(member);
      await member.keyboard.press('Escape');
      await member.getByRole('button', { name: 'Remove this entry' }).click();
      expect(member.url()).toBe(link);
      await member.getByRole('button', { name: 'Remove it for good' }).click();
      await member.getByText(`0 of ${BOXES} boxes won`).waitFor();
    } finally {
      await again.server.stop();
    }
  },
  { expects: [/status of 4(?:00|22)/, /ERR_CONNECTION_REFUSED/, /WebSocket connection/], ownServer: true },
);
