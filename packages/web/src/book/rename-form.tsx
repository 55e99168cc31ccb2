/** Another name for the crew. */
import { LONGEST_NAME } from '@hush/protocol';
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { readName } from '../table/face.ts';
import { say } from '../words/words.ts';

export function RenameForm({
  name,
  onName,
}: {
  readonly name: string;
  readonly onName: (name: string) => Promise<void>;
}): JSX.Element {
  const id = useId();
  const [wrong, setWrong] = useState(false);
  const submit = (event: Event): void => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget as HTMLFormElement).get('crew');
    const read = readName(String(typed ?? ''));
    if ('problem' in read) setWrong(true);
    else void onName(read.name);
  };
  return (
    <form class="found-form" onSubmit={submit} noValidate>
      <div class="field">
        <label htmlFor={id}>{say('book.crewName')}</label>
        <input
          id={id}
          name="crew"
          autocomplete="off"
          defaultValue={name}
          maxLength={LONGEST_NAME * 2}
          aria-invalid={wrong}
          onInput={() => setWrong(false)}
        />
      </div>
      <button type="submit" class="button plain">
        {say('book.rename')}
      </button>
      {wrong && (
        <p class="problem" role="alert">
          {say('home.nameUnseen')}
        </p>
      )}
    </form>
  );
}
