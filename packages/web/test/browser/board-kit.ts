/** Test helpers for the board alone. Console errors of its pages fail a test; all pages are closed afterwards. */
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { boardAddress, showMall } from './board-server.ts';
import { theBrowser } from './browser.ts';
import { browserTest } from './kit.ts';
import { STEERED_TIME, stopTime } from './steered-time.ts';

const contexts: BrowserContext[] = [];
const complaints: string[] = [];

export function boardTest(title: string, run: () => Promise<void>): void {
  browserTest(title, async () => {
    try {
      await run();
      expect(complaints).toEqual([]);
    } finally {
      complaints.length = 0;
      await Promise.all(contexts.splice(0).map(context => context.close()));
    }
  });
}

/** Counts the animations that the page starts. */
const COUNT_ANIMATIONS = `{
  const { animate } = Element.prototype;
  globalThis.animationsBegun = 0;
  Element.prototype.animate = function (...given) {
    animationsBegun += 1;
    return animate.apply(this, given);
  };
}`;

export async function openPage(
  path: string,
  options: BrowserContextOptions,
  isPainted?: boolean,
): Promise<Page> {
  const context = await (await theBrowser(isPainted)).newContext(options);
  contexts.push(context);
  await context.addInitScript(STEERED_TIME + COUNT_ANIMATIONS);
  const page = await context.newPage();
  page.on('console', message => complaints.push(message.text()));
  page.on('pageerror', error => complaints.push(error.message));
  await page.goto(`${await boardAddress()}${path}`);
  return page;
}

/**
 * Opens a mall of `tiles` tiles and waits until the camera rests. Time then stands still until a test lets it pass, so
 * that no press becomes a long one.
 */
export async function openBoard(
  options: BrowserContextOptions,
  tiles = 12,
  isPainted?: boolean,
): Promise<Page> {
  const page = await openPage('/', options, isPainted);
  await showMall(page, tiles);
  await stopTime(page);
  return page;
}
