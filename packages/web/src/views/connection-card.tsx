/** While the line is lost: a small calm card beside the table, which stays in sight. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import type { Session } from '../table/session.ts';
import { say } from '../words/words.ts';
import { Button } from './kit.tsx';

/** A blink of the network is nobody's business. */
const WORTH_TELLING = 900;
const LONG = 10_000;

export function ConnectionCard({ session }: { readonly session: Session }): JSX.Element | null {
  const lost = session.status.value.type !== 'online';
  const [stage, setStage] = useState(0);
  useEffect(() => {
    setStage(0);
    if (!lost) return undefined;
    const timers = [setTimeout(() => setStage(1), WORTH_TELLING), setTimeout(() => setStage(2), LONG)];
    return () => timers.forEach(clearTimeout);
  }, [lost]);
  // Whoever is only just arriving reads that the table is being reached, and hears more when that takes long.
  if (!lost || stage < (session.greeted.value ? 1 : 2)) return null;
  return (
    <div class="panel connection-card" role="status">
      <Icon name="wifi" size={22} />
      <div>
        <b>{session.greeted.value ? say('shell.reconnecting') : say('shell.noAnswer')}</b>
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
