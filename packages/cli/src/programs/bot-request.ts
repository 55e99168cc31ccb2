/**
 * The requests to a program that plays, and its answers: one JSON line each (docs/BOTS.md, A bot of your own). The same
 * lines are used at a table (`hush bot`) and in a league (`hush league`).
 */
import type { PlayCommand } from '@hush/protocol';
import { err, type Game, type Millis, ok, type Result, type Seat, sandLeft } from '@hush/rules';

export interface MoveRequest {
  readonly ask: 'move';
  /** The number of the game among those that the program plays; the first is 1. */
  readonly game: number;
  readonly seat: Seat;
  /** Game time and remaining sand, both in milliseconds. */
  readonly at: Millis;
  readonly left: Millis;
  /** The state of the game, in the form that /protocol.json calls `gameState`. */
  readonly state: Game;
  readonly legal: readonly PlayCommand[];
}

/** Tells the program that a game is over. The program does not answer. */
export interface OverNotice {
  readonly over: Game['status'];
  readonly game: number;
}

export const moveRequest = (
  state: Game,
  { game, seat, at }: Pick<MoveRequest, 'game' | 'seat' | 'at'>,
  legal: readonly PlayCommand[],
): MoveRequest => ({ ask: 'move', game, seat, at, left: sandLeft(state, at), state, legal });

const LONGEST_SHOWN = 80;
const shown = (line: string): string =>
  line.length <= LONGEST_SHOWN ? line : `${line.slice(0, LONGEST_SHOWN)}...`;

/** Reads the command that the program wants, or null if it waits; otherwise returns a sentence about what is wrong. */
export function readAnswer(line: string, legal: readonly PlayCommand[]): Result<PlayCommand | null, string> {
  let answer: unknown;
  try {
    answer = JSON.parse(line);
  } catch {
    return err(`the answer is not JSON: ${shown(line)}`);
  }
  if (answer === null) return ok(null);
  const chosen =
    typeof answer === 'number'
      ? legal[answer]
      : legal.find(command => sortedText(command) === sortedText(answer));
  if (chosen !== undefined) return ok(chosen);
  return err(
    `the answer is neither null, nor a number from 0 to ${legal.length - 1}, nor a command of \`legal\`: ${shown(line)}`,
  );
}

/** JSON with sorted fields, because programs may write the fields of a command in any order. */
const sortedText = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : JSON.stringify(value);
