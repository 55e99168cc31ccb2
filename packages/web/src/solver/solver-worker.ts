/** The worker of the solver: it answers one question, and then the page terminates it. */
import { type Debrief, debriefing, judgeScenario, type Par, parOf, type SolverOutcome } from '@hush/bots';
import type { TableWish } from '@hush/protocol';
import { parseRecord, prepareGame } from '@hush/rules';

export type SolverQuestion =
  | { readonly type: 'par' | 'debrief'; readonly record: string }
  | {
      readonly type: 'judge';
      readonly wish: TableWish;
      readonly players: number;
      /** How many shuffles are tried; six by default. */
      readonly shuffles?: number;
    };

/** The answer to a question; the worker sends null if it has none. */
export type SolverAnswer =
  | { readonly type: 'par'; readonly par: Par }
  | { readonly type: 'debrief'; readonly debrief: Debrief }
  | { readonly type: 'judge'; readonly outcome: SolverOutcome };

/** The part of the worker's global scope that is used here. */
interface Thread {
  onmessage: ((event: { readonly data: SolverQuestion }) => void) | null;
  postMessage(answer: SolverAnswer | null): void;
}

const thread = globalThis as unknown as Thread;
const SHUFFLES = 6;

const seedsFor = (n: number): readonly string[] => Array.from({ length: n }, (_, i) => `shuffle ${i}`);

function answerTo(question: SolverQuestion): SolverAnswer | null {
  if (question.type !== 'judge') {
    const events = parseRecord(question.record);
    const par = events.ok ? parOf(events.value) : null;
    return par === null ? null : { type: 'par', par };
  }
  const wish = { ...question.wish, players: question.players };
  // For a wish that cannot be set up there is no answer: the wish is refused when the game begins, with a more precise
  // sentence.
  if (!prepareGame(wish, 'try').ok) return null;
  return { type: 'judge', outcome: judgeScenario(wish, seedsFor(question.shuffles ?? SHUFFLES)) };
}

/**
 * Yields each answer to a question as soon as it is found. There is no answer about a damaged record, or about one that
 * the solver cannot play.
 */
function* answersTo(question: SolverQuestion): Generator<SolverAnswer | null, void> {
  if (question.type !== 'debrief') {
    yield answerTo(question);
    return;
  }
  const events = parseRecord(question.record);
  let isTold = false;
  try {
    for (const debrief of events.ok ? debriefing(events.value) : []) {
      isTold = debrief.isComplete;
      yield { type: 'debrief', debrief };
    }
  } finally {
    if (!isTold) thread.postMessage(null);
  }
}

thread.onmessage = ({ data }) => {
  for (const answer of answersTo(data)) thread.postMessage(answer);
};
