/** The thread of the solver: one question, one answer, and then it is ended by whoever asked. */
import { judgeScenario, parOf } from '@hush/bots';
import { parseRecord, prepareGame } from '@hush/rules';
import type { SolverAnswer, SolverQuestion } from './questions.ts';

/** What this thread is, as far as it is needed here. */
interface Thread {
  onmessage: ((event: { readonly data: SolverQuestion }) => void) | null;
  postMessage(answer: SolverAnswer | null): void;
}

const thread = globalThis as unknown as Thread;
const SHUFFLES = ['a', 'b', 'c', 'd', 'e', 'f'];

function answerTo(question: SolverQuestion): SolverAnswer | null {
  if (question.type === 'par') {
    const events = parseRecord(question.record);
    const par = events.ok ? parOf(events.value) : null;
    return par === null ? null : { type: 'par', par };
  }
  const wish = { ...question.wish, players: question.players };
  // What cannot even be set up is refused when the game begins, with a better sentence.
  return prepareGame(wish, 'try').ok ? { type: 'judge', outcome: judgeScenario(wish, SHUFFLES) } : null;
}

thread.onmessage = ({ data }) => thread.postMessage(answerTo(data));
