/** How a won game comes into a book: what is under way, and what can be done next. */

import type { BookLine } from '@hush/protocol';
import { type ReadonlySignal, signal } from '@preact/signals';
import type { RequestError } from '../device/http.ts';
import { enterGame, type Played } from './crew-api.ts';
import { type KnownCrew, keepCrew } from './known-crews.ts';

export type EnteringState =
  | { readonly type: 'idle' | 'founding' | 'busy' }
  | { readonly type: 'refused'; readonly refused: RequestError; readonly crew: KnownCrew }
  | Entered;

interface Entered {
  readonly type: 'entered';
  readonly crew: KnownCrew;
  readonly line: BookLine;
  readonly best: boolean;
}

/** After a refusal, too: a server comes back, and another crew may be the right one. A game may be in several books. */
export const mayChoose = ({ type }: EnteringState): boolean => type !== 'founding';

/** What has been written in the book of this crew from here. */
export const enteredIn = (state: EnteringState, crew: KnownCrew | undefined): Entered | null =>
  state.type === 'entered' && state.crew.id === crew?.id ? state : null;

export interface BookEntering {
  readonly state: ReadonlySignal<EnteringState>;
  /** Into the book of this crew, as often as it takes. Some names are told only after the end. */
  enter(crew: KnownCrew, who: Pick<Played, 'seat' | 'names'>): Promise<void>;
  /** A new crew is founded first. */
  found(): void;
}

/** What stood here when the game was over: the next one may begin while somebody still types a name. */
export function startEntering(played: Omit<Played, 'seat' | 'names'>): BookEntering {
  const state = signal<EnteringState>({ type: 'idle' });
  return {
    state,
    async enter(crew, who) {
      if (state.peek().type === 'busy') return; // a second press
      state.value = { type: 'busy' };
      const answer = await enterGame(crew.id, crew.secret ?? '', { ...played, ...who });
      if (answer.ok) keepCrew(crew);
      state.value = answer.ok
        ? { type: 'entered', crew, ...answer.value }
        : { type: 'refused', refused: answer.error, crew };
    },
    found() {
      state.value = { type: 'founding' };
    },
  };
}
