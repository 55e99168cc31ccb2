/**
 * Assigns the seats when players continue the last game from one of its moments (GB-4). Members who are still at the
 * table keep the seat of that game; a seat without its player goes to a newcomer, or else to a bot.
 */
import type { Seat } from '@hush/rules';
import type { Temper } from '../commands/tempers.ts';
import { isBot, NO_KEY } from './bot-seats.ts';
import type { TableRefusal } from './refusals.ts';
import { type Member, playersOf, type TableEvent, type TableState } from './table-state.ts';

/** The temper of the bot that takes the seat of somebody who has left. */
const TEMPER: Temper = 'calm';

/**
 * The seats of the game that is continued, and the bots that must join or leave; `full` if more people sit here than
 * the game has seats.
 */
export function seatsToPlayOn(table: TableState, players: number): readonly TableEvent[] | TableRefusal {
  const here = playersOf(table);
  const keeps = Array.from({ length: players }, (_, seat) => keeperOf(table, seat));
  const others = here.filter(member => !keeps.includes(member));
  const newcomers = others.filter(member => !isBot(table, member));
  const spare = others.filter(member => isBot(table, member));
  if (newcomers.length > keeps.filter(member => member === null).length) return 'full';
  const joined: TableEvent[] = [];
  const seats = keeps.map((member): Member => {
    const found = member ?? newcomers.shift() ?? spare.shift();
    if (found !== undefined) return found;
    const bot = table.nextMember + joined.length;
    const seat = here.length + joined.length;
    joined.push({ type: 'memberJoined', member: bot, seat, key: NO_KEY, bot: TEMPER });
    return bot;
  });
  const left = spare.map(member => ({ type: 'memberLeft', member, kicked: false }) as const);
  return [...joined, ...left, { type: 'seatsClosed', seats }];
}

/** Returns the member who had this seat at the end of the last game; null if that member has left. */
function keeperOf({ played = [], seats }: TableState, seat: Seat): Member | null {
  const member = played[seat] ?? null;
  return seats.includes(member) ? member : null;
}
