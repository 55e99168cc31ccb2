/** Tests of the style sheet of the bright theme, which is computed from the other sheets. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brightened, brightRules, luminanceOf, type rgbaOf, turned } from '../../build/bright-sheet.ts';

type Colour = ReturnType<typeof rgbaOf>;
const part = fc.integer({ min: 0, max: 255 });
const colour = fc.tuple(part, part, part, fc.constant(1));

const contrast = (one: Colour, other: Colour): number => {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

test('PR-165d two colours have the same contrast in the bright theme as in the dark one', () => {
  fc.assert(
    fc.property(colour, colour, (one, other) => {
      expect(contrast(turned(one), turned(other)) / contrast(one, other)).toBeCloseTo(1, 2);
    }),
  );
});

test('PR-165d in the bright theme, background and text change, sizes and heroes stay, and a kept part keeps its rule', () => {
  expect(brightened('.a { padding: 2px; background: #000; color: #fff8; } /* } */')).toBe(
    'html.bright .a{background:#ffffff;color:rgb(0 0 0/0.533)}',
  );
  expect(brightened(':root { color-scheme: dark; } .elf { --b: #3fc1a8; }')).toBe(
    'html.bright{color-scheme:light}',
  );
  expect(brightened('.face { color: #fff; } .c:is(.d, .e), .f { width: 1px; }')).toBe(
    'html.bright .face{color:#fff}',
  );
  expect(brightened('@media (x) { .g { border: 0; } } @keyframes k { to { color: #000; } }')).toBe(
    '@media (x){html.bright .g{border:0}}',
  );
  expect(() => brightened('.a { } }')).toThrow('brace');
});

test('PR-165d the sheet has rules of every part of the page and takes at most 60,000 characters', () => {
  const rules = brightRules();
  for (const selector of ['body', '.panel', '.home', '.game', '.dialog', '.toy-table'])
    expect(rules).toContain(`html.bright ${selector}{`);
  expect(rules.length).toBeLessThan(60_000);
});
