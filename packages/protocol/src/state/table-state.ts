/**
 * The state of the table around a game: who sits where, who is host, what will be played. A table has one game after
 * another; members and settings stay. Member numbers are never reused. Names are stored in a separate log, where they can be
 * deleted.
 */
import { type Game, type GameEvent, isOver, type Seat } from '@hush/rules';
import { MOST_SEATS } from '../commands/seats.ts';
import type { TableWish } from '../commands/table-wish.ts';
import type { Temper } from '../commands/tempers.ts';
import { type BotSeats, isBot } from './bot-seats.ts';

/** A member of this table, numbered in the order of arrival. */
export type Member = number;

export type TableEvent =
  /** `vocabulary` is the format number of the events; logs of 0.1.0 and 0.2.0 do not have it. */
  | { readonly type: 'tableOpened'; readonly wish: TableWish; readonly vocabulary?: number }
  /** `key` is a hash of the seat's secret token; a bot has none. */
  | {
      readonly type: 'memberJoined';
      readonly member: Member;
      readonly seat: Seat;
      readonly key: string;
      readonly bot?: Temper;
    }
  | { readonly type: 'memberLeft'; readonly member: Member; readonly kicked: boolean }
  | { readonly type: 'memberReady'; readonly member: Member; readonly ready: boolean }
  | { readonly type: 'hostNamed'; readonly member: Member }
  | { readonly type: 'tableLocked'; readonly locked: boolean }
  | { readonly type: 'spectatorsAllowed'; readonly allowed: boolean }
  /** Spectators see games this many seconds later; 0 means at once (PR-69). */
  | { readonly type: 'spectatorsDelayed'; readonly seconds: number }
  | { readonly type: 'wishChanged'; readonly wish: TableWish }
  | { readonly type: 'seatsClosed'; readonly seats: readonly Member[] }
  | { readonly type: 'gameAbandoned' }
  | { readonly type: 'memberMuted'; readonly member: Member; readonly muted: boolean }
  /** The member gives or withdraws the consent that games here are collected for research (PR-76). */
  | { readonly type: 'consentGiven'; readonly member: Member; readonly given: boolean }
  /**
   * A client had `count` more entries than the journal: the journal lost its end, for instance because an old backup was
   * restored.
   */
  | { readonly type: 'entriesLost'; readonly count: number }
  | BotEvent;

export type BotEvent =
  /** An event: a bot plays for an absent member until the member is back. */
  | { readonly type: 'botSatIn'; readonly member: Member }
  | { readonly type: 'botStoodUp'; readonly member: Member }
  | { readonly type: 'sitInAllowed'; readonly allowed: boolean }
  /** The member who has just sat down is a program (PR-75). */
  | { readonly type: 'programSeated'; readonly member: Member }
  | { readonly type: 'programsAllowed'; readonly allowed: boolean };

export type LogEvent = TableEvent | GameEvent;

export interface TableState extends BotSeats {
  readonly wish: TableWish;
  /** The members by seat; null for a seat whose member left during the game. */
  readonly seats: readonly (Member | null)[];
  /**
   * The members by seat when the last game ended, because seats move up when somebody leaves later; older servers do not
   * send it.
   */
  readonly played?: TableState['seats'];
  /** For each seat, the member who last left it during the last game; older servers do not send it. */
  readonly left?: TableState['seats'];
  readonly host: Member | null;
  readonly locked: boolean;
  /** True if only members with a seat may connect; older servers do not send it. */
  readonly unwatched?: boolean;
  /** How many seconds later spectators see a game; missing until the host chooses it. */
  readonly spectatorDelay?: number;
  readonly ready: readonly Member[];
  /** Members whom the host has muted; missing from an older server. */
  readonly muted?: readonly Member[];
  /** The last members whom the host has kicked; missing from an older server. */
  readonly kicked?: readonly Member[];
  /** The members who consent that games are collected for research; a missing field means none. */
  readonly consents?: readonly Member[];
  /** The number that the next newcomer gets. */
  readonly nextMember: Member;
  readonly game: Game | null;
  /**
   * Whether the current or last game continues an earlier one from one of its moments (GB-4); older servers do not
   * send this field.
   */
  readonly playedOn?: boolean;
  /** How many games have begun at this table. */
  readonly games: number;
  /** How many entries the journal is known to have lost since the last game began; missing if none. */
  readonly lost?: number;
}

/** How many removed members are remembered; after that, a host should lock the table. */
export const MOST_KICKED = 64;

export const EMPTY_TABLE: TableState = {
  wish: { scenario: 1 },
  seats: [],
  host: null,
  locked: false,
  ready: [],
  nextMember: 1,
  game: null,
  games: 0,
};

/** The number of seats. */
export const seatsOf = ({ wish }: TableState): number => wish.players ?? MOST_SEATS;

export const isMuted = ({ muted = [] }: TableState, member: Member): boolean => muted.includes(member);

export const wasKicked = ({ kicked = [] }: TableState, member: Member): boolean => kicked.includes(member);

export const seatOf = (table: TableState, member: Member): Seat => table.seats.indexOf(member);

/** Whether a game is set up or running; then newcomers get no new seat. */
export const isPlaying = ({ game }: TableState): boolean => game !== null && !isOver(game);

const members = (table: TableState): readonly Member[] => table.seats.filter(member => member !== null);

/** The members who are not bots. */
export const personsOf = (table: TableState): readonly Member[] =>
  members(table).filter(member => !isBot(table, member));

/** The members who will play, in the order of their seats. */
export const playersOf = (table: TableState): readonly Member[] => members(table);

/** Whether all seated members are ready and there are at least two; a single member waits for others. */
export const isEverybodyReady = (table: TableState): boolean => {
  const players = playersOf(table);
  return players.length > 1 && players.every(member => table.ready.includes(member));
};

/**
 * The members whose names screens show: all members at the table and, until the next game, all players of the finished game.
 * Members whom the host has removed are left out, so that an offensive name disappears.
 */
export const rememberedOf = (table: TableState): readonly Member[] => {
  const { game, played = [], left = [] } = table;
  const gone =
    game !== null && isOver(game) ? played.map((member, seat) => member ?? left[seat] ?? null) : [];
  const spokenOf = gone.filter(member => member !== null).filter(member => !wasKicked(table, member));
  return [...new Set([...members(table), ...spokenOf])];
};
