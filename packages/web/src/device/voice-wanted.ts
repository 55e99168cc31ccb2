/** All that a game without voice knows of voice: whether it is wanted here, and who is heard. The rest is fetched then. */
import type { Member } from '@hush/protocol';
import { effect, signal } from '@preact/signals';

/** As the ring around somebody's face shows it. */
type Ring = 'voiced' | 'voiced speaking';

export const rings = signal<Readonly<Record<Member, Ring>>>({});

const KEPT = 'hush.voice';

/** As long as this tab lives: a reload comes back with it, another day asks again. */
function kept(): string {
  try {
    return sessionStorage.getItem(KEPT) ?? '';
  } catch {
    return '';
  }
}

/** The table at which voice is on; empty where it is not. */
export const voiceAt = signal(kept());

effect(() => {
  const code = voiceAt.value;
  try {
    sessionStorage.setItem(KEPT, code);
  } catch {
    // It is asked again after a reload.
  }
});
