/** The short form of a line, in signs: it must say the same on a screen, aloud and in one ink on paper. */
import type { BookLine } from '@hush/protocol';
import type { JSX } from 'preact';
import { Icon } from '../art/icon.tsx';
import { clock } from '../table/names.ts';
import { signsOf } from './line-text.ts';

export const Signs = ({ line }: { readonly line: BookLine }): JSX.Element => (
  <>
    {signsOf(line).map(({ icon, words }) => (
      <span key={icon} class="book-sign" title={words}>
        <Icon name={icon} size={15} />
        <span class="unseen">{words}</span>
      </span>
    ))}
  </>
);

/** How many spaces, how much time. */
export const Figures = ({ line }: { readonly line: BookLine }): JSX.Element => (
  <span class="book-figures">
    <Icon name="glass" size={16} />
    <b>{line.turned}</b>
    <span>{clock(line.timeLeft)}</span>
  </span>
);
