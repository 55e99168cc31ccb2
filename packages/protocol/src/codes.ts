/** Codes that people read out and type: of tables, shared scenarios, crews and shared hourglasses. */

/** No letters that look alike and no vowels, so that none spells a word. */
export const CODE_LETTERS = '23456789BCDFGHJKLMNPQRSTVWXZ';

export const CODE_LENGTHS = { table: 8, scenario: 8, crew: 12, hourglass: 6 } as const;
export type CodeKind = keyof typeof CODE_LENGTHS;

const LETTERS = new RegExp(`^[${CODE_LETTERS}]+$`);

export const isCode = (kind: CodeKind, text: string): boolean =>
  text.length === CODE_LENGTHS[kind] && LETTERS.test(text);

/** `chance(n)` is a whole number from 0 to n - 1 from a source that nobody can predict. */
export const randomCode = (kind: CodeKind, chance: (n: number) => number): string =>
  Array.from({ length: CODE_LENGTHS[kind] }, () => CODE_LETTERS[chance(CODE_LETTERS.length)]).join('');
