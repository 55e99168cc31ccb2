/** The seven windows in which a game is looked at. */
import type { BrowserContextOptions } from 'playwright-core';

const hand = { deviceScaleFactor: 2, isMobile: true, hasTouch: true } as const;

export const SEVEN_SIZES = {
  '1920x1080': { viewport: { width: 1920, height: 1080 } },
  '1440x900': { viewport: { width: 1440, height: 900 } },
  '1280x720': { viewport: { width: 1280, height: 720 } },
  '1024x768': { viewport: { width: 1024, height: 768 }, ...hand, deviceScaleFactor: 1 },
  '844x390': { viewport: { width: 844, height: 390 }, ...hand },
  '768x1024': { viewport: { width: 768, height: 1024 }, ...hand, deviceScaleFactor: 1 },
  '390x844': { viewport: { width: 390, height: 844 }, ...hand },
} as const satisfies Readonly<Record<string, BrowserContextOptions>>;
