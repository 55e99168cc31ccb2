/** Large short messages that everybody must notice at once: new actions, the theft, talk and silence. */
import type { Game } from '@hush/rules';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../table/session.ts';
import { lazy } from '../ui/lazy.tsx';
import { type BannerKind, listenForBanners } from './banner-kinds.ts';

const BannerBody = lazy(async () => (await import('./banner-body.tsx')).BannerBody, { words: [] });

interface BannerNews {
  readonly kind: BannerKind;
  readonly id: number;
}

const LASTS: Readonly<Record<BannerKind, number>> = {
  start: 1800,
  passed: 4500,
  turned: 2400,
  theft: 3500,
  hush: 1200,
  talk: 2000,
};

function useTold(session: Session): BannerNews | null {
  const [told, setTold] = useState<BannerNews | null>(null);
  useEffect(() => {
    let id = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = (kind: BannerKind): void => {
      clearTimeout(timer);
      setTold({ kind, id: ++id });
      timer = setTimeout(() => setTold(null), LASTS[kind]);
    };
    const stop = listenForBanners(session, tell);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [session]);
  return told;
}

/** Hidden from screen readers, because the announcer says the same. */
export function Banner({
  session,
  game,
}: {
  readonly session: Session;
  readonly game: Game;
}): JSX.Element | null {
  const told = useTold(session);
  if (told === null) return null;
  return (
    <div key={told.id} class={`banner ${told.kind}`} aria-hidden="true">
      <BannerBody kind={told.kind} seat={session.seat.value} game={game} />
    </div>
  );
}
