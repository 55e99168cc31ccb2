/** Why what was asked of the table failed, on screens where no dock says so. */
import type { Notice } from '@hush/protocol';
import { useEffect, useState } from 'preact/hooks';
import { say } from '../i18n/catalogs.ts';
import { refusalText } from '../i18n/say.ts';
import type { Session } from './session.ts';

/** What there is to say after a notice: a refusal stands until something else happens. */
export function refusedAfter(notice: Notice, before: string | null): string | null {
  if (notice.type === 'news') return null;
  if (notice.type !== 'refused') return before;
  return notice.why === 'bad-setup' ? say('lobby.badSetup', { why: notice.say }) : refusalText(notice.why);
}

/** Of everything that is asked here, or of what has one of these numbers. */
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

/** A newcomer may at least watch where seats are missing; whatever else is wrong has its own sentence. */
export function noSeatText(why: string): string {
  if (why === 'locked') return say('lobby.locked');
  return why === 'full' || why === 'game-running' ? say('lobby.full') : refusalText(why);
}
