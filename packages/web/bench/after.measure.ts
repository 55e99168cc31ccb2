/// <reference lib="dom" />
/** Measures what happens after a game and writes the rows that after.bench.ts reads, to the file named by HUSH_ROWS. */
import { writeFileSync } from 'node:fs';
import { laidTiles } from '@hush/rules';
import type { Page } from 'playwright-core';
import { afterAll, test } from 'vitest';
import type { Row } from '../../../tools/bench-row.ts';
import { DESKTOP, PHONE } from '../test/browser/browser.ts';
import { Crew } from '../test/browser/crew.ts';
import { type JourneyWorld, openJourneyWorld } from '../test/browser/journey-world.ts';
import { newTable } from '../test/browser/page-server.ts';
import { winByScript } from '../test/browser/script-win.ts';

const SLOWDOWN = 4;
const LONG = 200_000;
const SAMPLES = 40;
const TELEVISION = { viewport: { width: 1920, height: 1080 } } as const;

const rows: Row[] = [];
afterAll(() => {
  const file = process.env['HUSH_ROWS'];
  if (file !== undefined) writeFileSync(file, JSON.stringify(rows));
});

const enter = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /debrief/i }).click();
  await page.getByRole('heading', { name: 'Debrief' }).waitFor();
};

/** Makes a game in which three people have found four tiles and the sand is about to run out. */
async function nearlyLost(world: JourneyWorld): Promise<Crew> {
  const crew = await Crew.gather(world, { scenario: 1 }, 3);
  await crew.playUntil(game => laidTiles(game).length >= 4 && game.drawn === null);
  return crew;
}

/** How far the replay on a page is ahead of the clock that the browsers share, in milliseconds. */
const aheadOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const now = document.querySelector<HTMLElement>('.curve-now');
    const whole = Number(document.body.dataset['whole']);
    return (Number.parseFloat(now?.style.left ?? '0') / 100) * whole - Date.now();
  });

test('time from the end of a game to the first turning point, and between the windows of a debrief', async () => {
  const { world, close } = await openJourneyWorld({ sound: true });
  try {
    const crew = await nearlyLost(world);
    const { page: phone, context } = await crew.open(0, PHONE);
    const session = await context.newCDPSession(phone);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await world.pageServer.clock.pass(LONG);
    await phone.locator('.end').waitFor();
    const begun = performance.now();
    await phone.getByRole('button', { name: /debrief/i }).click();
    await phone.locator('.lamp').first().waitFor();
    const seconds = (performance.now() - begun) / 1000;
    rows.push({
      name: 'end to the first turning point, phone with a 4x slower processor (at most 5)',
      value: seconds,
      unit: 's',
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const { page: second } = await crew.open(1, PHONE);
    const { page: third } = await crew.open(2, DESKTOP);
    const { page: tv } = await world.open(`/t/${crew.code}?view=screen`, TELEVISION);
    await enter(second);
    await enter(third);
    await tv.getByRole('heading', { name: 'Debrief' }).waitFor();
    const whole = await phone.getByRole('slider').getAttribute('max');
    const pages = [phone, second, third, tv];
    for (const page of pages) await page.evaluate(`document.body.dataset.whole = '${whole}'`);
    await phone.getByRole('button', { name: 'Play', exact: true }).click();
    const apart: number[] = [];
    for (let i = 0; i < SAMPLES; i++) {
      await new Promise(resolve => setTimeout(resolve, 150));
      const places = await Promise.all(pages.map(aheadOf));
      apart.push(Math.max(...places) - Math.min(...places));
    }
    const sorted = apart.slice(4).sort((a, b) => a - b);
    rows.push(
      {
        name: 'four windows of a debrief apart, median (at most 150)',
        value: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
        unit: 'ms',
      },
      { name: 'four windows of a debrief apart, most', value: sorted.at(-1) ?? Number.NaN, unit: 'ms' },
    );
  } finally {
    await close();
  }
});

test('time to make a clip of the last twenty seconds', async () => {
  const { world, close } = await openJourneyWorld({ sound: true });
  try {
    const code = await newTable(world.pageServer, { scenario: 1, hourglass: 600 });
    const players = await winByScript(world.pageServer, code);
    const { page } = await world.open(`/t/${code}?view=watch`, PHONE);
    const key = page.getByRole('button', { name: 'Clip' });
    await key.waitFor();
    const begun = performance.now();
    await key.click();
    await page.locator('.souvenir img').waitFor();
    const seconds = (performance.now() - begun) / 1000;
    const address = (await page.locator('.souvenir img').getAttribute('src')) ?? '';
    const bytes = ((address.length - address.indexOf(',')) * 3) / 4;
    rows.push(
      { name: 'clip of the last twenty seconds made (at most 5)', value: seconds, unit: 's' },
      { name: 'size of that clip', value: bytes / 1e6, unit: 'MB', budget: '<= 1.5' },
    );
    for (const { connection } of players) connection.close();
  } finally {
    await close();
  }
});
