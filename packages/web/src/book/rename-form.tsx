/** Another name for the crew. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { say } from '../i18n/catalogs.ts';
import { CrewNameField, type CrewNameProblem, crewNameIn, NameProblemNote } from './crew-forms.tsx';

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
