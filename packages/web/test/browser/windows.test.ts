/**
 * Tests of every window size, of the browser's zoom of 200 % (which halves the window in CSS pixels), and of the settings
 * for text size and theme. The boxes of the page's parts are compared with each other and with the window.
 */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { Player, until } from '../../../server/test/player-client.ts';
import { Crew, setting } from './crew.ts';
import type { JourneyWorld } from './journey-world.ts';
import { expectAccessible, journey, sitDown } from './kit.ts';
import { newTable } from './page-server.ts';
import { KINDS, SEVEN_SIZES } from './sizes.ts';

/** A laptop and a desktop whose browser zooms to 200 %. */
const ZOOMED: Readonly<Record<string, BrowserContextOptions>> = {
  '1280x720 at 200 %': { viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 },
  '1440x900 at 200 %': { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
  '1920x1080 at 200 %': { viewport: { width: 960, height: 540 }, deviceScaleFactor: 2 },
};

const viewports = (sizes: Readonly<Record<string, BrowserContextOptions>>, isHand: boolean) =>
  Object.entries(sizes).flatMap(([name, { viewport, isMobile = false }]) =>
    viewport && isMobile === isHand ? [{ name, viewport }] : [],
  );

/** The windows of a kind; those with a zoomed browser only if asked for. */
const windowsOf = (kind: 'desktop' | 'phone', isZoomed = false): ReturnType<typeof viewports> => [
  ...viewports(SEVEN_SIZES, kind === 'phone'),
  ...(isZoomed && kind === 'desktop' ? viewports(ZOOMED, false) : []),
];

/** Selectors of the controls and texts of a game. */
const IN_PLAY =
  '.dock .hero-chip, .dock .key, .glass .time, .glass .sign, .top-left button, .camera button, .talk-button, .goals, .crew .mate';
const IN_LOBBY =
  '.lobby-head button, .lobby-head a, .qr-button, .share .code, .share .row, .toy-hero, .toy-actions .key, .own-seat, .ready-key, .talk-button, .toy-table .board-area';

interface Part {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The boxes of the parts that are shown, and how wide the page is. */
const partsOf = (
  page: Page,
  what: string,
): Promise<{ readonly parts: readonly Part[]; readonly wide: number }> =>
  page.evaluate(selector => {
    const shown = [...document.querySelectorAll<HTMLElement>(selector)].filter(
      element => element.checkVisibility({ visibilityProperty: true }) && element.clientWidth > 0,
    );
    const parts = shown.map(element => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { name: `${element.className} ${element.textContent?.slice(0, 12)}`, left, right, top, bottom };
    });
    return { parts, wide: document.documentElement.scrollWidth };
  }, what);

/** Whether two boxes overlap. They may touch, and shadows may overlap a little. */
const covers = (a: Part, b: Part): boolean =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;

/** Parts that reach out of the window, overlap another part or make the page wider than the window. */
async function misplaced(page: Page, what: string): Promise<readonly string[]> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const { parts, wide } = await partsOf(page, what);
  const outside = ({ left, right, top, bottom }: Part): boolean =>
    left < -1 || top < -1 || right > width + 1 || bottom > height + 1;
  return [
    ...(parts.length < 10 ? [`only ${parts.length} parts are shown`] : []),
    ...(wide > width + 1 ? [`the page is ${wide} wide`] : []),
    ...parts.filter(outside).map(({ name, ...box }) => `${name} leaves the window: ${JSON.stringify(box)}`),
    ...parts.flatMap((part, i) =>
      parts.slice(i + 1).flatMap(other => (covers(part, other) ? [`${part.name} covers ${other.name}`] : [])),
    ),
  ];
}

/** Waits until two frames after the window has changed its size. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise(then => requestAnimationFrame(() => requestAnimationFrame(then)))');

/** Expects all parts in place, after waiting for the style sheets of the window. */
async function expectInPlace(page: Page, what: string, sizes: ReturnType<typeof viewports>): Promise<void> {
  for (const { name, viewport } of sizes) {
    await page.setViewportSize(viewport);
    await settled(page);
    await expect.poll(() => misplaced(page, what), { message: name }).toEqual([]);
  }
}

/** The box of a tile without the margin that its picture has for the light of doors. */
function withoutLight({ name, left, right, top, bottom }: Part): Part {
  const light = (right - left) * 0.16;
  return { name, left: left + light, right: right - light, top: top + light, bottom: bottom - light };
}

/** Tiles that a panel at an edge covers after the whole mall was asked for. */
async function coveredTiles(page: Page): Promise<readonly string[]> {
  await page.getByRole('button', { name: 'Show the whole mall' }).click();
  await settled(page);
  const { parts: tiles } = await partsOf(page, '.board-tile');
  const { parts: panels } = await partsOf(page, '.game .dock, .game .glass, .game .crew, .game .goals');
  return tiles.flatMap(tile =>
    panels.flatMap(panel => (covers(withoutLight(tile), panel) ? [`${panel.name} covers a tile`] : [])),
  );
}

/** Expects that the question whom to nudge is inside each window and covers neither a hero nor an action. */
async function expectAskingInPlace(page: Page, windows: ReturnType<typeof windowsOf>): Promise<void> {
  await page.locator('.dock .key.nudge').click();
  await page.locator('.asking .answer').first().waitFor();
  for (const { name, viewport } of windows) {
    await page.setViewportSize(viewport);
    const found = async (): Promise<readonly string[]> => {
      const all = await misplaced(page, '.asking, .dock .hero-chip, .dock .key');
      const isOpen = await page.locator('.asking').isVisible();
      return isOpen ? all.filter(one => one.includes('asking')) : ['the question is closed'];
    };
    await expect.poll(found, { message: name }).toEqual([]);
  }
}

journey(
  'PR-165a in seven windows, with large text and at 200 % zoom no part of a game covers another or leaves the window',
  async world => {
    const crew = await Crew.gather(
      world,
      { scenario: 3, stack: [4, 8, 6, 9, 5, 7, 3, 2], hourglass: 3600 },
      4,
    );
    try {
      await crew.playUntil(({ mall }) => Object.keys(mall).length >= 5);
      for (const kind of ['desktop', 'phone'] as const)
        for (const textSize of ['100', '130']) {
          const { page, context } = await crew.open(0, KINDS[kind], {
            before: setting('textSize', textSize),
          });
          await page.locator('.dock .hero-chip').nth(3).waitFor();
          await expectInPlace(page, IN_PLAY, windowsOf(kind, textSize === '100'));
          for (const { name, viewport } of textSize === '100' ? windowsOf(kind) : []) {
            await page.setViewportSize(viewport);
            await expect.poll(() => coveredTiles(page), { message: name }).toEqual([]);
          }
          if (textSize === '100') await expectAskingInPlace(page, windowsOf(kind, true));
          await context.close();
        }
    } finally {
      crew.leave();
    }
  },
);

journey(
  'at the end of a game on a laptop and on a desktop no button covers an award or another button, with two and with four people',
  async world => {
    for (const people of [2, 4]) {
      const crew = await Crew.gather(world, { scenario: 1 }, people);
      try {
        await crew.playUntil(({ mall }) => Object.keys(mall).length >= 2);
        await world.pageServer.clock.pass(200_000);
        const { page, context } = await crew.open(0, KINDS.desktop);
        await page
          .locator('.plaque')
          .nth(people - 1)
          .waitFor();
        for (const { name, viewport } of windowsOf('desktop')) {
          await page.setViewportSize(viewport);
          const covering = async (): Promise<readonly string[]> =>
            (await misplaced(page, '.plaque, .end-actions .button, .talk-button')).filter(one =>
              one.includes('covers'),
            );
          await expect.poll(covering, { message: name }).toEqual([]);
        }
        await context.close();
      } finally {
        crew.leave();
      }
    }
  },
  { ownServer: true },
);

/** Whether the whole toy mall is inside its table: its tiles, without the glow of their doors. */
const mallIsWhole = (page: Page): Promise<boolean> =>
  page.locator('.toy-table').evaluate(table => {
    const area = table.querySelector('.board-area')?.getBoundingClientRect();
    const tiles = [...table.querySelectorAll('.board-tile')].map(tile => tile.getBoundingClientRect());
    const isInside = ({ left, right, top, bottom, width }: DOMRect): boolean =>
      area !== undefined &&
      Math.min(left - area.left, area.right - right, top - area.top, area.bottom - bottom) > -width * 0.16;
    return tiles.length > 1 && tiles.every(isInside);
  });

journey(
  'PR-165b with one, two and eight people the lobby shows the whole toy mall in seven windows, and no part covers another',
  async world => {
    const code = await newTable(world.pageServer, { scenario: 3 });
    const first = await seatedPage(world, code, 'phone');
    await first.getByText('Waiting for the others').waitFor();
    await expectInPlace(first, IN_LOBBY, windowsOf('phone'));
    const mates = [await seatedPage(world, code, 'desktop'), first];
    const expectWhole = async (): Promise<void> => {
      for (const [i, page] of mates.entries())
        for (const window of windowsOf(i === 0 ? 'desktop' : 'phone')) {
          await expectInPlace(page, IN_LOBBY, [window]);
          await expect.poll(() => mallIsWhole(page), { message: window.name }).toBe(true);
        }
    };
    await expectWhole();
    for (let i = 3; i <= 8; i++) await seatScript(world, code, `Friend ${i}`);
    for (const page of mates) await page.locator('.toy-actions .key:not(.dim)').first().click();
    for (const page of mates) await page.locator('.seat').nth(6).waitFor({ state: 'attached' });
    await expectWhole();
  },
);

async function seatedPage({ open }: JourneyWorld, code: string, kind: 'desktop' | 'phone'): Promise<Page> {
  const { page } = await open(`/t/${code}`, KINDS[kind]);
  await page.locator('.own-seat').waitFor();
  await page.locator('.toy-table .board-pawn').nth(3).waitFor({ state: 'attached' });
  return page;
}

/** Takes a seat with a script, because only the first two people look at their pages. */
async function seatScript({ pageServer, atTheEnd }: JourneyWorld, code: string, name: string): Promise<void> {
  const { connection } = new Player({
    table: code,
    port: pageServer.server.port,
    chance: Math.random,
  });
  atTheEnd(() => connection.close());
  await until(() => connection.status.type === 'online', 'a greeting');
  connection.join(name, 'owl');
  await until(() => connection.mirror.member !== null, 'a seat');
}

journey(
  'PR-165c a hidden code is shown nowhere: not in the lobby, in a game, on a television, in the title or in the field for codes',
  async ({ pageServer, open }) => {
    const code = await newTable(pageServer, { scenario: 1 });
    const shown = `${code.slice(0, 4)}-${code.slice(4)}`;
    const { page, tab } = await open(`/t/${code}`, KINDS.desktop);
    await sitDown(page, 'Mina');
    const seen = async (on: Page): Promise<readonly boolean[]> => [
      (await on.getByText(shown).count()) > 0,
      (await on.locator('.qr').count()) > 0,
      (await on.title()).includes(code),
    ];
    expect(await seen(page)).toEqual([true, true, true]);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Hide the table code').check();
    await page.getByRole('radio', { name: '130 %' }).check();
    await page.keyboard.press('Escape');
    expect(await seen(page)).toEqual([false, false, false]);
    expect(await page.evaluate('getComputedStyle(document.documentElement).fontSize')).toBe('20.8px');
    await page.getByRole('button', { name: 'Copy link' }).waitFor();
    const screen = await tab(`/t/${code}?view=screen`);
    await screen.getByText('Mina').first().waitFor();
    expect(await seen(screen)).toEqual([false, false, false]);
    await page.getByRole('button', { name: 'Plan first' }).click();
    await page.getByRole('button', { name: 'Turn the hourglass' }).waitFor();
    expect(await seen(page)).toEqual([false, false, false]);
    await screen.goto(new URL('/', screen.url()).href);
    expect(await screen.getByLabel('Table code').getAttribute('type')).toBe('password');
  },
);

const GROUND = 'getComputedStyle(document.body).backgroundColor';
const isLight = async (page: Page): Promise<boolean> => {
  const parts = String(await page.evaluate(GROUND)).match(/\d+/g) ?? [];
  return parts.length === 3 && parts.every(part => Number(part) > 200);
};

journey(
  'PR-165d the bright theme is loaded when it is chosen, has no axe violations in a lobby and a game, and follows the system if that is chosen',
  async ({ pageServer, open }) => {
    const { page } = await open('/', { ...KINDS.desktop, colorScheme: 'light' });
    const sheets: string[] = [];
    page.on(
      'response',
      response => void (/bright-.*css$/.test(response.url()) && sheets.push(response.url())),
    );
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'Bright' }).waitFor({ state: 'attached' });
    expect([await isLight(page), sheets.length]).toEqual([false, 0]);
    await page.getByRole('radio', { name: 'Bright' }).check();
    await expect.poll(() => isLight(page)).toBe(true);
    expect(sheets.length).toBe(1);
    await expectAccessible(page);
    await page.getByRole('radio', { name: 'Dark' }).check();
    expect(await isLight(page)).toBe(false);
    await page.getByRole('radio', { name: 'Same as device' }).first().check();
    await expect.poll(() => isLight(page)).toBe(true);
    await page.goto(new URL(`/t/${await newTable(pageServer, { scenario: 3 })}`, page.url()).href);
    await sitDown(page, 'Mina');
    await expect.poll(() => isLight(page)).toBe(true);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Plan first' }).click();
    await page.getByRole('button', { name: 'Turn the hourglass' }).click();
    await page.locator('.dock .key').first().waitFor();
    await expectAccessible(page);
  },
);
