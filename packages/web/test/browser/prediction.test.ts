/// <reference lib="dom" />
/**
 * Tests that a player's own move is shown before the server has answered. They count frames, not milliseconds: on a busy
 * machine frames come late, but there are not more of them.
 */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { Player, until } from '../../../server/test/player-client.ts';
import { rest } from './board-server.ts';
import { PHONE } from './browser.ts';
import type { JourneyWorld } from './journey-world.ts';
import { journey, planFirst, sitDown } from './kit.ts';
import { newTable } from './page-server.ts';
import { runTime, stopTime } from './steered-time.ts';
import { answered } from './traffic.ts';

/**
 * A script that holds back answers of the server, so that every movement meanwhile is the page's prediction, and counts
 * how often a pawn begins to walk.
 */
const HELD_ANSWERS = `{
  const held = [];
  let isHolding = false;
  globalThis.answers = {
    hold() { isHolding = true; },
    release() {
      isHolding = false;
      for (const hear of held.splice(0)) hear();
    },
  };
  const Open = WebSocket;
  globalThis.WebSocket = class extends Open {
    set onmessage(hear) {
      super.onmessage = event => {
        const then = () => hear.call(this, event);
        if (isHolding) held.push(then);
        else then();
      };
    }
  };
  const { animate } = Element.prototype;
  globalThis.walksBegun = 0;
  Element.prototype.animate = function (...given) {
    if (this.matches('.board-pawn')) walksBegun += 1;
    return animate.apply(this, given);
  };
}`;

const MOST_FRAMES = 2;

interface Counted {
  /** How many frames after the event the hero is first shown elsewhere. */
  readonly frames: number;
  /** Whether the pawn began to walk; false with reduced motion, when it jumps. */
  readonly walks: boolean;
}

/** After this number of frames without a movement the pawn counts as still. */
const NEVER = 60;

/**
 * Counts frames from the next event of that kind. The callback of a frame sees what the frame will paint, because
 * browsers advance animations before they call it.
 */
function count(page: Page, event: string, hero: string): Promise<void> {
  return page.evaluate(
    ([type = '', name = '', never = 0]) => {
      const pawn = document.querySelector(`.board-pawn.${name}`);
      if (pawn === null) throw new Error(`no ${name} on the board`);
      const counts = globalThis as unknown as { walksBegun: number };
      const place = (): string => getComputedStyle(pawn).transform;
      const counted = new Promise<Counted>(resolve => {
        const begin = (): void => {
          const [before, begun] = [place(), counts.walksBegun];
          let frames = 0;
          const look = (): void => {
            frames += 1;
            const walks = counts.walksBegun > begun;
            if (place() !== before || frames > Number(never)) resolve({ frames, walks });
            else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        };
        addEventListener(String(type), begin, { capture: true, once: true });
      });
      Object.assign(globalThis, { counted });
    },
    [event, hero, NEVER] as const,
  );
}

const counted = (page: Page): Promise<Counted> =>
  page.evaluate(() => (globalThis as unknown as { counted: Promise<Counted> }).counted);

/**
 * A place on the board to which a hero of this page may go with one press. The hero is chosen first, because two heroes
 * may be able to go there.
 */
async function walkOf(page: Page): Promise<{ hero: string; x: number; y: number }> {
  const id = (await page.locator('.board-mark.walk').first().getAttribute('data-mark')) ?? '';
  const hero = id.split(':')[1] ?? '';
  await page.locator(`.dock .hero-chip.${hero}`).click();
  await page.evaluate('document.activeElement?.blur()');
  await rest(page);
  const box = await page.locator(`.board-mark.walk.${hero}`).first().boundingBox();
  if (box === null) throw new Error('nowhere to go');
  return { hero, x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Makes a press while the server does not answer and the page's clock stands still, so that it does not become a long
 * press.
 */
async function pressedAlone(page: Page, press: () => Promise<void>): Promise<Counted> {
  await page.evaluate('answers.hold()');
  await stopTime(page);
  await press();
  const result = await counted(page);
  await runTime(page);
  await page.evaluate('answers.release()');
  await answered(page);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.board-pawn')].every(pawn => pawn.getAnimations().length === 0),
  );
  await rest(page);
  return result;
}

const KEYS = { ArrowUp: 'north', ArrowRight: 'east', ArrowDown: 'south', ArrowLeft: 'west' } as const;

/** A key that moves this hero now: in the direction of the hero's first mark that has a key on the pad. */
async function keyTo(page: Page, hero: string): Promise<string> {
  const label = await page.locator(`.board-mark.walk.${hero}`).first().getAttribute('aria-label');
  const found = Object.entries(KEYS).find(([, direction]) => label?.includes(` ${direction}`));
  if (found === undefined) throw new Error(`no direction in ${label}`);
  return found[0];
}

async function isPlaying(page: Page): Promise<void> {
  await page.locator('.board-mark.walk').first().waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.querySelectorAll('.board-pawn').length === 4);
  await rest(page);
}

/** Begins a game of two people, so that each has two directions or more; the first has a page, whose frames are counted. */
async function begin(
  { pageServer, open }: JourneyWorld,
  options: BrowserContextOptions,
  play: (page: Page) => Promise<void>,
): Promise<void> {
  const code = await newTable(pageServer, { scenario: 2, hourglass: 3600 });
  const { page } = await open(`/t/${code}`, options, HELD_ANSWERS);
  await sitDown(page, 'Mina');
  const { connection } = new Player({ table: code, port: pageServer.server.port, chance: Math.random });
  try {
    await until(() => connection.status.type === 'online', 'a greeting');
    connection.join('Tomasz', 'owl');
    await page.getByText('Tomasz').first().waitFor();
    await planFirst(page);
    await page.getByRole('button', { name: 'Turn the hourglass' }).click();
    await isPlaying(page);
    await play(page);
  } finally {
    connection.close();
  }
}

const MOTIONS = ['no-preference', 'reduce'] as const;

journey('a move by mouse and by key is painted within 2 frames, with and without motion', world =>
  begin(world, { viewport: { width: 1440, height: 900 } }, async page => {
    for (const reducedMotion of MOTIONS) {
      await page.emulateMedia({ reducedMotion });
      for (let round = 0; round < 2; round++) {
        const { hero, x, y } = await walkOf(page);
        await page.mouse.move(x, y);
        await count(page, 'pointerup', hero);
        const { frames, walks } = await pressedAlone(page, () => page.mouse.click(x, y));
        expect(frames, `by mouse, round ${round}, ${reducedMotion}`).toBeLessThanOrEqual(MOST_FRAMES);
        expect(walks).toBe(reducedMotion === 'no-preference');
      }
      const { hero } = await walkOf(page);
      const key = await keyTo(page, hero);
      await count(page, 'keydown', hero);
      const { frames } = await pressedAlone(page, () => page.keyboard.press(key));
      expect(frames, `by key, ${reducedMotion}`).toBeLessThanOrEqual(MOST_FRAMES);
    }
  }),
);

journey('a move by finger is painted within 2 frames', world =>
  begin(world, { ...PHONE, reducedMotion: 'no-preference' }, async page => {
    for (let round = 0; round < 2; round++) {
      const { hero, x, y } = await walkOf(page);
      await count(page, 'pointerup', hero);
      const { frames } = await pressedAlone(page, () => page.touchscreen.tap(x, y));
      expect(frames, `round ${round}`).toBeLessThanOrEqual(MOST_FRAMES);
    }
  }),
);
