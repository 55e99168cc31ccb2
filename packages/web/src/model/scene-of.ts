/** Makes the board's scene from a game. The second mall is beside the first, with a gap between them (SC-13f). */
import {
  actionsOf,
  type Cell,
  coordinatesOf,
  type Game,
  HEROES,
  type Hero,
  type LaidTile,
  laidTiles,
  type Mall,
  removableTiles,
  squareOf,
  type TileNumber,
  tileNumbered,
  tileOf,
} from '@hush/rules';
import type { BoardPoint, ChoiceMark, Scene, ScenePawn, SceneTile } from '../board/scene.ts';

interface Wished {
  /** The player's seat; -1 for spectators. */
  readonly seat: number;
  readonly marks: readonly ChoiceMark[];
  readonly chosen: Hero | null;
  /** Whether patterns are drawn over the heroes' colours. A house rule can switch them on for everybody. */
  readonly patterns?: boolean;
  readonly dots?: Scene['dots'];
  readonly gazes?: Scene['gazes'];
  readonly pulse?: Scene['pulse'];
  readonly still?: boolean;
}

export function sceneOf(
  game: Game,
  { seat, marks, chosen, patterns = false, dots = 'always', gazes = [], pulse = null, still = false }: Wished,
): Scene {
  const { rules } = game;
  const removable = removableTiles(game);
  return {
    tiles: laidTiles(game).flatMap(laid => tileOnPlane(game, laid, removable)),
    pawns: HEROES.flatMap(hero => pawnOf(game, hero)),
    marks,
    alarm: game.theft,
    noVortex: rules.noVortex,
    shows: {
      passages: rules.dwarfPassages,
      balls: rules.crystalBall,
      cameras: rules.cameras,
      loudspeakers: rules.elfTalk,
    },
    drawn: drawnOf(game, seat),
    chosen,
    sign: rules.twoMalls ? signOf(game.mall) : null,
    patterns: patterns || game.setUp.house.patterns,
    dots,
    gazes,
    pulse,
    still,
  };
}

/** Where a cell is in the one plane that the board shows. */
export function planePoint(game: Game, cell: Cell): BoardPoint {
  const [x, y, mall] = coordinatesOf(game, cell);
  const aside = mall === 1 ? asideOf(game.mall) : AT_HOME;
  return { x: x + aside.x, y: y + aside.y };
}

function tileOnPlane(game: Game, laid: LaidTile, removable: readonly TileNumber[]): readonly SceneTile[] {
  const drawing = tileNumbered(game, laid.tile);
  if (drawing === undefined) return [];
  const aside = laid.mall === 1 ? asideOf(game.mall) : AT_HOME;
  return [
    {
      number: laid.tile,
      drawing,
      x: laid.x + aside.x,
      y: laid.y + aside.y,
      turn: laid.turn,
      joined: laid.joined.map(other => other !== 0),
      outOfOrder: game.outOfOrder.filter(cell => tileOf(cell) === laid.tile).map(squareOf),
      removable: removable.includes(laid.tile),
    },
  ];
}

function pawnOf(game: Game, hero: Hero): readonly ScenePawn[] {
  const cell = game.heroes[hero];
  return cell === null ? [] : [{ hero, at: planePoint(game, cell), out: game.out[hero] }];
}

function drawnOf(game: Game, seat: number): Scene['drawn'] {
  const drawing = game.drawn === null ? undefined : tileNumbered(game, game.drawn.tile);
  if (drawing === undefined) return null;
  const places = game.drawn?.places.map(door => planePoint(game, door)) ?? [];
  return { drawing, mine: actionsOf(game, seat).includes('explore'), places };
}

// Functions for the layout of two malls.

const AT_HOME: BoardPoint = { x: 0, y: 0 };
/** The number of cells between the malls; the signpost stands there. */
const GAP = 4;
/** The second mall is moved in steps of this many cells, so that it does not move with every new tile. */
const LEAP = 6;

const asides = new WeakMap<Mall, BoardPoint>();

/** How far the second mall is moved so that it never overlaps the first. */
function asideOf(mall: Mall): BoardPoint {
  const known = asides.get(mall);
  if (known !== undefined) return known;
  const [first, second] = [0, 1].map(number => Object.values(mall).filter(laid => laid.mall === number));
  const needed = eastEnd(first ?? []) + GAP - westEnd(second ?? []);
  const aside = { x: Math.ceil(needed / LEAP) * LEAP, y: 0 };
  asides.set(mall, aside);
  return aside;
}

const eastEnd = (tiles: readonly LaidTile[]): number => Math.max(...tiles.map(({ x }) => x + 4));
const westEnd = (tiles: readonly LaidTile[]): number => Math.min(...tiles.map(({ x }) => x));

function signOf(mall: Mall): BoardPoint {
  const tiles = Object.values(mall);
  const [east, west] = [
    eastEnd(tiles.filter(laid => laid.mall === 0)),
    westEnd(tiles.filter(laid => laid.mall === 1)) + asideOf(mall).x,
  ];
  return { x: (east + west) / 2 - 0.5, y: 1.5 };
}
