/** Tests that every problem of the rules and the server has a sentence in four languages, with its place. */
import { INPUT_PROBLEM_CODES, readSheet, sheetFromScript } from '@hush/protocol';
import { checkTiles, STANDARD_TILES } from '@hush/rules';
import { beforeAll, expect, test } from 'vitest';
import { LOCALES } from '../../src/i18n/say.ts';

let text: typeof import('../../src/ui/problem-text.tsx');
let words: typeof import('../../src/i18n/catalogs.ts');

beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  words = await import('../../src/i18n/catalogs.ts');
  text = await import('../../src/ui/problem-text.tsx');
  await words.requestWords('problems');
});

test.each(LOCALES)('%s has a text for every problem code', async locale => {
  await words.loadWords(locale);
  const said = INPUT_PROBLEM_CODES.map(code => text.problemSentence({ code, values: {} }));
  const mute = INPUT_PROBLEM_CODES.filter((code, i) => said[i] === `problems.${code}` || said[i] === '');
  expect(mute).toEqual([]);
  expect(new Set(said).size).toBeGreaterThan(INPUT_PROBLEM_CODES.length - 8);
});

test('names of heroes, directions and places are translated, and the place comes first', async () => {
  await words.loadWords('fr');
  const [missing] = checkTiles(STANDARD_TILES.replace(' iY ', ' .  '));
  expect(missing && text.problemSentence(missing)).toBe('Objet manquant\u00a0: barbare.');
  const bars = { code: 'bars', values: { directions: 'north, east' } } as const;
  expect(text.problemSentence(bars)).toContain('Nord, Est');
  const read = sheetFromScript('{"setup": {"players": ["Ann"], "scenario": {"name": "x", "stack": "all"}}}');
  expect(read.ok ? '' : text.problemText(read.error)).toBe(
    'Ligne 1 · wish.scenario · Il manque le champ «\u00a0rules\u00a0».',
  );
});

test('an unknown code of a newer server has no text, and unexpected values throw no error', () => {
  expect(text.readProblem({ code: 'from-the-future', values: {} })).toBeNull();
  expect(text.readProblem('x')).toBeNull();
  expect(text.readProblem({ code: 'sand', rule: 7, values: { n: [1], field: 'sand' } })).toEqual({
    code: 'sand',
    rule: null,
    values: { field: 'sand' },
  });
  const strange = readSheet({ wish: 7 });
  expect(strange.ok ? null : text.readProblem(strange.error)?.code).toBe('want-object');
});
