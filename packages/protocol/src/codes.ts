/** Codes of tables, shared scenarios, crews and shared hourglasses; people read them aloud and type them. */

/** The letters of codes. They contain no vowels, so no code spells a word, and no letters that look alike. */
export const CODE_LETTERS = '23456789BCDFGHJKLMNPQRSTVWXZ';

export const CODE_LENGTHS = { table: 8, scenario: 8, crew: 12, hourglass: 6 } as const;
export type CodeKind = keyof typeof CODE_LENGTHS;

const LETTERS = new RegExp(`^[${CODE_LETTERS}]+$`);

export const isCode = (kind: CodeKind, text: string): boolean =>
  text.length === CODE_LENGTHS[kind] && LETTERS.test(text);

/** Makes a random code. `chance(n)` must return an unpredictable whole number from 0 to n - 1. */
export const randomCode = (kind: CodeKind, chance: (n: number) => number): string =>
  Array.from({ length: CODE_LENGTHS[kind] }, () => CODE_LETTERS[chance(CODE_LETTERS.length)]).join('');
