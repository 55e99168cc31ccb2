/**
 * A table that stands still although nobody stopped it: the server cannot write anything down right now, or waits after
 * a restart for those who play. What is asked for is taken meanwhile, and answered when it goes on: moves, and also a
 * start, the end of a pause, or the next game.
 */
import type { ClientWorld, ConnectionStatus } from '@hush/protocol';
import type { Game } from '@hush/rules';
import { computed, effect, type ReadonlySignal } from '@preact/signals';

interface Seen {
  readonly kind: 'online' | 'practice';
  readonly status: ReadonlySignal<ConnectionStatus>;
  readonly game: ReadonlySignal<Game | null>;
  /** Whether the sand runs at the server, as last heard. */
  readonly sandRuns: ReadonlySignal<boolean>;
  /** Whether nothing can be written down at the server, as last heard. */
  readonly isHeld: ReadonlySignal<boolean>;
}

/** Every start and every return may have such a moment, too, and nobody should wonder longer. */
const WORTH_TELLING = 500;

/** Only in play does sand that stands mean anything. A lost line has words of its own; in this page alone nothing waits for a server. */
const standsStill = ({ kind, status, game, sandRuns, isHeld }: Seen): boolean =>
  kind === 'online' &&
  status.value.type === 'online' &&
  (isHeld.value || (game.value?.status === 'playing' && !sandRuns.value));

/** Tells that it stands when it has for a while, and at once that it does no more; the answer ends it. */
export function watchStanding(
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
