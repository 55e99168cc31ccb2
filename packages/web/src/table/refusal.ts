/** The last refusal, for screens that have no dock to show it in. */
import type { Notice } from '@hush/protocol';
import { useEffect, useState } from 'preact/hooks';
import { say } from '../i18n/catalogs.ts';
import { refusalText } from '../i18n/say.ts';
import type { Session } from './session.ts';

/** The refusal to show after a notice: it stays until something else happens at the table. */
export function refusedAfter(notice: Notice, before: string | null): string | null {
  if (notice.type === 'news') return null;
  if (notice.type !== 'refused') return before;
  return notice.why === 'bad-setup' ? say('lobby.badSetup', { why: notice.say }) : refusalText(notice.why);
}

/** The last refusal of any command, or only of the commands with these numbers. */
export function useRefusal(session: Session, asked?: ReadonlySet<number>): string | null {
  const [why, setWhy] = useState<string | null>(null);
  useEffect(
    () =>
      session.listen(notice => {
        if (notice.type !== 'refused' || asked?.has(notice.n) !== false)
          setWhy(before => refusedAfter(notice, before));
      }),
    [session, asked],
  );
  return why;
}

/** Why a newcomer gets no seat. If seats are missing, the text offers to watch. */
export function noSeatText(why: string): string {
  if (why === 'locked') return say('lobby.locked');
  return why === 'full' || why === 'game-running' ? say('lobby.full') : refusalText(why);
}
