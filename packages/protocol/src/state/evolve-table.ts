/** Applies an event of the log to the state of a table. */
import { beginGame, evolve } from '@hush/rules';
import type { Temper } from '../commands/tempers.ts';
import { type BotSeats, isBot, withBot, withoutMember, withStandIn } from './bot-seats.ts';
import { isPlaying, type LogEvent, type Member, MOST_KICKED, type TableState } from './table-state.ts';

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
    case 'memberReady':
      return { ...table, ready: withMember(table.ready, event.member, event.ready) };
    case 'memberMuted':
      return { ...table, muted: withMember(table.muted, event.member, event.muted) };
    case 'entriesLost':
      return { ...table, lost: (table.lost ?? 0) + event.count };
    case 'hostNamed':
      return { ...table, host: event.member };
    case 'tableLocked':
      return { ...table, locked: event.locked };
    case 'spectatorsAllowed':
      return { ...table, unwatched: !event.allowed };
    case 'spectatorsDelayed':
      return { ...table, spectatorDelay: event.seconds };
    case 'seatsClosed':
      return closeSeats(table, event.seats);
    case 'gameAbandoned':
      return { ...table, game: null };
    case 'botSatIn':
    case 'botStoodUp':
      return { ...table, ...withStandIn(table, event.member, event.type === 'botSatIn') };
    case 'consentGiven':
      return { ...table, consents: withMember(table.consents, event.member, event.given) };
    case 'programSeated':
      return { ...table, programs: withMember(table.programs, event.member, true) };
    case 'programsAllowed':
      return { ...table, programsAllowed: event.allowed };
    case 'sitInAllowed':
      return { ...table, botsSitIn: event.allowed };
    case 'gameSetUp':
      return { ...table, game: beginGame(event), ...notPlayedOn(table) };
    default:
      return afterPlay(table, { ...table, game: table.game && evolve(table.game, event) }, event.type);
  }
}

function withMember(list: readonly Member[] = [], member: Member, isOn: boolean): readonly Member[] {
  const others = list.filter(other => other !== member);
  return isOn ? [...others, member] : others;
}

function afterPlay(before: TableState, after: TableState, type: LogEvent['type']): TableState {
  if (type === 'playedOn') return { ...after, playedOn: true };
  return isPlaying(before) && !isPlaying(after) ? { ...after, played: after.seats } : after;
}

const notPlayedOn = ({ playedOn }: TableState): Pick<TableState, 'playedOn'> =>
  playedOn === undefined ? {} : { playedOn: false };

/** Prepares a new game: fixes its seats and forgets the data of the last game. */
const closeSeats = (table: TableState, seats: readonly Member[]): TableState => ({
  ...table,
  seats,
  ready: botsOf(table),
  games: table.games + 1,
  ...noStandIns(table),
  ...(table.left === undefined ? {} : { left: [] }),
  ...(table.lost === undefined ? {} : { lost: 0 }),
});

const botsOf = ({ bots = [] }: TableState): readonly Member[] => bots.map(({ member }) => member);

/** Adds a bot, which is always ready. */
const welcomeBot = (
  table: TableState,
  member: Member,
  temper: Temper,
): Pick<TableState, 'bots' | 'ready'> => ({
  ...withBot(table, member, temper),
  ready: [...table.ready, member],
});

const noStandIns = ({ standIns }: TableState): BotSeats => (standIns === undefined ? {} : { standIns: [] });

/** Remembers a removed member. A bot is not remembered, because it has no token with which it could come back. */
const withKicked = (table: TableState, member: Member): TableState =>
  isBot(table, member) ? table : { ...table, kicked: [...(table.kicked ?? []), member].slice(-MOST_KICKED) };

/** Empties a seat: during a game the seat stays; between games the other members move up. */
function vacate(table: TableState, member: Member): TableState {
  const seats = isPlaying(table)
    ? table.seats.map(other => (other === member ? null : other))
    : table.seats.filter(other => other !== member);
  const ready = table.ready.filter(other => other !== member);
  const host = table.host === member ? null : table.host;
  const { consents } = table;
  const agreed = consents === undefined ? {} : { consents: withMember(consents, member, false) };
  return {
    ...table,
    seats,
    ready,
    host,
    ...agreed,
    ...withLeaver(table, member),
    ...withoutMember(table, member),
  };
}

/** Remembers who left a seat during a game: one person for each seat, and no bots. */
const withLeaver = (table: TableState, member: Member): Pick<TableState, 'left'> =>
  isPlaying(table) && !isBot(table, member)
    ? { left: table.seats.map((other, seat) => (other === member ? member : (table.left?.[seat] ?? null))) }
    : {};
