/**
 * The conformance cases: files for the referee, cases/<topic>.jsonl, and beside each its expected answers,
 * cases/<topic>.answers.jsonl. An expected answer names only the fields that matter: objects may have more fields,
 * lists may not have more items. The first one also says what the case is about.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createReferee } from '../src/referee.ts';

const FOLDER = fileURLToPath(new URL('cases/', import.meta.url));
const ANSWERS = '.answers.jsonl';

export type Json = Readonly<Record<string, unknown>>;

export interface Case {
  readonly name: string;
  readonly about: string;
  readonly file: string;
  readonly lines: readonly string[];
  readonly expected: readonly Json[];
}

const linesIn = (file: string): readonly string[] => readFileSync(file, 'utf8').trimEnd().split('\n');

export const CASES: readonly Case[] = readdirSync(FOLDER)
  .filter(name => name.endsWith(ANSWERS))
  .map(name => readCase(name.slice(0, -ANSWERS.length)));

function readCase(name: string): Case {
  const [first, ...rest] = linesIn(`${FOLDER}${name}${ANSWERS}`).map(line => JSON.parse(line) as Json);
  const { about, ...expected } = first ?? {};
  if (typeof about !== 'string') throw new Error(`${name} does not say what it is about`);
  const file = `${FOLDER}${name}.jsonl`;
  return { name, about, file, lines: linesIn(file), expected: [expected, ...rest] };
}

/** Names of cases that lack their file of answers, or their file of requests. */
export function lonelyFiles(): readonly string[] {
  const known = CASES.flatMap(({ name }) => [`${name}.jsonl`, `${name}${ANSWERS}`]);
  return readdirSync(FOLDER).filter(name => !known.includes(name));
}

/** Returns the referee's answers to these lines; the referee runs in this process. */
export function answersTo(lines: readonly string[]): readonly Json[] {
  const referee = createReferee();
  return lines.map((line, i) => JSON.parse(referee.answer(line, i + 1).line) as Json);
}

/** All refusal codes of the referee; the list is closed. */
export const CODES: readonly string[] = [
  ...['not-yours', 'blocked', 'no-steps', 'occupied', 'not-a-vortex', 'vortex-closed', 'no-escalator'],
  ...['nothing-to-explore', 'stack-empty', 'place-first', 'not-a-place', 'no-theft', 'cameras', 'group'],
  ...['same-mall', 'rearranging', 'not-removable', 'silence', 'not-leader', 'no-pawn', 'no-pause', 'paused'],
  ...['not-paused', 'not-playing', 'over', 'solo-only', 'hero-out', 'nothing-drawn', 'nothing-to-discard'],
  ...['not-on-vortex', 'wrong-mall', 'too-fast', 'malformed', 'unknown-player', 'bad-setup'],
];

/** What every sentence for people looks like: a capital letter, a full stop, one line. */
export const SENTENCE = /^["A-Z0-9][^\n]{3,400}[.!]$/;
