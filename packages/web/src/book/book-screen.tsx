/** The Great Book of Challenges of one crew: everybody can read and print it, members can write in it. */

import type { BookLine } from '@hush/protocol';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import type { RequestError } from '../device/http.ts';
import { navigate } from '../device/route.ts';
import { say } from '../i18n/catalogs.ts';
import { lazy } from '../ui/lazy.tsx';
import { Blank } from '../ui/loading.tsx';
import { Button, Dialog, useHeading } from '../ui/widgets.tsx';
import { BookActions } from './book-actions.tsx';
import { BookHistory, dateText, titleOf } from './book-lines.tsx';
import { type ApiResult, type Book, openBook, strikeLine } from './crew-api.ts';
import { RefusedNote } from './crew-forms.tsx';
import { secretOf, takeSecret } from './known-crews.ts';
import { bookSheetOf, type SheetBox, type SheetRow } from './sheet.ts';
import { SheetView } from './sheet-view.tsx';
import '../styles/forms.css';
import '../styles/dialogs.css';
import '../styles/crews.css';
import '../styles/book.css';
import '../styles/book-print.css';

const PlayAgain = lazy(async () => (await import('./play-again.tsx')).PlayAgain, {
  words: ['more', 'book', 'heist'],
});

/** Reads the book once. A component that changes the book passes the new version from the server to `setAnswer`. */
function useBook(id: string): {
  readonly answer: ApiResult<Book> | null;
  readonly setAnswer: (answer: ApiResult<Book>) => void;
} {
  const [answer, setAnswer] = useState<ApiResult<Book> | null>(null);
  useEffect(() => {
    let here = true;
    void openBook(id, takeSecret()).then(found => {
      if (here) setAnswer(found);
    });
    return () => {
      here = false;
    };
  }, [id]);
  return { answer, setAnswer };
}

export function BookScreen({ id }: { readonly id: string }): JSX.Element {
  const { answer, setAnswer } = useBook(id);
  if (answer === null) return <Blank />;
  if (!answer.ok) return <NoBook refused={answer.error} />;
  return <OpenBook id={id} book={answer.value} onBook={book => setAnswer({ ok: true, value: book })} />;
}

function NoBook({ refused }: { readonly refused: RequestError }): JSX.Element {
  const heading = useHeading();
  return (
    <div class="page trouble">
      <main class="panel trouble-card">
        <h1 ref={heading} tabIndex={-1}>
          {say('book.title')}
        </h1>
        <RefusedNote refused={refused} />
        <Button icon="home" onPress={() => navigate('/')}>
          {say('shell.home')}
        </Button>
      </main>
    </div>
  );
}

interface Opened {
  readonly id: string;
  readonly book: Book;
  readonly onBook: (book: Book) => void;
}

function OpenBook({ id, book, onBook }: Opened): JSX.Element {
  const heading = useHeading();
  const [open, setOpen] = useState<{ readonly row: SheetRow; readonly box: SheetBox } | null>(null);
  const [refused, setRefused] = useState<RequestError | null>(null);
  const [again, setAgain] = useState<BookLine | null>(null);
  const secret = secretOf(id);
  const sheet = bookSheetOf(book.lines);
  const strike = async (line: number): Promise<void> => {
    const answer = await strikeLine(id, secret ?? '', line);
    setOpen(null);
    setRefused(answer.ok ? null : answer.error);
    if (answer.ok) onBook(answer.value);
  };
  const onStrike = secret === null ? null : (line: number): void => void strike(line);
  const play = (line: BookLine): void => {
    setOpen(null);
    setAgain(line);
  };
  const onAgain = secret === null ? null : play;
  return (
    <div class="page book-page">
      <header class="home-head no-print">
        <Button kind="quiet" icon="book" onPress={() => navigate('/crews')}>
          {say('book.mine')}
        </Button>
        <Button kind="quiet" icon="home" onPress={() => navigate('/')}>
          {say('shell.home')}
        </Button>
      </header>
      <main class="book" id="content">
        <div class="book-head">
          <p class="book-of">{say('book.title')}</p>
          <h1 ref={heading} tabIndex={-1}>
            <bdi>{book.name}</bdi>
          </h1>
          <p class="book-sum">
            <span>{say('book.sum', { won: sheet.won, boxes: sheet.boxes })}</span>
            <span>{say('book.since', { date: dateText(book.founded) })}</span>
          </p>
        </div>
        {refused !== null && <RefusedNote refused={refused} />}
        <SheetView sheet={sheet} onOpen={(row, box) => setOpen({ row, box })} />
        <Legend />
        {book.lines.length > 0 && (
          <section class="book-chapter history">
            <h2>{say('book.history')}</h2>
            <BookHistory id={id} lines={book.lines.toReversed()} onStrike={onStrike} onAgain={onAgain} />
          </section>
        )}
      </main>
      <BookActions id={id} book={book} secret={secret} onBook={onBook} />
      {open !== null && (
        <Dialog title={titleOf(open.row)} class="book-dialog" onClose={() => setOpen(null)}>
          <BookHistory id={id} lines={open.box.lines} onStrike={onStrike} onAgain={onAgain} />
        </Dialog>
      )}
      {again !== null && (
        <PlayAgain
          title={titleOf(again)}
          tables={`/api/crews/${id}/games/${again.line}/tables`}
          secret={secret}
          query={`ghost=${id}/${again.line}`}
          onClose={() => setAgain(null)}
        />
      )}
    </div>
  );
}

const Legend = (): JSX.Element => (
  <ul class="book-legend">
    <li>
      <Icon name="glass" size={16} /> {say('book.legend.turned')}
    </li>
    <li>
      <Icon name="people" size={16} /> {say('book.legend.players')}
    </li>
    <li>
      <Icon name="bot" size={16} /> {say('book.deviation.bots')}
    </li>
    <li>
      <Icon name="home" size={16} /> {say('book.legend.house')}
    </li>
    <li>
      <Icon name="globe" size={16} /> {say('book.elsewhere')}
    </li>
  </ul>
);
