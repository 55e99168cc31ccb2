/**
 * Journeys of the workshop: a scenario is built, checked, shared, opened elsewhere, played, changed, saved and opened
 * again.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseTiles, STANDARD_TILES } from '@hush/rules';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { ROOT } from '../../../../tools/fresh.mjs';
import { speak } from '../table/play-kit.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { winTogether } from './evening.ts';
import { expectAccessible, journey, openTable, planFirst, sitDown } from './kit.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function build(page: Page): Promise<void> {
  await page.getByLabel('Start from').selectOption('5');
  await page.getByLabel('Name').fill('Élodie’s long night');
  await page.getByLabel('Description').fill('Tiles 10 to 12 stay in the box.');
  for (const n of [10, 11, 12]) {
    await button(page, `Tile ${n}: shuffled in`).click();
    await button(page, `Tile ${n}: on top`).click();
  }
}

journey(
  'a scenario is built, shared, opened in another browser, played, and built on',
  async ({ open, pageServer }) => {
    const { page } = await open('/workshop', DESKTOP);
    // While nothing is built, no problem is reported.
    await page.getByText('We check as you build.').waitFor();
    expect(await page.locator('.findings').count()).toBe(0);
    await expectAccessible(page);
    await build(page);
    // Three exits are on tiles that were left out.
    await page
      .getByText(/Nobody can win/)
      .first()
      .waitFor();
    for (const n of [10, 11, 12]) await button(page, `Tile ${n}: left out`).click();
    await page.getByText('All good. Ready to play.').waitFor();
    await button(page, 'Can it be won?').click();
    await page.getByText(/Bots won \d of 5 games/).waitFor({ timeout: 240_000 });
    await expectAccessible(page);
    await page.reload();
    await page.getByText('All good. Ready to play.').waitFor();
    await button(page, 'Share a link').click();
    const link = await page.getByLabel('Link to this scenario').inputValue();
    const { page: other } = await open(new URL(link).pathname, PHONE);
    await other.getByRole('heading', { name: 'Élodie’s long night' }).waitFor();
    await other.getByText('Tiles 10 to 12 stay in the box.').waitFor();
    await expectAccessible(other);
    await button(other, 'Build on it').click();
    await other.getByLabel('Name').fill('My own night');
    await button(other, 'Share a link').click();
    await other.getByLabel('Link to this scenario').waitFor();
    await other.goto(new URL(link).pathname);
    // A draft is not replaced without a question.
    await button(other, 'Build on it').click();
    await button(other, 'Replace my draft').waitFor();
    await expectAccessible(other);
    await button(other, 'Cancel').click();
    await button(other, 'Build on it').waitFor();
    await button(other, 'Play it').click();
    await other.waitForURL(/\/t\//);
    await sitDown(other, 'Mina');
    await openTable(other);
    await other.getByText('Élodie’s long night').first().waitFor();
    // The author's description is shown at the table, too.
    await other.locator('.wish-summary').getByText('Tiles 10 to 12 stay in the box.').waitFor();
    await planFirst(other);
    await button(other, 'Turn the hourglass').waitFor();
    await button(other, 'Menu').click();
    await button(other, 'How it works').click();
    const help = other.getByRole('dialog', { name: 'How it works' });
    await help.getByText('Tiles 10 to 12 stay in the box.').waitFor();
    expect(pageServer.address).toContain('127.0.0.1');
  },
);

/** The code of the table that a page shows. */
const tableOf = (page: Page): string => new URL(page.url()).pathname.slice('/t/'.length);

journey(
  'GB-2a GB-2b a crew wins a shared scenario and enters it on a separate line of its book',
  async ({ open, pageServer }) => {
    await speak('en');
    const { page: maker } = await open('/workshop', PHONE);
    await maker.getByLabel('Start from').selectOption('1');
    await maker.getByLabel('Name').fill('A quiet hour');
    await maker.getByLabel('Sand, in seconds').fill('3600');
    await maker.getByText('All good. Ready to play.').waitFor();
    await button(maker, 'Share a link').click();
    const link = await maker.getByLabel('Link to this scenario').inputValue();

    const { page } = await open(new URL(link).pathname, DESKTOP);
    await button(page, 'Play it').click();
    await page.waitForURL(/\/t\//);
    await winTogether(page, pageServer, tableOf(page));
    await button(page, 'Add to a book').click();
    await page.getByLabel('Crew name').fill('Quiet Feet');
    await button(page, 'Create and add').click();
    await page.getByText('Added to Quiet Feet’s book, and it’s your best yet!').waitFor();
    await button(page, 'Open the book').click();
    const line = page.locator('.book-row').filter({ hasText: 'A quiet hour' });
    await line.locator('button.book-box').waitFor();
    expect(await line.locator('button.book-box > .unseen').textContent()).toContain('different hourglass');
  },
);

journey(
  'a scenario is saved as a file that the referee plays, and opened again, and a bad file is refused as a whole',
  async ({ open }) => {
    const { page } = await open('/workshop', DESKTOP);
    await page.getByLabel('Start from').selectOption('4');
    await page.getByLabel('Name').fill('On paper');
    await page.getByText('All good. Ready to play.').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Save as a file').click(),
    ]);
    const path = await download.path();
    expect(download.suggestedFilename()).toBe('On-paper.jsonl');
    const { stdout, status } = spawnSync(
      process.execPath,
      [join(ROOT, 'packages/cli/bin/hush.mjs'), 'referee', path],
      { encoding: 'utf8' },
    );
    expect(status).toBe(0);
    const [first = '', second = ''] = stdout.split('\n');
    expect(JSON.parse(first)).toMatchObject({ ok: true });
    expect(JSON.parse(second)).toMatchObject({ status: 'playing', stack: 13 });
    const text = readFileSync(path, 'utf8');
    await page.getByLabel('Name').fill('Something else');
    const field = page.locator('input[type=file]');
    await field.setInputFiles({
      name: 'bad.jsonl',
      mimeType: 'text/plain',
      buffer: Buffer.from(text.replace('"stack"', '"stock"')),
    });
    await page
      .getByText(/This file can’t be read\. Line 1 · wish\.scenario · There is no field “stock”\./)
      .waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Something else');
    await field.setInputFiles({ name: 'good.jsonl', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('On paper');
  },
);

journey(
  'custom tiles are drawn while they are typed, and problems are shown with line and column',
  async ({ open }) => {
    const { page } = await open('/workshop', PHONE);
    await page.getByLabel('Start from').selectOption('1');
    await page.getByLabel('Name').fill('Drawn');
    await page.getByText('Play with my own tiles').click();
    await page.getByText('25 tiles').waitFor();
    await button(page, 'As text').click();
    const field = page.getByLabel('Tiles as text');
    const text = await field.inputValue();
    await field.fill(text.replace('| vG   .    .  | vO |', '| vG   ?    .  | vO |'));
    await page
      .getByText(/^Line \d+, column \d+/)
      .first()
      .waitFor();
    expect(await button(page, 'Play it').isDisabled()).toBe(true);
    const picture = page.locator('.workshop-card:has(textarea.tiles-text) .tile-grid image').first();
    await field.fill(text);
    const before = await picture.getAttribute('href');
    await field.fill(text.replace('| vG   .    .  | vO |', '| hg   .    .  | vO |'));
    await expect.poll(() => picture.getAttribute('href')).not.toBe(before);
    await expectAccessible(page);
    await button(page, 'Play it').click();
    await page.waitForURL(/\/t\//);
    await sitDown(page, 'Mina');
    await openTable(page);
    await page.getByText('Drawn').first().waitFor();
  },
);

journey(
  'a tile file makes a scenario: opened, shuffled in and played, with problems shown in Polish',
  async ({ open }) => {
    const { page } = await open('/workshop', { ...DESKTOP, locale: 'pl-PL' });
    const choose = (text: string): Promise<void> =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'tiles.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await choose(STANDARD_TILES.replace(' iY ', ' ?? '));
    await page
      .getByText(/Nie można odczytać tego pliku\. Wiersz \d+, kolumna \d+ · „\?\?” nie może być na polu\./)
      .waitFor();
    await choose(STANDARD_TILES.replace(' iY ', ' .  '));
    await page.getByText('Brakuje przedmiotu: barbarzyńca.').waitFor();
    await button(page, 'Wtasuj wszystkie').click();
    expect(await page.getByLabel('Nazwa').inputValue()).toBe('Moje żetony');
    await choose(STANDARD_TILES);
    await page.getByText('Brakuje przedmiotu: barbarzyńca.').waitFor({ state: 'detached' });
    // Without their rules, cameras and balls are plain floor: there is a note, and the scenario can be played.
    await page.locator('.check-panel .findings .note').first().waitFor();
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Zapisz żetony').click(),
    ]);
    expect(parseTiles(readFileSync(await download.path(), 'utf8')).ok).toBe(true);
    await button(page, 'Zagraj').click();
    await page.waitForURL(/\/t\//);
  },
);
