/**
 * Detects a table that stands still although nobody paused it: the server is frozen because it cannot write, or it waits
 * for the players after a restart. Commands are accepted meanwhile and answered later: moves, and also a start, the end
 * of a pause, or the next game.
 */
import type { ClientWorld, ConnectionStatus } from '@hush/protocol';
import type { Game } from '@hush/rules';
import { computed, effect, type ReadonlySignal } from '@preact/signals';

interface Seen {
  readonly kind: 'online' | 'practice';
  readonly status: ReadonlySignal<ConnectionStatus>;
  readonly game: ReadonlySignal<Game | null>;
  /** Whether the server's sand runs, as the server last reported. */
  readonly sandRuns: ReadonlySignal<boolean>;
  /** Whether the server says that its sand is frozen. */
  readonly isHeld: ReadonlySignal<boolean>;
}

/**
 * For how many milliseconds the table must stand still until the page says so: every start and every reconnection takes a
 * short moment.
 */
const WORTH_TELLING = 500;

/**
 * Whether the table stands still. This matters only in a running game; a lost connection has a message of its own, and a
 * practice table never waits for a server.
 */
const standsStill = ({ kind, status, game, sandRuns, isHeld }: Seen): boolean =>
  kind === 'online' &&
  status.value.type === 'online' &&
  (isHeld.value || (game.value?.status === 'playing' && !sandRuns.value));

/**
 * Calls `tell(true)` after the table has stood still for `WORTH_TELLING`, and `tell(false)` as soon as it continues. The
 * returned function stops watching.
 */
export function watchForStandstill(
  seen: Seen,
  world: Pick<ClientWorld, 'later'>,
  tell: (stands: boolean) => void,
): () => void {
  const stands = computed(() => standsStill(seen));
  return effect(() => {
    if (!stands.value) return undefined;
    const cancel = world.later(WORTH_TELLING, () => tell(true));
    return () => {
      cancel();
      tell(false);
    };
  });
}
