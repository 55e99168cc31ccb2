/** Asks for a name and an animal. Typing is optional: a player without a name gets the name of the animal. */
import { AVATARS, type Avatar, LONGEST_NAME } from '@hush/protocol';
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { AvatarIcon as AvatarPicture } from '../art/icon.tsx';
import {
  anyAvatar,
  type NameProblem,
  type PlayerProfile,
  playerProfile,
  readName,
  storeProfile,
} from '../device/profile.ts';
import { say } from '../i18n/catalogs.ts';

interface Props {
  /** The label of the button for this name. */
  readonly act: (name: string) => string;
  readonly onDone: (face: PlayerProfile) => void;
  /** Why the server has refused the last name. */
  readonly refused?: string | null;
}

export function ProfileForm({ act, onDone, refused = null }: Props): JSX.Element {
  const kept = playerProfile.value;
  const [avatar, setAvatar] = useState<Avatar>(() => kept?.avatar ?? anyAvatar());
  const [typed, setTyped] = useState(kept?.name ?? '');
  const [problem, setProblem] = useState<NameProblem | null>(null);
  const usual = say(`home.animal.${avatar}`);
  const read = readName(typed.trim() === '' ? usual : typed);

  const submit = (event: Event): void => {
    event.preventDefault();
    if ('problem' in read) {
      setProblem(read.problem);
      return;
    }
    storeProfile({ name: read.name, avatar });
    onDone({ name: read.name, avatar });
  };

  return (
    <form class="face-form" onSubmit={submit}>
      <NameField typed={typed} usual={usual} problem={problem} onType={setTyped} />
      {refused !== null && (
        <p class="problem" role="alert">
          {refused}
        </p>
      )}
      <Animals avatar={avatar} onPick={setAvatar} />
      <button type="submit" class="button main wide">
        {act('name' in read ? read.name : usual)}
      </button>
    </form>
  );
}

function NameField({
  typed,
  usual,
  problem,
  onType,
}: {
  readonly typed: string;
  readonly usual: string;
  readonly problem: NameProblem | null;
  readonly onType: (text: string) => void;
}): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label htmlFor={id}>{say('home.name')}</label>
      <input
        id={id}
        type="text"
        value={typed}
        placeholder={usual}
        autocomplete="nickname"
        spellcheck={false}
        maxLength={LONGEST_NAME * 8}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}p`}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
      />
      {problem !== null && (
        <p class="problem" id={`${id}p`} role="alert">
          {problem === 'long' ? say('home.nameTooLong', { n: LONGEST_NAME }) : say('home.nameUnseen')}
        </p>
      )}
    </div>
  );
}

const Animals = ({
  avatar,
  onPick,
}: {
  readonly avatar: Avatar;
  readonly onPick: (avatar: Avatar) => void;
}): JSX.Element => (
  <fieldset class="animals">
    <legend>{say('home.animal')}</legend>
    {AVATARS.map(one => (
      <label key={one} class="animal" title={say(`home.animal.${one}`)}>
        <input
          type="radio"
          name="animal"
          checked={one === avatar}
          aria-label={say(`home.animal.${one}`)}
          onChange={() => onPick(one)}
        />
        <span class="face">
          <AvatarPicture avatar={one} size={30} />
        </span>
      </label>
    ))}
  </fieldset>
);
