/**
 * Pictures of every screen and state, on a desktop and on a phone (`npm run pictures`), or in seven sizes. They are
 * for people to look at; console errors fail them as in any journey.
 */
import type { Page } from 'playwright-core';
import { PHONE } from './browser.ts';
import { journey, openTable, planFirst, sitDown, takePicture } from './kit.ts';
import { newTable } from './page-server.ts';
import { KINDS, takePictures } from './sizes.ts';
import { type Scene, STATES, spoken } from './states.ts';

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name }).first().click();

async function tap(page: Page, label: RegExp): Promise<void> {
  const mark = page.locator('.board-mark').and(page.getByRole('button', { name: label }));
  await mark.first().dispatchEvent('click');
}

const SCENES: Readonly<Record<string, Scene>> = {
  home: async ({ open }, size, shoot) => {
    const { page } = await open('/', size);
    await page.getByRole('button', { name: 'With friends' }).waitFor();
    await shoot(page)('home');
    await press(page, 'Settings');
    await page.getByRole('dialog').waitFor();
    await shoot(page)('settings');
    await page.keyboard.press('Escape');
  },
  lost: async ({ open }, size, shoot) => {
    const { page } = await open('/t/BCDFGHJK', size);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await shoot(page)('lost-link');
  },
  table: async ({ pageServer, open }, size, shoot) => {
    const code = await newTable(pageServer, { scenario: 3, stack: [2, 3, 4, 5, 6, 7, 8, 9] });
    const { page } = await open(`/t/${code}`, size);
    await page.locator('.own-seat').waitFor();
    await shoot(page)('lobby-alone');
    await sitDown(page, 'Mina');
    const { page: other } = await open(`/t/${code}`);
    await sitDown(other, 'Tomasz');
    await page.getByText('Tomasz').first().waitFor();
    await shoot(page)('lobby');
    await openTable(page);
    await press(page, 'Change');
    await page.getByRole('dialog').last().waitFor();
    await shoot(page)('wish');
    await page.keyboard.press('Escape');
    await planFirst(page);
    await page.getByRole('button', { name: 'Turn the hourglass' }).waitFor();
    await shoot(page)('set-up');
    await press(page, 'Turn the hourglass');
    await page.locator('.dock .key').first().waitFor();
    await shoot(page)('playing');
    await other.context().close();
    await page.waitForTimeout(1_500); // waits until the page shows who is away
    await shoot(page)('away');
    const { page: screen } = await open(`/t/${code}?view=screen`, size);
    await screen.locator('.board-area').waitFor();
    await shoot(screen)('big-screen');
  },
  sand: async ({ pageServer, open }, size, shoot) => {
    const code = await newTable(pageServer, { scenario: 1, hourglass: 6 });
    const { page } = await open(`/t/${code}`, size);
    await sitDown(page, 'Mina');
    await planFirst(page);
    await press(page, 'Turn the hourglass');
    await page.locator('.end, [class*=end]').first().waitFor();
    await page.waitForTimeout(1_000);
    await shoot(page)('lost-game');
  },
  away: async ({ pageServer, open }, size, shoot) => {
    const code = await newTable(pageServer, { scenario: 1 });
    const { page } = await open(`/t/${code}`, size);
    await sitDown(page, 'Mina');
    await planFirst(page);
    await press(page, 'Turn the hourglass');
    await page.locator('.dock .key').first().waitFor();
    await pageServer.server.stop();
    await page.waitForTimeout(3_000); // waits until the page reports the lost connection
    await shoot(page)('no-server');
  },
  hourglass: async ({ open }, size, shoot) => {
    const { page } = await open('/hourglass', size);
    await page.getByRole('timer').waitFor();
    await shoot(page)('hourglass-ready');
    await press(page, 'Start');
    await page.waitForTimeout(1_500);
    await page.locator('.glass-big').click();
    await page.waitForTimeout(900); // waits until the hourglass has finished turning
    await shoot(page)('hourglass-low');
    await press(page, 'Set up the board game');
    await press(page, 'Revised');
    await page.getByLabel('Scenario').waitFor();
    await shoot(page)('hourglass-box');
    await page.keyboard.press('Escape');
    await press(page, 'Together');
    await press(page, 'Share this hourglass');
    await page.getByText('In sync with the others').first().waitFor();
    await shoot(page)('hourglass-together');
  },
  campaign: async ({ open }, size, shoot) => {
    const { page } = await open('/campaign', size);
    await page.locator('.stop').first().waitFor();
    await shoot(page)('campaign');
    await press(page, 'Read the rules');
    await shoot(page)('campaign-rules');
  },
  workshop: async ({ open }, size, shoot) => {
    const { page } = await open('/workshop', size);
    await page.getByLabel('Start from').selectOption('5');
    await page.getByLabel('Name').fill('A long night');
    await shoot(page)('workshop');
    await press(page, 'Share a link');
    await page.goto(new URL(await page.getByLabel('Link to this scenario').inputValue()).pathname);
    await page.getByRole('button', { name: 'Build on it' }).waitFor();
    await shoot(page)('workshop-sheet');
  },
  practice: async ({ open }, size, shoot) => {
    const { page } = await open('/practice', size);
    await page.locator('.board-area').waitFor();
    await shoot(page)('practice');
  },
  introduction: async ({ open }, size, shoot) => {
    const { page } = await open('/introduction', size);
    const told = (words: RegExp): Promise<void> =>
      page.locator('.coach').filter({ hasText: words }).waitFor();
    await told(/elf north/);
    await shoot(page)('intro-1-move');
    await tap(page, /^elf: .*the elf’s unexplored door/);
    await told(/through the vortex/);
    await page.waitForTimeout(800);
    await shoot(page)('intro-2-vortex');
    await tap(page, /: vortex to/);
    await told(/running out/);
    await tap(page, /^elf: 4 squares north/);
    await told(/may talk/);
    await shoot(page)('intro-4-talk');
    await tap(page, /^dwarf: 2 squares south/);
    await told(/Take the escalator/);
    await tap(page, /ride the escalator/);
    await told(/explore/);
    await tap(page, /^Explore at/);
    await told(/own item/);
    for (const label of [/^dwarf: 1 square west/, /^mage: 2 squares south/, /^elf: 2 squares south/])
      await tap(page, label);
    await told(/steal!/);
    await press(page, 'Steal');
    await told(/Alarm/);
    await page.waitForTimeout(800);
    await shoot(page)('intro-9-alarm');
    for (const label of [
      /^dwarf: 2 squares west/,
      /^barbarian: 6 squares west/,
      /^elf: 4 squares south/,
      /^elf: 2 squares west/,
      /^mage: 2 squares west/,
      /^mage: 4 squares south/,
      /^mage: 2 squares west/,
    ])
      await tap(page, label);
    await page.getByRole('heading', { name: 'You pulled it off!' }).waitFor();
    await shoot(page)('intro-done');
  },
};

const WEATHER = { expects: [/ERR_CONNECTION_REFUSED/, /WebSocket/, /404/], ownServer: true };

const LANGUAGES = ['fr-FR', 'nl-NL', 'pl-PL', 'en-GB'];
const SPOKEN = Object.fromEntries(LANGUAGES.map(locale => [`in play in ${locale}`, spoken(locale)]));

for (const [title, scene] of Object.entries({ ...SCENES, ...STATES, ...SPOKEN })) {
  for (const kind of ['desktop', 'phone'] as const) {
    journey(
      `${title}, ${kind}`,
      world => scene(world, KINDS[kind], page => name => takePictures(page, name, kind)),
      WEATHER,
    );
  }
}

for (const locale of LANGUAGES.slice(0, 3)) {
  journey(`home and introduction in ${locale}`, async ({ open }) => {
    const { page } = await open('/', { ...PHONE, locale });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await takePicture(page, `home-phone-${locale.slice(0, 2)}`);
    await page.goto('/introduction');
    await page.locator('.coach').waitFor();
    await takePicture(page, `intro-phone-${locale.slice(0, 2)}`);
  });
}
