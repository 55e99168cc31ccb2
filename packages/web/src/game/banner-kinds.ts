/** Decides by the latest events which banner is shown. */
import type { Notice } from '@hush/protocol';
import { type Game, type GameEvent, talkState } from '@hush/rules';
import type { Session } from '../table/session.ts';

export type BannerKind = 'start' | 'passed' | 'turned' | 'theft' | 'hush' | 'talk';

/** The banner for the most important of several events that arrived together. */
function kindOf(events: readonly GameEvent[], game: Game): BannerKind | null {
  const types = events.map(({ type }) => type);
  if (types.includes('theftHappened')) return 'theft';
  if (types.includes('hourglassTurned'))
    return game.rules.passTiles && game.solo === null ? 'passed' : 'turned';
  return types.includes('gameStarted') ? 'start' : null;
}

/** The banner when silence has begun, or when a tile explored with the elf has opened talk (SC-4b). */
function talkKind(before: string | null, now: string | null): BannerKind | null {
  if (before === null || now === null || before === now) return null;
  return now === 'silent' ? 'hush' : 'talk';
}

/**
 * Calls `tell` for each new banner. It uses the confirmed game, so that events between this player's move and its answer
 * do not hide a banner.
 */
export function listenForBanners(session: Session, tell: (kind: BannerKind) => void): () => void {
  const talkNow = (): string | null => {
    const { game } = session.confirmed.peek();
    return game?.status === 'playing' ? talkState(game) : null;
  };
  let talk = talkNow();
  return session.listen((notice: Notice) => {
    const { game } = session.confirmed.peek();
    const before = talk;
    talk = talkNow();
    if (notice.type !== 'news' || game === null) return;
    const found = kindOf(notice.events as readonly GameEvent[], game) ?? talkKind(before, talk);
    if (found !== null) tell(found);
  });
}
