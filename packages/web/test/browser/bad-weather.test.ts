/// <reference lib="dom" />
/** Failures around a table: for each of them the page shows a sentence and a button, and nothing breaks. */
import type { Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { holdJournal } from '../../../server/test/journal/held-journal.ts';
import { Player, playTable, until } from '../../../server/test/player-client.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { type JourneyWorld, TIME_IS_KNOWN } from './journey-world.ts';
import { expectAccessible, journey, openTable, planFirst, sitDown } from './kit.ts';
import { newTable, type PageServer, restartPageServer } from './page-server.ts';
import { passUntilShown, stopTime } from './steered-time.ts';
import { toldTo } from './traffic.ts';

const MOST_SEATS = 9;

const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name }).waitFor();
const words = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name }).first().click();

/** Presses 'Try now', unless the page reconnects by itself before; resolves when it is `back`. */
async function tryNow(page: Page, back: Promise<void>): Promise<void> {
  await Promise.race([press(page, 'Try now').catch(() => back), back]);
  await back;
}

async function goHome(page: Page): Promise<void> {
  await press(page, 'Home');
  await page.getByRole('button', { name: 'With friends' }).waitFor();
}

/** Takes a seat, starts the game and the hourglass. */
async function play(page: Page, name: string): Promise<void> {
  await sitDown(page, name);
  await planFirst(page);
  await press(page, 'Turn the hourglass');
  await page.locator('.dock .key').first().waitFor();
}

// Players that are scripts without a browser page.

const players: Player[] = [];
afterEach(() => {
  for (const { connection } of players.splice(0)) connection.close();
});

const planOf = (pageServer: PageServer, table: string) => ({
  table,
  port: pageServer.server.port,
  chance: Math.random,
});

async function seat(pageServer: PageServer, table: string, name: string): Promise<Player> {
  const player = new Player(planOf(pageServer, table));
  players.push(player);
  await until(() => player.connection.status.type === 'online', 'a greeting');
  player.connection.join(name, 'owl');
  await until(() => player.connection.mirror.member !== null, 'a seat');
  return player;
}

async function runningTable(pageServer: PageServer, table: string): Promise<readonly Player[]> {
  const seated = await playTable([planOf(pageServer, table), planOf(pageServer, table)]);
  players.push(...seated);
  return seated;
}

journey(
  'a wrong address, a wrong link and an unknown code show a page with a link to the home screen',
  async ({ open }) => {
    const { page } = await open('/some/where');
    await heading(page, 'Page not found');
    await expectAccessible(page);
    await goHome(page);
    await page.goto('/t/BCDF');
    await heading(page, 'Page not found');
    await page.goto('/t/BCDFGHJK');
    await heading(page, 'Table not found');
    await words(page, /Check the code/);
    await expectAccessible(page);
    await goHome(page);
    const code = page.getByRole('textbox', { name: 'Table code' });
    await code.fill('hello');
    await code.press('Enter');
    await words(page, /Codes are eight characters/);
    await code.fill('bcdf-ghjk');
    await code.press('Enter');
    await heading(page, 'Table not found');
  },
  // The browser logs the 404 of a missing page.
  { expects: [/404/] },
);

/** Whether an element is visible without scrolling. */
const isInSight = (element: Element): boolean => element.getBoundingClientRect().bottom < innerHeight;

journey('at a locked table and at a full table a visitor may watch', async ({ pageServer, open }) => {
  const code = await newTable(pageServer, { scenario: 1 });
  const host = await seat(pageServer, code, 'Mina');
  host.manage({ type: 'lock', locked: true });
  await until(() => host.connection.mirror.confirmed.locked, 'the lock');
  const { page } = await open(`/t/${code}`, PHONE);
  await words(page, /table is locked/);
  await expectAccessible(page);
  host.manage({ type: 'lock', locked: false });
  await page.locator('.own-seat').waitFor(); // the page takes a seat as soon as one is free
  for (let i = 1; i < MOST_SEATS - 1; i++) await seat(pageServer, code, `Guest ${i}`);
  const { page: late } = await open(`/t/${code}`, PHONE);
  await words(late, 'Every seat is taken. You can watch.');
  expect(await late.locator('.kind-sentence').evaluate(isInSight)).toBe(true);
  await words(late, 'Guest 7');
  await expectAccessible(late);
  await openTable(page);
  await page.getByRole('link', { name: 'Just watch' }).tap();
  await words(page, 'You are watching.');
  await late.locator('.own-seat').waitFor();
});

journey(
  'a visitor to a running game watches, and may take a seat that becomes free',
  async ({ pageServer, open }) => {
    const code = await newTable(pageServer, { scenario: 1 });
    const [, second] = await runningTable(pageServer, code);
    const { page } = await open(`/t/${code}`);
    await page.locator('.board-area').waitFor();
    await words(page, 'You are watching');
    await expectAccessible(page);
    second?.manage({ type: 'leave' });
    await page.getByRole('region', { name: 'Take the free seat' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Your name' }).fill('Tomasz');
    await page.getByRole('button', { name: 'Sit down as Tomasz' }).click();
    await page.locator('.dock .key').first().waitFor();
  },
);

/** Opens a second tab, which takes over the seat; the first tab says so and can take the seat back. */
async function playTwice(first: Page, second: Page): Promise<void> {
  await second.locator('.dock .key').first().waitFor();
  await heading(first, 'You are playing in another window');
  await expectAccessible(first);
  await press(first, 'Play here');
  await first.locator('.dock .key').first().waitFor();
  await heading(second, 'You are playing in another window');
  await goHome(second);
}

journey(
  'a second tab takes over the seat and the first can take it back; after a lost connection the board is unchanged',
  async ({ pageServer, open }) => {
    const code = await newTable(pageServer, { scenario: 1, hourglass: 3600 });
    const { page, tab } = await open(`/t/${code}`);
    await play(page, 'Mina');
    const second = await tab(`/t/${code}`);
    await playTwice(page, second);
    await second.close();
    await pageServer.server.stop();
    await words(page, 'The server is restarting');
    await passUntilShown(page.getByText('Connection lost. Reconnecting…').first());
    await passUntilShown(page.getByRole('button', { name: 'Try now' }));
    await page.locator('.board-area').waitFor();
    await words(page, /Your seat is safe/);
    await expectAccessible(page);
    const again = await restartPageServer(pageServer);
    try {
      await tryNow(page, page.locator('.connection-card').waitFor({ state: 'detached' }));
      await page.locator('.mate.me').filter({ hasText: 'Mina' }).waitFor();
      await page.locator('.dock .key').first().waitFor();
    } finally {
      await again.server.stop();
    }
  },
  { expects: [/ERR_CONNECTION_REFUSED/, /ERR_CONNECTION_RESET/], ownServer: true },
);

journey(
  'a visitor who cannot reach the table is told so after a while, and enters when it answers',
  async ({ pageServer, open }) => {
    const code = await newTable(pageServer, { scenario: 1 });
    const { page, context } = await open('/');
    let answers = false;
    await context.routeWebSocket('**/ws', socket => {
      if (answers) socket.connectToServer();
      else void socket.close();
    });
    await page.goto(`/t/${code}`);
    await heading(page, 'Connecting to the table…');
    await passUntilShown(page.getByRole('button', { name: 'Try now' }));
    await expectAccessible(page);
    answers = true;
    await tryNow(page, page.locator('.own-seat').waitFor());
    await sitDown(page, 'Mina');
  },
);

const WAITS = 'The server can’t save right now. Your moves are waiting.';
const STANDS = 'Time has stopped. Your moves will wait.';

/** Moves a hero with one press and waits for the result; returns a function that reads its place. */
async function walk(page: Page): Promise<() => Promise<unknown>> {
  const mark = page.locator('.board-mark.walk').first();
  const [, hero = ''] = ((await mark.getAttribute('data-mark')) ?? '').split(':');
  const pawn = page.locator(`.board-pawn.${hero}`);
  const place = (): Promise<unknown> => pawn.evaluate(element => element.style.transform);
  const before = await place();
  await mark.press('Enter');
  await expect.poll(place).not.toBe(before);
  return place;
}

journey(
  'while nothing can be written, the sand stands still, moves wait, and the game then continues by itself',
  async ({ pageServer, open }) => {
    const code = await newTable(pageServer, { scenario: 1, hourglass: 3600 });
    const { page } = await open(`/t/${code}`);
    const { page: home } = await open('/', PHONE);
    await sitDown(page, 'Mina');
    await seat(pageServer, code, 'Tomasz');
    await planFirst(page);
    await page.getByRole('button', { name: 'Turn the hourglass' }).waitFor();
    const letStart = holdJournal(pageServer.dataDir);
    try {
      await press(page, 'Turn the hourglass');
      await page.getByRole('status').getByText(WAITS).waitFor();
      await page.getByRole('button', { name: 'Turn the hourglass', disabled: true }).waitFor();
    } finally {
      letStart();
    }
    await page.locator('.board-mark.walk').first().waitFor({ state: 'attached' });
    await page.locator('.glass .stream').waitFor({ state: 'attached' });
    for (const told of [WAITS, STANDS]) await page.getByText(told).waitFor({ state: 'detached' });
    const release = holdJournal(pageServer.dataDir);
    try {
      await page.getByRole('status').getByText(STANDS).waitFor();
      await page.locator('.glass .stream').waitFor({ state: 'detached' });
      await expectAccessible(page);
      const [version, left] = [toldTo(page), await sandLeft(page)];
      const place = await walk(page);
      const predicted = await place();
      await press(home, 'With friends');
      await words(home, 'The server can’t save anything right now. Try again in a moment.');
      expect([toldTo(page), await sandLeft(page), await place()]).toEqual([version, left, predicted]);
      release();
      await page.getByText(STANDS).waitFor({ state: 'detached' });
      await page.locator('.glass .stream').waitFor({ state: 'attached' });
      await until(() => toldTo(page) > version, 'the answer to the step');
      expect(await place()).toBe(predicted);
    } finally {
      release();
    }
  },
  { expects: [/503/], ownServer: true },
);

/** Blocked storage, as with cookies forbidden: every access throws. */
const NO_STORAGE = `for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get() { throw new DOMException('forbidden', 'SecurityError'); },
  });`;

journey(
  'with storage blocked a player can play as long as the page is open',
  async ({ pageServer, open }) => {
    const code = await newTable(pageServer, { scenario: 1, hourglass: 3600 });
    const { page } = await open('/', DESKTOP, NO_STORAGE);
    await press(page, 'Settings');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`/t/${code}`);
    await play(page, 'Mina');
    await expectAccessible(page);
    // The storage is empty now: the seat exists, but its owner cannot prove to be the owner.
    await page.reload();
    await words(page, 'You are watching');
    await page.goto('/practice');
    await page.locator('.board-area').waitFor();
  },
);

const hoursOff = (hours: number): string => `{
  const Real = Date;
  const off = ${hours} * 3_600_000;
  globalThis.Date = class extends Real {
    constructor(...given) { given.length === 0 ? super(Real.now() + off) : super(...given); }
    static now() { return Real.now() + off; }
  };
}`;

/** Seconds of sand left, as the page shows them. */
async function sandLeft(page: Page): Promise<number> {
  const label = (await page.locator('.time').getAttribute('aria-label')) ?? '';
  const [, minutes, seconds] = /(\d+):(\d+)/.exec(label) ?? [];
  return Number(minutes) * 60 + Number(seconds);
}

/** Expects that pages whose clocks differ by hours show the same sand; the test controls all clocks. */
async function expectSameSand(
  { pageServer, pass }: JourneyWorld,
  pages: readonly [Page, Page],
): Promise<void> {
  pageServer.clock.stop();
  try {
    for (const page of pages) await stopTime(page);
    await press(pages[0], 'Turn the hourglass');
    for (const page of pages) await page.locator('.dock .key').first().waitFor();
    await pass(TIME_IS_KNOWN);
    // When time passes in steps of half a second, a page knows the server's time to within three quarters of a second.
    for (const page of pages)
      await expect.poll(async () => Math.abs((await sandLeft(page)) - (3600 - 8))).toBeLessThanOrEqual(1);
  } finally {
    pageServer.clock.run();
  }
}

const fitsThePage = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth');

async function rename(page: Page, name: string): Promise<void> {
  await page.locator('.own-seat').click();
  await page.getByLabel('Your name').fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

journey(
  'a name of 200 emoji is cut between two of them, and pages with clocks wrong by hours show the same sand',
  async world => {
    const { pageServer, open } = world;
    const code = await newTable(pageServer, { scenario: 1, hourglass: 3600 });
    const { page } = await open(`/t/${code}`, PHONE, hoursOff(-7));
    const { page: other } = await open(`/t/${code}`, PHONE, hoursOff(30));
    const [foxes, families] = ['🦊'.repeat(24), '👩‍👩‍👧‍👦'.repeat(3)];
    await rename(page, '🦊'.repeat(200));
    await other.locator('.seat-name', { hasText: foxes }).waitFor();
    await rename(other, '👩‍👩‍👧‍👦'.repeat(200));
    await page.locator('.seat-name', { hasText: families }).waitFor();
    for (const [one, own, others] of [
      [page, foxes, families],
      [other, families, foxes],
    ] as const) {
      expect(await one.locator('.own-name bdi').allTextContents()).toEqual([own]);
      expect(await one.locator('.seat-name bdi').allTextContents()).toEqual([others]);
      expect(await fitsThePage(one)).toBe(true);
      await expectAccessible(one);
    }
    await planFirst(page);
    for (const one of [page, other]) {
      await one.locator('.board-area').waitFor();
      expect(await fitsThePage(one)).toBe(true);
      await expectAccessible(one);
    }
    await expectSameSand(world, [page, other]);
  },
);

journey('a removed player is told so and may watch', async ({ pageServer, open }) => {
  const code = await newTable(pageServer, { scenario: 1 });
  const { page: host } = await open(`/t/${code}`);
  await sitDown(host, 'Mina');
  const { page } = await open(`/t/${code}`, PHONE);
  await sitDown(page, 'Tomasz');
  await press(host, 'Options for Tomasz');
  await press(host, 'Remove from the table');
  await heading(page, 'The host removed you from the table');
  await expectAccessible(page);
  await press(page, 'Watch');
  await words(page, 'You are watching.');
  // This device has no data about the seat, so whoever opens the plain link there is a newcomer.
  await page.goto(`/t/${code}`);
  // No newcomer from this address gets a seat (PR-67c): the lobby says so, and this visitor watches.
  await page.locator('.start-bar .kind-sentence').waitFor();
  expect(await page.locator('.own-seat').count()).toBe(0);
});
