/** What went wrong with a book, in the reader's language; where the server was exact, with its own sentence. */
import type { JSX } from 'preact';
import { say } from '../words/words.ts';
import type { Refused, Trouble } from './library.ts';

/** Of these the server's sentence says more than we can. */
const EXACT: readonly Trouble[] = ['malformed', 'not-proven', 'not-won', 'other'];

export const RefusedNote = ({ refused }: { readonly refused: Refused }): JSX.Element => (
  <p class="problem" role="alert">
    {say(`book.trouble.${refused.trouble}`)}
    {EXACT.includes(refused.trouble) && refused.say !== '' && (
      <span class="book-exact" lang="en" dir="ltr">
        {refused.say}
      </span>
    )}
  </p>
);
