/** Tests of the state of the table around a game: seats, hosts and wishes, and properties that hold for all commands. */
import { prepareGame } from '@hush/rules';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TableCommand } from '../../src/commands/table-command.ts';
import { decideTable, handOver, joinTable } from '../../src/state/decide-table.ts';
import { evolveTable } from '../../src/state/evolve-table.ts';
import type { TableRefusal } from '../../src/state/refusals.ts';
import {
  EMPTY_TABLE,
  isPlaying,
  type LogEvent,
  type Member,
  MOST_KICKED,
  playersOf,
  rememberedOf,
  seatOf,
  type TableState,
} from '../../src/state/table-state.ts';
import { forAll } from '../for-all.ts';

type Decided = Exclude<TableCommand, { readonly type: 'begin' | 'playOn' }>;

const after = (table: TableState, events: readonly LogEvent[] | TableRefusal): TableState =>
  typeof events === 'string' ? table : events.reduce(evolveTable, table);

const join = (table: TableState): TableState =>
  after(table, joinTable(table, { key: `key of ${table.nextMember}` }));

const seated = (count: number): TableState => {
  let table = EMPTY_TABLE;
  for (let i = 0; i < count; i++) table = join(table);
  return table;
};

/** The table after the event with which an authority begins a game. */
function begin(table: TableState): TableState {
  const seats = playersOf(table);
  const prepared = prepareGame({ scenario: 1, players: seats.length }, 'seed');
  return prepared.ok ? after(table, [{ type: 'seatsClosed', seats }, prepared.value.event]) : table;
}

const start = (table: TableState): TableState => evolveTable(table, { type: 'gameStarted', at: 0 });

test('PR-7b the first member is host, seats fill in order, and member numbers are never reused', () => {
  const table = seated(3);
  expect(table).toMatchObject({ seats: [1, 2, 3], host: 1, nextMember: 4 });
  const without = after(table, decideTable(table, 2, { type: 'leave' }));
  expect(without.seats).toEqual([1, 3]); // between games the remaining members move up
  expect(join(without).seats).toEqual([1, 3, 4]);
});

test('PR-1c a table for three has three seats for people and bots; lowering the number removes nobody', () => {
  const wished = (table: TableState, players: number): TableState =>
    after(table, decideTable(table, 1, { type: 'wish', wish: { scenario: 1, players } }));
  const two = wished(seated(2), 3);
  const bots = decideTable(two, 1, { type: 'seatBot', temper: 'calm', seats: 5 });
  expect(bots).toMatchObject([{ type: 'memberJoined', seat: 2 }]);
  expect(decideTable(after(two, bots), 1, { type: 'seatBot', temper: 'calm' })).toBe('full');
  expect(join(after(two, bots)).seats).toEqual([1, 2, 4]); // a bot leaves its seat for a person
  const three = join(two);
  expect(joinTable(three, { key: 'key' })).toBe('full');
  const small = wished(three, 1);
  expect(small.seats).toEqual([1, 2, 3]);
  expect(begin(small).game?.setUp.players).toBe(3);
  expect(joinTable(after(small, decideTable(small, 3, { type: 'leave' })), { key: 'key' })).toBe('full');
  expect(join(wished(small, 4)).seats).toEqual([1, 2, 3, 4]);
});

test('PR-26b `played` says who had which seat when a game ended, even after they have left', () => {
  const playing = start(begin(seated(3)));
  expect(playing.played).toBeUndefined();
  const over = evolveTable(playing, { type: 'gameLost', at: 1, reason: 'sand' });
  const left = after(over, decideTable(over, 2, { type: 'leave' }));
  expect(join(left)).toMatchObject({ seats: [1, 3, 4], played: [1, 2, 3] });
  expect(evolveTable(join(left), { type: 'seedRevealed', at: 1, seed: 'seed' }).played).toEqual([1, 2, 3]);
});

test('PR-7b a seat left during a game stays empty until somebody takes it', () => {
  const playing = start(begin(seated(3)));
  const left = after(playing, decideTable(playing, 2, { type: 'leave' }));
  expect(left.seats).toEqual([1, null, 3]);
  expect(join(left).seats).toEqual([1, 4, 3]);
  expect(joinTable(join(left), { key: 'key' })).toBe('game-running');
  const over = evolveTable(left, { type: 'gameLost', at: 1, reason: 'sand' });
  expect(begin(over)).toMatchObject({ seats: [1, 3], games: 2 }); // the next game has no empty seat between players
});

test('PR-7b when the host leaves, the next member is host; at an empty table, the next member who joins', () => {
  const two = seated(2);
  const one = after(two, decideTable(two, 1, { type: 'leave' }));
  expect(one.host).toBe(2);
  const none = after(one, decideTable(one, 2, { type: 'leave' }));
  expect(none).toMatchObject({ seats: [], host: null });
  expect(join(none)).toMatchObject({ seats: [3], host: 3 });
});

test('PR-12b an absent host is replaced by the first connected member', () => {
  expect(handOver(seated(3), [1, 2])).toEqual([{ type: 'hostNamed', member: 3 }]);
  expect(handOver(seated(2), [1, 2])).toEqual([]);
});

test.each<readonly [TableRefusal, TableState, Member, Decided]>([
  ['not-seated', seated(2), 9, { type: 'ready', ready: true }],
  ['not-host', seated(2), 2, { type: 'lock', locked: true }],
  ['not-host', seated(2), 2, { type: 'kick', member: 1 }],
  ['no-such-member', seated(2), 1, { type: 'kick', member: 7 }],
  ['no-such-member', seated(2), 1, { type: 'handOver', member: 7 }],
  ['no-game', seated(2), 1, { type: 'abandon' }],
  ['game-running', begin(seated(2)), 1, { type: 'wish', wish: { scenario: 2 } }],
])('PR-9c a command of the table that is not allowed is refused with %s', (why, table, member, command) => {
  expect(decideTable(table, member, command)).toBe(why);
});

test('PR-6a SU-5c a member’s `ready` ends when the game begins and when the member leaves', () => {
  let table = seated(3);
  for (const member of [1, 3, 1])
    table = after(table, decideTable(table, member, { type: 'ready', ready: true }));
  expect([...table.ready].sort()).toEqual([1, 3]);
  table = after(table, decideTable(table, 1, { type: 'kick', member: 3 }));
  expect(table.ready).toEqual([1]);
  expect(begin(table).ready).toEqual([]);
});

// Tests of properties that hold after any commands.

test('PR-20d the state remembers the last 64 kicked members, and no bots', () => {
  let table = seated(1);
  for (let i = 0; i < MOST_KICKED + 3; i++) {
    table = join(table);
    table = after(table, decideTable(table, 1, { type: 'kick', member: table.nextMember - 1 }));
  }
  expect(table.kicked).toEqual(Array.from({ length: MOST_KICKED }, (_, i) => i + 5));
  table = after(table, decideTable(table, 1, { type: 'seatBot', temper: 'calm' }));
  const bot = table.nextMember - 1;
  expect(after(table, decideTable(table, 1, { type: 'kick', member: bot })).kicked).not.toContain(bot);
});

const member = fc.integer({ min: 1, max: 8 });
type Step =
  | { readonly type: 'join' | 'begin' | 'start' }
  | { readonly type: 'ask'; readonly member: Member; readonly command: Decided };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ type: 'join' } as const) },
  { weight: 2, arbitrary: fc.constantFrom({ type: 'begin' } as const, { type: 'start' } as const) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('ask' as const),
      member,
      command: fc.oneof<fc.Arbitrary<Decided>[]>(
        fc.constantFrom({ type: 'leave' }, { type: 'abandon' }),
        fc.record({ type: fc.constant('ready' as const), ready: fc.boolean() }),
        fc.record({ type: fc.constant('lock' as const), locked: fc.constant(false) }),
        fc.record({ type: fc.constant('kick' as const), member }),
        fc.record({ type: fc.constant('handOver' as const), member }),
        fc.constant({ type: 'wish' as const, wish: { scenario: 3 } }),
      ),
    }),
  },
);

function take(table: TableState, asked: Step): TableState {
  if (asked.type === 'join') return join(table);
  if (asked.type === 'ask') return after(table, decideTable(table, asked.member, asked.command));
  if (asked.type === 'begin') return isPlaying(table) ? table : begin(table);
  return table.game?.status === 'setup' ? start(table) : table;
}

test('PR-5b after any commands nobody has two seats, an occupied table has a host, and only members are ready', () => {
  let games = 0;
  forAll(
    fc.array(step, { minLength: 20, maxLength: 60 }),
    steps => {
      let table = EMPTY_TABLE;
      for (const asked of steps) {
        table = take(table, asked);
        const sitting = playersOf(table);
        expect(new Set(sitting).size).toBe(sitting.length);
        expect(table.seats.length).toBeLessThanOrEqual(9);
        if (sitting.length === 0) expect(table.host).toBeNull();
        else expect(sitting).toContain(table.host);
        for (const ready of table.ready) expect(seatOf(table, ready)).toBeGreaterThanOrEqual(0);
        for (const sitter of sitting) expect(sitter).toBeLessThan(table.nextMember);
        if (isPlaying(table)) expect(table.seats.length).toBe(table.game?.setUp.players);
      }
      games += table.games;
    },
    { runs: 1_000, seed: 6 },
  );
  expect(games).toBeGreaterThan(300);
});

test('PR-26b `left` says who last left each seat during the game, until the next game', () => {
  const leave = (table: TableState, member: Member): TableState =>
    after(table, decideTable(table, member, { type: 'leave' }));
  expect(leave(seated(3), 2).left).toBeUndefined(); // between games the remaining members move up
  const left = leave(leave(start(begin(seated(3))), 2), 3);
  expect(left).toMatchObject({ seats: [1, null, null], left: [null, 2, 3] });
  const again = leave(join(left), 4);
  expect(again).toMatchObject({ seats: [1, null, null], left: [null, 4, 3] });
  expect(rememberedOf(again)).toEqual([1]); // during a game, players who have left are not among the shown names
  const over = evolveTable(again, { type: 'gameLost', at: 1, reason: 'sand' });
  expect(over.played).toEqual([1, null, null]);
  expect(rememberedOf(over)).toEqual([1, 4, 3]);
  expect(begin(over).left).toEqual([]);
});
