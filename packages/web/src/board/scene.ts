/**
 * What the board is asked to show, and what it tells. Places are cells of the plane (x east, y south); the second mall
 * is moved aside by whoever makes the scene. The board knows no rules: destinations come in, wishes go out.
 */
import type { Hero, Tile, TileNumber } from '@hush/rules';

export interface BoardPoint {
  readonly x: number;
  readonly y: number;
}

export interface SceneTile {
  readonly number: TileNumber;
  readonly drawing: Tile;
  /** Its top-left cell. */
  readonly x: number;
  readonly y: number;
  /** Quarter turns clockwise. */
  readonly turn: number;
  /** By the tile's own sides: whether another tile is joined there. */
  readonly joined: readonly boolean[];
  /** Squares (0-15, own drawing) with an out-of-order marker. */
  readonly outOfOrder: readonly number[];
  /** May be taken out of the mall now (SC-11a). */
  readonly removable: boolean;
}

export interface ScenePawn {
  readonly hero: Hero;
  readonly at: BoardPoint;
  /** Escaped, but still standing on its exit. */
  readonly out: boolean;
}

export const MARK_KINDS = ['walk', 'vortex', 'escalator', 'explore', 'lay', 'discard', 'place'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** Something this player may choose now: a place on the board that stands for one command. */
export interface Mark {
  /** The same for the same command as long as it stays possible. */
  readonly id: string;
  readonly kind: MarkKind;
  readonly at: BoardPoint;
  /** Whose colour and symbol it wears; null for a tile to discard. */
  readonly hero: Hero | null;
  /** The cells passed, nearest first, the last one is `at`; empty where nobody walks. */
  readonly path: readonly BoardPoint[];
  /** For those who do not see it. */
  readonly label: string;
}

export interface Scene {
  readonly tiles: readonly SceneTile[];
  readonly pawns: readonly ScenePawn[];
  readonly marks: readonly Mark[];
  /** After the theft: red lanterns, sealed vortices, broken domes. */
  readonly alarm: boolean;
  /** Vortices out of use for another reason (SC-16a). */
  readonly noVortex: boolean;
  /** Which rules give symbols a meaning: passages of the dwarf, balls, cameras. */
  readonly shows: {
    readonly passages: boolean;
    readonly balls: boolean;
    readonly cameras: boolean;
    readonly loudspeakers?: boolean;
  };
  /** The tile in the explorer's hand. */
  readonly drawn: {
    readonly drawing: Tile;
    readonly mine: boolean;
    /** The doors it may be laid at; everybody sees it, also who may not lay it (EX-3d). */
    readonly places?: readonly BoardPoint[];
  } | null;
  readonly chosen: Hero | null;
  /** Where the sign between two malls stands (SC-13f). */
  readonly sign?: BoardPoint | null;
  /** Each hero's colour with a pattern of its own. */
  readonly patterns?: boolean;
  /** Whose destinations are marked before anybody points at them; all can be chosen all the same. */
  readonly dots?: 'always' | 'hero' | 'off';
}

/** What lies over the board's edges, in pixels: the camera keeps heroes out from under it. */
export interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Whom the camera keeps in view: the hero that moved last, the chosen one, or all. */
export type CameraFollows = 'mover' | 'chosen' | 'all';

/** What the board asks of the page around it: settings and words. Each function is called whenever it matters, so answers may change. */
export interface BoardOptions {
  /** Whether pawns and camera jump instead of gliding. */
  isCalm(): boolean;
  readonly labels: {
    /** Of the group of all marks. */
    marks(): string;
    /** Of the button that brings a hero into view. */
    find(hero: Hero): string;
  };
  /** Whom the camera follows from the start; nobody without it. */
  readonly follow?: CameraFollows;
}

export interface BoardEvents {
  chosen(mark: Mark): void;
  /** Two marks on one cell, held long: whoever steers asks which. */
  undecided?(marks: readonly Mark[]): void;
  hovered?(mark: Mark | null): void;
  heroTapped?(hero: Hero): void;
  /** Somebody has taken the camera in hand: it follows nobody any more. */
  steered?(): void;
  /** The camera looks elsewhere, or somebody goes elsewhere. */
  moved?(): void;
}

/** A walk to show: whose, along which cells, and by whom (an author's tag). */
export interface Walk {
  readonly hero: Hero;
  readonly path: readonly BoardPoint[];
  readonly by: 'walk' | 'vortex' | 'escalator';
  readonly author: { readonly name: string; readonly avatar: string } | null;
}

export interface BoardApi {
  show(scene: Scene): void;
  /** Animates the next change of this hero's place along a path; without it the pawn glides straight. */
  walk(walk: Walk): void;
  /** Springs a hero back, with the tag of whoever was first. */
  springBack(hero: Hero, author: Walk['author']): void;
  zoomBy(factor: number): void;
  fitAll(): void;
  centerOn(at: BoardPoint): void;
  /** Keeps them in view from now on, until somebody steers or it is null again. */
  follow(whom: CameraFollows | null): void;
  panBy(dx: number, dy: number): void;
  setInsets(insets: Insets): void;
  /** Any place of the board that is held long, where no mark is asked about; answers whether it was wanted. */
  whenHeld(then: ((at: BoardPoint) => boolean) | null): void;
  /** The next taps choose places of the board and no marks, until it is null again. */
  pick(then: ((at: BoardPoint) => void) | null): void;
  /** Lies over everything on the board, in its own pixels. */
  overlay(): HTMLElement;
  destroy(): void;
}
