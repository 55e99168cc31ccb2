/**
 * Journeys of a debrief with two phones, a desktop and a television: one replay, questions before answers, continuing the
 * game; and bad input.
 */
import { laidTiles } from '@hush/rules';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, PHONE } from './browser.ts';
import { Crew } from './crew.ts';
import type { JourneyWorld } from './journey-world.ts';
import { expectAccessible, journey, takePicture } from './kit.ts';

const TELEVISION = { viewport: { width: 1920, height: 1080 } } as const;
const LONG = 200_000;

/** Makes a game in which three people find four tiles, and then the sand runs out. */
async function lostGame(world: JourneyWorld): Promise<Crew> {
  const crew = await Crew.gather(world, { scenario: 1 }, 3);
  await crew.playUntil(game => laidTiles(game).length >= 4 && game.drawn === null);
  await world.pageServer.clock.pass(LONG);
  return crew;
}

const enter = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /Debrief|debrief/ }).click();
  await page.getByRole('heading', { name: 'Debrief' }).waitFor();
};

const time = (page: Page): Promise<string | null> => page.locator('.debrief-time').textContent();

journey(
  'PR-185a PR-185b PR-185c PR-185e two phones, a desktop and a television share one replay with questions, guesses, answers and a leader',
  async world => {
    const crew = await lostGame(world);
    const { page: mina } = await crew.open(0, DESKTOP);
    const { page: tomasz } = await crew.open(1, PHONE);
    const { page: elodie } = await crew.open(2, PHONE);
    const { page: tv } = await world.open(`/t/${crew.code}?view=screen`, TELEVISION);
    await enter(mina);
    // the television shows the debrief although nobody pressed anything on it
    await tv.getByRole('heading', { name: 'Debrief' }).waitFor();
    for (const page of [tomasz, elodie]) {
      await page.getByRole('button', { name: 'Join Mina’s debrief' }).waitFor();
      await enter(page);
      await page.getByText('Mina leads').first().waitFor();
    }
    // Everybody sees the first question.
    await mina.getByRole('button', { name: 'First question' }).click();
    const question = mina.locator('#debrief-question');
    await question.waitFor();
    const asked = (await question.textContent()) ?? '';
    for (const page of [tomasz, elodie, tv]) await page.getByRole('heading', { name: asked }).waitFor();
    for (const page of [mina, tomasz, tv]) await expectAccessible(page);
    expect(await tomasz.getByRole('button', { name: 'Show it' }).count()).toBe(0);
    // A guess from the list is a pin on every board.
    await tomasz.getByRole('combobox', { name: 'Or choose it here' }).selectOption({ index: 1 });
    for (const page of [mina, elodie, tv]) await page.locator('.pin-face').waitFor();
    await mina.getByText('1 of 3 guessed').waitFor();
    await takePicture(mina, 'debrief-question');
    // The answer is drawn on every board.
    await mina.getByRole('button', { name: 'Show it' }).click();
    for (const page of [mina, tomasz, elodie, tv]) await page.locator('.way-key').first().waitFor();
    await takePicture(tomasz, 'debrief-answer-phone');
    await takePicture(tv, 'debrief-tv');
    // One player stops following and follows again.
    await elodie.getByRole('button', { name: 'Watch on my own' }).click();
    await elodie.getByRole('slider').fill('3000');
    await expect.poll(() => time(elodie)).toBe('0:03');
    await mina.locator('.curve-free').waitFor();
    expect(await time(tomasz)).not.toBe('0:03');
    await elodie.getByRole('button', { name: 'Back to Mina' }).click();
    const led = await time(mina);
    await expect.poll(() => time(elodie)).toBe(led);
    // A player uses keys to ask for the lead, and gets it.
    await tomasz.getByRole('heading', { name: 'Debrief' }).focus();
    await tomasz.keyboard.press('l');
    await mina.getByText('Tomasz would like to lead.').waitFor();
    await mina.getByRole('button', { name: 'Hand over' }).click();
    await elodie.getByText('Tomasz leads').first().waitFor();
    await tomasz.keyboard.press('Home');
    for (const page of [mina, elodie, tv]) await expect.poll(() => time(page)).toBe('0:00');
    // A reloaded page shows the moment that the other pages show.
    await elodie.reload();
    await enter(elodie);
    await elodie.getByText('Tomasz leads').first().waitFor();
    // Somebody joins during the debrief.
    const { page: late } = await world.open(`/t/${crew.code}?view=watch`, DESKTOP);
    await enter(late);
    await late.getByText('Tomasz leads').first().waitFor();
    // By the command box alone, a follower reads who leads, and the leader shows the first point and continues the game
    // from there.
    const typed = async (page: Page, text: string): Promise<void> => {
      await page.locator('.debrief .command-box input').fill(text);
      await page.keyboard.press('Enter');
    };
    const answered = (page: Page): Promise<string | null> =>
      page.locator('.debrief .command-box output').textContent();
    await typed(mina, 'next');
    await expect.poll(() => answered(mina)).toContain('Tomasz leads');
    await expectAccessible(mina);
    await takePicture(mina, 'debrief-box');
    await typed(tomasz, '1');
    await expect.poll(() => answered(tomasz)).toContain(asked);
    await mina.getByRole('heading', { name: asked }).waitFor();
    await typed(elodie, 'guess 1 1 1');
    await expect.poll(() => mina.locator('.pin-face').count()).toBe(2); // one guess is this one, the other is Tomasz's
    await typed(tomasz, 'on');
    for (const page of [mina, tomasz, elodie]) await page.getByRole('button', { name: /Continue/ }).waitFor();
  },
);

journey(
  'PR-185d a debrief without a turning point, or with a damaged record, shows a sentence and a way back',
  async world => {
    const crew = await Crew.gather(world, { scenario: 1, hourglass: 10 }, 2);
    crew.do(0, { type: 'start' });
    await crew.untilRunning();
    await world.pageServer.clock.pass(LONG);
    const { page } = await crew.open(0, PHONE);
    await enter(page);
    await page.getByRole('heading', { name: 'No turning point here' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Back to the result' }).click();
    await page.getByRole('button', { name: 'Debrief' }).waitFor();
    const { page: other, context } = await crew.open(1, DESKTOP);
    await context.route('**/record', route => route.fulfill({ body: 'hush record 1\nnonsense' }));
    await other.reload();
    await enter(other);
    await other.getByText('The recording of this game is damaged').waitFor();
    await expectAccessible(other);
    await other.getByRole('button', { name: 'Back to the result' }).click();
    await other
      .getByRole('heading', { name: /Caught|sand/i })
      .first()
      .waitFor();
  },
);
