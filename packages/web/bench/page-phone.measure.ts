/// <reference lib="dom" />
/** Measures the page on a cheap phone and writes the rows that page-phone.bench.ts reads, to the file named by HUSH_ROWS. */
import { writeFileSync } from 'node:fs';
import { reach } from '@hush/rules';
import type { Page } from 'playwright-core';
import { afterAll, test } from 'vitest';
import type { Row } from '../../../tools/bench-row.ts';
import { Player, until } from '../../server/test/player-client.ts';
import type { BoardPage } from '../test/board-page/main.ts';
import { boardAddress, rest, showMall } from '../test/browser/board-server.ts';
import { PHONE, theBrowser } from '../test/browser/browser.ts';
import { type JourneyWorld, openJourneyWorld } from '../test/browser/journey-world.ts';
import { newTable } from '../test/browser/page-server.ts';
import { framesOfBlank, median, newPhone, pressToPaint, quantile, slowPage } from './phone-kit.ts';

declare const hush: BoardPage;

const ROUNDS = 5;
const PRESSES = 100;
const WATCHED = 3_000;
const MINUTE = 60_000;
const [WARM_MINUTES, MINUTES] = [10, 60];
const MOVE_EVERY = 5_000;
const PEOPLE = ['Ann', 'Bo'];

const rows: Row[] = [];
afterAll(() => {
  const file = process.env['HUSH_ROWS'];
  if (file !== undefined) writeFileSync(file, JSON.stringify(rows));
});

/** Says what is measured now, because some measurements take minutes. */
const say = (what: string): unknown => process.stderr.write(`hush: ${what}\n`);

/** A running game of two people without pages, whose clock is that of the server. */
async function runningGame({ pageServer }: JourneyWorld): Promise<readonly [string, readonly Player[]]> {
  const wish = { scenario: 1, hourglass: 3600, house: { freeTalk: true, pause: true } };
  const code = await newTable(pageServer, wish);
  const players: Player[] = [];
  for (const name of PEOPLE) {
    const { server, clock } = pageServer;
    const player = new Player({ table: code, port: server.port, chance: Math.random, clock });
    await until(() => player.connection.status.type === 'online', 'a greeting');
    player.connection.join(name, 'fox');
    await until(() => player.connection.mirror.member !== null, 'a seat');
    players.push(player);
  }
  players[0]?.connection.manage({ type: 'begin' });
  await until(() => players.every(({ connection }) => connection.mirror.game !== null), 'the set-up');
  players[0]?.connection.do({ type: 'start' });
  await until(() => players[1]?.connection.mirror.game?.status === 'playing', 'the sand to run');
  return [code, players];
}

/** Seconds until the board of a running game is painted. */
async function linkToBoard(page: Page, link: string): Promise<number> {
  const begun = performance.now();
  await page.goto(link, { waitUntil: 'commit' });
  await page.locator('.board-tile').first().waitFor();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  return (performance.now() - begun) / 1000;
}

async function linkToText(page: Page, link: string): Promise<number> {
  const begun = performance.now();
  await page.goto(link);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  return (performance.now() - begun) / 1000;
}

test('seconds from a link to the board, cold and warm', async () => {
  say('link to board on a slow phone and network');
  const { world, close } = await openJourneyWorld({ sound: true });
  try {
    const { address } = world.pageServer;
    const [code] = await runningGame(world);
    const [plain, cold, warm]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round++) {
      const phone = await newPhone();
      const link = `${address}/t/${code}?view=watch`;
      const first = await slowPage(phone, { network: true });
      plain.push(await linkToText(first, `${address}/version`));
      await first.close();
      const second = await slowPage(phone, { network: true });
      cold.push(await linkToBoard(second, link));
      await second.evaluate(async () => void (await navigator.serviceWorker.ready));
      await second.close();
      warm.push(await linkToBoard(await slowPage(phone, { network: true }), link));
      await phone.close();
    }
    const beside = (name: string, values: readonly number[], budget: Row['budget']): readonly Row[] => [
      { name, value: median(values), unit: 's' },
      {
        name: `${name} / plain text`,
        value: median(values) / median(plain),
        unit: 'x',
        ...(budget && { budget }),
      },
    ];
    rows.push(
      { name: 'link to plain text, 4x slower, 1.6 Mbit/s, 150 ms', value: median(plain), unit: 's' },
      ...beside('link to board, cold, same phone (at most 3)', cold, '<= 10'),
      ...beside('link to board, warm, same phone (at most 1)', warm, '<= 3'),
    );
  } finally {
    await close();
  }
});

test('input to paint and frames on a slow processor', async () => {
  say('input to paint, 4x slower processor');
  const phone = await newPhone();
  const blank = await slowPage(phone);
  const board = await slowPage(phone);
  await board.goto(await boardAddress());
  await showMall(board, 24);
  const [onBlank, onBoard]: [number[], number[]] = [[], []];
  for (let n = 0; n < PRESSES; n++) {
    onBlank.push(await pressToPaint(blank, 100, 100));
    const box = await board.locator('[data-mark^="walk:elf"]').first().boundingBox();
    if (box === null) throw new Error('nowhere to go');
    onBoard.push(await pressToPaint(board, box.x + box.width / 2, box.y + box.height / 2));
    if (n % 10 === 9) await rest(board);
  }
  const [p99, p99Blank] = [quantile(onBoard, 0.99), quantile(onBlank, 0.99)];
  say('frames while the camera moves, 4x slower processor');
  const shares: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const still = await framesOfBlank(blank);
    const { fps } = await board.evaluate(() => hush.measure(1500));
    rates.push(fps);
    shares.push(fps / still);
  }
  await phone.close();
  rows.push(
    { name: 'input to paint, 4x slower processor, blank page, p99', value: p99Blank, unit: 'ms' },
    { name: 'input to paint, 4x slower processor, board, p99 (at most 50)', value: p99, unit: 'ms' },
    { name: 'input to paint, p99, board / blank page', value: p99 / p99Blank, unit: 'x', budget: '<= 3' },
    {
      name: 'camera over 24 tiles, 4x slower processor (at least 50)',
      value: median(rates),
      unit: 'per second',
    },
    {
      name: 'camera over 24 tiles, 4x slower processor, frames / blank page',
      value: median(shares),
      unit: 'x',
      budget: '>= 0.8',
    },
  );
});

/** The frames that the compositor draws of a page in three seconds. */
async function framesDrawn(page: Page): Promise<number> {
  const browser = await theBrowser();
  await browser.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline.frame'],
  });
  await new Promise(resolve => setTimeout(resolve, WATCHED));
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as {
    readonly traceEvents: readonly { readonly name: string }[];
  };
  return traceEvents.filter(({ name }) => name === 'DrawFrame').length;
}

test('frames drawn while nothing moves', async () => {
  say('frames drawn while nothing moves');
  const { world, close } = await openJourneyWorld({ sound: true });
  try {
    const [code, players] = await runningGame(world);
    const { page } = await world.open(`/t/${code}?view=watch`, PHONE);
    await page.locator('.board-tile').first().waitFor();
    players[0]?.connection.do({ type: 'pause' });
    await until(() => players[0]?.connection.mirror.game?.status !== 'playing', 'the pause');
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState === 'finished'),
    );
    const { page: blank } = await world.open('/version', PHONE);
    const ofBlank = await framesDrawn(blank);
    await blank.evaluate(() => {
      setInterval(() => {
        document.body.style.opacity = String(Math.random());
      }, 100);
    });
    const ofChanging = await framesDrawn(blank);
    if (ofChanging === 0) throw new Error('the browser does not tell which frames it draws');
    await blank.close();
    await page.bringToFront();
    await framesDrawn(page); // the last frames after it came to the front
    rows.push(
      { name: 'frames drawn in 3 s, blank page', value: ofBlank, unit: 'frames' },
      {
        name: 'frames drawn in 3 s, page that changes ten times a second',
        value: ofChanging,
        unit: 'frames',
      },
      {
        name: 'frames drawn in 3 s, paused game in which nothing moves',
        value: Math.max(0, (await framesDrawn(page)) - ofBlank),
        unit: 'frames',
        budget: '<= 0',
      },
    );
  } finally {
    await close();
  }
});

/** Moves a hero with the next seat that can. */
async function move(players: readonly Player[], n: number): Promise<void> {
  for (const [i, player] of [...players.slice(n % 2), ...players.slice(0, n % 2)].entries()) {
    const { mirror } = player.connection;
    const seat = (i + n) % 2;
    const legal = mirror.game === null ? [] : reach(mirror.game, seat);
    const moves = legal.flatMap(command => (command.type === 'move' ? [command] : []));
    const chosen = moves[n % moves.length];
    if (chosen === undefined) continue;
    const { seat: _, ...wish } = chosen;
    player.do(wish);
    await until(() => mirror.unanswered === 0, 'an answer');
    return;
  }
}

/** Bytes that the page's scripts hold after a garbage collection. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

test('memory over an hour of play', async () => {
  say('memory over an hour of play, in steered time');
  const { world, close } = await openJourneyWorld({ sound: true });
  try {
    const [code, players] = await runningGame(world);
    const { page } = await world.open(`/t/${code}?view=watch`, PHONE);
    await page.locator('.board-tile').first().waitFor();
    let [before, n] = [Number.NaN, 0];
    for (let minute = 1; minute <= MINUTES; minute++) {
      for (let at = 0; at < MINUTE; at += MOVE_EVERY) {
        await move(players, n++);
        await world.pass(MOVE_EVERY);
      }
      if (minute === WARM_MINUTES) before = await heapOf(page);
      if (minute % 10 === 0) say(`${minute} minutes of ${MINUTES}`);
    }
    const after = await heapOf(page);
    rows.push(
      {
        name: `memory of the page's scripts after ${WARM_MINUTES} minutes of play`,
        value: before / 1e6,
        unit: 'MB',
      },
      {
        name: `memory of the page's scripts after ${MINUTES} minutes of play`,
        value: after / 1e6,
        unit: 'MB',
      },
      {
        name: 'memory after an hour / after ten minutes',
        value: after / before,
        unit: 'x',
        budget: '<= 1.15',
      },
    );
  } finally {
    await close();
  }
});
