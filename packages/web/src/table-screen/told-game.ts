/** The record of a finished game with its story and awards, and the leader of its debrief. */
import type { Member } from '@hush/protocol';
import type { Game } from '@hush/rules';
import { useEffect, useState } from 'preact/hooks';
import type { GameSummary } from '../after/told.ts';
import type { Session } from '../table/session.ts';

export interface FinishedGame extends GameSummary {
  /** The record; null until it has been fetched. */
  readonly record: string | null;
}

/** The record of this game, its story and its awards once the record has been read. */
export function useFinishedGame(session: Session, game: Game): FinishedGame {
  const [record, setRecord] = useState<string | null>(null);
  const [{ story, awards }, setTold] = useState<GameSummary>({ story: null, awards: [] });
  useEffect(() => {
    let here = true;
    const read = async (): Promise<void> => {
      const text = await session.record();
      if (text === null || !here) return;
      const { gameSummaryOf } = await import('../after/told.ts');
      if (!here) return;
      setRecord(text);
      setTold(gameSummaryOf(text, game.setUp.players));
    };
    void read();
    return () => {
      here = false;
    };
  }, [session, game.setUp]);
  return { record, story, awards };
}

/** Returns the leader of a debrief of this game; null while nobody has opened one. */
export function useDebriefLeader(session: Session): Member | null {
  const read = (): Member | null => {
    const told = session.debrief()?.message;
    return told?.game === session.table.peek().games ? told.leader : null;
  };
  const [leader, setLeader] = useState(read);
  useEffect(() => session.listen(() => setLeader(read())), [session]);
  return leader;
}
