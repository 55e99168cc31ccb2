/**
 * Keeps the screen on. There is never more than one wake lock, even if it is requested or released while an earlier
 * request is pending.
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
      // The browser may refuse, for instance when the battery is low; the page works without the lock.
    }
  };
  return wanted => {
    wish = wanted;
    queue = queue.then(settle);
    return queue;
  };
}
