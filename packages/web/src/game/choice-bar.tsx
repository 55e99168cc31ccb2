/** A short question with its answers: which vortex, which place, whom to nudge. */
import type { JSX } from 'preact';
import { Icon } from '../art/icon.tsx';
import { symbolOf } from '../art/palette.ts';
import { say } from '../i18n/catalogs.ts';
import type { Controls } from '../input/controls.ts';
import type { ChoiceOption, ChoiceQuestion } from '../input/question.ts';
import '../styles/asking.css';

export const ChoiceBar = ({
  controls,
  question,
}: {
  readonly controls: Pick<Controls, 'cancel'>;
  readonly question: ChoiceQuestion;
}): JSX.Element => (
  <section class="panel asking" aria-label={say(`game.ask.${question.type}`)}>
    <div class="asking-head">
      <h2>{say(`game.ask.${question.type}`)}</h2>
      <button
        type="button"
        class="icon-button"
        aria-label={say('shell.cancel')}
        onClick={() => controls.cancel()}
      >
        <Icon name="close" size={20} />
      </button>
    </div>
    <div class="answers">
      {question.choices.map((choice, i) => (
        <Answer key={choice.label} choice={choice} letter={String.fromCharCode(65 + i)} />
      ))}
    </div>
  </section>
);

const Answer = ({
  choice: { label, hero, take, also },
  letter,
}: {
  readonly choice: ChoiceOption;
  readonly letter: string;
}): JSX.Element => (
  <>
    <button type="button" class={`answer ${hero ?? ''} ${also ? 'first' : ''}`} onClick={take}>
      <span class="kbd" aria-hidden="true">
        {letter}
      </span>
      {hero !== null && <Icon name={symbolOf(hero)} size={18} />}
      <span>{label}</span>
    </button>
    {also && (
      <button
        type="button"
        class="answer also"
        aria-label={also.label}
        title={also.label}
        onClick={also.take}
      >
        <Icon name="stare" size={20} />
      </button>
    )}
  </>
);
