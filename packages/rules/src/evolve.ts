/** Applies events to a game. It accepts every event and checks nothing, because `decide` made the events. */
import { FULL_PILE, passLeft, turnFromPile } from './action-tiles.ts';
import type { EventOf, EventType, GameEvent } from './events.ts';
import { type Game, offeringBall, type Stack, staysOnExit } from './game.ts';
import { fullHourglass, turnHourglass } from './hourglass.ts';
import { layTile, liftTile } from './mall.ts';
import { wallsMove } from './rearrange.ts';
import { rulesOf } from './scenario.ts';
import { startMall } from './set-up.ts';
import { type ByHero, byHero, type Hero, type Millis } from './vocabulary.ts';

/** The game after its first event: it is set up, and everybody may talk and plan (SU-5a). */
export function beginGame({ setUp, at }: EventOf<'gameSetUp'>): Game {
  const solo = setUp.players === 1;
  const seats = Array.from({ length: setUp.players }, () => null);
  return {
    setUp,
    rules: rulesOf(setUp.rules),
    status: 'setup',
    reason: null,
    at,
    hourglass: fullHourglass(setUp.hourglass, at),
    turned: 0,
    mall: startMall(setUp.rules),
    heroes: setUp.heroes,
    out: byHero(() => false),
    theft: false,
    talking: false,
    stack: { left: setUp.stack.length, under: [], next: setUp.next },
    drawn: null,
    outOfOrder: [],
    halfUsedBall: null,
    discards: 0,
    actionTiles: setUp.actionTiles,
    solo: solo ? FULL_PILE : null,
    pawn: null,
    nudgedAt: seats,
    staredAt: seats,
    bots: [],
  };
}

/** Replays a whole log from its first event. */
export function replay(events: readonly GameEvent[]): Game {
  const [first, ...rest] = events;
  if (first?.type !== 'gameSetUp') throw new Error('a game begins with its set-up');
  return rest.reduce(evolve, beginGame(first));
}

export function evolve(game: Game, event: GameEvent): Game {
  const apply = APPLY[event.type] as (game: Game, event: GameEvent) => Game;
  return apply(game, event);
}

/** What each event changes; a missing event is a compile error. */
const APPLY: { readonly [T in EventType]: (game: Game, event: EventOf<T>) => Game } = {
  gameSetUp: (_, event) => beginGame(event),
  tilesSwapped: swapTiles,
  heroPlaced: (game, { at, hero, to }) => ({ ...game, at, heroes: replaced(game.heroes, hero, to) }),
  gameStarted: (game, { at }) => ({
    ...game,
    at,
    status: 'playing',
    hourglass: fullHourglass(game.setUp.hourglass, at), // HG-2a
  }),
  heroMoved: (game, { at, hero, to }) => walked(game, at, replaced(game.heroes, hero, to)),
  heroLeft: letOut,
  hourglassTurned: turnOver,
  cameraSwitchedOff: (game, { at, cell }) => ({ ...game, at, outOfOrder: [...game.outOfOrder, cell] }),
  ballUsed: (game, { at, cell }) => ({
    ...game,
    at,
    outOfOrder: [...game.outOfOrder, cell],
    halfUsedBall: null,
  }),
  tileDrawn: draw,
  tileLaid: layDown,
  tileDiscarded: putUnder,
  theftHappened: (game, { at }) => ({ ...game, at, theft: true }),
  actionTurned: (game, { at, action }) => ({
    ...game,
    at,
    solo: game.solo && turnFromPile(game.solo, action),
  }),
  pawnMoved: (game, { at, seat, to }) => ({ ...game, at, pawn: to, nudgedAt: game.nudgedAt.with(seat, at) }),
  tapped: (game, { at, seat }) => ({ ...game, at, nudgedAt: game.nudgedAt.with(seat, at) }),
  stared: (game, { at, seat }) => ({ ...game, at, staredAt: game.staredAt.with(seat, at) }),
  paused: (game, { at }) => ({ ...game, at, status: 'paused' }),
  resumed: (game, { at }) => ({ ...game, at, status: 'playing' }),
  playedOn: (game, { at }) => ({ ...game, at, status: 'paused' }),
  botSat: (game, { at, seat }) => ({ ...game, at, bots: [...game.bots, seat] }),
  gameWon: (game, { at }) => ({ ...game, at, status: 'won' }),
  gameLost: (game, { at, reason }) => ({ ...game, at, status: 'lost', reason }),
  seedRevealed: (game, { at }) => ({ ...game, at }),
};

/**
 * A hero has moved, which closes a talk window (CM-3e). Nearly every event of a game is a move, and spreading an
 * object of this size takes fifteen times as long as writing out its fields; so they are written out, in the order of
 * `beginGame`.
 */
const walked = (game: Game, at: Millis, heroes: Game['heroes']): Game => ({
  setUp: game.setUp,
  rules: game.rules,
  status: game.status,
  reason: game.reason,
  at,
  hourglass: game.hourglass,
  turned: game.turned,
  mall: game.mall,
  heroes,
  out: game.out,
  theft: game.theft,
  talking: false,
  stack: game.stack,
  drawn: game.drawn,
  outOfOrder: game.outOfOrder,
  halfUsedBall: game.halfUsedBall,
  discards: game.discards,
  actionTiles: game.actionTiles,
  solo: game.solo,
  pawn: game.pawn,
  nudgedAt: game.nudgedAt,
  staredAt: game.staredAt,
  bots: game.bots,
});

/**
 * A record with one value replaced. It is written out for speed: a computed key in an object literal would take as
 * long as all other parts of a move.
 */
const replaced = <T>(record: ByHero<T>, hero: Hero, value: T): ByHero<T> => ({
  barbarian: hero === 'barbarian' ? value : record.barbarian,
  mage: hero === 'mage' ? value : record.mage,
  elf: hero === 'elf' ? value : record.elf,
  dwarf: hero === 'dwarf' ? value : record.dwarf,
});

function swapTiles(game: Game, { at, seat, with: other }: EventOf<'tilesSwapped'>): Game {
  const mine = game.actionTiles[seat] ?? [];
  const theirs = game.actionTiles[other] ?? [];
  return { ...game, at, actionTiles: game.actionTiles.with(seat, theirs).with(other, mine) };
}

/** A hero leaves the board (TH-3a), or remains on the exit in scenarios with that rule (SC-10d, SC-17c). */
function letOut(game: Game, { at, hero }: EventOf<'heroLeft'>): Game {
  const cell = staysOnExit(game) ? game.heroes[hero] : null;
  return { ...game, at, out: replaced(game.out, hero, true), heroes: replaced(game.heroes, hero, cell) };
}

/** Turns the hourglass and marks its space (HG-4b), with all consequences (HG-6), in the order of SC-11p. */
function turnOver(game: Game, { at, cell }: EventOf<'hourglassTurned'>): Game {
  return {
    ...game,
    at,
    outOfOrder: [...game.outOfOrder, cell],
    hourglass: turnHourglass(game.hourglass, at),
    turned: game.turned + 1,
    talking: mayOpenWindow(game),
    // SC-3d: passes the tiles; a solo player has none
    actionTiles: game.rules.passTiles ? passLeft(game.actionTiles) : game.actionTiles,
    solo: game.solo && FULL_PILE, // SO-4
    discards: wallsMove(game) ? 2 : 0,
  };
}

const mayOpenWindow = (game: Game): boolean => !game.rules.noTalk; // SC-14a, SC-15a

const drawFrom = (stack: Stack): Pick<Stack, 'left' | 'under'> =>
  stack.left > 0 ? { left: stack.left - 1, under: stack.under } : { left: 0, under: stack.under.slice(1) };

function draw(game: Game, { at, tile, places, own, ball, next }: EventOf<'tileDrawn'>): Game {
  const stack = { ...drawFrom(game.stack), next };
  return { ...game, at, talking: false, drawn: { tile, places, own, ball }, stack }; // CM-3e
}

/** Discarded tiles are put face down under the stack, in the order in which they were picked (SC-11j, SC-11p). */
function putUnder(game: Game, { at, tile, next }: EventOf<'tileDiscarded'>): Game {
  const stack = { ...game.stack, under: [...game.stack.under, tile], next };
  return { ...game, at, mall: liftTile(game, tile), discards: game.discards - 1, stack };
}

function layDown(game: Game, { at, tile, door, by }: EventOf<'tileLaid'>): Game {
  const throughBall = by === 'ball' ? offeringBall(game) : null;
  return {
    ...game,
    at,
    mall: layTile(game, tile, door),
    drawn: null,
    talking: by === 'elf' && game.rules.elfTalk && mayOpenWindow(game), // SC-4b
    halfUsedBall: throughBall ?? game.halfUsedBall,
  };
}
