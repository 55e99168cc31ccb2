/**
 * Bots at a table: who of those who sit there is one, of which temper, and for whom one plays meanwhile. A bot is a
 * member like any other but without a key, so that nobody can open its seat; it is always ready and never host.
 * A program is somebody else's bot: it has a connection, a key and a name like a person, and is marked as a program.
 */

import type { Temper } from '../commands/tempers.ts';

/** The key of a bot: no secret has this hash. */
export const NO_KEY = '';

export interface Bot {
  readonly member: number;
  readonly temper: Temper;
  /** The number in its name: the lowest one that was free when it sat down. */
  readonly no: number;
}

/** The part of a table's state that is about bots; older servers do not send it. */
export interface BotSeats {
  readonly bots?: readonly Bot[];
  /** Members who are away, and for whom a bot plays until they are back. */
  readonly standIns?: readonly number[];
  /** Whether the host allows stand-ins; missing until the host has chosen. */
  readonly botsSitIn?: boolean;
  /** Members that are programs of somebody. */
  readonly programs?: readonly number[];
  /** Whether the host allows programs; missing until the host has chosen, and then none may sit down. */
  readonly programsAllowed?: boolean;
}

export const botOf = ({ bots = [] }: BotSeats, member: number | null): Bot | undefined =>
  bots.find(bot => bot.member === member);

export const isBot = (company: BotSeats, member: number | null): boolean =>
  botOf(company, member) !== undefined;

export const isProgram = ({ programs = [] }: BotSeats, member: number | null): boolean =>
  member !== null && programs.includes(member);

/** Ruling: where people have invited bots, a bot may also sit in for somebody; elsewhere only if the host says so. */
export const mayStandIn = ({ bots = [], programs = [], botsSitIn }: BotSeats): boolean =>
  botsSitIn ?? bots.length + programs.length > 0;

export const standsIn = ({ standIns = [] }: BotSeats, member: number | null): boolean =>
  member !== null && standIns.includes(member);

/** The seats that bots play, with their temper: a stand-in is calm. */
export const temperOf = (company: BotSeats, member: number | null): Temper | null =>
  botOf(company, member)?.temper ?? (standsIn(company, member) ? 'calm' : null);

// What events change.

export function withBot({ bots = [] }: BotSeats, member: number, temper: Temper): Pick<BotSeats, 'bots'> {
  const taken = new Set(bots.map(({ no }) => no));
  let no = 1;
  while (taken.has(no)) no++;
  return { bots: [...bots, { member, temper, no }] };
}

/** The field is missing at tables that never had bots. */
export const withoutMember = ({ bots, standIns, programs }: BotSeats, member: number): BotSeats => ({
  ...(programs === undefined ? {} : { programs: programs.filter(other => other !== member) }),
  ...(bots === undefined ? {} : { bots: bots.filter(bot => bot.member !== member) }),
  ...(standIns === undefined ? {} : { standIns: standIns.filter(other => other !== member) }),
});

export function withStandIn({ standIns = [] }: BotSeats, member: number, sits: boolean): BotSeats {
  const others = standIns.filter(other => other !== member);
  return { standIns: sits ? [...others, member] : others };
}
