/**
 * Detects a table that stands still although nobody paused it: the server is frozen because it cannot write, or it
 * waits for the players after a restart. Commands are accepted meanwhile and answered when the table goes on: moves,
 * and also a start, the end of a pause, or the next game.
 */
import type { ClientWorld, ConnectionStatus } from '@hush/protocol';
import type { Game } from '@hush/rules';
import { computed, effect, type ReadonlySignal } from '@preact/signals';

interface Seen {
  readonly kind: 'online' | 'practice';
  readonly status: ReadonlySignal<ConnectionStatus>;
  readonly game: ReadonlySignal<Game | null>;
  /** The last known state of the server's sand. */
  readonly sandRuns: ReadonlySignal<boolean>;
  /** Whether the server is frozen, as last reported. */
  readonly isHeld: ReadonlySignal<boolean>;
}

/**
 * A debounce in milliseconds: every start and every reconnection stands still for a short moment, which needs no
 * message.
 */
const WORTH_TELLING = 500;

/**
 * Whether the table stands still. Standing sand matters only in a running game; a lost connection has its own
 * message, and a practice table never waits for a server.
 */
const standsStill = ({ kind, status, game, sandRuns, isHeld }: Seen): boolean =>
  kind === 'online' &&
  status.value.type === 'online' &&
  (isHeld.value || (game.value?.status === 'playing' && !sandRuns.value));

/**
 * Calls `tell(true)` after the table has stood still for `WORTH_TELLING`, and `tell(false)` as soon as it goes on.
 * The returned function stops watching.
 */
export function watchStall(
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
