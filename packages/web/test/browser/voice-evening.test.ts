/**
 * Voice through an evening: fetched when it is wanted, open in a real talk window and closed by the first move, back after
 * a reload, gone when it is turned off; one can be ignored; and who has no microphone is told so, listens and plays.
 */
import { talkState } from '@hush/rules';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { chanceFrom, nextCommand } from '../../../rules/test/player.ts';
import { Player, until } from '../../../server/test/player-client.ts';
import { speak } from '../play-kit.ts';
import { byPad, isDone, type Move } from './hands.ts';
import {
  DESKTOP,
  expectAccessible,
  journey,
  launchWith,
  newTable,
  PHONE,
  sitDown,
  takePicture,
} from './kit.ts';
import { bytesOf, EARS, hears, joined, turnVoiceOn, untilIn, voiceFlags } from './voice-kit.ts';

launchWith(voiceFlags());

/** The fake microphone of this browser, refused in the ways of real ones. */
const refusing = (name: string): string => `
  navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', '${name}'));`;

const PATIENCE = 10_000;
const MOST_MOVES = 60;
/** Turned now, the hourglass leaves as much as has run: enough for a talk and what comes after it. */
const SAND = 40_000;

const silent = (page: Page): Promise<void> => untilIn(page, 'ears.quietFor(400)');

/** Everybody does what leads to an hourglass, until somebody has turned it. */
async function playUntilTalk(pages: readonly Page[], watcher: Player): Promise<void> {
  const { mirror } = watcher.connection;
  const chance = chanceFrom(3);
  for (let i = 0; i < MOST_MOVES && mirror.game !== null && talkState(mirror.game) !== 'open'; i++) {
    const command = nextCommand(mirror.game, mirror.game.at, chance, 'hourglass');
    if (command === null || !('seat' in command)) throw new Error('nothing to do');
    await move(pages, watcher, command);
  }
  if (mirror.game === null || talkState(mirror.game) !== 'open') throw new Error('no hourglass was reached');
}

async function move(pages: readonly Page[], watcher: Player, command: Move): Promise<void> {
  const page = pages[command.seat];
  if (page === undefined) throw new Error(`nobody sits on ${command.seat}`);
  const done = isDone(watcher, command);
  await page.waitForTimeout(100);
  await byPad(page, watcher, command);
  await until(done, `${JSON.stringify(command)} to be done`, PATIENCE).catch(() => undefined); // planned again
}

journey(
  'CM-3 voice is open in a talk window, closed by the first move, back after a reload, and ends when it is turned off',
  async ({ house, open }) => {
    await speak('en');
    const code = await newTable(house, { scenario: 1, hourglass: 3600 });
    const fetched: string[] = [];
    const { page: mina } = await open(`/t/${code}`, DESKTOP, EARS);
    mina.on('response', response => fetched.push(response.url()));
    await sitDown(mina, 'Mina');
    const { page: tomasz } = await open(`/t/${code}`, PHONE, EARS);
    await sitDown(tomasz, 'Tomasz');
    await tomasz.getByRole('button', { name: 'Turn voice on' }).waitFor();
    expect(fetched.filter(url => url.includes('voice-life'))).toEqual([]); // only the door to it
    const pages = [mina, tomasz];
    for (const page of pages) await turnVoiceOn(page);
    expect(fetched.filter(url => url.includes('voice')).length).toBeGreaterThan(0);
    for (const page of pages) await joined(page, 1);
    for (const page of pages) await hears(page);
    for (const page of pages) await expectAccessible(page);
    const watcher = new Player({ table: code, port: house.server.port, chance: Math.random });
    await mina.getByRole('button', { name: 'Begin' }).click();
    await tomasz.getByRole('button', { name: 'You are heard' }).waitFor();
    await mina.getByRole('button', { name: 'Turn the hourglass' }).click();
    for (const page of pages) await page.getByRole('button', { name: 'Silence: mic off' }).waitFor();
    for (const page of pages) await silent(page);
    for (const page of pages) await takePicture(page, `voice-silence-${pages.indexOf(page)}`);

    await tomasz.reload();
    await tomasz.getByRole('button', { name: 'Silence: mic off' }).waitFor();
    await joined(tomasz, 1);
    await untilIn(mina, "document.querySelectorAll('audio[data-member]').length === 1");
    const before = await bytesOf(mina);
    await mina.waitForTimeout(600);
    expect(await bytesOf(mina)).toEqual(before);

    await until(() => watcher.connection.mirror.sandNow() > SAND, 'sand for a talk', 2 * SAND);
    await playUntilTalk(pages, watcher);
    for (const page of pages) await hears(page);
    for (const page of pages)
      await page.locator('.mate .face.speaking').first().waitFor({ state: 'attached' });
    for (const page of pages) await takePicture(page, `voice-talk-${pages.indexOf(page)}`);
    const { game } = watcher.connection.mirror;
    const next = game === null ? null : nextCommand(game, game.at, chanceFrom(5));
    if (next === null || !('seat' in next)) throw new Error('nothing to do');
    await move(pages, watcher, next);
    for (const page of pages) await silent(page);

    await tomasz.getByRole('button', { name: 'Voice settings' }).click();
    await tomasz.getByRole('button', { name: 'Turn voice off' }).click();
    await untilIn(mina, "document.querySelectorAll('audio[data-member]').length === 0");
    await untilIn(tomasz, "ears.tracks.every(({ readyState }) => readyState === 'ended')");
    expect(await tomasz.locator('.voice-bar').count()).toBe(0);
    watcher.connection.close();
  },
  { timeout: 420_000 },
);

journey(
  'without a microphone or the right to use it, one is told so in a sentence, hears the others, and may ignore them',
  async ({ house, open }) => {
    const code = await newTable(house, { scenario: 1 });
    const { page: mina } = await open(`/t/${code}`, DESKTOP, EARS);
    await sitDown(mina, 'Mina');
    await turnVoiceOn(mina);
    for (const [name, why, sentence] of [
      ['Tomasz', 'NotAllowedError', 'The microphone is not allowed here.'],
      ['Ines', 'NotFoundError', 'There is no microphone on this device.'],
      ['Bram', 'NotReadableError', 'Another program is using the microphone.'],
    ] as const) {
      const { page, context } = await open(`/t/${code}`, PHONE, EARS + refusing(why));
      await sitDown(page, name);
      await page.getByRole('button', { name: 'Turn voice on' }).click();
      await page.getByText(sentence).waitFor();
      await joined(page, 1);
      await hears(page);
      await page.getByRole('button', { name: 'Do not hear Mina' }).click();
      await silent(page);
      await page.getByRole('button', { name: 'Do not hear Mina' }).click();
      await hears(page);
      await expectAccessible(page);
      await takePicture(page, `voice-problem-${name.toLowerCase()}`);
      await context.close();
    }
  },
  { timeout: 420_000 },
);
