/** Computes the commands that a member may send now (PR-71). */
import { type Command, type Game, reach, type Seat } from '@hush/rules';
import type { PlayCommand } from '../commands/play-command.ts';
import type { PlayRefusal } from './refusals.ts';
import { type Member, seatOf, type TableState } from './table-state.ts';

/**
 * The legal commands of a member, from public information only: `reach` does not know tiles that are face down. Chat and
 * signals are left out.
 */
export function legalCommands(table: TableState, member: Member): readonly PlayCommand[] | PlayRefusal {
  const seat = seatOf(table, member);
  if (seat < 0) return 'not-seated';
  const { game } = table;
  if (game === null) return 'no-game';
  return legalMoves(game, seat).filter(({ type }) => type !== 'start' || table.host === member);
}

/** The legal commands of a seat in a game without a table around it. */
export const legalMoves = (game: Game, seat: Seat): readonly PlayCommand[] =>
  reach(game, seat).map(command => withoutSeat(game, command));

/**
 * Removes the seat from a command and adds `from`: a move with `from` is refused if somebody else has moved the hero
 * meanwhile (PR-8a).
 */
function withoutSeat(game: Game, command: Command): PlayCommand {
  const { seat: _, ...rest } = 'seat' in command ? command : { ...command, seat: 0 };
  if (command.type !== 'move') return rest as PlayCommand;
  const from = game.heroes[command.hero];
  return { ...rest, ...(from === null ? {} : { from }) } as PlayCommand;
}
