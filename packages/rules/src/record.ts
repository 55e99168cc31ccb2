/**
 * A whole game as text, one event per line, readable by people:
 *
 *     0:12.400  p1  elf north 5c1
 *     0:13.000  p2  draws 9 for 5c1
 *
 * The version and the set-up come first. Reading the text returns exactly the events it was made from; an impossible
 * event is refused with its line.
 */
import { eventProblem } from './event-check.ts';
import { eventLine, readEventLine } from './event-text.ts';
import type { GameEvent } from './events.ts';
import { beginGame, evolve } from './evolve.ts';
import { TIME } from './names.ts';
import { err, ok, type Result } from './result.ts';
import { readSetUp, setUpLines } from './set-up-text.ts';
import { atOnce, type Steps } from './steps.ts';
import { linesAfterTitle, linesOf, type TextLine, type TextProblem } from './words.ts';

const VERSION = 'hush game 1';

/** The text of a game. `remarks` are written after the events as comments, which a reader ignores. */
export function recordText(events: readonly GameEvent[], remarks: readonly string[] = []): string {
  const [first, ...rest] = events;
  if (first?.type !== 'gameSetUp') throw new Error('a game begins with its set-up');
  const told = rest.map((event, i) => {
    if (event.type === 'gameSetUp') throw new Error('a game is set up once');
    return remarked(eventLine(event), remarks[i + 1]);
  });
  return [remarked(VERSION, remarks[0]), ...setUpLines(first, 'full'), '', ...told, ''].join('\n');
}

const REMARK_COLUMN = 44;

const remarked = (line: string, remark: string | undefined): string =>
  remark === undefined ? line : `${line.padEnd(REMARK_COLUMN)}  # ${remark.replace(/\s+/g, ' ')}`;

/** The events of a game, which can always be replayed; or the problem of the first impossible line. */
export const parseRecord = (text: string): Result<readonly GameEvent[], TextProblem> =>
  atOnce(parsingRecord(text));

/** `parseRecord` as a generator that pauses after each event, for callers that must not block. */
export function* parsingRecord(text: string): Steps<Result<readonly GameEvent[], TextProblem>> {
  const lines = linesAfterTitle(linesOf(text), VERSION);
  if (!lines.ok) return lines;
  const start = lines.value.findIndex(isTimed);
  const head = start < 0 ? lines.value : lines.value.slice(0, start);
  const first = readSetUp(head, lines.value[start] ?? lines.value.at(-1));
  if (!first.ok) return first;
  const events: GameEvent[] = [first.value];
  let game = beginGame(first.value);
  for (const line of start < 0 ? [] : lines.value.slice(start)) {
    const event = readEventLine(line);
    if (!event.ok) return event;
    const why = eventProblem(game, event.value);
    if (why !== undefined) return err({ line: line.number, column: line.words[0]?.column ?? 1, why });
    game = evolve(game, event.value);
    events.push(event.value);
    yield;
  }
  return ok(events);
}

/** Whether a line is an event: set-up lines begin with a key, events with a time. */
const isTimed = ({ words }: TextLine): boolean => TIME.read(words[0]?.text ?? '') !== undefined;
