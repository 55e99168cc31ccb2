/** Tests of house rules that restore a printed rule where our ruling differs from it (RULES 11). */
import { expect, test } from 'vitest';
import { deviations, HEROES, HOUSE_RULES, prepareGame, readLog, readWish, talkState } from '../src/index.ts';
import { cell, setUp, started, types } from './kit.ts';
import { beforeExits, OWN_EXIT, run } from './play.ts';

const LETTERS = ['freeNudges', 'watchedUsed', 'earlyExits', 'quietSetUp'] as const;

// Tests of all house rules that restore a printed rule.

test.each(LETTERS)(
  'GB-1j the house rule %s is written into the set-up, read again, and not marked in the book',
  name => {
    const wish = { scenario: 4, players: 4, house: { [name]: true } };
    expect(readWish(wish)).toEqual({ ok: true, value: wish });
    const prepared = prepareGame(wish, 'any');
    if (!prepared.ok) throw new Error(prepared.error);
    const { event } = prepared.value;
    expect(event.setUp.house).toMatchObject({ [name]: true });
    expect(readLog(JSON.stringify(event))).toEqual({ ok: true, value: [event] });
    expect(deviations(event.setUp)).toEqual([]);
  },
);

test('GB-3b a house rule that is off leaves the set-up as earlier versions wrote it', () => {
  const off = Object.fromEntries(LETTERS.map(name => [name, false]));
  const plain = { pause: false, pauseOnDisconnect: false, freeTalk: false, patterns: false };
  expect(setUp({ house: off }).game.setUp.house).toEqual(plain);
  expect(setUp().game.setUp.house).toEqual(plain);
  expect(HOUSE_RULES).toEqual([...Object.keys(plain), 'noClock', ...LETTERS]);
});

test('CM-2a CM-1i with the house rule freeNudges a player may stare and nudge again at the same instant', () => {
  const table = started({ house: { freeNudges: true } });
  for (let i = 0; i < 5; i++) {
    expect(types(table.act({ type: 'nudge', seat: 0, to: 1 }, 1000))).toEqual(['pawnMoved']);
    expect(types(table.act({ type: 'stare', seat: 0, to: 1 }, 1000))).toEqual(['stared']);
  }
});

test.each([
  [true, 'barred'],
  [false, 'open'],
])(
  'HG-7a with watchedUsed %s and two cameras, entering a used hourglass space is %s',
  (watchedUsed, state) => {
    const table = started({ scenario: 6, side: 'A', stack: [], house: { watchedUsed } })
      .lay([7, '1c1'], [16, '1d3'], [17, '1a2'])
      .stand({ elf: '7b1' })
      .edit({ outOfOrder: [cell('7a1')] });
    const west = { type: 'move', seat: 2, hero: 'elf', dir: 'west', steps: 1 } as const;
    if (state === 'barred') table.refused(west, 'cameras');
    else expect(types(table.act(west))).toEqual(['heroMoved']);
  },
);

test('TH-3c TH-5a TH-5b with the house rule earlyExits heroes can leave before the theft, and when the fourth leaves the game is lost', () => {
  const table = beforeExits(started({ house: { earlyExits: true } }));
  for (const hero of HEROES.slice(0, 3))
    expect(types(run(table, hero, OWN_EXIT[hero]))).toEqual(['heroMoved', 'heroLeft']);
  expect(table.game.status).toBe('playing');
  expect(types(run(table, 'dwarf', OWN_EXIT.dwarf))).toEqual([
    'heroMoved',
    'heroLeft',
    'gameLost',
    'seedRevealed',
  ]);
  expect(table.game).toMatchObject({ status: 'lost', reason: 'no-gear' });
});

test('TH-5c with the house rule earlyExits the game is lost when four heroes leave by the one exit of scenario 1 before the theft', () => {
  const table = started({ scenario: 1, stack: [], house: { earlyExits: true } }).lay([9, '1c1']);
  for (const hero of HEROES) {
    table.stand({ [hero]: '9b3' });
    run(table, hero, '9a3');
  }
  expect(table.game).toMatchObject({ status: 'lost', reason: 'no-gear' });
});

test('TH-3a with the house rule earlyExits the game is won when all four heroes have left after the theft', () => {
  const table = beforeExits(started({ house: { earlyExits: true } })).edit({ theft: true });
  for (const hero of HEROES) run(table, hero, OWN_EXIT[hero]);
  expect(table.game.status).toBe('won');
});

test.each(['2017-nl', '2017-fr', 'pocket-fr'])(
  'ED-2 in %s, where leaving without items is no loss, the house rule earlyExits changes nothing',
  edition => {
    const table = beforeExits(started({ edition, house: { earlyExits: true } }));
    for (const hero of HEROES) expect(types(run(table, hero, OWN_EXIT[hero]))).toEqual(['heroMoved']);
    expect(table.game.status).toBe('playing');
  },
);

test.each([
  [2, 'open'],
  [12, 'gestures'],
  [14, 'silent'],
  [15, 'silent'],
] as const)(
  'SC-12f SC-14d with the house rule quietSetUp talk during the set-up of scenario %i is %s',
  (scenario, talk) => {
    expect(talkState(setUp({ scenario, house: { quietSetUp: true } }).game)).toBe(talk);
    expect(talkState(setUp({ scenario }).game)).toBe('open');
  },
);

test('CM-4 with the house rule quietSetUp, words are accepted after the end of a game of scenario 12', () => {
  const table = started({ scenario: 12, house: { quietSetUp: true } });
  table.wait(180_000);
  expect(talkState(table.game)).toBe('open');
});

test('SU-1f an unknown house rule is refused', () => {
  expect(readWish({ scenario: 2, players: 4, house: { freeNudge: true } })).toEqual({
    ok: false,
    error: 'The set-up: "house" has no field "freeNudge".',
  });
  expect(prepareGame({ scenario: 2, players: 4, house: { freeNudges: true } }, 'x').ok).toBe(true);
});
