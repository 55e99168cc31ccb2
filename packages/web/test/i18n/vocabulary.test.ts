/** One word for each thing: no text uses a word that the glossary rules out. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { wordsOf } from '../../build/word-sets.ts';
import { LOCALES } from '../../src/i18n/catalogs.ts';
import { WORD_SETS } from '../../src/i18n/sets.ts';

const GLOSSARY = readFileSync(new URL('../../../../docs/GLOSSARY.md', import.meta.url), 'utf8');
/** Rows of the table of words that the page does not use: language, words, the word to use. */
const ROW = /^\| (en|fr|nl|pl) \| (.+?) \| (.+?) \|$/gm;
/** Words that players may type are not texts of the page, and the help lists them. */
const IS_TYPED = /^(?:commands|debrief)[.](?:hero|verb|goal|direction|far|help)/;

interface BannedWord {
  readonly word: string;
  readonly instead: string;
}

const bannedIn = (locale: string): readonly BannedWord[] =>
  [...GLOSSARY.matchAll(ROW)].flatMap(([, language, words = '', instead = '']) =>
    language === locale ? words.split(', ').map(word => ({ word, instead })) : [],
  );

const patternOf = (word: string): RegExp =>
  new RegExp(`(?<![\\p{L}-])${word.replace(/[.]$/, '(?!\\p{L})')}`, 'iu');

/**
 * The spoken part of a text, without the names of its values and plural forms: in `{bots, plural, one {#}}`
 * no word is spoken.
 */
const spokenPart = (text: string): string => text.replace(/\{\w+\}|\{\w+, plural,|\w+ \{/g, ' ');

function bannedUses(locale: string, messages: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(messages).flatMap(([key, text]) =>
    IS_TYPED.test(key)
      ? []
      : bannedIn(locale)
          .filter(({ word }) => patternOf(word).test(spokenPart(text)))
          .map(({ word, instead }) => `${key}: not "${word}" but "${instead}"`),
  );
}

test.each(LOCALES)('PR-94c no text in %s uses a word that the glossary rules out', locale => {
  expect(bannedIn(locale).length).toBeGreaterThan(5);
  const messages = Object.assign({}, ...Object.keys(WORD_SETS).map(set => wordsOf(set, locale)));
  expect(bannedUses(locale, messages)).toEqual([]);
});

test.each([
  ['fr', 'Les bots jouent.', 1],
  ['fr', 'Botte secrète', 0],
  ['fr', '{bots, plural, one {# robot} other {# robots}}', 0],
  ['nl', 'De zandloper is gedraaid.', 1],
  ['nl', 'De zandloper is omgedraaid.', 0],
  ['nl', 'Kiest u maar.', 1],
  ['nl', 'Uur na uur', 0],
  ['pl', 'Serce ekipy', 1],
  ['pl', 'Dobra robota!', 0],
])('PR-94c in %s the text %j has %i banned words', (locale, text, count) => {
  expect(bannedUses(locale, { 'x.y': text })).toHaveLength(count);
});

test('PR-94c a word that players may type is not a banned word', () => {
  expect(bannedUses('pl', { 'commands.verb.nudge': 'ponaglij szturchnij' })).toEqual([]);
});
