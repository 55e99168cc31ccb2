/**
 * Whole games among bots, refereed by the rules: every scenario, every edition, one to nine players, and rules mixed
 * at random. No command is illegal, no game loops or deadlocks, and lightning bots win every game that can be won.
 */
import {
  EDITION_RULES,
  EDITIONS,
  type Edition,
  playersAllowed,
  RULE_SWITCHES,
  SCENARIOS,
  type Wish,
} from '@hush/rules';
import { expect, test } from 'vitest';
import { type Contest, type ContestReport, playContest, watchContest } from '../src/index.ts';
import { dice } from './dice.ts';

/** HUSH_RUNS multiplies the number of games. */
const RUNS = Number(process.env['HUSH_RUNS'] ?? 1);
const MOST_UNDONE = 6;

function playCleanly(contest: Contest): ContestReport {
  const report = playContest(contest);
  const { refused, stuck, undone } = report;
  if (refused.length > 0 || stuck || undone > MOST_UNDONE)
    throw new Error(
      `${JSON.stringify({ refused: refused[0], stuck, undone })} in ${JSON.stringify(contest)}`,
    );
  return report;
}

const numberOf = (scenario: (typeof SCENARIOS)[number]): number => scenario.number ?? 0;

/** Every number of players that the scenario allows, with alternating editions. */
function gamesOf(scenario: number): readonly Wish[] {
  const { rules = [] } = SCENARIOS.find(({ number }) => number === scenario) ?? {};
  const editions = EDITIONS.filter(edition => scenario <= EDITION_RULES[edition].scenarios);
  const { least, most } = playersAllowed(rules);
  return Array.from({ length: most - least + 1 }, (_, i) => {
    const players = least + i;
    const fitting = editions.filter(edition => players > 1 || EDITION_RULES[edition].solo);
    const edition: Edition = fitting[(scenario + i) % fitting.length] ?? 'revised';
    return { scenario, players, edition };
  });
}

test.each(SCENARIOS.map(numberOf))('any number of lightning bots wins scenario %i', scenario => {
  for (let run = 0; run < RUNS; run++) {
    for (const wish of gamesOf(scenario)) {
      const report = playCleanly({ wish, seed: `run ${run}`, tempers: ['lightning'] });
      expect({ wish, won: report.won }).toEqual({ wish, won: true });
    }
  }
});

test.each(SCENARIOS.map(numberOf))('calm and brisk bots make no illegal move in scenario %i', scenario => {
  for (let run = 0; run < RUNS; run++)
    playCleanly({
      wish: { scenario, players: 4 },
      seed: `mixed ${run}`,
      tempers: ['calm', 'brisk', 'calm', 'lightning'],
    });
});

test('bots also win scenarios at their highest level', () => {
  for (const scenario of [7, 8, 10, 11, 13, 16, 17]) {
    const report = playCleanly({
      wish: { scenario, players: 4, level: 24 },
      seed: 'tall',
      tempers: ['lightning'],
    });
    expect({ scenario, won: report.won }).toEqual({ scenario, won: true });
  }
});

test.each([40, 56, 124, 279, 680, 726])(
  'SC-13e bots lay tiles so that both malls keep open doors, and deal %i can be won',
  deal => {
    const { won } = playCleanly({
      wish: { scenario: 13, players: 4 },
      seed: `ramp ${deal}`,
      tempers: ['lightning'],
    });
    expect(won).toBe(true);
  },
);

test('SC-Ca with any mix of rules, stack and hourglass, bots never act illegally and never walk in circles', () => {
  const below = dice(20_170_101);
  let won = 0;
  for (let n = 0; n < 40 * RUNS; n++) {
    const rules = RULE_SWITCHES.filter(() => below(3) === 0);
    const { least, most } = playersAllowed(rules);
    const tiles = Array.from({ length: 23 }, (_, i) => i + 2).filter(
      tile => !(rules.includes('twoMalls') && tile === 3),
    );
    const needed = below(3) > 0 ? 12 : 0; // about a third of these stacks lack a needed tile
    const stack = tiles.filter(tile => tile <= needed || below(2) > 0);
    const report = playCleanly({
      wish: {
        scenario: { name: 'Own', rules, stack },
        players: least + below(most - least + 1),
        side: below(2) === 0 ? 'A' : 'B',
        hourglass: [40, 90, 180][below(3)] ?? 180,
      },
      seed: `own ${n}`,
      tempers: [below(2) === 0 ? 'lightning' : 'brisk'],
    });
    won += report.won ? 1 : 0;
  }
  expect(won).toBeGreaterThan(10 * RUNS);
});

test('SU-3a bots do not wait for an action that nobody holds', () => {
  const report = playCleanly({
    wish: {
      scenario: 1,
      players: 2,
      actionTiles: [
        ['north', 'east', 'explore'],
        ['south', 'west', 'escalator'],
      ],
    },
    seed: 'no vortex',
    tempers: ['lightning'],
  });
  expect(report.won).toBe(true);
});

test('two games of bots with the same seed are identical', () => {
  const contest: Contest = { wish: { scenario: 3, players: 5 }, seed: 'again', tempers: ['calm', 'brisk'] };
  expect(playContest(contest)).toEqual(playContest(contest));
});

test('a contest played step by step has the same actions and the same end as a contest played in one call', () => {
  const contest: Contest = { wish: { scenario: 2, players: 4 }, seed: 'watched', tempers: ['brisk'] };
  const steps = [...watchContest(contest)];
  const report = playContest(contest);
  expect(steps[0]?.events).toEqual([]);
  expect(steps.at(-1)?.game.at).toBe(report.time);
  const acted = steps.filter(({ events }) =>
    events.some(({ type }) => type === 'heroMoved' || type === 'tileDrawn' || type === 'tileLaid'),
  );
  expect(acted.length).toBe(report.actions - drawnAndLaidAtOnce(steps));
});

/** A tile with one place is drawn and laid by one action, and counts as two. */
const drawnAndLaidAtOnce = (
  steps: readonly { readonly events: readonly { readonly type: string }[] }[],
): number =>
  steps.filter(
    ({ events }) => events.filter(({ type }) => type === 'tileDrawn' || type === 'tileLaid').length > 1,
  ).length;
