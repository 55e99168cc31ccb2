/** The last moves of each seat, for the list of players. */
import type { Notice } from '@hush/protocol';
import type { Action, EventOf, Hero } from '@hush/rules';

export interface RecentMove {
  readonly id: number;
  readonly hero: Hero;
  readonly by: Action;
}

/** The last moves by seat, the newest first. */
export type RecentMoves = readonly (readonly RecentMove[])[];

const MOST_MOVES_SHOWN = 3;

type Moved = EventOf<'heroMoved'>;

/** The recent moves after this notice is applied to `recent`. Steps of one hero in one direction count as one move. */
export function withMoves(recent: RecentMoves, notice: Notice): RecentMoves {
  if (notice.type === 'synced') return [];
  if (notice.type !== 'news') return recent;
  if (notice.events.some(({ type }) => type === 'gameSetUp')) return [];
  return notice.events
    .filter((event): event is Moved => event.type === 'heroMoved')
    .reduce<RecentMoves>(addMove, recent);
}

function addMove(recent: RecentMoves, { seat, hero, by }: Moved): RecentMoves {
  const id = 1 + Math.max(0, ...recent.flatMap(moves => moves.map(move => move.id)));
  const seats = Math.max(recent.length, seat + 1);
  return Array.from({ length: seats }, (_, one) => {
    const moves = recent[one] ?? [];
    const [last] = moves;
    if (one !== seat || (last?.hero === hero && last.by === by)) return moves;
    return [{ id, hero, by }, ...moves].slice(0, MOST_MOVES_SHOWN);
  });
}
