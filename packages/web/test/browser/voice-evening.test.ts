/**
 * Journeys of voice during a game: loaded when it is turned on, open in a talk window, closed by the first move, on again
 * after a reload, off when it is turned off; ignoring a player; and playing without a microphone.
 */
import type { Game } from '@hush/rules';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { Player } from '../../../server/test/player-client.ts';
import { speak } from '../table/play-kit.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { expectAccessible, journey, openTable, planFirst, sitDown, takePicture } from './kit.ts';
import { newTable } from './page-server.ts';
import { anyStep, type Circle, exploreWithElf, LONG, make } from './talk-kit.ts';
import {
  bytesOf,
  comeToRest,
  EARS,
  hears,
  joined,
  listened,
  silent,
  turnVoiceOn,
  untilIn,
} from './voice-kit.ts';

/** A script that makes the fake microphone fail as real ones do. */
const refusing = (name: string): string => `
  navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', '${name}'));`;

/** Two pages, and a player who only watches them. */
function circleOf(code: string, pages: readonly Page[], friend: Player): Circle {
  const game = (): Game => {
    const found = friend.connection.mirror.game;
    if (found === null) throw new Error('no game');
    return found;
  };
  return { code, pages, friend, game };
}

journey(
  'CM-3a CM-3e CM-1b voice is open in a talk window, closed by the first move, restored by a reload, and ends when turned off',
  async ({ pageServer, open, atTheEnd }) => {
    await speak('en');
    const code = await newTable(pageServer, { scenario: 4, ...LONG });
    const fetched: string[] = [];
    const { page: mina } = await open(`/t/${code}`, DESKTOP, EARS);
    mina.on('response', response => fetched.push(response.url()));
    await sitDown(mina, 'Mina');
    const { page: tomasz } = await open(`/t/${code}`, PHONE, EARS);
    await sitDown(tomasz, 'Tomasz');
    await openTable(tomasz);
    await tomasz.getByRole('button', { name: 'Turn voice on' }).waitFor();
    // the page has loaded the button, and not voice itself
    expect(fetched.filter(url => url.includes('voice-life'))).toEqual([]);
    const pages = [mina, tomasz];
    for (const page of pages) await turnVoiceOn(page);
    expect(fetched.filter(url => url.includes('voice')).length).toBeGreaterThan(0);
    for (const page of pages) await joined(page, 1);
    for (const page of pages) await hears(page);
    for (const page of pages) await expectAccessible(page);
    const watcher = new Player({ table: code, port: pageServer.server.port, chance: Math.random });
    atTheEnd(() => watcher.connection.close());
    await planFirst(mina);
    await tomasz.getByRole('button', { name: 'Others hear you' }).waitFor();
    await mina.getByRole('button', { name: 'Turn the hourglass' }).click();
    for (const page of pages) await page.getByRole('button', { name: 'Silence: mic off' }).waitFor();
    for (const page of pages) await silent(page);
    for (const page of pages) await takePicture(page, `voice-silence-${pages.indexOf(page)}`);

    await tomasz.reload();
    await tomasz.getByRole('button', { name: 'Silence: mic off' }).waitFor();
    await joined(tomasz, 1);
    await untilIn(mina, "document.querySelectorAll('audio[data-member]').length === 1");
    await comeToRest(pages);
    const before = await bytesOf(mina);
    await listened(mina, 100);
    expect(await bytesOf(mina)).toEqual(before);

    const circle = circleOf(code, pages, watcher);
    await exploreWithElf(circle);
    for (const page of pages) await hears(page);
    for (const page of pages)
      await page.locator('.mate .face.speaking').first().waitFor({ state: 'attached' });
    for (const page of pages) await takePicture(page, `voice-talk-${pages.indexOf(page)}`);
    await make(circle, anyStep(circle.game()));
    for (const page of pages) await silent(page);

    await tomasz.getByRole('button', { name: 'Voice settings' }).click();
    await tomasz.getByRole('button', { name: 'Turn voice off' }).click();
    await untilIn(mina, "document.querySelectorAll('audio[data-member]').length === 0");
    await untilIn(tomasz, "ears.tracks.every(({ readyState }) => readyState === 'ended')");
    expect(await tomasz.locator('.voice-bar').count()).toBe(0);
  },
  { sound: true },
);

journey(
  'a player without a microphone, or without permission, reads a sentence, hears the others, and may ignore them',
  async ({ pageServer, open }) => {
    const code = await newTable(pageServer, { scenario: 1 });
    const { page: mina } = await open(`/t/${code}`, DESKTOP, EARS);
    await sitDown(mina, 'Mina');
    await turnVoiceOn(mina);
    for (const [name, why, sentence] of [
      ['Tomasz', 'NotAllowedError', 'This page may not use the microphone.'],
      ['Ines', 'NotFoundError', 'This device has no microphone.'],
      ['Bram', 'NotReadableError', 'Another program is using the microphone.'],
    ] as const) {
      const { page, context } = await open(`/t/${code}`, PHONE, EARS + refusing(why));
      await sitDown(page, name);
      await openTable(page);
      await page.getByRole('button', { name: 'Turn voice on' }).click();
      await page.getByText(sentence).waitFor();
      await joined(page, 1);
      await hears(page);
      await page.getByRole('button', { name: 'Mute Mina for me' }).click();
      await silent(page);
      await page.getByRole('button', { name: 'Mute Mina for me' }).click();
      await hears(page);
      await expectAccessible(page);
      await takePicture(page, `voice-problem-${name.toLowerCase()}`);
      await context.close();
    }
  },
  { sound: true },
);
