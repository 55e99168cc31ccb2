/** Four languages, complete: no key is missing or unused, all plural forms exist, and each text has the same values. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { wordsOf } from '../../build/word-sets.ts';
import { LOCALES } from '../../src/i18n/catalogs.ts';
import { formatIn } from '../../src/i18n/format.ts';
import { WORD_SETS } from '../../src/i18n/sets.ts';
import { DYNAMIC_KEYS } from './dynamic-keys.ts';
import { type Catalog, catalogProblems, messageProblems, shapeOf, usageProblems } from './words-check.ts';

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url));
/** All messages of a language. */
const catalogOf = (locale: string): Catalog =>
  Object.assign({}, ...Object.keys(WORD_SETS).map(set => wordsOf(set, locale)));
const en = catalogOf('en');

const areasOf = (locale: string): readonly string[] => readdirSync(join(SOURCES, 'i18n', locale)).sort();
const read = (path: string): string => readFileSync(join(SOURCES, path), 'utf8');

test.each(LOCALES)('PR-94a %s has every key, every plural form and the same values as English', locale => {
  expect(catalogProblems(locale, catalogOf(locale), en)).toEqual([]);
});

test.each(LOCALES)('PR-94a the catalog of %s has all its files, and no key is in two of them', locale => {
  const keys = areasOf(locale).flatMap(file => Object.keys(JSON.parse(read(`i18n/${locale}/${file}`))));
  expect([...keys].sort()).toEqual(Object.keys(catalogOf(locale)).sort());
  expect(areasOf(locale)).toEqual(areasOf('en'));
});

test('PR-94b every key is used somewhere, and keys that are composed are declared', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const sources = files.filter(path => /[.]tsx?$/.test(path) && !/^i18n\/(?!say)/.test(path)).map(read);
  expect(sources.length).toBeGreaterThan(5);
  expect(usageProblems(Object.keys(en), sources, DYNAMIC_KEYS)).toEqual([]);
});

test.each([
  ['en', 'Two {n, plural, one {#} other {#}}', 'x {n, plural, one {#} other {#}}', []],
  [
    'pl',
    '{n, plural, one {#} other {#}}',
    '{n, plural, one {#} other {#}}',
    ['lacks the plural form few', 'lacks the plural form many'],
  ],
  ['fr', '{n, plural, one {#} other {#}}', '{n, plural, one {#} other {#}}', ['lacks the plural form many']],
  [
    'en',
    '{n, plural, one {#} few {#} other {#}}',
    '{n, plural, one {#} other {#}}',
    ['has a plural form few of no use'],
  ],
  ['nl', 'Dag {naam}', 'Hello {name}', ['has {naam}, English has {name}']],
  ['fr', "Le sac d'{hero}", 'The bag of {hero}', []],
  ['fr', 'Chut !', 'Hush!', ['may break before a mark']],
  ['fr', 'Chut\u00a0!', 'Hush!', []],
  ['nl', 'The very same words here', 'The very same words here', ['is still English']],
  ['nl', 'Hush', 'Hush', []],
  ['en', '{n, plural, =0 {none} one {#} other {#}}', '{n, plural, one {#} other {#}}', []],
  ['en', ' x', ' x', ['is empty or has space around it']],
])('PR-94a in %s the text %j beside %j has the problems %j', (locale, message, english, problems) => {
  expect(messageProblems(locale, message, english)).toEqual(problems);
});

test.each([
  '{n, plural, one {#} other {#}',
  '{',
  '{n, plural, one {#}}',
  '{n, select, one {#} other {#}}',
  '{n, selectordinal, one {#} other {#}}',
  '{n, plural, offset:1 one {#} other {#}}',
  '{n, plural, one {{m, plural, one {#} other {#}}} other {#}}',
  '{n, number}',
])('PR-94a the text %j is refused as unreadable', message => {
  expect(messageProblems('en', message, message)).toMatchObject([expect.stringContaining('cannot be read')]);
  expect(() => shapeOf(message)).toThrow();
});

test('PR-94a a missing key and a key that English lacks are reported', () => {
  expect(catalogProblems('fr', { 'a.c': 'c' }, { 'a.b': 'b' })).toEqual([
    'fr a.b is missing',
    'fr a.c is not in English',
  ]);
});

test('PR-94b a key that is unused, undeclared or declared without need is reported', () => {
  const sources = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
    "say('a.said'); say(`a.of.${what}`); say(`a.wild.${what}`); sayOne('a.one', x, 'a.said'); sayOne('a.none', x)",
  ];
  const keys = ['a.said', 'a.unsaid', 'a.of.one', 'a.of.two', 'a.one.first'];
  expect(
    usageProblems(keys, sources, [
      ['a.of.*', ['one', 'three']],
      ['a.gone.*', []],
      ['a.one.*', ['first', 'second']],
    ]),
  ).toEqual([
    'a.unsaid is never said',
    'a.of.two is never said',
    'a.of.three is declared and not in the catalog',
    'a.wild.* is not declared',
    'a.none.* is not declared',
    'a.gone.* is declared and not used',
  ]);
});

test.each([
  ['en', '{who} took {n, plural, one {# step} other {# steps}}', { who: 'Mina', n: 1 }, 'Mina took 1 step'],
  ['en', '{n, plural, =0 {none} one {#} other {#}}{x}', { n: 0, x: '!' }, 'none!'],
  ['en', '{n, plural, one {#} other {# of #}}', { n: 12_000 }, '12,000 of 12,000'],
  ['pl', '{n, plural, one {# pole} few {# pola} many {# pól} other {# pola}}', { n: 22 }, '22 pola'],
  ['pl', '{n, plural, one {# pole} few {# pola} many {# pól} other {# pola}}', { n: 5 }, '5 pól'],
  ['fr', '{n, plural, one {# case} many {# cases} other {# cases}}', { n: 0 }, '0 case'],
  [
    'en',
    '{n, plural, one {{who} once} other {{who} # times}}',
    { n: 3, who: '# {n} $&' },
    '# {n} $& 3 times',
  ],
  ['en', "it's {who}'s # of {n}", { n: 7, who: 'Bo' }, "it's Bo's # of 7"],
  ['en', 'nobody: {who}.', {}, 'nobody: .'],
])('PR-94a in %s the text %j with %j is %j', (locale, message, values, text) => {
  expect(formatIn(locale)(message, values)).toBe(text);
});
