/** Tests of the campaign in a browser: the path, the stored progress, and rules that can be read in every window. */
import { expect } from 'vitest';
import { DESKTOP, PHONE } from './browser.ts';
import { expectAccessible, journey, openTable, planFirst, sitDown } from './kit.ts';

journey(
  'the path stores skipped scenarios, and pressing a scenario opens a table for it',
  async ({ open }) => {
    const { page } = await open('/campaign', PHONE);
    await page.getByRole('heading', { name: 'The campaign' }).waitFor();
    await expectAccessible(page);
    const stops = page.locator('.stop');
    expect(await stops.count()).toBe(7);
    await stops.first().getByRole('button', { name: 'Skip' }).click();
    await page.reload();
    await stops.first().getByText('Skipped', { exact: true }).waitFor();
    await stops.nth(1).getByText('Next', { exact: true }).waitFor();
    await stops.nth(1).getByRole('button', { name: 'Read the rules' }).click();
    await page.getByText('Each hero leaves by the exit of their own colour.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await stops.nth(1).getByRole('button', { name: 'Play' }).click();
    await openTable(page);
    await page.getByText('Four doors').first().waitFor();
  },
);

journey(
  'a challenge is opened at its level, and its rules can be read in the lobby and in the game',
  async ({ open }) => {
    const { page } = await open('/campaign', DESKTOP);
    await page.getByRole('button', { name: 'Vortex out of order, up to tile 14' }).click();
    await sitDown(page, 'Mina');
    await page.getByText('14 tiles').first().waitFor();
    await page.getByRole('button', { name: 'Read the rules' }).click();
    await page.getByText('No vortex works, from beginning to end.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await planFirst(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /help|rules|How/i })
      .first()
      .click();
    await page.getByText('No vortex works, from beginning to end.').waitFor();
    await expectAccessible(page);
  },
);

journey('the campaign is shown in every language', async ({ open }) => {
  for (const [locale, title] of [
    ['fr-FR', 'La campagne'],
    ['nl-NL', 'De campagne'],
    ['pl-PL', 'Kampania'],
  ] as const) {
    const { page, context } = await open('/campaign', { ...PHONE, locale });
    await page.getByRole('heading', { name: title }).waitFor();
    expect(await page.getByText(/(?:campaign|lobby|rulebook)[.]\w/).count()).toBe(0);
    await context.close();
  }
});
