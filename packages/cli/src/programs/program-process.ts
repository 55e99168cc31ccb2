/**
 * A user's program as a child process that answers one JSON line for each request. It may hang, answer nonsense, flood or
 * crash: then it is ended, and every later request gets the same sentence with the reason.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Clock, PlayCommand } from '@hush/protocol';
import { err, type Millis, ok, type Result } from '@hush/rules';
import { type MoveRequest, type OverNotice, readAnswer } from './bot-request.ts';

export interface ProgramOptions {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** How long the program may think about one request. */
  readonly patience: Millis;
  readonly later: Clock['later'];
  /** Called with the lines that the program writes to its standard error. */
  readonly tell: (line: string) => void;
  /** Called with a sentence about each wrong answer, until the program has given too many. */
  readonly warn?: (sentence: string) => void;
}

/** The program's answer: null means waiting; an error is final. */
export type ProgramAnswer = Result<PlayCommand | null, string>;

/** After this number of wrong answers in a row the program is ended. */
const MOST_WRONG = 3;
/** The most characters that the program may write without ending a line. */
const LONGEST_ANSWER = 65_536;
/** The most lines that the program may write without being asked. */
const MOST_UNASKED = 20;

/** The lines of a text that arrives in pieces. */
class LineSplitter {
  /** The beginning of a line that is not complete yet. */
  rest = '';

  take(text: string): readonly string[] {
    const lines = `${this.rest}${text}`.split('\n');
    this.rest = lines.pop() ?? '';
    return lines;
  }
}

interface Question {
  readonly request: MoveRequest;
  readonly answer: (answer: ProgramAnswer) => void;
  readonly cancel: () => void;
}

export class ProgramProcess {
  readonly #options: ProgramOptions;
  readonly #child: ChildProcessWithoutNullStreams;
  #failure: string | null = null;
  #question: Question | null = null;
  /** Called once, when the program has failed. */
  onFailure: () => void = () => undefined;
  readonly #answers = new LineSplitter();
  readonly #notes = new LineSplitter();
  #wrong = 0;
  #unasked = 0;

  constructor(options: ProgramOptions) {
    this.#options = options;
    const [program = '', ...args] = options.command;
    this.#child = spawn(program, args, { stdio: 'pipe' });
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => this.#hear(text));
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => this.#note(text));
    this.#child.stdin.on('error', () => undefined); // the program no longer reads its input: it will exit or time out
    this.#child.on('error', ({ message }) => this.#fail(`the program cannot be started: ${message}`));
    // `close` comes after the last output, so that a last answer still counts.
    this.#child.on('close', (code, signal) => {
      this.#endNote();
      this.#fail(`the program ended (${signal ?? `exit code ${code}`})`);
    });
  }

  /** Why the program was ended; null if it still runs. */
  get failure(): string | null {
    return this.#failure;
  }

  /** Sends a request to the program; only one request at a time. */
  ask(request: MoveRequest): Promise<ProgramAnswer> {
    if (this.#failure !== null) return Promise.resolve(err(this.#failure));
    const { patience, later } = this.#options;
    return new Promise(answer => {
      const cancel = later(patience, () =>
        this.#fail(
          `the program did not answer within ${patience} ms (is its output flushed after each line?)`,
        ),
      );
      this.#question = { request, answer, cancel };
      this.#child.stdin.write(`${JSON.stringify(request)}\n`);
    });
  }

  tell(notice: OverNotice): void {
    if (this.#failure === null) this.#child.stdin.write(`${JSON.stringify(notice)}\n`);
  }

  /** Ends the program without reporting a failure. */
  close(): void {
    this.#fail('the program is no longer needed');
  }

  #hear(text: string): void {
    if (this.#failure !== null) return;
    for (const line of this.#answers.take(text)) this.#take(line);
    if (this.#answers.rest.length > LONGEST_ANSWER)
      this.#fail(`the program wrote more than ${LONGEST_ANSWER} characters without the end of a line`);
  }

  #note(text: string): void {
    for (const line of this.#notes.take(text)) this.#options.tell(line);
    if (this.#notes.rest.length > LONGEST_ANSWER) this.#endNote();
  }

  #endNote(): void {
    if (this.#notes.rest !== '') this.#options.tell(this.#notes.rest);
    this.#notes.rest = '';
  }

  #take(line: string): void {
    const question = this.#question;
    if (question === null) {
      this.#unasked++;
      if (this.#unasked > MOST_UNASKED)
        this.#fail(
          `the program wrote ${this.#unasked} lines that nobody asked for; write one line for each request`,
        );
      return;
    }
    const read = readAnswer(line, question.request.legal);
    this.#wrong = read.ok ? 0 : this.#wrong + 1;
    if (read.ok) this.#answer(read);
    else if (this.#wrong >= MOST_WRONG)
      this.#fail(`${MOST_WRONG} wrong answers in a row; the last: ${read.error}`);
    else {
      this.#options.warn?.(`wrong answer ${this.#wrong} of ${MOST_WRONG}: ${read.error}`);
      this.#answer(ok(null));
    }
  }

  #answer(answer: ProgramAnswer): void {
    const question = this.#question;
    this.#question = null;
    question?.cancel();
    question?.answer(answer);
  }

  #fail(why: string): void {
    if (this.#failure !== null) return;
    this.#failure = why;
    this.#child.kill('SIGKILL');
    this.#answer(err(why));
    this.onFailure();
  }
}
