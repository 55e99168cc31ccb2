/** The first seconds: the page comes, says nothing wrong, and can be kept for a flight. */
import { expect } from 'vitest';
import { expectAccessible, journey, PHONE } from './kit.ts';

journey('the first screen comes without a complaint, on a desk and in a hand', async ({ open }) => {
  for (const size of [undefined, PHONE]) {
    const { page } = await open('/', size);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectAccessible(page);
  }
});

journey(
  'kept by its worker, the page opens without a server, and the home of a table too',
  async ({ open, house }) => {
    const { page } = await open('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    // In charge means that every file is in the store.
    await page.evaluate(`new Promise(then => {
      const workers = navigator.serviceWorker;
      if (workers.controller !== null) then();
      else workers.addEventListener('controllerchange', () => then());
    })`);
    await house.server.stop();
    for (const path of ['/', '/practice']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    const asked = await page.evaluate("fetch('/version').then(() => 'answered', () => 'no answer')");
    expect(asked).toBe('no answer');
  },
  { expects: [/ERR_CONNECTION_REFUSED/, /WebSocket connection/] },
);
