/** The actions of a book: print, export, and for members invite, import, rename, close. */

import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { RequestError } from '../device/http.ts';
import { navigate } from '../device/route.ts';
import { say } from '../i18n/catalogs.ts';
import { ConfirmButton } from '../ui/confirm.tsx';
import { Button, Switch } from '../ui/widgets.tsx';
import { type ApiResult, type Book, changeCrew, forgetCrew, importBook } from './crew-api.ts';
import { RefusedNote, RenameForm } from './crew-forms.tsx';
import { keepCrew, memberLink, removeCrew } from './known-crews.ts';

interface ActionProps {
  readonly id: string;
  readonly book: Book;
  readonly secret: string | null;
  readonly onBook: (book: Book) => void;
}

export const BookActions = (props: ActionProps): JSX.Element => (
  <aside class="book-desk no-print" aria-label={say('book.desk')}>
    <section class="panel crews-card">
      <h2>{say('book.take')}</h2>
      <div class="row">
        <Button icon="book" onPress={() => print()}>
          {say('book.print')}
        </Button>
        <a class="button plain" href={`/crew/${props.id}/book.csv`} download>
          {say('book.csv')}
        </a>
        {Array.from({ length: props.book.parts }, (_, i) => (
          <a key={i} class="button plain" href={`/crew/${props.id}/book.json?part=${i + 1}`} download>
            {props.book.parts === 1 ? say('book.json') : say('book.jsonPart', { n: i + 1 })}
          </a>
        ))}
        {props.book.board && (
          <Button icon="crown" onPress={() => navigate('/board')}>
            {say('book.board')}
          </Button>
        )}
        <Button icon="play" onPress={() => navigate('/replay')}>
          {say('book.fromFile')}
        </Button>
      </div>
      <p class="note">{say('book.takeNote')}</p>
    </section>
    <section class="panel crews-card">
      <h2>{say('book.members')}</h2>
      <CopyLink
        words={say('book.copyReading')}
        link={memberLink({ id: props.id, name: props.book.name, secret: null })}
      />
      {props.secret === null ? (
        <p class="note">{say('book.readOnlyNote')}</p>
      ) : (
        <MemberActions {...props} secret={props.secret} />
      )}
    </section>
  </aside>
);

const COPIED = 2000;

function CopyLink({ words, link }: { readonly words: string; readonly link: string }): JSX.Element {
  const [copied, setCopied] = useState(false);
  const [shown, setShown] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      setShown(true); // without access to the clipboard, the link is shown so that it can be copied by hand
      return;
    }
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED);
  };
  return (
    <div class="stack">
      <Button icon={copied ? 'check' : 'copy'} onPress={() => void copy()}>
        <span aria-live="polite">{copied ? say('lobby.copied') : words}</span>
      </Button>
      {shown && <input class="link-field" readOnly aria-label={words} value={link} />}
    </div>
  );
}

/** The actions of members, who have the crew's secret. */
function MemberActions({ id, book, secret, onBook }: ActionProps & { readonly secret: string }): JSX.Element {
  const [refused, setRefused] = useState<RequestError | null>(null);
  const [said, setSaid] = useState('');
  const take = (answer: ApiResult<Book>, done = ''): void => {
    setRefused(answer.ok ? null : answer.error);
    setSaid(answer.ok ? done : '');
    if (!answer.ok) return;
    keepCrew({ id, name: answer.value.name, secret });
    onBook(answer.value);
  };
  const bring = async (file: File): Promise<void> => {
    const answer = await importBook(id, secret, file);
    take(answer, answer.ok ? say('book.imported', { n: answer.value.entered }) : '');
  };
  const show = async (shown: boolean): Promise<void> => take(await changeCrew(id, secret, { shown }));
  return (
    <>
      <CopyLink words={say('book.copyMember')} link={memberLink({ id, name: book.name, secret })} />
      <p class="note">{say('book.memberNote')}</p>
      <ImportButton onFile={file => void bring(file)} />
      <p class="note">{say('book.importNote')}</p>
      {said !== '' && (
        <p class="kind-sentence" role="status">
          {said}
        </p>
      )}
      {refused !== null && <RefusedNote refused={refused} />}
      {book.board && (
        <Switch
          label={say('book.show')}
          note={say('book.showNote')}
          value={book.shown}
          onChange={shown => void show(shown)}
        />
      )}
      <RenameForm
        name={book.name}
        onName={async name => {
          take(await changeCrew(id, secret, { name }));
        }}
      />
      <Forget id={id} secret={secret} onRefused={setRefused} />
    </>
  );
}

/** A button that replaces the browser's own file field. */
function ImportButton({ onFile }: { readonly onFile: (file: File) => void }): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        class="book-file"
        type="file"
        accept=".json,application/json"
        aria-label={say('book.import')}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) onFile(file);
          currentTarget.value = ''; // allows choosing the same file again
        }}
      />
      <Button icon="plus" onPress={() => field.current?.click()}>
        {say('book.import')}
      </Button>
    </>
  );
}

function Forget({
  id,
  secret,
  onRefused,
}: {
  readonly id: string;
  readonly secret: string;
  readonly onRefused: (refused: RequestError) => void;
}): JSX.Element {
  const forget = async (): Promise<void> => {
    const answer = await forgetCrew(id, secret);
    if (!answer.ok) return onRefused(answer.error);
    removeCrew(id);
    navigate('/crews');
  };
  return (
    <ConfirmButton note={say('book.forgetNote')} yes={say('book.forgetSure')} onYes={() => void forget()}>
      {say('book.forget')}
    </ConfirmButton>
  );
}
