/**
 * The vocabulary of the command box. Each kind of word has English names and names in the player's language. If a
 * word exists in both, the player's language wins. Accents and case are ignored.
 */
import { DIRECTIONS, type Direction, EMBLEMS, HEROES, type Hero } from '@hush/rules';
import { say } from '../i18n/catalogs.ts';

export const VERBS = [
  'go',
  'explore',
  'lay',
  'discard',
  'vortex',
  'stairs',
  'steal',
  'turn',
  'nudge',
  'stare',
  'say',
  'gesture',
  'point',
  'start',
  'pause',
  'resume',
  'where',
  'what',
  'exits',
  'look',
  'time',
  'left',
  'crew',
  'help',
] as const;
export type Verb = (typeof VERBS)[number];

/** Destinations that a command can name. */
export const SPOKEN_GOALS = [
  'item',
  'exit',
  'door',
  'hourglass',
  'vortex',
  'stairs',
  'ball',
  'camera',
] as const;
export type SpokenGoal = (typeof SPOKEN_GOALS)[number];

type Words = readonly string[];

/** Words of one kind: in the player's language, and in English. */
type Book<T extends string> = readonly { readonly id: T; readonly own: Words; readonly english: Words }[];

export const withoutAccents = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const listed = (text: string): Words => text.split(' ').map(withoutAccents);

/** Words whose English name is their id; `wordsOf` gives their names in the player's language. */
export const bookOfWords = <T extends string>(ids: readonly T[], wordsOf: (id: T) => string): Book<T> =>
  ids.map(id => ({ id, own: listed(wordsOf(id)), english: [id] }));

export const heroBook = (): Book<Hero> =>
  HEROES.map(id => {
    const { symbol, colour } = EMBLEMS[id];
    return { id, own: listed(say(`commands.hero.${id}`)), english: [symbol, symbol.slice(0, 1), id, colour] };
  });

export const directionBook = (): Book<Direction> =>
  DIRECTIONS.map(id => ({ id, own: listed(say(`commands.direction.${id}`)), english: [id, id.slice(0, 1)] }));

export const verbBook = (): Book<Verb> => bookOfWords(VERBS, id => say(`commands.verb.${id}`));

export const goalBook = (): Book<SpokenGoal> => bookOfWords(SPOKEN_GOALS, id => say(`commands.goal.${id}`));

const SHORTEST_BEGINNING = 2;

/** The meaning of a word: an exact match first, then a prefix that matches exactly one entry. */
export function meaning<T extends string>(book: Book<T>, word: string): T | null {
  for (const side of ['own', 'english'] as const) {
    const whole = book.find(entry => entry[side].includes(word));
    if (whole !== undefined) return whole.id;
  }
  if (word.length < SHORTEST_BEGINNING) return null;
  const begun = book.filter(entry => [...entry.own, ...entry.english].some(known => known.startsWith(word)));
  return begun.length === 1 ? (begun[0]?.id ?? null) : null;
}
