/** Tests of every kind of event: its line in a record, and its sentence in a replay. */
import { expect, test } from 'vitest';
import { describeEvent, type GameEvent, parseRecord, REFUSALS, recordText } from '../src/index.ts';
import { cell, setUp, started } from './kit.ts';

const NAMES = ['Ann', 'Bo', 'Cy', 'Di'];

/**
 * A game of scenario 6: the mage stands in front of a door; tile 17 with a camera and tile 3 with an hourglass are
 * laid.
 */
const GAME = started({ scenario: 6 })
  .lay([3, '1c1'], [17, '3c1'])
  .stand({ elf: '3c4', mage: '1b2', barbarian: '1c2', dwarf: '1c3' }).game;

const at = 10_000;
const noLeft = { places: [cell('3a2'), cell('1d3')], own: [cell('1d3')] };

test.each<readonly [line: string, sentence: string, event: GameEvent]>([
  ['p1 swaps with p2', 'Ann and Bo swap their action tiles.', { type: 'tilesSwapped', at, seat: 0, with: 1 }],
  [
    'p4 places mage on 3b2',
    'Di puts the mage on 3b2.',
    { type: 'heroPlaced', at, seat: 3, hero: 'mage', to: cell('3b2') },
  ],
  ['start', 'The hourglass starts with 3:00 of sand.', { type: 'gameStarted', at }],
  [
    'p1 elf north 3c1',
    'Ann moves the elf north to 3c1.',
    { type: 'heroMoved', at, seat: 0, hero: 'elf', by: 'north', to: cell('3c1') },
  ],
  [
    'p3 mage vortex 1d4',
    'Cy sends the mage by vortex to 1d4, the purple vortex (flask).',
    { type: 'heroMoved', at, seat: 2, hero: 'mage', by: 'vortex', to: cell('1d4') },
  ],
  [
    'p4 dwarf escalator 17b1',
    'Di sends the dwarf by escalator to 17b1, a camera.',
    { type: 'heroMoved', at, seat: 3, hero: 'dwarf', by: 'escalator', to: cell('17b1') },
  ],
  ['elf leaves', 'The elf is out of the mall.', { type: 'heroLeft', at, hero: 'elf' }],
  [
    'hourglass turned on 3d3',
    'The hourglass on 3d3 is turned: 0:10 of sand is left. All action tiles go to the left.',
    { type: 'hourglassTurned', at, cell: cell('3d3') },
  ],
  [
    'camera off on 17b1',
    'The camera on 17b1 is switched off.',
    { type: 'cameraSwitchedOff', at, cell: cell('17b1') },
  ],
  ['ball used on 3a1', 'The crystal ball on 3a1 is used up.', { type: 'ballUsed', at, cell: cell('3a1') }],
  [
    'p2 draws 9 for 1d3',
    expect.stringMatching(/^Bo draws tile 9 "[^"]+", to be laid at 1d3\.$/),
    {
      type: 'tileDrawn',
      at,
      seat: 1,
      tile: 9,
      places: [cell('1d3')],
      own: [cell('1d3')],
      ball: null,
      next: null,
    },
  ],
  [
    'p2 draws 9 for 3a2,1d3 own 1d3 ball 3a1 next 4',
    expect.stringMatching(/to be laid at 3a2 or 1d3\.$/),
    { type: 'tileDrawn', at, seat: 1, tile: 9, ...noLeft, ball: cell('3a1'), next: 4 },
  ],
  [
    'p2 draws 9 for 3a2 own none ball 3a1',
    expect.stringMatching(/to be laid at 3a2\.$/),
    {
      type: 'tileDrawn',
      at,
      seat: 1,
      tile: 9,
      places: [cell('3a2')],
      own: [],
      ball: cell('3a1'),
      next: null,
    },
  ],
  [
    'p2 lays 9 at 1d3 by dwarf',
    expect.stringMatching(/^Bo lays tile 9 "[^"]+" at 1d3, where the dwarf looked in\.$/),
    { type: 'tileLaid', at, seat: 1, tile: 9, door: cell('1d3'), by: 'dwarf' },
  ],
  [
    'p2 lays 9 at 1d3 by ball',
    expect.stringMatching(/ at 1d3 through the crystal ball\.$/),
    { type: 'tileLaid', at, seat: 1, tile: 9, door: cell('1d3'), by: 'ball' },
  ],
  [
    'p3 discards 3',
    expect.stringMatching(/^Cy takes tile 3 "[^"]+" out of the mall\.$/),
    { type: 'tileDiscarded', at, seat: 2, tile: 3, next: null },
  ],
  [
    'p3 discards 3 next 12',
    expect.stringMatching(/^Cy takes tile 3/),
    { type: 'tileDiscarded', at, seat: 2, tile: 3, next: 12 },
  ],
  [
    'theft',
    'Everything is stolen, the alarm rings, the vortices die.',
    { type: 'theftHappened', at, seat: null },
  ],
  [
    'theft by p2',
    'Bo calls the theft: everything is stolen, the alarm rings, the vortices die.',
    { type: 'theftHappened', at, seat: 1 },
  ],
  [
    'p1 turns explore',
    'Ann turns the action tile "explore".',
    { type: 'actionTurned', at, seat: 0, action: 'explore' },
  ],
  ['p1 pawn to p2', 'Ann puts the pawn in front of Bo.', { type: 'pawnMoved', at, seat: 0, to: 1 }],
  ['p1 taps p2', 'Ann taps the table in front of Bo.', { type: 'tapped', at, seat: 0, to: 1 }],
  ['p1 stares at p2', 'Ann stares at Bo.', { type: 'stared', at, seat: 0, to: 1 }],
  ['p1 pauses', 'Ann pauses the game.', { type: 'paused', at, seat: 0 }],
  ['p1 resumes', 'Ann continues the game.', { type: 'resumed', at, seat: 0 }],
  [
    'p2 plays on',
    'Bo plays on from here; the game does not go into a book.',
    { type: 'playedOn', at, seat: 1 },
  ],
  ['p2 is a bot', 'A bot plays for Bo.', { type: 'botSat', at, seat: 1 }],
  ['won', 'Everybody is out: the game is won.', { type: 'gameWon', at }],
  ['lost by sand', 'The last grain has fallen: the game is lost.', { type: 'gameLost', at, reason: 'sand' }],
  [
    'lost by no-gear',
    'All four stand at the exits without their gear: the game is lost.',
    { type: 'gameLost', at, reason: 'no-gear' },
  ],
  [
    'lost by rearrange',
    'No two tiles can leave the mall: the game is lost.',
    { type: 'gameLost', at, reason: 'rearrange' },
  ],
  ['seed "7 # \\n"', 'The seed was "7 # \\n".', { type: 'seedRevealed', at, seed: '7 # \n' }],
])('text: the line and the sentence of an event: %s', (line, sentence, event) => {
  const text = recordText([...setUp({ scenario: 6 }).log, event]);
  expect(text.split('\n').at(-2)?.trim().split(/ +/).slice(1).join(' ')).toBe(line);
  expect(describeEvent(event, GAME, NAMES)).toEqual(sentence);
});

test('text: without a game and names, the sentence of an event uses only the event’s fields', () => {
  const turned: GameEvent = { type: 'hourglassTurned', at, cell: cell('3d3') };
  expect(describeEvent(turned)).toBe('The hourglass on 3d3 is turned.');
  const { setUp } = GAME;
  const still = { ...GAME, setUp: { ...setUp, house: { ...setUp.house, noClock: true } } };
  expect(describeEvent(turned, still, NAMES)).not.toContain('sand'); // HG-9b
  const moved: GameEvent = { type: 'heroMoved', at, seat: 2, hero: 'elf', by: 'vortex', to: cell('1a1') };
  expect(describeEvent(moved)).toBe('Player 3 sends the elf by vortex to 1a1.');
  expect(describeEvent({ type: 'gameStarted', at })).toBe('The hourglass starts.');
});

test('text: the sentence about the set-up names the scenario and the players', () => {
  const [book] = setUp({ scenario: 6 }).log;
  const [own] = setUp({ scenario: { name: 'Ours', stack: [2], rules: [] }, players: 1 }).log;
  expect(book && describeEvent(book)).toBe('Scenario 6, "Lights out", is set up for 4 players.');
  expect(own && describeEvent(own)).toBe('A custom scenario, "Ours", is set up for 1 player.');
});

test('ID-1i text: a sentence that names a colour also names its symbol', () => {
  const vortices = {
    '1a1': 'green vortex (bow)',
    '1d1': 'orange vortex (axe)',
    '1d4': 'yellow vortex (sword)',
  };
  const { game } = started({ scenario: 2 });
  for (const [name, words] of Object.entries(vortices)) {
    const moved: GameEvent = { type: 'heroMoved', at, seat: 0, hero: 'elf', by: 'west', to: cell(name) };
    expect(describeEvent(moved, game)).toContain(words);
  }
});

test('text: a line in a record may be written by hand', () => {
  const start = recordText(setUp({ scenario: 2, heroes: { elf: [1, 2] } }).log);
  const back = parseRecord(`${start}0 start # off we go\n12.4 p2 elf   south 1b4\n`);
  expect(back.ok && back.value.slice(1)).toEqual([
    { type: 'gameStarted', at: 0 },
    { type: 'heroMoved', at: 12_400, seat: 1, hero: 'elf', by: 'south', to: cell('1b4') },
  ]);
});

test('SC-11h SC-6c the sentence of a refusal is right for one tile and for two, and for two cameras and for four', () => {
  expect(REFUSALS.rearranging).toBe('Tiles must leave the mall before anything else happens.');
  expect(REFUSALS.cameras).toBe('Two or more cameras are watching: no hero may enter an hourglass space.');
});
