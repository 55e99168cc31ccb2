/** Simulates colour vision deficiencies on a page. */
import type { Page } from 'playwright-core';

export const VISIONS = ['protanopia', 'deuteranopia', 'tritanopia', 'achromatopsia'] as const;
export type Vision = (typeof VISIONS)[number] | 'none';

/** Simulates this vision until the page is closed. */
export async function seeAs(page: Page, type: Vision): Promise<void> {
  const session = await page.context().newCDPSession(page); // the setting ends with the session, so the session stays open
  await session.send('Emulation.setEmulatedVisionDeficiency', { type });
}
