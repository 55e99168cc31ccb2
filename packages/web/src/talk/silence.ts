/** What a silent moment leaves to whoever sits here. */
import type { Game } from '@hush/rules';
import { say } from '../i18n/catalogs.ts';
import { refusalText } from '../i18n/say.ts';
import { mayNudge } from '../model/local-refusal.ts';

/** Nudging needs a pawn (SC-15b) and is the leader's alone (SC-9d); while the game is paused nothing is left (HG-8g). */
export function silentNote(game: Game | null, seat: number): string {
  if (game?.status === 'paused') return refusalText('paused');
  return say(game === null || mayNudge(game, seat) ? 'talk.note.silent' : 'talk.note.stare');
}
