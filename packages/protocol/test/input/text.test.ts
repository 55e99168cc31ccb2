/** Tests that names and texts are cleaned, visible and short enough, and that each refusal has a sentence. */
import { REFUSALS } from '@hush/rules';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cleanName,
  cleanText,
  LONGEST_NAME,
  LONGEST_TEXT,
  refusalSentence,
  TABLE_REFUSALS,
} from '../../src/index.ts';
import { forAll } from '../for-all.ts';

const TOO_LONG = 'A name has at most 24 characters.';
const UNSEEN = 'A name needs at least one character that can be seen.';

test.each([
  ['Ann', 'Ann'],
  ['  Ann \n\t Lee ', 'Ann Lee'],
  ['A\u200b \u200b nn', 'A nn'],
  ['\u202eevil\u202c', 'evil'],
  ['nul\0l', 'null'],
  ['e\u200b\u0301', 'é'],
  ['👩\u200d🚀', '👩\u200d🚀'],
  ['Z\u0300\u0301\u0302\u0303\u0304', 'Z\u0300\u0301\u0302'],
  ['Åsa 아진 张伟 عمر', 'Åsa 아진 张伟 عمر'],
  ['Z\u0300\u200d\u0301\u200d\u0302\u200d\u0303\u200d\u0304', 'Z\u0300\u200d\u0301\u200d\u0302\u200d'],
  ['𝔘'.repeat(24), '𝔘'.repeat(24)],
])('PR-19b the name %j is stored as %j', (given, kept) => {
  expect(cleanName(given)).toEqual({ ok: true, value: kept });
});

test.each([
  ['', UNSEEN],
  ['   ', UNSEEN],
  ['\u200d', UNSEEN],
  ['\u0301', UNSEEN],
  ['\u3164', UNSEEN],
  ['\u2800', UNSEEN],
  ['x'.repeat(25), TOO_LONG],
  ['x'.repeat(1e6), TOO_LONG],
  [' '.repeat(1e6), TOO_LONG],
])('PR-19b the name %j is refused', (given, sentence) => {
  expect(cleanName(given)).toMatchObject({ ok: false, error: { why: sentence } });
});

test.each([
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['\u202egnp.exe\u202c', 'gnp.exe'],
  ['\u2066left\u2069 \u2067right\u2069 \u061c\u200e\u200f!', 'left right !'],
  ['two\nlines\r\n\u2028three\u2029four', 'two lines three four'],
  ['\u001b[31mred\u0007', '[31mred'],
  ['שלום, left! مرحبا', 'שלום, left! مرحبا'],
  ['ไปทางซ้าย', 'ไปทางซ้าย'],
  ['\u{e0041}\ufeffhidden\u{e007f}', 'hidden'],
  [`h${'\u0336\u0321'.repeat(60)}i`, 'h\u0336\u0336\u0336i'],
])('PR-19b the chat text %j is shown as %j', (given, kept) => {
  expect(cleanText(given)).toEqual({ ok: true, value: kept });
});

test('PR-19a a name or chat text of 10,000 characters is refused with a sentence', () => {
  for (const unit of ['x', '\u202e', '\u0301', 'e\u0301\u0302', '👩\u200d', ' ', '\ud800', '\u3164'])
    for (const text of [unit.repeat(10_000), `a${unit.repeat(10_000)}`]) {
      expect(cleanText(text)).toMatchObject({
        ok: false,
        error: { why: 'A message has at most 280 characters.' },
      });
      expect(cleanName(text)).toMatchObject({ ok: false, error: { why: TOO_LONG } });
    }
});

test('PR-19a PR-19b any text is either refused or cleaned to a visible, short text that a second cleaning does not change', () => {
  const any = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({
      unit: fc.constantFrom(' ', '\u200b', '\u200d', '\u0301', '\u0323', 'e', 'Å', '\u202e', '\ud800'),
    }),
  );
  let kept = 0;
  forAll(
    any,
    given => {
      for (const [clean, longest] of [
        [cleanName, LONGEST_NAME],
        [cleanText, LONGEST_TEXT],
      ] as const) {
        const result = clean(given);
        if (!result.ok) continue;
        kept++;
        expect([...result.value].length).toBeLessThanOrEqual(longest);
        expect(result.value).toMatch(/[\p{L}\p{N}\p{P}\p{S}]/u);
        expect(result.value).not.toMatch(/(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}]|\p{M}{4}|^\s|\s$|\s\s/u);
        expect(clean(result.value)).toEqual(result);
      }
    },
    { runs: 5_000, seed: 3 },
  );
  expect(kept).toBeGreaterThan(2_000);
});

test('PR-9c every refusal code has a sentence, even an unknown code of a future server', () => {
  for (const [why, sentence] of Object.entries({ ...REFUSALS, ...TABLE_REFUSALS })) {
    expect(refusalSentence(why)).toBe(sentence);
    expect(sentence).toMatch(/^[A-Z].*\.$/);
  }
  for (const why of ['moonlight', 'toString', '__proto__', ''])
    expect(refusalSentence(why)).toBe('That is not possible now.');
});
