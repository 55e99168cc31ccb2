/** Tests of the scenarios as data (RULES 10), of levels (SC-L) and of custom scenarios (SC-C). */
import { expect, test } from 'vitest';
import {
  LEVELS,
  playersAllowed,
  prepareGame,
  RULE_SWITCHES,
  type RuleSwitch,
  SCENARIOS,
  type Scenario,
  stackOrder,
  type TileNumber,
  talkState,
  type Wish,
  workingCameras,
} from '../src/index.ts';
import { cell, setUp, started, types } from './kit.ts';
import { beforeExits, explore, own, run } from './play.ts';
import { ALWAYS_KEPT, TYPED_SCENARIOS, type TypedScenario } from './scenario-table.ts';

const upTo = (last: TileNumber): readonly TileNumber[] => Array.from({ length: last - 1 }, (_, i) => i + 2);

const scenario = (number: number): Scenario => {
  const found = SCENARIOS.find(one => one.number === number);
  if (found === undefined) throw new Error(`no scenario ${number}`);
  return found;
};

const prepared = (wish: Wish, seed = 'test') => {
  const result = prepareGame(wish, seed);
  if (!result.ok) throw new Error(result.error);
  return result.value;
};

const complaint = (wish: Wish): string => {
  const result = prepareGame(wish, 'test');
  if (result.ok) throw new Error('granted');
  return result.error;
};

const expectScenario = ([number, name, last, side, rules]: TypedScenario): void => {
  const { setUp } = prepared({ scenario: number, players: 4 }).event;
  expect(setUp).toMatchObject({ scenario: number, name, side, stack: upTo(last) });
  expect([...setUp.rules].sort()).toEqual([...rules].sort());
};

test.each(TYPED_SCENARIOS.slice(0, 4))(
  'SC-1a SC-1b SC-2a SC-2b SC-3a SC-3b SC-4c SC-4d CO-1d scenario %i, %s, has the stack 2-%i, side %s and the rules of the table',
  (...row) => expectScenario(row),
);

test.each(TYPED_SCENARIOS.slice(4, 7))(
  'SC-5a SC-5c SC-6a SC-6b SC-7a SC-7b SC-7c scenario %i, %s, has the stack 2-%i, side %s and the rules of the table',
  (...row) => expectScenario(row),
);

/** The challenges whose stack is the usual one; scenario 13 has a test of its own. */
const CHALLENGES = TYPED_SCENARIOS.filter(([number]) => number > 7 && number !== 13);

test.each(CHALLENGES)(
  'SU-1a SC-Id scenario %i, %s, begins at level %i on side %s, with the permanent rules and rules of its own',
  (...row) => expectScenario(row),
);

test('SC-13c SC-13g in scenario 13, Two worlds, tile 3 is not in the stack, and the stack lies face up', () => {
  const { setUp } = prepared({ scenario: 13, players: 4 }).event;
  expect(setUp).toMatchObject({ scenario: 13, name: 'Two worlds', side: 'A' });
  expect(setUp.stack).toEqual(upTo(12).filter(tile => tile !== 3));
  expect([...setUp.rules].sort()).toEqual([...ALWAYS_KEPT, 'twoMalls', 'openStack'].sort());
});

test('SC-Ie the scenarios are numbered without a gap, have different names, and each has a row in the table typed by hand', () => {
  const numbers = SCENARIOS.map(({ number }) => number);
  expect(numbers).toEqual(SCENARIOS.map((_, i) => i + 1));
  expect(new Set(SCENARIOS.map(({ name }) => name)).size).toBe(SCENARIOS.length);
  expect(TYPED_SCENARIOS.map(([number]) => number)).toEqual(numbers);
});

test('SC-Ic SC-Id the permanent rules of scenarios 2 to 6 hold in all later scenarios', () => {
  const since: readonly (readonly [RuleSwitch, number])[] = [
    ['ownExits', 2],
    ['passTiles', 3],
    ['dwarfPassages', 4],
    ['elfTalk', 4],
    ['crystalBall', 5],
    ['cameras', 6],
  ];
  for (const { number, rules } of SCENARIOS) {
    for (const [name, first] of since)
      expect([number, rules.includes(name)]).toEqual([number, (number ?? 0) >= first]);
  }
});

test.each([
  'openStack',
  'leader',
  'wrongHands',
  'movingWalls',
  'gesturesOnly',
  'twoMalls',
  'noVortex',
  'noGatherings',
] as const)('SC-Id what the later scenarios add is not permanent: %s', name => {
  const holds = SCENARIOS.filter(({ rules }) => rules.includes(name)).map(({ number }) => number);
  const typed = TYPED_SCENARIOS.filter(([, , , , rules]) => rules.includes(name)).map(([number]) => number);
  expect(holds).toEqual(typed);
  expect(holds.length).toBeGreaterThan(0);
  expect(holds.length).toBeLessThan(CHALLENGES.length);
});

test('SC-5a SC-5b in scenario 5 tile 15 lies on top of the shuffled tiles 2 to 14', () => {
  const orders = ['a', 'b', 'c', 'd'].map(seed => {
    const { event, secret } = prepared({ scenario: 5, players: 4 }, seed);
    return stackOrder(event.setUp, secret);
  });
  for (const order of orders) {
    expect(order[0]).toBe(15);
    expect([...order].sort((a, b) => a - b)).toEqual(upTo(15));
  }
  expect(new Set(orders.map(String)).size).toBe(4);
});

test('SC-6a in scenario 6 and later tile 15 may lie anywhere in the stack', () => {
  const firsts = Array.from({ length: 40 }, (_, i) => {
    const { event, secret } = prepared({ scenario: 6, players: 4 }, `seed ${i}`);
    return stackOrder(event.setUp, secret)[0];
  });
  expect(new Set(firsts).size).toBeGreaterThan(5);
});

// Tests of the numbers of players.

test.each(SCENARIOS.map(one => [one.number ?? 0, one] as const))(
  'SC-9a SC-9e SC-9n scenario %i accepts 1 to 8 players, scenario 9 accepts 3 to 9',
  (number, one) => {
    const { least, most } = playersAllowed(one.rules);
    expect([least, most]).toEqual(number === 9 ? [3, 9] : [1, 8]);
    for (let players = 0; players <= 10; players++) {
      const { ok } = prepareGame({ scenario: number, players }, 'test');
      expect([players, ok]).toEqual([players, players >= least && players <= most]);
    }
  },
);

// Tests of SC-L: the levels of a scenario.

test.each(CHALLENGES)('SC-La SC-Le scenario %i is played at seven levels', number => {
  expect(LEVELS).toEqual([12, 14, 15, 17, 19, 21, 24]);
  expect(scenario(number).levels).toEqual(LEVELS);
  for (const level of LEVELS) {
    expect(prepared({ scenario: number, players: 3, level }).event.setUp.stack).toEqual(upTo(level));
  }
});

test('SC-La SC-13c the level is the highest tile number; in scenario 13 tile 3 is outside of the stack at each level', () => {
  for (const level of LEVELS) {
    const { stack } = prepared({ scenario: 13, players: 4, level }).event.setUp;
    expect(stack).toEqual(upTo(level).filter(tile => tile !== 3));
  }
});

test('SC-Lc SC-Le scenario 7 may be played with more tiles, but not with fewer', () => {
  expect(scenario(7).levels).toEqual([19, 21, 24]);
  expect(prepared({ scenario: 7, players: 4, level: 24 }).event.setUp.stack).toEqual(upTo(24));
  expect(complaint({ scenario: 7, players: 4, level: 17 })).toBe(
    'Scenario 7 has the levels 19, 21, 24, not 17.',
  );
});

test.each([0, 11, 13, 25, 12.5, -12, Number.NaN])('SC-Le the level %d is refused', level => {
  expect(complaint({ scenario: 8, players: 4, level })).toContain(
    'has the levels 12, 14, 15, 17, 19, 21, 24',
  );
});

test('SC-Lf at every level of scenario 5 tile 15 stays on top', () => {
  const { event, secret } = prepared({ scenario: 5, players: 4, level: 17 });
  expect(stackOrder(event.setUp, secret)[0]).toBe(15);
  expect(event.setUp.stack).toEqual(upTo(17));
});

test('SC-Lb SU-1c scenario 8 is played on either side of tile 1', () => {
  for (const side of ['A', 'B'] as const) {
    expect(prepared({ scenario: 8, players: 4, side }).event.setUp.side).toBe(side);
  }
});

test('SC-Lg in scenarios without the rule for crystal balls, a crystal ball is a plain cell', () => {
  const table = started(own(['ownExits'], [2, 5]))
    .lay([15, '1c1'])
    .stand({ mage: '15d1', elf: '1a1' });
  table.refused({ type: 'explore', seat: 1 }, 'nothing-to-explore');
});

test('SC-Lg in scenarios without the rule for cameras, a camera forbids nothing and is never switched off', () => {
  const table = started(own(['ownExits'], []));
  table.lay([16, '1c1'], [17, '1d3'], [7, '1b4']).stand({ barbarian: '16d2', elf: '7b1' });
  expect(types(run(table, 'elf', '7a1', 90_000))).toEqual(['heroMoved', 'hourglassTurned']);
  expect(types(run(table, 'barbarian', '16d1'))).toEqual(['heroMoved']);
  expect(table.game.outOfOrder).toEqual([cell('7a1')]);
  expect(workingCameras(table.game)).toEqual([]);
});

test('SC-Lg in scenarios without the rule for gaps, an orange wall stops the dwarf, too', () => {
  const table = started(own(['ownExits'], []))
    .lay([13, '1c1'])
    .stand({ dwarf: '13c1' });
  table.refused({ type: 'move', seat: 2, hero: 'dwarf', dir: 'west', steps: 1 }, 'blocked');
});

test('SC-Lg in scenarios without the rule for own exits, every exit but the purple one is a plain cell', () => {
  const table = beforeExits(started(own([], []))).edit({ theft: true });
  expect(types(run(table, 'barbarian', '10c1'))).toEqual(['heroMoved']);
  expect(types(run(table, 'dwarf', '12b1'))).toEqual(['heroMoved']);
  expect(types(run(table, 'mage', '9a3'))).toEqual(['heroMoved', 'heroLeft']);
});

// Tests of SC-C: players' custom scenarios.

test('SC-Ca a custom scenario is played with its own stack, side of tile 1 and rules', () => {
  const rules = ['ownExits', 'noVortex', 'gesturesOnly'] as const;
  const { setUp } = prepared({
    scenario: { name: 'Sunday', stack: [24, 9, 4], side: 'B', rules },
    players: 2,
  }).event;
  expect(setUp).toMatchObject({ scenario: null, name: 'Sunday', side: 'B', stack: [4, 9, 24], rules });
});

test('SC-Ca the top tiles of a custom scenario lie in the given order, and the other tiles are shuffled', () => {
  const orders = ['a', 'b', 'c'].map(seed => {
    const wish = { scenario: { name: 'Top', top: [15, 22], stack: upTo(12), rules: [] }, players: 2 };
    const { event, secret } = prepared(wish, seed);
    return stackOrder(event.setUp, secret);
  });
  for (const order of orders) expect(order.slice(0, 2)).toEqual([15, 22]);
  expect(new Set(orders.map(String)).size).toBe(3);
});

test('SU-1g the public set-up of a custom scenario does not reveal the order of the stack', () => {
  const { setUp } = prepared({
    scenario: { name: 'Top', top: [15], stack: [9, 2, 7], rules: [] },
    players: 2,
  }).event;
  expect(setUp.stack).toEqual([2, 7, 9, 15]);
  expect(setUp.next).toBe(null);
});

test('SC-Ca a custom scenario may have no tiles in its stack and no rules', () => {
  const table = setUp({ scenario: { name: 'Bare', stack: [], rules: [] } });
  table.act({ type: 'start' });
  table.refused({ type: 'explore', seat: 1 }, 'stack-empty');
});

test('SC-La a custom scenario has no level', () => {
  const own = { name: 'Own', stack: [2], rules: [] };
  expect(complaint({ scenario: own, players: 2, level: 12 })).toBe(
    'A custom scenario lists its tiles and has no level.',
  );
});

test('SC-9a SC-9e a custom scenario with a leader is for 3 to 9 players', () => {
  const scenario = { name: 'Led', stack: [2], rules: ['leader'] } as const;
  expect(complaint({ scenario, players: 2 })).toBe('"Led" is for 3 to 9 players, not 2.');
  expect(prepared({ scenario, players: 9 }).event.setUp.players).toBe(9);
});

test('SC-Ca a custom scenario can be played with any single rule, and with all rules together', () => {
  const sets: readonly (readonly RuleSwitch[])[] = [...RULE_SWITCHES.map(name => [name]), RULE_SWITCHES];
  for (const rules of sets) {
    const table = started({ scenario: { name: 'One', stack: [2, 5], rules }, players: 3 });
    expect(table.game.rules).toEqual(
      Object.fromEntries(RULE_SWITCHES.map(name => [name, rules.includes(name)])),
    );
    expect(table.game.status).toBe('playing');
  }
});

test('SC-Cb if two rules of a custom scenario contradict each other, the one that forbids something holds', () => {
  const table = started(own(['elfTalk', 'noTalk'], [2])).stand({ elf: '1b4' });
  expect(types(explore(table))).toEqual(['tileDrawn', 'tileLaid']);
  expect(talkState(table.game)).toBe('silent');
});
