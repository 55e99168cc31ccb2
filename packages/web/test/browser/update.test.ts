/**
 * A journey in which a newer build arrives while people play: it waits until no window is in a game, and then all windows
 * use it.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PAGE } from '../../../../tools/fresh.mjs';
import { journey, planFirst, sitDown } from './kit.ts';
import { newTable, restartPageServer } from './page-server.ts';

const MARK = '<meta name="build" content="newer">';

/**
 * Chromium activates a waiting worker only when no event of the old worker is under way, and an event may take five minutes.
 * This limit is longer.
 */
const LONGEST_ACTIVATION = 600_000;

/** Makes a newer build: another page, with another service worker and another cache. */
function newerBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hush-newer-'));
  cpSync(dirname(PAGE), folder, { recursive: true });
  const change = (file: string, edit: (text: string) => string): void => {
    const before = readFileSync(join(folder, file), 'utf8');
    const after = edit(before);
    expect(after).not.toBe(before);
    writeFileSync(join(folder, file), after);
  };
  const version = /version["']?:\s*["'`](\w+)["'`]/.exec(readFileSync(join(folder, 'sw.js'), 'utf8'))?.[1];
  if (version === undefined) throw new Error('no version in the worker');
  change('sw.js', text => text.replaceAll(version, `${version}newer`));
  change('index.html', text => text.replace('</head>', `${MARK}</head>`));
  return folder;
}

const isNewer = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector('meta[name="build"]') !== null);

/** Makes the page check for updates, as returning to it does. */
const askForNews = (page: Page): Promise<unknown> =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

journey(
  'a newer build waits while any window is in a game, and is then loaded by all windows',
  async ({ pageServer, open }) => {
    const folder = newerBuild();
    const { page: first, tab } = await open('/');
    await first.getByRole('button', { name: 'With friends' }).waitFor();
    await first.evaluate('navigator.serviceWorker.ready');
    await first.reload(); // A service worker controls a page only after the page is opened again.
    const code = await newTable(pageServer, { scenario: 1, hourglass: 3600 });
    const playing = await tab(`/t/${code}`);
    await sitDown(playing, 'Mina');
    await planFirst(playing);
    await playing.getByRole('button', { name: 'Turn the hourglass' }).click();
    await playing.locator('.dock .key').first().waitFor();
    await pageServer.server.stop();
    const again = await restartPageServer(pageServer, folder);
    try {
      await askForNews(first);
      const load = first.getByRole('button', { name: 'Update' });
      await load.waitFor();
      expect(await playing.locator('.update-hint').count()).toBe(0);
      await load.click();
      await first.getByText('Finish the game in the other window first.').waitFor();
      expect([await isNewer(first), await isNewer(playing)]).toEqual([false, false]);
      await playing.locator('.dock .key').first().waitFor(); // the window of the player was not reloaded
      // The player goes home without a reload; the service worker still knows only the table's address of that window.
      await playing.getByRole('button', { name: 'Menu' }).click();
      await playing.getByRole('button', { name: 'Leave the table' }).click();
      await playing.locator('dialog.sure .danger').click();
      await playing.getByRole('button', { name: 'With friends' }).waitFor();
      await load.click();
      for (const page of [first, playing]) {
        await page.locator('meta[name="build"]').waitFor({ state: 'attached', timeout: LONGEST_ACTIVATION });
        await page.getByRole('button', { name: 'With friends' }).waitFor();
      }
      expect(await first.locator('.update-hint').count()).toBe(0);
    } finally {
      await again.server.stop();
      rmSync(folder, { recursive: true });
    }
  },
  { expects: [/ERR_CONNECTION_REFUSED/, /WebSocket/], ownServer: true, serviceWorker: true },
);
