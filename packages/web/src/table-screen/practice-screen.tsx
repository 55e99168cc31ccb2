/**
 * A table in this page: the same screens without a server. A heist, or the deal of a game that a crew has played, is played
 * here, too; then the deal comes from the server.
 */
import type { TableWish } from '@hush/protocol';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { playerProfile } from '../device/profile.ts';
import { ghostAddress, ghostIn, heistIn } from '../heist/plans.ts';
import { PLAIN_WISH, storedWish, whyNot } from '../model/table-wish.ts';
import { forgetPractice, openPractice, storedPractice } from '../table/practice.ts';
import type { Session } from '../table/session.ts';
import { ErrorScreen } from '../ui/error-screen.tsx';
import { TableView } from './table-screen.tsx';

/** The wish of the last practice game, or the last chosen wish if it can be played with these players. */
function practiceWish(bots: number): TableWish {
  const kept = storedPractice(bots);
  if (kept !== null && kept.seed === undefined) return kept;
  const wished = storedWish();
  return whyNot(wished, 1 + bots) === null ? wished : PLAIN_WISH;
}

interface Props {
  readonly bots: number;
  readonly query: URLSearchParams;
}

const MARK = 'hush.dealt';

/** Whether this tab already plays this try, so that a reload continues it. Another try is a new table. */
function isSameTry(mark: string, bots: number): boolean {
  try {
    if (sessionStorage.getItem(MARK) === mark) return true;
    sessionStorage.setItem(MARK, mark);
  } catch {
    // Storage is blocked, so a reload starts a new game.
  }
  forgetPractice(bots);
  return false;
}

/**
 * Returns the wish with a given deal; null if the server does not publish the deal. A game that has begun needs no
 * server.
 */
async function dealtWish({ bots, query }: Props): Promise<TableWish | null> {
  const [heist, ghost] = [heistIn(query), ghostIn(query)];
  const isSame = isSameTry(JSON.stringify([bots, heist, ghost]), bots);
  const kept = storedPractice(bots);
  if (isSame && kept !== null) return kept;
  const { dealOfRecord, dealOfHeist } = await import('../heist/deals.ts');
  const wish =
    heist === null
      ? await dealOfRecord(ghostAddress({ ghost: ghost ?? '' }) ?? '')
      : await dealOfHeist(heist.day);
  return wish === null || ghost === null ? wish : { ...wish, ghost };
}

export function PracticeScreen(props: Props): JSX.Element | null {
  const { bots, query } = props;
  const ghost = ghostIn(query);
  const [session, setSession] = useState<Session | 'none' | null>(null);
  useEffect(() => {
    let opened: Session | null = null;
    let here = true;
    const open = async (): Promise<void> => {
      const wish = heistIn(query) === null && ghost === null ? practiceWish(bots) : await dealtWish(props);
      if (!here) return;
      if (wish !== null) opened = openPractice(wish, { bots, ...(playerProfile.value ?? {}) });
      setSession(opened ?? 'none');
    };
    void open();
    return () => {
      here = false;
      opened?.close();
    };
  }, []);
  if (session === null) return null;
  if (session === 'none') return <ErrorScreen kind="lost" />;
  return <TableView session={session} watch={false} screen={false} />;
}
