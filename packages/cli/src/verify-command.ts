/**
 * `hush verify FILE [--json]`: prints in one sentence whether a recorded game is proven. FILE is a record ("hush game 1") or
 * a log with one JSON event a line.
 */
import {
  auditLog,
  describeTextProblem,
  err,
  type Game,
  type GameEvent,
  parseRecord,
  type Result,
  readLog,
  sandLeft,
} from '@hush/rules';
import { type Io, readTextOf } from './io.ts';
import { fileAndJson } from './options.ts';

const NOT_PROVEN = 1;
const BAD_USAGE = 2;

export const VERIFY_USAGE = [
  'usage: hush verify FILE [--json]',
  '  FILE    a record, or a log of events as JSON lines; use - for standard input',
  '  --json  print an object for programs: proven, why, status, reason, turned, left, events',
].join('\n');

export async function verifyCommand(args: readonly string[], io: Io): Promise<number> {
  const asked = fileAndJson(args);
  if (!asked.ok) {
    io.complain(`hush verify: ${asked.error}\n${VERIFY_USAGE}`);
    return BAD_USAGE;
  }
  const { file, json } = asked.value;
  const verdict = verify(await readTextOf(io, file));
  io.out(json ? `${JSON.stringify(verdictData(verdict))}\n` : `${verdict.sentence}\n`);
  return verdict.proven ? 0 : NOT_PROVEN;
}

interface Verdict {
  readonly proven: boolean;
  readonly sentence: string;
  /** The game and the number of its events; null if nothing is proven. */
  readonly game: Game | null;
  readonly events: number;
}

/** The JSON of the result; if the game is not proven, all fields that only a proven game has are null. */
function verdictData({ proven, sentence, game, events }: Verdict): object {
  return {
    proven,
    why: sentence,
    status: game?.status ?? null,
    reason: game?.reason ?? null,
    turned: game?.turned ?? null,
    left: game === null ? null : sandLeft(game, game.at),
    events: game === null ? null : events,
  };
}

function verify(text: string): Verdict {
  const events = readGame(text);
  const audited = events.ok ? auditLog(events.value) : events;
  if (!audited.ok) return { proven: false, sentence: `Not proven: ${audited.error}`, game: null, events: 0 };
  const count = events.ok ? events.value.length : 0;
  return { proven: true, sentence: proof(audited.value, count), game: audited.value, events: count };
}

function readGame(text: string): Result<readonly GameEvent[], string> {
  if (/^\s*\{\s*"setup"/.test(text))
    return err('this is a script for the referee, not a record; `hush replay` turns it into one.');
  if (/^\s*\{/.test(text)) return readLog(text);
  const events = parseRecord(text);
  return events.ok ? events : err(`${describeTextProblem(events.error)}.`);
}

function proof(game: Game, events: number): string {
  const { chosen } = game.setUp;
  const chance =
    chosen.length === 0
      ? 'the shuffle follows from it'
      : `what was not dictated (${chosen.join(', ')}) follows from it`;
  return `Proven: the seed is the one committed to at the start, ${chance}, and all ${events} events are what the rules say; ${ending(game)}.`;
}

const TURNED: readonly string[] = ['never turned', 'turned once', 'turned twice'];

function ending(game: Game): string {
  const turned = `with the hourglass ${TURNED[game.turned] ?? `turned ${game.turned} times`}`;
  if (game.status !== 'won') return `the game was lost (${game.reason}) ${turned}`;
  if (game.setUp.house.noClock) return `the game was won ${turned} and without a clock`;
  return `the game was won ${turned} and ${(sandLeft(game, game.at) / 1000).toFixed(1)} s left`;
}
