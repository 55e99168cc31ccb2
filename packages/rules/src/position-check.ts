/** Checks whether a position from a text is possible: everything it names exists, has a place and fits together. */
import { deckOf } from './deck.ts';
import { type Game, startTiles } from './game.ts';
import { latticeAt } from './geometry.ts';
import { isCorridor, type LaidTile } from './mall.ts';
import { cellName } from './names.ts';
import { type SetUpProblem, standingFlaw } from './set-up-text.ts';
import { ACTIONS, type Cell, type TileNumber } from './vocabulary.ts';

/** A laid tile without the fields that can be computed from the others. */
export type Spot = Omit<LaidTile, 'joined'>;

/**
 * What is wrong with the places of tiles: they must lie on the lattice, one at each place, and each mall must begin
 * with its start tile (BD-2b, SC-13c).
 */
export function mallFlaw(begun: Game, spots: readonly Spot[]): SetUpProblem | undefined {
  const why =
    startProblem(begun, spots) ??
    spots.map((spot, i) => spotProblem(begun, spot, spots.slice(0, i))).find(Boolean);
  return why === undefined ? undefined : { key: 'mall', why };
}

function startProblem(begun: Game, spots: readonly Spot[]): string | undefined {
  const moved = startTiles(begun).find(tile => {
    const { x, y, turn, mall } = spots.find(spot => spot.tile === tile) ?? { x: 1 };
    return x !== 0 || y !== 0 || turn !== 0 || mall !== begun.mall[tile]?.mall;
  });
  return moved === undefined ? undefined : `tile ${moved} begins a mall and lies at 0,0 unturned`;
}

function spotProblem(game: Game, spot: Spot, before: readonly Spot[]): string | undefined {
  const { tile, x, y, mall } = spot;
  if (deckOf(game.setUp)[tile] === undefined) return `there is no tile ${tile}`;
  if (before.some(other => other.tile === tile)) return `tile ${tile} lies in the mall twice`;
  if (mall === 1 && !game.rules.twoMalls) return 'this scenario has one mall only';
  if (latticeAt([x, y])?.square !== 0) return `no tile can lie at ${x},${y}`;
  // Each tile was laid beside another one, at most four cells away.
  if (Math.max(Math.abs(x), Math.abs(y)) > 4 * Object.keys(deckOf(game.setUp)).length)
    return `no mall of this box reaches as far as ${x},${y}`;
  const taken = before.find(other => other.x === x && other.y === y && other.mall === mall);
  return taken && `tiles ${taken.tile} and ${tile} lie at the same place`;
}

export const positionFlaw = (game: Game): SetUpProblem | undefined =>
  standingFlaw(game.heroes, cell => isCorridor(game, cell)) ??
  cellsFlaw(game) ??
  stackFlaw(game) ??
  tableFlaw(game) ??
  sandFlaw(game);

function cellsFlaw(game: Game): SetUpProblem | undefined {
  const named: readonly (readonly [key: string, cells: readonly (Cell | null)[]])[] = [
    ['marked', game.outOfOrder],
    ['half-used', [game.halfUsedBall]],
    ['drawn', game.drawn === null ? [] : [...game.drawn.places, ...game.drawn.own, game.drawn.ball]],
  ];
  for (const [key, cells] of named) {
    const lost = cells.find(cell => cell !== null && !isCorridor(game, cell));
    if (lost !== undefined && lost !== null)
      return { key, why: `${cellName(lost)} is not a corridor of the mall` };
  }
  return undefined;
}

function stackFlaw({ setUp, mall, stack, drawn }: Game): SetUpProblem | undefined {
  const exists = (tile: TileNumber): boolean => deckOf(setUp)[tile] !== undefined && mall[tile] === undefined;
  if (stack.left > setUp.stack.length)
    return { key: 'stack', why: `only ${setUp.stack.length} tiles were in the stack` };
  const strange = [...stack.under, ...(stack.next === null ? [] : [stack.next])].find(tile => !exists(tile));
  if (strange !== undefined) return { key: 'stack', why: `tile ${strange} cannot lie in the stack` };
  return drawn === null || exists(drawn.tile)
    ? undefined
    : { key: 'drawn', why: `tile ${drawn.tile} cannot be drawn` };
}

function tableFlaw(game: Game): SetUpProblem | undefined {
  const { setUp, actionTiles, solo, pawn, nudgedAt, staredAt, discards } = game;
  const { players } = setUp;
  if (actionTiles.length !== setUp.actionTiles.length)
    return {
      key: 'actions',
      why: `there are ${setUp.actionTiles.length} action tiles, not ${actionTiles.length}`,
    };
  if (nudgedAt.length !== players) return { key: 'nudged', why: `there are ${players} seats` };
  if (staredAt.length !== players) return { key: 'stared', why: `there are ${players} seats` };
  if ((pawn ?? 0) >= players) return { key: 'pawn', why: `there are ${players} seats` };
  if (discards > 2) return { key: 'discards', why: 'at most two tiles have to leave' };
  return (solo?.pile ?? 0) > ACTIONS.length
    ? { key: 'pile', why: `a pile has ${ACTIONS.length} action tiles` }
    : botsFlaw(game);
}

function botsFlaw({ setUp: { players }, bots }: Game): SetUpProblem | undefined {
  if (bots.some(seat => seat >= players)) return { key: 'bots', why: `there are ${players} seats` };
  return new Set(bots).size === bots.length ? undefined : { key: 'bots', why: 'each seat is named once' };
}

function sandFlaw({ hourglass, status, reason }: Game): SetUpProblem | undefined {
  const { left, capacity } = hourglass;
  if (left < 0 || left > capacity)
    return { key: 'sand', why: 'there is more sand in the upper bulb than in the hourglass' };
  return (reason !== null) === (status === 'lost')
    ? undefined
    : { key: 'now', why: 'a lost game, and no other, has a reason' };
}
