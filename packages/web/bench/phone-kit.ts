/// <reference lib="dom" />
/** What the measurements of the page share: quantiles, a slow phone, and the time from a press to paint. */
import type { BrowserContext, Page } from 'playwright-core';
import { PHONE, theBrowser } from '../test/browser/browser.ts';

export const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** How much slower the processor of a cheap phone is. */
const SLOWDOWN = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };

/** A page on a phone with a slow processor, and with a slow network if asked for. */
export async function slowPage(
  context: BrowserContext,
  { network = false }: { readonly network?: boolean } = {},
): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  if (network) await session.send('Network.enable');
  if (network) await session.send('Network.emulateNetworkConditions', NETWORK);
  return page;
}

/** A phone that has never opened the page before. */
export const newPhone = async (): Promise<BrowserContext> => (await theBrowser()).newContext(PHONE);

/** Milliseconds from a press to the frame after it, which shows the effect. */
export async function pressToPaint(page: Page, x: number, y: number): Promise<number> {
  await page.evaluate(() => {
    const painted = new Promise(resolve => {
      const pressed = ({ timeStamp }: Event): void => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - timeStamp);
          port2.postMessage(null);
        });
      };
      addEventListener('pointerup', pressed, { once: true });
    });
    Object.assign(globalThis, { painted });
  });
  await page.mouse.click(x, y);
  return page.evaluate(() => (globalThis as unknown as { painted: Promise<number> }).painted);
}

/** Frames per second of a page on which nothing moves. */
export const framesOfBlank = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const begun = performance.now();
    let frames = 0;
    for (; performance.now() - begun < 1500; frames++) await new Promise(requestAnimationFrame);
    return (frames * 1000) / (performance.now() - begun);
  });
