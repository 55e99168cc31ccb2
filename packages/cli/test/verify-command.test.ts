/** `hush verify FILE`: one sentence about whether a recorded game is verified (GB-3). */
import { type GameEvent, recordText } from '@hush/rules';
import { expect, test } from 'vitest';
import { main } from '../src/main.ts';
import { createReferee } from '../src/referee.ts';
import { CASES } from './cases.ts';
import { fakeIo } from './fake-io.ts';

async function verify(text: string): Promise<{ readonly said: string; readonly exit: number }> {
  const io = fakeIo([text]);
  const exit = await main(['verify', '-'], io);
  expect(io.said().split('\n')).toHaveLength(2); // the output is exactly one sentence
  return { said: io.said().trimEnd(), exit };
}

/** The events of a conformance case. */
function logOf(name: string): readonly GameEvent[] {
  const referee = createReferee();
  for (const [i, line] of CASES.find(one => one.name === name)?.lines.entries() ?? [])
    referee.answer(line, i + 1);
  return referee.log();
}

const asLines = (events: readonly GameEvent[]): string =>
  events.map(event => JSON.stringify(event)).join('\n');

test.each([
  ['a record', recordText],
  ['a log', asLines],
  ['a record that begins with a mark', (events: readonly GameEvent[]) => `\uFEFF${recordText(events)}`],
])('GB-3b `hush verify` proves a won game from %s', async (_, write) => {
  const events = logOf('whole-game-7');
  expect(await verify(write(events))).toEqual({
    said:
      'Proven: the seed is the one committed to at the start, the shuffle follows from it, ' +
      `and all ${events.length} events are what the rules say; the game was won with the hourglass never turned and 22.5 s left.`,
    exit: 0,
  });
});

test('GB-3b a record whose stack was chosen is reported as no proof of a fair shuffle', async () => {
  const { said, exit } = await verify(recordText(logOf('theft-called')));
  expect(said).toContain('what was not dictated (stack, heroes, actionTiles) follows from it');
  expect(exit).toBe(0);
});

test('GB-3b `hush verify` proves a lost game, too', async () => {
  const { said, exit } = await verify(recordText(logOf('hourglass-early')));
  expect(said).toMatch(/the game was lost [(]sand[)] with the hourglass turned once[.]$/);
  expect(exit).toBe(0);
});

test.each<[string, (events: readonly GameEvent[]) => string, RegExp]>([
  [
    'another hero',
    events => recordText(events).replace(' elf south', ' mage south'),
    /line \d+, column \d+|cannot have/,
  ],
  [
    'another seed',
    events => recordText(events).replace(/seed .*/, 'seed "other"'),
    /seed is not the one committed/,
  ],
  ['no end', events => recordText(events.slice(0, -1)), /The log does not end with its seed/],
  [
    'a later time in a log',
    events =>
      asLines(events).replace(
        /"at":0,"type":"gameStarted"|"type":"gameStarted","at":0/,
        '"type":"gameStarted","at":9',
      ),
    /gameStarted at 9 ms, cannot have happened[.]$/,
  ],
  ['a broken line', events => `${asLines(events)}\n{`, /Line \d+ is not a JSON object[.]$/],
  [
    'a script',
    () => '{"setup": {}}',
    /script for the referee, not a record; `hush replay` turns it into one[.]$/,
  ],
  ['anything', () => 'hello', /line 1, column 1: .*[.]$/],
  ['nothing', () => '', /[.]$/],
])('GB-3b `hush verify` does not prove a game with %s', async (_, write, why) => {
  const { said, exit } = await verify(write(logOf('whole-game-7')));
  expect(exit).toBe(1);
  expect(said).toMatch(/^Not proven: /);
  expect(said).toMatch(why);
});

test.each([[[]], [['a', 'b']], [['--all']]])(
  'a wrong command line (%j) is answered with the usage',
  async args => {
    const io = fakeIo();
    expect(await main(['verify', ...args], io)).toBe(2);
    expect(io.complained()).toContain('usage: hush verify FILE');
  },
);
