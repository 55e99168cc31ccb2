/** `hush referee [FILE]`: reads JSON lines and writes one JSON line as the answer to each. */
import type { Io } from './io.ts';
import { problemWithFile } from './options.ts';
import { BAD_SET_UP, createReferee, LONGEST_LINE, type Referee, type RefereeAnswer } from './referee.ts';

export const REFEREE_USAGE = [
  'usage: hush referee [FILE]',
  '  FILE  a script, one JSON object a line: {"setup": {…}}, then {"by": …, "do": …} and {"show": true};',
  '        lines that start with # are comments; without FILE, or with -, it reads standard input',
].join('\n');

export async function refereeCommand(args: readonly string[], io: Io): Promise<number> {
  const problem = problemWithFile(args);
  if (problem !== null) {
    io.complain(`hush referee: ${problem}\n${REFEREE_USAGE}`);
    return BAD_SET_UP;
  }
  const [file = '-'] = args;
  return converse(file === '-' ? io.input : [await io.read(file)], io);
}

/** Answers each line as soon as it arrives; the exit code is the highest of all answers. */
async function converse(input: AsyncIterable<string> | Iterable<string>, io: Io): Promise<number> {
  const referee = createReferee();
  let exit: number | undefined;
  let number = 0;
  for await (const lines of linesOf(input)) {
    const round = answerAll(referee, lines, number);
    number += lines.length;
    if (round.answers.length > 0) io.out(round.answers.map(answer => `${answer.line}\n`).join(''));
    for (const answer of round.answers) exit = Math.max(exit ?? 0, answer.exit);
    if (round.stop) break;
  }
  if (exit !== undefined) return exit;
  io.complain('hush referee: the input is empty; the first line must be {"setup": {…}}.');
  return BAD_SET_UP;
}

interface Round {
  readonly answers: readonly RefereeAnswer[];
  readonly stop: boolean;
}

function answerAll(referee: Referee, lines: readonly string[], before: number): Round {
  const answers: RefereeAnswer[] = [];
  for (const [i, line] of lines.entries()) {
    const number = before + i + 1;
    const clean = number === 1 ? line.replace(/^\uFEFF/, '') : line; // removes a byte order mark
    if (clean.trim() === '' || clean.startsWith('#')) continue; // skips a comment
    const answer = referee.answer(clean, number);
    answers.push(answer);
    if (answer.stop) return { answers, stop: true };
  }
  return { answers, stop: false };
}

/** Yields complete lines as they arrive. A line above the length limit is cut off, so that memory stays bounded. */
async function* linesOf(input: AsyncIterable<string> | Iterable<string>): AsyncGenerator<readonly string[]> {
  let rest: string[] = [];
  let length = 0;
  for await (const chunk of input) {
    const [first = '', ...more] = chunk.split('\n');
    if (length <= LONGEST_LINE) rest.push(first);
    length += first.length;
    const last = more.pop();
    if (last === undefined) continue;
    yield [rest.join(''), ...more];
    rest = [last];
    length = last.length;
  }
  if (length > 0) yield [rest.join('')];
}
