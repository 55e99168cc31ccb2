/** Lines of the book one under the other, with everything there is to say about each, and a way to its replay. */
import { type BookLine, bestLines } from '@hush/protocol';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import { follow } from '../device/route.ts';
import { say } from '../i18n/catalogs.ts';
import { clock } from '../table/names.ts';
import { Button } from '../ui/widgets.tsx';
import { dateText, namesText, signsOf, titleOf } from './line-text.ts';

interface Shown {
  readonly id: string;
  readonly lines: readonly BookLine[];
  /** Null for somebody who only reads. */
  readonly onStrike: ((line: number) => void) | null;
}

export function BookHistory({ id, lines, onStrike }: Shown): JSX.Element {
  const best = new Set(bestLines(lines).map(({ line }) => line));
  return (
    <ol class="book-lines">
      {lines.map(line => (
        <Entry key={line.line} id={id} line={line} isBest={best.has(line.line)} onStrike={onStrike} />
      ))}
    </ol>
  );
}

function Entry({
  id,
  line,
  isBest,
  onStrike,
}: Omit<Shown, 'lines'> & { readonly line: BookLine; readonly isBest: boolean }): JSX.Element {
  const [sure, setSure] = useState(false);
  return (
    <li class={`book-line ${isBest ? 'best' : ''}`}>
      <p class="book-line-title">
        {isBest && (
          <span class="book-sign" title={say('book.best')}>
            <Icon name="crown" size={16} />
            <span class="unseen">{say('book.best')}</span>
          </span>
        )}
        <b>
          <bdi>{titleOf(line)}</bdi>
        </b>
        <span>{say('book.level', { n: line.level })}</span>
      </p>
      <p class="book-line-score">
        <span>{say('book.turned', { n: line.turned })}</span>
        <span>{say('book.left', { time: clock(line.timeLeft) })}</span>
        <span>{say('book.players', { n: line.players })}</span>
        <span>{say(`lobby.edition.${line.edition}`)}</span>
      </p>
      <p class="book-line-names">
        <bdi>{namesText(line.names)}</bdi>
        <time>{dateText(line.day)}</time>
      </p>
      {signsOf(line).map(({ icon, words }) => (
        <p key={icon} class="book-line-sign">
          <Icon name={icon} size={16} /> {words}
        </p>
      ))}
      <p class="book-line-acts no-print">
        <a class="quiet-link" href={`/replay/${id}/${line.line}`} onClick={follow}>
          {say('book.watch')}
        </a>
        <a class="quiet-link" href={`/crew/${id}/games/${line.line}/record`} download>
          {say('book.replay')}
        </a>
        {onStrike !== null && !sure && (
          <Button kind="quiet" onPress={() => setSure(true)}>
            {say('book.strike')}
          </Button>
        )}
        {onStrike !== null && sure && (
          <>
            <Button kind="danger" onPress={() => onStrike(line.line)}>
              {say('book.strikeSure')}
            </Button>
            <Button kind="quiet" onPress={() => setSure(false)}>
              {say('shell.cancel')}
            </Button>
          </>
        )}
      </p>
    </li>
  );
}
