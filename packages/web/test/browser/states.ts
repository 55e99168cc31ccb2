/** Pictures of a game in every state and with every device setting. */
import { actionsOf, isTheftPossible, laidTiles, talkState } from '@hush/rules';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { DESKTOP } from './browser.ts';
import { Crew, setting } from './crew.ts';
import type { JourneyWorld } from './journey-world.ts';
import { sitDown } from './kit.ts';
import { newTable } from './page-server.ts';
import { seeAs, VISIONS } from './visions.ts';

/** Takes a picture with this name, in each of the two sizes. */
type Shot = (name: string) => Promise<void>;
export type Scene = (
  world: JourneyWorld,
  size: BrowserContextOptions,
  shoot: (page: Page) => Shot,
) => Promise<void>;

/** A wish with a short stack, so that all features are near, and with enough time for every picture. */
const NEAR = { stack: [4, 8, 6, 9, 5, 7, 3, 2], hourglass: 600 };

/** Waits until the board is at rest and everything on it is drawn. */
async function isShown(page: Page): Promise<void> {
  await page.locator('.board-doll').first().waitFor();
  await page.waitForTimeout(2_400); // waits until the banners have disappeared
}

const inPlay = (tiles: number) => (game: Crew['game']) => laidTiles(game).length >= tiles;

export const STATES: Readonly<Record<string, Scene>> = {
  'in the middle': async (world, size, shoot) => {
    const crew = await Crew.gather(world, { scenario: 3, ...NEAR }, 4);
    await crew.playUntil(inPlay(7));
    const { page } = await crew.open(0, size);
    await isShown(page);
    await shoot(page)('middle');
    await page.locator('.dock .hero-chip').nth(2).click();
    await shoot(page)('middle-chosen');
    await page.locator('.dock .key.nudge').click();
    await shoot(page)('whom-to-nudge');
    await page.keyboard.press('Escape');
    crew.do(1, { type: 'nudge', to: 0 });
    await page.locator('.banner.nudged').waitFor();
    await shoot(page)('nudged');
    await page.keyboard.press('z');
    await page.waitForTimeout(2_400);
    await shoot(page)('zen');
    crew.leave();
  },
  'as devices want it': async (world, size, shoot) => {
    const wishes = {
      'left-handed': setting('leftHanded', true),
      patterns: setting('patterns', true),
      captions: setting('captions', true),
      'marks-off': setting('marks', 'off'),
      piano: setting('keymap', { layout: 'piano' }),
    };
    const crew = await Crew.gather(world, { scenario: 3, ...NEAR }, 4);
    await crew.playUntil(inPlay(6));
    for (const [name, before] of Object.entries(wishes)) {
      const { page, context } = await crew.open(0, size, { before });
      await isShown(page);
      if (name === 'captions') {
        crew.do(1, { type: 'nudge', to: 0 });
        await page.locator('.captions li').first().waitFor();
      }
      await shoot(page)(name);
      await context.close();
    }
    crew.leave();
  },
  'in every colour': async (world, size, shoot) => {
    const crew = await Crew.gather(world, { scenario: 7, level: 19, hourglass: 600 }, 2);
    await crew.playUntil(inPlay(9), 'win', 3);
    const { page } = await crew.open(0, size);
    await isShown(page);
    for (const vision of VISIONS) {
      await seeAs(page, vision);
      await shoot(page)(`vision-${vision}`);
    }
    crew.leave();
  },
  'a tile and no place yet': async (world, size, shoot) => {
    const crew = await Crew.gather(world, { scenario: 5, level: 14, hourglass: 600 }, 2);
    await crew.playUntil(({ drawn }) => drawn !== null && drawn.places.length > 1, 'win', 2);
    const explorer = [0, 1].find(seat => actionsOf(crew.game, seat).includes('explore')) ?? 0;
    const { page, context } = await crew.open(explorer, size);
    await isShown(page);
    await shoot(page)('drawn-tile');
    await context.close();
    const { page: other } = await crew.open(1 - explorer, size);
    await isShown(other);
    await shoot(other)('drawn-tile-others');
    crew.leave();
  },
  'a camera that follows': async (world, size, shoot) => {
    const crew = await Crew.gather(world, { scenario: 3, ...NEAR }, 4);
    await crew.playUntil(inPlay(7));
    const { page } = await crew.open(0, size, { before: setting('following', true) });
    await isShown(page);
    await shoot(page)('following');
    crew.leave();
  },
  'a talk window': async (world, size, shoot) => {
    const crew = await Crew.gather(world, { scenario: 3, ...NEAR, hourglass: 800 }, 3);
    await crew.playUntil(inPlay(4));
    await world.pass(400_000); // time passes first, because an hourglass that is turned too soon leaves little sand
    await crew.playUntil(game => talkState(game) === 'open', 'hourglass');
    const { page } = await crew.open(0, size);
    await isShown(page);
    await shoot(page)('talk');
    crew.leave();
  },
  'an open book': async (world, size, shoot) => {
    const crew = await Crew.gather(world, { scenario: 8, level: 14, hourglass: 600 }, 2);
    await crew.playUntil(inPlay(4), 'win', 5);
    const { page } = await crew.open(0, size);
    await isShown(page);
    await shoot(page)('scenario-8');
    crew.leave();
  },
  'the theft and the way out': async (world, size, shoot) => {
    const crew = await Crew.gather(
      world,
      { scenario: 2, ...NEAR, stack: [4, 8, 6, 9, 5, 7, 3, 2, 10, 11, 12] },
      2,
    );
    await crew.playUntil(isTheftPossible);
    const { page, context } = await crew.open(0, size);
    await isShown(page);
    await shoot(page)('steal');
    await page.getByRole('button', { name: 'Steal!' }).click();
    await page.locator('.game.alarm').waitFor();
    await shoot(page)('theft');
    await isShown(page);
    await shoot(page)('alarm');
    await context.close();
    crew.leave();
  },
  'a game that is won': async (world, size, shoot) => {
    const crew = await Crew.gather(world, { scenario: 1, ...NEAR }, 3);
    await crew.playUntil(game => game.status === 'won');
    const { page } = await crew.open(0, size);
    await page.getByRole('heading', { name: 'You made it!' }).waitFor();
    await page.locator('.timeline').waitFor();
    await page.waitForTimeout(3500); // waits until the animation of the end is over
    await shoot(page)('won');
    await page.locator('.timeline li').last().scrollIntoViewIfNeeded();
    await shoot(page)('won-timeline');
    await page.getByRole('button', { name: 'Look at the mall' }).click();
    await shoot(page)('won-mall');
    const { page: guest } = await world.open(`/t/${crew.code}`, size);
    await guest.getByRole('heading', { name: 'They made it!' }).waitFor();
    await guest.waitForTimeout(500);
    await shoot(guest)('won-newcomer');
    const { page: screen } = await world.open(`/t/${crew.code}?view=screen`, DESKTOP);
    await screen.getByRole('heading', { name: 'You made it!' }).waitFor();
    await screen.waitForTimeout(500);
    await shoot(screen)('big-screen-won');
    crew.leave();
  },
  'a pause': async (world, size, shoot) => {
    const crew = await Crew.gather(world, { scenario: 3, ...NEAR, house: { pause: true } }, 4);
    await crew.playUntil(inPlay(3));
    const { page } = await crew.open(0, size);
    await isShown(page);
    crew.do(1, { type: 'pause' });
    await page.getByRole('heading', { name: 'Paused' }).waitFor();
    await shoot(page)('paused');
    crew.leave();
  },
  'walls that move': async (world, size, shoot) => {
    const crew = await Crew.gather(world, { scenario: 11, level: 12, hourglass: 800 }, 2);
    await crew.playUntil(inPlay(6), 'win', 4);
    await world.pass(400_000);
    await crew.playUntil(game => game.discards > 0, 'hourglass', 4);
    const { page } = await crew.open(0, size);
    await isShown(page);
    await shoot(page)('scenario-11');
    crew.leave();
  },
  'two worlds': async (world, size, shoot) => {
    const crew = await Crew.gather(world, { scenario: 13, level: 14, hourglass: 600 }, 2);
    const { page, context } = await crew.open(0, size);
    await page.getByRole('button', { name: 'Turn the hourglass' }).waitFor();
    await page.waitForTimeout(800);
    await shoot(page)('scenario-13-set-up');
    await page.getByRole('button', { name: 'Turn the hourglass' }).click();
    await isShown(page);
    await shoot(page)('scenario-13');
    await context.close();
    crew.leave();
  },
  'many people': async (world, size, shoot) => {
    const crew = await Crew.gather(world, { scenario: 9, level: 12, hourglass: 600 }, 4);
    await crew.playUntil(inPlay(3));
    const { page } = await crew.open(0, size);
    await isShown(page);
    await shoot(page)('scenario-9');
    const { page: screen } = await world.open(`/t/${crew.code}?view=screen`, DESKTOP);
    await isShown(screen);
    await shoot(screen)('big-screen-game');
    crew.leave();
  },
  help: async (world, size, shoot) => {
    const crew = await Crew.gather(world, { scenario: 7, hourglass: 600 }, 2);
    const { page } = await crew.open(0, size);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').waitFor();
    await shoot(page)('menu');
    await page.getByRole('button', { name: 'How it works' }).click();
    await page.getByRole('dialog', { name: 'How it works' }).waitFor();
    await shoot(page)('help');
    crew.leave();
  },
};

/** The lobby, a running game and its end in one language, to show texts that are too long. */
export const spoken =
  (locale: string): Scene =>
  async (world, size, shoot) => {
    const [open, language] = [{ ...size, locale }, locale.slice(0, 2)];
    const { page: lobby } = await world.open(`/t/${await newTable(world.pageServer, { scenario: 3 })}`, open);
    await sitDown(lobby, 'Mina');
    await shoot(lobby)(`lobby-${language}`);
    const crew = await Crew.gather(world, { scenario: 7, level: 19, hourglass: 600 }, 3);
    await crew.playUntil(inPlay(5), 'win', 3);
    const { page } = await crew.open(0, open);
    await isShown(page);
    await shoot(page)(`play-${language}`);
    crew.leave();
    const done = await Crew.gather(world, { scenario: 1, ...NEAR }, 3);
    await done.playUntil(game => game.status === 'won');
    const { page: end } = await done.open(0, open);
    await end.locator('.timeline').waitFor();
    await shoot(end)(`won-${language}`);
    const { page: guest } = await world.open(`/t/${done.code}`, open);
    await guest.locator('.end .sit-down').waitFor();
    await shoot(guest)(`won-newcomer-${language}`);
    done.leave();
  };
