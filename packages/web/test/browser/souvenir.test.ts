/** Journeys of the card and the clip of a finished game: made in a real browser and opened with its decoders. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PHONE } from './browser.ts';
import { expectAccessible, journey, PICTURES, TAKES_PICTURES, takePicture } from './kit.ts';
import { newTable } from './page-server.ts';
import { winByScript } from './script-win.ts';

/** What Chromium's image decoder finds in the shown picture. */
const decoded = (page: Page): Promise<unknown> =>
  page.evaluate(`(async () => {
    const address = document.querySelector('.souvenir img').src;
    const bytes = Uint8Array.from(atob(address.split(',')[1]), letter => letter.charCodeAt(0));
    const type = address.slice(5, address.indexOf(';'));
    const decoder = new ImageDecoder({ data: bytes, type });
    await decoder.tracks.ready;
    await decoder.completed;
    const { frameCount } = decoder.tracks.selectedTrack;
    let duration = 0;
    let size = null;
    for (let i = 0; i < frameCount; i++) {
      const { image } = await decoder.decode({ frameIndex: i });
      duration += image.duration ?? 0;
      size = [image.displayWidth, image.displayHeight];
      image.close();
    }
    return { type, frameCount, seconds: duration / 1e6, size, bytes: bytes.length, address };
  })()`);

interface Decoded {
  readonly type: string;
  readonly frameCount: number;
  readonly seconds: number;
  readonly size: readonly [number, number];
  readonly bytes: number;
  readonly address: string;
}

async function keepPicture(name: string, address: string): Promise<void> {
  if (TAKES_PICTURES) writeFileSync(join(PICTURES, name), Buffer.from(address.split(',')[1] ?? '', 'base64'));
}

/** A script that makes the browser return noise when pixels are read. */
const NOISE = `{
  const read = CanvasRenderingContext2D.prototype.getImageData;
  CanvasRenderingContext2D.prototype.getImageData = function (...area) {
    const image = read.apply(this, area);
    for (let i = 0; i < image.data.length; i++) image.data[i] ^= i & 1;
    return image;
  };
}`;

journey(
  'PR-151a PR-151b PR-151c PR-153a a won game becomes a card and a clip, and only a card if pixels cannot be read',
  async ({ open, pageServer }) => {
    const code = await newTable(pageServer, { scenario: 1, hourglass: 600 });
    const players = await winByScript(pageServer, code);
    const requests: string[] = [];
    try {
      const { page } = await open(`/t/${code}?view=watch`, PHONE);
      await page.getByRole('button', { name: 'Clip' }).waitFor();
      await takePicture(page, 'end-with-souvenirs');
      page.on('request', request => {
        if (request.method() !== 'GET') requests.push(request.url());
      });
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await page.locator('.souvenir img').waitFor();
      const card = (await decoded(page)) as Decoded;
      expect(card).toMatchObject({ type: 'image/png', frameCount: 1, size: [1200, 630] });
      await keepPicture('card.png', card.address);
      await expectAccessible(page);
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: 'Clip' }).click();
      await page.locator('.souvenir img').waitFor();
      const clip = (await decoded(page)) as Decoded;
      expect(clip.type).toBe('image/gif');
      expect(clip.frameCount).toBeGreaterThan(20);
      expect(clip.seconds).toBeGreaterThan(20);
      expect(clip.seconds).toBeLessThan(23);
      expect(clip.bytes).toBeLessThanOrEqual(1_500_000);
      await keepPicture('clip.gif', clip.address);
      await takePicture(page, 'clip-dialog');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('hush.gif');
      expect(requests).toEqual([]);

      // Chromium's decoder also opens the picture of the link preview.
      const [wide, high] = (await page.evaluate(`(async () => {
        const image = new Image();
        image.src = '/t/${code}/board.png';
        await image.decode();
        return [image.naturalWidth, image.naturalHeight];
      })()`)) as readonly number[];
      expect([wide, high]).toEqual([1200, 630]);

      const noisy = await open(`/t/${code}?view=watch`, PHONE, NOISE);
      await noisy.page.getByRole('button', { name: 'Clip' }).click();
      await noisy.page.getByText('This device can’t make a clip.').waitFor();
      expect(((await decoded(noisy.page)) as Decoded).type).toBe('image/png');
      await expectAccessible(noisy.page);
    } finally {
      for (const { connection } of players) connection.close();
    }
  },
);
