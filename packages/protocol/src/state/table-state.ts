/**
 * The table around a game: who sits where, who is host, what is going to be played. A log like everything else:
 * commands ask, events tell. Games come and go on a table; people, settings and spectators stay.
 * Members are numbers that are never used again; names lie elsewhere, where they can be deleted.
 */
import { beginGame, evolve, type Game, type GameEvent, isOver, type Seat, type Wish } from '@hush/rules';
import {
  type BotSeats,
  isBot,
  NO_KEY,
  type Temper,
  withBot,
  withoutMember,
  withStandIn,
} from './bot-seats.ts';

/** A person at this table, numbered in the order of arrival. */
export type Member = number;

/** What the host chose to play, and with how many at most; who sits when a game begins plays it. */
export type TableWish = Omit<Wish, 'players' | 'heroes' | 'actionTiles' | 'pile'> & {
  /** So many may sit down, people and bots; all nine where it is not said. Nobody has to get up for it. */
  readonly players?: number;
  /** What its author says about an own scenario. */
  readonly about?: string;
};

export type TableEvent =
  | { readonly type: 'tableOpened'; readonly wish: TableWish }
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
  | { readonly type: 'wishChanged'; readonly wish: TableWish }
  | { readonly type: 'seatsClosed'; readonly seats: readonly Member[] }
  | { readonly type: 'gameAbandoned' }
  | { readonly type: 'memberMuted'; readonly member: Member; readonly muted: boolean }
  | BotEvent;

export type BotEvent =
  /** A bot plays for a member who is away, until the member is back. */
  | { readonly type: 'botSatIn'; readonly member: Member }
  | { readonly type: 'botStoodUp'; readonly member: Member }
  | { readonly type: 'sitInAllowed'; readonly allowed: boolean };

export type LogEvent = TableEvent | GameEvent;

export type TableCommand =
  | { readonly type: 'leave' }
  | { readonly type: 'ready'; readonly ready: boolean }
  | { readonly type: 'kick'; readonly member: Member }
  | { readonly type: 'mute'; readonly member: Member; readonly muted: boolean }
  | { readonly type: 'lock'; readonly locked: boolean }
  | { readonly type: 'handOver'; readonly member: Member }
  | { readonly type: 'wish'; readonly wish: TableWish }
  /** So many bots, or one; in a game only where a seat is vacant. */
  | { readonly type: 'seatBot'; readonly temper: Temper; readonly seats?: number }
  | { readonly type: 'sitIn'; readonly allowed: boolean }
  | { readonly type: 'begin' }
  | { readonly type: 'abandon' };

export const TABLE_REFUSALS = {
  full: 'Every seat at this table is taken.',
  locked: 'This table is locked: nobody new may sit down.',
  'not-seated': 'You are watching: take a seat first.',
  'not-host': 'Only the host may do that.',
  'no-such-member': 'That player is not at this table.',
  'game-running': 'A game is running.',
  'no-game': 'No game has begun.',
  'bad-setup': 'This game cannot be set up.',
  'moved-on': 'Somebody else moved that hero first.',
  stale: 'That was answered long ago.',
  muted: 'The host has muted you.',
  'worn-out': 'So much has happened at this table that no more can be written down: open a new one.',
} as const satisfies Readonly<Record<string, string>>;
export type TableRefusal = keyof typeof TABLE_REFUSALS;

export interface TableState extends BotSeats {
  readonly wish: TableWish;
  /** By seat; null where somebody left in the middle of a game. */
  readonly seats: readonly (Member | null)[];
  /** Who sat there when the last game ended: afterwards the others move up. An older server does not say. */
  readonly played?: TableState['seats'];
  /** Who was the last to leave a seat in the middle of the last game; an older server does not say. */
  readonly left?: TableState['seats'];
  readonly host: Member | null;
  readonly locked: boolean;
  readonly ready: readonly Member[];
  /** Who may not talk, by word of the host; an older server does not say. */
  readonly muted?: readonly Member[];
  /** Whom the host has shown out, the last ones; an older server does not say. */
  readonly kicked?: readonly Member[];
  /** The number the next newcomer gets. */
  readonly nextMember: Member;
  readonly game: Game | null;
  /** How many games have begun here. */
  readonly games: number;
}

export const MOST_SEATS = 9;

/** A host who shows out more than these should lock the table. */
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

/** A game is under way, be it only set up: nobody new gets a seat that was not there before. */
export const isPlaying = ({ game }: TableState): boolean => game !== null && !isOver(game);

const members = (table: TableState): readonly Member[] => table.seats.filter(member => member !== null);

/** Those at the table who are no bots. */
export const personsOf = (table: TableState): readonly Member[] =>
  members(table).filter(member => !isBot(table, member));

/** The seat a newcomer gets, or why there is none. */
function freeSeat(table: TableState): Seat | TableRefusal {
  if (table.locked) return 'locked';
  const vacant = table.seats.indexOf(null);
  if (vacant >= 0) return vacant;
  if (isPlaying(table)) return 'game-running';
  return table.seats.length >= seatsOf(table) ? 'full' : table.seats.length;
}

/** Sitting down; the first to come is the host. A person gets a bot's seat where there is no other. */
export function joinTable(table: TableState, key: string): readonly TableEvent[] | TableRefusal {
  const seat = freeSeat(table);
  const bot = table.bots?.at(-1);
  if (typeof seat === 'string' && seat !== 'locked' && bot !== undefined) {
    const left = { type: 'memberLeft', member: bot.member, kicked: false } as const;
    const joined = joinTable(evolveTable(table, left), key);
    return typeof joined === 'string' ? joined : [left, ...joined];
  }
  if (typeof seat === 'string') return seat;
  const member = table.nextMember;
  const joined = { type: 'memberJoined', member, seat, key } as const;
  return table.host === null ? [joined, { type: 'hostNamed', member }] : [joined];
}

/** Everything but `begin`, which needs chance. */
export function decideTable(
  table: TableState,
  member: Member,
  command: Exclude<TableCommand, { readonly type: 'begin' }>,
): readonly TableEvent[] | TableRefusal {
  if (seatOf(table, member) < 0) return 'not-seated';
  if (command.type === 'leave') return leave(table, member, false);
  if (command.type === 'ready') return [{ type: 'memberReady', member, ready: command.ready }];
  return table.host === member ? decideAsHost(table, command) : 'not-host';
}

type HostCommand = Exclude<TableCommand, { readonly type: 'begin' | 'leave' | 'ready' }>;

function decideAsHost(table: TableState, command: HostCommand): readonly TableEvent[] | TableRefusal {
  if (command.type === 'lock') return [{ type: 'tableLocked', locked: command.locked }];
  if (command.type === 'seatBot') return seatBots(table, command);
  if (command.type === 'sitIn') return [{ type: 'sitInAllowed', allowed: command.allowed }];
  if (command.type === 'wish') {
    return isPlaying(table) ? 'game-running' : [{ type: 'wishChanged', wish: command.wish }];
  }
  if (command.type === 'abandon') return table.game === null ? 'no-game' : [{ type: 'gameAbandoned' }];
  if (seatOf(table, command.member) < 0) return 'no-such-member';
  if (command.type === 'mute') return [{ type: 'memberMuted', member: command.member, muted: command.muted }];
  if (command.type === 'kick') return leave(table, command.member, true);
  return isBot(table, command.member) ? 'no-such-member' : [{ type: 'hostNamed', member: command.member }];
}

/** As many of those asked for as there are seats; a locked door is not for the host's own guests. */
function seatBots(
  table: TableState,
  { temper, seats = 1 }: Extract<TableCommand, { readonly type: 'seatBot' }>,
): readonly TableEvent[] | TableRefusal {
  const joined: TableEvent[] = [];
  let after = table;
  for (let i = 0; i < seats; i++) {
    const seat = freeSeat({ ...after, locked: false });
    if (typeof seat === 'string') return joined.length > 0 ? joined : seat;
    const bot = { type: 'memberJoined', member: after.nextMember, seat, key: NO_KEY, bot: temper } as const;
    joined.push(bot);
    after = evolveTable(after, bot);
  }
  return joined;
}

/** The host leaving hands over to the next at the table. Bots do not play on by themselves. */
function leave(table: TableState, member: Member, kicked: boolean): readonly TableEvent[] {
  const left = { type: 'memberLeft', member, kicked } as const;
  const isLast = !isBot(table, member) && personsOf(table).length === 1;
  if (isLast && isPlaying(table) && (table.bots ?? []).length > 0) return [left, { type: 'gameAbandoned' }];
  return table.host === member ? [left, ...handOver(table, [member])] : [left];
}

/** The next member who is not among those gone. */
export function handOver(table: TableState, gone: readonly Member[]): readonly TableEvent[] {
  const heir = personsOf(table).find(member => !gone.includes(member));
  return heir === undefined ? [] : [{ type: 'hostNamed', member: heir }];
}

/** All who are going to play, in the order of their seats. */
export const playersOf = (table: TableState): readonly Member[] => members(table);

/**
 * They, and until the game that is over is put away those who played it: who has left is still spoken of. Whom the host has
 * shown out is not, or a name that nobody should have to read would stay.
 */
export const rememberedOf = (table: TableState): readonly Member[] => {
  const { game, played = [], left = [] } = table;
  const gone =
    game !== null && isOver(game) ? played.map((member, seat) => member ?? left[seat] ?? null) : [];
  const spokenOf = gone.filter(member => member !== null).filter(member => !wasKicked(table, member));
  return [...new Set([...members(table), ...spokenOf])];
};

export function evolveTable(table: TableState, event: LogEvent): TableState {
  switch (event.type) {
    case 'tableOpened':
    case 'wishChanged':
      return { ...table, wish: event.wish };
    case 'memberJoined':
      return {
        ...table,
        seats:
          event.seat < table.seats.length
            ? table.seats.with(event.seat, event.member)
            : [...table.seats, event.member],
        nextMember: event.member + 1,
        ...(event.bot === undefined ? {} : welcomeBot(table, event.member, event.bot)),
      };
    case 'memberLeft':
      return vacate(event.kicked ? withKicked(table, event.member) : table, event.member);
    case 'memberReady': {
      const others = table.ready.filter(member => member !== event.member);
      return { ...table, ready: event.ready ? [...others, event.member] : others };
    }
    case 'memberMuted': {
      const others = (table.muted ?? []).filter(member => member !== event.member);
      return { ...table, muted: event.muted ? [...others, event.member] : others };
    }
    case 'hostNamed':
      return { ...table, host: event.member };
    case 'tableLocked':
      return { ...table, locked: event.locked };
    case 'seatsClosed':
      return {
        ...table,
        seats: event.seats,
        ready: botsOf(table),
        games: table.games + 1,
        ...noStandIns(table),
        ...(table.left === undefined ? {} : { left: [] }),
      };
    case 'gameAbandoned':
      return { ...table, game: null };
    case 'botSatIn':
    case 'botStoodUp':
      return { ...table, ...withStandIn(table, event.member, event.type === 'botSatIn') };
    case 'sitInAllowed':
      return { ...table, botsSitIn: event.allowed };
    case 'gameSetUp':
      return { ...table, game: beginGame(event) };
    default:
      return afterPlay(table, { ...table, game: table.game && evolve(table.game, event) });
  }
}

const afterPlay = (before: TableState, after: TableState): TableState =>
  isPlaying(before) && !isPlaying(after) ? { ...after, played: after.seats } : after;

const botsOf = ({ bots = [] }: TableState): readonly Member[] => bots.map(({ member }) => member);

/** A bot is always ready. */
const welcomeBot = (
  table: TableState,
  member: Member,
  temper: Temper,
): Pick<TableState, 'bots' | 'ready'> => ({
  ...withBot(table, member, temper),
  ready: [...table.ready, member],
});

const noStandIns = ({ standIns }: TableState): BotSeats => (standIns === undefined ? {} : { standIns: [] });

/** A bot has no way back that would have to be closed. */
const withKicked = (table: TableState, member: Member): TableState =>
  isBot(table, member) ? table : { ...table, kicked: [...(table.kicked ?? []), member].slice(-MOST_KICKED) };

/** During a game the seat stays, empty; between games the others move up. */
function vacate(table: TableState, member: Member): TableState {
  const seats = isPlaying(table)
    ? table.seats.map(other => (other === member ? null : other))
    : table.seats.filter(other => other !== member);
  const ready = table.ready.filter(other => other !== member);
  const host = table.host === member ? null : table.host;
  return { ...table, seats, ready, host, ...withLeaver(table, member), ...withoutMember(table, member) };
}

/** One for each seat, however often it changes hands; bots are not spoken of by name. */
const withLeaver = (table: TableState, member: Member): Pick<TableState, 'left'> =>
  isPlaying(table) && !isBot(table, member)
    ? { left: table.seats.map((other, seat) => (other === member ? member : (table.left?.[seat] ?? null))) }
    : {};
