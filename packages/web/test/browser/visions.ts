/** Makes a page look as people with a colour vision deficiency see it. */
import type { Page } from 'playwright-core';

export const VISIONS = ['protanopia', 'deuteranopia', 'tritanopia', 'achromatopsia'] as const;
export type Vision = (typeof VISIONS)[number] | 'none';

/** Simulates this kind of vision until the page is closed. */
export async function seeAs(page: Page, type: Vision): Promise<void> {
  const session = await page.context().newCDPSession(page); // the setting ends with the session, so the session stays open
  await session.send('Emulation.setEmulatedVisionDeficiency', { type });
}
