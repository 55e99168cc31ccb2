/** The player's keys in the toy mall: four heroes to choose, and the actions of the next deal to press or hold. */
import { type Action, HEROES, type Hero, reach } from '@hush/rules';
import type { JSX } from 'preact';
import { HeroPicture } from '../art/hero-picture.tsx';
import { Icon } from '../art/icon.tsx';
import { symbolOf } from '../art/palette.ts';
import { say } from '../i18n/catalogs.ts';
import type { Controls } from '../input/controls.ts';
import type { PressOptions } from '../input/presses.ts';
import { actionLabel, heroName } from '../model/game-words.ts';
import { ableHero } from '../model/possible.ts';
import { actionIcon, actionTurn } from '../table/names.ts';
import type { Session } from '../table/session.ts';

export const ToyKeys = ({
  toy,
  controls,
}: {
  readonly toy: Session;
  readonly controls: Controls;
}): JSX.Element => (
  <section class="toy-keys" aria-label={say('game.dock')}>
    <fieldset class="toy-heroes">
      <legend class="unseen">{say('game.heroes')}</legend>
      {HEROES.map(hero => (
        <ToyHero key={hero} hero={hero} controls={controls} />
      ))}
    </fieldset>
    <div class="toy-actions">
      {controls.actions.value.map(action => (
        <ToyKey key={action} action={action} toy={toy} controls={controls} />
      ))}
      {controls.actions.value.length === 0 && toy.seat.value >= 0 && (
        <p class="note">{say('game.setup.leader')}</p>
      )}
    </div>
  </section>
);

const ToyHero = ({ hero, controls }: { readonly hero: Hero; readonly controls: Controls }): JSX.Element => (
  <button
    type="button"
    class={`toy-hero ${hero}`}
    aria-pressed={controls.chosen.value === hero}
    onClick={() => controls.choose(hero)}
  >
    <span class="symbol">
      <Icon name={symbolOf(hero)} size={15} />
    </span>
    <span class="doll">
      <HeroPicture hero={hero} size={42} />
    </span>
    <span class="toy-name">{heroName(hero)}</span>
  </button>
);

/**
 * Returns the hero that a key would move: the chosen one, or another one if the chosen one cannot move; null if none can.
 */
function heroForKey(toy: Session, action: Action, chosen: Hero | null): Hero | null {
  const game = toy.game.value;
  const possible = game === null ? [] : reach(game, toy.seat.value);
  return ableHero(possible, action, chosen) ?? ableHero(possible, action);
}

function ToyKey({
  action,
  toy,
  controls,
}: {
  readonly action: Action;
  readonly toy: Session;
  readonly controls: Controls;
}): JSX.Element {
  const release = (): void => controls.release(action);
  const hero = heroForKey(toy, action, controls.chosen.value);
  const manner = (at: number): PressOptions => (hero === null ? { at } : { at, hero });
  return (
    <button
      type="button"
      class={`key go ${action} ${hero === null ? 'dim' : ''}`}
      onPointerDown={event => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        controls.press(action, manner(event.timeStamp));
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onContextMenu={event => event.preventDefault()}
      onClick={({ detail, timeStamp: at }) => {
        // A press by keyboard or screen reader has `detail` 0, because it comes from no pointer.
        if (detail !== 0) return;
        controls.press(action, manner(at));
        release();
      }}
    >
      <Icon name={actionIcon(action)} turn={actionTurn(action) ?? 0} size={34} />
      <small>{actionLabel(action)}</small>
    </button>
  );
}
