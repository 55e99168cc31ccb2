/**
 * Reads a log from outside: one event per line, in JSON. It is strict about form: known types, known fields, possible
 * sizes. Whether the game is possible is decided in audit.ts.
 */
import {
  type Check,
  checkIf,
  completeRecord,
  fromJson,
  integerUpTo,
  isRecord,
  listOf,
  oneOf,
  orNull,
  record,
  sentence,
  text,
  yesOrNo,
} from './check.ts';
import { TILE_SET_VERSION } from './deck.ts';
import { EDITIONS } from './edition.ts';
import { type EventType, type GameEvent, LOSS_REASONS } from './events.ts';
import { err, ok, type Result } from './result.ts';
import { RULE_SWITCHES } from './scenario.ts';
import { CHOSEN, HOUSE_RULES, PLAIN_HOUSE, type SetUp } from './set-up.ts';
import { ACTIONS, HEROES, SIDES } from './vocabulary.ts';

const MOST_TILES = 99;
const MOST_EVENTS = 100_000;
const LONGEST_TILES = 200_000;

const millis = integerUpTo(Number.MAX_SAFE_INTEGER);
const seat = integerUpTo(8);
const tile = integerUpTo(MOST_TILES);
const cell = integerUpTo(MOST_TILES * 16 + 15);
const cells = listOf(cell, MOST_TILES * 4);
const tiles = listOf(tile, MOST_TILES);
const hero = oneOf(HEROES);
const action = oneOf(ACTIONS);
const byNames = (names: readonly string[], check: Check): Check =>
  completeRecord(Object.fromEntries(names.map(name => [name, check])));

const SET_UP: Readonly<Record<keyof SetUp, Check>> = {
  edition: oneOf(EDITIONS),
  scenario: orNull(integerUpTo(99)),
  name: text(80),
  players: integerUpTo(9),
  side: oneOf(SIDES),
  rules: listOf(oneOf(RULE_SWITCHES), RULE_SWITCHES.length),
  hourglass: millis,
  house: record(Object.fromEntries(HOUSE_RULES.map(name => [name, yesOrNo])), Object.keys(PLAIN_HOUSE)),
  tiles: orNull(text(LONGEST_TILES)),
  stack: tiles,
  heroes: byNames(HEROES, cell),
  actionTiles: listOf(listOf(action, ACTIONS.length), 9),
  next: orNull(tile),
  chosen: listOf(oneOf(CHOSEN), CHOSEN.length),
  commitment: checkIf(value => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value), {
    code: 'want-hex',
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  }),
  tileSet: integerUpTo(TILE_SET_VERSION),
};

/** The fields of each event besides its type and time, each with its check. */
export const EVENT_CHECKS: { readonly [T in EventType]: Readonly<Record<string, Check>> } = {
  gameSetUp: {
    setUp: record(
      SET_UP,
      Object.keys(SET_UP).filter(field => field !== 'tileSet'),
    ),
  },
  tilesSwapped: { seat, with: seat },
  heroPlaced: { seat, hero, to: cell },
  gameStarted: {},
  heroMoved: { seat, hero, by: action, to: cell },
  heroLeft: { hero },
  hourglassTurned: { cell },
  cameraSwitchedOff: { cell },
  ballUsed: { cell },
  tileDrawn: { seat, tile, next: orNull(tile), places: cells, own: cells, ball: orNull(cell) },
  tileLaid: { seat, tile, door: cell, by: oneOf([...HEROES, 'ball']) },
  tileDiscarded: { seat, tile, next: orNull(tile) },
  theftHappened: { seat: orNull(seat) },
  actionTurned: { seat, action },
  pawnMoved: { seat, to: seat },
  tapped: { seat, to: seat },
  stared: { seat, to: seat },
  paused: { seat },
  resumed: { seat },
  playedOn: { seat },
  botSat: { seat },
  gameWon: {},
  gameLost: { reason: oneOf(LOSS_REASONS) },
  seedRevealed: {
    seed: checkIf(value => typeof value === 'string' && value.length <= 1000, {
      code: 'want-any-text',
      schema: { type: 'string', maxLength: 1000 },
    }),
  },
};

/** The events of a log, or one sentence about the first invalid line. */
export function readLog(log: string): Result<readonly GameEvent[], string> {
  const events: GameEvent[] = [];
  for (const [i, line] of log.split('\n').entries()) {
    if (line.trim() === '') continue;
    if (events.length === MOST_EVENTS) return err(`The log has more than ${MOST_EVENTS} events.`);
    const event = readEvent(line, `Line ${i + 1}`);
    if (!event.ok) return event;
    events.push(event.value);
  }
  return ok(events);
}

function readEvent(line: string, place: string): Result<GameEvent, string> {
  const json = fromJson(line);
  if (!isRecord(json)) return err(`${place} is not a JSON object.`);
  const { type } = json;
  if (typeof type !== 'string' || !Object.hasOwn(EVENT_CHECKS, type))
    return err(`${place} has no known "type".`);
  const fields = EVENT_CHECKS[type as EventType];
  const problem = completeRecord({ type: oneOf([type]), at: millis, ...fields })(json);
  // This cast is safe: the fields were checked one by one against the table above, and the compiler ensures that the
  // table is complete.
  return problem === null ? ok(json as unknown as GameEvent) : err(sentence(`${place}, ${type},`, problem));
}
