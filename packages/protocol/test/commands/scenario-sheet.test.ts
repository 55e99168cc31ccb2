/** Tests of shared custom scenarios (SC-C): strict reading, checking, and conversion to scripts for the referee. */
import { prepareGame, STANDARD_TILES } from '@hush/rules';
import { expect, test } from 'vitest';
import {
  readSheet,
  refereeScript,
  type ScenarioSheet,
  sheetFromScript,
  sheetProblem,
} from '../../src/index.ts';

const OWN = {
  name: 'Ours',
  stack: [2, 3, 4, 5, 6, 7, 8, 9],
  top: [12],
  side: 'B',
  rules: ['openStack'],
} as const;
const SHEET: ScenarioSheet = {
  wish: { scenario: OWN, hourglass: 240, edition: '2017-fr', house: { freeTalk: true } },
  text: 'Für Élodie.',
  players: 3,
  parent: 'BCDFGHJK',
};

test('SC-Ca a sheet that is written and read again is unchanged', () => {
  expect(readSheet(JSON.parse(JSON.stringify(SHEET)))).toEqual({ ok: true, value: SHEET });
  expect(sheetProblem(SHEET)).toBe(null);
});

test('SC-Ca name and text are cleaned, line breaks stay, and cleaning twice changes nothing more', () => {
  const name = ' \u202eOurs\u0007\nZ\u0300\u0301\u0302\u0303\u0304 ';
  const text = 'One\u200b \u2066line\u2069\r\n\u001b[31mtwo\n\n\n\n h\u0336\u0336\u0336\u0336\u0336i \n';
  const read = readSheet({ ...SHEET, text, wish: { ...SHEET.wish, scenario: { ...OWN, name } } });
  if (!read.ok) throw new Error(read.error.why);
  expect(read.value.text).toBe('One line\n[31mtwo\n\nh\u0336\u0336\u0336i');
  expect(read.value.wish.scenario).toEqual({ ...OWN, name: 'Ours Z\u0300\u0301\u0302' });
  expect(readSheet(read.value)).toEqual(read);
});

test.each([
  [null, 'object'],
  [{ ...SHEET, extra: 1 }, '"extra"'],
  [{ ...SHEET, text: 'x'.repeat(1001) }, '"text"'],
  [{ ...SHEET, text: null }, '"text"'],
  [{ ...SHEET, players: 10 }, '"players"'],
  [{ ...SHEET, parent: 'bcd' }, '"parent"'],
  [{ ...SHEET, wish: { scenario: 4 } }, 'one of your own'],
  [{ ...SHEET, wish: { scenario: OWN, heroes: {} } }, '"heroes"'],
  [{ ...SHEET, wish: { scenario: { ...OWN, name: '  ' } } }, 'name'],
  [{ ...SHEET, wish: { scenario: { ...OWN, name: '\u200b\u202e' } } }, 'name'],
  // Cleaning turns each of these letters into two, so the cleaned name would be too long to be read again.
  [{ ...SHEET, wish: { scenario: { ...OWN, name: '\u0958'.repeat(80) } } }, 'name'],
  [{ ...SHEET, text: '\u0958'.repeat(1000) }, '"text"'],
  [{ ...SHEET, wish: { scenario: { ...OWN, rules: ['noSuchRule'] } } }, 'rules'],
  [{ ...SHEET, wish: { scenario: { ...OWN, stack: Array(99).fill(2) } } }, 'stack'],
  [{ ...SHEET, wish: { scenario: OWN, tiles: 'x'.repeat(200_001) } }, 'tiles'],
])(
  'SC-Ca PR-25b a text that is no scenario sheet is refused with the name of the wrong field: case %#',
  (value, why) => {
    expect(readSheet(value)).toMatchObject({ ok: false, error: { why: expect.stringContaining(why) } });
  },
);

test.each([
  [{ ...OWN, stack: [2, 2] }, /tile 2 twice/],
  [{ ...OWN, stack: [1, 2] }, /start tile/],
  [{ ...OWN, stack: [99] }, /no tile 99/],
  [{ ...OWN, rules: ['twoMalls'] as const }, /second mall/],
])('SC-Ca a sheet that cannot be played is refused with the reason: case %#', (scenario, why) => {
  expect(sheetProblem({ ...SHEET, wish: { scenario } })?.why).toMatch(why);
});

test('SC-9a a scenario with a leader is refused for two players and accepted for three', () => {
  const scenario = { ...OWN, rules: ['leader'] as const };
  expect(sheetProblem({ ...SHEET, players: 2, wish: { scenario } })?.why).toMatch(/3 to 9/);
  expect(sheetProblem({ ...SHEET, players: 9, wish: { scenario } })).toBe(null);
});

test.each([
  ['', null],
  ['Stay together.\n# "quietly"', null],
  ['', 'BCDFGHJK'],
  ['Mind the gap.', 'BCDFGHJK'],
])(
  'SC-Ca a script for the referee begins with the set-up, and is read back as the same sheet: %j %j',
  (text, parent) => {
    const sheet = { ...SHEET, text, parent, wish: { ...SHEET.wish, tiles: STANDARD_TILES } };
    const script = refereeScript(sheet);
    const [first = ''] = script.split('\n');
    const { setup } = JSON.parse(first) as { setup: { players: string[]; scenario: typeof OWN } };
    expect(setup.players.length).toBe(3);
    expect(prepareGame({ ...sheet.wish, players: 3 }, 'x').ok).toBe(true);
    expect(sheetFromScript(script)).toEqual({ ok: true, value: sheet });
    expect(sheetFromScript(script.replaceAll('\n', '\r\n'))).toEqual({ ok: true, value: sheet });
  },
);

const SET_UP = '{"setup": {"scenario": {"name": "x", "stack": [2], "rules": []}, "players": ["a"]}}';

test.each([
  ['', 'Line 1 is not valid JSON'],
  ['{"do": "start"}', 'setup'],
  ['{"setup": {"scenario": 1, "players": ["a"]}}', 'your own'],
  ['{"setup": {"scenario": {"name": "x", "stack": [2], "rules": []}, "players": 3}}', '"players"'],
  [`${SET_UP}\n# sheet {"text"`, 'line 2 is not valid JSON'],
  [`${SET_UP}\n# sheet {"parent": "x"}`, 'Line 2: "parent"'],
  [`${SET_UP}\n# sheet {"text": 7}`, 'Line 2: "text"'],
])('SC-Ca a script that does not begin with a set-up is refused as a whole: %s', (script, why) => {
  expect(sheetFromScript(script)).toMatchObject({ ok: false, error: { why: expect.stringContaining(why) } });
});
