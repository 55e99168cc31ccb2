/**
 * `hush simulate`: games among bots, counted. Mostly on one core: threads load the bundle, tests run from the
 * sources, and only the command in a process of its own has both.
 */
import { Worker } from 'node:worker_threads';
import { playContest } from '@hush/bots';
import { expect, test } from 'vitest';
import { main } from '../../src/main.ts';
import { simulateCommand } from '../../src/simulate/simulate-command.ts';
import { fakeIo } from '../fake-io.ts';
import { hush } from '../process.ts';

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

test('hush simulate prints a row for each combination that the rules allow', async () => {
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
    [9, 4], // scenario 9 needs more than two players (SC-9n)
  ]);
  for (const row of rows)
    expect(row).toMatchObject({ games: 2, won: 2, winRate: 100, refused: 0, stuck: 0, lost: {} });
});

test('the same seed gives the same games, and another seed gives other games', async () => {
  const play = (seed: string) =>
    simulate('--temper', 'calm+brisk', '--games', '2', '--seed', seed, '--json').then(
      ({ said }) => JSON.parse(said).rows,
    );
  expect(await play('a')).toEqual(await play('a'));
  expect(await play('a')).not.toEqual(await play('b'));
});

test('the results are printed as a table, and a custom scenario can be played, too', async () => {
  const { exit, said } = await simulate('--wish', 'own.json', '--temper', 'lightning', '--games', '1');
  expect(exit).toBe(0);
  const [head, row] = said.trimEnd().split('\n');
  expect(head).toMatch(/scenario .* players .* won .* undone/);
  expect(row).toMatch(/Small .* 100[.]0 %/);
});

test.each([
  [['--scenario', '99'], 'There is no scenario 99'],
  [['--players', 'x'], "--players takes numbers up to 99 and ranges such as 1,3-5, not 'x'"],
  [['--scenario', '3-1'], "--scenario takes numbers up to 99 and ranges such as 1,3-5, not '3-1'"],
  [['--scenario', '1-9999999'], "not '1-9999999'"],
  [['--games', '0'], "--games takes a whole number from 1 to 9999999, not '0'"],
  [['--games', '1e9'], 'usage: hush simulate'],
  [['--temper', 'hasty'], "tempers are calm, brisk, lightning, not 'hasty'"],
  [['--edition', '1999'], 'There is no edition'],
  [['--wish', 'none.json'], 'there is no such file'],
  [['--nonsense'], 'usage: hush simulate'],
])('the options %j are refused with a sentence', async (args, sentence) => {
  const { exit, complained } = await simulate(...args);
  expect(exit).toBe(2);
  expect(complained).toContain(sentence);
});

// The machine and the terminal of the command.

/** A terminal that records its output, or a file. */
function screen(isTTY: boolean) {
  const drawn: string[] = [];
  return { isTTY, drawn, write: (text: string) => drawn.push(text) };
}

const THREE_GAMES = ['--temper', 'lightning', '--games', '3', '--seed', 'bar'];
const oneCore = { cores: 1, startThread: () => new Worker('', { eval: true }) };

test('on a terminal, a progress bar grows with each game and ends with a line break', async () => {
  const terminal = screen(true);
  const io = fakeIo();
  await simulateCommand(THREE_GAMES, io, { ...oneCore, terminal });
  const bar = (filled: number, done: number): string =>
    `\r[${'#'.repeat(filled)}${' '.repeat(40 - filled)}] ${done}/3`;
  expect(terminal.drawn).toEqual([bar(13, 1), bar(26, 2), bar(40, 3), '\n']);
  expect(io.said()).not.toContain('#'); // the progress bar goes to the terminal only, not into the printed results
});

test('no progress bar is drawn without a terminal', async () => {
  const terminal = screen(false);
  await simulateCommand(THREE_GAMES, fakeIo(), { ...oneCore, terminal });
  expect(terminal.drawn).toEqual([]);
});

test.each([
  ['every core of the machine', [], 3],
  ['as many cores as it is told', ['--cores', '2'], 2],
])('hush simulate uses %s', async (_, args, threads) => {
  const report = playContest({ wish: { scenario: 1, players: 4 }, seed: 'bar', tempers: ['lightning'] });
  const code = `const { parentPort, workerData } = require('node:worker_threads');
    parentPort.on('message', () => parentPort.postMessage(workerData));`;
  let started = 0;
  const startThread = (): Worker => {
    started++;
    return new Worker(code, { eval: true, workerData: report });
  };
  const io = fakeIo();
  const machine = { cores: 3, startThread, terminal: screen(false) };
  const exit = await simulateCommand(['--games', '5', '--json', ...args], io, machine);
  expect({ exit, started, won: JSON.parse(io.said()).rows[0].won }).toEqual({
    exit: 0,
    started: threads,
    won: 5,
  });
});

test('the same seed gives the same games with any number of threads', () => {
  const play = (cores: string) =>
    hush([
      'simulate',
      '--scenario',
      '1,4',
      '--temper',
      'calm+lightning',
      '--games',
      '3',
      '--cores',
      cores,
      '--json',
    ]);
  const [alone, together] = [play('1'), play('3')];
  expect([alone.exit, together.exit]).toEqual([0, 0]);
  expect(JSON.parse(together.said)).toEqual(JSON.parse(alone.said));
});
