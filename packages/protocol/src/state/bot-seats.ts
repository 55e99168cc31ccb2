/**
 * The bots at a table: which members are bots, how fast each acts, and for whom a bot stands in. A bot is a member
 * without a key, so nobody can open its seat; it is always ready and never host. A program is a bot that runs outside
 * of the server: it has a connection, a key and a name like a person, and is marked as a program.
 */

import type { Temper } from '../commands/tempers.ts';

/** The key of every bot: no secret has this hash. */
export const NO_KEY = '';

export interface Bot {
  readonly member: number;
  readonly temper: Temper;
  /** The number in the bot's name; it was the lowest free number when the bot sat down. */
  readonly no: number;
}

/** The part of a table's state about bots; older servers do not send it. */
export interface BotSeats {
  readonly bots?: readonly Bot[];
  /** Absent members for whom a bot plays until they are back. */
  readonly standIns?: readonly number[];
  /** Whether the host allows stand-ins; missing until the host has chosen. */
  readonly botsSitIn?: boolean;
  /** Members that are programs. */
  readonly programs?: readonly number[];
  /** Whether the host allows programs; missing until the host has chosen, which means no. */
  readonly programsAllowed?: boolean;
}

export const botOf = ({ bots = [] }: BotSeats, member: number | null): Bot | undefined =>
  bots.find(bot => bot.member === member);

export const isBot = (company: BotSeats, member: number | null): boolean =>
  botOf(company, member) !== undefined;

export const isProgram = ({ programs = [] }: BotSeats, member: number | null): boolean =>
  member !== null && programs.includes(member);

/**
 * Whether stand-ins are allowed (ruling): at a table with invited bots yes, unless the host forbids them; at other
 * tables only if the host allows them.
 */
export const mayStandIn = ({ bots = [], programs = [], botsSitIn }: BotSeats): boolean =>
  botsSitIn ?? bots.length + programs.length > 0;

export const standsIn = ({ standIns = [] }: BotSeats, member: number | null): boolean =>
  member !== null && standIns.includes(member);

/** How fast the bot of a seat acts; a stand-in is calm. */
export const temperOf = (company: BotSeats, member: number | null): Temper | null =>
  botOf(company, member)?.temper ?? (standsIn(company, member) ? 'calm' : null);

// How events change the bots of a table.

export function withBot({ bots = [] }: BotSeats, member: number, temper: Temper): Pick<BotSeats, 'bots'> {
  const taken = new Set(bots.map(({ no }) => no));
  let no = 1;
  while (taken.has(no)) no++;
  return { bots: [...bots, { member, temper, no }] };
}

/** Removes a member from these lists; a table that never had bots keeps them absent. */
export const withoutMember = ({ bots, standIns, programs }: BotSeats, member: number): BotSeats => ({
  ...(programs === undefined ? {} : { programs: programs.filter(other => other !== member) }),
  ...(bots === undefined ? {} : { bots: bots.filter(bot => bot.member !== member) }),
  ...(standIns === undefined ? {} : { standIns: standIns.filter(other => other !== member) }),
});

export function withStandIn({ standIns = [] }: BotSeats, member: number, sits: boolean): BotSeats {
  const others = standIns.filter(other => other !== member);
  return { standIns: sits ? [...others, member] : others };
}
