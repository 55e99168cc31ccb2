/** A small card beside the table, shown while the connection is lost or the table stands still. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import { say } from '../i18n/catalogs.ts';
import type { Session } from '../table/session.ts';
import { whyLost } from '../ui/why-lost.ts';
import { Button } from '../ui/widgets.tsx';

/** Milliseconds; shorter interruptions of the connection are not shown. */
const WORTH_TELLING = 900;
const LONG = 10_000;

interface Props {
  readonly session: Session;
}

/** The card is in a live region that is always in the page, so that screen readers announce it when it appears. */
export const ConnectionCard = ({ session }: Props): JSX.Element => (
  <div role="status" aria-live="polite">
    {session.stands.value ? <Standing session={session} /> : <Lost session={session} />}
  </div>
);

const Standing = ({ session }: Props): JSX.Element => (
  <div class="panel connection-card still">
    <Icon name="glass" size={22} />
    <b>{session.game.value?.status === 'playing' ? say('game.stands') : say('game.waits')}</b>
  </div>
);

function Lost({ session }: Props): JSX.Element | null {
  const lost = session.status.value.type !== 'online';
  const [stage, setStage] = useState(0);
  const [goodbye, greeted] = [session.goodbye.value, session.greeted.value];
  useEffect(() => {
    setStage(0);
    if (!lost) return undefined;
    const timers = [setTimeout(() => setStage(1), WORTH_TELLING), setTimeout(() => setStage(2), LONG)];
    return () => timers.forEach(clearTimeout);
  }, [lost]);
  // A page that is still opening the table already shows that, so this card appears only when it takes long.
  if (!lost || stage < (greeted || goodbye !== null ? 1 : 2)) return null;
  return (
    <div class="panel connection-card">
      <Icon name="wifi" size={22} />
      <div>
        <b>{say(whyLost({ goodbye, greeted, long: stage === 2 }))}</b>
        {stage === 2 && session.member.value !== null && <p>{say('shell.reconnectingLong')}</p>}
        {stage === 2 && (
          <Button icon="again" onPress={() => session.probe()}>
            {say('shell.tryNow')}
          </Button>
        )}
      </div>
    </div>
  );
}
