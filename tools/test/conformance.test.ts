/**
 * Tests that statements, rules and tests refer to each other without exception, and that docs/CONFORMANCE.md is up to
 * date.
 */
import { expect, test } from 'vitest';
import { faultsIn, readConformance, readStatements, tableOf, writtenTable } from '../conformance.mjs';
import { definedIds, headingsIn, idsIn, sentencesIn, titlesIn } from '../rule-titles.mjs';

const REPOSITORY = readConformance();

test('conformance: every statement has an id or a reason, every id has a test, every title names a fact', () => {
  expect(faultsIn(REPOSITORY)).toEqual([]);
});

test('conformance: docs/CONFORMANCE.md is what `npm run conformance` writes', () => {
  expect(
    writtenTable() === tableOf(REPOSITORY),
    'stale: run `npm run conformance` and commit the result',
  ).toBe(true);
});

test('conformance: the lists of statements, ids and titles are not empty', () => {
  expect(REPOSITORY.statements.filter(({ no }) => no.startsWith('S'))).toHaveLength(309);
  expect(REPOSITORY.ids.size).toBeGreaterThan(500);
  expect(REPOSITORY.titles.length).toBeGreaterThan(1000);
  for (const id of ['ID-1a', 'HG-1c', 'SC-2d', 'SC-4a', 'SC-La', 'SC-Ca', 'SC-9n', 'TM-3h']) {
    expect(REPOSITORY.ids).toContain(id);
  }
});

// Faults planted in a small made-up repository.

const TSV = `no\tstatement\tbooks\tkind\tid\tout of scope because
S001\tSand runs.\tNL\tplay\tHG-1a\t
S002\tStickers.\tNL\tcomponent\t\tmaterial of the box
`;
const RULES = '- **HG-1** Sand\n  - **HG-1a** It\n    runs.\n- **HG-9** Sand is yellow.\n';
const TITLES = [
  "test('HG-1a the sand runs', () => {});",
  "test('PR-3 a promise of another list', () => {});",
  "test('HG-9 the sand is yellow', () => {});",
];

const small = ({
  tsv = TSV,
  rules = RULES,
  titles = TITLES,
  prose = 'See HG-1, HG-9 and PR-4.',
  awaited = [] as readonly string[],
} = {}) => ({
  statements: readStatements(tsv),
  ids: definedIds(rules),
  sentences: sentencesIn(rules),
  titles: titles.flatMap(source => titlesIn(source).map(title => ({ file: 'a.test.ts', ...title }))),
  mentions: [{ file: 'sand.ts', ids: idsIn(prose) }],
  awaited,
});

test('conformance: in a small repository without faults no fault is found', () => {
  expect(faultsIn(small())).toEqual([]);
});

test.each<[string, Parameters<typeof small>[0], string]>([
  [
    'a statement without an id',
    { tsv: TSV.replace('HG-1a', '') },
    'The statement S001 needs an id, or a reason why it is out of scope, and not both.',
  ],
  [
    'a statement with an unknown id',
    { tsv: TSV.replace('HG-1a', 'HG-1x') },
    'The statement S001 names HG-1x, which docs/RULES.md does not have.',
  ],
  [
    'a statement with a heading',
    { tsv: TSV.replace('HG-1a', 'HG-1') },
    'The statement S001 names HG-1, which is a heading: name one of its facts, HG-1a or another.',
  ],
  [
    'a statement that stands twice',
    { tsv: TSV.replace('S002', 'S001') },
    'The statement S001 stands twice in docs/statements.tsv.',
  ],
  ['an id without a test', { titles: TITLES.slice(2) }, 'No test that runs has HG-1a in its title.'],
  [
    'an id whose test is skipped',
    { titles: ["test.skip('HG-1a later', () => {});", ...TITLES.slice(2)] },
    'No test that runs has HG-1a in its title.',
  ],
  [
    'a title with an unknown id',
    { titles: [...TITLES, "test('HG-8 pause', () => {});"] },
    'The title "HG-8 pause" in a.test.ts names HG-8, which docs/RULES.md does not have.',
  ],
  [
    'a title with a heading',
    { titles: [...TITLES, "test('HG-1 sand', () => {});"] },
    'The title "HG-1 sand" in a.test.ts names HG-1, which is a heading: name one of its facts, HG-1a or another.',
  ],
  [
    'a comment with an unknown id',
    { prose: 'The sand (HG-7).' },
    'sand.ts names HG-7, which docs/RULES.md does not have.',
  ],
  [
    'an id that is awaited although it has a test',
    { awaited: ['HG-9'] },
    'HG-9 has a test now: take it off the list in tools/conformance.mjs.',
  ],
])('conformance: the planted fault %s is found', (_, planted, fault) => {
  expect(faultsIn(small(planted))).toEqual([fault]);
});

test('conformance: a changed statement, id or title changes the table', () => {
  const table = tableOf(small());
  expect(table).toContain('| S001 | Sand runs. | NL | HG-1a | It runs. | HG-1a the sand runs |');
  expect(table).toContain('| S002 | Stickers. | NL | material of the box |');
  expect(table).toContain('| HG-9 | Sand is yellow. | HG-9 the sand is yellow |');
  expect(tableOf(small({ rules: `${RULES}- **HG-10** More.\n` }))).not.toBe(table);
  expect(tableOf(small({ rules: RULES.replace('yellow', 'grey') }))).not.toBe(table);
  expect(tableOf(small({ tsv: TSV.replace('Sand runs', 'Sand flows') }))).not.toBe(table);
  expect(tableOf(small({ titles: TITLES.map(title => title.replace('sand', 'grain')) }))).not.toBe(table);
});

// Tests of reading ids and titles.

test.each<[string, readonly string[]]>([
  ['- **HG-1** It is an hourglass, see **HG-5** and HG-6.', ['HG-1', 'HG-5']],
  ['| 4 | Small | 2-14 | A | **SC-4a** only the dwarf; **SC-4b** the elf |', ['SC-4a', 'SC-4b']],
  ['- **SC-L** *Level*, **SC-La** *a*, **edition**, **X-1**, **SC-Long**', ['SC-L', 'SC-La']],
])('conformance: the ids are found in %s', (text, ids) => {
  expect([...definedIds(text)]).toEqual(ids);
});

test('conformance: an id is a heading as soon as one of its letters exists', () => {
  expect([...headingsIn(new Set(['EX-3', 'EX-3a', 'EX-4', 'SC-L', 'SC-La', 'SC-4b']))]).toEqual([
    'EX-3',
    'SC-L',
  ]);
});

test.each<[string, string, readonly string[], boolean]>([
  ['a plain title', "test('HG-1a HG-2b and more', () => {});", ['HG-1a', 'HG-2b'], true],
  ['a table', "test.each([['XX-1 in a row']])('SC-4a %s', () => {});", ['SC-4a'], true],
  ['a template', 'test(`SC-La $' + '{x} SC-9n`, () => {});', ['SC-La', 'SC-9n'], true],
  ['another word for test', "it('AC-1a it', () => {});", ['AC-1a'], true],
  ['a journey', "journey('AC-1a all of it', 1, () => {});", ['AC-1a'], true],
  ['no id', "test('laws: UTF-8 and SHA-256 are not rules', () => {});", [], true],
  ['a skipped test', "test.skip('AC-1a later', () => {});", ['AC-1a'], false],
  ['a test to be written', "test.todo('AC-1a later');", ['AC-1a'], false],
  ['a skipped table', "test.skip.each([1])('AC-1a %i', () => {});", ['AC-1a'], false],
])('conformance: a title is found in %s', (_, source, ids, runs) => {
  const titles = titlesIn(source);
  expect(titles.map(title => [idsIn(title.text), title.runs])).toEqual([[ids, runs]]);
});

test('conformance: calls, strings and comments that only look like tests are not read as titles', () => {
  expect(
    titlesIn("latest('AC-1'); /x/.test('AC-2'); const text = \"test('AC-3')\"; // test('AC-4')"),
  ).toEqual([]);
});
