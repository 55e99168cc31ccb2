/** The rules and the tests name each other: no rule without a test, no test for a rule that is not written. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { definedIds, idsIn, titlesIn } from './titles.ts';

const ROOT = new URL('../../../', import.meta.url);
const RULES = definedIds(readFileSync(new URL('docs/RULES.md', ROOT), 'utf8'));

/** packages/<name>/test and everything below. */
const testFiles = (): readonly string[] =>
  readdirSync(new URL('packages/', ROOT)).flatMap(name => {
    const directory = `packages/${name}/test/`;
    if (!existsSync(new URL(directory, ROOT))) return [];
    return readdirSync(new URL(directory, ROOT), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.test.ts'))
      .map(file => `${directory}${file}`);
  });

const TITLES = testFiles().flatMap(file =>
  titlesIn(readFileSync(new URL(file, ROOT), 'utf8')).map(title => ({ file, ...title })),
);

/** `EX-3a` stands under `EX-3`; a title that names the heading counts for all its letters until the titles are split. */
const headingOf = (id: string): string => id.replace(/[a-z]$/, '');
/** Facts that were split out of tables and texts, whose tests are being written. */
const AWAITED = /^(?:RE|ED|ID-2|SU-6|SC-I|SC-4|SC-7)/;

test('coverage: every rule of docs/RULES.md has a test that runs', () => {
  const proven = new Set(TITLES.filter(({ runs }) => runs).flatMap(({ text }) => idsIn(text)));
  const withoutTest = [...RULES].filter(id => !proven.has(id) && !proven.has(headingOf(id)));
  expect(withoutTest.filter(id => !AWAITED.test(id))).toEqual([]);
});

test('coverage: no title names a rule that docs/RULES.md does not have', () => {
  const unknown = TITLES.flatMap(({ file, text }) =>
    idsIn(text)
      .filter(id => !RULES.has(id))
      .map(id => `${id} in ${file}: ${text}`),
  );
  expect(unknown).toEqual([]);
});

test('coverage: nothing was overlooked for want of finding it', () => {
  expect(RULES.size).toBeGreaterThan(80);
  expect(TITLES.length).toBeGreaterThan(400);
  for (const id of [
    'ID-1',
    'HG-1',
    'SC-2',
    'SC-4a',
    'SC-4b',
    'SC-17',
    'SC-L',
    'SC-C',
    'SC-9n',
    'SC-10r',
    'TM-3',
  ]) {
    expect(RULES).toContain(id);
  }
});

test.each<[string, readonly string[]]>([
  ['- **HG-1** It is an hourglass, see **HG-5** and HG-6.', ['HG-1', 'HG-5']],
  ['| 4 | Small | 2-14 | A | **SC-4a** only the dwarf; **SC-4b** the elf |', ['SC-4a', 'SC-4b']],
  ['- **SC-L** *Level*, **SC-10r** *Rulings*, **edition**, **X-1**, **SC-Long**', ['SC-L', 'SC-10r']],
])('coverage: the ids are found in %s', (text, ids) => {
  expect([...definedIds(text)]).toEqual(ids);
});

test.each<[string, string, readonly string[], boolean]>([
  ['a plain title', "test('HG-1 HG-2 and more', () => {});", ['HG-1', 'HG-2'], true],
  ['a table', "test.each([['XX-1 in a row']])('SC-4a %s', () => {});", ['SC-4a'], true],
  ['a template', 'test(`SC-L $' + '{x} SC-9n`, () => {});', ['SC-L', 'SC-9n'], true],
  ['another word for test', "it('AC-1 it', () => {});", ['AC-1'], true],
  ['no id', "test('laws: UTF-8 and SHA-256 are no rules', () => {});", [], true],
  ['a skipped test', "test.skip('AC-1 later', () => {});", ['AC-1'], false],
  ['a test to be written', "test.todo('AC-1 later');", ['AC-1'], false],
  ['a skipped table', "test.skip.each([1])('AC-1 %i', () => {});", ['AC-1'], false],
])('coverage: a title is read out of %s', (_, source, ids, runs) => {
  const titles = titlesIn(source);
  expect(titles.map(title => [idsIn(title.text), title.runs])).toEqual([[ids, runs]]);
});

test('coverage: what only looks like a test is none', () => {
  expect(
    titlesIn("latest('AC-1'); /x/.test('AC-2'); const text = \"test('AC-3')\"; // test('AC-4')"),
  ).toEqual([]);
});
