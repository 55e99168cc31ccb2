/**
 * The people at the table, in the order in which action tiles are passed, each with the actions of the next deal. The
 * host may remove players, hand over the role, and give a free seat to a bot.
 */
import { isBot, isProgram, type Member } from '@hush/protocol';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { AvatarIcon, Icon, type IconName } from '../art/icon.tsx';
import { voiceRings } from '../device/voice-wanted.ts';
import { say } from '../i18n/catalogs.ts';
import { refusalText } from '../i18n/say.ts';
import { actionName } from '../model/game-words.ts';
import { actionIcon, actionTurn, isHost, personOf } from '../table/names.ts';
import type { Session } from '../table/session.ts';
import { Button, Dialog } from '../ui/widgets.tsx';
import { ProfileForm } from './profile-form.tsx';

/**
 * The list of seats. With `screen`, as on a television, it has all seats; otherwise the player's own seat is shown beside
 * the keys.
 */
export function Seats({
  session,
  screen = false,
  children,
}: {
  readonly session: Session;
  readonly screen?: boolean;
  /** An additional place at the table, with which the host adds a bot. */
  readonly children?: ComponentChildren;
}): JSX.Element {
  const { seats } = session.table.value;
  const others = seats.flatMap((member, seat) =>
    member === null || (member === session.member.value && !screen) ? [] : [{ member, seat }],
  );
  const isMany = others.length > 4;
  return (
    <ol
      class={`seats ${isMany ? 'many' : ''}`}
      aria-label={say('lobby.seats')}
      // A long list of seats scrolls on a phone; arrow keys can only scroll an element with the focus.
      {...(isMany ? { tabIndex: 0 } : {})}
    >
      {others.map(({ member, seat }) => (
        <li key={member} class="seat">
          <Seat session={session} member={member} seat={seat} still={screen} />
        </li>
      ))}
      {children !== undefined && <li class="seat free">{children}</li>}
    </ol>
  );
}

function Seat({
  session,
  member,
  seat,
  still,
}: {
  readonly session: Session;
  readonly member: Member;
  readonly seat: number;
  readonly still: boolean;
}): JSX.Element {
  const bot = isBot(session.table.value, member);
  const { name } = personOf(session.people.value, member);
  const picture = <SeatFace session={session} member={member} />;
  const label = (
    <span class="seat-name">
      <bdi>{name}</bdi>
    </span>
  );
  return (
    <>
      {isHost(session) && !still ? (
        <SeatMenu session={session} member={member} name={name} bot={bot}>
          {picture}
          {label}
        </SeatMenu>
      ) : (
        <>
          {picture}
          {label}
        </>
      )}
      <Owned session={session} seat={seat} />
    </>
  );
}

/** The player's animal with signs for host, bot, ready and away. */
function SeatFace({ session, member }: { readonly session: Session; readonly member: Member }): JSX.Element {
  const { host, ready } = session.table.value;
  const { avatar } = personOf(session.people.value, member);
  const here = session.here.value.includes(member);
  return (
    <span class={`face ${here ? '' : 'gone'} ${voiceRings.value[member] ?? ''}`}>
      <AvatarIcon avatar={avatar} size={28} />
      {member === host && <Sign icon="crown" words={say('lobby.host')} kind="host" />}
      {isBot(session.table.value, member) && <Sign icon="bot" words={say('game.isBot')} kind="bot" />}
      {isProgram(session.table.value, member) && (
        <Sign icon="bot" words={say('lobby.isProgram')} kind="bot" />
      )}
      {!here && <Sign icon="away" words={say('lobby.away')} kind="away" />}
      {here && ready.includes(member) && <Sign icon="check" words={say('lobby.ready')} kind="ready" />}
    </span>
  );
}

const Sign = ({
  icon,
  words,
  kind,
}: {
  readonly icon: IconName;
  readonly words: string;
  readonly kind: string;
}): JSX.Element => (
  <i class={`sign-of ${kind}`} title={words}>
    <Icon name={icon} size={15} />
    <span class="unseen">{words}</span>
  </i>
);

/** The actions that the next game would deal to a seat. */
function Owned({ session, seat }: { readonly session: Session; readonly seat: number }): JSX.Element {
  const actions = session.lobby.value?.deal[seat] ?? [];
  return (
    <span class="minis">
      {actions.map(action => (
        <i key={action} title={actionName(action)}>
          <Icon name={actionIcon(action)} turn={actionTurn(action) ?? 0} size={16} />
          <span class="unseen">{actionName(action)}</span>
        </i>
      ))}
    </span>
  );
}

/** The player's own seat; a press opens the form for animal and name. */
export function OwnSeat({
  session,
  member,
}: {
  readonly session: Session;
  readonly member: Member;
}): JSX.Element {
  const [open, setOpen] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const { name } = personOf(session.people.value, member);
  useEffect(
    () =>
      session.listen(notice => {
        if (notice.type !== 'refused' || notice.why !== 'name-refused') return;
        setRefused(refusalText(notice.why));
        setOpen(true);
      }),
    [session],
  );
  return (
    <>
      <button
        type="button"
        class="own-seat"
        disabled={session.kind !== 'online'}
        onClick={() => setOpen(true)}
      >
        <SeatFace session={session} member={member} />
        <span class="own-name">
          <bdi>{name}</bdi>
          {session.kind === 'online' && <Icon name="pen" size={13} />}
        </span>
        <span class="unseen">{say('lobby.rename')}</span>
      </button>
      {open && (
        <Dialog title={say('lobby.rename')} onClose={() => setOpen(false)}>
          <ProfileForm
            act={() => say('home.save')}
            refused={refused}
            onDone={({ name: next, avatar }) => {
              setRefused(null);
              session.rename(next, avatar);
              setOpen(false);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

function SeatMenu({
  session,
  member,
  name,
  bot,
  children,
}: {
  readonly session: Session;
  readonly member: Member;
  readonly name: string;
  readonly bot: boolean;
  readonly children: ComponentChildren;
}): JSX.Element {
  const [open, setOpen] = useState(false);
  const then = (act: () => void) => (): void => {
    setOpen(false);
    act();
  };
  const kick = then(() => session.manage({ type: 'kick', member }));
  return (
    <>
      <button
        type="button"
        class="seat-button"
        aria-label={bot ? say('lobby.removeBot', { name }) : say('lobby.memberMenu', { name })}
        onClick={bot ? kick : () => setOpen(true)}
      >
        {children}
      </button>
      {open && (
        <Dialog title={name} onClose={() => setOpen(false)} class="sure">
          <div class="stack">
            <Button icon="crown" onPress={then(() => session.manage({ type: 'handOver', member }))}>
              {say('lobby.handOver')}
            </Button>
            <Button icon="exit" kind="danger" onPress={kick}>
              {say('lobby.kick')}
            </Button>
            <Button
              icon="exit"
              kind="danger"
              onPress={then(() => {
                session.manage({ type: 'lock', locked: true });
                session.manage({ type: 'kick', member });
              })}
            >
              {say('lobby.kickAndLock')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
