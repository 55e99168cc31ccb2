/**
 * Keeps the screen on. There is at most one wake lock, also when it is requested or released while an earlier request
 * is pending.
 */
export interface Lock {
  release(): Promise<void>;
}

/** Requests or releases the lock; resolves when this request or a later one has been carried out. */
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
      // The browser may refuse, for instance at a low battery; the page works without the lock.
    }
  };
  return wanted => {
    wish = wanted;
    queue = queue.then(settle);
    return queue;
  };
}
