/** A table in this page alone: the same screens, no server. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { face } from '../device/profile.ts';
import { keptWish, PLAIN_WISH, whyNot } from '../model/table-wish.ts';
import { keptPractice, openPractice } from '../table/practice.ts';
import type { Session } from '../table/session.ts';
import { TableView } from './table-screen.tsx';

/** The wish that was last practised, or the wish chosen last if it can be played with these players. */
function practiceWish(bots: number): ReturnType<typeof keptWish> {
  const kept = keptPractice(bots);
  if (kept !== null) return kept;
  const wished = keptWish();
  return whyNot(wished, 1 + bots) === null ? wished : PLAIN_WISH;
}

export function PracticeScreen({ bots }: { readonly bots: number }): JSX.Element | null {
  const [session, setSession] = useState<Session | null>(null);
  useEffect(() => {
    const opened = openPractice(practiceWish(bots), { bots, ...(face.value ?? {}) });
    setSession(opened);
    return () => opened.close();
  }, []);
  return session === null ? null : <TableView session={session} watch={false} screen={false} />;
}
