/**
 * A cache of pictures of finished games, each painted once. The cache is small, because a preview is requested only a few
 * times after a link was sent.
 */
import type { Game } from '@hush/rules';
import { boardPicture, letterPicture, PALETTE } from './board-picture.ts';
import { pngOf } from './png.ts';

const MOST_KEPT = 64;
const LETTER = 'letter';

export class PictureCache {
  /** The pictures, the most recently requested last. */
  readonly #kept = new Map<string, Promise<Buffer>>();

  /** The picture of a finished game's board; for the deal of a heist, the sealed letter. */
  of(game: Game, { isHeist }: { readonly isHeist: boolean }): Promise<Buffer> {
    const key = isHeist ? LETTER : `${game.setUp.commitment} ${game.at} ${game.status}`;
    const made = this.#kept.get(key) ?? pngOf(isHeist ? letterPicture() : boardPicture(game), PALETTE);
    this.#kept.delete(key);
    this.#kept.set(key, made);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return made;
  }
}
