/** Undo and redo: the states before the present one, and the states that were undone. */
export interface History<T> {
  readonly past: readonly T[];
  readonly now: T;
  readonly future: readonly T[];
}

/** The most states that are stored; older ones are dropped. */
const MOST_PAST = 200;

export const startHistory = <T>(now: T): History<T> => ({ past: [], now, future: [] });

/** Adds a new state and drops the undone ones. */
export const recordState = <T>({ past, now }: History<T>, next: T): History<T> => ({
  past: [...past, now].slice(-MOST_PAST),
  now: next,
  future: [],
});

export function undo<T>({ past, now, future }: History<T>): History<T> {
  const last = past.at(-1);
  return last === undefined
    ? { past, now, future }
    : { past: past.slice(0, -1), now: last, future: [now, ...future] };
}

export function redo<T>({ past, now, future }: History<T>): History<T> {
  const [next, ...rest] = future;
  return next === undefined ? { past, now, future } : { past: [...past, now], now: next, future: rest };
}
