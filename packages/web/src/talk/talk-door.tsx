/**
 * Lazy loading of talk: the code is fetched when talk is open for the first time or the first signal arrives. Notices
 * that arrive before the code has loaded wait here.
 */
import type { Notice } from '@hush/protocol';
import { talkState } from '@hush/rules';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { lazy } from '../ui/lazy.tsx';
import type { TalkProps } from './talk-log.ts';

const Corner = lazy(async () => (await import('./corner.tsx')).TalkCorner);
const Signals = lazy(async () => (await import('./nudges.tsx')).NudgeSigns);

const SIGNS = /^(pawnMoved|tapped|stared)$/;
const MOST = 20;

export function LazyTalk({
  session,
  board,
  screen,
  keys,
}: Omit<TalkProps, 'early'> & {
  /** Whether this page is a phone that shows only keys, because its players sit in one room with a television. */
  readonly keys: boolean;
}): JSX.Element | null {
  const [words, signs] = [useRef<Notice[]>([]), useRef<Notice[]>([])];
  const talked = useRef(false);
  const signalled = useSignal(false);
  const game = session.game.value;
  useEffect(
    () =>
      session.listen(notice => {
        if (notice.type === 'other' && words.current.push(notice) > MOST) words.current.shift();
        if (notice.type !== 'news' || !notice.events.some(({ type }) => SIGNS.test(type))) return;
        if (!signalled.peek()) signs.current.push(notice);
        signalled.value = true;
      }),
    [session],
  );
  if (session.kind !== 'online') return null;
  talked.current ||= game === null || (talkState(game) !== 'silent' && game.setUp.players > 1);
  const holds = game?.status === 'playing' && game.pawn !== null && game.pawn === session.seat.value;
  const visit = { session, board, screen };
  return (
    <>
      {talked.current && <Corner {...visit} screen={screen || keys} early={words.current} />}
      {(signalled.value || holds) && <Signals {...visit} early={signs.current} />}
    </>
  );
}
