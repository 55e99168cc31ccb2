/** Parses typed text into verb, hero, direction, goal, number and the remaining words. */
import type { Direction, Hero } from '@hush/rules';
import { say } from '../i18n/catalogs.ts';
import {
  directionBook,
  goalBook,
  heroBook,
  meaning,
  type SpokenGoal,
  type Verb,
  verbBook,
  withoutAccents,
} from './lexicon.ts';

export interface Sentence {
  readonly verb: Verb | null;
  readonly hero: Hero | null;
  readonly direction: Direction | null;
  readonly goal: SpokenGoal | null;
  readonly number: number | null;
  /** Whether the hero should go as far as possible. */
  readonly far: boolean;
  /** Everything after the verb, for example a name. */
  readonly rest: string;
  /** The first unknown word. */
  readonly unknown: string | null;
}

interface Parts {
  hero: Hero | null;
  direction: Direction | null;
  goal: SpokenGoal | null;
  number: number | null;
  far: boolean;
  unknown: string | null;
}

interface Reading {
  readonly word: string;
  readonly hero: Hero | null;
  readonly direction: Direction | null;
}

export function readSentence(text: string): Sentence {
  const words = withoutAccents(text).split(' ').filter(Boolean);
  const [first = '', ...others] = words;
  const verb = verbOf(first);
  const rest = verb === null ? words : others;
  return { verb, rest: rest.join(' '), ...partsOf(rest) };
}

/**
 * Returns the verb of a command, or null: a move needs none. A word that names a hero or a direction is not read as an
 * abbreviated verb.
 */
function verbOf(word: string): Verb | null {
  const isWhole = verbBook().some(({ own, english }) => own.includes(word) || english.includes(word));
  const names = meaning(heroBook(), word) ?? meaning(directionBook(), word);
  return isWhole || names === null ? meaning(verbBook(), word) : null;
}

function partsOf(words: readonly string[]): Parts {
  const parts: Parts = { hero: null, direction: null, goal: null, number: null, far: false, unknown: null };
  const open: Reading[] = [];
  for (const word of words) {
    const reading = { word, hero: meaning(heroBook(), word), direction: meaning(directionBook(), word) };
    if (reading.hero !== null && reading.direction !== null) open.push(reading);
    else take(parts, reading);
  }
  for (const reading of open) settle(parts, reading, open.length);
  return parts;
}

function take(parts: Parts, { word, hero, direction }: Reading): void {
  if (/^\d+$/.test(word)) parts.number = Number(word);
  else if (hero !== null) parts.hero ??= hero;
  else if (direction !== null) parts.direction ??= direction;
  else if (withoutAccents(say('commands.far')).split(' ').includes(word)) parts.far = true;
  else {
    const goal = meaning(goalBook(), word);
    if (goal === null) parts.unknown ??= word;
    else parts.goal ??= goal;
  }
}

/**
 * Decides what an ambiguous word means: `s` is sword and south. Alone it is a direction; with a direction, a goal or a
 * second ambiguous word it is the hero.
 */
function settle(parts: Parts, { hero, direction }: Reading, how: number): void {
  const isHero = parts.hero === null && (parts.direction !== null || parts.goal !== null || how > 1);
  if (isHero) parts.hero = hero;
  else parts.direction ??= direction;
}
