/** Tests that the commands in docs/REFEREE.md print the documented output, and that all notations of a cell agree. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseRecord, replay } from '@hush/rules';
import { expect, test } from 'vitest';
import { main } from '../src/main.ts';
import { fakeIo } from './fake-io.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const DOC = readFileSync(join(ROOT, 'docs/REFEREE.md'), 'utf8');
const RECORD = 'examples/records/lost.txt';
const FILES = { [RECORD]: readFileSync(join(ROOT, RECORD), 'utf8') };

/** Each command line of the document, and the beginning of its output. */
const EXAMPLES = [...DOC.matchAll(/^\$ hush (.+)\n((?:(?![$`]).+\n)+)/gm)].map(
  ([, line = '', printed = '']) => [line, printed.trimEnd()] as const,
);

test('PR-172a PR-172b docs/REFEREE.md has an example of each command with --json', () => {
  expect(EXAMPLES.map(([line]) => line.split(' ')[0])).toEqual([
    'replay',
    'replay',
    'verify',
    'tiles',
    'simulate',
    'data',
  ]);
});

test.each(EXAMPLES)('PR-172a PR-172b `hush %s` prints what docs/REFEREE.md says', async (line, printed) => {
  const io = fakeIo([], FILES);
  await main(line.split(' '), io);
  expect(io.said().slice(0, printed.length)).toBe(printed);
  if (line.includes('--json')) for (const each of io.said().trim().split('\n')) JSON.parse(each);
});

test('PR-172a `verify` accepts the events of `replay --json`, and --at gives the state at that moment', async () => {
  const events = fakeIo([], FILES);
  expect(await main(['replay', '--json', RECORD], events)).toBe(0);
  const verified = fakeIo([events.said()]);
  expect(await main(['verify', '-', '--json'], verified)).toBe(0);
  expect(JSON.parse(verified.said())).toMatchObject({ proven: true, events: 15 });
  const board = fakeIo([], FILES);
  expect(await main(['replay', RECORD, '--at', '4000', '--json'], board)).toBe(0);
  const all = parseRecord(FILES[RECORD] ?? '');
  if (!all.ok) throw new Error(all.error.why);
  expect(JSON.parse(board.said())).toEqual(replay(all.value.filter(({ at }) => at <= 4_000)));
});

test('PR-172b for a game that is not proven, all fields of a proven game are null', async () => {
  const io = fakeIo(['rubbish']);
  expect(await main(['verify', '-', '--json'], io)).toBe(1);
  expect(JSON.parse(io.said())).toMatchObject({ proven: false, status: null, left: null, events: null });
});

test.each([
  [['replay'], 'hush replay: the file is missing.'],
  [
    ['replay', 'a', '--at', 'soon'],
    "hush replay: --at takes milliseconds or a time such as 1:02.345, not 'soon'.",
  ],
  [['replay', '--loud'], "hush replay: there is no option '--loud'."],
  [['verify', '--loud'], "hush verify: there is no option '--loud'."],
  [['verify', 'a', 'b'], "hush verify: 'b' is not expected after 'a'."],
  [['tiles', 'a', '--yaml'], "hush tiles: there is no option '--yaml'."],
  [['referee', '--fast'], "hush referee: there is no option '--fast'."],
  [['referee', 'a', 'b'], "hush referee: 'b' is not expected after 'a'."],
  [['tiles'], 'hush tiles: the file is missing.'],
  [['simulate', '--loud'], "hush simulate: Unknown option '--loud'"],
  [['records', 'all'], "hush records: 'all' is not expected."],
])('PR-172c hush %j ends with 2 and the sentence: %s', async (args, sentence) => {
  const io = fakeIo();
  expect(await main(args, io)).toBe(2);
  expect(io.complained()).toContain(sentence);
  expect(io.complained()).toContain(`\nusage: hush ${args[0]}`);
});

test('PR-70c PR-7a a cell of a turned tile is the same square in the referee, on the wire and in a record', async () => {
  expect(DOC).toContain('`[4 + 3 - 1, 1 + 2]` = `[6, 3]`. On the wire the same cell is 16 x 5 + 6 = 86,');
  const setup = {
    scenario: 1,
    players: ['Ann', 'Bo'],
    seed: 7,
    stack: [5, 9, 2],
    actionTiles: [
      ['north', 'east', 'south', 'vortex'],
      ['west', 'explore', 'escalator'],
    ],
  };
  const lines = [
    { setup },
    { by: 'Ann', do: 'move', hero: 'mage', dir: 'east' },
    { by: 'Bo', do: 'explore' },
    { by: 'Ann', do: 'move', hero: 'mage', dir: 'east', steps: 2 },
    { by: 'Ann', do: 'move', hero: 'mage', dir: 'south' },
    { show: true },
    { observe: true },
  ].map(line => JSON.stringify(line));
  const io = fakeIo([`${lines.join('\n')}\n`]);
  await main(['referee'], io);
  const answers = io
    .said()
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  const { tiles, heroes } = answers[5];
  expect(tiles[1]).toEqual({ tile: 5, at: [4, 1], turn: 90, mall: 0 });
  const [x, y] = heroes.mage.at;
  const cell: number = answers[6].sees[12];
  expect([Math.floor(cell / 16), x, y]).toEqual([5, expect.any(Number), expect.any(Number)]);
  const [row, column] = [Math.floor((cell % 16) / 4), cell % 4];
  expect([4 + 3 - row, 1 + column]).toEqual([x, y]);
  const record = fakeIo([`${lines.slice(0, 5).join('\n')}\n`]);
  await main(['replay', '-'], record);
  expect(record.said()).toContain(` 5${'abcd'[column]}${row + 1} `);
});
