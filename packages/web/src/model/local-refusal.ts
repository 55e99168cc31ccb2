/** Whether a command would be refused as far as this page knows: what is sure to fail is said at once and never sent. */
import type { PlayCommand } from '@hush/protocol';
import { actionsOf, type Command, decide, type Game, type Millis, type Refusal, reach } from '@hush/rules';
import { straightTo } from './cells.ts';

/** Nothing that is judged here depends on what lies face down. */
const UNKNOWN = { seed: '', stack: null, pile: null } as const;

export function refusalOf(game: Game, seat: number, command: PlayCommand, at: Millis): Refusal | null {
  const full = withSeat(game, seat, command);
  if (typeof full === 'string') return full;
  // What turns something face up cannot be tried here; it can only be looked for.
  const hidden = full.type === 'explore' || full.type === 'turn';
  if (hidden && reach(game, seat).some(({ type }) => type === full.type)) return null;
  const verdict = decide(game, full, { at, secret: UNKNOWN });
  return verdict.ok ? null : verdict.error;
}

function withSeat(game: Game, seat: number, command: PlayCommand): Command | Refusal {
  if (command.type === 'phrase' || command.type === 'unsay') return { type: 'say', seat, text: '' };
  if (command.type !== 'go') return { ...command, seat } as Command;
  const { hero, to } = command;
  const way = straightTo(game, hero, to);
  if (way === null) return 'blocked';
  return actionsOf(game, seat).includes(way.dir) ? { type: 'move', seat, hero, ...way } : 'not-yours';
}

/** Whether nudging is anything for this seat at all (SC-9d, SC-15b). */
export function mayNudge(game: Game, seat: number): boolean {
  if (game.setUp.players < 2 || game.rules.noPawn) return false;
  return !game.rules.leader || game.actionTiles[seat]?.length === 0;
}
