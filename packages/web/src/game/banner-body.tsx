/** The text and picture of a banner. */
import { actionsOf, type Game, isStruckOut } from '@hush/rules';
import type { ComponentChildren, JSX } from 'preact';
import { Icon } from '../art/icon.tsx';
import { say } from '../i18n/catalogs.ts';
import { actionName } from '../model/game-words.ts';
import { actionIcon, actionTurn } from '../table/names.ts';
import type { BannerKind } from './banner-kinds.ts';
import '../styles/banner.css';

export function BannerBody({
  kind,
  seat,
  game,
}: {
  readonly kind: BannerKind;
  readonly seat: number;
  readonly game: Game;
}): JSX.Element {
  switch (kind) {
    case 'passed':
      return <NewActions game={game} seat={seat} />;
    case 'turned':
      return (
        <Line icon="glass">{game.solo === null ? say('game.banner.turned') : say('game.banner.pile')}</Line>
      );
    case 'theft':
      return <Line icon="gem">{say('game.banner.theft')}</Line>;
    case 'start':
      return (
        <Line icon="hush">{say(game.setUp.house.noClock ? 'game.talk.silent' : 'game.banner.start')}</Line>
      );
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
