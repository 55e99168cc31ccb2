/** Entering a won game into a book: what is happening, and what the player can do. */

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

/**
 * Whether the player may choose a crew: also after a refusal, because the server may recover or another crew may be
 * meant. A game may be in several books.
 */
export const mayChoose = ({ type }: EnteringState): boolean => type !== 'founding';

/** The entry of the game that this page has made in the book of this crew, if any. */
export const enteredIn = (state: EnteringState, crew: KnownCrew | undefined): Entered | null =>
  state.type === 'entered' && state.crew.id === crew?.id ? state : null;

export interface BookEntering {
  readonly state: ReadonlySignal<EnteringState>;
  /**
   * Enters the game into this crew's book; it may be called again after a failure. `who` is an argument because some
   * names are known only after the end of the game.
   */
  enter(crew: KnownCrew, who: Pick<Played, 'seat' | 'names'>): Promise<void>;
  /** Shows the form that founds a crew; the game is entered afterwards. */
  found(): void;
}

/** Keeps the data of the finished game, because the next game may begin while somebody is still typing a name. */
export function startEntering(played: Omit<Played, 'seat' | 'names'>): BookEntering {
  const state = signal<EnteringState>({ type: 'idle' });
  return {
    state,
    async enter(crew, who) {
      if (state.peek().type === 'busy') return; // a second press of the button is ignored
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
