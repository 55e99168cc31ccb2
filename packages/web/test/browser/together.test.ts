/** A journey through the usual way into a game: a new table, a link, a seat for each player, and the hourglass turned. */
import { expect } from 'vitest';
import { PHONE } from './browser.ts';
import { expectAccessible, journey, planFirst, sitDown } from './kit.ts';

journey('a laptop and a phone get from the home screen to a running game', async ({ open }) => {
  const { page: laptop } = await open('/');
  await expectAccessible(laptop);
  await laptop.getByRole('button', { name: 'With friends' }).click();
  await laptop.waitForURL(/\/t\/[2-9B-Z]{8}$/);
  await sitDown(laptop, 'Mina');
  await expectAccessible(laptop);

  const { page: phone } = await open(new URL(laptop.url()).pathname, PHONE);
  await sitDown(phone, 'Tomasz');
  await laptop.getByText('Tomasz').first().waitFor();
  await phone.getByText('Mina').first().waitFor();
  await expectAccessible(phone);

  await planFirst(laptop);
  await phone.locator('.board-area').waitFor();
  await laptop.getByRole('button', { name: 'Turn the hourglass' }).click();
  for (const page of [laptop, phone]) {
    await page.locator('.dock .key').first().waitFor();
    await page.locator('.board-mark').first().waitFor({ state: 'attached' });
    await expectAccessible(page);
  }
  expect(await laptop.locator('.time').getAttribute('aria-label')).toContain('left');
});
