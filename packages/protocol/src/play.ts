/** A member's command judged against the table: who sits where, where the hero really is, and then the rules. */
import {
  actionsOf,
  type Circumstances,
  type Command,
  DIRECTIONS,
  decide,
  err,
  type Game,
  type GameEvent,
  type Refusal,
  type Result,
  type Seat,
  slide,
} from '@hush/rules';
import { type Member, seatOf, type TableRefusal, type TableState } from './lobby.ts';
import type { PlayCommand } from './messages.ts';

export type PlayRefusal = Refusal | TableRefusal;

export function play(
  table: TableState,
  member: Member,
  command: PlayCommand,
  circumstances: Circumstances,
): Result<readonly GameEvent[], PlayRefusal> {
  const seat = seatOf(table, member);
  if (seat < 0) return err('not-seated');
  if (table.game === null) return err('no-game');
  if (command.type === 'start' && table.host !== member) return err('not-host');
  const full = withSeat(table.game, seat, command);
  return typeof full === 'string' ? err(full) : decide(table.game, full, circumstances);
}

/**
 * A destination is judged from where the hero stands now; steps that were meant from elsewhere have lost
 * their meaning and are refused.
 */
function withSeat(game: Game, seat: Seat, command: PlayCommand): Command | PlayRefusal {
  if (command.type === 'go') return goAsMove(game, seat, command);
  if (command.type !== 'move') return { ...command, seat } as Command;
  const { from, ...move } = command;
  return from !== undefined && game.heroes[move.hero] !== from ? 'moved-on' : { ...move, seat };
}

function goAsMove(
  game: Game,
  seat: Seat,
  { hero, to }: Extract<PlayCommand, { readonly type: 'go' }>,
): Command | PlayRefusal {
  const mine = DIRECTIONS.filter(dir => actionsOf(game, seat).includes(dir));
  for (const dir of mine) {
    const steps = slide(game, hero, dir).indexOf(to) + 1;
    if (steps > 0) return { type: 'move', seat, hero, dir, steps };
  }
  // Not on any of my ways: ask the rules about a step of mine, so that the usual reasons are heard first.
  return mine[0] === undefined ? 'not-yours' : 'moved-on';
}
