/** `hush replay`: a recorded game as text, or the board at a moment. */

import { parseRecord, recordText } from '@hush/rules';
import { expect, test } from 'vitest';
import { type Io, WorldError } from '../src/io.ts';
import { createReferee } from '../src/referee.ts';
import { replayCommand, showReplay } from '../src/replay.ts';

const SCRIPT = [
  {
    setup: {
      scenario: 2,
      players: ['Ann', 'Bo'],
      stack: [5, 9],
      actionTiles: [
        ['north', 'east', 'south', 'west'],
        ['explore', 'vortex', 'escalator'],
      ],
      heroes: { barbarian: [2, 1], mage: [2, 2], elf: [1, 2], dwarf: [1, 1] },
      house: { pause: true },
    },
  },
  { at: 1200, by: 'Ann', do: 'move', hero: 'barbarian', dir: 'north' },
  { at: 1300, by: 'Bo', do: 'move', hero: 'elf', dir: 'north' },
  { at: 2000, by: 'Bo', do: 'explore' },
  { at: 3000, by: 'Bo', do: 'pause' },
  { at: 9000, by: 'Bo', do: 'resume' },
  { at: 300_000, do: 'wait' },
]
  .map(line => JSON.stringify(line))
  .join('\n');

/** The record of the game whose events are in `log`. */
function record(): string {
  const referee = createReferee();
  for (const [i, line] of SCRIPT.split('\n').entries()) referee.answer(line, i + 1);
  return recordText(referee.log());
}

interface Run {
  readonly exit: number;
  readonly out: string;
  readonly complaints: string;
}

async function run(
  args: readonly string[],
  files: Readonly<Record<string, string>>,
  input = '',
): Promise<Run> {
  const said = { out: '', complaints: '' };
  const io: Io = {
    input: (async function* () {
      for (const character of input) yield character;
    })(),
    out: text => {
      said.out += text;
    },
    complain: text => {
      said.complaints += text;
    },
    read: async file => {
      const text = files[file];
      if (text === undefined) throw new WorldError('there is no such file');
      return text;
    },
  };
  return { exit: await replayCommand(args, io), ...said };
}

test('hush replay prints a record with a sentence after every event', async () => {
  const { exit, out } = await run(['game.txt'], { 'game.txt': record() });
  expect(exit).toBe(0);
  expect(out.split('\n')[0]).toMatch(/^hush game 1 +# Scenario 2, "Four doors", is set up for 2 players\.$/);
  const events = out.slice(out.indexOf('\n\n') + 2).split('\n');
  expect(events.map(line => line.replace(/ {2,}/g, '  '))).toEqual([
    ' 0:00.000  start  # The hourglass starts with 3:00 of sand.',
    ' 0:01.200  p1  barbarian north 1c1  # Player 1 moves the barbarian north to 1c1.',
    ' 0:02.000  p2  draws 5 for 1c1  # Player 2 draws tile 5 "Stardust Apothecary", to be laid at 1c1.',
    ' 0:02.000  p2  lays 5 at 1c1 by barbarian  # Player 2 lays tile 5 "Stardust Apothecary" at 1c1, where the barbarian looked in.',
    ' 0:03.000  p2  pauses  # Player 2 pauses the game.',
    ' 0:03.000  p2  resumes  # Player 2 continues the game.',
    ' 3:00.000  lost by sand  # The last grain has fallen: the game is lost.',
    ' 3:00.000  seed "0"  # The seed was "0".',
    '',
  ]);
});

test('hush replay plays a script for the referee first, and its players keep their names', async () => {
  const { exit, out } = await run(['-'], {}, SCRIPT);
  expect(exit).toBe(0);
  expect(out).toContain('# Ann moves the barbarian north to 1c1.');
  expect(out).toContain('# Bo pauses the game.');
});

test('the text that hush replay prints for a record can be read as a record again', () => {
  const shown = showReplay(SCRIPT, null);
  expect(shown.ok && parseRecord(shown.value)).toEqual(parseRecord(record()));
  expect(parseRecord(record()).ok).toBe(true);
});

test('hush replay --at shows the board at this moment of sand time', async () => {
  const board = async (...args: readonly string[]): Promise<string> =>
    (await run(args, { 'game.txt': record() })).out;
  const before = await board('game.txt', '--at', '1199');
  expect(before).toContain('| .  |<G>  <P>   .  P');
  expect(before).toContain('<Y>');
  expect(before).toContain('0:01.199 playing | sand 2:58.801 of 3:00 |');
  expect(before).not.toContain('-5^-');
  const after = await board('game.txt', '--at=0:02.5');
  expect(after).toContain('+-5^-+');
  expect(after).toContain('0:02.500 playing | sand 2:57.500 of 3:00 |');
  expect(after).toContain('Y barbarian 1c1 |');
  expect(await board('--at', '2500', 'game.txt')).toBe(after);
});

test('in hush replay --at no time passes during a pause or after the end of the game', () => {
  const script = SCRIPT.split('\n').slice(0, 5).join('\n');
  const paused = showReplay(script, 60_000);
  expect(paused.ok && paused.value).toContain('0:03 paused | sand 2:57 of 3:00 |');
  const over = showReplay(SCRIPT, 999_000);
  expect(over.ok && over.value).toContain('3:00 lost (sand) | sand 0:00 of 3:00 |');
});

test('hush replay draws a position as one board', () => {
  const position = [
    'hush position 1',
    'scenario 2 "Four doors"',
    'players 1',
    'heroes barbarian 1b2 mage 1c2 elf 1b3 dwarf 1c3',
    `commitment ${'0'.repeat(64)}`,
    'now 0:00 setup',
  ].join('\n');
  const shown = showReplay(position, null);
  expect(shown.ok && shown.value).toContain('O .   <Y>  <P> | .  |');
  expect(showReplay(position, 5)).toMatchObject({ ok: false, error: expect.stringContaining('--at') });
  expect(showReplay(position.replace('1b3', '9z9'), null)).toMatchObject({
    ok: false,
    error: 'line 4, column 35: expected a cell such as 5b3, not "9z9"',
  });
});

test.each([
  ['an empty file', '', 'line 1, column 1: the first line should be "hush game 1"'],
  ['a picture', 'GIF89a\0\0', 'line 1, column 1: the first line should be "hush game 1"'],
  ['a script without a set-up', '{"do": "start"}', 'line 1: The first line must be {"setup": {…}}.'],
  ['an impossible set-up', '{"setup": {"scenario": 99, "players": ["Ann"]}}', /^line 1: .*scenario 99/],
  ['a line that is not JSON', `${SCRIPT.split('\n')[0]}\n\n{oops`, 'Line 3 is not JSON.'],
  ['a later version', 'hush game 9', /^line 1, column 1: this is written in version 9/],
  [
    'an impossible event',
    record().replace('barbarian north 1c1', 'barbarian north 9c1'),
    /^line \d+, column 2: there is no corridor at 9c1$/,
  ],
])('hush replay answers %s with one sentence', async (_, text, why) => {
  const { exit, out, complaints } = await run(['some.txt'], { 'some.txt': text });
  expect([exit, out]).toEqual([1, '']);
  expect(complaints).toMatch(/^hush replay: some\.txt: /);
  const sentence = complaints.replace('hush replay: some.txt: ', '');
  if (typeof why === 'string') expect(sentence).toBe(why);
  else expect(sentence).toMatch(why);
});

test.each([
  [[]],
  [['--at']],
  [['--at', '5']],
  [['game.txt', '5']],
  [['game.txt', '--at']],
  [['game.txt', '--at', '-5']],
  [['game.txt', '--at', '1.5']],
  [['game.txt', '--at', 'noon']],
  [['game.txt', '--at', '5', 'more']],
  [['game.txt', 'other.txt']],
])('hush replay answers the command line %j with its usage', async args => {
  const { exit, out, complaints } = await run(args, { 'game.txt': record() });
  expect([exit, out]).toEqual([2, '']);
  expect(complaints).toMatch(/^hush replay: .+[.]\nusage: hush replay FILE/);
});

test('hush replay names a missing file in one sentence', async () => {
  await expect(run(['nowhere.txt'], {})).rejects.toThrow(WorldError);
});

test('PR-16a the board of hush replay at the time of an event shows the result of that event', () => {
  const [before, at, after] = [1199, 1200, 1201].map(moment => showReplay(SCRIPT, moment));
  const board = (shown: typeof before): string =>
    shown?.ok ? shown.value.replaceAll(/\d+:\d+[.]\d+/g, '') : '';
  expect(board(at)).toBe(board(after));
  expect(board(at)).not.toBe(board(before));
});
