/** A name, and a crew is there: nobody registers anywhere. */
import { LONGEST_NAME } from '@hush/protocol';
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { readName } from '../table/face.ts';
import { say } from '../words/words.ts';
import { type KnownCrew, keepCrew } from './crews.ts';
import { foundCrew, type Refused } from './library.ts';
import { RefusedNote } from './refused.tsx';

interface Wanted {
  /** What the button says. */
  readonly act: string;
  readonly onFound: (crew: KnownCrew) => void;
}

export function FoundForm({ act, onFound }: Wanted): JSX.Element {
  const id = useId();
  const [state, setState] = useState<'idle' | 'busy' | 'unseen' | 'long' | Refused>('idle');

  const found = async (typed: string): Promise<void> => {
    const read = readName(typed);
    if ('problem' in read) return setState(read.problem);
    setState('busy');
    const made = await foundCrew(read.name);
    if (!made.ok) return setState(made);
    const crew = { ...made.value, name: read.name };
    keepCrew(crew);
    onFound(crew);
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    void found(String(new FormData(event.currentTarget as HTMLFormElement).get('crew') ?? ''));
  };

  return (
    <form class="found-form" onSubmit={submit} noValidate>
      <div class="field">
        <label htmlFor={id}>{say('book.crewName')}</label>
        <input
          id={id}
          name="crew"
          autocomplete="off"
          maxLength={LONGEST_NAME * 2}
          aria-invalid={state === 'unseen' || state === 'long'}
          onInput={() => setState('idle')}
        />
      </div>
      <button type="submit" class="button main" disabled={state === 'busy'}>
        {act}
      </button>
      {(state === 'unseen' || state === 'long') && (
        <p class="problem" role="alert">
          {state === 'long' ? say('home.nameTooLong', { n: LONGEST_NAME }) : say('home.nameUnseen')}
        </p>
      )}
      {typeof state === 'object' && <RefusedNote refused={state} />}
    </form>
  );
}
