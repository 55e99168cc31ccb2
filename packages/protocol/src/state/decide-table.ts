/** Decides commands to a table: events, or a refusal. */
import type { Seat } from '@hush/rules';
import type { TableCommand } from '../commands/table-command.ts';
import { isBot, isProgram, NO_KEY } from './bot-seats.ts';
import { evolveTable } from './evolve-table.ts';
import type { TableRefusal } from './refusals.ts';
import {
  isPlaying,
  type Member,
  personsOf,
  seatOf,
  seatsOf,
  type TableEvent,
  type TableState,
} from './table-state.ts';

/** The seat that a newcomer gets; a refusal if none is free. */
function freeSeat(table: TableState): Seat | TableRefusal {
  if (table.locked) return 'locked';
  const vacant = table.seats.indexOf(null);
  if (vacant >= 0) return vacant;
  if (isPlaying(table)) return 'game-running';
  return table.seats.length >= seatsOf(table) ? 'full' : table.seats.length;
}

/** The person or program that asks for a seat: the key of the seat, and whether it is a program. */
export interface Newcomer {
  readonly key: string;
  readonly program?: boolean | undefined;
}

/** Gives a newcomer a seat; the first member becomes host. If no other seat is free, a person gets a bot's seat. */
export function joinTable(table: TableState, newcomer: Newcomer): readonly TableEvent[] | TableRefusal {
  const { key, program = false } = newcomer;
  // A table without a host is empty, so a program disturbs nobody: it may sit down and becomes the host (PR-75b).
  if (program && table.host !== null && table.programsAllowed !== true) return 'no-programs';
  const seat = freeSeat(table);
  const bot = table.bots?.at(-1);
  if (typeof seat === 'string' && seat !== 'locked' && bot !== undefined) {
    const left = { type: 'memberLeft', member: bot.member, kicked: false } as const;
    const joined = joinTable(evolveTable(table, left), newcomer);
    return typeof joined === 'string' ? joined : [left, ...joined];
  }
  if (typeof seat === 'string') return seat;
  const member = table.nextMember;
  const joined = { type: 'memberJoined', member, seat, key } as const;
  return [
    joined,
    ...(program ? [{ type: 'programSeated', member } as const] : []),
    ...(table.host === null ? [{ type: 'hostNamed', member } as const] : []),
  ];
}

/** Decides every table command except `begin`, which needs randomness, and `playOn`, which needs the log. */
export function decideTable(
  table: TableState,
  member: Member,
  command: Exclude<TableCommand, { readonly type: 'begin' | 'playOn' }>,
): readonly TableEvent[] | TableRefusal {
  if (seatOf(table, member) < 0) return 'not-seated';
  if (command.type === 'leave') return leave(table, member, false);
  if (command.type === 'ready') return [{ type: 'memberReady', member, ready: command.ready }];
  if (command.type === 'consent') return [{ type: 'consentGiven', member, given: command.given }];
  return table.host === member ? decideAsHost(table, command) : 'not-host';
}

type HostCommand = Exclude<
  TableCommand,
  { readonly type: 'begin' | 'playOn' | 'leave' | 'ready' | 'consent' }
>;

const SETTINGS = ['lock', 'spectators', 'delay', 'programs', 'sitIn'] as const;
type SettingCommand = Extract<HostCommand, { readonly type: (typeof SETTINGS)[number] }>;

const isSetting = (command: HostCommand): command is SettingCommand =>
  SETTINGS.some(type => type === command.type);

/** The event of a command that sets something of the table. */
function settingIn(command: SettingCommand): TableEvent {
  switch (command.type) {
    case 'lock':
      return { type: 'tableLocked', locked: command.locked };
    case 'spectators':
      return { type: 'spectatorsAllowed', allowed: command.allowed };
    case 'delay':
      return { type: 'spectatorsDelayed', seconds: command.seconds };
    case 'programs':
      return { type: 'programsAllowed', allowed: command.allowed };
    case 'sitIn':
      return { type: 'sitInAllowed', allowed: command.allowed };
  }
}

function decideAsHost(table: TableState, command: HostCommand): readonly TableEvent[] | TableRefusal {
  if (isSetting(command)) return [settingIn(command)];
  if (command.type === 'seatBot') return seatBots(table, command);
  if (command.type === 'wish') {
    return isPlaying(table) ? 'game-running' : [{ type: 'wishChanged', wish: command.wish }];
  }
  if (command.type === 'abandon') return table.game === null ? 'no-game' : [{ type: 'gameAbandoned' }];
  if (seatOf(table, command.member) < 0) return 'no-such-member';
  if (command.type === 'mute') return [{ type: 'memberMuted', member: command.member, muted: command.muted }];
  if (command.type === 'kick') return leave(table, command.member, true);
  return isBot(table, command.member) ? 'no-such-member' : [{ type: 'hostNamed', member: command.member }];
}

/** Seats the requested bots while there are free seats; a locked table still admits bots that the host invites. */
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

/**
 * Removes a member. A host who leaves passes the role to the next member. If the last person leaves, the game ends, because
 * bots do not play alone.
 */
function leave(table: TableState, member: Member, kicked: boolean): readonly TableEvent[] {
  const left = { type: 'memberLeft', member, kicked } as const;
  const isLast = !isBot(table, member) && personsOf(table).length === 1;
  if (isLast && isPlaying(table) && (table.bots ?? []).length > 0) return [left, { type: 'gameAbandoned' }];
  return table.host === member ? [left, ...handOver(table, [member])] : [left];
}

/** Makes the next member who is not in `gone` the host; a program only if no person is left. */
export function handOver(table: TableState, gone: readonly Member[]): readonly TableEvent[] {
  const heirs = personsOf(table).filter(member => !gone.includes(member));
  const heir = heirs.find(member => !isProgram(table, member)) ?? heirs[0];
  return heir === undefined ? [] : [{ type: 'hostNamed', member: heir }];
}
