/** Tests of house rules: settings of a table beyond its edition (RULES 11, HG-8, CM-5). */
import { expect, test } from 'vitest';
import { prepareGame, reach, type SetUp, sandLeft, talkState } from '../src/index.ts';
import { started, type TestTable, types } from './kit.ts';
import { run } from './play.ts';

const pause = { type: 'pause', seat: 0 } as const;
const resume = { type: 'resume', seat: 3 } as const;
const dropped = { ...pause, because: 'disconnected' } as const;

const houseOf = (table: TestTable): SetUp['house'] => table.game.setUp.house;

test('HG-8c CM-5c a wish without house rules deviates in nothing from the edition', () => {
  expect(houseOf(started())).toEqual({
    pause: false,
    pauseOnDisconnect: false,
    freeTalk: false,
    patterns: false,
  });
});

test('HG-8c CM-5c house rules are written into the set-up, so that the book can mark them', () => {
  const { setUp } = started({ house: { freeTalk: true, patterns: true }, hourglass: 240 }).game;
  expect(setUp.house).toEqual({ pause: false, pauseOnDisconnect: false, freeTalk: true, patterns: true });
  expect(setUp.hourglass).toBe(240_000);
});

test('HG-8c with a house rule the game may be paused in any edition', () => {
  const table = started({ edition: '2017-nl', house: { pause: true } });
  expect(table.act(pause, 5000)).toEqual([{ type: 'paused', at: 5000, seat: 0 }]);
  expect(table.act(resume)).toEqual([{ type: 'resumed', at: 5000, seat: 3 }]);
});

test('HG-8i a lost connection pauses the game only with its house rule, and players then cannot pause by hand', () => {
  started().refused(dropped, 'no-pause');
  started({ house: { pause: true } }).refused(dropped, 'no-pause');
  const table = started({ house: { pauseOnDisconnect: true } });
  table.refused(pause, 'no-pause');
  expect(types(table.act(dropped))).toEqual(['paused']);
  expect(types(table.act(resume))).toEqual(['resumed']);
});

test('HG-8i in the edition Pocket, too, a lost connection pauses the game only with its house rule', () => {
  const table = started({ edition: 'pocket' });
  table.refused(dropped, 'no-pause');
  expect(types(table.act(pause))).toEqual(['paused']);
});

test('HG-8a HG-8c `pause` is legal where edition or house rules allow it, and nowhere else', () => {
  const offers = (table: TestTable): boolean => reach(table.game, 0).some(({ type }) => type === 'pause');
  expect(offers(started())).toBe(false);
  expect(offers(started({ house: { pause: true } }))).toBe(true);
  expect(offers(started({ house: { pauseOnDisconnect: true } }))).toBe(false);
});

test.each([1, 180, 240, 420, 3600, 90.5])(
  'HG-1a HG-1c an hourglass of %d s is full at the start, and turning it with r left leaves its capacity minus r',
  seconds => {
    const full = seconds * 1000;
    const table = started({ hourglass: seconds });
    expect(sandLeft(table.game, 0)).toBe(full);
    table.lay([7, '1c1']).stand({ elf: '7b1' });
    run(table, 'elf', '7a1', full / 4);
    expect(sandLeft(table.game, full / 4)).toBe(full / 4);
  },
);

test.each([0, -1, 0.5, 3601, Number.NaN, Number.POSITIVE_INFINITY])(
  'HG-1a an hourglass of %d s is refused',
  hourglass => {
    expect(prepareGame({ scenario: 1, players: 4, hourglass }, 'test')).toEqual({
      ok: false,
      error: `An hourglass holds 1 to 3600 seconds, not ${hourglass}.`,
    });
  },
);

test('CM-5c with the house rule for free talk, talk is always open, and no talk window opens or closes', () => {
  const table = started({ scenario: 4, stack: [5], house: { freeTalk: true } }).stand({ elf: '1b4' });
  expect(talkState(table.game)).toBe('open');
  table.act({ type: 'explore', seat: 1 });
  run(table, 'elf', '1c4');
  expect(talkState(table.game)).toBe('open');
});

test('ID-1i the house rule for patterns changes no events: the same seed and commands give the same', () => {
  const play = (patterns: boolean) => {
    const table = started({ scenario: 2, stack: [5], house: { patterns } }).stand({ barbarian: '1c1' });
    table.act({ type: 'explore', seat: 1 }, 1000);
    return table.log.slice(1);
  };
  expect(play(true)).toEqual(play(false));
});

const UNTIMED = { house: { noClock: true } } as const;

test('HG-9a in a game without a clock the sand stands still, and an hour later a move is still accepted', () => {
  const table = started(UNTIMED).lay([7, '1c1']).stand({ elf: '7b1' });
  expect(table.wait(3_600_000)).toEqual([]);
  expect(sandLeft(table.game, 3_600_000)).toBe(180_000);
  run(table, 'elf', '7a1', 3_600_000);
  expect([table.game.status, table.game.turned]).toEqual(['playing', 1]);
});

test('HG-9b in a game without a clock turning leaves the hourglass full, marks its space and opens a talk window', () => {
  const table = started({ scenario: 2, ...UNTIMED });
  table.lay([7, '1c1']).stand({ elf: '7b1' });
  run(table, 'elf', '7a1', 150_000);
  expect(sandLeft(table.game, 200_000)).toBe(180_000);
  expect([table.game.turned, table.game.outOfOrder.length, talkState(table.game)]).toEqual([1, 1, 'open']);
});

test('HG-9c a set-up that does not mention the clock is that of a game with a clock', () => {
  expect('noClock' in started().game.setUp.house).toBe(false);
  expect('noClock' in started({ house: { noClock: false } }).game.setUp.house).toBe(false);
  expect(types(started().wait(180_000))).toEqual(['gameLost', 'seedRevealed']);
});
