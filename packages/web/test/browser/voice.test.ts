/**
 * Voices in real browsers: nothing goes over the wire in silence, everybody is heard as soon as a window opens and
 * nobody when it is closed, not even from a page that goes on sending. Times are those of the pages themselves; a busy
 * machine may miss some of several windows, but not all.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { Player, until } from '../../../server/test/player-client.ts';
import { journey, launchWith, newTable, type Stage, sitDown } from './kit.ts';
import {
  attention,
  bytesOf,
  EARS,
  happenedAt,
  heardAfter,
  joined,
  lastHeard,
  ROGUE,
  untilIn,
  voiceFlags,
} from './voice-kit.ts';

launchWith(voiceFlags());

const SOON = 300;
const FEWEST_WINDOWS = 4;
/** The first ones are always quick: only later a receiver knows what it takes for a slow network. */
const PATIENT_WINDOWS = 2;
const MOST_WINDOWS = 12;
const OPEN_FOR = 800;
const PATIENCE = 60_000;
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

/** Somebody without a page, who comes first and is the host. */
async function keep({ house }: Stage, code: string): Promise<Player> {
  const keeper = new Player({ table: code, port: house.server.port, chance: Math.random });
  await until(() => keeper.connection.status.type === 'online', 'the keeper to come');
  keeper.connection.join('Keeper', 'owl');
  await until(() => keeper.member !== 0, 'the keeper to sit');
  return keeper;
}

/** The game is begun and paused before anybody turns voice on: pages that hum all the time leave a machine little to click with. */
async function begin(keeper: Player): Promise<void> {
  const { mirror } = keeper.connection;
  keeper.manage({ type: 'begin' });
  keeper.do({ type: 'start' });
  keeper.do({ type: 'pause' });
  await until(() => mirror.confirmed.game?.status === 'paused', 'the game to be paused');
}

async function gather(
  stage: Stage,
  count: number,
  scriptOf: (i: number) => string = () => EARS,
): Promise<Circle> {
  const code = await newTable(stage.house, {
    scenario: 1,
    hourglass: 3600,
    house: { freeTalk: true, pause: true },
  });
  const keeper = await keep(stage, code);
  const pages: Page[] = [];
  for (let i = 0; i < count; i++) {
    const { page } = await stage.open(`/t/${code}`, undefined, scriptOf(i));
    page.setDefaultTimeout(PATIENCE);
    await sitDown(page, NAMES[i] ?? '');
    pages.push(page);
  }
  await begin(keeper);
  for (const page of pages) {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Turn voice on' }).click();
    await page.getByRole('button', { name: 'Silence: mic off' }).waitFor();
  }
  for (const page of pages) await joined(page, count - 1);
  const { people } = keeper.connection.mirror;
  const members = NAMES.slice(0, count).map(name => people.find(person => person.name === name)?.member ?? 0);
  return { pages, members, keeper };
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
  /** Until this receiver heard this sender: by receiver, then by sender. */
  readonly opened: readonly (readonly number[])[];
  /** Until nothing was heard any more, by receiver. */
  readonly closed: readonly number[];
}

/** How long it took until each page heard each other one; infinite where one never did. */
async function allHeard({ pages, members }: Circle, since: number): Promise<Window['opened']> {
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
    if (Math.max(...heard.flat()) < Number.POSITIVE_INFINITY || Date.now() > end) return heard;
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
  return { opened, closed };
}

/** The slowest of all, each at its best. */
const slowest = (rows: readonly (readonly number[])[]): number =>
  Math.max(
    ...(rows[0] ?? []).map((_, i) => Math.min(...rows.map(row => row[i] ?? Number.POSITIVE_INFINITY))),
  );

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

/** As many windows as it takes until every voice was quick once, at every page; a machine that is never quick enough fails. */
async function expectWindows(circle: Circle, soon = SOON): Promise<void> {
  let seen = 0;
  const opened: number[][] = [];
  const closed: (readonly number[])[] = [];
  const isQuick = (): boolean => slowest(opened) <= soon && slowest(closed) <= SOON;
  while (opened.length < FEWEST_WINDOWS - PATIENT_WINDOWS || (opened.length < MOST_WINDOWS && !isQuick())) {
    const window = await oneWindow(circle);
    if (seen++ < PATIENT_WINDOWS) continue;
    opened.push(window.opened.flat());
    closed.push(window.closed);
  }
  const told = JSON.stringify({ opened, closed });
  expect(slowest(opened), told).toBeLessThanOrEqual(soon);
  expect(slowest(closed), told).toBeLessThanOrEqual(SOON);
  expect(Math.max(...opened.flat()), told).toBeLessThan(Number.POSITIVE_INFINITY);
}

for (const count of [2, 4]) {
  journey(
    `CM-2 ${count} pages: not a byte in silence, all voices within ${SOON} ms of a window, none ${SOON} ms after it`,
    async stage => {
      const circle = await gather(stage, count);
      expect(await leaked(circle.pages)).toEqual(circle.pages.map(() => NOTHING));
      await expectWindows(circle);
      expect(await leaked(circle.pages)).toEqual(circle.pages.map(() => NOTHING));
      circle.keeper.connection.close();
    },
    { timeout: 420_000 },
  );
}

journey(
  'CM-2 a page that goes on sending in silence is heard by nobody',
  async stage => {
    const circle = await gather(stage, 4, i => (i === 0 ? EARS + ROGUE : EARS));
    await oneWindow(circle); // from now on it never stops
    const [rogue, ...honest] = await leaked(circle.pages);
    expect(rogue?.sent).toBeGreaterThan(3_000); // it does send
    for (const bytes of honest) {
      expect(bytes.sent).toBe(0);
      expect(bytes.received).toBeGreaterThan(1_000); // and it does arrive
    }
    await expectWindows(circle, PATIENCE); // how soon they are heard is measured above
    circle.keeper.connection.close();
  },
  { timeout: 420_000 },
);
