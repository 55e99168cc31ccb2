/** Forms of a crew: its name, founding, renaming, and the result of a request about a book. */
import { LONGEST_NAME } from '@hush/protocol';
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { RequestError } from '../device/http.ts';
import { readName } from '../device/profile.ts';
import { say, sayOne } from '../i18n/catalogs.ts';
import { ProblemNote, readProblem } from '../ui/problem-text.tsx';
import { foundCrew } from './crew-api.ts';
import { type KnownCrew, keepCrew } from './known-crews.ts';

type Read = ReturnType<typeof readName>;
type CrewNameProblem = Extract<Read, { readonly problem: unknown }>['problem'];

/** The name typed into the form that sent this event. */
function crewNameIn(event: Event): Read {
  event.preventDefault();
  return readName(String(new FormData(event.currentTarget as HTMLFormElement).get('crew') ?? ''));
}

function CrewNameField({
  name = '',
  wrong,
  onInput,
}: {
  /** The present name of the crew, if it has one. */
  readonly name?: string;
  readonly wrong: boolean;
  readonly onInput: () => void;
}): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label htmlFor={id}>{say('book.crewName')}</label>
      <input
        id={id}
        name="crew"
        autocomplete="off"
        defaultValue={name}
        maxLength={LONGEST_NAME * 2}
        aria-invalid={wrong}
        onInput={onInput}
      />
    </div>
  );
}

const NameProblemNote = ({ problem }: { readonly problem: CrewNameProblem }): JSX.Element => (
  <p class="problem" role="alert">
    {problem === 'long' ? say('home.nameTooLong', { n: LONGEST_NAME }) : say('home.nameUnseen')}
  </p>
);

interface FoundProps {
  /** The button's label. */
  readonly act: string;
  readonly onFound: (crew: KnownCrew) => void;
}

/** Founding a crew needs only a name, no account. */
export function FoundForm({ act, onFound }: FoundProps): JSX.Element {
  const [state, setState] = useState<'idle' | 'busy' | RequestError>('idle');
  const [wrong, setWrong] = useState<CrewNameProblem | null>(null);

  const found = async (name: string): Promise<void> => {
    setState('busy');
    const made = await foundCrew(name);
    if (!made.ok) return setState(made.error);
    const crew = { ...made.value, name };
    keepCrew(crew);
    onFound(crew);
  };
  const submit = (event: Event): void => {
    const read = crewNameIn(event);
    if ('problem' in read) setWrong(read.problem);
    else void found(read.name);
  };
  const typing = (): void => {
    setState('idle');
    setWrong(null);
  };

  return (
    <form class="found-form" onSubmit={submit} noValidate>
      <CrewNameField wrong={wrong !== null} onInput={typing} />
      <button type="submit" class="button main" disabled={state === 'busy'}>
        {act}
      </button>
      {wrong !== null && <NameProblemNote problem={wrong} />}
      {typeof state === 'object' && <RefusedNote refused={state} />}
    </form>
  );
}

export function RenameForm({
  name,
  onName,
}: {
  readonly name: string;
  readonly onName: (name: string) => Promise<void>;
}): JSX.Element {
  const [wrong, setWrong] = useState<CrewNameProblem | null>(null);
  const submit = (event: Event): void => {
    const read = crewNameIn(event);
    if ('problem' in read) setWrong(read.problem);
    else void onName(read.name);
  };
  return (
    <form class="found-form" onSubmit={submit} noValidate>
      <CrewNameField name={name} wrong={wrong !== null} onInput={() => setWrong(null)} />
      <button type="submit" class="button plain">
        {say('book.rename')}
      </button>
      {wrong !== null && <NameProblemNote problem={wrong} />}
    </form>
  );
}

/** Why a request about a book failed, with the exact problem if the server named one. */
export function RefusedNote({ refused }: { readonly refused: RequestError }): JSX.Element {
  const problem = readProblem(refused.problem);
  return (
    <p class="problem" role="alert">
      {sayOne('book.trouble', refused.code, 'book.trouble.other')}
      {problem !== null && (
        <span class="book-exact">
          <ProblemNote problem={problem} />
        </span>
      )}
    </p>
  );
}
