/**
 * Generates every legal command of a seat. The page highlights them, bots search them, and tests count them. Talk and
 * signals are left out: there are endlessly many, and they change nothing on the board.
 */
import type { Command, CommandOf } from './events.ts';
import { actionsOf, type Game, isSeat } from './game.ts';
import { quarterOf } from './geometry.ts';
import {
  escalatorTarget,
  exploreRefusal,
  layRefusal,
  moveTarget,
  pauseRefusal,
  placeRefusal,
  resumeRefusal,
  setUpGate,
  stealRefusal,
  stepOf,
  swapRefusal,
  turnRefusal,
  vortexTarget,
} from './legal.ts';
import { corridorCells, featureAt, laidTiles } from './mall.ts';
import { removableTiles } from './rearrange.ts';
import { SQUARES, sameFeature } from './tiles.ts';
import { type Cell, cellOf, DIRECTIONS, type Direction, HEROES, type Hero, type Seat } from './vocabulary.ts';

export function reach(game: Game, seat: Seat): readonly Command[] {
  if (!isSeat(game, seat)) return [];
  if (game.status === 'setup') return reachBeforeStart(game, seat);
  return [
    ...heroMoves(game, seat),
    ...explorationsOf(game, seat),
    ...without(stealRefusal(game), { type: 'steal', seat }),
    ...(game.status === 'playing' ? removableTiles(game) : []).map(
      tile => ({ type: 'discard', seat, tile }) as const,
    ),
    ...without(turnRefusal(game), { type: 'turn', seat }),
    ...without(pauseRefusal(game, { type: 'pause', seat }), { type: 'pause', seat }),
    ...without(resumeRefusal(game), { type: 'resume', seat }),
  ];
}

const without = (refusal: string | null, command: Command): readonly Command[] =>
  refusal === null ? [command] : [];

function reachBeforeStart(game: Game, seat: Seat): readonly Command[] {
  const swaps = game.actionTiles.map((_, other) => ({ type: 'swap', seat, with: other }) as const);
  const placings = HEROES.flatMap(hero =>
    laidTiles(game)
      .flatMap(({ tile }) => corridorCells(game, tile))
      .map(to => ({ type: 'place', seat, hero, to }) as const),
  );
  return [
    ...without(setUpGate(game), { type: 'start' }),
    ...swaps.filter(command => swapRefusal(game, command) === null),
    ...placings.filter(command => placeRefusal(game, command) === null),
  ];
}

function heroMoves(game: Game, seat: Seat): readonly Command[] {
  const actions = actionsOf(game, seat);
  const directions = DIRECTIONS.filter(dir => actions.includes(dir));
  return HEROES.flatMap(hero => [
    ...directions.flatMap(dir => runs(game, { type: 'move', seat, hero, dir, steps: 1 })),
    ...(actions.includes('vortex') ? vortices(game, seat, hero) : []),
    ...(actions.includes('escalator') ? rides(game, { type: 'escalator', seat, hero }) : []),
  ]);
}

/** Every length of a move, from one step up to the obstacle (MV-1b, MV-2c). */
function runs(game: Game, first: CommandOf<'move'>): readonly Command[] {
  const found: Command[] = [];
  let cell = moveTarget(game, first);
  for (let steps = 1; typeof cell === 'number'; steps++) {
    found.push({ ...first, steps });
    cell = stepOf(game, first.hero, cell, quarterOf(first.dir));
  }
  return found;
}

/** The cells that a hero can reach in one direction, nearest first, whichever player has that action. */
export function slide(game: Game, hero: Hero, dir: Direction): readonly Cell[] {
  const cells: Cell[] = [];
  const from = game.heroes[hero];
  if (from === null || game.out[hero]) return cells;
  let cell = stepOf(game, hero, from, quarterOf(dir));
  while (typeof cell === 'number') {
    cells.push(cell);
    cell = stepOf(game, hero, cell, quarterOf(dir));
  }
  return cells;
}

function vortices(game: Game, seat: Seat, hero: Hero): readonly Command[] {
  return laidTiles(game)
    .flatMap(({ tile }) => SQUARES.map(square => cellOf(tile, square)))
    .filter(cell => sameFeature(featureAt(game, cell), 'vortex', hero))
    .map(to => ({ type: 'vortex', seat, hero, to }) as const)
    .filter(command => typeof vortexTarget(game, command) === 'number');
}

const rides = (game: Game, ride: CommandOf<'escalator'>): readonly Command[] =>
  typeof escalatorTarget(game, ride) === 'number' ? [ride] : [];

function explorationsOf(game: Game, seat: Seat): readonly Command[] {
  const lays = (game.drawn?.places ?? []).map(door => ({ type: 'lay', seat, door }) as const);
  return [
    ...without(exploreRefusal(game, { type: 'explore', seat }), { type: 'explore', seat }),
    ...lays.filter(command => layRefusal(game, command) === null),
  ];
}
