/** Big short messages for what everybody must notice at once: new actions, the theft, talk and silence. */
import { actionsOf, type Game, isStruckOut } from '@hush/rules';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import { say } from '../i18n/catalogs.ts';
import { actionName } from '../model/game-words.ts';
import { actionIcon, actionTurn } from '../table/names.ts';
import type { Session } from '../table/session.ts';
import { type Kind, listenFor } from './banner-kinds.ts';

interface BannerNews {
  readonly kind: Kind;
  readonly id: number;
}

const LASTS: Readonly<Record<Kind, number>> = {
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
    const tell = (kind: Kind): void => {
      clearTimeout(timer);
      setTold({ kind, id: ++id });
      timer = setTimeout(() => setTold(null), LASTS[kind]);
    };
    const stop = listenFor(session, tell);
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
      <BannerBody told={told} session={session} game={game} />
    </div>
  );
}

function BannerBody({
  told: { kind },
  session,
  game,
}: {
  readonly told: BannerNews;
  readonly session: Session;
  readonly game: Game;
}): JSX.Element {
  switch (kind) {
    case 'passed':
      return <NewActions game={game} seat={session.seat.value} />;
    case 'turned':
      return (
        <Line icon="glass">{game.solo === null ? say('game.banner.turned') : say('game.banner.pile')}</Line>
      );
    case 'theft':
      return <Line icon="gem">{say('game.banner.theft')}</Line>;
    case 'start':
      return <Line icon="hush">{say('game.banner.start')}</Line>;
    case 'hush':
      return <Line icon="hush">{say('game.banner.talkClosed')}</Line>;
    case 'talk':
      return game.rules.gesturesOnly ? (
        <Line icon="hand">{say('game.talk.gestures')}</Line>
      ) : (
        <Line icon="speech">{say('game.talk.open')}</Line>
      );
  }
}

const Line = ({
  icon,
  children,
}: {
  readonly icon: 'glass' | 'gem' | 'hush' | 'speech' | 'hand';
  readonly children: ComponentChildren;
}): JSX.Element => (
  <p class="banner-line">
    <Icon name={icon} size={44} />
    {children}
  </p>
);

function NewActions({ game, seat }: { readonly game: Game; readonly seat: number }): JSX.Element {
  const actions = actionsOf(game, seat);
  if (seat < 0) return <Line icon="glass">{say('game.banner.passed')}</Line>;
  return (
    <>
      <p class="banner-line">
        {actions.length === 0 ? say('game.banner.leader') : say('game.banner.actions')}
      </p>
      <div class="new-actions">
        {actions.map(action => (
          <span key={action} class={`key go ${isStruckOut(game, action) ? 'dead' : ''}`}>
            <Icon name={actionIcon(action)} turn={actionTurn(action) ?? 0} size={56} />
            <small>{actionName(action)}</small>
          </span>
        ))}
      </div>
    </>
  );
}
