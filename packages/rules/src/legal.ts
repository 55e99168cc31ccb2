/**
 * The only place that decides legality: each function returns the target of a command, or the refusal. `reach` generates
 * commands with these functions, and `decide` judges with them. A target is a cell (a number), a refusal a string.
 */
import type { CommandOf, Drawn, Refusal } from './events.ts';
import {
  activeBall,
  areHourglassesWatched,
  editionOf,
  type Game,
  heroAt,
  isOutOfOrder,
  isOver,
  isStartTile,
  isStruckOut,
  othersOnTile,
  owns,
  stackSize,
} from './game.ts';
import { type Quarter, quarterOf } from './geometry.ts';
import { unexploredDoors } from './landmarks.ts';
import { doorAt, escalatorFrom, featureAt, isCorridor, leadsToEmptyPlace, stepFrom } from './mall.ts';
import { isRemovable } from './rearrange.ts';
import { beginsApart } from './set-up.ts';
import { NOWHERE, sameFeature } from './tiles.ts';
import { type Action, type Cell, HEROES, type Hero, isCell, type Seat, tileOf } from './vocabulary.ts';

// Checks that every command of a kind must pass first.

function playGate(game: Game): Refusal | null {
  if (game.status === 'playing') return null;
  if (game.status === 'setup') return 'not-playing';
  return game.status === 'paused' ? 'paused' : 'over';
}

export function setUpGate(game: Game): Refusal | null {
  if (game.status === 'setup') return null;
  return isOver(game) ? 'over' : 'started';
}

/** The refusal if the action is not on the player's own tile (AC-1d), or if tiles must be discarded first (SC-11l). */
function actionGate(game: Game, seat: Seat, action: Action): Refusal | null {
  if (game.status !== 'playing') return playGate(game);
  if (game.discards > 0) return 'rearranging';
  return owns(game, seat, action) ? null : 'not-yours';
}

/** Whether a solo player has drawn a tile and so may do nothing but lay it (EX-3h). */
const soloMustLay = (game: Game): boolean => game.solo !== null && game.drawn !== null;

function heroGate(game: Game, seat: Seat, action: Action, hero: Hero): Refusal | null {
  const gate = actionGate(game, seat, action);
  if (gate !== null) return gate;
  if (soloMustLay(game)) return 'place-first';
  return game.out[hero] ? 'hero-out' : null; // SC-10g
}

// Functions about moving heroes.

/** The cell where a move ends, or the obstacle as a refusal (MV-1b, MV-2d). */
export function moveTarget(game: Game, { seat, hero, dir, steps }: CommandOf<'move'>): Cell | Refusal {
  const gate = heroGate(game, seat, dir, hero);
  if (gate !== null) return gate;
  if (!Number.isInteger(steps)) return 'malformed';
  if (steps < 1) return 'no-steps'; // MV-1d
  const heading = quarterOf(dir);
  let cell: Cell | Refusal = game.heroes[hero] ?? NOWHERE;
  for (let i = 0; i < steps && typeof cell === 'number'; i++) cell = stepOf(game, hero, cell, heading);
  return cell;
}

/** One step of a hero. A hero can neither stop on nor pass over a cell that it may not enter (MV-3b). */
export function stepOf(game: Game, hero: Hero, cell: Cell, heading: Quarter): Cell | Refusal {
  const next = stepFrom(game, cell, heading, hero === 'dwarf' && game.rules.dwarfPassages); // SC-4a
  if (next === NOWHERE) return 'blocked';
  if (heroAt(game, next) !== null) return 'occupied'; // BD-1c
  return entryRefusal(game, hero, next) ?? next;
}

function entryRefusal(game: Game, hero: Hero, cell: Cell): Refusal | null {
  if (game.rules.noGatherings && wouldGather(game, hero, cell)) return 'group';
  return game.rules.cameras && isWatchedHourglass(game, cell) ? 'cameras' : null;
}

/** Whether a step would bring two heroes onto one tile, which only start tiles allow (SC-17a, SC-17b, SC-17f). */
const wouldGather = (game: Game, hero: Hero, cell: Cell): boolean =>
  !isStartTile(game, tileOf(cell)) && othersOnTile(game, tileOf(cell), hero);

/**
 * Whether cameras bar this hourglass space: while two work, nobody enters an unused one (SC-6c), and with the house
 * rule `watchedUsed` nobody enters a used one either (HG-7a).
 */
const isWatchedHourglass = (game: Game, cell: Cell): boolean =>
  featureAt(game, cell)?.type === 'hourglass' &&
  (game.setUp.house.watchedUsed === true || !isOutOfOrder(game, cell)) &&
  areHourglassesWatched(game);

/** The cell to which the vortex takes a hero, or the refusal (VX-1, VX-2b, SC-13j, SC-16a). */
export function vortexTarget(game: Game, { seat, hero, to }: CommandOf<'vortex'>): Cell | Refusal {
  const gate = heroGate(game, seat, 'vortex', hero);
  if (gate !== null) return gate;
  if (isStruckOut(game, 'vortex')) return 'vortex-closed';
  if (!isVortexOf(game, hero, to)) return 'not-a-vortex';
  if (game.rules.twoMalls) {
    const refusal = otherMallRefusal(game, hero, to);
    if (refusal !== null) return refusal;
  }
  if (heroAt(game, to) !== null) return 'occupied';
  return game.rules.noGatherings && wouldGather(game, hero, to) ? 'group' : to; // SC-17e
}

const isVortexOf = (game: Game, hero: Hero, cell: Cell): boolean =>
  isCell(cell) && game.mall[tileOf(cell)] !== undefined && sameFeature(featureAt(game, cell), 'vortex', hero);

/**
 * The refusal of a vortex to the other mall: a hero must stand on an own vortex (SC-13j), and all four heroes may
 * never be in one mall (SC-13h).
 */
function otherMallRefusal(game: Game, hero: Hero, to: Cell): Refusal | null {
  const from = game.heroes[hero];
  if (from === null || !isVortexOf(game, hero, from)) return 'not-on-vortex';
  const goal = mallOf(game, to);
  if (mallOf(game, from) === goal) return 'wrong-mall';
  const rest = HEROES.filter(other => other !== hero);
  // A hero who has escaped counts for neither mall, even if it still stands on an exit.
  const together = rest.every(other => !game.out[other] && mallOf(game, game.heroes[other]) === goal);
  return together ? 'same-mall' : null;
}

const mallOf = (game: Game, cell: Cell | null): number | undefined =>
  cell === null ? undefined : game.mall[tileOf(cell)]?.mall;

/** The other end of the escalator on which the hero stands, or the refusal (ES-1b, ES-1e). */
export function escalatorTarget(game: Game, { seat, hero }: CommandOf<'escalator'>): Cell | Refusal {
  const gate = heroGate(game, seat, 'escalator', hero);
  if (gate !== null) return gate;
  const end = escalatorFrom(game, game.heroes[hero] ?? NOWHERE);
  if (end === NOWHERE) return 'no-escalator';
  return heroAt(game, end) === null ? end : 'occupied';
}

// Functions about exploring.

/** The places where a tile drawn now could be laid (EX-1b, EX-1c, EX-5, SC-5e). */
export function explorations(game: Game): Omit<Drawn, 'tile'> {
  const own = HEROES.flatMap(hero => {
    const cell = game.heroes[hero];
    const atDoor =
      cell !== null && !game.out[hero] && doorAt(game, cell) === hero && leadsToEmptyPlace(game, cell);
    return atDoor ? [cell] : [];
  });
  const ball = activeBall(game);
  return { places: ball === null ? own : unexploredDoors(game), own, ball };
}

export function exploreRefusal(game: Game, { seat }: CommandOf<'explore'>): Refusal | null {
  const gate = actionGate(game, seat, 'explore');
  if (gate !== null) return gate;
  if (game.drawn !== null) return 'place-first'; // EX-3c
  if (stackSize(game) === 0) return 'stack-empty'; // EX-4
  return explorations(game).places.length === 0 ? 'nothing-to-explore' : null;
}

export function layRefusal(game: Game, { seat, door }: CommandOf<'lay'>): Refusal | null {
  // the player who has the action now, not the one who drew the tile (EX-3g)
  const gate = actionGate(game, seat, 'explore');
  if (gate !== null) return gate;
  if (game.drawn === null) return 'nothing-drawn';
  return game.drawn.places.includes(door) ? null : 'not-a-place';
}

// Functions about the theft, and about commands that are not actions.

/**
 * Whether all four heroes stand on items: each on its own one, or in scenario 10 none on its own one (TH-1a, TH-1b,
 * SC-10f).
 */
export const isTheftPossible = (game: Game): boolean =>
  !game.theft &&
  HEROES.every(hero => {
    const cell = game.heroes[hero];
    const feature = cell === null ? null : featureAt(game, cell);
    return feature?.type === 'item' && (feature.hero === hero) !== game.rules.wrongHands;
  });

export function stealRefusal(game: Game): Refusal | null {
  const gate = playGate(game);
  if (gate !== null) return gate;
  if (game.discards > 0) return 'rearranging';
  if (soloMustLay(game)) return 'place-first';
  return editionOf(game).theft === 'called' && isTheftPossible(game) ? null : 'no-theft';
}

export function discardRefusal(game: Game, { tile }: CommandOf<'discard'>): Refusal | null {
  const gate = playGate(game);
  if (gate !== null) return gate;
  if (game.discards === 0) return 'nothing-to-discard';
  return isRemovable(game, tile) ? null : 'not-removable';
}

export function turnRefusal(game: Game): Refusal | null {
  const gate = playGate(game);
  if (gate !== null) return gate;
  if (game.solo === null) return 'solo-only';
  if (game.discards > 0) return 'rearranging';
  return soloMustLay(game) ? 'place-first' : null;
}

/** The refusal of a pause, where neither the edition nor a house rule allows it (HG-8a, HG-8c, HG-8i). */
export function pauseRefusal(game: Game, { because }: CommandOf<'pause'>): Refusal | null {
  const gate = playGate(game);
  if (gate !== null) return gate;
  const { pause, pauseOnDisconnect } = game.setUp.house;
  const allowed = because === 'disconnected' ? pauseOnDisconnect : pause || editionOf(game).pause;
  return allowed ? null : 'no-pause';
}

export function resumeRefusal(game: Game): Refusal | null {
  if (game.status === 'paused') return null;
  return playGate(game) ?? 'not-paused';
}

/**
 * The refusal of the command that continues an earlier game: a game can be continued only from a moment between its start
 * and its end (GB-4b).
 */
export function playOnRefusal(game: Game): Refusal | null {
  return game.status === 'paused' ? null : playGate(game);
}

/** The refusal if the log already says that a bot has played the seat (GB-1i). */
export function seatBotRefusal(game: Game, seat: Seat): Refusal | null {
  if (isOver(game)) return 'over';
  return game.bots.includes(seat) ? 'malformed' : null;
}

// Functions about commands before the start.

/** The refusal to exchange action tiles, which players may do before the start (SU-3h). */
export function swapRefusal(game: Game, command: CommandOf<'swap'>): Refusal | null {
  const gate = setUpGate(game);
  if (gate !== null) return gate;
  const others = command.with !== command.seat && game.actionTiles[command.with] !== undefined;
  return others && game.actionTiles[command.seat] !== undefined ? null : 'malformed';
}

/**
 * The refusal to place a hero. Yellow and purple start on any cell of the second mall's first tile, as the players
 * choose (SC-13d, SC-13o).
 */
export function placeRefusal(game: Game, { hero, to }: CommandOf<'place'>): Refusal | null {
  const gate = setUpGate(game);
  if (gate !== null) return gate;
  if (!isCorridor(game, to)) return 'blocked';
  if (!beginsApart(game.setUp.rules, hero) || mallOf(game, to) !== 1) return 'wrong-mall';
  return heroAt(game, to) === null ? null : 'occupied';
}
