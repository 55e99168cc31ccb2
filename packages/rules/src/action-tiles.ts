/**
 * Who owns which actions: the sets of action tiles for one to nine players, dealing and passing them, and the pile of
 * a solo game (SU-3, SC-3, SC-9, SO).
 */
import { shuffle } from './chance.ts';
import { ACTIONS, type Action, type ActionTile, type Seat } from './vocabulary.ts';

const FOUR: readonly ActionTile[] = [
  ['north'],
  ['south', 'explore'],
  ['west', 'vortex'],
  ['east', 'escalator'],
];
const EXTRA: readonly ActionTile[] = [['west'], ['east'], ['south'], ['north']];

/** The action tiles for this number of players, two to eight (SU-3a, SU-3i to SU-3l). */
export function actionTileSet(players: number): readonly ActionTile[] {
  if (players === 2) {
    return [
      ['north', 'east', 'vortex'],
      ['south', 'west', 'explore', 'escalator'],
    ];
  }
  if (players === 3) {
    return [
      ['north', 'east'],
      ['west', 'vortex'],
      ['south', 'explore', 'escalator'],
    ];
  }
  return [...FOUR, ...EXTRA.slice(0, Math.max(0, players - 4))];
}

/** The leader holds no action tile (SC-9c). */
const NO_ACTIONS: ActionTile = [];

/**
 * Deals each seat one tile at random (SU-3b, SU-3g). With a leader the set is that of one player fewer (SC-9b). A
 * player alone holds no tiles (SO-1b).
 */
export function dealAtRandom(seed: string, players: number, leader: boolean): readonly ActionTile[] {
  if (players === 1) return [];
  const tiles = leader ? [...actionTileSet(players - 1), NO_ACTIONS] : actionTileSet(players);
  return shuffle(seed, 'action tiles', tiles);
}

/**
 * Deals the same tiles; if there are five or more, those with the same move go to opposite seats, as nearly as an odd
 * number of seats allows (SU-3f). Passing tiles keeps them opposite.
 */
export function dealActionTiles(seed: string, players: number, leader: boolean): readonly ActionTile[] {
  const tiles = dealAtRandom(seed, players, leader);
  const twins = tiles.filter((tile, i) => tiles.some((other, j) => j > i && shareAnAction(tile, other)));
  if (twins.length === 0) return tiles;
  const pairs = twins.map(tile => [tile, tiles.find(other => other !== tile && shareAnAction(tile, other))]);
  const seats = seatsInPairs(seed, players);
  const order = [...pairs.flat(), ...tiles.filter(tile => !pairs.flat().includes(tile))];
  return tiles.map((_, seat) => order[seats.indexOf(seat)] ?? NO_ACTIONS);
}

const shareAnAction = (a: ActionTile, b: ActionTile): boolean => a.some(action => b.includes(action));

/** Returns all seats in pairs of opposite seats; with an odd number the seat without an opposite is the last. */
function seatsInPairs(seed: string, players: number): readonly Seat[] {
  const half = Math.floor(players / 2);
  const turn = shuffle(seed, 'the first of the opposite seats', [...Array(players).keys()])[0] ?? 0;
  const pairs = shuffle(seed, 'opposite seats', [...Array(half).keys()]);
  const seats = pairs.flatMap(first => [first, first + half]);
  return [...seats, ...(players % 2 === 0 ? [] : [players - 1])].map(seat => (seat + turn) % players);
}

/**
 * Passes every action tile to the left neighbour, who is the next seat; being the leader, who has no tile, is passed
 * on as well (SC-3d, SC-9g).
 */
export const passLeft = (tiles: readonly ActionTile[]): readonly ActionTile[] =>
  tiles.map((_, seat) => tiles[(seat + tiles.length - 1) % tiles.length] ?? NO_ACTIONS);

export const leaderOf = (tiles: readonly ActionTile[]): Seat | null => {
  const seat = tiles.findIndex(tile => tile.length === 0);
  return seat < 0 ? null : seat;
};

/**
 * The state of a solo game: the uppermost tile of the discard, and how many tiles are left in the pile (SO-1d, SO-2b).
 */
export interface SoloPile {
  readonly top: Action | null;
  readonly pile: number;
}

export const FULL_PILE: SoloPile = { top: null, pile: ACTIONS.length };

/** The face-down pile after `turned` turns of the hourglass, uppermost first (SO-1d, SO-4). */
export const pileOrder = (seed: string, turned: number): readonly Action[] =>
  shuffle(seed, `solo pile ${turned}`, ACTIONS);

/**
 * Turns the next tile of the pile. When the pile is empty, the discard is turned over unshuffled and its first tile is
 * revealed in the same step (SO-3a, SO-3b).
 */
export const turnFromPile = (solo: SoloPile, action: Action): SoloPile => ({
  top: action,
  pile: (solo.pile === 0 ? ACTIONS.length : solo.pile) - 1,
});
