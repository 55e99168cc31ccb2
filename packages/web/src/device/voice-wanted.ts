/**
 * The state of the voice call that every game needs: whether it is switched on, and who is heard. The code of the
 * call itself is loaded only when somebody switches it on.
 */
import type { Member } from '@hush/protocol';
import { effect, signal } from '@preact/signals';

/** CSS classes of the ring around a person's picture. */
type Ring = 'voiced' | 'voiced speaking';

export const voiceRings = signal<Readonly<Record<Member, Ring>>>({});

const KEPT = 'hush.voice';

/** Reads the session storage: after a reload the voice call continues, and a new tab asks again. */
function kept(): string {
  try {
    return sessionStorage.getItem(KEPT) ?? '';
  } catch {
    return '';
  }
}

/** The code of the table at which voice is on; empty if voice is off. */
export const voiceAt = signal(kept());

effect(() => {
  const code = voiceAt.value;
  try {
    sessionStorage.setItem(KEPT, code);
  } catch {
    // Storage is blocked, so the page asks again after a reload.
  }
});
