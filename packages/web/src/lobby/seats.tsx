/** The seats, in the order in which action tiles are passed; the host may remove players or hand over the role. */
import { botOf, isBot, type Member } from '@hush/protocol';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { AvatarIcon, Icon } from '../art/icon.tsx';
import { rings } from '../device/voice-wanted.ts';
import { say } from '../i18n/catalogs.ts';
import { isHost, personOf, playerCount } from '../table/names.ts';
import type { Session } from '../table/session.ts';
import { Button, Dialog, IconButton } from '../ui/widgets.tsx';
import { FaceForm } from './profile-form.tsx';

export function Seats({ session }: { readonly session: Session }): JSX.Element {
  const { seats } = session.table.value;
  const { watching = 0 } = session.presence.value;
  return (
    <>
      <div class="card-head">
        <h2 id="seats">{say('lobby.seats')}</h2>
        <span class="count">
          {say('lobby.seatsTaken', { n: playerCount(session.table.value) })}
          {watching > 0 && ` · ${say('game.watching', { n: watching })}`}
        </span>
      </div>
      <ol class="seats">
        {seats.map((member, seat) => (
          <li key={member ?? `free ${seat}`} class="seat">
            {member === null && <span class="seat-name free">{say('lobby.freeSeat')}</span>}
            {member !== null && isBot(session.table.value, member) && (
              <BotSeat session={session} member={member} />
            )}
            {member !== null && !isBot(session.table.value, member) && (
              <Seat session={session} member={member} />
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function BotSeat({ session, member }: { readonly session: Session; readonly member: Member }): JSX.Element {
  const { name, avatar } = personOf(session.people.value, member);
  const temper = botOf(session.table.value, member)?.temper ?? 'calm';
  return (
    <>
      <span class="face">
        <AvatarIcon avatar={avatar} size={28} />
      </span>
      <span class="seat-name">
        <bdi>{name}</bdi>
      </span>
      <span class="badges">
        <Badge icon="bot" words={say(`lobby.temper.${temper}`)} kind="ready" />
      </span>
      {isHost(session) && (
        <IconButton
          icon="close"
          size={18}
          label={say('lobby.removeBot', { name })}
          onPress={() => session.manage({ type: 'kick', member })}
        />
      )}
    </>
  );
}

function Seat({ session, member }: { readonly session: Session; readonly member: Member }): JSX.Element {
  const { host, ready } = session.table.value;
  const { name, avatar } = personOf(session.people.value, member);
  const me = member === session.member.value;
  const here = session.here.value.includes(member);
  return (
    <>
      <span class={`face ${here ? '' : 'gone'} ${rings.value[member] ?? ''}`}>
        <AvatarIcon avatar={avatar} size={28} />
      </span>
      <span class="seat-name">
        <bdi>{name}</bdi>
        {me && <small> ({say('game.you')})</small>}
      </span>
      <span class="badges">
        {member === host && <Badge icon="crown" words={say('lobby.host')} kind="host" />}
        {!here && <Badge icon="away" words={say('lobby.away')} kind="away" />}
        {here && member !== host && (
          <Badge
            icon={ready.includes(member) ? 'check' : 'glass'}
            words={ready.includes(member) ? say('lobby.ready') : say('lobby.notReady')}
            kind={ready.includes(member) ? 'ready' : 'waiting'}
          />
        )}
      </span>
      {me && session.kind === 'online' && <Rename session={session} />}
      {!me && isHost(session) && <MemberMenu session={session} member={member} name={name} />}
    </>
  );
}

const Badge = ({
  icon,
  words,
  kind,
}: {
  readonly icon: 'crown' | 'away' | 'check' | 'glass' | 'bot';
  readonly words: string;
  readonly kind: string;
}): JSX.Element => (
  <span class={`badge ${kind}`}>
    <Icon name={icon} size={15} />
    {words}
  </span>
);

function Rename({ session }: { readonly session: Session }): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon="pen" size={18} label={say('lobby.rename')} onPress={() => setOpen(true)} />
      {open && (
        <Dialog title={say('lobby.rename')} onClose={() => setOpen(false)}>
          <FaceForm
            act={() => say('home.save')}
            onDone={({ name, avatar }) => {
              session.rename(name, avatar);
              setOpen(false);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

function MemberMenu({
  session,
  member,
  name,
}: {
  readonly session: Session;
  readonly member: Member;
  readonly name: string;
}): JSX.Element {
  const [open, setOpen] = useState(false);
  const then = (act: () => void) => (): void => {
    setOpen(false);
    act();
  };
  return (
    <>
      <IconButton
        icon="menu"
        size={18}
        label={say('lobby.memberMenu', { name })}
        onPress={() => setOpen(true)}
      />
      {open && (
        <Dialog title={name} onClose={() => setOpen(false)} class="sure">
          <div class="stack">
            <Button icon="crown" onPress={then(() => session.manage({ type: 'handOver', member }))}>
              {say('lobby.handOver')}
            </Button>
            <Button icon="exit" kind="danger" onPress={then(() => session.manage({ type: 'kick', member }))}>
              {say('lobby.kick')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
