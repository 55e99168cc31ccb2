/**
 * A journey in which four people join by a link, each with another input (mouse, finger, keys, pad), and win scenario 1.
 * On the way one page is reloaded and one device loses its network; neither loses its seat.
 */
import { isOver, isTheftPossible } from '@hush/rules';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { chanceFrom, nextCommand } from '../../../rules/test/player.ts';
import { Player, until } from '../../../server/test/player-client.ts';
import { speak } from '../table/play-kit.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { type CutProxy, startCutProxy } from './cut-proxy.ts';
import { attempt, byFinger, byKeys, byMouse, byPad, type Hand, type Move } from './hands.ts';
import type { Guest, JourneyWorld } from './journey-world.ts';
import { expectAccessible, journey, sitDown, takePicture } from './kit.ts';
import { newTable } from './page-server.ts';

const MOST_MISSED = 5;
/** More moves than any game needs. */
const MOST_MOVES = 400;
/** A short stack, so that all features are near. */
const STACK = [4, 8, 6, 9, 5, 7, 3, 2];
const RELOAD_AFTER = 8;
const OFFLINE_AFTER = 14;

const MOUSE = 0;
const FINGER = 1;
const KEYS = 2;
const PAD = 3;
const HANDS: readonly Hand[] = [byMouse, byFinger, byKeys, byPad];
const NAMES = ['Mina', 'Tomasz', 'Ines', 'Bram'];

interface Evening {
  readonly guests: readonly Guest[];
  readonly watcher: Player;
}

const pageOf = ({ guests }: Evening, seat: number): Page => {
  const page = guests[seat]?.page;
  if (page === undefined) throw new Error(`nobody sits on ${seat}`);
  return page;
};

/** Removes the focus, so that keys go to the game. */
const letGo = (page: Page): Promise<unknown> => page.evaluate('document.activeElement?.blur()');

const isPlaying = (page: Page): Promise<void> => page.locator('.dock .key').first().waitFor();

async function begin(evening: Evening): Promise<void> {
  const [mouse, finger, keys] = [MOUSE, FINGER, KEYS].map(seat => pageOf(evening, seat)) as [
    Page,
    Page,
    Page,
  ];
  await finger.getByRole('button', { name: 'Ready', exact: true }).tap();
  await keys.getByRole('button', { name: 'Ready', exact: true }).press('Enter');
  await pageOf(evening, PAD).getByRole('button', { name: 'Ready', exact: true }).click();
  // the last player is ready now, so the sand runs
  await mouse.getByRole('button', { name: 'Ready', exact: true }).click();
  await until(() => evening.watcher.connection.mirror.game?.status === 'playing', 'the sand to run');
  for (const { page } of evening.guests) await isPlaying(page);
  await letGo(keys);
}

/** Reloads a page: it has the same seat and asks no question. */
async function reload(page: Page): Promise<void> {
  await page.reload();
  await isPlaying(page);
  await page.locator('.mate.me').filter({ hasText: 'Ines' }).waitFor({ state: 'attached' });
  await letGo(page);
}

const LOST = 'Connection lost. Reconnecting…';

/** A device loses its network and gets it back, and the page shows the same as before. */
class Outage {
  /** How many entries were written while this device was offline. */
  missed = 0;
  isOn = false;
  readonly #guest: Guest;
  readonly #line: CutProxy;
  readonly #other: Page;

  constructor(guest: Guest, line: CutProxy, other: Page) {
    this.#guest = guest;
    this.#line = line;
    this.#other = other;
  }

  /** The page shows that it is offline, and the other players see who is away. */
  async begin(): Promise<void> {
    const { page, context } = this.#guest;
    this.isOn = true;
    await page.evaluate('globalThis.isStillTheSame = true');
    await context.setOffline(true);
    this.#line.cut();
    await page.getByText(LOST).waitFor();
    await this.#other.locator('.mate.gone').filter({ hasText: 'Tomasz' }).waitFor({ state: 'attached' });
  }

  async end(): Promise<void> {
    const { page, context } = this.#guest;
    this.isOn = false;
    this.#line.mend();
    await context.setOffline(false);
    await page.getByText(LOST).waitFor({ state: 'detached' });
    await this.#other.locator('.mate.gone').waitFor({ state: 'detached' });
    expect(await page.evaluate('globalThis.isStillTheSame')).toBe(true);
  }

  /** Plays for the other players until this player can move. */
  async pass(isMine: boolean): Promise<void> {
    if (this.isOn && isMine) await this.end();
    else if (!isMine && this.missed === 0) await this.begin();
    if (this.isOn) this.missed++;
  }
}

/** Plays until everybody has escaped; `before` runs before each move. */
async function win(evening: Evening, before: (i: number, command: Move) => Promise<void>): Promise<void> {
  const { mirror } = evening.watcher.connection;
  const chance = chanceFrom(7);
  let missed = 0;
  for (let i = 0; i < MOST_MOVES && mirror.game !== null && !isOver(mirror.game); i++) {
    const command = nextCommand(mirror.game, mirror.game.at, chance);
    if (command === null || !('seat' in command)) throw new Error('nothing to do');
    await before(i, command);
    const hand = HANDS[command.seat];
    if (hand === undefined) throw new Error(`nobody sits on ${command.seat}`);
    const miss = await attempt(hand, pageOf(evening, command.seat), evening.watcher, command);
    // If a command is still possible after a press, the press had no effect.
    const isOffered = command.type === 'steal' && mirror.game !== null && isTheftPossible(mirror.game);
    if (miss !== null && (isOffered || ++missed > MOST_MISSED)) throw miss;
  }
  expect(mirror.game?.status).toBe('won');
}

async function arrive({ pageServer, open }: JourneyWorld, code: string, line: CutProxy): Promise<Evening> {
  const doors = [
    [`/t/${code}`, DESKTOP],
    [`${line.address}/t/${code}`, PHONE],
    [`/t/${code}`, DESKTOP],
    [`/t/${code}`, { viewport: { width: 1024, height: 700 } }],
  ] as const;
  const guests: Guest[] = [];
  for (const [address, size] of doors) {
    const guest = await open(address, size);
    await guest.page.locator('.own-seat').waitFor(); // seats are taken in the order of arrival
    guests.push(guest);
  }
  for (const [seat, { page }] of guests.entries()) await sitDown(page, NAMES[seat] ?? '');
  for (const { page } of guests) await page.getByText('Bram').first().waitFor();
  const watcher = new Player({ table: code, port: pageServer.server.port, chance: Math.random });
  return { guests, watcher };
}

async function inspect({ guests }: Evening, name: string): Promise<void> {
  for (const [seat, { page }] of guests.entries()) {
    await takePicture(page, `four-${name}-${seat}`);
    await expectAccessible(page);
  }
}

journey(
  'TH-4b TH-4d four people with a mouse, a finger, keys and the pad win scenario 1, despite a reload and a lost network',
  async world => {
    const { pageServer } = world;
    await speak('en');
    const code = await newTable(pageServer, { scenario: 1, stack: STACK, hourglass: 3600 });
    const line = await startCutProxy(pageServer);
    const evening = await arrive(world, code, line);
    const outage = new Outage(evening.guests[FINGER] as Guest, line, pageOf(evening, MOUSE));
    try {
      await inspect(evening, 'lobby');
      await begin(evening);
      await win(evening, async (i, { seat }) => {
        if (i === RELOAD_AFTER) await reload(pageOf(evening, KEYS));
        if (i === OFFLINE_AFTER) await inspect(evening, 'game');
        if (i >= OFFLINE_AFTER) await outage.pass(seat === FINGER);
      });
      if (outage.isOn) await outage.end();
      expect(outage.missed).toBeGreaterThan(0);
      for (const { page } of evening.guests)
        await page.getByRole('heading', { name: 'You made it!' }).waitFor();
      await inspect(evening, 'won');
    } finally {
      evening.watcher.connection.close();
      await line.end();
    }
  },
  { expects: [/ERR_INTERNET_DISCONNECTED/] },
);
