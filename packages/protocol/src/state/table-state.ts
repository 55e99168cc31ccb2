/**
 * The table around a game: who sits where, who is host, what is going to be played. Games come and go at a table; people,
 * settings and spectators stay. Members are numbers that are never used again; names are in a log of their own, where they
 * can be deleted.
 */
import { type Game, type GameEvent, isOver, type Seat } from '@hush/rules';
import { MOST_SEATS } from '../commands/seats.ts';
import type { TableWish } from '../commands/table-wish.ts';
import type { Temper } from '../commands/tempers.ts';
import { type BotSeats, isBot } from './bot-seats.ts';

/** A person at this table, numbered in the order of arrival. */
export type Member = number;

export type TableEvent =
  /** `vocabulary` is the format number of the events; logs of 0.1.0 and 0.2.0 do not say. */
  | { readonly type: 'tableOpened'; readonly wish: TableWish; readonly vocabulary?: number }
  /** The key is a hash of the secret that opens the seat; a bot has none. */
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
  | { readonly type: 'wishChanged'; readonly wish: TableWish }
  | { readonly type: 'seatsClosed'; readonly seats: readonly Member[] }
  | { readonly type: 'gameAbandoned' }
  | { readonly type: 'memberMuted'; readonly member: Member; readonly muted: boolean }
  /** The member's games here may be collected for research, or no longer (PR-76). */
  | { readonly type: 'consentGiven'; readonly member: Member; readonly given: boolean }
  /**
   * A client had this many more entries than the journal, which has lost its end, for instance after an old
   * backup was restored.
   */
  | { readonly type: 'entriesLost'; readonly count: number }
  | BotEvent;

export type BotEvent =
  /** A bot plays for a member who is away, until the member is back. */
  | { readonly type: 'botSatIn'; readonly member: Member }
  | { readonly type: 'botStoodUp'; readonly member: Member }
  | { readonly type: 'sitInAllowed'; readonly allowed: boolean }
  /** The member who has just sat down is a program (PR-75). */
  | { readonly type: 'programSeated'; readonly member: Member }
  | { readonly type: 'programsAllowed'; readonly allowed: boolean };

export type LogEvent = TableEvent | GameEvent;

export interface TableState extends BotSeats {
  readonly wish: TableWish;
  /** By seat; null where somebody left in the middle of a game. */
  readonly seats: readonly (Member | null)[];
  /**
   * Who had each seat when the last game ended, since seats move up when somebody leaves later; missing from an older
   * server.
   */
  readonly played?: TableState['seats'];
  /** Who was the last to leave a seat in the middle of the last game; an older server does not say. */
  readonly left?: TableState['seats'];
  readonly host: Member | null;
  readonly locked: boolean;
  /** Only those who sit here are let in; an older server does not say. */
  readonly unwatched?: boolean;
  readonly ready: readonly Member[];
  /** Members whom the host has muted; missing from an older server. */
  readonly muted?: readonly Member[];
  /** The last members whom the host has kicked; missing from an older server. */
  readonly kicked?: readonly Member[];
  /** The members who agree that games are collected for research; none if the field is missing. */
  readonly consents?: readonly Member[];
  /** The number the next newcomer gets. */
  readonly nextMember: Member;
  readonly game: Game | null;
  /** The game, or the last one, was played on from a moment of an earlier one (GB-4); an older server does not say. */
  readonly playedOn?: boolean;
  /** How many games have begun here. */
  readonly games: number;
  /** How many entries the journal has lost since the last game began; missing where none are known to be. */
  readonly lost?: number;
}

/** How many removed members are remembered; a host who removes more should lock the table. */
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

/** How many may sit down. */
export const seatsOf = ({ wish }: TableState): number => wish.players ?? MOST_SEATS;

export const isMuted = ({ muted = [] }: TableState, member: Member): boolean => muted.includes(member);

export const wasKicked = ({ kicked = [] }: TableState, member: Member): boolean => kicked.includes(member);

export const seatOf = (table: TableState, member: Member): Seat => table.seats.indexOf(member);

/** A game is set up or running: newcomers get no new seat. */
export const isPlaying = ({ game }: TableState): boolean => game !== null && !isOver(game);

const members = (table: TableState): readonly Member[] => table.seats.filter(member => member !== null);

/** Those at the table who are not bots. */
export const personsOf = (table: TableState): readonly Member[] =>
  members(table).filter(member => !isBot(table, member));

/** All who are going to play, in the order of their seats. */
export const playersOf = (table: TableState): readonly Member[] => members(table);

/** Whether all who sit here are ready, and are more than one: somebody who is alone waits for the others. */
export const isEverybodyReady = (table: TableState): boolean => {
  const players = playersOf(table);
  return players.length > 1 && players.every(member => table.ready.includes(member));
};

/**
 * Everybody who sits here and, until the finished game is put away, everybody who played it, because screens still name
 * them. Members whom the host has removed are left out, so that an offensive name disappears.
 */
export const rememberedOf = (table: TableState): readonly Member[] => {
  const { game, played = [], left = [] } = table;
  const gone =
    game !== null && isOver(game) ? played.map((member, seat) => member ?? left[seat] ?? null) : [];
  const spokenOf = gone.filter(member => member !== null).filter(member => !wasKicked(table, member));
  return [...new Set([...members(table), ...spokenOf])];
};
