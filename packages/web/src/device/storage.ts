/**
 * Texts that this device keeps under a key: seat tokens, a profile, settings. If the browser's storage is blocked or
 * full, they are kept in memory until the page is closed.
 */

const memory = new Map<string, string>();

export const storage = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(`hush.${key}`) ?? memory.get(key) ?? null;
    } catch {
      return memory.get(key) ?? null;
    }
  },
  put(key: string, text: string): void {
    memory.set(key, text);
    try {
      localStorage.setItem(`hush.${key}`, text);
    } catch {
      // The storage is blocked or full, so the text stays in memory.
    }
  },
};

function remove(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(`hush.${key}`);
  } catch {
    // The storage is blocked, so nothing was stored under this key.
  }
}

export const storedSeatToken = (code: string): string | null => storage.get(`seat.${code}`);
export const keepSeat = (code: string, token: string): void => storage.put(`seat.${code}`, token);

/** Notes the table at which this device has a seat, and whether it shows only the player's keys; last-table.ts reads it. */
export const storeLastTable = (code: string, keys: boolean): void =>
  storage.put('table', JSON.stringify([code, keys, Date.now()]));

/** Called when somebody else has removed this player from the seat. A person who comes back is then a new member. */
export function loseSeat(code: string): void {
  remove(`seat.${code}`);
  remove(`left.${code}`);
}

/**
 * Called when the player has left the seat. A person who comes back is the same member, so that the host's mute still
 * holds.
 */
export function leaveSeat(code: string): void {
  const token = storedSeatToken(code);
  remove(`seat.${code}`);
  if (token !== null) storage.put(`left.${code}`, token);
}

/** The token of the seat that this player has left at a table, to come back as the same member. */
export const tokenOfLeftSeat = (code: string): string | null => storage.get(`left.${code}`);

/** Calls `then` with the new and the old text whenever another tab of this browser writes the key. */
export function onOtherTab(key: string, then: (now: string | null, before: string | null) => void): void {
  if (!('addEventListener' in globalThis)) return; // in tests there is no window
  addEventListener('storage', event => {
    if (event.key === `hush.${key}`) then(event.newValue, event.oldValue);
  });
}
