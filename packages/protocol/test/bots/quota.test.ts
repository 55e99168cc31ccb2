/** Tests that the quota of PR-34 also limits bots: a game over its quota gets no more entries, and bots do not retry. */
import { reach } from '@hush/rules';
import { expect, test } from 'vitest';
import type { BotTable } from '../../src/bots/bot-host.ts';
import type { BotPlayers, Journal } from '../../src/index.ts';
import { MOST_IN_GAME } from '../../src/state/quota.ts';
import { CODE, Place } from '../table/table-kit.ts';
import { settled } from '../virtual-time.ts';
import { withBo } from './bots-kit.ts';

const TOGETHER = 2_000;

/** Appends empty entries until the log has the wanted version. */
async function fill(journal: Journal, upTo: number): Promise<void> {
  const log = `table/${CODE}`;
  const head = await journal.read(log, Number.MAX_SAFE_INTEGER);
  for (let at = head.ok ? head.version : 0; at < upTo; at += TOGETHER) {
    const entries = Array.from(
      { length: Math.min(TOGETHER, upTo - at) },
      () => '{"e":[["memberReady",1,true]]}',
    );
    expect(await journal.append(log, at, entries)).toMatchObject({ ok: true });
  }
  await settled();
}

/** A bot that acts as often as it may. */
class Eager implements BotPlayers {
  readonly #table: BotTable;
  readonly #count: { acts: number; looks: number };

  constructor(table: BotTable, count: { acts: number; looks: number }) {
    this.#table = table;
    this.#count = count;
  }

  look(): void {
    this.#count.looks++;
    this.#table.later(1, () => this.#act());
  }

  #act(): void {
    const view = this.#table.view();
    if (view === null) return;
    const [first] = view.bots
      .flatMap(({ seat }) => reach(view.game, seat))
      .filter(({ type }) => type === 'move');
    if (first === undefined || !('seat' in first)) return;
    this.#count.acts++;
    this.#table.act(first);
  }

  stop(): void {}
}

test('PR-34b when a game has 50,000 entries, bots stop, the sand ends that game, and bots play the next one', async () => {
  const count = { acts: 0, looks: 0 };
  const place = await Place.create({ bots: table => new Eager(table, count) });
  const host = await place.sit('Ann');
  host.manage({ type: 'seatBot', temper: 'brisk', seats: 3 });
  host.manage({ type: 'begin' });
  await settled();
  const { version: began } = place.table;
  host.do({ type: 'start' });
  await settled();
  await fill(place.journal, began + MOST_IN_GAME - 5);
  await place.time.pass(1_000);
  expect(count.acts).toBeGreaterThan(0);
  expect(place.table.version).toBe(began + MOST_IN_GAME);

  const before = { ...count };
  await place.time.pass(10_000);
  expect(count.acts).toBe(before.acts);
  expect(count.looks - before.looks).toBeLessThan(10);
  expect(place.table.version).toBe(began + MOST_IN_GAME);

  await place.time.pass(200_000);
  expect(place.game.status).toBe('lost');
  host.manage({ type: 'begin' });
  await settled();
  host.do({ type: 'start' });
  await settled();
  const { acts } = count;
  await place.time.pass(100);
  expect(count.acts).toBeGreaterThan(acts);
});

test('PR-34b in a game over its quota no bot stands in, and a member who returns gets the seat back', async () => {
  const { place, puppets, bo } = await withBo();
  place.table.disconnect(bo);
  await place.time.pass(5_100);
  expect(place.table.state.standIns).toEqual([3]);
  await fill(place.journal, place.table.version + MOST_IN_GAME);
  expect(puppets.table?.view()).toBeNull();
  const { version: full } = place.table;
  const back = await place.sit('Bo');
  expect(place.table.state.standIns).toEqual([]);
  expect(place.table.version).toBe(full + 1); // one entry for each member whose seat a bot took, and no other entries
  place.table.disconnect(back);
  await place.time.pass(60_000);
  expect(place.game.status).toBe('playing');
  expect(place.table.state.standIns).toEqual([]);
  expect(place.table.version).toBe(full + 1);
});
