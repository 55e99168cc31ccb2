/**
 * The window sizes in which pictures are taken, in two kinds: a desktop with a mouse, a phone with fingers. A page is
 * opened once for each kind, and its window then gets each size.
 */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { DESKTOP, PHONE } from './browser.ts';
import { takePicture } from './kit.ts';

const hand = { deviceScaleFactor: 2, isMobile: true, hasTouch: true } as const;

const DESKS = {
  '1920x1080': { viewport: { width: 1920, height: 1080 } },
  '1440x900': { viewport: { width: 1440, height: 900 } },
  '1280x720': { viewport: { width: 1280, height: 720 } },
} as const;

const HANDS = {
  '844x390': { viewport: { width: 844, height: 390 }, ...hand },
  '768x1024': { viewport: { width: 768, height: 1024 }, ...hand, deviceScaleFactor: 1 },
  '390x844': { viewport: { width: 390, height: 844 }, ...hand },
  '360x640': { viewport: { width: 360, height: 640 }, ...hand },
} as const;

export const SEVEN_SIZES: Readonly<Record<string, BrowserContextOptions>> = { ...DESKS, ...HANDS };

/** The browser options of each kind of window. */
export const KINDS: Readonly<Record<'desktop' | 'phone', BrowserContextOptions>> = {
  desktop: DESKTOP,
  phone: PHONE,
};

/**
 * With HUSH_SIZES=seven each picture is taken in every size of its kind; otherwise in the size in which the page was
 * opened.
 */
const TAKES_SEVEN = process.env['HUSH_SIZES'] === 'seven';

/** Milliseconds in which the camera, sheets and banners come to rest after the window has changed. */
const SETTLED = 700;

export async function takePictures(page: Page, name: string, kind: 'desktop' | 'phone'): Promise<void> {
  if (!TAKES_SEVEN) return takePicture(page, `${name}-${kind}`);
  const before = page.viewportSize();
  for (const [size, { viewport }] of Object.entries(kind === 'desktop' ? DESKS : HANDS)) {
    await page.setViewportSize(viewport);
    await page.waitForTimeout(SETTLED);
    await takePicture(page, `${name}-${size}`);
  }
  if (before !== null) await page.setViewportSize(before);
}
