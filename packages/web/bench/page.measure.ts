/// <reference lib="dom" />
/** Measures the page in a browser and writes the rows that page.bench.ts reads, to the file named by HUSH_ROWS. */
import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, test } from 'vitest';
import type { Row } from '../../../tools/bench-row.ts';
import type { BoardPage } from '../test/board-page/main.ts';
import { boardAddress, rest, showMall } from '../test/browser/board-server.ts';
import { DESKTOP, theBrowser } from '../test/browser/browser.ts';
import { openJourneyWorld } from '../test/browser/journey-world.ts';
import { newTable } from '../test/browser/page-server.ts';
import { type Circle, callUp, gather, setTalk } from '../test/browser/voice-circle.ts';
import { EARS, heardSince, hears, silent } from '../test/browser/voice-kit.ts';
import { framesOfBlank, median, newPhone, pressToPaint, quantile, slowPage } from './phone-kit.ts';

declare const hush: BoardPage;

const ROUNDS = 5;

const rows: Row[] = [];
afterAll(() => {
  const file = process.env['HUSH_ROWS'];
  if (file !== undefined) writeFileSync(file, JSON.stringify(rows));
});

async function openPage(address: string): Promise<Page> {
  const context = await (await theBrowser()).newContext({ ...DESKTOP, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/** Processor time that the browser has used so far, in milliseconds. */
async function processorTime(): Promise<number> {
  const session = await (await theBrowser()).newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
}

test('frames per second while the camera moves over 24 tiles', async () => {
  const blank = await openPage('about:blank');
  const board = await openPage(await boardAddress());
  await showMall(board, 24);
  const [shares, costs]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const still = await framesOfBlank(blank);
    const before = await processorTime();
    const { fps } = await board.evaluate(() => hush.measure(1500));
    costs.push(((await processorTime()) - before) / (fps * 1.5));
    shares.push(fps / still);
  }
  rows.push(
    { name: 'camera over 24 tiles, frames / blank page', value: median(shares), unit: 'x', budget: '>= 0.9' },
    { name: 'camera over 24 tiles, processor', value: median(costs), unit: 'ms/frame' },
  );
});

test('milliseconds from a press to paint', async () => {
  const blank = await openPage('about:blank');
  const board = await openPage(await boardAddress());
  await showMall(board, 24);
  const [onBlank, onBoard]: [number[], number[]] = [[], []];
  for (let round = 0; round < 4 * ROUNDS; round++) {
    onBlank.push(await pressToPaint(blank, 300, 300));
    const box = await board.locator('[data-mark^="walk:elf"]').first().boundingBox();
    if (box === null) throw new Error('nowhere to go');
    onBoard.push(await pressToPaint(board, box.x + box.width / 2, box.y + box.height / 2));
    await rest(board);
  }
  rows.push(
    { name: 'press to paint, blank page', value: median(onBlank), unit: 'ms' },
    { name: 'press to paint, board', value: median(onBoard), unit: 'ms' },
    {
      name: 'press to paint, board / blank page',
      value: median(onBoard) / median(onBlank),
      unit: 'x',
      budget: '<= 2',
    },
  );
});

const WINDOWS = 8;

interface Window {
  /**
   * For each pair of pages, the milliseconds from the moment at which both knew that talk was open until one heard
   * the other.
   */
  readonly opened: readonly number[];
  /** For each page, milliseconds from when it knew that talk was closed until it heard nothing. */
  readonly closed: readonly number[];
}

async function oneWindow(circle: Circle): Promise<Window> {
  const { pages, members } = circle;
  const others = (i: number): readonly number[] => members.filter((_, j) => j !== i);
  const opened = await setTalk(circle, 'open');
  await Promise.all(pages.map((page, i) => hears(page, others(i))));
  const since = Math.min(...opened);
  const openings = await Promise.all(
    pages.map(async (page, ear) => {
      const { first } = await heardSince(page, since, others(ear));
      const mouths = opened.filter((_, i) => i !== ear);
      return first.map((after, i) => since + after - Math.max(opened[ear] ?? since, mouths[i] ?? since));
    }),
  );
  const closed = await setTalk(circle, 'closed');
  await Promise.all(pages.map(silent));
  const closings = await Promise.all(
    pages.map(async (page, i) => {
      const { last } = await heardSince(page, closed[i] ?? 0, others(i));
      return Math.max(0, last - (closed[i] ?? 0));
    }),
  );
  return { opened: openings.flat(), closed: closings };
}

/** How long a timer of 100 ms really takes in a page; on a busy machine it takes longer. */
const timerOf100 = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const begun = performance.now();
    await new Promise(resolve => setTimeout(resolve, 100));
    return performance.now() - begun;
  });

test('time until voices open and close among four pages', async () => {
  const { world, close } = await openJourneyWorld({ sound: true });
  try {
    const circle = await callUp(await gather(world, 4, () => EARS), 0, 4);
    const windows: Window[] = [];
    const ticks: number[] = [];
    for (let i = 0; i < WINDOWS; i++) {
      ticks.push(...(await Promise.all(circle.pages.map(timerOf100))));
      windows.push(await oneWindow(circle));
    }
    const tick = median(ticks);
    const opened = windows.flatMap(window => window.opened);
    const closed = windows.flatMap(window => window.closed);
    rows.push(
      { name: 'a timer of 100 ms in the same pages, while voices open and close', value: tick, unit: 'ms' },
      { name: 'voice opens, median of all pairs', value: median(opened), unit: 'ms' },
      { name: 'voice opens, 90 %', value: quantile(opened, 0.9), unit: 'ms' },
      {
        name: 'voice opens, median / timer of 100 ms',
        value: median(opened) / tick,
        unit: 'x',
        budget: '<= 3',
      },
      { name: 'gate closes, worst of all pages', value: Math.max(...closed), unit: 'ms' },
      {
        name: 'gate closes, worst / timer of 100 ms',
        value: Math.max(...closed) / tick,
        unit: 'x',
        budget: '<= 3',
      },
    );
  } finally {
    await close();
  }
});

const placesOf = (page: Page): Promise<string> =>
  page
    .locator('.toy-table .board-pawn')
    .evaluateAll(pawns => pawns.map(pawn => pawn.getAttribute('style')).join());

/** The seconds that a newcomer takes to open the link, press the first enabled key and see a hero move. */
async function linkToMove(page: Page, link: string): Promise<number> {
  const begun = performance.now();
  await page.goto(link);
  const key = page.locator('.toy-actions .key:not(.dim)').first();
  await key.waitFor();
  const before = await placesOf(page);
  await key.tap();
  while ((await placesOf(page)) === before) await new Promise(resolve => setTimeout(resolve, 20));
  return (performance.now() - begun) / 1000;
}

test('time from a link to the first own move', async () => {
  const { world, close } = await openJourneyWorld({ sound: true });
  try {
    const [moved, plain]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      const code = await newTable(world.pageServer, { scenario: 1 });
      const page = await slowPage(await newPhone());
      const begun = performance.now();
      await page.goto(`${world.pageServer.address}/version`);
      plain.push((performance.now() - begun) / 1000);
      moved.push(await linkToMove(page, `${world.pageServer.address}/t/${code}`));
      await page.context().close();
    }
    rows.push(
      {
        name: 'link to a page of plain text, phone with a 4x slower processor',
        value: median(plain),
        unit: 's',
      },
      {
        name: 'link to the first own move, same phone',
        value: median(moved),
        unit: 's',
      },
      {
        name: 'link to the first own move / link to plain text',
        value: median(moved) / median(plain),
        unit: 'x',
        budget: '<= 100',
      },
    );
  } finally {
    await close();
  }
});
