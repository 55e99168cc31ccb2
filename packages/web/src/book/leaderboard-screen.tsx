/** The best crews of this server, among those that want to be shown. */

import type { BoardBox } from '@hush/protocol';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import { navigate } from '../device/route.ts';
import { say } from '../i18n/catalogs.ts';
import { clockText, scenarioName } from '../table/names.ts';
import { ErrorScreen } from '../ui/error-screen.tsx';
import { Blank } from '../ui/loading.tsx';
import { Button, useHeading } from '../ui/widgets.tsx';
import { dateText } from './book-lines.tsx';
import { type ApiResult, readBoard } from './crew-api.ts';
import { RefusedNote } from './crew-forms.tsx';
import '../styles/forms.css';
import '../styles/crews.css';
import '../styles/book.css';
import '../styles/book-print.css';

type Board = ApiResult<{ readonly boxes: readonly BoardBox[] }>;

export function BoardScreen(): JSX.Element {
  const heading = useHeading();
  const [board, setBoard] = useState<Board | null>(null);
  useEffect(() => {
    void readBoard().then(setBoard);
  }, []);
  if (board === null) return <Blank />;
  if (!board.ok && board.error.code === 'no-board') return <ErrorScreen kind="lost" />;
  return (
    <div class="page book-page">
      <header class="home-head no-print">
        <Button kind="quiet" icon="home" onPress={() => navigate('/')}>
          {say('shell.home')}
        </Button>
      </header>
      <main class="book">
        <div class="book-head">
          <p class="book-of">{say('book.title')}</p>
          <h1 ref={heading} tabIndex={-1}>
            {say('book.board')}
          </h1>
          <p class="book-sum">{say('book.boardNote')}</p>
        </div>
        {!board.ok && <RefusedNote refused={board.error} />}
        {board.ok && board.value.boxes.length === 0 && <p class="book-empty">{say('book.boardEmpty')}</p>}
        {board.ok && board.value.boxes.map(box => <BoxView key={`${box.scenario} ${box.level}`} box={box} />)}
      </main>
    </div>
  );
}

const BoxView = ({ box: { scenario, level, rows } }: { readonly box: BoardBox }): JSX.Element => (
  <section class="book-chapter board-box">
    <h2>
      <span class="book-number">{scenario}</span> {scenarioName(scenario, '')}{' '}
      <small>{say('book.level', { n: level })}</small>
    </h2>
    <ol class="board-rows">
      {rows.map((row, i) => (
        <li key={i}>
          <b class="board-rank">{i + 1}</b>
          <bdi class="board-crew">{row.crew}</bdi>
          <span class="book-figures">
            <Icon name="glass" size={16} />
            <b>{row.turned}</b>
            <span>{say('book.left', { time: clockText(row.timeLeft) })}</span>
          </span>
          <span>{say('book.players', { n: row.players })}</span>
          <span>{say(`lobby.edition.${row.edition}`)}</span>
          <time>{dateText(row.day)}</time>
        </li>
      ))}
    </ol>
  </section>
);
