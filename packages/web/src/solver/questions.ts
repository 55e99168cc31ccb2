/** What the page asks the solver, which thinks in a thread of its own: about a game that is over, or one to come. */
import type { Par, SolverOutcome } from '@hush/bots';
import type { TableWish } from '@hush/protocol';

export type SolverQuestion =
  | { readonly type: 'par'; readonly record: string }
  | { readonly type: 'judge'; readonly wish: TableWish; readonly players: number };

/** Null where there is nothing to say. */
export type SolverAnswer =
  | { readonly type: 'par'; readonly par: Par }
  | { readonly type: 'judge'; readonly outcome: SolverOutcome };
