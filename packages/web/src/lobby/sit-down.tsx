/** Taking a seat: the name form, one button, and a sentence when no seat is free. */
import { seatsOf } from '@hush/protocol';
import { isOver } from '@hush/rules';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { AvatarIcon } from '../art/icon.tsx';
import { type PlayerProfile, playerProfile } from '../device/profile.ts';
import { tablePath } from '../device/route.ts';
import { say } from '../i18n/catalogs.ts';
import { playerCount } from '../table/names.ts';
import { noSeatText } from '../table/refusal.ts';
import type { Session } from '../table/session.ts';
import { Button } from '../ui/widgets.tsx';
import { ProfileForm } from './profile-form.tsx';
import '../styles/forms.css';
import '../styles/lobby.css';

/** Milliseconds until a newcomer asks again for a seat: during silence the server seats one newcomer at a time (CM-2l). */
const SEAT_APART = 3_000;

/** Returns why no seat is free; null if one is. */
export function noSeat(session: Session): 'locked' | 'full' | null {
  const { seats, locked, game, bots = [] } = session.table.value;
  if (locked) return 'locked';
  if (seats.includes(null) || bots.length > 0) return null; // a newcomer takes the seat of a bot
  const running = game !== null && !isOver(game);
  return running || playerCount(session.table.value) >= seatsOf(session.table.value) ? 'full' : null;
}

export function SitDown({ session }: { readonly session: Session }): JSX.Element {
  const [asking, setAsking] = useState(playerProfile.value === null);
  const [refused, setRefused] = useState<string | null>(null);
  const [sent, setSent] = useState(false);
  const kept = playerProfile.value;
  const wanted = useRef<PlayerProfile | null>(null);

  const join = (one: PlayerProfile): void => {
    wanted.current = one;
    setRefused(null);
    setSent(true);
    session.join(one.name, one.avatar);
  };
  useEffect(() => {
    let again = 0;
    const unlisten = session.listen(notice => {
      if (notice.type === 'news') setRefused(null); // news from the table may mean that a seat is free
      if (notice.type !== 'refused' || notice.n !== 0) return;
      if (notice.why === 'too-fast') {
        again = window.setTimeout(() => wanted.current !== null && join(wanted.current), SEAT_APART);
        return;
      }
      setSent(false);
      setRefused(notice.why);
    });
    return () => {
      unlisten();
      clearTimeout(again);
    };
  }, [session]);
  const why = refused ?? noSeat(session);
  const isNameRefused = why === 'name-refused';
  if (why !== null && !isNameRefused) {
    return (
      <div class="sit-down">
        <p class="kind-sentence">{noSeatText(why)}</p>
        {session.game.value === null && <WatchLink code={session.code} />}
      </div>
    );
  }
  if (sent) return <p class="kind-sentence">{say('shell.reaching')}</p>;
  if (kept === null || asking || isNameRefused) {
    return (
      <div class="sit-down">
        <h2>{say('home.whoAreYou')}</h2>
        <ProfileForm
          act={name => say('lobby.sitDown', { name })}
          onDone={join}
          refused={isNameRefused ? noSeatText(why) : null}
        />
        <WatchLink code={session.code} />
      </div>
    );
  }
  return (
    <div class="sit-down">
      <button type="button" class="button main huge" onClick={() => join(kept)}>
        <span class="face small">
          <AvatarIcon avatar={kept.avatar} size={26} />
        </span>
        <span class="clip">{say('lobby.sitDown', { name: kept.name })}</span>
      </button>
      <div class="row center">
        <Button kind="quiet" icon="pen" onPress={() => setAsking(true)}>
          {say('lobby.rename')}
        </Button>
        <WatchLink code={session.code} />
      </div>
    </div>
  );
}

const WatchLink = ({ code }: { readonly code: string }): JSX.Element => (
  <a class="button quiet" href={tablePath(code, 'watch')}>
    {say('lobby.justWatch')}
  </a>
);
