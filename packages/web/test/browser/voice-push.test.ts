/**
 * Push to talk: a key on the laptop, a finger on the phone. A player is heard only while holding the key or finger down,
 * and during silence holding it sends nothing. The keys for talk and push to talk can be changed.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, PHONE } from './browser.ts';
import { journey, sitDown, takePicture } from './kit.ts';
import { newTable } from './page-server.ts';
import { FREE_TALK, seatKeeper } from './voice-circle.ts';
import { bytesOf, comeToRest, EARS, hears, joined, silent, turnVoiceOn } from './voice-kit.ts';

/** Puts a finger on an element; the returned function lifts it. */
async function putFinger(page: Page, name: string): Promise<() => Promise<void>> {
  const box = await page.getByRole('button', { name }).boundingBox();
  if (box === null) throw new Error(`${name} is nowhere`);
  const touch = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  return async () => {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await touch.detach();
  };
}

/** Chooses another key for an action in the settings. */
async function chooseKey(page: Page, meaning: string, key: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.locator('details.keys summary').click();
  await page.getByRole('button', { name: meaning }).click();
  await page.keyboard.press(key);
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
}

journey(
  'CM-2b CM-3a with push to talk a player is heard only while a key or finger holds it, and never in silence',
  async world => {
    const code = await newTable(world.pageServer, FREE_TALK);
    const keeper = await seatKeeper(world, code);
    const { page: mina } = await world.open(`/t/${code}`, DESKTOP, EARS);
    await sitDown(mina, 'Mina');
    const { page: tomasz } = await world.open(`/t/${code}`, PHONE, EARS);
    await sitDown(tomasz, 'Tomasz');
    const pages = [mina, tomasz];
    for (const page of pages) {
      await turnVoiceOn(page);
      await page.getByRole('radio', { name: 'Hold to talk' }).check();
    }
    for (const page of pages) await joined(page, 1);
    keeper.manage({ type: 'begin' });
    keeper.do({ type: 'start' });
    for (const page of pages) await page.getByRole('button', { name: 'Hold to talk' }).waitFor();
    for (const page of pages) await silent(page); // talk is open, but nobody holds the key

    await mina.keyboard.down('k');
    await mina.getByRole('button', { name: 'Others hear you' }).waitFor();
    await hears(tomasz);
    await takePicture(mina, 'voice-push-held');
    await mina.keyboard.up('k');
    await silent(tomasz);

    const lift = await putFinger(tomasz, 'Hold to talk');
    await tomasz.getByRole('button', { name: 'Others hear you' }).waitFor();
    await hears(mina);
    await takePicture(tomasz, 'voice-push-finger');
    await lift();
    await silent(mina);

    await chooseKey(mina, 'Talk (hold)', 'p');
    await mina.keyboard.down('k'); // the earlier key has no effect now
    await silent(tomasz);
    await mina.keyboard.up('k');
    await mina.keyboard.down('p');
    await hears(tomasz);
    await mina.keyboard.up('p');
    await silent(tomasz);

    await mina.keyboard.press('l');
    await mina.getByRole('textbox', { name: 'Your message' }).waitFor();
    await mina.keyboard.press('Escape');
    await chooseKey(mina, 'Open the talk panel', 'o');
    await mina.keyboard.press('o');
    await mina.getByRole('textbox', { name: 'Your message' }).waitFor();
    await mina.keyboard.press('Escape');

    keeper.do({ type: 'pause' });
    for (const page of pages) await page.getByRole('button', { name: 'Silence: mic off' }).waitFor();
    await comeToRest(pages);
    const before = await bytesOf(mina);
    await mina.keyboard.down('p');
    await silent(tomasz);
    expect(await mina.getByRole('button', { name: 'Silence: mic off' }).count()).toBe(1);
    expect(await bytesOf(mina)).toEqual(before);
    await mina.keyboard.up('p');
  },
  { sound: true },
);
