/** What went wrong with a book, in the reader's language; where the server was exact, so is this. */
import type { JSX } from 'preact';
import { ProblemNote } from '../problems/problem-note.tsx';
import { say } from '../words/words.ts';
import type { Refused } from './library.ts';

export const RefusedNote = ({ refused }: { readonly refused: Refused }): JSX.Element => (
  <p class="problem" role="alert">
    {say(`book.trouble.${refused.trouble}`)}
    {refused.problem !== null && (
      <span class="book-exact">
        <ProblemNote problem={refused.problem} />
      </span>
    )}
  </p>
);
