/**
 * What this device remembers: the secrets of its seats, a name, settings. Storage may be blocked or full; then it is
 * remembered until the page is closed, and nothing else changes.
 */
const memory = new Map<string, string>();

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`hush.${key}`) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

export function remember(key: string, text: string): void {
  memory.set(key, text);
  try {
    localStorage.setItem(`hush.${key}`, text);
  } catch {
    // The memory above has to do.
  }
}

function forget(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(`hush.${key}`);
  } catch {
    // It was never kept.
  }
}

export const keptSeat = (code: string): string | null => recall(`seat.${code}`);
export const keepSeat = (code: string, token: string): void => remember(`seat.${code}`, token);

/** A seat that somebody else took away: who comes again comes as anybody. */
export function loseSeat(code: string): void {
  forget(`seat.${code}`);
  forget(`left.${code}`);
}

/** A seat that its owner gave up: who comes again is the same person, also to a host who muted them. */
export function leaveSeat(code: string): void {
  const token = keptSeat(code);
  forget(`seat.${code}`);
  if (token !== null) remember(`left.${code}`, token);
}

export const leftSeat = (code: string): string | null => recall(`left.${code}`);
