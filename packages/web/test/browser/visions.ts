/** Simulates colour vision deficiencies on a page. */
import type { Page } from 'playwright-core';

export const VISIONS = ['protanopia', 'deuteranopia', 'tritanopia', 'achromatopsia'] as const;
export type Vision = (typeof VISIONS)[number] | 'none';

/** From now on, until the page is closed. */
export async function seeAs(page: Page, type: Vision): Promise<void> {
  const session = await page.context().newCDPSession(page); // what it asks for ends with it, so it stays
  await session.send('Emulation.setEmulatedVisionDeficiency', { type });
}
