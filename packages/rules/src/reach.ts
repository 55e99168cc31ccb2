/**
 * Generates every legal command of a seat. The page highlights these commands, bots search them, and tests count
 * them. Talk and signals are left out: there are endlessly many, and they change nothing on the board.
 */
import type { Command, CommandOf } from './events.ts';
import { actionsOf, type Game, isSeat } from './game.ts';
import { quarterOf } from './geometry.ts';
import { laidVortices } from './landmarks.ts';
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
import { corridorCells, laidTiles } from './mall.ts';
import { removableTiles } from './rearrange.ts';
import { type Cell, DIRECTIONS, type Direction, HEROES, type Hero, type Seat } from './vocabulary.ts';

export function reach(game: Game, seat: Seat): readonly Command[] {
  if (!isSeat(game, seat)) return [];
  if (game.status === 'setup') return reachBeforeStart(game, seat);
  const found: Command[] = [];
  addHeroMoves(found, game, seat);
  addExplorations(found, game, seat);
  if (stealRefusal(game) === null) found.push({ type: 'steal', seat });
  if (game.status === 'playing')
    for (const tile of removableTiles(game)) found.push({ type: 'discard', seat, tile });
  if (turnRefusal(game) === null) found.push({ type: 'turn', seat });
  if (pauseRefusal(game, PAUSE) === null) found.push({ type: 'pause', seat });
  if (resumeRefusal(game) === null) found.push({ type: 'resume', seat });
  return found;
}

const PAUSE: CommandOf<'pause'> = { type: 'pause', seat: 0 };

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

/**
 * Adds the moves of a seat. Pages and bots ask after every event, so for speed it adds to one list and makes no other
 * objects.
 */
function addHeroMoves(found: Command[], game: Game, seat: Seat): void {
  const actions = actionsOf(game, seat);
  for (const hero of HEROES) {
    for (const dir of DIRECTIONS) if (actions.includes(dir)) addRuns(found, game, { seat, hero, dir });
    if (actions.includes('vortex')) addVortices(found, game, seat, hero);
    if (actions.includes('escalator')) addRide(found, game, seat, hero);
  }
}

/** Every length of a move, from one step up to the obstacle (MV-1b, MV-2c). */
function addRuns(
  found: Command[],
  game: Game,
  { seat, hero, dir }: Pick<CommandOf<'move'>, 'seat' | 'hero' | 'dir'>,
): void {
  const heading = quarterOf(dir);
  let command: CommandOf<'move'> = { type: 'move', seat, hero, dir, steps: 1 };
  let cell = moveTarget(game, command);
  while (typeof cell === 'number') {
    found.push(command);
    command = { type: 'move', seat, hero, dir, steps: command.steps + 1 };
    cell = stepOf(game, hero, cell, heading);
  }
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

function addVortices(found: Command[], game: Game, seat: Seat, hero: Hero): void {
  for (const to of laidVortices(game)[hero]) {
    const command: CommandOf<'vortex'> = { type: 'vortex', seat, hero, to };
    if (typeof vortexTarget(game, command) === 'number') found.push(command);
  }
}

function addRide(found: Command[], game: Game, seat: Seat, hero: Hero): void {
  const ride: CommandOf<'escalator'> = { type: 'escalator', seat, hero };
  if (typeof escalatorTarget(game, ride) === 'number') found.push(ride);
}

function addExplorations(found: Command[], game: Game, seat: Seat): void {
  const explore: CommandOf<'explore'> = { type: 'explore', seat };
  if (exploreRefusal(game, explore) === null) found.push(explore);
  for (const door of game.drawn?.places ?? []) {
    const lay: CommandOf<'lay'> = { type: 'lay', seat, door };
    if (layRefusal(game, lay) === null) found.push(lay);
  }
}
