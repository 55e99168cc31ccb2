/** Tests of the chapter "The order of things" of docs/PROTOCOL.md: from a lobby to running sand, and what each event changes. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodeEntry, GAME_FIELDS, type LogEvent, TABLE_FIELDS, type TableState } from '../../src/index.ts';
import { evolveTable } from '../../src/state/evolve-table.ts';
import { EMPTY_TABLE } from '../../src/state/table-state.ts';
import { simulate } from '../simulation/simulate.ts';
import { settled } from '../virtual-time.ts';
import { type Frame, Place, Visitor } from './table-kit.ts';

const DOC = readFileSync(new URL('../../../../docs/PROTOCOL.md', import.meta.url), 'utf8');

const refusals = (visitor: Visitor): readonly unknown[] => visitor.heard('no').map(({ why }) => why);
const typesIn = (frame: Frame | undefined): readonly unknown[] =>
  ((frame?.['e'] ?? []) as readonly (readonly unknown[])[]).map(([type]) => type);

const MOVE = { type: 'go', hero: 'elf', to: 17 };

test('PR-73a a command before `seated` is refused with `not-seated`, and the first member to sit down is host', async () => {
  const place = await Place.create();
  const guest = await place.watch();
  guest.manage({ type: 'begin' });
  await settled();
  expect(refusals(guest)).toEqual(['not-seated']);
  const ann = await place.sit('Ann');
  expect(place.table.state.host).toBe(ann.member);
});

test('PR-73b PR-73c PR-73d commands of the game are refused before `begin`, and moves before `start`', async () => {
  const place = await Place.create();
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  ann.do(MOVE);
  await settled();
  expect(refusals(ann)).toEqual(['no-game']);
  ann.manage({ type: 'begin' });
  await settled();
  expect(typesIn(ann.heard('news').at(-1))).toEqual(['seatsClosed', 'gameSetUp']);
  expect(place.game.status).toBe('setup');
  ann.do(MOVE);
  await settled();
  expect(refusals(ann)).toEqual(['no-game', 'not-playing']);
  bo.do({ type: 'start' });
  ann.do({ type: 'start' });
  await settled();
  expect(refusals(bo)).toEqual(['not-host']);
  expect(typesIn(ann.heard('news').at(-1))).toEqual(['gameStarted']);
  expect(place.game.status).toBe('playing');
});

test('PR-73e the entry that ends a game also reveals the seed, and then everybody is in the lobby', async () => {
  const place = await Place.create();
  const ann = await place.sit('Ann');
  ann.manage({ type: 'begin' });
  ann.do({ type: 'start' });
  await settled();
  await place.time.pass(200_000);
  await settled();
  expect(typesIn(ann.heard('news').at(-1))).toEqual(['gameLost', 'seedRevealed']);
  ann.do(MOVE);
  await settled();
  expect(refusals(ann)).toEqual(['over']);
  ann.manage({ type: 'begin' });
  await settled();
  expect(place.game.status).toBe('setup');
});

test('PR-74a PR-74b PR-74c entries are the news after `since`; a new window is an entry without events', async () => {
  const place = await Place.create();
  const ann = await place.sit('Ann');
  ann.do(MOVE); // this command is refused, so its number has no entry
  ann.manage({ type: 'ready', ready: true });
  await settled();
  new Visitor(place, ann.token).hello();
  await settled();
  const news = ann.heard('news').map(({ t: _, v: __, ...entry }) => entry);
  expect(news.at(-2)).toMatchObject({ m: 1, n: 2 });
  expect(news.at(-1)).toEqual({ e: [], m: 1, n: 1_002 });
  const bo = await place.watch();
  await place.time.pass(3_000);
  const { v } = ann.heard('news').at(-1) ?? {};
  bo.hello(Number(v) - 2);
  await settled();
  expect(bo.heard('welcome').at(-1)).toMatchObject({ v, entries: news.slice(-2) });
});

/** A game event may also change a field of the table: its column then has `table.playedOn`. */
const OF_THE_TABLE = 'table.';

/** Returns the fields that the document says each type of event changes; null stands for all fields. */
function documented(heading: string): ReadonlyMap<string, readonly string[] | null> {
  const [, after = ''] = DOC.split(`| ${heading} | what changes |`);
  const lines = after.split('\n').slice(2);
  const rows = lines.slice(
    0,
    lines.findIndex(line => !line.startsWith('|')),
  );
  return new Map(
    rows.map(row => {
      const [, type = '', , fields = ''] = row.split('|').map(cell => cell.trim());
      const names = fields.split(', ').filter(field => field !== '' && !field.startsWith(OF_THE_TABLE));
      return [type, names[0] === 'all of them' ? null : names];
    }),
  );
}

const OF_GAME = documented('event of the game');
const OF_TABLE = documented('event of the table');

const changedIn = (before: object, after: object): readonly string[] =>
  Object.keys({ ...before, ...after }).filter(
    key => JSON.stringify(Reflect.get(before, key)) !== JSON.stringify(Reflect.get(after, key)),
  );

/** Fields that an event changed although the document does not name them. */
function unnamed(before: TableState, event: LogEvent): readonly string[] {
  const after = evolveTable(before, event);
  const ofTable = OF_TABLE.get(event.type);
  const changed = changedIn(before, after).filter(key => key !== 'played');
  if (ofTable !== undefined) return changed.filter(key => !ofTable?.includes(key));
  const row = DOC.split('\n').find(
    line => line.startsWith(`| ${event.type} |`) && line.includes(OF_THE_TABLE),
  );
  const strange = changed.filter(key => key !== 'game' && row?.includes(`${OF_THE_TABLE}${key}`) !== true);
  const fields = OF_GAME.get(event.type);
  if (fields === null || before.game === null || after.game === null) return strange;
  const inGame = changedIn(before.game, after.game).filter(key => key !== 'at' && !fields?.includes(key));
  return [...strange, ...inGame];
}

/** Adds a second state, in which talking is allowed, because few states of the simulation have an open talk window. */
const variantsOf = (state: TableState): readonly TableState[] =>
  state.game === null ? [state] : [state, { ...state, game: { ...state.game, talking: true } }];

test('PR-74d every event of the simulation changes exactly the fields that docs/PROTOCOL.md names', async () => {
  expect([...OF_GAME.keys()]).toEqual(Object.keys(GAME_FIELDS));
  expect([...OF_TABLE.keys()]).toEqual(Object.keys(TABLE_FIELDS));
  const named = new Set<string>();
  for (let seed = 100; seed < 130; seed++) {
    const entries = new Map<number, readonly LogEvent[]>();
    await simulate(seed, {
      overhear: text => {
        const entry = text.startsWith('{"t":"news"') ? decodeEntry(text) : null;
        if (entry?.ok) entries.set(JSON.parse(text).v, entry.value.events);
      },
    });
    let state: TableState = EMPTY_TABLE;
    for (const [, events] of [...entries].sort(([a], [b]) => a - b))
      for (const event of events) {
        named.add(event.type);
        for (const before of variantsOf(state))
          expect([event.type, unnamed(before, event)]).toEqual([event.type, []]);
        state = evolveTable(state, event);
      }
  }
  expect(named.size).toBeGreaterThan(15);
});
