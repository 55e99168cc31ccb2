/** A name, and a crew is there: nobody registers anywhere. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { foundCrew, type Refused } from './crew-api.ts';
import { CrewNameField, type CrewNameProblem, crewNameIn, NameProblemNote } from './crew-forms.tsx';
import { type KnownCrew, keepCrew } from './known-crews.ts';
import { RefusedNote } from './refused.tsx';

interface Wanted {
  /** What the button says. */
  readonly act: string;
  readonly onFound: (crew: KnownCrew) => void;
}

export function FoundForm({ act, onFound }: Wanted): JSX.Element {
  const [state, setState] = useState<'idle' | 'busy' | Refused>('idle');
  const [wrong, setWrong] = useState<CrewNameProblem | null>(null);

  const found = async (name: string): Promise<void> => {
    setState('busy');
    const made = await foundCrew(name);
    if (!made.ok) return setState(made);
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
