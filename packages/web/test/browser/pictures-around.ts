/** Pictures of all other screens in four languages and two sizes: campaign, book, board, workshop, replay, hourglass. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crewJson, type KeptLine } from '@hush/protocol';
import { recordText, STANDARD_TILES } from '@hush/rules';
import type { Page } from 'playwright-core';
import { enteredFrom, gameFrom, proofFrom } from '../../../protocol/test/crews/crew-kit.ts';
import type { JourneyWorld } from './journey-world.ts';
import { journey, PICTURES } from './kit.ts';
import type { PageServer } from './page-server.ts';
import { KINDS, takePictures } from './sizes.ts';

const LANGUAGES = ['en-GB', 'fr-FR', 'nl-NL', 'pl-PL'] as const;

const GAMES = [
  ['one', {}],
  ['two', { scenario: 2, players: 4 }],
  ['three', { scenario: 3, players: 3 }],
  ['four', { players: 3, hourglass: 240 }],
  ['five', { scenario: { name: 'Élodie’s long night', stack: [2, 3, 4, 5, 6, 7, 8, 9], rules: [] } }],
] as const;

const line = (seed: string, wish: Parameters<typeof gameFrom>[1], i: number): KeptLine => {
  const { score, ...entered } = enteredFrom(seed, wish);
  return { line: { ...entered, ...score, line: i + 1 }, record: proofFrom(seed, wish).text };
};

interface Crew {
  readonly id: string;
  readonly secret: string;
}

async function crewIn({ address }: PageServer): Promise<Crew> {
  const ask = async (path: string, body: string, secret = ''): Promise<Crew> =>
    (await (
      await fetch(`${address}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
        body,
      })
    ).json()) as Crew;
  const crew = await ask('/api/crews', JSON.stringify({ name: 'Night Owls' }));
  const kept = GAMES.map(([seed, wish], i) => line(seed, wish, i));
  await ask(`/api/crews/${crew.id}/book`, crewJson('Night Owls', kept), crew.secret);
  return crew;
}

type Shoot = (page: Page, name: string) => Promise<void>;
type Open = (path: string) => Promise<Page>;

async function campaign(open: Open, shoot: Shoot): Promise<void> {
  const page = await open('/campaign');
  await page.locator('.stop').first().waitFor();
  await shoot(page, 'campaign');
  await page.locator('.stop button').nth(1).click();
  await page.locator('dialog').waitFor();
  await shoot(page, 'rulebook');
}

async function workshop(open: Open, shoot: Shoot): Promise<void> {
  const page = await open('/workshop');
  await page.locator('#basics ~ .field select').first().selectOption('6');
  await page.locator('#basics ~ .field input').first().fill('Élodie’s long night');
  await page.locator('#basics ~ .field textarea').first().fill('Keep the camera off, and run.');
  await shoot(page, 'workshop');
  await page.locator('.check-panel .button').nth(2).click();
  const link = await page.locator('.link-field').inputValue();
  await page.locator('[aria-labelledby=own-tiles] .switch input').click();
  await page.locator('.tiles-text').fill(STANDARD_TILES.replace(' iY ', ' .  ').replace('+----+', '+ -- +'));
  await page.locator('[aria-labelledby=own-tiles] .findings li').first().waitFor();
  await page.locator('[aria-labelledby=own-tiles]').scrollIntoViewIfNeeded();
  await shoot(page, 'workshop-broken');
  await page.goto(new URL(link).pathname);
  await page.locator('.sheet-text').waitFor();
  await shoot(page, 'sheet');
}

async function book(open: Open, shoot: Shoot, { id, secret }: Crew): Promise<void> {
  const crews = await open('/crews');
  await crews.locator('h1').waitFor();
  await shoot(crews, 'crews');
  const page = await open(`/crew/${id}#${secret}`);
  await page.locator('.book-box').first().waitFor();
  await shoot(page, 'book');
  await page.locator('.book-lines').scrollIntoViewIfNeeded();
  await shoot(page, 'book-lines');
  await page.locator('.book-desk').scrollIntoViewIfNeeded();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'x.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"crew": 1,\n "x"}'),
    });
  await page.locator('.problem small, .problem-note').first().waitFor();
  await shoot(page, 'book-refused');
}

async function replay(open: Open, shoot: Shoot, { id }: Crew): Promise<void> {
  const page = await open(`/replay/${id}/3`);
  await page.locator('.replay-bar').waitFor();
  await page.locator('.replay-slider input').fill('60000');
  await page.waitForTimeout(1_200);
  await shoot(page, 'replay');
  await page.locator('.replay-leaps button').nth(2).click();
  await page.waitForTimeout(1_200);
  await shoot(page, 'replay-theft');
  const door = await open('/replay');
  await door.locator('input[type=file]').setInputFiles({
    name: 'x.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(recordText(gameFrom('film')).replace('draws', 'drinks')),
  });
  await door.locator('.problem-note').waitFor();
  await shoot(door, 'replay-door');
}

async function hourglass(open: Open, shoot: Shoot): Promise<void> {
  const page = await open('/hourglass');
  await page.getByRole('timer').waitFor();
  await shoot(page, 'hourglass');
  const quiet = page.locator('button.quiet');
  await page.locator('.glass-big').click();
  await page.waitForTimeout(1_500);
  await shoot(page, 'hourglass-runs');
  for (const [i, name] of ['box', 'together'].entries()) {
    await quiet.nth(i).click();
    await page.locator('dialog[open]').waitFor();
    await shoot(page, `hourglass-${name}`);
    await page.keyboard.press('Escape');
  }
}

async function printed(open: Open, { id }: Crew, language: string): Promise<void> {
  const page = await open(`/crew/${id}`);
  await page.locator('.book-box').first().waitFor();
  await page.evaluate('document.fonts.ready');
  writeFileSync(join(PICTURES, `book-${language}.pdf`), await page.pdf({ preferCSSPageSize: true }));
}

for (const locale of LANGUAGES) {
  const language = locale.slice(0, 2);
  for (const size of ['desktop', 'phone'] as const) {
    journey(
      `around the table, ${language}, ${size}`,
      async (world: JourneyWorld) => {
        const open: Open = async path => (await world.open(path, { ...KINDS[size], locale })).page;
        const shoot: Shoot = (page, name) => takePictures(page, `around-${name}-${language}`, size);
        const crew = await crewIn(world.pageServer);
        await campaign(open, shoot);
        await workshop(open, shoot);
        await book(open, shoot, crew);
        await replay(open, shoot, crew);
        await hourglass(open, shoot);
        if (size === 'desktop') await printed(open, crew, language);
      },
      { expects: [/status of 4/], ownServer: true },
    );
  }
}
