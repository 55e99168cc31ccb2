/** The list of people: each player may ignore others on this device; the host may mute and remove them for the table. */

import { isMuted, type Member } from '@hush/protocol';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { AvatarIcon, Icon } from '../art/icon.tsx';
import { say } from '../i18n/catalogs.ts';
import { ignore, ignoredAt } from '../table/ignored.ts';
import { isHost, personOf } from '../table/names.ts';
import type { Session } from '../table/session.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Button } from '../ui/widgets.tsx';
import { ReportButton } from './report-button.tsx';
import '../styles/talk.css';

export function PeopleList({ session }: { readonly session: Session }): JSX.Element {
  const members = session.table.value.seats.filter(member => member !== null);
  const others = members.filter(member => member !== session.member.value);
  if (others.length === 0) return <p class="talk-none">{say('talk.alone')}</p>;
  return (
    <ul class="talk-people">
      {others.map(member => (
        <Somebody key={member} session={session} member={member} />
      ))}
    </ul>
  );
}

function Somebody({ session, member }: { readonly session: Session; readonly member: Member }): JSX.Element {
  const asking = useSignal(false);
  const { name, avatar } = personOf(session.people.value, member);
  const muted = isMuted(session.table.value, member);
  const deaf = ignoredAt(session.code).value.has(member);
  const kick = (): number => session.manage({ type: 'kick', member });
  const kickAndLock = (): void => {
    session.manage({ type: 'lock', locked: true }); // locks the table first, so that nobody takes the seat in between
    kick();
  };
  return (
    <li>
      <span class="face">
        <AvatarIcon avatar={avatar} size={24} />
      </span>
      <span class="who">
        <b>
          <bdi>{name}</bdi>
        </b>
        {(muted || deaf) && (
          <small>
            {[deaf && say('talk.isDeaf'), muted && say('talk.isMuted')].filter(Boolean).join(', ')}
          </small>
        )}
      </span>
      <Choice
        icon={deaf ? 'hush' : 'speech'}
        pressed={deaf}
        label={deaf ? say('talk.hearAgain', { name }) : say('talk.muteForMe', { name })}
        onPress={() => ignore(session.code, member, !deaf)}
      />
      {session.kind === 'online' && (
        <ReportButton session={session} member={member} label={say('talk.report', { name })} />
      )}
      {isHost(session) && (
        <>
          <Choice
            icon="loudspeaker"
            pressed={muted}
            label={muted ? say('talk.hostUnmute', { name }) : say('talk.hostMute', { name })}
            onPress={() => void session.manage({ type: 'mute', member, muted: !muted })}
          />
          <Choice
            icon="exit"
            pressed={asking.value}
            label={say('talk.kick', { name })}
            onPress={() => {
              asking.value = true;
            }}
          />
        </>
      )}
      {asking.value && (
        <Confirm
          question={say('talk.kickQuestion', { name })}
          onYes={kick}
          onClose={() => {
            asking.value = false;
          }}
        >
          {!session.table.value.locked && (
            <Button kind="danger" onPress={kickAndLock}>
              {say('lobby.kickAndLock')}
            </Button>
          )}
        </Confirm>
      )}
    </li>
  );
}

const Choice = ({
  icon,
  pressed,
  label,
  onPress,
}: {
  readonly icon: 'hush' | 'speech' | 'loudspeaker' | 'exit';
  readonly pressed: boolean;
  readonly label: string;
  readonly onPress: () => void;
}): JSX.Element => (
  <button
    type="button"
    class={`icon-button ${pressed ? 'off' : ''}`}
    aria-label={label}
    title={label}
    onClick={onPress}
  >
    <Icon name={icon} size={20} />
  </button>
);
