/** What went wrong with a book, in the reader's language; where the server was exact, so is this. */
import type { JSX } from 'preact';
import { say } from '../i18n/catalogs.ts';
import { ProblemNote } from '../ui/problem-text.tsx';
import type { Refused } from './crew-api.ts';

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
