/** What is wrong, on a screen that seldom has to say so: the words are fetched for it. */
import type { JSX } from 'preact';
import { problemText, problemWords, ready, type ShownProblem } from './problem-text.ts';

/** The sentence and the rule behind it. */
export function ProblemNote({ problem }: { readonly problem: ShownProblem }): JSX.Element | null {
  if (!ready.value) {
    // Without them the general sentence in front of it must do.
    void problemWords().catch(() => undefined);
    return null;
  }
  return (
    <span class="problem-note">
      {problemText(problem)} {typeof problem.rule === 'string' && <small>{problem.rule}</small>}
    </span>
  );
}
