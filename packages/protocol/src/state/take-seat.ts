/** Judges a request for a seat. A person who had a seat before is still muted or removed. */

import { joinTable, type Newcomer } from './decide-table.ts';
import type { RefusalMore } from './play.ts';
import type { PlayRefusal } from './refusals.ts';
import { isMuted, type Member, seatOf, type TableEvent, type TableState, wasKicked } from './table-state.ts';

/** The member who gets the seat and the events that seat this member; or the refusal. */
type Seating =
  | { readonly type: 'seated'; readonly member: Member; readonly events: readonly TableEvent[] }
  | { readonly type: 'refused'; readonly why: PlayRefusal; readonly more: RefusalMore };

/** A rate limit that all newcomers share during silence, because sitting down is a visible act (CM-2l). */
interface NewcomerLimit {
  allowsNewcomer(table: TableState, next: Member): boolean;
}

const WATCH = 'A game is running here: you can watch it, and take a seat when it is over.';

/**
 * Judges a request for a seat. A repeated request with the same secret already has its seat; `known` is the last
 * member with this secret.
 */
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

/**
 * If a muted person sits down again, the new member is muted, too. The list keeps only the newest number of a person,
 * so that coming back does not lengthen it.
 */
function stillMuted(table: TableState, known: Member | undefined, member: Member): readonly TableEvent[] {
  if (known === undefined || !isMuted(table, known)) return [];
  return [
    { type: 'memberMuted', member: known, muted: false },
    { type: 'memberMuted', member, muted: true },
  ];
}
