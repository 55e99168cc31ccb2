/** Journeys through small details of the page: help, hidden marks, a stare, a seat for the next game. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { Player, until } from '../../../server/test/player-client.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { Crew, setting } from './crew.ts';
import { boxOf } from './hands.ts';
import type { Guest, JourneyWorld } from './journey-world.ts';
import { expectAccessible, journey, planFirst, sitDown, takePicture } from './kit.ts';
import { newTable } from './page-server.ts';
import { seeing } from './talk-kit.ts';

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name }).first().click();

async function start(host: Page): Promise<void> {
  await planFirst(host);
  await press(host, 'Turn the hourglass');
  await host.locator('.dock .key').first().waitFor();
}

const presses = (page: Page): Promise<number> => page.getByRole('button').or(page.getByRole('link')).count();

/** Seats a player that is a script without a page. */
async function seat({ pageServer, atTheEnd }: JourneyWorld, table: string, name: string): Promise<Player> {
  const player = new Player({ table, port: pageServer.server.port, chance: Math.random });
  atTheEnd(() => player.connection.close());
  await until(() => player.connection.status.type === 'online', 'a greeting');
  player.connection.join(name, 'owl');
  await until(() => player.connection.mirror.member !== null, 'a seat');
  return player;
}

async function seats(world: JourneyWorld, code: string, names: readonly string[]): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for (const name of names) {
    const { page } = await world.open(`/t/${code}`, name === 'Phone' ? PHONE : DESKTOP);
    await sitDown(page, name);
    pages.push(page);
  }
  return pages;
}

journey(
  'marks that are switched off are invisible but can be tapped, and the list of keys is accessible',
  async world => {
    const code = await newTable(world.pageServer, { scenario: 2, hourglass: 3600 });
    const { page } = await world.open(`/t/${code}`, DESKTOP, setting('marks', 'off'));
    await sitDown(page, 'Mina');
    await seat(world, code, 'Tomasz');
    await page.getByText('Tomasz').first().waitFor();
    await start(page);
    const mark = page.locator('.board-mark.walk').first();
    await mark.waitFor({ state: 'attached' });
    const opacity = (): Promise<string> =>
      mark.evaluate(button => button.ownerDocument.defaultView?.getComputedStyle(button).opacity ?? '');
    expect(await opacity()).toBe('0');
    const id = (await mark.getAttribute('data-mark')) ?? '';
    const box = await mark.boundingBox();
    if (box === null) throw new Error('no mark');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    expect(await opacity()).toBe('1');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.locator(`.board-mark[data-mark="${id}"]`).waitFor({ state: 'detached' });
    await press(page, 'Menu');
    await press(page, 'Settings');
    await page.locator('.keys > summary').click();
    await page.locator('.key-list').waitFor();
    await expectAccessible(page);
  },
);

/** Expects that the talk button covers neither the title nor the buttons of the end screen, which stay in view. */
async function expectClearOfTheEnd(page: Page): Promise<void> {
  const button = await boxOf(page.locator('.talk-button'));
  for (const part of await page.locator('.stage-title h2, .end-actions :is(button, p)').all()) {
    const box = await boxOf(part);
    const isBeside = box.x + box.width <= button.x || button.x + button.width <= box.x;
    const isAbove = box.y + box.height <= button.y || button.y + button.height <= box.y;
    const words = await part.textContent();
    expect({ words, isClear: isBeside || isAbove }).toEqual({ words, isClear: true });
  }
}

/** Expects that the talk button is in the lobby's bar and covers nothing there. */
async function expectInTheBar(page: Page): Promise<void> {
  const button = await boxOf(page.locator('.talk-button'));
  expect(button.y).toBeGreaterThanOrEqual((await boxOf(page.locator('.start-bar'))).y);
  for (const inside of await page.locator('.start-bar > *').all()) {
    const { x, y, width, height } = await boxOf(inside);
    expect(x + width <= button.x || y + height <= button.y).toBe(true);
  }
}

journey(
  'PR-91d on a phone among three a player may stare and nudge; a pause covers the board; the host removes a player and locks the table with one press',
  async world => {
    const code = await newTable(world.pageServer, { scenario: 2, hourglass: 3600, house: { pause: true } });
    const [host, phone] = (await seats(world, code, ['Mina', 'Phone'])) as [Page, Page];
    const ines = await seat(world, code, 'Ines');
    for (const page of [host, phone]) await page.getByText('Ines').first().waitFor();
    await expectInTheBar(phone);
    await start(host);
    await phone.locator('.dock .key.nudge').tap();
    const stare = phone.getByRole('button', { name: 'Stare at Mina' }).last();
    await stare.waitFor();
    await expectAccessible(phone);
    await seeing(() => stare.tap(), host.locator('.banner.stared').filter({ hasText: 'Phone' }));
    expect(await phone.locator('.asking').count()).toBe(0);
    await press(host, 'Menu');
    await press(host, 'Pause');
    for (const page of [host, phone]) {
      await page.getByRole('heading', { name: 'Paused' }).waitFor();
      await expectAccessible(page);
    }
    await phone.getByRole('button', { name: 'Continue' }).tap();
    await host.getByRole('heading', { name: 'Paused' }).waitFor({ state: 'detached' });
    await press(host, 'Menu');
    await press(host, 'Who may talk');
    await press(host, 'Remove Phone');
    await expectAccessible(host);
    await takePicture(host, 'remove-and-lock-desktop');
    await press(host, 'Remove them and lock the table');
    await phone.getByText('The host removed you from the table').first().waitFor();
    const { mirror } = ines.connection;
    await until(
      () => mirror.confirmed.locked && mirror.confirmed.seats.filter(member => member !== null).length === 2,
      'a locked table',
    );
    expect(mirror.game?.status).toBe('playing');
  },
);

journey(
  'a visitor to a finished table sees how the game ended, and takes a seat for the next one',
  async world => {
    const code = await newTable(world.pageServer, { scenario: 1, hourglass: 1 });
    const host = await seat(world, code, 'Mina');
    const { mirror } = host.connection;
    host.manage({ type: 'begin' });
    await until(() => mirror.game !== null, 'the game');
    host.do({ type: 'start' });
    await until(() => mirror.game?.status === 'lost', 'the last grain');
    const { page: late } = await world.open(`/t/${code}`);
    await late.getByRole('heading', { name: 'Caught!' }).waitFor();
    await late.getByText('The last grain has fallen.').first().waitFor();
    await late.getByRole('textbox').last().fill('Tomasz');
    await late.keyboard.press('Enter');
    await late.getByText('Mina').first().waitFor();
    await expectAccessible(late);
    host.manage({ type: 'wish', wish: { scenario: 1, hourglass: 3600 } });
    host.manage({ type: 'begin' });
    await late.locator('.mate').filter({ hasText: 'Tomasz' }).waitFor();
    host.do({ type: 'start' });
    await late.locator('.dock .key.go').first().waitFor();
    await press(late, 'Menu');
    await press(late, 'Leave the table');
    await press(late, 'Yes, do it');
    await late.getByRole('button', { name: 'With friends' }).waitFor();
  },
);

journey(
  'the end of a long game is accessible on a phone and on a desktop, also to a new visitor',
  async world => {
    const wish = { scenario: 2, stack: [4, 8, 6, 9, 5, 7, 3, 2, 10, 11, 12], hourglass: 600 };
    const crew = await Crew.gather(world, wish, 3);
    try {
      await crew.playUntil(game => game.status === 'won');
      const ended = [await crew.open(0, PHONE), await crew.open(1, DESKTOP)];
      const read = async ({ page }: Guest, title: string): Promise<void> => {
        await page.getByRole('heading', { name: title }).waitFor();
        await page.locator('.timeline li').nth(8).waitFor();
        await expectAccessible(page);
      };
      for (const guest of ended) await read(guest, 'You made it!');
      const newcomer = await world.open(`/t/${crew.code}`, PHONE);
      await read(newcomer, 'They made it!');
      await expectClearOfTheEnd(newcomer.page);
      const watching = await world.open(`/t/${crew.code}?view=watch`, DESKTOP);
      await read(watching, 'They made it!');
      const { page: screen } = watching;
      await screen.goto(`/t/${crew.code}?view=screen`);
      await screen.getByRole('heading', { name: 'You made it!' }).waitFor();
      await screen.locator('.awards').waitFor();
      expect(await presses(screen)).toBe(0);
    } finally {
      crew.leave();
    }
  },
);

/** Expects that the help has only rules of this game. */
async function readHelp(page: Page): Promise<void> {
  await page.evaluate('document.activeElement?.blur()');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'How it works' });
  await help.waitFor();
  await expectAccessible(page);
  expect(await help.getByText(/to any free vortex of their own colour/).count()).toBe(1);
  expect(await help.getByText(/cameras are working/).count()).toBe(0); // this scenario has no cameras
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await press(page, 'Menu');
  await press(page, 'How it works');
  await help.waitFor();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
}

async function speakPolish(page: Page): Promise<void> {
  await press(page, 'Menu');
  await press(page, 'Settings');
  await page.getByRole('radio', { name: 'Polski' }).check();
  await page.keyboard.press('Escape');
  await page.getByText('Cisza', { exact: true }).first().waitFor();
  expect(await page.getByText('Silence', { exact: true }).count()).toBe(0);
  await expectAccessible(page);
}

journey(
  'beside a television without controls a player plays without voice, opens the help, and changes the language',
  async world => {
    const code = await newTable(world.pageServer, { scenario: 1, hourglass: 3600 });
    const { page: screen } = await world.open(`/t/${code}?view=screen`, DESKTOP);
    const { page } = await world.open(`/t/${code}`, DESKTOP, 'delete globalThis.RTCPeerConnection;');
    await sitDown(page, 'Mina');
    await page.getByText('This browser doesn’t support voice. You can play as usual.').waitFor();
    await screen.getByText('Mina').first().waitFor();
    await screen.locator('.qr').first().waitFor();
    await expectAccessible(screen);
    await start(page);
    await screen.locator('.board-pawn').nth(3).waitFor({ state: 'attached' });
    await expectAccessible(screen);
    expect(await screen.locator('.dock .key').count()).toBe(0);
    expect(await presses(screen)).toBe(0);
    await readHelp(page);
    await speakPolish(page);
  },
);

/** Returns the number of the message that must be refused; undefined if none must be. */
function refusedAs(text: string): number | undefined {
  const { t, n, c } = JSON.parse(text) as { t: string; n?: number; c?: { type: string } };
  if (t === 'rename') return 0;
  return c?.type === 'begin' ? n : undefined;
}

journey(
  'a table beyond its quota says so in its lobby and at the end of its last game',
  async ({ pageServer, open }) => {
    const { page } = await open('/', DESKTOP);
    let isWorn = true;
    await page.routeWebSocket(/./, near => {
      const far = near.connectToServer();
      near.onMessage(message => {
        const n = isWorn ? refusedAs(String(message)) : undefined;
        if (n === undefined) far.send(message);
        else near.send(JSON.stringify({ t: 'no', n, why: 'worn-out' }));
      });
    });
    await page.goto(`${pageServer.address}/t/${await newTable(pageServer, { scenario: 1, hourglass: 1 })}`);
    // waits until the player has a seat, because without one a rename would be refused as well
    await page.locator('.own-seat').waitFor();
    const sentence = 'So much has happened here';
    const inLobby = page.locator('.start-why').getByText(sentence);
    await planFirst(page);
    await inLobby.waitFor();
    await page.reload();
    await press(page, 'Change name');
    await press(page, 'Save');
    await inLobby.waitFor();
    isWorn = false;
    await planFirst(page);
    await press(page, 'Turn the hourglass');
    await page.locator('.end .next-row').waitFor();
    isWorn = true;
    await press(page, 'Play again');
    await page.locator('.end').getByRole('status').getByText(sentence).waitFor();
    isWorn = false;
    await press(page, 'Play again');
    await page.getByRole('button', { name: 'Turn the hourglass' }).waitFor();
  },
);
