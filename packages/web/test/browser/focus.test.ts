/** A journey from the home screen to the end of a game with the keyboard alone: the focus is always visible. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PHONE } from './browser.ts';
import { journey } from './kit.ts';
import { newTable } from './page-server.ts';

/** A script that returns the name of the focused element, and whether its focus ring is visible and not covered. */
const LOOK = `(async () => {
  const look = () => {
    const e = document.activeElement;
    if (e === null || e === document.body) return null;
    const near = [e, e.parentElement, e.parentElement?.parentElement, e.nextElementSibling].filter(one => one != null);
    const isRinged = one => {
      const { outlineStyle, outlineWidth, opacity } = getComputedStyle(one);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && opacity !== '0';
    };
    const ringed = near.find(isRinged);
    const { left, top, width, height } = (ringed ?? e).getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    const isSeen = found !== null && near.some(one => one.contains(found) || found.contains(one));
    return { what: e.outerHTML.slice(0, 120), isSeen: ringed !== undefined && isSeen };
  };
  // The page may still be moving: it scrolls to the focused element, and panels slide into place.
  for (let frame = 0; frame < 300; frame++) {
    const seen = look();
    if (seen === null || seen.isSeen) return seen;
    await new Promise(requestAnimationFrame);
  }
  return look();
})()`;

interface Look {
  readonly what: string;
  readonly isSeen: boolean;
}

const MOST_STOPS = 40;

/** Presses Tab until the focus has gone around the page; returns the number of stops. */
async function around(page: Page): Promise<number> {
  const hidden: string[] = [];
  let stops = 0;
  for (let i = 0; i < MOST_STOPS; i++) {
    await page.keyboard.press('Tab');
    const look = (await page.evaluate(LOOK)) as Look | null;
    if (look === null && stops > 0) break;
    if (look === null) continue;
    stops++;
    if (!look.isSeen) hidden.push(look.what);
  }
  expect(hidden).toEqual([]);
  return stops;
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let i = 0; i < MOST_STOPS; i++) {
    if (await page.evaluate(`document.activeElement?.matches('${selector}') === true`)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to ${selector}`);
}

/** From the lobby to the planning before the sand runs, with keys. */
async function beginByKeys(page: Page): Promise<void> {
  await tabTo(page, '.lobby-head .button:last-child');
  await page.keyboard.press('Enter');
  await tabTo(page, '.start-choices .button');
  await page.keyboard.press('Enter');
  await page.locator('.setup-go').waitFor();
}

async function startByKeys(page: Page): Promise<void> {
  await tabTo(page, '.setup-go .button.main');
  await page.keyboard.press('Enter');
}

journey(
  'with the keyboard alone, from the home screen to the end of a game, the focus is always visible',
  async ({ pageServer, open }) => {
    const code = await newTable(pageServer, { scenario: 1, hourglass: 600 });
    const { page } = await open('/', PHONE);
    await page.getByRole('button', { name: 'With friends' }).waitFor();
    expect(await around(page)).toBeGreaterThan(8);
    await tabTo(page, 'input[name=code]');
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await page.locator('.own-seat').waitFor();
    await page.locator('.talk-button').waitFor();
    expect(await around(page)).toBeGreaterThan(5);
    await tabTo(page, '.own-seat');
    await page.keyboard.press('Enter');
    await tabTo(page, '.face-form input');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Mina');
    await page.keyboard.press('Enter');
    await page.locator('.own-seat').getByText('Mina').waitFor();
    expect(await around(page)).toBeGreaterThan(5);
    await beginByKeys(page);
    expect(await around(page)).toBeGreaterThan(5);
    await startByKeys(page);
    await page.locator('.dock .key').first().waitFor();
    expect(await around(page)).toBeGreaterThan(5);
    // A game that is long enough for these steps would end too late, so the end is tested with a short game.
    await page.goto(`${pageServer.address}/t/${await newTable(pageServer, { scenario: 1, hourglass: 1 })}`);
    await page.locator('.own-seat').waitFor();
    await beginByKeys(page);
    await startByKeys(page);
    await page.locator('.timeline').waitFor();
    expect(await around(page)).toBeGreaterThan(5);
  },
);
