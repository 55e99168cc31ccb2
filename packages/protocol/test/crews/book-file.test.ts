/** Tests of GB-2: a book is exported as a file and imported elsewhere, and only games proven by their records are accepted. */
import { atOnce } from '@hush/rules';
import { expect, test } from 'vitest';
import {
  type BookGame,
  type BookLine,
  crewCsv,
  crewJson,
  dateOfDay,
  type KeptLine,
  partsOf,
  provingGame,
  readingBookFile,
} from '../../src/index.ts';
import { enteredFrom, proofFrom } from './crew-kit.ts';

const SEEDS = ['one', 'two', 'three'];

const KEPT: readonly KeptLine[] = SEEDS.map((seed, i) => {
  const { score, ...more } = enteredFrom(seed);
  const line: BookLine = { ...score, ...more, line: i + 1 };
  return { line, record: proofFrom(seed).text };
});

const FILE = crewJson('The Owls', KEPT);

/** Changes one game of a book file and returns the file. */
function changed(game: number, change: (told: Record<string, unknown>) => object): string {
  const file = JSON.parse(FILE) as { readonly games: readonly Record<string, unknown>[] };
  return JSON.stringify({
    ...file,
    games: file.games.map((told, i) => (i === game - 1 ? change(told) : told)),
  });
}

function problemOf(text: string): string | null {
  const file = atOnce(readingBookFile(text));
  if (!file.ok) return file.error.why;
  for (const [i, game] of file.value.games.entries()) {
    const proof = atOnce(provingGame(game, i + 1));
    if (!proof.ok) return proof.error.why;
  }
  return null;
}

test('GB-2d PR-28b every game of an exported book is read back and proven by its record', () => {
  const file = atOnce(readingBookFile(FILE));
  if (!file.ok) throw new Error(file.error.why);
  expect(file.value.name).toBe('The Owls');
  expect(file.value.games.map((game, i) => atOnce(provingGame(game, i + 1)))).toEqual(
    SEEDS.map(seed => ({ ok: true, value: proofFrom(seed) })),
  );
  expect(FILE.split('\n')).toHaveLength(KEPT.length + 3);
});

test('SC-7b a book of an older version without the mark for side A of scenario 7 is accepted, and its line gets the mark', () => {
  const proof = proofFrom('seven', { scenario: 7, side: 'A', hourglass: 3600 }, [200, 400]);
  expect(proof.score.deviations).toEqual(['hourglass', 'side']);
  const game = (deviations: readonly string[]): BookGame => ({
    names: [],
    day: 1,
    score: { ...proof.score, deviations },
    record: proof.text,
  });
  expect(atOnce(provingGame(game(['hourglass']), 1))).toEqual({ ok: true, value: proof });
  expect(atOnce(provingGame(game(['side']), 1))).toMatchObject({
    ok: false,
    error: { why: 'Game 1: "score" is not what the record proves: "deviations".' },
  });
});

const swapped = ({ record, ...told }: Record<string, unknown>): object => ({
  ...told,
  record: String(record).replace(/draws (\d+)/, (_, tile) => `draws ${tile === '9' ? 8 : 9}`),
});

test.each<readonly [string | RegExp, string]>([
  ['The book is not valid JSON: line 1, column 1.', ''],
  ['The book is not valid JSON: line 2, column 10.', '{"crew": 1,\n "name": "x'],
  ['The book must be an object.', '7'],
  ['"crew" is missing.', '[]'],
  ['"crew" must be 1: another format is not known here.', '{"crew": 2, "name": "x", "games": []}'],
  ['"games" is missing.', '{"crew": 1, "name": "x"}'],
  ['The book has no field "more".', '{"crew": 1, "name": "x", "games": [], "more": 1}'],
  [
    '"games" must have at most 250 entries.',
    JSON.stringify({ crew: 1, name: 'x', games: Array.from({ length: 251 }, () => ({})) }),
  ],
  ['Game 2: "names.1" must be a text.', changed(2, told => ({ ...told, names: ['Ann', 7] }))],
  ['Game 3: "day" must be at least 0.', changed(3, told => ({ ...told, day: -1 }))],
  ['Game 1: "record" must be a text.', changed(1, told => ({ ...told, record: null }))],
  [
    'Game 1: "record" must have at most 250000',
    changed(1, told => ({ ...told, record: ' '.repeat(250_001) })),
  ],
  ['Game 2 must be an object.', changed(2, () => 'no game' as unknown as object)],
  [
    'Game 2: "score" is not what the record proves: "turned".',
    changed(2, told => ({ ...told, score: { ...(told['score'] as object), turned: 9, timeLeft: 1 } })),
  ],
  ['Game 1: "score" is not what the record proves: "score".', changed(1, told => ({ ...told, score: 7 }))],
  [
    'Game 1: "score" is not what the record proves: "luck".',
    changed(1, told => ({ ...told, score: { ...(told['score'] as object), luck: 1 } })),
  ],
  [
    /^Game 3: The record, line \d+, column \d+: /,
    changed(3, told => ({ ...told, record: `${told['record']}\n0:01.000 nonsense` })),
  ],
  [/^Game 2: (?:The record, line|Event \d+, )/, changed(2, swapped)],
])('PR-28a a book file is refused: %s', (problem, text) => {
  const found = problemOf(text);
  if (typeof problem === 'string') expect(found?.slice(0, problem.length)).toBe(problem);
  else expect(found).toMatch(problem);
});

test('PR-28a a book of 100,000 nested lists is refused without a stack overflow', () => {
  const game: BookGame = { names: [], day: 1, score: null, record: '' };
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  expect(
    problemOf(`{"crew": 1, "name": "x", "games": [${JSON.stringify(game).replace('null', deep)}]}`),
  ).toMatch(/^The book is nested too deeply/);
});

test('GB-2d PR-27a the CSV has a row for each line, and no cell that a spreadsheet would run as a formula', () => {
  const [one] = KEPT;
  if (one === undefined) throw new Error('no line');
  const sly: BookLine = { ...one.line, scenario: null, name: '=1+1', names: ['-Ann', 'Bo, jr'], day: 20_408 };
  const quoted: BookLine = { ...sly, name: 'Fog, "thick"', names: [], deviations: ['pause', 'free talk'] };
  const [head, row, other, end] = crewCsv([sly, quoted]).split('\r\n');
  expect(head).toBe('line,date,scenario,name,level,edition,players,turned,timeLeft,names,marks,from');
  expect(row).toBe(`1,2025-11-16,,'=1+1,9,revised,2,${sly.turned},${sly.timeLeft},"'-Ann; Bo, jr",,here`);
  expect(other).toBe(
    `1,2025-11-16,,"Fog, ""thick""",9,revised,2,${sly.turned},${sly.timeLeft},,pause; free talk,here`,
  );
  expect(end).toBe('');
});

test('PR-27a `dateOfDay` writes a day number as a date', () => {
  expect([0, 59, 11_016, 20_408].map(dateOfDay)).toEqual([
    '1970-01-01',
    '1970-03-01',
    '2000-02-29',
    '2025-11-16',
  ]);
});

test('PR-28a a book of more than 250 games is exported in parts that can each be imported', () => {
  const [one] = KEPT;
  if (one === undefined) throw new Error('no line');
  const lines = (many: number, size: number): readonly BookLine[] =>
    Array.from({ length: many }, (_, i) => ({ ...one.line, line: i + 1, size }));
  const sizes = (book: readonly BookLine[]): readonly number[] => partsOf(book).map(part => part.length);
  expect(sizes([])).toEqual([0]);
  expect(sizes(lines(200, 10))).toEqual([200]);
  expect(sizes(lines(401, 10))).toEqual([200, 200, 1]);
  expect(sizes(lines(15, 250_000))).toEqual([14, 1]);
  expect(partsOf(lines(401, 10)).flat()).toEqual(lines(401, 10));
});
