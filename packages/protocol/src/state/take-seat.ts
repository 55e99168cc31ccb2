/**
 * Judges a request for a seat. For somebody who had a seat before, the host's earlier decisions (muted, removed) still
 * hold.
 */

import { joinTable, type Newcomer } from './decide-table.ts';
import type { RefusalMore } from './play.ts';
import type { PlayRefusal } from './refusals.ts';
import { isMuted, type Member, seatOf, type TableEvent, type TableState, wasKicked } from './table-state.ts';

/** Whose seat it is now, and what has to happen for it; or why there is none. */
type Seating =
  | { readonly type: 'seated'; readonly member: Member; readonly events: readonly TableEvent[] }
  | { readonly type: 'refused'; readonly why: PlayRefusal; readonly more: RefusalMore };

/** In silence newcomers share a limit: sitting down is an act that everybody sees (CM-2l). */
interface NewcomerLimit {
  allowsNewcomer(table: TableState, next: Member): boolean;
}

const WATCH = 'A game is running here: you can watch it, and take a seat when it is over.';

/** Whoever asks again with the same secret has the seat already; `known` is the last member whose secret it was. */
export function sitDown(
  table: TableState,
  known: Member | undefined,
  newcomer: Newcomer,
  limit: NewcomerLimit,
): Seating {
  if (known !== undefined && seatOf(table, known) >= 0) return { type: 'seated', member: known, events: [] };
  if (known !== undefined && wasKicked(table, known)) return { type: 'refused', why: 'removed', more: {} };
  const member = table.nextMember;
  const joined = joinTable(table, newcomer);
  if (joined === 'game-running') return { type: 'refused', why: joined, more: { say: WATCH } };
  if (typeof joined === 'string') return { type: 'refused', why: joined, more: {} };
  if (!limit.allowsNewcomer(table, member)) return { type: 'refused', why: 'too-fast', more: {} };
  return { type: 'seated', member, events: [...joined, ...stillMuted(table, known, member)] };
}

/** The list keeps only the newest number of a person, so that leaving and coming back does not make it longer. */
function stillMuted(table: TableState, known: Member | undefined, member: Member): readonly TableEvent[] {
  if (known === undefined || !isMuted(table, known)) return [];
  return [
    { type: 'memberMuted', member: known, muted: false },
    { type: 'memberMuted', member, muted: true },
  ];
}
