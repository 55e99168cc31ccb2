/**
 * The interface of the board: the scene it shows and the events it sends. Places are cells of one plane (x east, y
 * south); the maker of the scene moves the second mall aside. The board knows no rules.
 */
import type { Hero, Tile, TileNumber } from '@hush/rules';

export interface BoardPoint {
  readonly x: number;
  readonly y: number;
}

export interface SceneTile {
  readonly number: TileNumber;
  readonly drawing: Tile;
  /** The top-left cell of the tile. */
  readonly x: number;
  readonly y: number;
  /** Quarter turns clockwise. */
  readonly turn: number;
  /** Whether another tile is joined, by the sides of the tile's own drawing. */
  readonly joined: readonly boolean[];
  /** Squares (0-15 in the tile's own drawing) with an out-of-order marker. */
  readonly outOfOrder: readonly number[];
  /** The tile may be taken out of the mall now (SC-11a). */
  readonly removable: boolean;
}

export interface ScenePawn {
  readonly hero: Hero;
  readonly at: BoardPoint;
  /** The hero has escaped, but its pawn still stands on the exit. */
  readonly out: boolean;
}

export const MARK_KINDS = ['walk', 'vortex', 'escalator', 'explore', 'lay', 'discard', 'place'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** A place on the board that this player may choose now. It stands for one command. */
export interface Mark {
  /** The id of a command stays the same as long as the command is possible. */
  readonly id: string;
  readonly kind: MarkKind;
  readonly at: BoardPoint;
  /** The hero whose colour and symbol the mark has; null for a tile to discard. */
  readonly hero: Hero | null;
  /** The cells of the walk, nearest first; the last one is `at`. Empty if nobody walks. */
  readonly path: readonly BoardPoint[];
  /** The label for screen readers. */
  readonly label: string;
}

export interface Scene {
  readonly tiles: readonly SceneTile[];
  readonly pawns: readonly ScenePawn[];
  readonly marks: readonly Mark[];
  /** True after the theft: lanterns are red, vortices are closed, glass domes are broken. */
  readonly alarm: boolean;
  /** Vortices are closed by a rule of the scenario (SC-16a). */
  readonly noVortex: boolean;
  /** Which symbols have an effect in this game: passages of the dwarf, balls, cameras, loudspeakers. */
  readonly shows: {
    readonly passages: boolean;
    readonly balls: boolean;
    readonly cameras: boolean;
    readonly loudspeakers?: boolean;
  };
  /** The drawn tile that is not laid yet. */
  readonly drawn: {
    readonly drawing: Tile;
    readonly mine: boolean;
    /** The doors where it may be laid. Everybody sees them, even players who may not lay it (EX-3d). */
    readonly places?: readonly BoardPoint[];
  } | null;
  readonly chosen: Hero | null;
  /** The place of the signpost between two malls (SC-13f). */
  readonly sign?: BoardPoint | null;
  /** Draws a pattern over each hero's colour. */
  readonly patterns?: boolean;
  /** Which bots look at a hero, with the animal of each. */
  readonly gazes?: readonly { readonly hero: Hero; readonly avatar: string }[];
  /** Marks are shown but cannot be chosen; true for spectators. */
  readonly still?: boolean;
  /** The hero and the squares that pulse, to draw the player's attention to them. */
  readonly pulse?: {
    readonly hero: Hero | null;
    readonly cells: readonly BoardPoint[];
    /** Whether the pulse is continuous. */
    readonly loud?: boolean;
  } | null;
  /** Which destinations show a hint: all, those of the chosen hero, or none. All of them can be chosen anyway. */
  readonly dots?: 'always' | 'hero' | 'off';
}

/** How many pixels panels cover at each edge of the board. The camera keeps heroes out of that area. */
export interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Which heroes the camera keeps in view: the one that moved last, the chosen one, or all. */
export type CameraFollows = 'mover' | 'chosen' | 'all';

/**
 * What the board needs from the page: settings and words. The board calls each function whenever it needs the value,
 * so values may change.
 */
export interface BoardOptions {
  /** Reduced motion: pawns and camera jump instead of gliding. */
  isCalm(): boolean;
  readonly labels: {
    /** The label of the group of all marks. */
    marks(): string;
    /** The label of the button that brings a hero into view. */
    find(hero: Hero): string;
  };
  /** Which heroes the camera follows from the start; none by default. */
  readonly follow?: CameraFollows;
}

export interface BoardEvents {
  chosen(mark: Mark): void;
  /** A long press on a cell with two marks. The page asks the player which one is meant. */
  undecided?(marks: readonly Mark[]): void;
  hovered?(mark: Mark | null): void;
  heroTapped?(hero: Hero): void;
  /** The player moved the camera by hand, so it stops following. */
  steered?(): void;
  /** The camera or a hero has moved. */
  moved?(): void;
}

/** A walk to animate: the hero, the cells, and the player whose name tag is shown. */
export interface Walk {
  readonly hero: Hero;
  readonly path: readonly BoardPoint[];
  readonly by: 'walk' | 'vortex' | 'escalator';
  readonly author: { readonly name: string; readonly avatar: string } | null;
}

export interface BoardApi {
  show(scene: Scene): void;
  /** Animates this hero's next change of place along a path. Without it the pawn glides straight. */
  walk(walk: Walk): void;
  /** Moves a hero back to its real place, with the name tag of the player who was faster. */
  springBack(hero: Hero, author: Walk['author']): void;
  zoomBy(factor: number): void;
  fitAll(): void;
  centerOn(at: BoardPoint): void;
  /**
   * Keeps these heroes in view until the player moves the camera or `whom` is null. With `small` it does so only while
   * the whole mall would be too small to read.
   */
  follow(whom: CameraFollows | null, when?: 'always' | 'small'): void;
  panBy(dx: number, dy: number): void;
  setInsets(insets: Insets): void;
  /** Called for a long press on a place without two marks. It returns true if it handled the press. */
  whenHeld(then: ((at: BoardPoint) => boolean) | null): void;
  /** Makes taps choose cells instead of marks, until it is called with null. */
  pick(then: ((at: BoardPoint) => void) | null): void;
  /** A layer above everything on the board, in the board's own pixels. */
  overlay(): HTMLElement;
  destroy(): void;
}
