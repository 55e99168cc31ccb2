/** One short question at a time: which vortex, which place for the tile, which hero, whom to nudge. */
import type { Hero } from '@hush/rules';
import { type ReadonlySignal, signal } from '@preact/signals';

export interface Choice {
  readonly label: string;
  /** Whose colour and symbol it wears. */
  readonly hero: Hero | null;
  take(): void;
  /** Something else to do there. */
  readonly also?: { readonly label: string; take(): void };
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
