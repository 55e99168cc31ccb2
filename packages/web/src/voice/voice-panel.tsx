/**
 * The voice panel: the microphone with its meter, the choice of device and mode, the list of the others, and every
 * problem in plain words.
 */
import type { Member } from '@hush/protocol';
import type { JSX } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { AvatarIcon, Icon } from '../art/icon.tsx';
import { settings } from '../device/settings.ts';
import { voiceAt, voiceRings } from '../device/voice-wanted.ts';
import { say } from '../i18n/catalogs.ts';
import { hasKey, keyLabel, keymapOf, printedKeys } from '../input/keymap.ts';
import { ignore, ignoredAt } from '../table/ignored.ts';
import { personOf } from '../table/names.ts';
import type { Session } from '../table/session.ts';
import { Button, ChoiceRow } from '../ui/widgets.tsx';
import { MODES, microphoneMode } from './choices.ts';
import type { VoiceLink } from './mesh.ts';
import type { OpenVoiceCall } from './voice-call.ts';

interface Props {
  readonly session: Session;
  readonly talk: OpenVoiceCall;
}

export const VoicePanel = ({ session, talk }: Props): JSX.Element => (
  <div class="voice-panel">
    <MicrophonePart talk={talk} />
    <Others session={session} talk={talk} />
    <Button
      icon="close"
      onPress={() => {
        voiceAt.value = '';
      }}
    >
      {say('voice.turnOff')}
    </Button>
  </div>
);

function MicrophonePart({ talk }: { readonly talk: OpenVoiceCall }): JSX.Element {
  const mic = talk.mic.value;
  if (mic.type === 'asking')
    return (
      <p class="kind-sentence" role="status">
        {say('voice.asking')}
      </p>
    );
  if (mic.type === 'problem')
    return (
      <div class="voice-problem" role="status">
        <Icon name="warning" size={22} />
        <p>{say(`voice.problem.${mic.why}`)}</p>
        {mic.why !== 'unsupported' && mic.why !== 'insecure' && (
          <Button icon="again" onPress={() => talk.retry()}>
            {say('voice.again')}
          </Button>
        )}
      </div>
    );
  return (
    <>
      <Meter talk={talk} />
      <Devices talk={talk} chosen={mic.device} />
      <ModeChoice />
    </>
  );
}

function Meter({ talk }: { readonly talk: OpenVoiceCall }): JSX.Element {
  const id = useId();
  const level = talk.level.value;
  return (
    <div class="voice-check">
      <p id={id}>{say('voice.check')}</p>
      <meter class="unseen" aria-labelledby={id} value={Math.round(level * 10) / 10} />
      <div class="voice-meter" aria-hidden="true">
        <Icon name="mic" size={20} />
        <span class="voice-scale">
          <i style={{ transform: `scaleX(${level.toFixed(2)})` }} />
        </span>
      </div>
    </div>
  );
}

function Devices({
  talk,
  chosen,
}: {
  readonly talk: OpenVoiceCall;
  readonly chosen: string;
}): JSX.Element | null {
  const id = useId();
  const devices = talk.devices.value;
  if (devices.length < 2) return null;
  return (
    <div class="voice-device">
      <label for={id}>{say('voice.device')}</label>
      <select id={id} value={chosen} onChange={({ currentTarget }) => talk.choose(currentTarget.value)}>
        {devices.map((one, i) => (
          <option key={one.id} value={one.id}>
            {one.label === '' ? say('voice.deviceNumber', { n: i + 1 }) : one.label}
          </option>
        ))}
      </select>
    </div>
  );
}

function ModeChoice(): JSX.Element {
  const [printed, setPrinted] = useState<ReadonlyMap<string, string> | null>(null);
  useEffect(() => void printedKeys().then(setPrinted), []);
  const key = keyLabel(keymapOf(settings.keymap.value)['speak'] ?? '', printed);
  const pushNote = hasKey('speak') ? say('voice.pushNote', { key }) : say('voice.pushNoteKeyless');
  return (
    <ChoiceRow
      legend={say('voice.mode')}
      options={MODES.map(value => ({ value, label: say(`voice.mode.${value}`) }))}
      value={microphoneMode.value}
      onChange={value => {
        microphoneMode.value = value;
      }}
      note={microphoneMode.value === 'push' ? pushNote : say('voice.openNote')}
    />
  );
}

function Others({ session, talk }: Props): JSX.Element | null {
  const links = [...talk.links.value];
  // During silence the panel does not say "alone", because that would reveal who is connected (CM-2p).
  if (links.length === 0) return talk.isOpen.value ? <p class="note">{say('voice.alone')}</p> : null;
  return (
    <ul class="voice-others" aria-label={say('voice.others')}>
      {links.map(([member, link]) => (
        <Other key={member} session={session} member={member} link={link} />
      ))}
    </ul>
  );
}

function Other({
  session,
  member,
  link,
}: {
  readonly session: Session;
  readonly member: Member;
  readonly link: VoiceLink;
}): JSX.Element {
  const { name, avatar } = personOf(session.people.value, member);
  const isIgnored = ignoredAt(session.code).value.has(member);
  return (
    <li class={`voice-other ${link}`}>
      <span class={`face ${voiceRings.value[member] ?? ''}`}>
        <AvatarIcon avatar={avatar} size={26} />
      </span>
      <span class="voice-words">
        <bdi>{name}</bdi>
        <small>{isIgnored ? say('voice.link.ignored') : say(`voice.link.${link}`)}</small>
      </span>
      <button
        type="button"
        class={`icon-button ${isIgnored ? 'struck' : ''}`}
        aria-pressed={isIgnored}
        aria-label={say('voice.ignore', { name })}
        title={say('voice.ignore', { name })}
        onClick={() => ignore(session.code, member, !isIgnored)}
      >
        <Icon name="loudspeaker" size={20} />
      </button>
    </li>
  );
}
