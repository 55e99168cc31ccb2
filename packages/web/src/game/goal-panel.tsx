/** The present goal, the progress of each hero, and the theft button in editions where the theft must be called. */
import { actionsOf, ballTiles, type Game, talkState } from '@hush/rules';
import type { JSX } from 'preact';
import { Icon } from '../art/icon.tsx';
import { symbolOf } from '../art/palette.ts';
import { say } from '../i18n/catalogs.ts';
import type { Controls } from '../input/controls.ts';
import { type Goal, goalsOf, goalText, type UrgentTask, urgentIn } from '../model/goals.ts';
import { gameName } from '../table/names.ts';
import type { Session } from '../table/session.ts';

function titleOf(game: Game, urgent: UrgentTask, seat: number): string {
  if (urgent === 'discard') return say('game.goal.discard', { n: game.discards });
  if (urgent === 'lay')
    return actionsOf(game, seat).includes('explore') ? say('game.goal.lay') : say('game.goal.layOther');
  if (urgent === 'items' && game.rules.wrongHands) return say('game.goal.itemsWrong');
  return say(`game.goal.${urgent}`);
}

function noteOf(game: Game, urgent: UrgentTask): string {
  if (urgent === 'discard') return say('game.goal.discardNote');
  if (urgent !== 'exits') return gameName(game);
  if (game.rules.wrongHands) return say('game.goal.exitsWrong');
  return game.rules.ownExits ? say('game.goal.exitsOwn') : say('game.goal.exitsOne');
}

export function GoalPanel({
  session,
  game,
  controls,
}: {
  readonly session: Session;
  readonly game: Game;
  readonly controls: Controls | null;
}): JSX.Element {
  const urgent = urgentIn(game);
  const balls = ballTiles(game);
  return (
    <section class={`panel goals ${urgent}`}>
      <div class="goal-words">
        <h2>{titleOf(game, urgent, session.seat.value)}</h2>
        <p>{noteOf(game, urgent)}</p>
      </div>
      <ul class="goal-list" aria-label={say('game.goals')}>
        {goalsOf(game).map(goal => (
          <GoalChip key={goal.hero} goal={goal} />
        ))}
      </ul>
      {controls?.canSteal.value && (
        <button type="button" class="button steal" onClick={() => controls.steal()}>
          {say('game.steal')}
        </button>
      )}
      {balls > 0 && (
        <p class="ball-note">
          <Icon name="ball" size={18} />
          {say('game.ball', { n: balls })}
        </p>
      )}
    </section>
  );
}

const GoalChip = ({ goal }: { readonly goal: Goal }): JSX.Element => {
  const { hero, what, state } = goal;
  return (
    <li class={`goal ${hero} is-${state}`}>
      <span class="unseen">{goalText(goal)}</span>
      <Icon name={symbolOf(hero)} size={25} />
      {what === 'exit' && state !== 'done' && <Icon name="exit" size={13} class="corner" />}
      {state === 'done' && (
        <i class="tick">
          <Icon name="check" size={12} />
        </i>
      )}
    </li>
  );
};

/** A hint while talk is open, which says that the first move closes talk (CM-3e). */
export function TalkHint({
  game,
  controls,
}: {
  readonly game: Game;
  readonly controls: Controls | null;
}): JSX.Element | null {
  const talk = talkState(game);
  if (game.status !== 'playing' || talk === 'silent' || game.setUp.house.freeTalk) return null;
  return (
    <p class={`talk-hint ${talk}`}>
      <Icon name={talk === 'open' ? 'speech' : 'hand'} size={18} />
      {talk === 'open' ? say('game.banner.talkOpen') : say('game.banner.gesturesOpen')}
      {controls?.guarding.value && (
        <button type="button" onClick={() => controls.endTalk()}>
          {say('play.endTalk')}
        </button>
      )}
    </p>
  );
}
