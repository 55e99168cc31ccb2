/**
 * The operator's list of words that no name may contain (`HUSH_NAME_FILTER`), a text file with one word on each line. Lines
 * that begin with `#` are comments.
 */
import { readFileSync } from 'node:fs';
import { err, ok, type Result } from '@hush/rules';

/** The words as `plainLetters` writes them. */
export type NameFilter = readonly string[];

const MOST_WORDS = 10_000;

/** Digits and signs that stand for a letter. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

/** A text without case, accents and signs, so that two spellings of one word are equal. */
const plainLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[013457@$]/g, sign => LOOKALIKES[sign] ?? sign)
    .replace(/[^\p{L}\p{N}]/gu, '');

export function readNameFilter(path: string | undefined): Result<NameFilter, string> {
  if (path === undefined) return ok([]);
  try {
    const words = nameFilterIn(readFileSync(path, 'utf8'));
    return words.length > MOST_WORDS ? err(`names a file of more than ${MOST_WORDS} words`) : ok(words);
  } catch (error) {
    return err(`names a file that cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export const nameFilterIn = (text: string): NameFilter =>
  text
    .split(/\r?\n/)
    .filter(line => !line.startsWith('#'))
    .map(plainLetters)
    .filter(word => word !== '');

export function refusesName(filter: NameFilter, name: string): boolean {
  if (filter.length === 0) return false;
  const plain = plainLetters(name);
  return filter.some(word => plain.includes(word));
}
