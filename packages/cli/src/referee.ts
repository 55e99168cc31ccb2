/**
 * The referee: the rules as requests and answers in JSON lines, with a virtual clock. It does no input or output itself.
 */
import {
  beginGame,
  type Cell,
  type Command,
  type Coordinates,
  cellAt,
  coordinatesOf,
  decide,
  due,
  err,
  evolve,
  type Game,
  type GameEvent,
  type Millis,
  ok,
  prepareGame,
  REFUSALS,
  type Refusal,
  type Result,
  readWish,
  type Secret,
} from '@hush/rules';
import { quoteWord, type RefereeRequest, readRequest } from './referee-requests.ts';
import { show } from './show.ts';

export interface RefereeAnswer {
  /** One line of JSON. */
  readonly line: string;
  /** The exit code of this answer alone. */
  readonly exit: number;
  /** True where no game exists and nothing more can be answered. */
  readonly stop: boolean;
}

export const NOT_JSON = 1;
export const BAD_SET_UP = 2;
/** In characters; far longer than any valid line, so that long invalid lines get a specific refusal. */
export const LONGEST_LINE = 10_000_000;
const LONGEST_SEED = 200;

/** One game under way; `real` counts pauses, `sand` does not. */
interface Session {
  readonly names: readonly string[];
  readonly secret: Secret;
  readonly log: GameEvent[];
  game: Game;
  real: Millis;
  sand: Millis;
}

type Refused = {
  readonly ok: false;
  readonly refused: string;
  readonly why: string;
  readonly events?: unknown;
};

export interface Referee {
  /** The answer to one line; the number is for error messages. */
  answer(line: string, number: number): RefereeAnswer;
  /** All events so far, for replays. */
  log(): readonly GameEvent[];
  names(): readonly string[];
}

export function createReferee(): Referee {
  let session: Session | null = null;
  return {
    answer(line, number) {
      const json = parseLine(line, number);
      if (!json.ok) return say(json.error, NOT_JSON, session === null);
      if (session !== null) return say(respond(session, json.value));
      const opened = open(json.value);
      if (!opened.ok) return say(refuse('bad-setup', opened.error), BAD_SET_UP, true);
      session = opened.value;
      return say({ ok: true });
    },
    log: () => session?.log ?? [],
    names: () => session?.names ?? [],
  };
}

const say = (answer: unknown, exit = 0, stop = false): RefereeAnswer => ({
  line: JSON.stringify(answer),
  exit,
  stop,
});

const refuse = (refused: string, why: string): Refused => ({ ok: false, refused, why });

function parseLine(line: string, number: number): Result<unknown, Refused> {
  if (line.length > LONGEST_LINE)
    return err(refuse('malformed', `Line ${number} is longer than ${LONGEST_LINE} characters.`));
  try {
    return ok(JSON.parse(line));
  } catch {
    return err(refuse('malformed', `Line ${number} is not JSON.`));
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// Setting up.

function open(json: unknown): Result<Session, string> {
  if (!isRecord(json) || !isRecord(json['setup']) || Object.keys(json).length !== 1) {
    return err('The first line must be {"setup": {…}}.');
  }
  const { players: names, seed = 0, start = true, ...rest } = json['setup'];
  if (!areNames(names))
    return err('"players" must be a list of different names, each of 1 to 40 characters.');
  if (!isSeed(seed)) return err(`"seed" must be a number or a text of up to ${LONGEST_SEED} characters.`);
  if (typeof start !== 'boolean') return err('"start" must be true or false.');
  const wish = readWish({ ...rest, players: names.length });
  if (!wish.ok) return wish;
  const prepared = prepareGame(wish.value, String(seed));
  if (!prepared.ok) return prepared;
  const { event, secret } = prepared.value;
  const session: Session = { names, secret, log: [event], game: beginGame(event), real: 0, sand: 0 };
  if (start) take(session, [{ type: 'gameStarted', at: 0 }]);
  return ok(session);
}

const areNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.every(name => typeof name === 'string' && name.length > 0 && name.length <= 40) &&
  new Set(value).size === value.length;

const isSeed = (value: unknown): value is number | string =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= LONGEST_SEED);

// Answering.

function respond(session: Session, json: unknown): unknown {
  if (!isRecord(json)) return refuse('malformed', 'A command is a JSON object.');
  const { at = session.real, ...asked } = json;
  if (typeof at !== 'number' || !Number.isSafeInteger(at) || at < 0)
    return refuse('malformed', '"at" must be whole milliseconds.');
  if (at < session.real) return refuse('malformed', `Time cannot go back from ${session.real} to ${at}.`);
  const passed = passTime(session, at); // the sand runs whatever is asked (AC-4b)
  if (asked['show'] !== undefined) return showTo(session, asked);
  const request = readRequest(asked);
  const outcome = request.ok ? judge(session, request.value) : refuse('malformed', request.error);
  if (outcome.ok) return { ok: true, events: [...passed, ...take(session, outcome.value)] };
  return passed.length === 0 ? outcome : { ...outcome, events: passed };
}

function showTo(session: Session, { show: wish, ...rest }: Readonly<Record<string, unknown>>): unknown {
  return wish === true && Object.keys(rest).length === 0
    ? show(session.game, session.names, session.sand)
    : refuse('malformed', 'To see the board, ask {"show": true}.');
}

type Outcome = { readonly ok: true; readonly value: readonly GameEvent[] } | Refused;

function judge(session: Session, request: RefereeRequest): Outcome {
  const stranger = strangerIn(session, request);
  if (stranger !== undefined) return refuse('unknown-player', `There is no player ${quoteWord(stranger)}.`);
  const command = commandOf(session, request);
  if (command === null) return ok([]);
  const verdict = decide(session.game, command, { at: session.sand, secret: session.secret });
  return verdict.ok ? verdict : refuse(codeOf(verdict.error), REFUSALS[verdict.error]);
}

/** The referee's codes are a closed list without a code for commands that come too late before the start. */
const codeOf = (refusal: Refusal): string => (refusal === 'started' ? 'malformed' : refusal);

/** Lets real time pass; the sand runs only while the game is being played (HG-8d). Events that are due by time come first (HG-5a). */
function passTime(session: Session, at: Millis): readonly unknown[] {
  if (session.game.status === 'playing') session.sand += at - session.real;
  session.real = at;
  return take(session, due(session.game, { at: session.sand, secret: session.secret }));
}

function take(session: Session, events: readonly GameEvent[]): readonly unknown[] {
  return events.map(event => {
    const told = tell(session, event);
    session.game = evolve(session.game, event);
    session.log.push(event);
    return told;
  });
}

// Names and coordinates.

function strangerIn({ names }: Session, request: RefereeRequest): string | undefined {
  const people = [
    'by' in request ? request.by : undefined,
    request.do === 'nudge' || request.do === 'stare' ? request.to : undefined,
    request.do === 'swap' ? request.with : undefined,
  ];
  return people.find(name => name !== undefined && !names.includes(name));
}

const NO_CELL: Cell = -1;

function commandOf({ names, game }: Session, request: RefereeRequest): Command | null {
  const seat = 'by' in request ? names.indexOf(request.by) : 0;
  const cell = (at: Coordinates): Cell => cellAt(game, at) ?? NO_CELL;
  const { do: type } = request;
  switch (type) {
    case 'wait':
      return null;
    case 'start':
      return { type };
    case 'move':
      return { type, seat, hero: request.hero, dir: request.dir, steps: request.steps };
    case 'vortex':
    case 'place':
      return { type, seat, hero: request.hero, to: cell(request.to) };
    case 'escalator':
      return { type, seat, hero: request.hero };
    case 'lay':
      return { type, seat, door: cell(request.door) };
    case 'discard':
      return { type, seat, tile: request.tile };
    case 'nudge':
    case 'stare':
      return { type, seat, to: names.indexOf(request.to) };
    case 'swap':
      return { type, seat, with: names.indexOf(request.with) };
    case 'say':
      return { type, seat, text: request.text };
    case 'gesture':
      return { type, seat, gesture: request.gesture, ...(request.to && { to: cell(request.to) }) };
    case 'explore':
    case 'steal':
    case 'turn':
    case 'pause':
    case 'resume':
      return { type, seat };
  }
}

const CELL_FIELDS: readonly string[] = ['cell', 'door', 'places', 'own', 'ball'];
const SEAT_FIELDS: readonly string[] = ['to', 'with'];

/** An event in names and coordinates. The log has cells, but people count squares. */
function tell({ names, game }: Session, event: GameEvent): unknown {
  const moves = event.type === 'heroMoved' || event.type === 'heroPlaced';
  const fields = Object.entries(event).map(([field, value]: [string, unknown]) => {
    if (field === 'seat') return ['player', nameOf(names, value) ?? null];
    if (CELL_FIELDS.includes(field) || (field === 'to' && moves)) return [field, placeOf(game, value)];
    return [field, SEAT_FIELDS.includes(field) ? nameOf(names, value) : value];
  });
  return Object.fromEntries(fields);
}

const nameOf = (names: readonly string[], seat: unknown): string | undefined =>
  typeof seat === 'number' ? names[seat] : undefined;

function placeOf(game: Game, cell: unknown): unknown {
  if (Array.isArray(cell)) return cell.map(one => placeOf(game, one));
  return typeof cell === 'number' ? coordinatesOf(game, cell) : cell;
}
