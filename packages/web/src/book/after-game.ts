/** What the book of a crew says when a game is over: how far the crew has come, what is next, whether that game is in it. */
import type { BookLine, Clock } from '@hush/protocol';
import type { Scenario } from '@hush/rules';
import { featOf, nextOnPath, PATH } from '../model/progress.ts';
import type { Book } from './crew-api.ts';
import { progressOf } from './crew-progress.ts';
import { bookSheetOf } from './sheet.ts';

/** Some of all that there are. */
interface Share {
  readonly n: number;
  readonly total: number;
}

export interface Afterwards {
  /** Where the game that is over stands; null while nobody has entered it. */
  readonly line: BookLine | null;
  readonly path: Share;
  readonly boxes: Share;
  /** Null when all of the path is won or skipped. */
  readonly next: Scenario | null;
}

type Written = Pick<Book, 'lines' | 'skipped'>;

export function afterwardsIn(book: Written, commitment: string): Afterwards {
  const progress = progressOf(book);
  const { won, boxes } = bookSheetOf(book.lines);
  return {
    line: book.lines.find(({ game }) => game === commitment) ?? null,
    path: {
      n: PATH.filter(scenario => featOf(progress, scenario) !== undefined).length,
      total: PATH.length,
    },
    boxes: { n: won, total: boxes },
    next: nextOnPath(progress),
  };
}

const NOW_AND_THEN = 10_000;
/** Who has not entered a game after five minutes has something else in mind. */
const MOST_LOOKS = 30;

/**
 * Looks into the book at once and then now and then, since any member may enter the game, until it is there; the
 * answer ends it.
 */
export function lookNowAndThen(look: () => Promise<boolean>, { later }: Pick<Clock, 'later'>): () => void {
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
