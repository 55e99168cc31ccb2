/** Pictures of a game in seven window sizes: normal play, dim keys, a nudge, a bot's gaze, talk, alarm, many tiles, many people. */
import { laidTiles, talkState } from '@hush/rules';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { Crew } from './crew.ts';
import { journey, takePicture } from './kit.ts';
import { SEVEN_SIZES } from './sizes.ts';

const NEAR = { stack: [4, 8, 6, 9, 5, 7, 3, 2], hourglass: 600 };

/** Waits until the board is at rest and everything on it is drawn. */
async function isShown(page: Page): Promise<void> {
  await page.locator('.board-doll').first().waitFor();
  await page.waitForTimeout(2_400); // waits until the banners have disappeared
}

const inPlay = (tiles: number) => (game: Crew['game']) => laidTiles(game).length >= tiles;

/** Takes the picture in each window size, at the seat of the first player. */
async function everywhere(
  crew: Crew,
  name: string,
  act: (page: Page, size: string) => Promise<void> = async () => undefined,
): Promise<void> {
  for (const [size, options] of Object.entries<BrowserContextOptions>(SEVEN_SIZES)) {
    const { page, context } = await crew.open(0, options);
    await isShown(page);
    await act(page, size);
    await takePicture(page, `${name}-${size}`);
    await context.close();
  }
}

journey('sizes: normal play and dim keys', async world => {
  const crew = await Crew.gather(world, { scenario: 3, ...NEAR }, 4);
  await crew.playUntil(inPlay(7));
  await everywhere(crew, 'play', async page => {
    await page.locator('.dock .hero-chip:not(.idle)').first().click();
  });
  await everywhere(crew, 'dim', async page => {
    const idle = page.locator('.dock .key.go.idle');
    // A key that nobody can use is marked as disabled, but it answers a press with the reason.
    if ((await idle.count()) > 0) await idle.first().click({ force: true });
    crew.do(1, { type: 'nudge', to: 0 });
    await page.locator('.signal').first().waitFor();
  });
  crew.leave();
});

journey(
  'sizes: talk',
  async world => {
    const crew = await Crew.gather(world, { scenario: 3, ...NEAR, hourglass: 800 }, 3);
    await crew.playUntil(inPlay(4));
    await world.pass(400_000); // time passes first, because an hourglass that is turned too soon leaves little sand
    await crew.playUntil(game => talkState(game) === 'open', 'hourglass');
    await everywhere(crew, 'talk');
    crew.leave();
  },
  { ownServer: true },
);

journey('sizes: alarm', async world => {
  const crew = await Crew.gather(
    world,
    { scenario: 2, ...NEAR, stack: [4, 8, 6, 9, 5, 7, 3, 2, 10, 11, 12] },
    2,
  );
  await crew.playUntil(game => game.theft);
  await everywhere(crew, 'alarm');
  crew.leave();
});

journey('sizes: many tiles', async world => {
  const crew = await Crew.gather(world, { scenario: 7, level: 24, hourglass: 900 }, 2);
  await crew.playUntil(inPlay(18), 'win', 3).catch(() => undefined);
  await everywhere(crew, 'tiles');
  crew.leave();
});
