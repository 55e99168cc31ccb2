/**
 * The player's own controls: four heroes to choose, this player's actions to press or hold, the nudge, and in solo games
 * the pile.
 */

import { type Action, coolDownOf, type Game, HEROES, type Hero, isStruckOut } from '@hush/rules';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { HeroPicture } from '../art/hero-picture.tsx';
import { Icon } from '../art/icon.tsx';
import { symbolOf } from '../art/palette.ts';
import { settings } from '../device/settings.ts';
import { say } from '../i18n/catalogs.ts';
import type { Controls } from '../input/controls.ts';
import { keyboard } from '../input/keyboard.ts';
import type { KeyName } from '../input/keymap.ts';
import { actionLabel, heroName } from '../model/game-words.ts';
import { type Goal, goalsOf, goalText } from '../model/goals.ts';
import { mayNudge } from '../model/possible.ts';
import { actionIcon, actionTurn } from '../table/names.ts';
import type { Session } from '../table/session.ts';

interface Hand {
  readonly session: Session;
  readonly game: Game;
  readonly controls: Controls;
  /** Moves the camera to a hero. */
  readonly onSeek: (hero: Hero) => void;
}

/** Whether the window is small and shows little of the board; choosing a hero then also moves the camera there. */
const narrow = matchMedia('(max-width: 959px), (max-height: 560px)');

/** A function that gives the label of the key for a control; null without a keyboard or if single keys are switched off. */
function useKeyHint(): (name: KeyName) => string | null {
  const [print, setPrint] = useState<ReadonlyMap<string, string> | null>(null);
  const keys = keyboard.value;
  useEffect(() => {
    void keys?.printedKeys().then(setPrint);
  }, [keys]);
  if (keys === null) return () => null;
  const { keyLabel, keymapOf } = keys;
  const keymap = keymapOf(settings.keymap.value);
  return name => {
    const code = keymap[name];
    const single = code !== undefined && !code.startsWith('Arrow');
    return code === undefined || (single && !settings.singleKeys.value) ? null : keyLabel(code, print);
  };
}

export function Dock({ session, game, controls, onSeek }: Hand): JSX.Element {
  const hint = useKeyHint();
  const isPiano = keyboard.value?.keyLayoutOf(settings.keymap.value) === 'piano';
  const goals = goalsOf(game);
  const gaze = session.presence.value.gaze;
  const idle = (action: Action): boolean => !controls.now.value.actions.has(action);
  return (
    <section class={`panel dock ${settings.leftHanded.value ? 'left' : ''}`} aria-label={say('game.dock')}>
      <fieldset class="heroes">
        <legend class="unseen">{say('game.heroes')}</legend>
        {HEROES.map((hero, i) => (
          <HeroChip
            key={hero}
            hero={hero}
            goal={goals[i]}
            out={game.out[hero]}
            idle={!controls.now.value.heroes.has(hero)}
            seen={gaze?.hero === hero}
            chosen={controls.chosen.value === hero}
            hint={hint(`hero-${(i + 1) as 1 | 2 | 3 | 4}`)}
            onPress={() => {
              if (controls.chosen.value === hero || narrow.matches) onSeek(hero);
              controls.choose(hero);
            }}
          />
        ))}
      </fieldset>
      <div class="sep" />
      <div class="keys-row">
        {game.solo !== null && <TurnKey game={game} controls={controls} hint={hint('turn')} />}
        {controls.actions.value.map((action, i) => (
          <ActionKey
            key={action}
            action={action}
            game={game}
            controls={controls}
            idle={idle(action)}
            hint={isPiano ? pianoRow(hint, i) : hint(action)}
          />
        ))}
        {mayNudge(game, session.seat.value) && (
          <NudgeKey session={session} game={game} controls={controls} hint={hint('nudge')} />
        )}
      </div>
      <ToastLine controls={controls} />
    </section>
  );
}

/** The labels of the four keys of a row, one for each hero, for the piano key map. */
function pianoRow(hint: (name: KeyName) => string | null, row: number): string | null {
  const keys = ([1, 2, 3, 4] as const).map(column => hint(`piano-${(row + 1) as 1 | 2 | 3}-${column}`));
  return keys.join('') || null;
}

const Hint = ({ text }: { readonly text: string | null }): JSX.Element | null =>
  text === null ? null : (
    <span class="kbd" aria-hidden="true">
      {text}
    </span>
  );

const HeroChip = ({
  hero,
  goal,
  out,
  idle,
  seen,
  chosen,
  hint,
  onPress,
}: {
  readonly hero: Hero;
  readonly goal: Goal | undefined;
  readonly out: boolean;
  /** Whether this player can do nothing with the hero now. */
  readonly idle: boolean;
  /** Whether a bot looks at this hero. */
  readonly seen: boolean;
  readonly chosen: boolean;
  readonly hint: string | null;
  readonly onPress: () => void;
}): JSX.Element => (
  <button
    type="button"
    class={`hero-chip ${hero} ${out ? 'out' : ''} ${idle ? 'idle' : ''}`}
    aria-pressed={chosen}
    onClick={onPress}
  >
    <span class="name">{heroName(hero)}</span>
    {goal !== undefined && <span class="unseen">{goalText(goal)}</span>}
    <span class="doll">
      <HeroPicture hero={hero} size={46} />
    </span>
    <Hint text={hint} />
    {goal !== undefined && (
      <span class={`pip is-${goal.state}`}>
        <Icon name={pipIcon(goal)} size={14} />
      </span>
    )}
    <span class="symbol">
      <Icon name={symbolOf(hero)} size={17} />
    </span>
    {seen && (
      <span class="eyes">
        <Icon name="stare" size={18} />
      </span>
    )}
  </button>
);

const pipIcon = ({ what, state }: Goal): 'check' | 'gem' | 'exit' => {
  if (state === 'done') return 'check';
  return what === 'item' ? 'gem' : 'exit';
};

function ActionKey({
  action,
  game,
  controls,
  idle,
  hint,
}: {
  readonly action: Action;
  readonly game: Game;
  readonly controls: Controls;
  /** Whether no hero can use the action now. */
  readonly idle: boolean;
  readonly hint: string | null;
}): JSX.Element {
  const dead = isStruckOut(game, action);
  const filling = controls.filling.value?.startsWith(`${action}:`) ?? false;
  const armed = controls.armed.value.some(
    ({ type }) => type === action || (type === 'lay' && action === 'explore'),
  );
  const release = (): void => controls.release(action);
  return (
    <button
      type="button"
      class={`key go ${action} ${dead ? 'dead' : idle ? 'idle' : ''} ${filling ? 'filling' : ''} ${armed ? 'armed' : ''}`}
      aria-disabled={dead || idle}
      onPointerDown={event => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        controls.press(action, { at: event.timeStamp });
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onContextMenu={event => event.preventDefault()}
      onClick={({ detail, timeStamp: at }) => {
        // A press by keyboard or screen reader has `detail` 0, by which it differs from a press by a pointer.
        if (detail !== 0) return;
        controls.press(action, { at });
        release();
      }}
    >
      <Icon name={actionIcon(action)} turn={actionTurn(action) ?? 0} size={36} />
      <small>{actionLabel(action)}</small>
      <Hint text={hint} />
    </button>
  );
}

const TurnKey = ({
  game,
  controls,
  hint,
}: {
  readonly game: Game;
  readonly controls: Controls;
  readonly hint: string | null;
}): JSX.Element => (
  <button type="button" class="key turn" disabled={!controls.canTurn.value} onClick={() => controls.turn()}>
    <Icon name="tiles" size={32} />
    <small>{say('game.turnTile')}</small>
    <span class="pile">{say('game.pile', { n: game.solo?.pile ?? 0 })}</span>
    <Hint text={hint} />
  </button>
);

function NudgeKey({
  session,
  game,
  controls,
  hint,
}: Omit<Hand, 'onSeek'> & { readonly hint: string | null }): JSX.Element {
  const last = game.nudgedAt[session.seat.value] ?? null;
  const wait = last === null ? 0 : Math.max(0, last + coolDownOf(game) - session.sandNow());
  const press = (): void => {
    const others = session.table.value.seats.flatMap((_, seat) =>
      seat === session.seat.value ? [] : [seat],
    );
    const [only] = others;
    if (others.length === 1 && only !== undefined) controls.nudge(only);
    else controls.nudge();
  };
  return (
    <button type="button" class="key nudge" onClick={press}>
      <Icon name="bell" size={32} />
      <small>{say('game.nudge')}</small>
      <Hint text={hint} />
      {wait > 0 && <i key={last} class="cool" style={{ animationDuration: `${wait}ms` }} />}
    </button>
  );
}

/**
 * One sentence in the dock, where it does not cover the board: why the last command was refused, or that a key has no
 * effect now. The announcer says it as well.
 */
function ToastLine({ controls }: { readonly controls: Controls }): JSX.Element {
  const toast = controls.toast.value;
  return (
    <div class="dock-note" aria-hidden="true">
      {toast !== null && (
        <p key={toast.id} class={`toast ${toast.kind}`}>
          {toast.text}
        </p>
      )}
    </div>
  );
}
