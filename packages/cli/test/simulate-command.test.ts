/** `hush simulate`: games among bots, counted. One core: threads load the bundle, tests run from the sources. */
import { expect, test } from 'vitest';
import { main } from '../src/main.ts';
import { fakeIo } from './fake-io.ts';

async function simulate(...args: readonly string[]) {
  const io = fakeIo([], {
    'own.json': JSON.stringify({
      players: 2,
      scenario: { name: 'Small', stack: [4, 5, 6, 8, 9], rules: [] },
    }),
  });
  const exit = await main(['simulate', '--cores', '1', ...args], io);
  return { exit, said: io.said(), complained: io.complained() };
}

test('a row for each combination that the rules know', async () => {
  const { exit, said } = await simulate(
    ...['--scenario', '1,9', '--players', '2,4', '--temper', 'lightning', '--games', '2', '--json'],
  );
  const { seed, games, rows } = JSON.parse(said);
  expect({ exit, seed, games }).toEqual({ exit: 0, seed: 'hush', games: 2 });
  expect(
    rows.map((row: { wish: { scenario: number; players: number } }) => [row.wish.scenario, row.wish.players]),
  ).toEqual([
    [1, 2],
    [1, 4],
    [9, 4], // nobody leads one other player (SC-9n)
  ]);
  for (const row of rows)
    expect(row).toMatchObject({ games: 2, won: 2, winRate: 100, refused: 0, stuck: 0, lost: {} });
});

test('the same seed is the same evening, another seed another', async () => {
  const play = (seed: string) =>
    simulate('--temper', 'calm+brisk', '--games', '2', '--seed', seed, '--json').then(
      ({ said }) => JSON.parse(said).rows,
    );
  expect(await play('a')).toEqual(await play('a'));
  expect(await play('a')).not.toEqual(await play('b'));
});

test('a table for people, also of a game of one’s own', async () => {
  const { exit, said } = await simulate('--wish', 'own.json', '--temper', 'lightning', '--games', '1');
  expect(exit).toBe(0);
  const [head, row] = said.trimEnd().split('\n');
  expect(head).toMatch(/scenario .* players .* won .* undone/);
  expect(row).toMatch(/Small .* 100[.]0 %/);
});

test.each([
  [['--scenario', '18'], 'There is no scenario 18'],
  [['--players', 'x'], "--players takes numbers up to 99 and ranges such as 1,3-5, not 'x'"],
  [['--scenario', '3-1'], "--scenario takes numbers up to 99 and ranges such as 1,3-5, not '3-1'"],
  [['--scenario', '1-9999999'], "not '1-9999999'"],
  [['--games', '0'], "--games takes a whole number from 1 to 9999999, not '0'"],
  [['--games', '1e9'], 'usage: hush simulate'],
  [['--temper', 'hasty'], "tempers are calm, brisk, lightning, not 'hasty'"],
  [['--edition', '1999'], 'There is no edition'],
  [['--wish', 'none.json'], 'there is no such file'],
  [['--nonsense'], 'usage: hush simulate'],
])('%j is answered with a sentence', async (args, sentence) => {
  const { exit, complained } = await simulate(...args);
  expect(exit).toBe(2);
  expect(complained).toContain(sentence);
});
