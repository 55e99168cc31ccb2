/** What another window of this browser has written: every window has its own copy of what is kept. */

/** Calls with what is kept now and what was kept before. Where there are no windows nobody writes elsewhere. */
export function onElsewhere(key: string, then: (now: string | null, before: string | null) => void): void {
  if (!('addEventListener' in globalThis)) return;
  addEventListener('storage', event => {
    if (event.key === `hush.${key}`) then(event.newValue, event.oldValue);
  });
}
