/** Whether malls with the painted tile can be won: a solver in a worker tries many of them after each pause in painting. */
import type { SolverOutcome } from '@hush/bots';
import { useEffect, useState } from 'preact/hooks';
import { askSolver } from '../solver/ask-solver.ts';
import { type ScenarioDraft, sheetOfDraft } from './draft.ts';

export const MALLS = 50;
/**
 * Milliseconds without a change after which the search begins: a stroke changes several walls, and only the last state is
 * worth a search.
 */
const PAUSE = 250;

export type Verdict =
  | { readonly type: 'waiting' }
  | { readonly type: 'judged'; readonly outcome: SolverOutcome }
  /** The solver could not be fetched, or it has no answer. */
  | { readonly type: 'unknown' };

/** Returns null if there is no scenario to judge. */
export function useVerdict(scenario: ScenarioDraft | null): Verdict | null {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const asked = scenario === null ? null : JSON.stringify(sheetOfDraft(scenario));
  useEffect(() => {
    if (asked === null || scenario === null) {
      setVerdict(null);
      return;
    }
    setVerdict({ type: 'waiting' });
    let stop = (): void => undefined;
    const timer = setTimeout(() => {
      const { wish, players } = sheetOfDraft(scenario);
      stop = askSolver({ type: 'judge', wish, players, shuffles: MALLS }, answer =>
        setVerdict(
          answer?.type === 'judge' ? { type: 'judged', outcome: answer.outcome } : { type: 'unknown' },
        ),
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [asked]);
  return verdict;
}
