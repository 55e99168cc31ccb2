/** Tests of the table in RULES 11, cell by cell: how the printed rulebooks differ. */
import { expect, test } from 'vitest';
import {
  actionTileSet,
  EDITION_RULES,
  EDITIONS,
  type Edition,
  editionNamed,
  prepareGame,
  SCENARIOS,
  sandLeft,
} from '../src/index.ts';
import { cell, started, the, types } from './kit.ts';
import { beforeExits, beforeTheft, explore, own, run } from './play.ts';

/** One row of the table: a value for each edition. */
const row = <T>(...cells: readonly [T, T, T, T, T, T]): readonly (readonly [Edition, T])[] =>
  EDITIONS.map((edition, i) => [edition, cells[i] as T] as const);

test('ED-11 the editions are the six of the table in RULES 11, in the same order', () => {
  expect(EDITIONS).toEqual(['2017-nl', '2017-fr', 'revised', '2021-pl', 'pocket-nl', 'pocket-fr']);
});

test.each(row('automatic', 'automatic', 'called', 'called', 'called', 'called'))(
  'ED-1 in edition %s the theft is %s',
  (edition, theft) => {
    const table = beforeTheft(started({ edition }));
    const caused = types(run(table, 'barbarian', '4a3'));
    expect(caused).toEqual(theft === 'automatic' ? ['heroMoved', 'theftHappened'] : ['heroMoved']);
    if (theft === 'automatic') table.refused({ type: 'steal', seat: 0 }, 'no-theft');
    else expect(types(table.act({ type: 'steal', seat: 0 }))).toEqual(['theftHappened']);
  },
);

test.each(row(false, false, true, true, true, false))(
  'ED-2 in edition %s leaving without items loses the game: %s',
  (edition, loss) => {
    const table = beforeExits(started({ edition })).stand({ barbarian: '10c1', mage: '9a3', elf: '11d3' });
    const caused = types(run(table, 'dwarf', '12b1'));
    expect(caused).toEqual(loss ? ['heroMoved', 'gameLost', 'seedRevealed'] : ['heroMoved']);
    expect(table.game.reason).toBe(loss ? 'no-gear' : null);
  },
);

test.each(EDITIONS)('ED-3 EX-3a in edition %s the explorer sees the drawn tile before choosing', edition => {
  const table = started({ edition, stack: [5, 2] }).stand({ barbarian: '1c1', mage: '1d3' });
  const events = explore(table);
  expect(types(events)).toEqual(['tileDrawn']);
  expect(the(events, 'tileDrawn')).toMatchObject({ tile: 5, places: [cell('1c1'), cell('1d3')] });
});

test.each(row('pawn', 'pawn', 'pawn', 'pawn', 'tap', 'tap'))(
  'ED-4 in edition %s the nudge is a %s',
  (edition, nudge) => {
    const table = started({ edition });
    const events = table.act({ type: 'nudge', seat: 0, to: 1 });
    expect(types(events)).toEqual([nudge === 'pawn' ? 'pawnMoved' : 'tapped']);
    expect(table.game.pawn).toBe(nudge === 'pawn' ? 1 : null);
  },
);

test.each(row(false, false, false, false, true, true))(
  'ED-5 in edition %s the game may be paused: %s',
  (edition, pause) => {
    const table = started({ edition });
    if (pause) expect(types(table.act({ type: 'pause', seat: 2 }))).toEqual(['paused']);
    else table.refused({ type: 'pause', seat: 2 }, 'no-pause');
  },
);

test.each(row(true, true, true, true, false, false))(
  'ED-6 SO-5a edition %s can be played solo: %s',
  (edition, solo) => {
    const result = prepareGame({ edition, scenario: 1, players: 1 }, 'test');
    if (solo) expect(result.ok).toBe(true);
    else expect(result).toEqual({ ok: false, error: `Edition ${edition} cannot be played alone.` });
  },
);

const ALL = SCENARIOS.length;

test.each(row(ALL, ALL, ALL, ALL, 7, 7))('ED-6 edition %s has scenarios 1 to %i', (edition, last) => {
  for (let scenario = 1; scenario <= ALL; scenario++) {
    const result = prepareGame({ edition, scenario, players: 4 }, 'test');
    if (scenario <= last) expect(result.ok).toBe(true);
    else expect(result).toEqual({ ok: false, error: `Edition ${edition} only has scenarios 1 to 7.` });
  }
});

test.each([
  ['2017-nl', 0],
  ['2017-fr', 2],
  ['revised', 2],
  ['2021-pl', 0],
])(
  'ED-7 SC-11b SC-11c in edition %s turning the hourglass discards two tiles before the theft and %i tiles after it',
  (edition, after) => {
    const wish = own(['movingWalls'], [9], { edition });
    for (const theft of [false, true]) {
      const table = started(wish).lay([7, '1c1'], [2, '1d3'], [5, '1b4'], [6, '1a2']).edit({ theft });
      run(table.stand({ elf: '7b1', barbarian: '1b2', mage: '1c2', dwarf: '1b3' }), 'elf', '7a1', 90_000);
      expect(table.game.discards).toBe(theft ? after : 2);
    }
  },
);

test.each([
  ['2017-nl', false],
  ['2017-fr', true],
  ['revised', true],
  ['2021-pl', false],
])(
  'ED-7 SC-11h in edition %s, after the theft, the game is lost if two tiles cannot be removed: %s',
  (edition, loss) => {
    const table = started(own(['movingWalls'], [9], { edition }))
      .lay([7, '1c1'])
      .edit({ theft: true });
    const events = run(table.stand({ elf: '7b1' }), 'elf', '7a1', 90_000);
    expect(types(events).includes('gameLost')).toBe(loss);
  },
);

test.each(row(7, 1, 1, 1, 0, 0))(
  'ED-8 CM-5a CM-5b in edition %s free talk is printed up to scenario %i, and is off unless it is chosen',
  (edition, last) => {
    expect(EDITION_RULES[edition].freeTalk).toBe(last);
    started({ edition, scenario: 1 }).refused({ type: 'say', seat: 0, text: 'hello' }, 'silence');
  },
);

test.each(EDITIONS)('ED-9 HG-1a in edition %s the hourglass holds 180 s, stated or by ruling', edition => {
  const table = started({ edition });
  expect(sandLeft(table.game, 0)).toBe(180_000);
  expect(table.wait(179_999)).toEqual([]);
  expect(types(table.wait(180_000))).toEqual(['gameLost', 'seedRevealed']);
});

test.each(row(true, true, true, true, false, false))(
  'ED-6 GB-1h edition %s has a score sheet: %s',
  (edition, sheet) => {
    expect(EDITION_RULES[edition].scoreSheet).toBe(sheet);
  },
);

test.each([
  ['2017', '2017-fr'],
  ['pocket', 'pocket-fr'],
  ['2017-nl', '2017-nl'],
  ['revised', 'revised'],
])('ED-11 the name "%s" means the edition %s', (name, edition) => {
  expect(editionNamed(name)).toBe(edition);
  expect(started({ edition: name }).game.setUp.edition).toBe(edition);
});

test('ED-11 a wish that names no edition gets the revised one', () => {
  expect(started().game.setUp.edition).toBe('revised');
});

test.each(['', 'Revised', '2017-de', '2021', '-fr', 'fr', 'pocket-pl', 'constructor'])(
  'ED-11 no edition has the name "%s"',
  edition => {
    expect(prepareGame({ edition, scenario: 1, players: 4 }, 'test')).toEqual({
      ok: false,
      error: `There is no edition "${edition}".`,
    });
  },
);

// Editions that say the same in other words.

test.each(EDITIONS)('ED-10 SC-3a in edition %s the stack of scenario 3 is 2-12, without tile 1', edition => {
  const { stack } = started({ edition, scenario: 3 }).game.setUp;
  expect(stack).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

test.each(['2017-nl', '2017-fr', 'revised', '2021-pl'])(
  'SC-9f SC-9b in edition %s scenario 9 uses the action tiles of one player fewer',
  edition => {
    const { actionTiles } = started({ edition, scenario: 9, players: 5 }).game;
    expect(
      actionTiles
        .filter(tile => tile.length > 0)
        .map(String)
        .sort(),
    ).toEqual(actionTileSet(4).map(String).sort());
  },
);

test.each([1, 2])(
  'ED-10 HG-4b SC-1c SC-2c in the revised edition, in scenario %i, out-of-order markers count and loudspeakers do not',
  scenario => {
    const table = started({ scenario, stack: [5] })
      .lay([7, '1c1'])
      .stand({ elf: '7b1' });
    run(table, 'elf', '7a1', 90_000);
    run(table, 'elf', '7b1');
    expect(types(run(table, 'elf', '7a1'))).toEqual(['heroMoved']);
    expect(table.game.outOfOrder).toEqual([cell('7a1')]);
  },
);

test.each(row('left', 'left', 'left', 'right', null, null))(
  'ED-12 in edition %s standing players step %s instead of passing tiles',
  (edition, step) => {
    expect(EDITION_RULES[edition].step).toBe(step);
  },
);

test.each(row(false, false, true, true, true, true))(
  'SC-Lc edition %s offers more tiles after scenario 7: %s',
  (edition, offered) => {
    expect(EDITION_RULES[edition].moreTiles).toBe(offered);
    const prepared = prepareGame({ edition, scenario: 7, players: 4, level: 24 }, 'any edition');
    expect(prepared.ok).toBe(true);
  },
);

test.each(row(false, false, true, true, false, false))(
  'SU-3f edition %s advises opposite seats for the same moves: %s; the deal does so in every edition',
  (edition, advised) => {
    expect(EDITION_RULES[edition].advisesSeats).toBe(advised);
    const { actionTiles } = started({ edition, scenario: 2, players: 6 }).game;
    const wests = [0, 1, 2, 3, 4, 5].filter(seat => actionTiles[seat]?.includes('west'));
    expect((wests[1] ?? 0) - (wests[0] ?? 0)).toBe(3);
  },
);
