/** The controls of time: play and pause, speed, a slider over the whole game, and jumps to its moments. */
import type { JSX } from 'preact';
import { Icon, type IconName } from '../art/icon.tsx';
import { say } from '../i18n/catalogs.ts';
import { clockText } from '../table/names.ts';
import { type Film, LEAPS, type Leap, leapFrom, lengthOf, SECOND } from './film.ts';
import { PlayKeys } from './play-keys.tsx';
import { type Projector, SPEEDS } from './projector.ts';

const ICONS = { laid: 'tiles', turned: 'glass', theft: 'gem', left: 'exit' } as const satisfies Record<
  Leap,
  IconName
>;

interface Props {
  readonly film: Film;
  readonly projector: Projector;
}

export const TimeBar = ({ film, projector }: Props): JSX.Element => (
  <section class="panel replay-bar" aria-label={say('replay.controls')}>
    <Slider film={film} projector={projector} />
    <div class="replay-row">
      <PlayKeys projector={projector} runs={projector.playing.value} />
      <span class="replay-time">
        {clockText(projector.at.value)} / {clockText(film.end)}
      </span>
      <Speeds projector={projector} />
      <Leaps film={film} projector={projector} />
    </div>
  </section>
);

/**
 * The slider over the film, in whole seconds. They are rounded up, so that the end of the slider is the end of the film.
 */
function Slider({ film, projector }: Props): JSX.Element {
  const whole = lengthOf(film);
  const at = projector.at.value;
  return (
    <div class="replay-slider">
      <div class="replay-marks" aria-hidden="true">
        {film.moments.map((moment, i) => (
          <i key={i} class={moment.type} style={{ left: `${(100 * moment.at) / whole}%` }} />
        ))}
      </div>
      <input
        type="range"
        min={0}
        max={whole}
        step={SECOND}
        value={at >= film.end ? whole : at}
        aria-label={say('replay.slider')}
        aria-valuetext={say('replay.time', { now: clockText(at), end: clockText(film.end) })}
        onInput={({ currentTarget }) => projector.seek(currentTarget.valueAsNumber)}
      />
    </div>
  );
}

const Speeds = ({ projector }: { readonly projector: Projector }): JSX.Element => (
  <fieldset class="replay-speeds">
    <legend class="unseen">{say('replay.speed')}</legend>
    {SPEEDS.map(speed => (
      <label key={speed}>
        <input
          type="radio"
          name="replay-speed"
          checked={projector.speed.value === speed}
          onChange={() => projector.setSpeed(speed)}
        />
        <span>{speed}×</span>
      </label>
    ))}
  </fieldset>
);

/** Buttons that jump to the next moment of a kind, and after the last one to the first. */
function Leaps({ film, projector }: Props): JSX.Element {
  const go = (kind: Leap): void => {
    const next = leapFrom(film, projector.at.peek(), 'next', [kind]) ?? leapFrom(film, -1, 'next', [kind]);
    if (next !== null) projector.seek(next.at);
  };
  return (
    <fieldset class="replay-leaps">
      <legend class="unseen">{say('replay.leaps')}</legend>
      {LEAPS.map(kind => (
        <button
          key={kind}
          type="button"
          class="icon-button"
          title={say(`replay.leap.${kind}`)}
          aria-label={say(`replay.leap.${kind}`)}
          disabled={!film.moments.some(({ type }) => type === kind)}
          onClick={() => go(kind)}
        >
          <Icon name={ICONS[kind]} size={20} />
        </button>
      ))}
    </fieldset>
  );
}
