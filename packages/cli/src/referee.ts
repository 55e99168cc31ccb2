/**
 * The referee: the rules as requests and answers in JSON lines, with a virtual clock. It does no input or output itself.
 */
import { type AdviceMind, adviceFor } from '@hush/bots';
import {
  beginGame,
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
  sandLeft,
} from '@hush/rules';
import { commandOfAction, maskOf, numberOfAdvice, observationOf } from './referee-actions.ts';
import { commandOf, legalLines, refereeEvent, unknownPlayerIn } from './referee-names.ts';
import { quoteWord, type RefereeRequest, readRequest } from './referee-requests.ts';
import { shownState } from './show.ts';

export interface RefereeAnswer {
  /** One line of JSON as an object. */
  readonly line: string;
  /** The exit code of this answer alone. */
  readonly exit: number;
  /** True if no game exists and no further line can be answered, so the process ends. */
  readonly stop: boolean;
}

export const NOT_JSON = 1;
export const BAD_SET_UP = 2;
/** The longest line in characters, far longer than any valid line, so that long invalid lines get a specific refusal. */
export const LONGEST_LINE = 10_000_000;
const LONGEST_SEED = 200;

/** One running game. `real` is a time that also runs during pauses; `sand` runs only with the hourglass. */
interface Session {
  readonly names: readonly string[];
  readonly secret: Secret;
  readonly log: GameEvent[];
  /** The lines that reproduce this game: the set-up, and every request that changed something. */
  readonly script: unknown[];
  game: Game;
  real: Millis;
  sand: Millis;
  mind: AdviceMind;
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
  /** All events so far of the game without a name, for replays. */
  log(): readonly GameEvent[];
  names(): readonly string[];
}

/** The most games and saved games in one process, so that memory stays bounded. */
const MOST_GAMES = 10_000;
const LONGEST_NAME = 100;
/** The name of the game in lines without `game`. */
const UNNAMED = '';

export function createReferee(): Referee {
  const sessions = new Map<string, Session>();
  const saves = new Map<string, Session>();
  return {
    answer(line, number) {
      const json = parseLine(line, number);
      if (!json.ok) return say(json.error, NOT_JSON, sessions.size === 0);
      const named = readName(json.value);
      if (!named.ok) return say(named.error, 0, sessions.size === 0);
      const { name, asked } = named.value;
      const { answer, exit = 0, stop = false } = answerIn({ sessions, saves }, name, asked);
      return say(name === UNNAMED ? answer : { game: name, ...answer }, exit, stop);
    },
    log: () => sessions.get(UNNAMED)?.log ?? [],
    names: () => sessions.get(UNNAMED)?.names ?? [],
  };
}

interface Shelf {
  readonly sessions: Map<string, Session>;
  readonly saves: Map<string, Session>;
}

interface Said {
  readonly answer: object;
  readonly exit?: number;
  readonly stop?: boolean;
}

interface Named {
  readonly name: string;
  readonly asked: unknown;
}

/** Reads the field `game` of a line, which says which of several games is meant. */
function readName(json: unknown): Result<Named, Refused> {
  if (!isRecord(json) || json['game'] === undefined) return ok({ name: UNNAMED, asked: json });
  const { game, ...asked } = json;
  return isName(game)
    ? ok({ name: game, asked })
    : err(refuse('malformed', `"game" must be a text of 1 to ${LONGEST_NAME} characters.`));
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= LONGEST_NAME;

function answerIn({ sessions, saves }: Shelf, name: string, asked: unknown): Said {
  const session = sessions.get(name);
  const begins = isRecord(asked) && (asked['reset'] !== undefined || asked['load'] !== undefined);
  if (session !== undefined && !begins) return { answer: respond(session, asked, saves) };
  if (session === undefined && sessions.size >= MOST_GAMES)
    return { answer: refuse('malformed', `There are ${MOST_GAMES} games already.`) };
  const opened = begins ? reopen(asked, saves) : open(asked);
  if (opened.ok) {
    sessions.set(name, opened.value);
    return { answer: { ok: true } };
  }
  const answer = refuse('bad-setup', opened.error);
  return session === undefined
    ? { answer, exit: BAD_SET_UP, stop: name === UNNAMED && sessions.size === 0 }
    : { answer };
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

// Functions that set up a game.

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
  const script = [{ setup: json['setup'] }];
  const session: Session = {
    names,
    secret,
    log: [event],
    script,
    game: beginGame(event),
    real: 0,
    sand: 0,
    mind: null,
  };
  if (start) take(session, [{ type: 'gameStarted', at: 0 }]);
  return ok(session);
}

/** Begins another game under the same name (`reset`), or goes back to a saved one (`load`). */
function reopen(
  { reset, load, ...rest }: Readonly<Record<string, unknown>>,
  saves: ReadonlyMap<string, Session>,
): Result<Session, string> {
  if (Object.keys(rest).length > 0 || (reset !== undefined && load !== undefined))
    return err('A line with "reset" or "load" has nothing else but "game".');
  if (reset !== undefined) return open({ setup: reset });
  if (Array.isArray(load)) return playScript(load);
  const saved = typeof load === 'string' ? saves.get(load) : undefined;
  return saved === undefined
    ? err('"load" must be the name of a save of this process, or the list of lines that "save" gave.')
    : ok(copyOf(saved));
}

const copyOf = (session: Session): Session => ({
  ...session,
  log: [...session.log],
  script: [...session.script],
});

/** Restores a saved game by playing its lines again, so that a changed line cannot create an impossible game. */
function playScript([first, ...lines]: readonly unknown[]): Result<Session, string> {
  const opened = open(first);
  if (!opened.ok) return opened;
  for (const [i, line] of lines.entries()) {
    const answer = respond(opened.value, line, new Map());
    if (answer['ok'] !== true) return err(`Line ${i + 2} of the saved game is refused: ${answer['why']}`);
  }
  return opened;
}

const areNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.every(name => typeof name === 'string' && name.length > 0 && name.length <= 40) &&
  new Set(value).size === value.length;

const isSeed = (value: unknown): value is number | string =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= LONGEST_SEED);

// Functions that answer requests.

type Answer = Readonly<Record<string, unknown>>;

function respond(session: Session, json: unknown, saves: Map<string, Session>): Answer {
  if (!isRecord(json)) return refuse('malformed', 'A command is a JSON object.');
  const { at = session.real, ...asked } = json;
  if (typeof at !== 'number' || !Number.isSafeInteger(at) || at < 0)
    return refuse('malformed', '"at" must be whole milliseconds.');
  if (at < session.real) return refuse('malformed', `Time cannot go back from ${session.real} to ${at}.`);
  const passed = passTime(session, at); // the sand runs during every request (AC-4b)
  if (asked['step'] !== undefined) return step(session, at, asked, passed.length);
  const looked = look(session, asked, saves);
  if (looked !== null) return looked;
  const request = readRequest(asked);
  const outcome = request.ok ? judge(session, request.value) : refuse('malformed', request.error);
  if (outcome.ok) {
    session.script.push({ at, ...asked });
    return { ok: true, events: [...passed, ...take(session, outcome.value)] };
  }
  return passed.length === 0 ? outcome : { ...outcome, events: passed };
}

/** Answers questions, which change nothing; null for a command. */
function look(session: Session, asked: Answer, saves: Map<string, Session>): Answer | null {
  const [question, ...rest] = Object.keys(asked).filter(field => QUESTIONS.includes(field));
  if (question === undefined) return null;
  if (rest.length > 0 || Object.keys(asked).length > 1)
    return refuse('malformed', `A line with "${question}" has nothing else but "at" and "game".`);
  if (question === 'show') return showTo(session, asked['show']);
  if (question === 'legal') return legalFor(session, asked['legal']);
  if (question === 'observe') return observe(session, asked['observe']);
  if (question === 'advice') return advise(session, asked['advice']);
  return save(session, asked['save'], saves);
}

const QUESTIONS: readonly string[] = ['show', 'legal', 'save', 'observe', 'advice'];

const showTo = (session: Session, wish: unknown): Answer =>
  wish === true
    ? shownState(session.game, session.names, session.sand)
    : refuse('malformed', 'To see the board, ask {"show": true}.');

/** Every command that is legal now, as lines that can be sent as they are. */
function legalFor({ game, names }: Session, who: unknown): Answer {
  if (who === true)
    return {
      ok: true,
      legal: Object.fromEntries(names.map((name, seat) => [name, legalLines({ game, names }, seat)])),
    };
  if (typeof who !== 'string')
    return refuse('malformed', '"legal" must be a player\'s name, or true for everybody.');
  const seat = names.indexOf(who);
  if (seat < 0) return refuse('unknown-player', `There is no player ${quoteWord(who)}.`);
  return { ok: true, legal: legalLines({ game, names }, seat) };
}

const observe = (session: Session, wish: unknown): Answer =>
  wish === true ? observed(session) : refuse('malformed', 'To see the numbers, ask {"observe": true}.');

const observed = ({ game, names, sand }: Session): Answer => ({
  ok: true,
  masks: names.map((_, seat) => maskOf(game, seat)),
  sees: observationOf(game, sandLeft(game, game.status === 'playing' ? sand : game.at)),
});

/** What our bots would do, by seat; the bots' plan is stored with the game. */
function advise(session: Session, wish: unknown): Answer {
  if (wish !== true) return refuse('malformed', 'To hear what our bots would do, ask {"advice": true}.');
  const { game } = session;
  const { commands, mind } = adviceFor(game, session.sand, session.mind);
  session.mind = mind;
  return { ok: true, advice: commands.map(command => numberOfAdvice(game, command)) };
}

/** Gives one action number of every player, judged in the order of the seats; null and 0 mean waiting. */
function step(session: Session, at: Millis, { step: actions, ...rest }: Answer, passed: number): Answer {
  const { names, secret } = session;
  const isJoint =
    Array.isArray(actions) &&
    actions.length === names.length &&
    actions.every(action => action === null || Number.isSafeInteger(action)) &&
    Object.keys(rest).length === 0;
  if (!isJoint)
    return refuse(
      'malformed',
      '"step" must be a list with one number or null for each player, and nothing beside it.',
    );
  let events = passed;
  const refused = (actions as readonly (number | null)[]).map((action, seat) => {
    const command = commandOfAction(session.game, seat, action ?? 0);
    if (command === null) return action === null || action === 0 ? null : 'malformed';
    const verdict = decide(session.game, command, { at: session.sand, secret });
    if (!verdict.ok) return codeOf(verdict.error);
    for (const event of verdict.value) happen(session, event);
    events += verdict.value.length;
    return null;
  });
  session.script.push({ at, step: actions });
  return { ...observed(session), refused, events };
}

/** Saves a game: with a name, it is stored in this process; with true, the answer holds the lines that reproduce it anywhere. */
function save(session: Session, name: unknown, saves: Map<string, Session>): Answer {
  if (name === true) return { ok: true, saved: [...session.script, { at: session.real, do: 'wait' }] };
  if (!isName(name))
    return refuse('malformed', `"save" must be true, or a name of 1 to ${LONGEST_NAME} characters.`);
  if (!saves.has(name) && saves.size >= MOST_GAMES)
    return refuse('malformed', `There are ${MOST_GAMES} saves already.`);
  saves.set(name, copyOf(session));
  return { ok: true };
}

type Outcome = { readonly ok: true; readonly value: readonly GameEvent[] } | Refused;

function judge(session: Session, request: RefereeRequest): Outcome {
  const stranger = unknownPlayerIn(session, request);
  if (stranger !== undefined) return refuse('unknown-player', `There is no player ${quoteWord(stranger)}.`);
  const command = commandOf(session, request);
  if (command === null) return ok([]);
  const verdict = decide(session.game, command, { at: session.sand, secret: session.secret });
  return verdict.ok ? verdict : refuse(codeOf(verdict.error), REFUSALS[verdict.error]);
}

/**
 * The code of a refusal. The list of codes is closed and has no code for commands that come too late before the
 * start, so they get another one.
 */
const codeOf = (refusal: Refusal): string => (refusal === 'started' ? 'malformed' : refusal);

/** Lets real time pass; the sand runs only while the game is being played (HG-8d). Events that are due by time come first (HG-5a). */
function passTime(session: Session, at: Millis): readonly unknown[] {
  if (session.game.status === 'playing') session.sand += at - session.real;
  session.real = at;
  return take(session, due(session.game, { at: session.sand, secret: session.secret }));
}

function take(session: Session, events: readonly GameEvent[]): readonly unknown[] {
  return events.map(event => {
    const told = refereeEvent(session, event);
    happen(session, event);
    return told;
  });
}

function happen(session: Session, event: GameEvent): void {
  session.game = evolve(session.game, event);
  session.log.push(event);
}
