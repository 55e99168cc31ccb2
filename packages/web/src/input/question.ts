/** Asks one short question at a time: which vortex, which place for the tile, which hero, whom to nudge. */
import type { Hero } from '@hush/rules';
import { type ReadonlySignal, signal } from '@preact/signals';

export interface ChoiceOption {
  readonly label: string;
  /** The hero whose colour and symbol the option has. */
  readonly hero: Hero | null;
  take(): void;
  /** Something else that the same option can do, with a button of its own. */
  readonly also?: { readonly label: string; take(): void };
}

export interface ChoiceQuestion {
  readonly type: 'vortex' | 'lay' | 'which' | 'nudge';
  /** The options; letters from a or digits from 1 choose one. */
  readonly choices: readonly ChoiceOption[];
}

export interface ChoicePrompt {
  readonly question: ReadonlySignal<ChoiceQuestion | null>;
  ask(type: ChoiceQuestion['type'], choices: readonly ChoiceOption[]): void;
  cancel(): void;
}

export function createChoicePrompt(): ChoicePrompt {
  const question = signal<ChoiceQuestion | null>(null);
  const cancel = (): void => {
    question.value = null;
  };
  return {
    question,
    cancel,
    ask(type, choices) {
      const closing = (take: () => void) => (): void => {
        cancel();
        take();
      };
      const answers = choices.map(({ label, hero, take, also }) => ({
        label,
        hero,
        take: closing(take),
        ...(also === undefined ? {} : { also: { label: also.label, take: closing(also.take) } }),
      }));
      question.value = answers.length === 0 ? null : { type, choices: answers };
    },
  };
}
