/**
 * Voices in real browsers: nothing is sent in silence, everybody is heard when a window opens, and nobody when it is
 * closed, not even a page that keeps sending. All waits are for audio frames, never for a time; `npm run bench`
 * measures how quickly a window opens and closes.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from './kit.ts';
import { type Circle, callUp, GATELESS, gather, REBEL, ROGUE, setTalk } from './voice-circle.ts';
import { type Bytes, bytesOf, comeToRest, EARS, hears, listened, silent } from './voice-kit.ts';

/** Frames of one second of sound. */
const A_WHILE = 100;

/** The bytes that each page sent while all pages read `frames` silent frames. */
async function sentMeanwhile(pages: readonly Page[]): Promise<readonly Bytes[]> {
  const before = await Promise.all(pages.map(bytesOf));
  await Promise.all(pages.map(page => listened(page, A_WHILE)));
  const after = await Promise.all(pages.map(bytesOf));
  return after.map(({ sent, received }, i) => ({
    sent: sent - (before[i]?.sent ?? 0),
    received: received - (before[i]?.received ?? 0),
  }));
}

/** A talk window: everybody hears everybody while it is open, and nobody hears anything after it is closed. */
async function expectWindow(circle: Circle): Promise<void> {
  const { pages, members } = circle;
  await setTalk(circle, 'open');
  await Promise.all(
    pages.map((page, i) =>
      hears(
        page,
        members.filter((_, j) => j !== i),
      ),
    ),
  );
  await setTalk(circle, 'closed');
  await Promise.all(pages.map(silent));
}

async function expectNothingSent(pages: readonly Page[]): Promise<void> {
  await comeToRest(pages);
  const bytes = await sentMeanwhile(pages);
  expect(bytes).toEqual(pages.map(() => ({ sent: 0, received: 0 })));
}

/** One page keeps sending in silence, and nobody hears it. */
async function expectGated(circle: Circle): Promise<void> {
  const [rogue, ...honest] = circle.pages;
  await rogue?.evaluate(REBEL);
  await expectWindow(circle); // from now on this page never stops sending
  await comeToRest(honest);
  const [bytes, ...others] = await sentMeanwhile(circle.pages);
  expect(bytes?.sent).toBeGreaterThan(0); // this page really sends
  for (const { sent, received } of others) {
    expect(sent).toBe(0);
    expect(received).toBeGreaterThan(0); // its packets arrive at the other pages
  }
  await Promise.all(honest.map(silent));
  await expectWindow(circle);
}

// One table for all tests, because pages with voice take long to load.
journey(
  'CM-1b CM-1e CM-2b with two and three pages no byte is sent in silence, every voice is heard in a talk window, and none after it',
  async world => {
    const circle = await gather(world, 3, i => (i === 0 ? EARS + ROGUE : EARS));
    const two = await callUp(circle, 0, 2);
    await expectNothingSent(two.pages);
    await expectWindow(two);
    const all = await callUp(circle, 2, 3);
    await expectWindow(all);
    await expectNothingSent(all.pages);
    await expectGated(all);
  },
);

journey(
  'CM-1e CM-2b a page without a gate hears a page that keeps sending, so the test can detect it',
  async world => {
    const everybody = await gather(world, 2, i => EARS + (i === 0 ? REBEL + ROGUE : GATELESS));
    const circle = await callUp(everybody, 0, 2);
    const [gated, gateless] = circle.pages as [Page, Page];
    await setTalk(circle, 'open');
    for (const page of circle.pages) await hears(page);
    await setTalk(circle, 'closed');
    await silent(gated);
    await hears(gateless);
  },
);
