/** Who owns which actions: the sets for one to nine players, dealing, passing, the solo pile (SU-3, SC-3, SC-9, SO). */
import { shuffle } from './chance.ts';
import { ACTIONS, type Action, type ActionTile, type Seat } from './vocabulary.ts';

const FOUR: readonly ActionTile[] = [
  ['north'],
  ['south', 'explore'],
  ['west', 'vortex'],
  ['east', 'escalator'],
];
const EXTRA: readonly ActionTile[] = [['west'], ['east'], ['south'], ['north']];

/** The action tiles of the set for that many players, two to eight (SU-3). */
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

/** The leader holds no action tile (SC-9). */
const NO_ACTIONS: ActionTile = [];

/** One tile each at random; with a leader the set is that of one player fewer. Alone, nobody holds tiles (SO-1). */
export function dealActionTiles(seed: string, players: number, leader: boolean): readonly ActionTile[] {
  if (players === 1) return [];
  const tiles = leader ? [...actionTileSet(players - 1), NO_ACTIONS] : actionTileSet(players);
  return shuffle(seed, 'action tiles', tiles);
}

/** Every action tile goes to the left neighbour, who is the next seat; having none moves on too (SC-3, SC-9n). */
export const passLeft = (tiles: readonly ActionTile[]): readonly ActionTile[] =>
  tiles.map((_, seat) => tiles[(seat + tiles.length - 1) % tiles.length] ?? NO_ACTIONS);

export const leaderOf = (tiles: readonly ActionTile[]): Seat | null => {
  const seat = tiles.findIndex(tile => tile.length === 0);
  return seat < 0 ? null : seat;
};

/** The player alone: what lies uppermost on the discard, and how many tiles are still in the pile (SO-1, SO-2). */
export interface SoloPile {
  readonly top: Action | null;
  readonly pile: number;
}

export const FULL_PILE: SoloPile = { top: null, pile: ACTIONS.length };

/** The face-down pile after `turned` turns of the hourglass, uppermost first (SO-1, SO-4). */
export const pileOrder = (seed: string, turned: number): readonly Action[] =>
  shuffle(seed, `solo pile ${turned}`, ACTIONS);

/** The pile empty, the discard is turned over unshuffled and its first tile revealed in one step (SO-3). */
export const turnFromPile = (solo: SoloPile, action: Action): SoloPile => ({
  top: action,
  pile: (solo.pile === 0 ? ACTIONS.length : solo.pile) - 1,
});
