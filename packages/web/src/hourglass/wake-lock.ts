/** A screen that is kept lit: one lock at most, whatever is wished for while the browser still thinks about the last wish. */
export interface Lock {
  release(): Promise<void>;
}

/** Light or no light; the promise is kept when the wish, or a later one, has come true. */
export function createWakeLock(ask: () => Promise<Lock>): (wanted: boolean) => Promise<void> {
  let wish = false;
  let lock: Lock | null = null;
  let queue = Promise.resolve();
  const settle = async (): Promise<void> => {
    try {
      await lock?.release();
      lock = null;
      if (wish) lock = await ask();
    } catch {
      // The browser may refuse, for instance at a low battery; the sand runs all the same.
    }
  };
  return wanted => {
    wish = wanted;
    queue = queue.then(settle);
    return queue;
  };
}
