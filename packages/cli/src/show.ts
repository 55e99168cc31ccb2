/** The state of a game for the referee's `show`, in coordinates and names. */
import {
  actionsOf,
  ballTiles,
  type Cell,
  type Coordinates,
  coordinatesOf,
  type Drawn,
  explorations,
  type Game,
  HEROES,
  type Hero,
  laidTiles,
  leaderOf,
  type Millis,
  removableTiles,
  type Seat,
  sandLeft,
  stackSize,
  stealRefusal,
  talkState,
  tileOf,
  workingCameras,
} from '@hush/rules';

export interface Shown {
  readonly [field: string]: unknown;
}

export function shownState(game: Game, names: readonly string[], sand: Millis): Shown {
  const where = (cells: readonly Cell[]): readonly Coordinates[] =>
    cells.map(cell => coordinatesOf(game, cell));
  const name = (seat: Seat | null): string | null => (seat === null ? null : (names[seat] ?? null));
  return {
    status: game.status,
    reason: game.reason,
    remaining: sandLeft(game, game.status === 'playing' ? sand : game.at),
    turned: game.turned,
    talk: talkState(game),
    theft: game.theft,
    heroes: Object.fromEntries(HEROES.map(hero => [hero, showHero(game, hero)])),
    tiles: laidTiles(game).map(({ tile, x, y, turn, mall }) => ({
      tile,
      at: mall === 1 ? [x, y, 1] : [x, y],
      turn: turn * 90,
      mall,
    })),
    stack: stackSize(game),
    next: game.stack.next,
    drawn: showDrawn(game.drawn, where),
    actionTiles: names.map((_, seat) => actionsOf(game, seat)),
    solo: game.solo ?? { top: null, pile: 0 },
    outOfOrder: where(game.outOfOrder),
    cameras: workingCameras(game).length,
    pawn: name(game.pawn),
    leader: game.rules.leader ? name(leaderOf(game.actionTiles)) : null,
    explorable: mayExplore(game) ? where(explorations(game).places) : [],
    theftPossible: stealRefusal(game) === null,
    ballTiles: ballTiles(game),
    discards: game.discards,
    removable: removableTiles(game),
  };
}

function showHero(game: Game, hero: Hero): Shown {
  const cell = game.heroes[hero];
  const out = game.out[hero];
  if (cell === null) return { at: null, tile: null, mall: null, out };
  const tile = tileOf(cell);
  return { at: coordinatesOf(game, cell), tile, mall: game.mall[tile]?.mall ?? 0, out };
}

const showDrawn = (
  drawn: Drawn | null,
  where: (cells: readonly Cell[]) => readonly Coordinates[],
): Shown | null => (drawn === null ? null : { tile: drawn.tile, places: where(drawn.places) });

const mayExplore = (game: Game): boolean =>
  game.status === 'playing' && game.drawn === null && game.discards === 0 && stackSize(game) > 0;
