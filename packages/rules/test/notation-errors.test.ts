/** Tests that an unreadable text is reported with line and column, and that no text makes the parsers throw. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  describeTextProblem,
  parsePosition,
  parseRecord,
  pictureOf,
  positionText,
  type Result,
  reach,
  recordText,
  replay,
  type TextProblem,
} from '../src/index.ts';
import { started } from './kit.ts';
import { record } from './recorded.ts';

const GAME = recordText(started({ scenario: 2, stack: [5, 9], heroes: { elf: [1, 2] } }).log);
const POSITION = positionText(started({ scenario: 2, stack: [5, 9] }).lay([5, '1c1']).game);

function expectComplaint(result: Result<unknown, TextProblem>, why: string | RegExp): void {
  const complaint = result.ok ? 'nothing is wrong' : describeTextProblem(result.error);
  if (typeof why === 'string') expect(complaint).toBe(why);
  else expect(complaint).toMatch(why);
}

test.each<readonly [what: string, text: string, why: string | RegExp]>([
  ['nothing', '', 'line 1, column 1: the first line should be "hush game 1"'],
  ['another text', 'tile 1', 'line 1, column 1: the first line should be "hush game 1"'],
  [
    'a version from the future',
    GAME.replace('hush game 1', 'hush game 2'),
    'line 1, column 1: this is written in version 2, but only "hush game 1" can be read here',
  ],
  ['the version alone', 'hush game 1', 'line 1, column 1: the line "scenario" is missing'],
  [
    'an unknown key',
    GAME.replace('players', 'people'),
    /^line 4, column 1: expected one of scenario, .*, not "people"$/,
  ],
  ['a key twice', GAME.replace('side  ', 'players'), 'line 5, column 1: "players" stands here twice'],
  [
    'a missing line',
    GAME.replace(/^commitment.*\n/m, ''),
    'line 13, column 1: the line "commitment" is missing',
  ],
  [
    'too few players',
    GAME.replace('players     4', 'players     0'),
    'line 4, column 13: a game has 1 to 9 players, not 0',
  ],
  [
    'a missing action tile',
    GAME.replace(' west+vortex', ''),
    'line 10, column 13: 4 action tiles are needed for 4 players, not 3',
  ],
  [
    'a run of tiles downwards',
    GAME.replace('5,9', '9-5'),
    /^line 8, column 13: expected tiles such as 2-9,15/,
  ],
  ['a run of one tile', GAME.replace('5,9', '5-5'), /^line 8, column 13: expected tiles such as 2-9,15/],
  ['an unknown tile', GAME.replace('5,9', '5,77'), 'line 8, column 13: there is no tile 77'],
  ['a tile twice', GAME.replace('5,9', '5,5'), 'line 8, column 13: tile 5 is named twice'],
  [
    'a hero in a wall',
    GAME.replace('elf 1b3', 'elf 1b9'),
    'line 9, column 40: expected a cell such as 5b3, not "1b9"',
  ],
  [
    'a hero elsewhere',
    GAME.replace('elf 1b3', 'elf 5b3'),
    'line 9, column 13: the elf does not stand on a corridor of the mall',
  ],
  [
    'a rule nobody knows',
    GAME.replace('ownExits', 'ownExit'),
    'line 6, column 13: expected a rule, not "ownExit"',
  ],
  [
    'tiles with a hole',
    GAME.replace('\n\n', '\ntiles\n| tile 2  "Two"\n| oops\n\n'),
    /^line 13, column 6: tile 2, line 2, column 1: a tile has 9 rows/,
  ],
  ['bars elsewhere', GAME.replace('\n\n', '\n| what\n\n'), /^line 12, column \d+: nothing is quoted here/],
  ['an unknown event', `${GAME} 0:10 p1 elf flies`, 'line 15, column 14: expected an action, not "flies"'],
  [
    'an unknown word',
    `${GAME} 0:10 lunch`,
    /^line 15, column 7: expected a seat, p1 to p9 or "start" or .*, not "lunch"$/,
  ],
  [
    'an unfinished line',
    `${GAME} 0:10 p1 elf north`,
    'line 15, column 19: the line ends where a cell such as 5b3 should stand',
  ],
  [
    'a word too many',
    `${GAME} 0:10 p1 pauses now`,
    'line 15, column 17: expected the end of the line, not "now"',
  ],
  ['no time', `${GAME} soon p1 pauses`, 'line 15, column 2: expected a time such as 1:02.345, not "soon"'],
  [
    'time that goes back',
    `${GAME} 0:10 p1 stares at p2\n 0:09 p2 stares at p1`,
    'line 16, column 2: the time goes back',
  ],
  ['a stranger', `${GAME} 0:10 p5 stares at p1`, 'line 15, column 2: nobody sits at p5'],
  ['a move into a wall', `${GAME} 0:10 p2 elf south 9a1`, 'line 15, column 2: there is no corridor at 9a1'],
  [
    'a tile out of nowhere',
    `${GAME} 0:10 p2 lays 5 at 1c1 by elf`,
    'line 15, column 2: tile 5 has not been drawn',
  ],
  [
    'a door that is none',
    `${GAME} 0:10 p2 draws 5 for 1a1`,
    'line 15, column 2: no unexplored door is at 1a1',
  ],
  [
    'a second tile drawn',
    `${GAME} 0:10 p2 draws 5 for 1c1\n 0:11 p2 draws 9 for 1c1`,
    'line 16, column 2: tile 5 must be laid first',
  ],
  ['a discard out of turn', `${GAME} 0:10 p2 discards 1`, 'line 15, column 2: no tile has to leave the mall'],
  [
    'an unfinished text',
    `${GAME} 0:10 seed "abc`,
    'line 15, column 12: expected a text in double quotes, not ""abc"',
  ],
])('text: the mistake %s in a record is reported with line and column', (_, text, why) => {
  expectComplaint(parseRecord(text), why);
});

test.each<readonly [what: string, text: string, why: string | RegExp]>([
  ['a record', GAME, 'line 1, column 1: the first line should be "hush position 1"'],
  [
    'a version from the future',
    POSITION.replace('position 1', 'position 20'),
    'line 1, column 1: this is written in version 20, but only "hush position 1" can be read here',
  ],
  [
    'a set-up alone',
    POSITION.slice(0, POSITION.indexOf('now')),
    'line 8, column 1: the line "now" is missing',
  ],
  [
    'an unknown status',
    POSITION.replace('playing', 'plying'),
    'line 10, column 22: expected a status, not "plying"',
  ],
  [
    'a loss without a reason',
    POSITION.replace('playing', 'lost'),
    'line 10, column 13: a lost game, and no other, has a reason',
  ],
  [
    'more sand than there is',
    `${POSITION}sand 3:01 since 0:00`,
    'line 12, column 6: there is more sand in the upper bulb than in the hourglass',
  ],
  [
    'a tile off the lattice',
    POSITION.replace('5@1,-4', '5@1,-3'),
    'line 11, column 13: no tile can lie at 1,-3',
  ],
  [
    'a tile out of reach',
    POSITION.replace('5@1,-4', '5@200,-800'),
    'line 11, column 13: no mall of this box reaches as far as 200,-800',
  ],
  [
    'a tile turned halfway',
    POSITION.replace('5@1,-4', '5@1,-4/45'),
    /^line 11, column 19: expected a tile and its place such as/,
  ],
  [
    'two tiles at one place',
    POSITION.replace('5@1,-4', '5@1,-4 9@1,-4'),
    'line 11, column 13: tiles 5 and 9 lie at the same place',
  ],
  [
    'a tile twice',
    POSITION.replace('5@1,-4', '5@1,-4 5@4,1'),
    'line 11, column 13: tile 5 lies in the mall twice',
  ],
  [
    'a tile that does not exist',
    POSITION.replace('5@1,-4', '88@1,-4'),
    'line 11, column 13: there is no tile 88',
  ],
  [
    'a second mall',
    POSITION.replace('5@1,-4', '5@1,-4,1'),
    'line 11, column 13: this scenario has one mall only',
  ],
  [
    'a mall without its first tile',
    POSITION.replace('1@0,0 ', ''),
    'line 11, column 13: tile 1 begins a mall and lies at 0,0 unturned',
  ],
  [
    'a hero in a wall',
    `${POSITION}heroes barbarian 5a3 mage 1b2 elf 1c2 dwarf 1b3`,
    'line 12, column 8: the barbarian does not stand on a corridor of the mall',
  ],
  [
    'two heroes on a cell',
    `${POSITION}heroes barbarian 1b2 mage 1b2 elf 1c2 dwarf 1b3`,
    'line 12, column 8: two heroes stand on one cell',
  ],
  ['a marker nowhere', `${POSITION}marked 9a1`, 'line 12, column 8: 9a1 is not a corridor of the mall'],
  ['too many tiles', `${POSITION}stack 3 under none`, 'line 12, column 7: only 2 tiles were in the stack'],
  [
    'a laid tile in the stack',
    `${POSITION}stack 1 under 5`,
    'line 12, column 7: tile 5 cannot lie in the stack',
  ],
  ['a laid tile drawn', `${POSITION}drawn 5 for 1d3 own 1d3`, 'line 12, column 7: tile 5 cannot be drawn'],
  [
    'too few action tiles',
    `${POSITION}actions north east`,
    'line 12, column 9: there are 4 action tiles, not 2',
  ],
  ['too few seats', `${POSITION}nudged - -`, 'line 12, column 8: there are 4 seats'],
  ['a pawn before nobody', `${POSITION}pawn p5`, 'line 12, column 6: there are 4 seats'],
  ['a third discard', `${POSITION}discards 3`, 'line 12, column 10: at most two tiles have to leave'],
])('text: the mistake %s in a position is reported with line and column', (_, text, why) => {
  expectComplaint(parsePosition(text), why);
});

// Any text is read or refused without a throw.

/** A text with typing errors that people make. */
const carelessly = (text: string): fc.Arbitrary<string> => {
  const words = [...new Set(text.split(/\s+/))];
  const slip = fc.record({
    from: fc.nat({ max: text.length }),
    length: fc.nat({ max: 12 }),
    instead: fc.oneof(fc.constantFrom('', '\n', ' ', ...words), fc.string({ maxLength: 5 })),
  });
  return fc
    .array(slip, { minLength: 1, maxLength: 4 })
    .map(slips =>
      slips.reduce(
        (old, { from, length, instead }) => old.slice(0, from) + instead + old.slice(from + length),
        text,
      ),
    );
};

/** Words of the notation in any order. */
const babble = (title: string, text: string): fc.Arbitrary<string> => {
  const words = ['\n', '\n', ...new Set(text.split(/\s+/))];
  return fc.array(fc.constantFrom(...words), { maxLength: 60 }).map(list => `${title}\n${list.join(' ')}`);
};

const MIDDLE = record({ scenario: 13, players: 3, level: 24 }, 'middle', 200);
const LONG_GAME = recordText(MIDDLE.events);
const LONG_POSITION = positionText(MIDDLE.games[Math.floor(MIDDLE.games.length / 2)] ?? started().game);

test('SO-1b a record of a solo game in which action tiles are swapped is refused', () => {
  const alone = recordText(started({ scenario: 2, players: 1 }).log);
  expectComplaint(parseRecord(`${alone} 0:10 p1 swaps with p1`), /: a player alone holds no action tiles$/);
});

test('text: reading a position never throws, and a position that is read can be played', () => {
  const texts = fc.oneof(
    fc.string(),
    carelessly(LONG_POSITION),
    carelessly(POSITION),
    babble('hush position 1', LONG_POSITION),
  );
  void fc.assert(
    fc.property(texts, text => {
      const game = parsePosition(text);
      if (!game.ok) return game.error.line >= 1 && game.error.column >= 1 && game.error.why.length > 0;
      expect(parsePosition(positionText(game.value))).toEqual(game);
      expect(pictureOf(game.value)).toContain('barbarian');
      return Array.isArray(reach(game.value, 0));
    }),
    { seed: 20, numRuns: 1500 },
  );
});

test('text: reading a record never throws, and a record that is read can be replayed', () => {
  const texts = fc.oneof(
    fc.string(),
    carelessly(LONG_GAME),
    carelessly(GAME),
    babble('hush game 1', LONG_GAME),
  );
  void fc.assert(
    fc.property(texts, text => {
      const events = parseRecord(text);
      if (!events.ok)
        return events.error.line >= 1 && events.error.column >= 1 && events.error.why.length > 0;
      expect(parseRecord(recordText(events.value))).toEqual(events);
      return pictureOf(replay(events.value)).includes('barbarian');
    }),
    { seed: 21, numRuns: 1500 },
  );
});
