/**
 * `hush replay FILE [--at MS] [--json]`: prints a recorded game as lines with sentences, or the board at a moment of its
 * sand. FILE is a record, a position, or a script for the referee, which is played first.
 */
import {
  beginGame,
  describeEvent,
  describeTextProblem,
  err,
  evolve,
  type Game,
  type GameEvent,
  type Millis,
  ok,
  parsePosition,
  parseRecord,
  pictureOf,
  type Result,
  recordText,
  replay,
  timeNamed,
} from '@hush/rules';
import { type Io, readTextOf } from './io.ts';
import { type FileAndJson, fileAndJson } from './options.ts';
import { createReferee, NOT_JSON } from './referee.ts';

export const REPLAY_USAGE = [
  'usage: hush replay FILE [--at MS] [--json]',
  '  FILE     a record ("hush game 1"), a position ("hush position 1") or a script for the referee; use - for standard input',
  '  --at MS  draw the board at this time: milliseconds of sand, or minutes and seconds such as 1:02.345',
  '  --json   print each event as a line of JSON, as hush verify reads them; with --at, or for a position, the state',
].join('\n');

const UNREADABLE = 1;
const BAD_USAGE = 2;

export async function replayCommand(args: readonly string[], io: Io): Promise<number> {
  const asked = readArgs(args);
  if (!asked.ok) {
    io.complain(`hush replay: ${asked.error}\n${REPLAY_USAGE}`);
    return BAD_USAGE;
  }
  const { file, at, json } = asked.value;
  const shown = showReplay(await readTextOf(io, file), at, json ? AS_JSON : AS_TEXT);
  if (shown.ok) io.out(shown.value);
  else io.complain(`hush replay: ${file}: ${shown.error}`);
  return shown.ok ? 0 : UNREADABLE;
}

interface Asked extends FileAndJson {
  readonly at: Millis | null;
}

function readArgs(args: readonly string[]): Result<Asked, string> {
  const words = args.flatMap(splitOption);
  const where = words.indexOf('--at');
  const asked = fileAndJson(where < 0 ? words : words.toSpliced(where, 2));
  if (where < 0 || !asked.ok) return asked.ok ? ok({ ...asked.value, at: null }) : asked;
  const at = readMoment(words[where + 1] ?? '');
  if (at !== undefined) return ok({ ...asked.value, at });
  return err(`--at takes milliseconds or a time such as 1:02.345, not '${words[where + 1] ?? ''}'.`);
}

const splitOption = (arg: string): readonly string[] =>
  arg.startsWith('--at=') ? ['--at', arg.slice('--at='.length)] : [arg];

const readMoment = (text: string): Millis | undefined =>
  /^\d{1,12}$/.test(text) ? Number(text) : text.includes(':') ? timeNamed(text) : undefined;

/** Prints a game, or the board at one moment of the game. */
interface Printer {
  readonly game: (told: Told) => string;
  readonly moment: (game: Game, at: Millis) => string;
}

const AS_TEXT: Printer = {
  game: ({ events, names }) => recordText(events, remarksOn(events, names)),
  moment: (game, at) => pictureOf(game, { at }),
};

const AS_JSON: Printer = {
  game: ({ events }) => events.map(event => `${JSON.stringify(event)}\n`).join(''),
  moment: game => `${JSON.stringify(game)}\n`,
};

/** The output for a text: the whole game, or the board at one moment. A text that cannot be read gives a problem. */
export function showReplay(
  text: string,
  at: Millis | null,
  print: Printer = AS_TEXT,
): Result<string, string> {
  if (/^\s*hush position\b/.test(text)) return showPosition(text, at, print);
  const told = /^\s*\{/.test(text) ? playScript(text) : readRecord(text);
  if (!told.ok) return told;
  return ok(at === null ? print.game(told.value) : boardAt(told.value.events, at, print));
}

function showPosition(text: string, at: Millis | null, print: Printer): Result<string, string> {
  const game = parsePosition(text);
  if (!game.ok) return err(describeTextProblem(game.error));
  return at === null
    ? ok(print.moment(game.value, game.value.at))
    : err('a position is one moment already, so --at cannot name another');
}

/** A game, with the names of its players if they are known. */
interface Told {
  readonly events: readonly GameEvent[];
  readonly names: readonly string[];
}

function readRecord(text: string): Result<Told, string> {
  const events = parseRecord(text);
  return events.ok ? ok({ events: events.value, names: [] }) : err(describeTextProblem(events.error));
}

/** Plays a script for the referee. Refused commands are not part of the replay. */
function playScript(text: string): Result<Told, string> {
  const referee = createReferee();
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const answer = referee.answer(line, i + 1);
    if (answer.exit !== 0)
      return err(answer.exit === NOT_JSON ? whyOf(answer.line) : `line ${i + 1}: ${whyOf(answer.line)}`);
  }
  return ok({ events: referee.log(), names: referee.names() });
}

/** The sentence in the referee's answer to a refused line. */
const whyOf = (answer: string): string => (JSON.parse(answer) as { readonly why: string }).why;

function remarksOn(events: readonly GameEvent[], names: readonly string[]): readonly string[] {
  let game: Game | undefined;
  return events.map(event => {
    const remark = describeEvent(event, game, names);
    game = event.type === 'gameSetUp' ? beginGame(event) : game && evolve(game, event);
    return remark;
  });
}

/** Prints the board at a moment of sand time, which does not advance while the game is not being played. */
function boardAt(events: readonly GameEvent[], at: Millis, print: Printer): string {
  const game = replay(events.filter((event, i) => i === 0 || event.at <= at));
  return print.moment(game, game.status === 'playing' ? at : game.at);
}
