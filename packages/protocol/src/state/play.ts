/** Judges a member's command at the table: finds the seat and the hero's real position, then asks the rules. */
import {
  actionsOf,
  type Cell,
  type Command,
  type DecideContext,
  DIRECTIONS,
  decide,
  err,
  type Game,
  type GameEvent,
  HEROES,
  type Hero,
  ok,
  type Result,
  type Seat,
  slide,
} from '@hush/rules';
import type { PlayCommand } from '../commands/play-command.ts';
import type { PlayRefusal } from './refusals.ts';
import { type Member, seatOf, type TableState } from './table-state.ts';
import { isTalk, talkRefusal } from './talk.ts';

export interface RefusalMore {
  readonly first?: Member;
  readonly say?: string;
}

export function play(
  table: TableState,
  member: Member,
  command: PlayCommand,
  circumstances: DecideContext,
): Result<readonly GameEvent[], PlayRefusal> {
  const seat = seatOf(table, member);
  if (seat < 0) return err('not-seated');
  if (isTalk(command)) {
    const refusal = talkRefusal(table, member, command, circumstances);
    return refusal === null ? ok([]) : err(refusal);
  }
  if (table.game === null) return err('no-game');
  if (command.type === 'start' && table.host !== member) return err('not-host');
  const full = withSeat(table.game, seat, command);
  return typeof full === 'string' ? err(full) : decide(table.game, full, circumstances);
}

/**
 * Makes a rules command of a member's command. A destination is judged from where the hero stands now; steps that
 * were meant from another cell are refused.
 */
function withSeat(game: Game, seat: Seat, command: PlayCommand): Command | PlayRefusal {
  if (command.type === 'go') return goAsMove(game, seat, command);
  if (command.type !== 'move') return { ...command, seat } as Command;
  const { hero, dir, steps, from } = command;
  return hasMovedOn(game, hero, from) ? 'moved-on' : { type: 'move', seat, hero, dir, steps };
}

const hasMovedOn = (game: Game, hero: Hero, from: Cell | undefined): boolean =>
  from !== undefined && game.status === 'playing' && !game.out[hero] && game.heroes[hero] !== from;

type Going = Extract<PlayCommand, { readonly type: 'go' }>;

/**
 * Returns a straight move to the cell with this seat's actions, if there is one. Otherwise one step with one of these
 * actions, so that the rules name the obstacle.
 */
function goAsMove(game: Game, seat: Seat, { hero, to, from }: Going): Command | PlayRefusal {
  const mine = DIRECTIONS.filter(dir => actionsOf(game, seat).includes(dir));
  for (const dir of mine) {
    const steps = slide(game, hero, dir).indexOf(to) + 1;
    if (steps > 0) return { type: 'move', seat, hero, dir, steps };
  }
  const [dir] = mine;
  if (game.status !== 'playing' || game.discards > 0 || game.out[hero] || dir === undefined)
    return { type: 'move', seat, hero, dir: dir ?? 'north', steps: 1 };
  if (hasMovedOn(game, hero, from)) return 'moved-on';
  const others = DIRECTIONS.filter(other => !mine.includes(other));
  if (others.some(other => slide(game, hero, other).includes(to))) return 'not-yours';
  return HEROES.some(other => game.heroes[other] === to) ? 'occupied' : 'blocked';
}
