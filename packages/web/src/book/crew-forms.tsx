/** The name of a crew: where it is typed, and what is wrong with it. */
import { LONGEST_NAME } from '@hush/protocol';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { readName } from '../device/profile.ts';
import { say } from '../i18n/catalogs.ts';

type Read = ReturnType<typeof readName>;
export type CrewNameProblem = Extract<Read, { readonly problem: unknown }>['problem'];

/** What was typed into the form that has the field. */
export function crewNameIn(event: Event): Read {
  event.preventDefault();
  return readName(String(new FormData(event.currentTarget as HTMLFormElement).get('crew') ?? ''));
}

export function CrewNameField({
  name = '',
  wrong,
  onInput,
}: {
  /** As it was before. */
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

export const NameProblemNote = ({ problem }: { readonly problem: CrewNameProblem }): JSX.Element => (
  <p class="problem" role="alert">
    {problem === 'long' ? say('home.nameTooLong', { n: LONGEST_NAME }) : say('home.nameUnseen')}
  </p>
);
