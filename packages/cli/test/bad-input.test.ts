/** Bad input for the referee: impossible set-ups, random text, absurd sizes, files of other formats. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { STANDARD_TILES } from '@hush/rules';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createReferee } from '../src/referee.ts';
import { refereeCommand } from '../src/referee-command.ts';
import { CODES, type Json, SENTENCE } from './cases.ts';
import { fakeIo } from './fake-io.ts';
import { hush } from './process.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'hush-bad-input-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

function fileWith(content: string | Buffer): string {
  const path = join(FOLDER, `${Math.abs(content.length)}-${content.slice(0, 8).toString('hex')}`);
  writeFileSync(path, content);
  return path;
}

const TWO = { scenario: 2, players: ['Ann', 'Bo'] };
const GOOD = JSON.stringify({ setup: TWO });
const SHOW = '{"show": true}';
const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

// Tests of set-ups.

/** The standard tile set with a hole in the floor of tile 2. */
const holed = STANDARD_TILES.replace(/(tile 2 [^~]*?[|] [.] {2}) {2}[.]/, '$1   ');

const BAD_SET_UPS: readonly (readonly [what: string, setUp: unknown, why: string])[] = [
  ['no scenario', { players: ['Ann'] }, 'needs "scenario"'],
  ['no players', { scenario: 1 }, '"players" must be a list of different names'],
  ['players that are a number', { scenario: 1, players: 4 }, '"players" must be a list'],
  ['a player of no name', { scenario: 1, players: ['Ann', ''] }, '"players" must be a list'],
  ['two players of one name', { scenario: 1, players: ['Ann', 'Ann'] }, 'different names'],
  ['a player who is a number', { scenario: 1, players: ['Ann', 2] }, '"players" must be a list'],
  ['a name without end', { scenario: 1, players: ['Ann', 'x'.repeat(41)] }, '1 to 40 characters'],
  ['a thousand players', { scenario: 1, players: Array.from({ length: 1000 }, (_, i) => `${i}`) }, '9'],
  ['scenario 0', { ...TWO, scenario: 0 }, 'There is no scenario 0'],
  ['scenario 99', { ...TWO, scenario: 99 }, 'There is no scenario 99'],
  ['scenario 1.5', { ...TWO, scenario: 1.5 }, '"scenario" must be a whole number'],
  ['a scenario that is a word', { ...TWO, scenario: 'first' }, '"scenario" must be a whole number'],
  ['no edition', { ...TWO, edition: '1999' }, 'There is no edition "1999"'],
  ['an edition that is a number', { ...TWO, edition: 2017 }, '"edition" must be a text'],
  ['a side that is none', { ...TWO, side: 'C' }, '"side" must be one of A, B'],
  ['a level that is none', { ...TWO, level: 13 }, 'not 13'],
  ['a level that is a word', { ...TWO, level: 'high' }, '"level" must be a whole number'],
  ['an hourglass without sand', { ...TWO, hourglass: 0 }, 'An hourglass holds 1 to 3600 seconds, not 0'],
  ['an endless hourglass', { ...TWO, hourglass: 1e9 }, 'An hourglass holds'],
  ['an hourglass that is a word', { ...TWO, hourglass: 'big' }, '"hourglass" must be a number'],
  ['a seed that is a list', { ...TWO, seed: [7] }, '"seed" must be'],
  ['a seed without end', { ...TWO, seed: 'x'.repeat(201) }, '"seed" must be'],
  ['a start that is a word', { ...TWO, start: 'later' }, '"start" must be true or false'],
  ['a stack that is a number', { ...TWO, stack: 3 }, '"stack" must be a list'],
  ['a stack of words', { ...TWO, stack: [2, 'three'] }, '"stack" entry 2 must be a whole number'],
  ['a stack with the start tile', { ...TWO, stack: [2, 1] }, 'Tile 1 is the start tile'],
  ['a stack with a tile nobody has', { ...TWO, stack: [2, 25] }, 'There is no tile 25'],
  ['a stack with a tile below all', { ...TWO, stack: [-16] }, 'There is no tile -16'],
  ['a stack without end', { ...TWO, stack: Array(1000).fill(2) }, 'at most'],
  ['a hero in a wall', { ...TWO, tiles: solidCorner(), stack: [], heroes: { elf: [0, 0] } }, 'The elf'],
  ['a hero in the unknown', { ...TWO, heroes: { elf: [2, -1] } }, 'The elf cannot stand at [2,-1]'],
  ['two heroes on a cell', { ...TWO, heroes: { elf: [1, 1], mage: [1, 1] } }, 'Two heroes cannot stand'],
  ['a hero in the second mall', { ...TWO, heroes: { elf: [1, 1, 1] } }, 'The elf'],
  ['a fifth hero', { ...TWO, heroes: { troll: [1, 1] } }, '"heroes" has no field "troll"'],
  ['a hero at a word', { ...TWO, heroes: { elf: 'door' } }, '"elf" must be a place'],
  ['heroes in a list', { ...TWO, heroes: [[1, 1]] }, '"heroes" must be an object'],
  ['three action tiles for two', { ...TWO, actionTiles: [['north'], ['south'], ['east']] }, 'not 3'],
  ['an action twice', { ...TWO, actionTiles: [['north', 'north'], ['south']] }, 'twice'],
  ['an action nobody knows', { ...TWO, actionTiles: [['up'], ['south']] }, '"actionTiles" entry 1 entry 1'],
  ['a leader in scenario 2', { ...TWO, actionTiles: [['north'], []] }, 'Every player needs an action'],
  ['a pile for two', { ...TWO, actionTiles: ['north', 'south'] }, '"actionTiles"'],
  ['a pile of six', { ...TWO, players: ['Ann'], actionTiles: ['north', 'east'] }, 'seven actions'],
  ['no leader in scenario 9', { scenario: 9, players: ['A', 'B', 'C'], actionTiles: three() }, 'Exactly one'],
  ['tiles that are a number', { ...TWO, tiles: 5 }, '"tiles" must be a text'],
  ['a tile with a hole', { ...TWO, tiles: holed }, 'tile 2, line'],
  ['tiles without the first', { ...TWO, tiles: solidCorner().replace('1A', '2') }, 'tile 2, line'],
  ['tiles without the other side', { ...TWO, side: 'B', tiles: solidCorner() }, 'no start tile 1B'],
  ['no house', { ...TWO, house: { party: true } }, '"house" has no field "party"'],
  ['a house of words', { ...TWO, house: { pause: 'yes' } }, '"pause" must be true or false'],
  ['a field nobody knows', { ...TWO, colour: 'red' }, 'has no field "colour"'],
  ['a field with a history', JSON.parse('{"scenario": 2, "players": ["A"], "__proto__": {}}'), '"__proto__"'],
  ['an own scenario of no rules', { ...TWO, scenario: { name: 'Fog', stack: [2] } }, 'needs "rules"'],
  ['an own scenario of odd rules', own({ rules: ['noGravity'] }), '"rules" entry 1 must be one of'],
  ['an own scenario with a level', { ...own({}), level: 12 }, 'A custom scenario lists its tiles'],
  ['an own scenario with tile 1', own({ stack: [1] }), 'Tile 1 is the start tile'],
];

function own(change: object): object {
  return { ...TWO, scenario: { name: 'Fog', stack: [2], rules: [], ...change } };
}

function three(): readonly (readonly string[])[] {
  return [['north'], ['south'], ['east']];
}

/** A start tile whose top-left square is solid. */
function solidCorner(): string {
  const [, drawing = ''] = /(tile 1A[\s\S]*?)tile 1B/.exec(STANDARD_TILES) ?? [];
  return drawing.replace('| vG   .    .  | vO |', '|####| .    .  | vO |');
}

test.each(BAD_SET_UPS)('an impossible set-up, %s, is refused with the reason', (_, setUp, why) => {
  expectNoGame(JSON.stringify({ setup: setUp }), why);
});

test.each([
  ['a command', '{"do": "wait"}'],
  ['a question', SHOW],
  ['nothing', 'null'],
  ['a list', '[]'],
  ['a set-up that is a list', '{"setup": []}'],
  ['a set-up and more', `{"setup": ${JSON.stringify(TWO)}, "at": 0}`],
  ['a set-up in the depths', `{"setup": ${DEEP}}`],
  ['the depths', DEEP],
  ['tiles in the depths', `{"setup": {"scenario": 1, "players": ["A"], "tiles": ${DEEP}}}`],
  ['tiles of 2 MB', `{"setup": {"scenario": 1, "players": ["A"], "tiles": "${'#'.repeat(2e6)}"}}`],
])('if the first line is %s, it is refused as a set-up', (_, line) => {
  expectNoGame(line, '');
});

/** Checks that a line is refused as a set-up with a sentence and exit code 2, and that no game was made. */
function expectNoGame(line: string, why: string): void {
  const referee = createReferee();
  const { line: said, exit, stop } = referee.answer(line, 1);
  const answer = JSON.parse(said) as Json;
  expect(answer).toEqual({ ok: false, refused: 'bad-setup', why: expect.stringMatching(SENTENCE) });
  expect(answer['why']).toContain(why);
  expect({ exit, stop }).toEqual({ exit: 2, stop: true });
  expect([referee.log(), referee.names()]).toEqual([[], []]);
}

// Tests of later lines.

test.each([
  ['not JSON', 'move the elf!'],
  ['half of JSON', '{"do": "wait"'],
  ['two on one line', '{"do": "wait"} {"do": "wait"}'],
])(
  'if a later line is %s, it is refused, the other lines are answered, and the exit code is 1',
  async (_, line) => {
    const io = fakeIo([`${GOOD}\n${line}\n{"do": "wait"}\n`]);
    expect(await refereeCommand([], io)).toBe(1);
    expect(answersOf(io.said())).toEqual([
      { ok: true },
      { ok: false, refused: 'malformed', why: 'Line 2 is not JSON.' },
      { ok: true, events: [] },
    ]);
  },
);

test.each([
  ['a text of 2 MB', `{"by": "Ann", "do": "say", "text": "${'x'.repeat(2e6)}"}`],
  ['a name of 2 MB', `{"by": "${'x'.repeat(2e6)}", "do": "explore"}`],
  ['a field of 2 MB', `{"by": "Ann", "do": "explore", "${'x'.repeat(2e6)}": 1}`],
  ['a command of 2 MB', `{"do": "${'x'.repeat(2e6)}"}`],
  ['a list of 1,000,000', `{"by": "Ann", "do": "vortex", "hero": "elf", "to": [${'1,'.repeat(1e6)}1]}`],
  ['a deep line', DEEP],
  ['a deep command', `{"do": ${DEEP}}`],
  ['a deep player', `{"do": "explore", "by": ${DEEP}}`],
  ['a deep field', `{"do": "explore", "by": "Ann", "more": ${DEEP}}`],
  ['a deep time', `{"do": "wait", "at": ${DEEP}}`],
  ['a deep question', `{"show": ${DEEP}}`],
])('%s is refused with a short answer, and the game continues', async (_, line) => {
  const io = fakeIo([`${GOOD}\n${line}\n{"do": "wait"}\n`]);
  expect(await refereeCommand([], io)).toBe(0);
  const [, refused, after] = answersOf(io.said());
  expect(refused?.['refused']).toMatch(/^(malformed|unknown-player)$/);
  expect(refused?.['why']).toMatch(SENTENCE);
  expect(after).toEqual({ ok: true, events: [] });
});

test('a line over the length limit is refused without storing all of it', async () => {
  const endless = function* (): Generator<string> {
    yield `${GOOD}\n`;
    for (let i = 0; i < 200; i++) yield 'x'.repeat(100_000);
    yield `\n${SHOW}\n`;
  };
  const io = fakeIo(endless());
  expect(await refereeCommand([], io)).toBe(1);
  const [, refused, after] = answersOf(io.said());
  expect(refused).toEqual({
    ok: false,
    refused: 'malformed',
    why: expect.stringContaining('is longer than'),
  });
  expect(after?.['status']).toBe('playing');
});

const answersOf = (said: string): readonly Json[] =>
  said
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Json);

// Tests with generated input.

const orAnything = (good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 4, arbitrary: good }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) });
const small = fc.integer({ min: -2, max: 26 });
const place = fc.oneof(fc.tuple(small, small), fc.tuple(small, small, fc.constant(1)));
const hero = fc.constantFrom('barbarian', 'mage', 'elf', 'dwarf');
const action = fc.constantFrom('north', 'east', 'south', 'west', 'explore', 'vortex', 'escalator');
const player = fc.constantFrom('Ann', 'Bo', 'Cy', 'Zoe');

const SET_UP_FIELDS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  scenario: fc.integer({ min: 0, max: 18 }),
  players: fc.uniqueArray(fc.constantFrom(...'ABCDEFGHIJ'), { maxLength: 10 }),
  edition: fc.constantFrom('2017', 'revised', 'pocket', '2021-pl'),
  seed: fc.integer(),
  side: fc.constantFrom('A', 'B'),
  stack: fc.array(small, { maxLength: 5 }),
  level: fc.constantFrom(12, 14, 24),
  hourglass: fc.integer({ min: 0, max: 4000 }),
  heroes: fc.dictionary(hero, place),
  actionTiles: fc.array(fc.array(action, { maxLength: 3 }), { maxLength: 4 }),
  tiles: fc.constantFrom(STANDARD_TILES, solidCorner()),
  house: fc.dictionary(fc.constantFrom('pause', 'freeTalk'), fc.boolean()),
  start: fc.boolean(),
};

/** A valid set-up with a few fields that may be invalid. */
const anySetUp = fc
  .subarray(Object.keys(SET_UP_FIELDS), { maxLength: 4 })
  .chain(names =>
    fc.record(Object.fromEntries(names.map(name => [name, orAnything(SET_UP_FIELDS[name] ?? small)]))),
  )
  .map(changes => ({ ...TWO, ...changes }));

test('every generated set-up is answered with a complete game or a sentence', () => {
  const seen = { games: 0, refusals: 0 };
  fc.assert(
    fc.property(fc.oneof(anySetUp, fc.jsonValue()), setup => {
      const referee = createReferee();
      const { line, exit } = referee.answer(JSON.stringify({ setup }), 1);
      const answer = JSON.parse(line) as Json;
      if (answer['ok'] === true) {
        seen.games++;
        expect([line, exit]).toEqual(['{"ok":true}', 0]);
        const { heroes, status } = JSON.parse(referee.answer(SHOW, 2).line);
        const cells = Object.values(heroes as Json).map(value => JSON.stringify((value as Json)['at']));
        expect(new Set(cells).size).toBe(4);
        expect(['playing', 'setup']).toContain(status);
      } else {
        seen.refusals++;
        expect(answer).toEqual({ ok: false, refused: 'bad-setup', why: expect.stringMatching(SENTENCE) });
        expect([exit, referee.log()]).toEqual([2, []]);
      }
    }),
    { numRuns: 800, seed: 2 },
  );
  expect(Math.min(seen.games, seen.refusals)).toBeGreaterThan(20);
});

const verbs = ['wait', 'start', 'move', 'vortex', 'place', 'escalator', 'explore', 'lay', 'steal', 'discard'];
const more = ['turn', 'nudge', 'stare', 'swap', 'say', 'gesture', 'pause', 'resume'];

const anyCommand = fc.record(
  {
    do: orAnything(fc.constantFrom(...verbs, ...more)),
    by: orAnything(player),
    at: orAnything(fc.integer({ min: 0, max: 100 })),
    hero: orAnything(hero),
    dir: orAnything(fc.constantFrom('north', 'east', 'south', 'west')),
    steps: orAnything(small),
    to: orAnything(fc.oneof(place, player)),
    door: orAnything(place),
    tile: orAnything(small),
    text: orAnything(fc.string()),
    show: orAnything(fc.constant(true)),
  },
  { requiredKeys: ['do'] },
);

/** Only fields of real commands, so that many lines pass the first check. */
const likelyCommand = fc.oneof(
  fc.record({
    do: fc.constant('move'),
    by: player,
    hero,
    dir: fc.constantFrom('north', 'west'),
    steps: small,
  }),
  fc.record({ do: fc.constantFrom('vortex', 'place'), by: player, hero, to: orAnything(place) }),
  fc.record({ do: fc.constant('lay'), by: player, door: orAnything(place) }),
  fc.record({ do: fc.constant('discard'), by: player, tile: orAnything(small) }),
  fc.record({ do: fc.constantFrom('nudge', 'stare'), by: player, to: orAnything(player) }),
  fc.record({ do: fc.constantFrom('explore', 'steal', 'turn', 'pause', 'resume'), by: player }),
);

test('every generated line is accepted or refused with a code and a sentence, and a refusal changes nothing', () => {
  const seen = new Set<unknown>();
  fc.assert(
    fc.property(
      fc.constantFrom(1, 4, 9, 11, 13, 17),
      fc.array(fc.oneof(anyCommand, likelyCommand, fc.jsonValue()), { maxLength: 12 }),
      (scenario, lines) => {
        const referee = createReferee();
        referee.answer(JSON.stringify({ setup: { scenario, players: ['Ann', 'Bo', 'Cy'] } }), 1);
        for (const asked of lines) {
          const before = referee.answer(SHOW, 2).line;
          const length = referee.log().length;
          const { line, exit } = referee.answer(JSON.stringify(asked), 3);
          const answer = JSON.parse(line) as Json;
          expect(exit).toBe(0);
          seen.add(answer['refused']);
          if (answer['ok'] !== false) continue;
          expect(CODES).toContain(answer['refused']);
          expect(answer['why']).toMatch(SENTENCE);
          expect(withoutTime(referee.answer(SHOW, 4).line)).toEqual(withoutTime(before));
          expect(referee.log()).toHaveLength(length);
        }
      },
    ),
    { numRuns: 400, seed: 3 },
  );
  expect([...seen]).toEqual(expect.arrayContaining([undefined, 'malformed', 'not-yours', 'not-a-vortex']));
});

const withoutTime = (line: string): Json => ({ ...(JSON.parse(line) as Json), remaining: 0 });

// Tests of the real process.

test.each<readonly [string, () => readonly string[], RegExp]>([
  [
    'a missing file',
    () => ['referee', join(FOLDER, 'none.jsonl')],
    /^hush referee: cannot read '.*': there is no such file\.\n$/,
  ],
  ['a folder', () => ['referee', FOLDER], /^hush referee: cannot read '.*': it is a folder\.\n$/],
  [
    'two files',
    () => ['referee', 'a', 'b'],
    /^hush referee: 'b' is not expected after 'a'[.]\nusage: hush referee \[FILE\]\n/,
  ],
  ['an empty file', () => ['referee', fileWith('')], /^hush referee: the input is empty; .*\n$/],
  ['no such command', () => ['judge'], /^hush: there is no command 'judge'\.\nusage:\n/],
])('%s ends with exit code 2 and a sentence', (_, args, complaint) => {
  const { said, complained, exit } = hush(args());
  expect({ said, exit }).toEqual({ said: '', exit: 2 });
  expect(complained).toMatch(complaint);
});

test('a process that reads binary garbage answers that it is no JSON, and ends with exit code 1', () => {
  const garbage = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * i * 31 + (i >> 3)) & 255));
  for (const ended of [hush(['referee', fileWith(garbage)]), hush(['referee'], garbage)]) {
    expect(ended).toEqual({
      said: '{"ok":false,"refused":"malformed","why":"Line 1 is not JSON."}\n',
      complained: '',
      exit: 1,
    });
  }
});

test('a process that reads an invalid set-up ends with exit code 2 at once, even if more lines follow', () => {
  const { said, complained, exit } = hush(['referee', '-'], `{"setup": {}}\n${SHOW}\n`);
  expect({ complained, exit, lines: said.split('\n').length - 1 }).toEqual({
    complained: '',
    exit: 2,
    lines: 1,
  });
  expect(said).toContain('bad-setup');
});

test('very deep and very long JSON does not crash the process', () => {
  const input = `${GOOD}\n{"do": ${DEEP}}\n"${'x'.repeat(2e6)}"\n${SHOW}\n`;
  const { said, complained, exit } = hush(['referee', fileWith(input)]);
  expect({ complained, exit }).toEqual({ complained: '', exit: 0 });
  expect(answersOf(said).map(answer => answer['refused'] ?? answer['status'] ?? 'ok')).toEqual([
    'ok',
    'malformed',
    'malformed',
    'playing',
  ]);
});
