/** One short question at a time: which vortex, which place for the tile, which hero, whom to nudge. */
import type { Hero } from '@hush/rules';
import { type ReadonlySignal, signal } from '@preact/signals';

export interface Choice {
  readonly label: string;
  /** Whose colour and symbol it wears. */
  readonly hero: Hero | null;
  take(): void;
}

export interface Question {
  readonly type: 'vortex' | 'lay' | 'which' | 'nudge';
  /** Answered with letters from a, or digits from 1. */
  readonly choices: readonly Choice[];
}

export interface Asking {
  readonly question: ReadonlySignal<Question | null>;
  ask(type: Question['type'], choices: readonly Choice[]): void;
  cancel(): void;
}

export function createAsking(): Asking {
  const question = signal<Question | null>(null);
  const cancel = (): void => {
    question.value = null;
  };
  return {
    question,
    cancel,
    ask(type, choices) {
      const answers = choices.map(choice => ({
        ...choice,
        take() {
          cancel();
          choice.take();
        },
      }));
      question.value = answers.length === 0 ? null : { type, choices: answers };
    },
  };
}
