/**
 * Leaves a NATS server that is cut off from the other servers: it still answers, but nothing can be written through
 * it, and a client would stay with it. Before leaving, a write through another server is tried, because during an
 * election no server accepts writes.
 */
import type { Clock } from '@hush/protocol';
import type { Millis } from '@hush/rules';

export interface OtherServerWorld {
  readonly clock: Clock;
  /** Whether nothing can be written through our server right now. */
  isOut(): boolean;
  /** Whether something can be written through any other server. */
  writesElsewhere(): Promise<boolean>;
  /** Connects to the next server. */
  move(): void;
}

const TRY_EVERY: Millis = 500;
/** After an election has ended, our server may still seem unable to write for this long. */
const STILL_OUT: Millis = 1_000;

/** Tries other servers until the outage is over. */
export async function leaveCutOffServer({ clock, isOut, ...world }: OtherServerWorld): Promise<void> {
  const pause = (millis: Millis): Promise<void> =>
    new Promise<void>(resolve => void clock.later(millis, resolve));
  while (isOut()) {
    if (await world.writesElsewhere()) {
      await pause(STILL_OUT);
      if (isOut()) world.move();
    }
    await pause(TRY_EVERY);
  }
}
