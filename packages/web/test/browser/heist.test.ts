/**
 * Journeys of the heist of the day: the letter, a first try, its result, the list of the day, yesterday's heist, ghosts.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, PHONE } from './browser.ts';
import { expectAccessible, journey, planFirst, sitDown, takePicture } from './kit.ts';
import { passTime, passUntilShown } from './steered-time.ts';

/** Loses a solo game in this page: nobody moves, and the sand runs out. */
async function loseAlone(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Alone' }).click();
  await page.getByRole('button', { name: 'Turn the hourglass' }).click();
  await passTime(page, 181_000);
  await passUntilShown(page.locator('.heist-end .result-line'));
}

const sizeOf = (page: Page, selector: string): Promise<unknown> =>
  page.locator(selector).evaluate(async image => {
    const picture = image as unknown as {
      decode(): Promise<void>;
      naturalWidth: number;
      naturalHeight: number;
    };
    await picture.decode();
    return [picture.naturalWidth, picture.naturalHeight];
  });

journey(
  'PR-150c PR-150e PR-150f PR-151a PR-152a PR-152d a heist is opened, lost, published and withdrawn; the next day it is proven and its ghosts are shown',
  async ({ open, pageServer }) => {
    const { page, context } = await open('/', PHONE);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('link', { name: 'Heist of the day' }).first().click();
    await page.getByRole('heading', { name: 'Heist of the day' }).waitFor();
    await page.getByText('Your first try counts.').waitFor();
    await expectAccessible(page);
    await takePicture(page, 'heist-letter');

    await loseAlone(page);
    await expectAccessible(page);
    await takePicture(page, 'heist-end');
    await page.getByRole('button', { name: 'Copy result' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    const line = await page.evaluate('navigator.clipboard.readText()');
    expect(line).toBe('Hush! ⚪⚪⚪⚪ ⬜⬜⬜⬜⬜⬜');
    await page.getByRole('button', { name: 'Share a card' }).click();
    await page.locator('.souvenir img').waitFor();
    expect(await sizeOf(page, '.souvenir img')).toEqual([1200, 630]);
    const card = await page.locator('.souvenir img').getAttribute('src');
    await takePicture(page, 'heist-card');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Heist of the day' }).click();
    await page.getByRole('heading', { name: 'Caught!' }).waitFor();
    await page.getByText('No crew has shown its result yet.').waitFor();
    await page.getByLabel('Name of your crew').fill('Les Chuchoteurs');
    await page.getByLabel('Others may play against our ghosts').check();
    await page.getByRole('button', { name: 'Show our result' }).click();
    await page.locator('.day-table li.ours').waitFor();
    await page.getByRole('button', { name: 'Remove our result' }).click();
    await page.getByText('No crew has shown its result yet.').waitFor();
    await page.getByLabel('Name of your crew').fill('Les Chuchoteurs');
    await page.getByLabel('Others may play against our ghosts').check();
    await page.getByRole('button', { name: 'Show our result' }).click();
    await page.locator('.day-table li.ours').waitFor();
    await expectAccessible(page);
    await takePicture(page, 'heist-result');

    // Another player sees the name in the list, and a second try on the first device does not count.
    const other = await open('/heist', DESKTOP);
    await other.page.getByText('Your first try counts.').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Caught!' }).waitFor();
    const stored = await page.evaluate(
      'Object.keys(localStorage).filter(key => /letter[.]\\d/.test(key)).length',
    );
    expect(stored).toBe(1);

    pageServer.clock.passDays(1);
    await other.page.reload();
    await other.page.getByText('Your device shows a different date.').waitFor();
    await expectAccessible(other.page);
    await other.page.getByRole('button', { name: 'Past days' }).click();
    await other.page.locator('.past-days a').first().click();
    await other.page.getByText('it no longer counts').waitFor();
    await other.page.getByText('Les Chuchoteurs').waitFor();
    await other.page.getByRole('button', { name: 'Fair draw' }).click();
    await other.page.getByText('Checked here').waitFor();
    await expectAccessible(other.page);
    await takePicture(other.page, 'heist-fair');
    await other.page.keyboard.press('Escape');
    await other.page.getByRole('button', { name: 'Play with the ghosts of Les Chuchoteurs' }).click();
    await expectAccessible(other.page);
    await other.page.getByRole('dialog').getByRole('button', { name: 'With bots' }).click();
    await expect.poll(() => other.page.locator('.run-ghost:not([hidden])').count()).toBe(4);
    await takePicture(other.page, 'heist-ghosts');
    await expectAccessible(other.page);
    await other.page.goBack();
    await other.page.getByRole('button', { name: 'Play with the ghosts of Les Chuchoteurs' }).click();
    await other.page.getByRole('dialog').getByRole('button', { name: 'With the crew' }).click();
    await sitDown(other.page, 'Ann');
    await planFirst(other.page);
    await expect.poll(() => other.page.locator('.run-ghost:not([hidden])').count()).toBe(4);
    await takePicture(other.page, 'heist-ghosts-at-a-table');

    // Two other days have the same result: their lines and cards look the same and reveal nothing.
    await page.reload();
    await page.getByText('Your first try counts.').waitFor();
    await loseAlone(page);
    await page.getByRole('button', { name: 'Copy result' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(line);
    await page.getByRole('button', { name: 'Share a card' }).click();
    await page.locator('.souvenir img').waitFor();
    expect((await page.locator('.souvenir img').getAttribute('src')) === card).toBe(true);
    await page.goto('/heist?day=2999-01-01');
    await page.getByText('This letter stays sealed until its day comes.').waitFor();
    await expectAccessible(page);
  },
  { ownServer: true, expects: [/404/] },
);

journey(
  'PR-150g PR-150i a crew plays a heist at a table, and the breaking seal is animated except with reduced motion',
  async ({ open, pageServer }) => {
    const { page } = await open('/heist', { ...DESKTOP, reducedMotion: 'no-preference' });
    const opening = page.locator('.letter.opening');
    await Promise.all([opening.waitFor(), page.getByRole('button', { name: 'With the crew' }).click()]);
    await page.locator('.own-seat').waitFor();
    const code = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect(code).toMatch(/^\w{8}$/);
    await page.goBack();
    await page.getByText('You have opened today’s letter.').waitFor();
    await takePicture(page, 'heist-tried');
    await expectAccessible(page);
    const calm = await open('/heist', DESKTOP);
    await calm.page.evaluate(`globalThis.cracked = false;
      new MutationObserver(() => { cracked ||= document.querySelector('.letter.opening') !== null; })
        .observe(document.body, { subtree: true, attributes: true, childList: true })`);
    await calm.page.getByRole('button', { name: 'With the crew' }).click();
    await calm.page.locator('.own-seat').waitFor();
    expect(await calm.page.evaluate('globalThis.cracked')).toBe(false);
    const missing = await fetch(`${pageServer.address}/t/${code}/record`);
    expect(missing.status).toBe(409);
  },
);
