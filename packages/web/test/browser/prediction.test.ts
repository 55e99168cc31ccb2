/// <reference lib="dom" />
/**
 * A move of one's own is seen before anybody else has heard of it. Counted in frames, not in milliseconds: a busy
 * machine makes frames late, but not more of them.
 */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { Player, until } from '../../../server/test/player-client.ts';
import { PHONE } from './browser.ts';
import { newTable } from './house.ts';
import { journey, rest, sitDown } from './kit.ts';
import type { Stage } from './stage.ts';

/** Every answer comes this much later, so that whatever is painted before it is the page's own idea. */
const DELAY = 400;
const FAR_AWAY = `{
  const Near = WebSocket;
  globalThis.WebSocket = class extends Near {
    set onmessage(hear) {
      super.onmessage = event => setTimeout(() => hear.call(this, event), ${DELAY});
    }
  };
}`;

const MOST_FRAMES = 2;

interface Counted {
  /** Frames from the event to the first in which the hero stands elsewhere. */
  readonly frames: number;
  /** Whether the pawn walks; calm people see it stand there at once. */
  readonly walks: boolean;
}

/**
 * Counts from the next event of that kind. A callback of a frame sees what that very frame is going to paint, walks
 * included, since they are moved on before it is called.
 */
function count(page: Page, event: string, hero: string): Promise<void> {
  return page.evaluate(
    ([type = '', name = '']) => {
      const pawn = document.querySelector(`.board-pawn.${name}`);
      if (pawn === null) throw new Error(`no ${name} on the board`);
      const place = (): string => getComputedStyle(pawn).transform;
      const counted = new Promise<Counted>(resolve => {
        const begin = (): void => {
          const before = place();
          let [frames, walks] = [0, false];
          const look = (): void => {
            frames += 1;
            walks ||= pawn.getAnimations().length > 0; // a walk may be over when a late frame shows its end
            if (place() !== before || frames > 60) resolve({ frames, walks });
            else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        };
        addEventListener(type, begin, { capture: true, once: true });
      });
      Object.assign(globalThis, { counted });
    },
    [event, hero],
  );
}

const counted = (page: Page): Promise<Counted> =>
  page.evaluate(() => (globalThis as unknown as { counted: Promise<Counted> }).counted);

/** Where on the board a hero of this page may go by one press. */
async function walkOf(page: Page): Promise<{ hero: string; x: number; y: number }> {
  const mark = page.locator('.board-mark.walk').first();
  const id = (await mark.getAttribute('data-mark')) ?? '';
  const box = await mark.boundingBox();
  if (box === null) throw new Error('nowhere to go');
  return { hero: id.split(':')[1] ?? '', x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const KEYS = { ArrowUp: 'north', ArrowRight: 'east', ArrowDown: 'south', ArrowLeft: 'west' } as const;

/** A key that leads this hero somewhere now: towards its first mark, in a direction that has a key on the pad. */
async function keyTo(page: Page, hero: string): Promise<string> {
  const label = await page.locator(`.board-mark.walk.${hero}`).first().getAttribute('aria-label');
  const found = Object.entries(KEYS).find(([, direction]) => label?.includes(` ${direction}`));
  if (found === undefined) throw new Error(`no direction in ${label}`);
  return found[0];
}

/** The answer has come, the walk is over and the camera rests: the next move begins on a quiet board. */
async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(2 * DELAY);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.board-pawn')].every(pawn => pawn.getAnimations().length === 0),
  );
  await rest(page);
}

async function isPlaying(page: Page): Promise<void> {
  await page.locator('.board-mark.walk').first().waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.querySelectorAll('.board-pawn').length === 4);
  await rest(page);
}

/** Two people, so that each has two directions or more; the first of them has a page, and is counted. */
async function begin(
  { house, open }: Stage,
  options: BrowserContextOptions,
  play: (page: Page) => Promise<void>,
): Promise<void> {
  const code = await newTable(house, { scenario: 2, hourglass: 3600 });
  const { page } = await open(`/t/${code}`, options, FAR_AWAY);
  await sitDown(page, 'Mina');
  const { connection } = new Player({ table: code, port: house.server.port, chance: Math.random });
  try {
    await until(() => connection.status.type === 'online', 'a greeting');
    connection.join('Tomasz', 'owl');
    await page.getByText('Tomasz').first().waitFor();
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('button', { name: 'Turn the hourglass' }).click();
    await isPlaying(page);
    await play(page);
  } finally {
    connection.close();
  }
}

const MOTIONS = ['no-preference', 'reduce'] as const;

journey('a move by mouse and by key is painted within 2 frames, with and without motion', stage =>
  begin(stage, { viewport: { width: 1440, height: 900 } }, async page => {
    for (const reducedMotion of MOTIONS) {
      await page.emulateMedia({ reducedMotion });
      for (let round = 0; round < 3; round++) {
        const { hero, x, y } = await walkOf(page);
        await page.mouse.move(x, y);
        await count(page, 'pointerup', hero);
        await page.mouse.click(x, y);
        const { frames, walks } = await counted(page);
        expect(frames, `by mouse, round ${round}, ${reducedMotion}`).toBeLessThanOrEqual(MOST_FRAMES);
        expect(walks).toBe(reducedMotion === 'no-preference');
        await settled(page);
      }
      const { hero } = await walkOf(page);
      await page.locator(`.dock .hero-chip.${hero}`).click();
      await page.evaluate('document.activeElement?.blur()');
      const key = await keyTo(page, hero);
      await count(page, 'keydown', hero);
      await page.keyboard.press(key);
      expect((await counted(page)).frames, `by key, ${reducedMotion}`).toBeLessThanOrEqual(MOST_FRAMES);
      await settled(page);
    }
  }),
);

journey('a move by finger is painted within 2 frames', stage =>
  begin(stage, { ...PHONE, reducedMotion: 'no-preference' }, async page => {
    for (let round = 0; round < 3; round++) {
      const { hero, x, y } = await walkOf(page);
      await count(page, 'pointerup', hero);
      await page.touchscreen.tap(x, y);
      expect((await counted(page)).frames, `round ${round}`).toBeLessThanOrEqual(MOST_FRAMES);
      await settled(page);
    }
  }),
);
