/**
 * Journeys of voice in real browsers: nothing is sent in silence, everybody is heard while a talk window is open, and
 * nobody afterwards, not even a page that keeps sending. All waits are for audio frames, never for a time; `npm run
 * bench` measures how quickly a window opens and closes.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from './kit.ts';
import { type Circle, callUp, GATELESS, gather, REBEL, ROGUE, setTalk } from './voice-circle.ts';
import { type Bytes, bytesOf, comeToRest, EARS, hears, listened, silent } from './voice-kit.ts';

/** How many audio frames one second has. */
const A_WHILE = 100;

/** Returns how many bytes each page sends while all pages read `frames` silent frames. */
async function sentMeanwhile(pages: readonly Page[]): Promise<readonly Bytes[]> {
  const before = await Promise.all(pages.map(bytesOf));
  await Promise.all(pages.map(page => listened(page, A_WHILE)));
  const after = await Promise.all(pages.map(bytesOf));
  return after.map(({ sent, received }, i) => ({
    sent: sent - (before[i]?.sent ?? 0),
    received: received - (before[i]?.received ?? 0),
  }));
}

/** Expects of a talk window that everybody hears everybody while it is open, and that nobody hears anything afterwards. */
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

/** Expects that nobody hears a page that keeps sending in silence. */
async function expectGated(circle: Circle): Promise<void> {
  const [rogue, ...honest] = circle.pages;
  await rogue?.evaluate(REBEL);
  await expectWindow(circle); // from this call on, the page never stops sending
  await comeToRest(honest);
  const [bytes, ...others] = await sentMeanwhile(circle.pages);
  expect(bytes?.sent).toBeGreaterThan(0); // the page really sends
  for (const { sent, received } of others) {
    expect(sent).toBe(0);
    expect(received).toBeGreaterThan(0); // the packets of this page arrive at the other pages
  }
  await Promise.all(honest.map(silent));
  await expectWindow(circle);
}

// All tests use one table, because pages with voice take long to load.
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
  { sound: true },
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
  { sound: true },
);
