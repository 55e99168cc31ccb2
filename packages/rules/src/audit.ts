/**
 * Audits a log. The set-up must be one that `prepare` grants, every event must be what `decide` answers to the command
 * behind it, every shuffle must follow from the seed revealed at the end, and that seed must match the commitment made at
 * the start. A log that passes proves that this game is possible (GB-3b); otherwise the first impossible event is named.
 * The audit cannot prove who made which choices: another log with other legal choices would pass as well.
 */
import { dealAtRandom } from './action-tiles.ts';
import { commitTo } from './chance.ts';
import { decide, due } from './decide.ts';
import type { Command, EventOf, EventType, GameEvent } from './events.ts';
import { beginGame, evolve } from './evolve.ts';
import { editionOf, type Game } from './game.ts';
import { type Coordinates, coordinatesOf, type MallBoard } from './mall.ts';
import { prepareGame, type Wish } from './prepare.ts';
import { slide } from './reach.ts';
import { err, ok, type Result } from './result.ts';
import { LEVELS } from './scenario.ts';
import { type Secret, type SetUp, startMall } from './set-up.ts';
import { atOnce, type Steps } from './steps.ts';
import { ACTIONS, type ByHero, byHero, isDirection, type Millis, tileOf } from './vocabulary.ts';

/** The game at the end of the log, or one sentence about the first event that cannot have happened. */
export const auditLog = (events: readonly GameEvent[]): Result<Game, string> => atOnce(auditing(events));

/** `auditLog` as a generator that pauses after each event, for callers that must not block. */
export function* auditing(events: readonly GameEvent[]): Steps<Result<Game, string>> {
  const [first] = events;
  const end = events.at(-1);
  if (first?.type !== 'gameSetUp') return err('The log does not begin with a set-up.');
  if (end?.type !== 'seedRevealed') return err('The log does not end with its seed: the game is not over.');
  if (commitTo(end.seed) !== first.setUp.commitment)
    return err('The seed is not the one committed to at the start.');
  const secret = secretBehind(first.setUp, events, end.seed);
  const problem = setUpProblem(first, secret);
  return problem === null ? yield* redeciding(first, events, secret) : err(problem);
}

/** Whether two values are the same data; the order of fields does not matter. */
const same = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

// Functions that check the set-up.

/**
 * Prepares the same wish again. The result must be the same set-up, because everything that nobody chose follows from the
 * seed.
 */
function setUpProblem(first: EventOf<'gameSetUp'>, secret: Secret): string | null {
  const wish = wishBehind(first.setUp, secret);
  if (typeof wish === 'string') return wish;
  const open = first.setUp.scenario !== null && secret.stack === null;
  const levels = open ? [undefined, ...LEVELS] : [undefined];
  const prepared = levels.map(level =>
    prepareGame(level === undefined ? wish : { ...wish, level }, secret.seed),
  );
  if (prepared.some(attempt => attempt.ok && isSetUp(attempt.value.event, first, secret.seed))) return null;
  const [attempt] = prepared;
  if (attempt?.ok !== true) return `The set-up is impossible: ${attempt?.error}`;
  return `The set-up cannot have come about: ${differenceIn(first, attempt.value.event)} does not follow from the seed.`;
}

/** Versions before SU-3f dealt the action tiles at random; their records remain valid. */
function isSetUp(prepared: EventOf<'gameSetUp'>, told: EventOf<'gameSetUp'>, seed: string): boolean {
  if (same(prepared, told)) return true;
  const { players, rules, chosen } = prepared.setUp;
  if (chosen.includes('actionTiles')) return false;
  const actionTiles = dealAtRandom(seed, players, rules.includes('leader'));
  return same({ ...prepared, setUp: { ...prepared.setUp, actionTiles } }, told);
}

/** The first field in which two set-ups differ, for the error message. */
function differenceIn(told: EventOf<'gameSetUp'>, prepared: EventOf<'gameSetUp'>): string {
  const fields = Object.keys(prepared.setUp) as (keyof SetUp)[];
  const field = fields.find(name => !same(told.setUp[name], prepared.setUp[name]));
  return field === undefined ? 'something' : `"${field}"`;
}

function wishBehind(setUp: SetUp, { stack, pile }: Secret): Wish | string {
  const {
    edition,
    scenario,
    name,
    rules,
    side,
    players,
    hourglass,
    house,
    tiles,
    chosen,
    tileSet = 1,
  } = setUp;
  const heroes = chosen.includes('heroes') ? chosenHeroes(setUp) : null;
  if (typeof heroes === 'string') return heroes;
  return {
    edition,
    scenario: scenario ?? { name, stack: setUp.stack, rules },
    side,
    players,
    hourglass: hourglass / 1000,
    house,
    tileSet,
    ...(tiles === null ? {} : { tiles }),
    ...(stack === null ? {} : { stack }),
    ...(pile === null ? {} : { pile }),
    ...(heroes === null ? {} : { heroes }),
    ...(chosen.includes('actionTiles') ? { actionTiles: setUp.actionTiles } : {}),
  };
}

function chosenHeroes(setUp: SetUp): ByHero<Coordinates> | string {
  const board: MallBoard = { setUp, mall: startMall(setUp.rules) };
  const astray = Object.values(setUp.heroes).some(cell => board.mall[tileOf(cell)] === undefined);
  return astray
    ? 'The set-up is impossible: a hero stands outside.'
    : byHero(hero => coordinatesOf(board, setUp.heroes[hero]));
}

// Functions that find the secret in the log.

/** The secret of the game. Orders that somebody chose do not follow from the seed, so they are taken from the log. */
function secretBehind(setUp: SetUp, events: readonly GameEvent[], seed: string): Secret {
  const seen = drawnOrder(setUp, events);
  const turned = events.slice(0, firstIndex(events, 'hourglassTurned')).filter(isType('actionTurned'));
  return {
    seed,
    stack: setUp.chosen.includes('stack') ? completed(seen, setUp.stack) : null,
    pile: setUp.chosen.includes('pile')
      ? completed(
          turned.map(event => event.action),
          ACTIONS,
        )
      : null,
  };
}

function drawnOrder(setUp: SetUp, events: readonly GameEvent[]): readonly number[] {
  const draws = events.filter(isType('tileDrawn')).slice(0, setUp.stack.length);
  const uppermost = draws.length === 0 ? setUp.next : draws.at(-1)?.next;
  return [
    ...draws.map(draw => draw.tile),
    ...(uppermost === null || uppermost === undefined ? [] : [uppermost]),
  ];
}

/**
 * The known beginning of an order, then the missing values in any order: no event depends on values that nobody saw.
 */
const completed = <T>(known: readonly T[], all: readonly T[]): readonly T[] =>
  [...new Set([...known, ...all])].slice(0, all.length);

const isType =
  <T extends EventType>(type: T) =>
  (event: GameEvent): event is EventOf<T> =>
    event.type === type;

function firstIndex(events: readonly GameEvent[], type: EventType): number {
  const index = events.findIndex(event => event.type === type);
  return index < 0 ? events.length : index;
}

// Functions that check the events.

/** Decides the commands behind the events again; each answer must equal the next part of the log exactly. */
function* redeciding(
  first: EventOf<'gameSetUp'>,
  events: readonly GameEvent[],
  secret: Secret,
): Steps<Result<Game, string>> {
  let game = beginGame(first);
  let i = 1;
  for (let event = events[i]; event !== undefined; event = events[i]) {
    const answer = mayBeAt(game, event.at) ? answerTo(game, event, secret) : [];
    if (answer.length === 0 || !same(answer, events.slice(i, i + answer.length))) {
      return err(`Event ${i + 1}, ${event.type} at ${event.at} ms, cannot have happened.`);
    }
    game = answer.reduce(evolve, game);
    i += answer.length;
    yield;
  }
  return ok(game);
}

/** Time never goes back, and it stands still while no sand runs (SU-5b, HG-8d). */
const mayBeAt = (game: Game, at: Millis): boolean =>
  game.status === 'playing' ? at >= game.at : at === game.at;

function answerTo(game: Game, event: GameEvent, secret: Secret): readonly GameEvent[] {
  const owed = due(game, { at: event.at, secret });
  if (owed.length > 0) return owed;
  const command = commandBehind(game, event);
  const verdict = command && decide(game, command, { at: event.at, secret });
  return verdict?.ok === true ? verdict.value : [];
}

/** Returns the command that must have caused an event; null for events that only follow other events. */
function commandBehind(game: Game, event: GameEvent): Command | null {
  switch (event.type) {
    case 'gameStarted':
      return { type: 'start' };
    case 'tilesSwapped':
      return { type: 'swap', seat: event.seat, with: event.with };
    case 'heroPlaced':
      return { type: 'place', seat: event.seat, hero: event.hero, to: event.to };
    case 'heroMoved':
      return moveBehind(game, event);
    case 'tileDrawn':
      return { type: 'explore', seat: event.seat };
    case 'tileLaid':
      return { type: 'lay', seat: event.seat, door: event.door };
    case 'tileDiscarded':
      return { type: 'discard', seat: event.seat, tile: event.tile };
    case 'theftHappened':
      return event.seat === null ? null : { type: 'steal', seat: event.seat };
    case 'actionTurned':
      return { type: 'turn', seat: event.seat };
    default:
      return signalBehind(game, event);
  }
}

function signalBehind(game: Game, event: GameEvent): Command | null {
  const { type } = event;
  if (type === 'pawnMoved' || type === 'tapped') return { type: 'nudge', seat: event.seat, to: event.to };
  if (type === 'stared') return { type: 'stare', seat: event.seat, to: event.to };
  if (type === 'resumed') return { type: 'resume', seat: event.seat };
  if (type === 'playedOn') return { type: 'playOn', seat: event.seat };
  if (type === 'botSat') return { type: 'seatBot', seat: event.seat };
  if (type !== 'paused') return null;
  const byHand = game.setUp.house.pause || editionOf(game).pause;
  return { type: 'pause', seat: event.seat, ...(byHand ? {} : { because: 'disconnected' }) };
}

function moveBehind(game: Game, { seat, hero, by, to }: EventOf<'heroMoved'>): Command {
  if (isDirection(by))
    return { type: 'move', seat, hero, dir: by, steps: slide(game, hero, by).indexOf(to) + 1 };
  return by === 'vortex' ? { type: 'vortex', seat, hero, to } : { type: 'escalator', seat, hero };
}
