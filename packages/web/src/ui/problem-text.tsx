/**
 * Problems of a scenario, a tile set, a book or a replay in the player's language. The rules and the server send a
 * code with values; the words are loaded when the first problem is shown.
 */
import { INPUT_PROBLEM_CODES, type InputProblem, type InputProblemCode } from '@hush/protocol';
import { EMBLEMS, HEROES, isAction, isHero, type ProblemValues } from '@hush/rules';
import type { JSX } from 'preact';
import { hasWords, requestWords, say } from '../i18n/catalogs.ts';
import { actionName, heroName } from '../model/game-words.ts';

/** The fields of a problem that a page shows; its English sentence is for logs and tools. */
export type ShownProblem = Pick<InputProblem, 'code' | 'values'> & { readonly rule?: string | null };

/**
 * Reads a problem that the server has sent. Returns null for a code that has no text here, which a newer server may send.
 */
export function readProblem(value: unknown): ShownProblem | null {
  if (typeof value !== 'object' || value === null) return null;
  const { code, rule, values } = value as Readonly<Record<string, unknown>>;
  const known = INPUT_PROBLEM_CODES.find(one => one === code);
  if (known === undefined) return null;
  return { code: known, rule: typeof rule === 'string' ? rule : null, values: plainValues(values) };
}

const plainValues = (values: unknown): ProblemValues =>
  typeof values === 'object' && values !== null
    ? Object.fromEntries(
        Object.entries(values).filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
      )
    : {};

/** The sentence of a problem, with its place in front: game, line, field. */
export const problemText = ({ code, values }: ShownProblem): string =>
  [...placesOf(values), say(`problems.${code}`, wordsIn(code, values))].join(' · ');

/** The sentence without its place, for screens that show the place in another way. */
export const problemSentence = ({ code, values }: ShownProblem): string =>
  say(`problems.${code}`, wordsIn(code, values));

function placesOf({ game, line, column, field }: ProblemValues): readonly string[] {
  return [
    ...(game === undefined ? [] : [say('problems.game', { game })]),
    ...(line === undefined
      ? []
      : [column === undefined ? say('problems.line', { line }) : say('problems.column', { line, column })]),
    ...(field === undefined ? [] : [String(field)]),
  ];
}

/** Codes of problems whose values are lists of names. */
const LISTS: Readonly<Partial<Record<InputProblemCode, true>>> = { 'start-vortices': true, bars: true };

/**
 * The values in the player's language: names of heroes, directions and actions are translated; other values are numbers
 * or the author's own text.
 */
const wordsIn = (code: InputProblemCode, values: ProblemValues): ProblemValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? wordFor(code, name, value) : value,
    ]),
  );

function wordFor(code: InputProblemCode, name: string, value: string): string {
  if (name === 'hero' && isHero(value)) return heroName(value);
  if ((name === 'has' || name === 'usual') && value === 'none') return say('problems.none');
  const isList = name === 'actions' || name === 'directions' || LISTS[code] === true;
  return isList ? value.split(/,? /).map(nameOf).join(', ') : value;
}

function nameOf(word: string): string {
  if (isAction(word)) return actionName(word);
  const hero = HEROES.find(one => EMBLEMS[one].colour === word);
  return hero === undefined ? word : heroName(hero);
}

/** Shows the sentence of a problem; its texts are loaded when it is first rendered. */
export function ProblemNote({ problem }: { readonly problem: ShownProblem }): JSX.Element | null {
  if (!hasWords('problems')) {
    // Without a network this note stays empty; the general sentence in front of it is shown all the same.
    void requestWords('problems').catch(() => undefined);
    return null;
  }
  return <span class="problem-note">{problemText(problem)}</span>;
}
