/** The data of a crew's book after a game: the crew's progress, the next scenario, and whether the game is in the book. */
import type { BookLine, Clock } from '@hush/protocol';
import type { Scenario } from '@hush/rules';
import { nextOnPath, PATH, winOf } from '../model/progress.ts';
import type { Book } from './crew-api.ts';
import { progressOf } from './crew-progress.ts';
import { bookSheetOf } from './sheet.ts';

/** How many lines of one kind the book has, and how many it could have. */
interface Share {
  readonly n: number;
  readonly total: number;
}

export interface BookAfterGame {
  /** The line of the finished game; null while nobody has entered it. */
  readonly line: BookLine | null;
  readonly path: Share;
  readonly boxes: Share;
  /** The next scenario of the path; null if every scenario is won or skipped. */
  readonly next: Scenario | null;
}

type Written = Pick<Book, 'lines' | 'skipped'>;

export function bookAfterGame(book: Written, commitment: string): BookAfterGame {
  const progress = progressOf(book);
  const { won, boxes } = bookSheetOf(book.lines);
  return {
    line: book.lines.find(({ game }) => game === commitment) ?? null,
    path: {
      n: PATH.filter(scenario => winOf(progress, scenario) !== undefined).length,
      total: PATH.length,
    },
    boxes: { n: won, total: boxes },
    next: nextOnPath(progress),
  };
}

const NOW_AND_THEN = 10_000;
/** How often the book is read at most, for five minutes: a game that is not entered by then probably never will be. */
const MOST_LOOKS = 30;

/**
 * Reads the book at once and then at intervals until the game is in it, because any member may enter it. The returned
 * function stops that.
 */
export function pollBook(look: () => Promise<boolean>, { later }: Pick<Clock, 'later'>): () => void {
  let cancel: (() => void) | null = () => undefined;
  const again = async (looks: number): Promise<void> => {
    const isThere = await look();
    if (cancel === null || isThere || looks >= MOST_LOOKS) return;
    cancel = later(NOW_AND_THEN, () => void again(looks + 1));
  };
  void again(1);
  return () => {
    cancel?.();
    cancel = null;
  };
}
