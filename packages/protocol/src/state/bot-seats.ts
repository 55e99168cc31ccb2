/**
 * Bots at a table: who of those who sit there is one, of which temper, and for whom one plays meanwhile. A bot is a
 * member like any other but without a key, so that nobody can open its seat; it is always ready and never host.
 */

import type { Temper } from '../commands/tempers.ts';

/** In the place of a secret's hash: no secret has it. */
export const NO_KEY = '';

export interface Bot {
  readonly member: number;
  readonly temper: Temper;
  /** Its name, so to speak: the lowest number that was free when it came. */
  readonly no: number;
}

/** The part of a table's state that is about bots; an older server says nothing of it. */
export interface BotSeats {
  readonly bots?: readonly Bot[];
  /** Members who are away, and for whom a bot plays until they are back. */
  readonly standIns?: readonly number[];
  /** What the host said about stand-ins; nothing yet where it is missing. */
  readonly botsSitIn?: boolean;
}

export const botOf = ({ bots = [] }: BotSeats, member: number | null): Bot | undefined =>
  bots.find(bot => bot.member === member);

export const isBot = (company: BotSeats, member: number | null): boolean =>
  botOf(company, member) !== undefined;

/** Ruling: where people have invited bots, a bot may also sit in for somebody; elsewhere only if the host says so. */
export const mayStandIn = ({ bots = [], botsSitIn }: BotSeats): boolean => botsSitIn ?? bots.length > 0;

export const standsIn = ({ standIns = [] }: BotSeats, member: number | null): boolean =>
  member !== null && standIns.includes(member);

/** Whose moves are a bot's, and of which temper: people are stood in for calmly. */
export const temperOf = (company: BotSeats, member: number | null): Temper | null =>
  botOf(company, member)?.temper ?? (standsIn(company, member) ? 'calm' : null);

// What events do.

export function withBot({ bots = [] }: BotSeats, member: number, temper: Temper): Pick<BotSeats, 'bots'> {
  const taken = new Set(bots.map(({ no }) => no));
  let no = 1;
  while (taken.has(no)) no++;
  return { bots: [...bots, { member, temper, no }] };
}

/** Nothing is said of bots where there never were any. */
export const withoutMember = ({ bots, standIns }: BotSeats, member: number): BotSeats => ({
  ...(bots === undefined ? {} : { bots: bots.filter(bot => bot.member !== member) }),
  ...(standIns === undefined ? {} : { standIns: standIns.filter(other => other !== member) }),
});

export function withStandIn({ standIns = [] }: BotSeats, member: number, sits: boolean): BotSeats {
  const others = standIns.filter(other => other !== member);
  return { standIns: sits ? [...others, member] : others };
}
