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
  /** How often the tile is turned clockwise by a quarter. */
  readonly turn: number;
  /** For each side of the tile's own drawing, whether another tile is joined there. */
  readonly joined: readonly boolean[];
  /** Squares (0-15 in the tile's own drawing) with an out-of-order marker. */
  readonly outOfOrder: readonly number[];
  /** Whether the tile may be removed from the mall now (SC-11a). */
  readonly removable: boolean;
}

export interface ScenePawn {
  readonly hero: Hero;
  readonly at: BoardPoint;
  /** Whether the hero has escaped; its pawn may still stand on the exit. */
  readonly out: boolean;
}

export const MARK_KINDS = ['walk', 'vortex', 'escalator', 'explore', 'lay', 'discard', 'place'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** A place on the board that this player may choose now. It stands for one command. */
export interface ChoiceMark {
  /** The id of a command stays the same as long as the command is possible. */
  readonly id: string;
  readonly kind: MarkKind;
  readonly at: BoardPoint;
  /** The hero whose colour and symbol the mark has; null for a tile to discard. */
  readonly hero: Hero | null;
  /** The cells of the move, nearest first; the last one is `at`. Empty if no hero moves. */
  readonly path: readonly BoardPoint[];
  /** The label for screen readers. */
  readonly label: string;
}

export interface Scene {
  readonly tiles: readonly SceneTile[];
  readonly pawns: readonly ScenePawn[];
  readonly marks: readonly ChoiceMark[];
  /** Whether the theft has happened: then lanterns are red, vortices are closed, glass domes are broken. */
  readonly alarm: boolean;
  /** Whether a rule of the scenario closes all vortices (SC-16a). */
  readonly noVortex: boolean;
  /** Which symbols have an effect in this game: passages of the dwarf, balls, cameras, loudspeakers. */
  readonly shows: {
    readonly passages: boolean;
    readonly balls: boolean;
    readonly cameras: boolean;
    readonly loudspeakers?: boolean;
  };
  /** The tile that was drawn and is not laid yet. */
  readonly drawn: {
    readonly drawing: Tile;
    readonly mine: boolean;
    /** The doors where the drawn tile may be laid. Everybody sees them, even players who may not lay the tile (EX-3d). */
    readonly places?: readonly BoardPoint[];
  } | null;
  readonly chosen: Hero | null;
  /** The place of the signpost between two malls (SC-13f). */
  readonly sign?: BoardPoint | null;
  /** Whether patterns are drawn over the heroes' colours. */
  readonly patterns?: boolean;
  /** Which bots look at a hero, with the animal of each. */
  readonly gazes?: readonly { readonly hero: Hero; readonly avatar: string }[];
  /** Whether marks are shown but cannot be chosen, as for spectators. */
  readonly still?: boolean;
  /** The hero and the squares that pulse, to draw the player's attention to them. */
  readonly pulse?: {
    readonly hero: Hero | null;
    readonly cells: readonly BoardPoint[];
    /** Whether the squares pulse all the time. */
    readonly loud?: boolean;
  } | null;
  /** Which destinations show a hint: all, those of the chosen hero, or none. Without a hint they can be chosen, too. */
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
export type FollowedHeroes = 'mover' | 'chosen' | 'all';

/**
 * What the board needs from the page: settings and labels. The board calls these functions whenever it needs a value, so
 * the values may change.
 */
export interface BoardOptions {
  /** Whether motion is reduced: pawns and camera then jump instead of gliding. */
  isCalm(): boolean;
  readonly labels: {
    /** The label of the group of all marks. */
    marks(): string;
    /** The label of the button that brings a hero into view. */
    find(hero: Hero): string;
  };
  /** Which heroes the camera follows from the start; none by default. */
  readonly follow?: FollowedHeroes;
}

export interface BoardEvents {
  chosen(mark: ChoiceMark): void;
  /** Called for a long press on a cell with two marks; the page asks the player which mark is meant. */
  undecided?(marks: readonly ChoiceMark[]): void;
  hovered?(mark: ChoiceMark | null): void;
  heroTapped?(hero: Hero): void;
  /** Called when the player has moved the camera by hand, so that it no longer follows heroes. */
  steered?(): void;
  /** Called when the camera or a hero has moved. */
  moved?(): void;
}

/** A move to animate: the hero, the cells, and the player whose name tag is shown. */
export interface Walk {
  readonly hero: Hero;
  readonly path: readonly BoardPoint[];
  readonly by: 'walk' | 'vortex' | 'escalator';
  readonly author: { readonly name: string; readonly avatar: string } | null;
}

export interface BoardApi {
  show(scene: Scene): void;
  /** Animates this hero's next change of place along a path. Without this call the pawn glides straight. */
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
  follow(whom: FollowedHeroes | null, when?: 'always' | 'small'): void;
  panBy(dx: number, dy: number): void;
  setInsets(insets: Insets): void;
  /** Called for a long press on a place without two marks. It returns true if it handled the press. */
  whenHeld(then: ((at: BoardPoint) => boolean) | null): void;
  /** Until `pick` is called with null, taps choose cells and not marks. */
  pick(then: ((at: BoardPoint) => void) | null): void;
  /** A layer above everything on the board, in the board's own pixels. */
  overlay(): HTMLElement;
  destroy(): void;
}
