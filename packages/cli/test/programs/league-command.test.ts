/** `hush league`: mixed teams over the same deals, and the table that compares them. */
import { expect, test } from 'vitest';
import { PYTHON, testWith } from '../../../server/test/needs.ts';
import { main } from '../../src/main.ts';
import { deviationOf, leagueTable, pairingOf } from '../../src/programs/league-report.ts';
import { type FakeIo, fakeIo } from '../fake-io.ts';
import { PYTHON_BOT, typeScriptBot } from './programs-kit.ts';

async function league(...args: readonly string[]): Promise<FakeIo & { readonly exit: number }> {
  const io = fakeIo();
  const exit = await main(['league', ...args], io);
  return { ...io, exit };
}

const QUICK = ['--deals', '1', '--tick', '6000', '--players', '2'];

const pairsIn = (told: string): readonly (readonly [string, string, number])[] =>
  JSON.parse(told).pairings.map(({ pair, games }: { pair: readonly string[]; games: number }) => [
    ...pair,
    games,
  ]);

test('PR-171a PR-171b examples/typescript/mybot.ts plays in mixed teams, and a second league gives the same table', async () => {
  const bots = ['--bot', `mine=${typeScriptBot().join(' ')}`, '--bot', 'random', '--json', ...QUICK];
  const [first, second] = [await league(...bots), await league(...bots)];
  expect([first.exit, first.complained()]).toEqual([0, '']);
  expect(second.said()).toBe(first.said());
  expect(pairsIn(first.said())).toEqual([
    ['mine', 'mine', 1],
    ['mine', 'random', 2],
    ['random', 'random', 1],
  ]);
});

testWith(PYTHON, 'PR-171a examples/python/mybot.py plays with bots of ours in mixed teams', async () => {
  const { exit, complained, said } = await league(
    '--bot',
    `mine=${PYTHON_BOT.join(' ')}`,
    '--json',
    ...QUICK,
  );
  expect([exit, complained()]).toEqual([0, '']);
  expect(pairsIn(said())).toEqual([['mine', 'mine', 1]]);
});

test('PR-171a a team of four of our bots wins games that random moves lose', async () => {
  const { said } = await league('--bot', 'lightning', '--bot', 'random', '--deals', '2', '--tick', '200');
  expect(said()).toMatch(
    /^games won, per cent .*\n +lightning +100\.0 ± 0\.0 .*\n +random .* 0\.0 ± 0\.0 +\d/,
  );
  expect(said()).toMatch(/\n\ntiles explored .*\n +lightning +8\.0 ± 0\.0/);
});

test('PR-171c when a program dies, its seat stays idle, the other bots keep playing, and its author reads how often and why it failed', async () => {
  const { said, complained, exit } = await league(
    '--bot',
    'gone=/no/such/program',
    '--bot',
    'calm',
    ...QUICK,
  );
  expect(exit).toBe(1);
  expect(said()).toContain('games won');
  expect(complained()).toMatch(
    /^hush league: gone failed in 4 seats; the first time: the program cannot be started: .*ENOENT.*\n$/,
  );
});

test('PR-171a a league shows the mean and the standard deviation of each pair, and the mean of each bot with all others', () => {
  expect(deviationOf([0, 100, 100, 100])).toEqual({ mean: 75, deviation: 50 });
  expect(deviationOf([3])).toEqual({ mean: 3, deviation: 0 });
  const result = { won: true, explored: 8, seconds: 100, failures: [] };
  const pairings = [
    pairingOf(['a', 'a'], [result]),
    pairingOf(['a', 'b'], [result, { ...result, won: false, explored: 4 }]),
    pairingOf(['b', 'b'], [{ ...result, won: false, explored: 0 }]),
  ];
  expect(leagueTable(['a', 'b'], pairings)).toBe(
    [
      'games won, per cent            a            b  with others',
      '                  a  100.0 ± 0.0  50.0 ± 70.7         50.0',
      '                  b  50.0 ± 70.7    0.0 ± 0.0         50.0',
      '',
      'tiles explored          a          b  with others',
      '             a  8.0 ± 0.0  6.0 ± 2.8          6.0',
      '             b  6.0 ± 2.8  0.0 ± 0.0          6.0',
      '',
    ].join('\n'),
  );
});
