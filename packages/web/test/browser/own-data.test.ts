/**
 * Journeys to what the server stores about a person: looking at it, downloading it, and having the name deleted, in four
 * languages.
 */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { DESKTOP, PHONE } from './browser.ts';

import { expectAccessible, journey, sitDown } from './kit.ts';
import { newTable } from './page-server.ts';

journey(
  'PR-182a PR-182b somebody at a table downloads a file about the seat, deletes the name after a warning, and reads what else is stored',
  async ({ pageServer, open }) => {
    const code = await newTable(pageServer, { scenario: 1 });
    const { page, context } = await open(`/t/${code}`, DESKTOP);
    await sitDown(page, 'Rosamunde');
    await page.getByRole('button', { name: 'Settings' }).click();
    const section = page.locator('.seat-data');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      section.getByRole('button', { name: 'Download my data' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('hush-seat.json');
    expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({
      table: code,
      seat: 1,
      name: 'Rosamunde',
    });
    await section.getByRole('button', { name: 'Delete my name' }).click();
    await section.getByText('A crew’s book keeps the names in its entries.').waitFor();
    await section.getByRole('button', { name: 'Cancel' }).click();
    await section.getByRole('button', { name: 'Delete my name' }).click();
    await section.getByRole('button', { name: 'Delete', exact: true }).click();
    await section.getByText('Your name has been deleted.').waitFor();
    await expectAccessible(page);
    const [kept] = await Promise.all([
      context.waitForEvent('page'),
      section.getByRole('link', { name: 'What this server keeps' }).click(),
    ]);
    await kept.getByRole('heading', { name: 'In a crew’s book' }).waitFor();
    await kept.close();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.own-seat').textContent()).not.toContain('Rosamunde');
    await expect.poll(() => page.locator('.own-seat').textContent()).toContain('#1');
  },
);

/** For each language the heading, the promise about books, and the link. */
const LANGUAGES = [
  ['en-GB', 'Your data', /it stays in the crew’s book/, /nobody opens for 30 days/],
  ['fr-FR', 'Tes données', /il reste dans le livre de l’équipe/, /pendant 30 jours/],
  ['nl-NL', 'Je gegevens', /blijft hij in het boek van de ploeg staan/, /30 dagen/],
  ['pl-PL', 'Twoje dane', /zostanie ono w księdze drużyny/, /30 dni/],
] as const;

journey(
  'PR-183a /privacy says in four languages what is stored, for how long, and what stays in a crew’s book',
  async ({ open }) => {
    for (const [locale, title, book, days] of LANGUAGES) {
      const { page, context } = await open('/privacy', { ...PHONE, locale });
      await page.locator('.crews-card').nth(4).waitFor();
      const text = (await page.locator('main').textContent()) ?? '';
      expect([await page.locator('h1').textContent(), book.test(text), days.test(text)]).toEqual([
        title,
        true,
        true,
      ]);
      if (locale === 'pl-PL') await expectAccessible(page);
      await context.close();
    }
  },
);
