/** All messages of the game: commands ask, events report, refusals explain. */
import type { SetUp } from './set-up.ts';
import type { Action, Cell, Direction, Gesture, Hero, Millis, Seat, TileNumber } from './vocabulary.ts';

export type Command =
  // Commands before the sand runs (SU-3h, SU-5b, SC-13d).
  | { readonly type: 'start' }
  | { readonly type: 'swap'; readonly seat: Seat; readonly with: Seat }
  | { readonly type: 'place'; readonly seat: Seat; readonly hero: Hero; readonly to: Cell }
  // Commands that are actions: they close a talk window (CM-3e, CM-3f).
  | {
      readonly type: 'move';
      readonly seat: Seat;
      readonly hero: Hero;
      readonly dir: Direction;
      readonly steps: number;
    }
  | { readonly type: 'vortex'; readonly seat: Seat; readonly hero: Hero; readonly to: Cell }
  | { readonly type: 'escalator'; readonly seat: Seat; readonly hero: Hero }
  | { readonly type: 'explore'; readonly seat: Seat }
  | { readonly type: 'lay'; readonly seat: Seat; readonly door: Cell }
  // Commands that are no actions: everybody may give them, and they close no talk window.
  | { readonly type: 'steal'; readonly seat: Seat }
  | { readonly type: 'discard'; readonly seat: Seat; readonly tile: TileNumber }
  | { readonly type: 'turn'; readonly seat: Seat }
  | { readonly type: 'pause'; readonly seat: Seat; readonly because?: 'disconnected' }
  | { readonly type: 'resume'; readonly seat: Seat }
  /** The command that a bot plays this seat from now on; only the table can give it (GB-1i). */
  | { readonly type: 'seatBot'; readonly seat: Seat }
  /** The command that marks the moment from which an earlier game is continued; only the table can give it (GB-4). */
  | { readonly type: 'playOn'; readonly seat: Seat }
  // Commands of communication (RULES 8).
  | { readonly type: 'nudge'; readonly seat: Seat; readonly to: Seat }
  | { readonly type: 'stare'; readonly seat: Seat; readonly to: Seat }
  | { readonly type: 'say'; readonly seat: Seat; readonly text: string }
  /** `to` is the cell that a finger points at. */
  | { readonly type: 'gesture'; readonly seat: Seat; readonly gesture: Gesture; readonly to?: Cell };

export type CommandType = Command['type'];
export type CommandOf<T extends CommandType> = Extract<Command, { readonly type: T }>;

/** Everything that happened. Events are public; none of them reveals something that is still face down. */
export type GameEvent = { readonly at: Millis } & (
  | { readonly type: 'gameSetUp'; readonly setUp: SetUp }
  | { readonly type: 'tilesSwapped'; readonly seat: Seat; readonly with: Seat }
  | { readonly type: 'heroPlaced'; readonly seat: Seat; readonly hero: Hero; readonly to: Cell }
  | { readonly type: 'gameStarted' }
  | {
      readonly type: 'heroMoved';
      readonly seat: Seat;
      readonly hero: Hero;
      readonly by: Action;
      readonly to: Cell;
    }
  | { readonly type: 'heroLeft'; readonly hero: Hero }
  | { readonly type: 'hourglassTurned'; readonly cell: Cell }
  | { readonly type: 'cameraSwitchedOff'; readonly cell: Cell }
  | { readonly type: 'ballUsed'; readonly cell: Cell }
  | ({ readonly type: 'tileDrawn'; readonly seat: Seat; readonly next: TileNumber | null } & Drawn)
  | {
      readonly type: 'tileLaid';
      readonly seat: Seat;
      readonly tile: TileNumber;
      readonly door: Cell;
      readonly by: LaidBy;
    }
  | {
      readonly type: 'tileDiscarded';
      readonly seat: Seat;
      readonly tile: TileNumber;
      readonly next: TileNumber | null;
    }
  | { readonly type: 'theftHappened'; readonly seat: Seat | null }
  | { readonly type: 'actionTurned'; readonly seat: Seat; readonly action: Action }
  | { readonly type: 'pawnMoved'; readonly seat: Seat; readonly to: Seat }
  | { readonly type: 'tapped'; readonly seat: Seat; readonly to: Seat }
  | { readonly type: 'stared'; readonly seat: Seat; readonly to: Seat }
  | { readonly type: 'paused'; readonly seat: Seat }
  | { readonly type: 'resumed'; readonly seat: Seat }
  | { readonly type: 'botSat'; readonly seat: Seat }
  /** The events before this one are the beginning of an earlier game; the events after it were played later (GB-4). */
  | { readonly type: 'playedOn'; readonly seat: Seat }
  | { readonly type: 'gameWon' }
  | { readonly type: 'gameLost'; readonly reason: LossReason }
  | { readonly type: 'seedRevealed'; readonly seed: string }
);

export type EventType = GameEvent['type'];
export type EventOf<T extends EventType> = Extract<GameEvent, { readonly type: T }>;

/** The tile that a player has drawn and must lay; its possible places are fixed when it is drawn (EX-3e). */
export interface Drawn {
  readonly tile: TileNumber;
  /** The exploration spaces at which the tile may be laid. */
  readonly places: readonly Cell[];
  /** The places where the door's own hero stood when the tile was drawn: these need no crystal ball (SC-5o). */
  readonly own: readonly Cell[];
  /** The crystal ball that makes the other places possible; null if there is none. */
  readonly ball: Cell | null;
}

/** What allows a tile to be laid: a hero at the door, or the crystal ball (SC-5e). */
export type LaidBy = Hero | 'ball';

export const LOSS_REASONS = ['sand', 'no-gear', 'rearrange'] as const;
export type LossReason = (typeof LOSS_REASONS)[number];

/** The codes of refusals, each with a sentence that a player understands. */
export const REFUSALS = {
  'not-yours': 'That action is not on your action tile.',
  blocked: 'There is no way through there.',
  'no-steps': 'A move is at least one square.',
  occupied: 'Another hero is in the way.',
  'not-a-vortex': "That is not a vortex of the hero's colour.",
  'vortex-closed': 'The vortices are out of order.',
  'no-escalator': 'The hero is not at an escalator.',
  'nothing-to-explore': 'No hero is at an unexplored door of their own colour.',
  'stack-empty': 'There are no tiles left to explore.',
  'place-first': 'The drawn tile must be laid first.',
  'not-a-place': 'The drawn tile cannot be laid there.',
  'no-theft': 'There is nothing to steal now.',
  cameras: 'Two or more cameras are watching: no hero may enter an hourglass space.',
  group: 'Two heroes may not be on the same tile.',
  'same-mall': 'The four heroes may not all be in the same mall.',
  rearranging: 'Tiles must leave the mall before anything else happens.',
  'not-removable': 'That tile must stay.',
  silence: 'Hush! Nobody may talk now.',
  'not-leader': 'Only the leader moves the pawn.',
  'no-pawn': 'There is no pawn in this game.',
  'no-pause': 'This table plays without pauses.',
  paused: 'The game is paused.',
  'not-paused': 'The game is not paused.',
  'not-playing': 'The hourglass has not been started.',
  started: 'The hourglass is already running.',
  over: 'The game is over.',
  'solo-only': 'You turn action tiles only when you play alone.',
  'hero-out': 'That hero has left the mall.',
  'nothing-drawn': 'There is no drawn tile to lay.',
  'nothing-to-discard': 'No tile has to leave the mall now.',
  'not-on-vortex': 'The hero must be on a vortex of their own colour.',
  'wrong-mall': 'That place is in the wrong mall.',
  'too-fast': 'Not so fast: wait a moment before you do that again.',
  malformed: 'That is not possible here.',
} as const satisfies Readonly<Record<string, string>>;
export type Refusal = keyof typeof REFUSALS;
