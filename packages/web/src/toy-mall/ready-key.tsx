/** The Ready button before a game: a lantern for everybody at the table, lit for those who are ready. */
import { isEverybodyReady } from '@hush/protocol';
import type { JSX } from 'preact';
import { Lantern } from '../art/lantern-picture.tsx';
import { say } from '../i18n/catalogs.ts';
import { whyNot } from '../model/table-wish.ts';
import { isHost, playerCount } from '../table/names.ts';
import { useRefusal } from '../table/refusal.ts';
import type { Session } from '../table/session.ts';

export const Lanterns = ({
  session,
  size,
}: {
  readonly session: Session;
  readonly size: number;
}): JSX.Element => {
  const { seats, ready } = session.table.value;
  const people = seats.filter(member => member !== null);
  return (
    <span class="lanterns">
      {people.map(member => (
        <Lantern key={member} size={size} lit={ready.includes(member)} />
      ))}
      {people.length === 1 && <Lantern size={size} lit={false} />}
    </span>
  );
};

/** Returns the reason why the game does not begin; null if none has to be shown. */
function waitingFor(session: Session): string | null {
  const { wish } = session.table.value;
  const players = playerCount(session.table.value);
  if (players === 1 && session.kind === 'online') return say('lobby.waitForOthers');
  const not = whyNot(wish, players);
  return not === null ? null : say(`lobby.whyNot.${not.why}`, { n: not.n });
}

/** Deals the next game and starts the sand, without waiting for anybody. */
export function startNow(session: Session): void {
  session.manage({ type: 'begin' });
  session.do({ type: 'start' });
}

export function ReadyKey({ session }: { readonly session: Session }): JSX.Element {
  const { ready } = session.table.value;
  const mine = session.member.value ?? -1;
  const amReady = ready.includes(mine);
  const refused = useRefusal(session);
  const alone = session.kind === 'practice' && playerCount(session.table.value) === 1;
  /**
   * True if everybody is ready and the game has not begun, because a member left afterwards: then the host may start it.
   */
  const stuck = isHost(session) && isEverybodyReady(session.confirmed.value);
  const press = (): void => {
    if (alone) session.manage({ type: 'begin' });
    else if (stuck) startNow(session);
    else session.manage({ type: 'ready', ready: !amReady });
  };
  const words = refused ?? waitingFor(session);
  return (
    <div class="ready-place">
      <p class="start-why" role="status">
        {words}
      </p>
      <button type="button" class="ready-key" aria-pressed={amReady} onClick={press}>
        <Lanterns session={session} size={16} />
        <span>{alone ? say('lobby.beginPractice') : stuck ? say('lobby.start') : say('lobby.ready')}</span>
      </button>
    </div>
  );
}
