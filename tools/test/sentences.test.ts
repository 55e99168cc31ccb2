/**
 * Tests of comments and of titles of tests: faults of "Plain English" in CONTRIBUTING.md that a search finds without
 * false alarms.
 */
import { expect, test } from 'vitest';
import { testFiles } from '../conformance.mjs';
import { titlesIn } from '../rule-titles.mjs';
import { files, read } from './tree.ts';

/** Half a sentence: the other half would be in the code or in another comment. */
const HALF = /^(?:and|or|but|so|as|because|though|although|than|until|unless)\b/;

/** Words that point at something outside of the sentence, and words that only old books use. */
const BANNED =
  /\b(?:(?<!so )that (?:many|much)|from (?:then|there|here) on|in force|though|anew|thereby|nevertheless|hitherto|lest|in vain|the rest(?! of)|(?:null|undefined|empty|false) where)\b/i;

/** A title that begins with a value of a row, so that its first words say nothing about the test. */
const BARE = /^(?:[A-Z]{2}-\w+ )*%[sijo]:/;

interface Sentence {
  readonly path: string;
  readonly text: string;
  /** Whether the comment stands behind code, in its line. */
  readonly isBehind: boolean;
}

/** The lines of comments, and comments behind code. */
function commentsIn(path: string): readonly Sentence[] {
  return [...read(path).matchAll(/^ *(?:\/\*\*?|\*|\/\/) (.+)|[;,{}()[\]] \/\/ (.+)/gm)].map(
    ([, line, behind]) => ({ path, text: line ?? behind ?? '', isBehind: behind !== undefined }),
  );
}

const comments = files()
  .filter(path => /^(?:packages|tools)\/.*[.](?:tsx?|mjs|cjs|css)$/.test(path) && !path.includes('/i18n/'))
  .flatMap(commentsIn);
const titles = testFiles().flatMap(path =>
  titlesIn(read(path)).map(({ text }): Sentence => ({ path, text, isBehind: false })),
);

const shown = (found: readonly Sentence[]): readonly string[] =>
  found.map(({ path, text }) => `${path}: ${text}`);

test('no comment or title has a word that only the lines around it explain, or that is out of use', () => {
  expect(comments.length).toBeGreaterThan(5000);
  expect(titles.length).toBeGreaterThan(2000);
  expect(shown([...comments, ...titles].filter(({ text }) => BANNED.test(text)))).toEqual([]);
});

test('no comment behind code is half a sentence that begins with a conjunction', () => {
  const behind = comments.filter(({ isBehind }) => isBehind);
  expect(behind.length).toBeGreaterThan(500);
  expect(shown(behind.filter(({ text }) => HALF.test(text)))).toEqual([]);
});

test('no title begins with a placeholder and a colon', () => {
  expect(shown(titles.filter(({ text }) => BARE.test(text)))).toEqual([]);
});

test.each([
  ['and the table is told', true],
  ['the table is told, too', false],
])('%j is half a sentence: %s', (text, isHalf) => {
  expect(HALF.test(text)).toBe(isHalf);
});

test.each([
  ['Waits for that many frames.', true],
  ['Waits so that many frames arrive.', false],
  ['The port; null where there is none.', true],
  ['The rest of the line is ignored.', false],
  ['Names are frozen from then on.', true],
])('%j has a word that is not used here: %s', (text, isBanned) => {
  expect(BANNED.test(text)).toBe(isBanned);
});
