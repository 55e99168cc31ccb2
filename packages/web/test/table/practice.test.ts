/** Tests of practice in the page: the real authority on virtual time, a storage that may be full, and reloads. */
import type { BotTable, Notice, TableReport } from '@hush/protocol';
import { actionsOf, prepareGame, reach } from '@hush/rules';
import { expect, test } from 'vitest';
import { settled, VirtualTime } from '../../../protocol/test/virtual-time.ts';
import {
  crewOf,
  forgetPractice,
  openPractice,
  type PracticePlace,
  storedPractice,
} from '../../src/table/practice.ts';
import type { Session } from '../../src/table/session.ts';
import type { TabStorage } from '../../src/table/stored-journal.ts';
import { speak } from './play-kit.ts';

class FakeShelf implements TabStorage {
  readonly items = new Map<string, string>();
  blocked = false;

  getItem(name: string): string | null {
    if (this.blocked) throw new Error('forbidden');
    return this.items.get(name) ?? null;
  }

  setItem(name: string, text: string): void {
    if (this.blocked) throw new Error('full');
    this.items.set(name, text);
  }

  removeItem(name: string): void {
    if (this.blocked) throw new Error('forbidden');
    this.items.delete(name);
  }
}

const me = { name: 'Ann', avatar: 'owl' } as const;

/** A simulated browser tab, with its clock and its storage; it shows one page after the other. */
class Tab {
  time = new VirtualTime();
  readonly shelf = new FakeShelf();
  readonly troubles: TableReport[] = [];
  #secrets = 0;

  get place(): PracticePlace {
    const { time } = this;
    return {
      shelf: this.shelf,
      clock: { now: () => time.now, later: (after, then) => time.later(after, then), chance: () => 0.5 },
      secret: () => `secret-of-this-tab-${String(++this.#secrets).padStart(6, '0')}`,
      report: trouble => this.troubles.push(trouble),
    };
  }

  async open(scenario = 1): Promise<Session> {
    const session = openPractice({ scenario }, me, this.place);
    await this.wait();
    return session;
  }

  /** Closes the page without notice, with all its pending timers, and opens it again. */
  reload(): void {
    this.time = new VirtualTime();
  }

  /** Lets promises continue, then fires the timers that are due. */
  async wait(millis = 1): Promise<void> {
    for (let i = 0; i < 200; i++) await undefined;
    await this.time.pass(millis);
    for (let i = 0; i < 200; i++) await undefined;
  }
}

const gameOf = (session: Session) => session.game.value ?? raise('no game');
const raise = (why: string): never => {
  throw new Error(why);
};

test('SO-1a SO-1b practice sets up a game for one player and waits for the start', async () => {
  const tab = new Tab();
  const session = await tab.open();
  expect(session.kind).toBe('practice');
  expect(session.status.value).toEqual({ type: 'online' });
  expect(session.seat.value).toBe(0);
  expect(session.people.value).toEqual([{ member: 1, ...me }]);
  expect(gameOf(session)).toMatchObject({ status: 'setup', setUp: { players: 1, scenario: 1 } });
});

test('PR-89a three bots take seats, each with a name and an animal, and they play', async () => {
  const tab = new Tab();
  await speak('en');
  const session = openPractice({ scenario: 1 }, { ...me, bots: 3 }, tab.place);
  await tab.wait();
  expect(gameOf(session)).toMatchObject({ status: 'playing', setUp: { players: 4 }, bots: [1, 2, 3] });
  expect(session.people.value.map(({ name }) => name)).toEqual(['Ann', 'Bot 1', 'Bot 2', 'Bot 3']);
  expect(new Set(session.people.value.map(({ avatar }) => avatar)).size).toBe(4);
  expect(session.here.value).toEqual([1, 2, 3, 4]);
  const moved: number[] = [];
  session.listen(notice => {
    if (notice.type !== 'news') return;
    for (const event of notice.events) if (event.type === 'heroMoved') moved.push(event.seat);
  });
  await import('@hush/bots'); // in a browser the module with the bots comes over the network
  await tab.wait();
  await tab.wait(60_000);
  expect(new Set(moved).size).toBeGreaterThan(1);
  expect(moved).not.toContain(0);
  tab.reload();
  const again = openPractice({ scenario: 1 }, { ...me, bots: 3 }, tab.place);
  await tab.wait();
  const { at } = gameOf(again);
  await tab.wait(30_000);
  expect(gameOf(again).at).toBeGreaterThan(at); // the bots continue to play
  again.close();
});

test('PR-89a the socket of the page never calls back before connect has returned', async () => {
  const tab = new Tab();
  const session = openPractice({ scenario: 1 }, me, tab.place);
  expect(session.status.value).toEqual({ type: 'connecting' });
  expect(session.greeted.value).toBe(false);
  await tab.wait();
  expect(session.greeted.value).toBe(true);
});

test('SO-2b SO-2c in practice an action tile is turned, and only its action may be used', async () => {
  const tab = new Tab();
  const session = await tab.open();
  const refusals: Notice[] = [];
  session.listen(notice => notice.type === 'refused' && refusals.push(notice));
  session.do({ type: 'start' });
  await tab.wait();
  expect(actionsOf(gameOf(session), 0)).toEqual([]);
  session.do({ type: 'turn' });
  await tab.wait();
  const [mine] = actionsOf(gameOf(session), 0);
  expect(mine).toBeDefined();
  const dir = mine === 'north' ? 'south' : 'north';
  session.do({ type: 'move', hero: 'elf', dir, steps: 1 });
  await tab.wait();
  expect(refusals).toMatchObject([{ why: 'not-yours' }]);
});

test('HG-5a the sand of practice runs out by itself', async () => {
  const tab = new Tab();
  const session = await tab.open();
  session.do({ type: 'start' });
  await tab.wait();
  await tab.wait(90_000);
  expect(session.sandNow()).toBeGreaterThanOrEqual(90_000);
  expect(gameOf(session).status).toBe('playing');
  await tab.wait(91_000);
  expect(gameOf(session)).toMatchObject({ status: 'lost', reason: 'sand' });
  expect(await session.record()).toMatch(/^hush game/);
});

test('GB-3a before a game has ended there is no record of it', async () => {
  const tab = new Tab();
  const session = await tab.open();
  expect(await session.record()).toBeNull();
});

test.each([
  ['reload', (tab: Tab) => tab.reload()],
  ['walk through other screens', (_: Tab, session: Session) => session.close()],
])('PR-89b after a %s practice continues in the same seat with the same sand', async (_, leave) => {
  const tab = new Tab();
  const first = await tab.open();
  first.do({ type: 'start' });
  await tab.wait();
  first.do({ type: 'turn' });
  await tab.wait(5_000);
  const before = gameOf(first);
  leave(tab, first);
  await tab.wait(3_600_000);
  const second = await tab.open();
  const after = gameOf(second);
  expect(second.seat.value).toBe(0);
  expect(second.people.value).toEqual([{ member: 1, ...me }]);
  expect(after).toEqual(before);
  expect(second.sandNow()).toBeGreaterThanOrEqual(4_500);
  expect(second.sandNow()).toBeLessThanOrEqual(5_100);
  second.do({ type: 'turn' });
  await tab.wait();
  expect(gameOf(second).solo?.pile).toBe((before.solo?.pile ?? 0) - 1);
  expect(tab.troubles.filter(({ type }) => type === 'broken')).toEqual([]);
});

test('PR-89b a practice table is stored completely before the next one is opened', async () => {
  const tab = new Tab();
  const first = await tab.open();
  first.do({ type: 'start' });
  await tab.wait(2_000);
  first.close();
  const second = openPractice({ scenario: 1 }, me, tab.place);
  await tab.wait();
  expect(first.status.value.type).toBe('ended');
  expect(gameOf(second).status).toBe('playing');
  expect(second.seat.value).toBe(0);
});

test('PR-89b another wish, or deleting the stored game, begins a new practice game', async () => {
  const tab = new Tab();
  const first = await tab.open(1);
  first.do({ type: 'start' });
  await tab.wait();
  first.close();
  expect(storedPractice(0, tab.shelf)).toEqual({ scenario: 1 });
  const second = await tab.open(4);
  expect(gameOf(second)).toMatchObject({ status: 'setup', setUp: { scenario: 4 } });
  second.close();
  forgetPractice(0, tab.shelf);
  expect(storedPractice(0, tab.shelf)).toBeNull();
  expect(tab.shelf.items.size).toBe(0);
  expect(gameOf(await tab.open(4)).status).toBe('setup');
});

test('PR-83d with storage blocked practice works as long as the page is open', async () => {
  const tab = new Tab();
  tab.shelf.blocked = true;
  const session = await tab.open();
  session.do({ type: 'start' });
  await tab.wait(1_000);
  expect(gameOf(session).status).toBe('playing');
});

test.each([
  ['no JSON', 'nonsense'],
  ['another shape', '{"a":1}'],
  ['an entry that nobody wrote', '["{\\"e\\":[[\\"madeUp\\",1]]}"]'],
  ['a table without its beginning', '["{\\"e\\":[[\\"heroMoved\\",1,0,\\"elf\\",\\"north\\",20]]}"]'],
])('PR-83e a practice table stored with %s is replaced by a new one', async (_, text) => {
  const tab = new Tab();
  const first = await tab.open();
  first.close();
  tab.shelf.items.set('table/PRCTCHSH', text);
  const second = await tab.open();
  expect(second.seat.value).toBe(0);
  expect(second.status.value.type).toBe('online');
  expect(gameOf(second).status).toBe('setup');
});

test('PR-89b an abandoned practice game is set up again only when the player asks', async () => {
  const tab = new Tab();
  const session = await tab.open();
  session.manage({ type: 'abandon' });
  await tab.wait();
  expect(session.game.value).toBeNull();
  session.close();
  const again = await tab.open();
  expect(again.game.value).toBeNull();
  again.manage({ type: 'begin' });
  await tab.wait();
  expect(gameOf(again).status).toBe('setup');
});

test.each([1, 5, 11, 13])(
  'SO-1a scenario %s can be practised for a thousand legal actions',
  async scenario => {
    const tab = new Tab();
    const session = await tab.open(scenario);
    expect(prepareGame({ scenario, players: 1 }, 'x').ok).toBe(true);
    session.do({ type: 'start' });
    await tab.wait();
    let done = 0;
    for (let i = 0; i < 1_000 && gameOf(session).status === 'playing'; i++) {
      const legal = reach(gameOf(session), 0).filter(({ type }) => type !== 'pause');
      const pick = legal[(i * 7919) % legal.length];
      const command =
        i % 3 === 0 && gameOf(session).drawn === null && gameOf(session).discards === 0
          ? { type: 'turn' as const }
          : pick;
      if (command === undefined) continue;
      const { seat: _, ...asked } = { seat: 0, ...command };
      session.do(asked as Parameters<Session['do']>[0]);
      await tab.wait(100);
      done++;
    }
    expect(done).toBeGreaterThan(100);
    expect(tab.troubles.filter(({ type }) => type === 'broken')).toEqual([]);
  },
);

test('PR-89a bots that could not be loaded are requested again at the next event', async () => {
  let asked = 0;
  let looked = 0;
  class Crew {
    look(): void {
      looked++;
    }
    stop(): void {
      looked = -1;
    }
  }
  const crew = crewOf({} as BotTable, Math.random, async () => {
    if (++asked === 1) throw new TypeError('no network');
    return { BotPlayer: Crew };
  });
  await settled();
  expect([asked, looked]).toEqual([1, 0]);
  crew.look();
  crew.look(); // a second request for the bots, while their module is being loaded
  await settled();
  expect([asked, looked]).toEqual([2, 1]);
  crew.look();
  expect([asked, looked]).toEqual([2, 2]);
  crew.stop();
  expect(looked).toBe(-1);
});
