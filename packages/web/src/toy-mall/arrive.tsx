/**
 * Arriving at a table: the player gets a seat and an animal without being asked; if no seat is free, a sentence says so.
 */
import { AVATARS, type Avatar } from '@hush/protocol';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { anyAvatar, type PlayerProfile, playerProfile, storeProfile } from '../device/profile.ts';
import { navigate, tablePath } from '../device/route.ts';
import { say } from '../i18n/catalogs.ts';
import { ProfileForm } from '../lobby/profile-form.tsx';
import { noSeat } from '../lobby/sit-down.tsx';
import { noSeatText } from '../table/refusal.ts';
import type { Session } from '../table/session.ts';
import { Button } from '../ui/widgets.tsx';

/** The animal of this device, or one that nobody at this table has. It is stored for the next table. */
function faceFor(session: Session): PlayerProfile {
  if (playerProfile.value !== null) return playerProfile.value;
  const taken = session.people.peek().map(({ avatar }) => avatar);
  const free = AVATARS.filter(avatar => !taken.includes(avatar));
  const avatar: Avatar = free[Math.floor(Math.random() * free.length)] ?? anyAvatar();
  const made = { name: say(`home.animal.${avatar}`), avatar };
  storeProfile(made);
  return made;
}

/** The server has refused the name of this device: the player chooses another one, and it is tried at once. */
const OtherName = ({
  session,
  onDone,
}: {
  readonly session: Session;
  readonly onDone: () => void;
}): JSX.Element => (
  <div class="sit-down">
    <ProfileForm
      act={name => say('lobby.sitDown', { name })}
      refused={noSeatText('name-refused')}
      onDone={({ name, avatar }) => {
        session.join(name, avatar);
        onDone();
      }}
    />
  </div>
);

/** Takes a seat as soon as one is free, and returns what to show meanwhile. A spectator is asked instead. */
export function useSeat(session: Session, watch: boolean): JSX.Element | null {
  const [refused, setRefused] = useState<string | null>(null);
  const member = session.member.value;
  const why = refused ?? noSeat(session);
  useEffect(
    () =>
      session.listen(notice => {
        if (notice.type === 'news') setRefused(null); // news from the table may mean that a seat is free
        if (notice.type === 'refused' && notice.n === 0) setRefused(notice.why);
      }),
    [session],
  );
  useEffect(() => {
    if (member !== null || watch || why !== null || session.kind !== 'online') return;
    const { name, avatar } = faceFor(session);
    session.join(name, avatar);
  }, [session, member, watch, why]);
  if (member !== null) return null;
  if (why === 'name-refused') return <OtherName session={session} onDone={() => setRefused(null)} />;
  if (!watch) return <p class="kind-sentence">{why === null ? say('shell.reaching') : noSeatText(why)}</p>;
  return (
    <div class="sit-down">
      <p class="kind-sentence">{say('lobby.watching')}</p>
      {why === null && (
        <Button kind="main" icon="people" onPress={() => navigate(tablePath(session.code))}>
          {say('game.takeSeat')}
        </Button>
      )}
    </div>
  );
}
