/**
 * Checks whether an event from a text can be applied: everything it refers to must exist. It does not check whether the
 * rules allowed it; it keeps a mistyped record from becoming an impossible game.
 */
import { deckOf } from './deck.ts';
import type { EventOf, EventType } from './events.ts';
import { type Game, heroAt, isStartTile, stackSize } from './game.ts';
import { doorAt, isCorridor, leadsToEmptyPlace } from './mall.ts';
import { cellName, seatName } from './names.ts';
import { type Cell, HEROES, type Hero, type Seat, type TileNumber, tileOf } from './vocabulary.ts';

/** Returns one sentence about what is impossible in an event; undefined if it is possible. */
export function eventProblem(game: Game, event: EventOf<EventType>): string | undefined {
  if (event.at < game.at) return 'the time goes back';
  if ('seat' in event && event.seat !== null && !hasSeat(game, event.seat)) return noSeat(event.seat);
  const check = CHECKS[event.type] as
    | ((game: Game, event: EventOf<EventType>) => string | undefined)
    | undefined;
  return check?.(game, event);
}

/** Checks by type of event; an event that is not listed refers to nothing but a seat. */
const CHECKS: { readonly [T in EventType]?: (game: Game, event: EventOf<T>) => string | undefined } = {
  gameSetUp: () => 'a game is set up once',
  tilesSwapped: (game, event) => {
    if (!hasSeat(game, event.with)) return noSeat(event.with);
    return game.solo === null ? undefined : 'a player alone holds no action tiles'; // SO-1b
  },
  heroPlaced: (game, { hero, to }) => arrivalProblem(game, hero, to),
  heroMoved: (game, { hero, to }) => arrivalProblem(game, hero, to),
  heroLeft: (game, { hero }) => presenceProblem(game, hero),
  hourglassTurned: (game, { cell }) => markerProblem(game, cell),
  cameraSwitchedOff: (game, { cell }) => markerProblem(game, cell),
  ballUsed: (game, { cell }) => markerProblem(game, cell),
  tileDrawn: drawnProblem,
  tileLaid: laidProblem,
  tileDiscarded: discardedProblem,
  actionTurned: game => (game.solo === null ? 'only a player alone turns action tiles' : undefined),
  botSat: (game, { seat }) => (game.bots.includes(seat) ? `${seatName(seat)} is a bot already` : undefined),
  pawnMoved: (game, { to }) => (hasSeat(game, to) ? undefined : noSeat(to)),
  tapped: (game, { to }) => (hasSeat(game, to) ? undefined : noSeat(to)),
  stared: (game, { to }) => (hasSeat(game, to) ? undefined : noSeat(to)),
};

const hasSeat = (game: Game, seat: Seat): boolean => seat < game.setUp.players;
const noSeat = (seat: Seat): string => `nobody sits at ${seatName(seat)}`;

const presenceProblem = (game: Game, hero: Hero): string | undefined =>
  game.out[hero] || game.heroes[hero] === null ? `the ${hero} has left already` : undefined;

function arrivalProblem(game: Game, hero: Hero, to: Cell): string | undefined {
  const gone = presenceProblem(game, hero);
  if (gone !== undefined) return gone;
  if (!isCorridor(game, to)) return noCorridor(to);
  const other = heroAt(game, to);
  return other === null || other === hero ? undefined : `the ${other} stands on ${cellName(to)}`;
}

const noCorridor = (cell: Cell): string => `there is no corridor at ${cellName(cell)}`;

function markerProblem(game: Game, cell: Cell): string | undefined {
  if (!isCorridor(game, cell)) return noCorridor(cell);
  return game.outOfOrder.includes(cell) ? `${cellName(cell)} is out of order already` : undefined;
}

function drawnProblem(
  game: Game,
  { tile, places, own, ball, next }: EventOf<'tileDrawn'>,
): string | undefined {
  if (game.drawn !== null) return `tile ${game.drawn.tile} must be laid first`;
  if (stackSize(game) === 0) return 'the stack is empty';
  const shut = places.find(place => !isUnexplored(game, place));
  if (shut !== undefined) return noDoor(shut);
  const stray = own.find(place => !places.includes(place));
  if (stray !== undefined) return `${cellName(stray)} is not among the places`;
  if (ball !== null && !isCorridor(game, ball)) return noCorridor(ball);
  return inHandProblem(game, tile) ?? (next === null ? undefined : inHandProblem(game, next));
}

const isUnexplored = (game: Game, cell: Cell): boolean =>
  game.mall[tileOf(cell)] !== undefined && doorAt(game, cell) !== null && leadsToEmptyPlace(game, cell);

const noDoor = (cell: Cell): string => `no unexplored door is at ${cellName(cell)}`;

/** What is wrong with a drawn tile: it must be in the tile set and not in the mall. */
function inHandProblem(game: Game, tile: TileNumber): string | undefined {
  if (deckOf(game.setUp)[tile] === undefined) return `there is no tile ${tile}`;
  return game.mall[tile] === undefined ? undefined : `tile ${tile} lies in the mall already`;
}

function laidProblem(game: Game, { tile, door }: EventOf<'tileLaid'>): string | undefined {
  if (game.drawn?.tile !== tile) return `tile ${tile} has not been drawn`;
  return game.drawn.places.includes(door) ? undefined : `${cellName(door)} is not among the places`;
}

function discardedProblem(game: Game, { tile, next }: EventOf<'tileDiscarded'>): string | undefined {
  if (game.discards === 0) return 'no tile has to leave the mall';
  if (game.mall[tile] === undefined) return `tile ${tile} does not lie in the mall`;
  const needed = isStartTile(game, tile) || HEROES.some(hero => tileOf(game.heroes[hero] ?? 0) === tile);
  if (needed || game.drawn?.places.some(place => tileOf(place) === tile)) return `tile ${tile} must stay`;
  return next === null || next === tile ? undefined : inHandProblem(game, next);
}
