/**
 * The solver: its plans win, no plan is shorter than one that it certifies, and it answers `unknown` where it cannot
 * decide.
 */
import {
  beginGame,
  decide,
  evolve,
  type Game,
  type GameEvent,
  prepareGame,
  type Secret,
  stackSize,
  unexploredDoors,
  type Wish,
} from '@hush/rules';
import { expect, onTestFinished, test, vi } from 'vitest';
import { judgeScenario, parOf, playContest, rehearse, solve } from '../src/index.ts';
import { dice } from './dice.ts';

/** HUSH_RUNS multiplies the shuffles: HUSH_RUNS=250 plays 10,000 of each stack. */
const RUNS = Number(process.env['HUSH_RUNS'] ?? 1);
const SHUFFLES = 40 * RUNS;

function begun(wish: Wish, seed: string): { readonly game: Game; readonly secret: Secret } {
  const prepared = prepareGame(wish, seed);
  if (!prepared.ok) throw new Error(prepared.error);
  const { event, secret } = prepared.value;
  return { game: evolve(beginGame(event), { type: 'gameStarted', at: 0 }), secret };
}

const chance = (): (() => number) => {
  const below = dice(7);
  return () => below(1_000_000) / 1_000_000;
};

const STACKS: readonly (readonly [string, Wish])[] = [
  ['2-9', { scenario: 1, players: 4 }],
  ['2-12', { scenario: 2, players: 4 }],
  ['2-14', { scenario: 4, players: 4 }],
  ['15 on top of 2-14', { scenario: 5, players: 4 }],
  ['2-17', { scenario: 6, players: 4 }],
  ['2-19', { scenario: 7, players: 4 }],
  ['2-24', { scenario: 7, level: 24, players: 4 }],
];

test.each(STACKS)(
  'CO-5c CO-5d every shuffle of the stack %s can be laid to the last tile, and won',
  (_, wish) => {
    for (let n = 0; n < SHUFFLES; n++) {
      const { game, secret } = begun(wish, `shuffle ${n}`);
      const { won, end } = rehearse(game, secret, { exact: false, thorough: true });
      const missing = game.setUp.stack.filter(tile => end.mall[tile] === undefined);
      if (missing.length > 0) throw new Error(`shuffle ${n}: no door was left for ${missing.join()}`);
      if (!won) throw new Error(`shuffle ${n} was not won`);
    }
  },
);

/** Whether a plan wins when one seat owns all actions; the sand is ignored. */
function winsWith(game: Game, secret: Secret, plan: readonly Parameters<typeof decide>[1][]): boolean {
  let now: Game = {
    ...game,
    setUp: { ...game.setUp, players: 1 },
    solo: null,
    actionTiles: [['north', 'east', 'south', 'west', 'explore', 'vortex', 'escalator']],
  };
  for (const command of plan) {
    const verdict = decide(now, command, { at: now.at, secret });
    if (!verdict.ok) throw new Error(`${verdict.error}: ${JSON.stringify(command)}`);
    now = verdict.value.reduce(evolve, now);
  }
  return now.status === 'won';
}

test.each([1, 5, 7, 10, 11, 13, 17])('par of scenario %i is a list of commands that wins', scenario => {
  const { game, secret } = begun({ scenario, players: 4 }, 'par');
  const solution = solve(game, secret, { tries: 2, chance: chance() });
  if (solution.winnable !== 'yes') throw new Error(solution.why);
  expect(winsWith(game, secret, solution.plan)).toBe(true);
  expect(solution.certified).toBe(false); // some tiles were still to be found, so the plan is the best known one
});

test('par with more tries is never higher than par with fewer', () => {
  const { game, secret } = begun({ scenario: 2, players: 4 }, 'tries');
  const parOf = (tries: number): number => {
    const solution = solve(game, secret, { tries, chance: chance() });
    return solution.winnable === 'yes' ? solution.actions : Number.NaN;
  };
  const [once, often] = [parOf(1), parOf(12)];
  expect(often).toBeLessThanOrEqual(once);
  expect(once).toBeGreaterThan(50);
});

/** The position after the last tile that a trial run laid. */
function allFound(seed: string): { readonly now: Game; readonly secret: Secret } {
  const { game, secret } = begun({ scenario: 2, players: 4 }, seed);
  const whole = rehearse(game, secret, { exact: false });
  let now: Game = game;
  let position: Game = {
    ...game,
    setUp: { ...game.setUp, players: 1 },
    actionTiles: [['north', 'east', 'south', 'west', 'explore', 'vortex', 'escalator'] as const],
  };
  for (const command of whole.commands) {
    const verdict = decide(position, command, { at: 0, secret });
    if (!verdict.ok) throw new Error(verdict.error);
    position = verdict.value.reduce(evolve, position);
    if (command.type === 'explore' || command.type === 'lay') now = position;
  }
  return { now, secret };
}

test('once all goals are found, the shortest plan is certified, and no shorter one exists', () => {
  const { now, secret } = allFound('found');
  expect(stackSize(now)).toBe(0);
  const solution = solve(now, secret, { tries: 1, chance: chance() });
  expect(solution).toMatchObject({ winnable: 'yes', certified: true });
  const rest = rehearse(now, secret, { exact: false });
  expect(solution.winnable === 'yes' && solution.actions).toBeLessThanOrEqual(rest.actions);
});

test('while a tile can still be laid no plan is certified, because the tile could open a shorter path', () => {
  let seen = 0;
  for (let n = 0; n < 12; n++) {
    const { now, secret } = allFound(`early ${n}`);
    const closed: Game = { ...now, stack: { ...now.stack, left: 0, under: [] } };
    const isSure = (game: Game): boolean => {
      const solution = solve(game, secret, { tries: 1, chance: chance() });
      return solution.winnable === 'yes' && solution.certified;
    };
    if (stackSize(now) === 0 || unexploredDoors(now).length === 0 || !isSure(closed)) continue;
    seen++;
    expect(isSure(now)).toBe(false);
  }
  expect(seen).toBeGreaterThan(0);
});

test('SC-10b the solver certifies no plan in scenario 10, where its bound does not know which hero leaves by which exit', () => {
  const { game, secret } = begun({ scenario: 10, players: 4 }, 'par');
  const { won, stretches } = rehearse(game, secret, { exact: true });
  expect(won).toBe(true);
  expect(stretches.filter(({ certified }) => certified)).toEqual([]);
});

test.each<[string, Wish, string, string]>([
  [
    'an item',
    { scenario: { name: 'No bow', stack: [4, 5, 8, 9], rules: [] }, players: 2 },
    'There is no item of the elf in the stack.',
    'missing',
  ],
  [
    'an exit',
    { scenario: { name: 'Locked', stack: [4, 5, 6, 8, 9, 10, 11], rules: ['ownExits'] }, players: 2 },
    'There is no exit of the dwarf in the stack.',
    'missing',
  ],
  [
    'room',
    { scenario: { name: 'Narrow', stack: [4, 5, 6, 8, 9], rules: ['noGatherings'] }, players: 2 },
    'Four heroes share one exit and nobody makes room on it.',
    'crowded-exit',
  ],
])('a scenario without %s cannot be won, and the host is told why', (_, wish, why, impossible) => {
  const { game, secret } = begun(wish, 'x');
  expect(solve(game, secret, { tries: 1, chance: chance() })).toEqual({ winnable: 'no', why });
  expect(judgeScenario(wish, ['a', 'b'])).toEqual({
    shuffles: 2,
    winnable: 0,
    par: null,
    impossible,
    warning: why,
  });
});

test('no scenario of the rulebook causes a warning, and each has a par', () => {
  const { warning, par, winnable } = judgeScenario({ scenario: 1, players: 3 }, ['a', 'b', 'c', 'd']);
  expect({ warning, winnable }).toEqual({ warning: null, winnable: 4 });
  expect(par?.least).toBeGreaterThan(40);
  expect(par?.most).toBeLessThan(150);
});

test('par of a finished game is returned with the actions of the players and whether it is certified', () => {
  const log: GameEvent[] = [];
  const prepared = prepareGame({ scenario: 1, players: 4 }, 'par');
  if (!prepared.ok) throw new Error(prepared.error);
  log.push(prepared.value.event, { type: 'gameStarted', at: 0 });
  const report = playContest(
    { wish: { scenario: 1, players: 4 }, seed: 'par', tempers: ['lightning'] },
    event => log.push(event),
  );
  expect(report.won).toBe(true);
  const random = vi.spyOn(Math, 'random');
  onTestFinished(() => random.mockRestore());
  const found = parOf(log);
  expect(random).not.toHaveBeenCalled();
  expect(parOf(structuredClone(log))).toEqual(found); // all players get the same par
  expect(found).toMatchObject({ certified: false });
  expect(found?.par).toBeGreaterThan(40);
  expect(found?.par).toBeLessThanOrEqual(found?.actions ?? 0);
  expect(parOf(log.slice(0, -1))).toBeNull(); // the seed is not known yet
});
