/**
 * Voices in real browsers: nothing goes over the wire in silence, everybody is heard as soon as a window opens and
 * nobody when it is closed, not even from a page that goes on sending. Times are those of the pages themselves; a busy
 * machine may miss some of several windows, but not all.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { Player, until } from '../../../server/test/player-client.ts';
import { type Guest, journey, launchWith, newTable, type Stage, sitDown } from './kit.ts';
import {
  attention,
  bytesOf,
  EARS,
  happenedAt,
  heardAfter,
  joined,
  lastHeard,
  ROGUE,
  turnVoiceOn,
  untilIn,
  voiceFlags,
} from './voice-kit.ts';

launchWith(voiceFlags());

const SOON = 300;
const WINDOWS = 6;
const OPEN_FOR = 800;
const PATIENCE = 10_000;
const SILENT_FOR = 900;
const NAMES = ['Mina', 'Tomasz', 'Ines', 'Bram'];

interface Circle {
  readonly pages: readonly Page[];
  /** By page. */
  readonly members: readonly number[];
  /** Sits at the table too, and opens and closes windows: free talk, and pauses in it. */
  readonly keeper: Player;
}

const wait = (millis: number): Promise<void> => new Promise(resolve => setTimeout(resolve, millis));

async function gather(
  { house, open }: Stage,
  count: number,
  scriptOf: (i: number) => string = () => EARS,
): Promise<Circle> {
  const code = await newTable(house, {
    scenario: 1,
    hourglass: 3600,
    house: { freeTalk: true, pause: true },
  });
  const guests: Guest[] = [];
  for (let i = 0; i < count; i++) {
    const guest = await open(`/t/${code}`, undefined, scriptOf(i));
    await sitDown(guest.page, NAMES[i] ?? '');
    guests.push(guest);
  }
  const keeper = new Player({ table: code, port: house.server.port, chance: Math.random });
  await until(() => keeper.connection.status.type === 'online', 'the keeper to come');
  keeper.connection.join('Keeper', 'owl');
  await until(() => keeper.member !== 0, 'the keeper to sit');
  const pages = guests.map(({ page }) => page);
  for (const page of pages) await turnVoiceOn(page);
  for (const page of pages) await joined(page, count - 1);
  const { people } = keeper.connection.mirror;
  const members = NAMES.slice(0, count).map(name => people.find(person => person.name === name)?.member ?? 0);
  return { pages, members, keeper };
}

async function begin({ pages: [host], keeper }: Circle): Promise<void> {
  await host?.getByRole('button', { name: 'Begin' }).click();
  await host?.getByRole('button', { name: 'Turn the hourglass' }).click();
  await until(() => keeper.connection.mirror.game?.status === 'playing', 'the sand to run');
}

/** Does it, and tells at which version and when the first page knew of it. */
async function change({ pages, keeper }: Circle, type: 'pause' | 'resume'): Promise<number> {
  const { mirror } = keeper.connection;
  const status = type === 'pause' ? 'paused' : 'playing';
  keeper.do({ type });
  await until(() => mirror.confirmed.game?.status === status, `${type} to be done`);
  const { version } = mirror;
  for (const page of pages) await untilIn(page, `ears.versions.some(([v]) => v === ${version})`);
  return happenedAt(pages, version);
}

interface Window {
  /** Until the last of all receivers heard the last of all senders. */
  readonly opened: number;
  /** Until nobody heard anything any more. */
  readonly closed: number;
}

/** How long it took until every page heard every other; infinite where one never did. */
async function allHeard({ pages, members }: Circle, since: number): Promise<number> {
  for (const end = Date.now() + PATIENCE; ; ) {
    await wait(OPEN_FOR);
    const heard = await Promise.all(
      pages.map((page, i) =>
        heardAfter(
          page,
          since,
          members.filter((_, j) => j !== i),
        ),
      ),
    );
    const last = Math.max(...heard.flat());
    if (last < Number.POSITIVE_INFINITY || Date.now() > end) return last;
  }
}

/** One window, seen from every page. */
async function oneWindow(circle: Circle): Promise<Window> {
  const { pages } = circle;
  const opened = await allHeard(circle, await change(circle, 'resume'));
  const closedAt = await change(circle, 'pause');
  await wait(SILENT_FOR);
  const closed = await Promise.all(pages.map(page => lastHeard(page, closedAt)));
  for (const page of pages) expect(await attention(page, closedAt)).toBeGreaterThan(10);
  return { opened, closed: Math.max(...closed) };
}

/** What went over the wire in a while of silence, by page. */
async function leaked(
  pages: readonly Page[],
  millis = 2_000,
): Promise<readonly { sent: number; received: number }[]> {
  await wait(500); // what was under way has arrived
  const before = await Promise.all(pages.map(bytesOf));
  await wait(millis);
  const after = await Promise.all(pages.map(bytesOf));
  return after.map(({ sent, received }, i) => ({
    sent: sent - (before[i]?.sent ?? 0),
    received: received - (before[i]?.received ?? 0),
  }));
}

const NOTHING = { sent: 0, received: 0 };

async function expectWindows(circle: Circle): Promise<void> {
  const windows: Window[] = [];
  for (let i = 0; i < WINDOWS; i++) windows.push(await oneWindow(circle));
  const told = JSON.stringify(windows);
  console.info(
    `${circle.pages.length} pages, ms until all hear all and until nobody hears anything: ${told}`,
  );
  expect(Math.min(...windows.map(({ opened }) => opened)), told).toBeLessThanOrEqual(SOON);
  expect(Math.min(...windows.map(({ closed }) => closed)), told).toBeLessThanOrEqual(SOON);
  for (const { opened } of windows) expect(opened, told).toBeLessThan(Number.POSITIVE_INFINITY);
}

for (const count of [2, 4]) {
  journey(
    `CM-2 ${count} pages: not a byte in silence, all voices within ${SOON} ms of a window, none ${SOON} ms after it`,
    async stage => {
      const circle = await gather(stage, count);
      await begin(circle);
      await change(circle, 'pause');
      expect(await leaked(circle.pages)).toEqual(circle.pages.map(() => NOTHING));
      await expectWindows(circle);
      expect(await leaked(circle.pages)).toEqual(circle.pages.map(() => NOTHING));
      circle.keeper.connection.close();
    },
    { timeout: 240_000 },
  );
}

journey(
  'CM-2 a page that goes on sending in silence is heard by nobody',
  async stage => {
    const circle = await gather(stage, 4, i => (i === 0 ? EARS + ROGUE : EARS));
    await begin(circle);
    await change(circle, 'pause');
    const [rogue, ...honest] = await leaked(circle.pages);
    expect(rogue?.sent).toBeGreaterThan(3_000); // it does send
    for (const bytes of honest) {
      expect(bytes.sent).toBe(0);
      expect(bytes.received).toBeGreaterThan(1_000); // and it does arrive
    }
    await expectWindows(circle);
    circle.keeper.connection.close();
  },
  { timeout: 240_000 },
);
