/** What a silent moment leaves to whoever sits here. */
import type { Game } from '@hush/rules';
import { mayNudge } from '../play/judge.ts';
import { refusalText } from '../play/refusal-text.ts';
import { say } from '../words/words.ts';

/** Nudging needs a pawn (SC-15) and is the leader's alone (SC-9); while the game is paused nothing is left (HG-8). */
export function silentNote(game: Game | null, seat: number): string {
  if (game?.status === 'paused') return refusalText('paused');
  return say(game === null || mayNudge(game, seat) ? 'talk.note.silent' : 'talk.note.stare');
}
