/**
 * Notices that no NATS server can be reached any more. Other nodes have taken the tables of this one by then, and its
 * players are better off with them.
 */
import type { Clock } from '@hush/protocol';
import type { Millis } from '@hush/rules';
import type { NatsConnection } from '@nats-io/transport-node';

export interface CutOffWorld {
  readonly clock: Clock;
  /** How long the connection is lost before the node counts as cut off. */
  readonly patience: Millis;
  /** Called with true when the node is cut off, and with false when it is connected again. */
  changed(isCutOff: boolean): void;
}

/** Follows the connection until it is closed. */
export async function watchForCutOff(
  connection: Pick<NatsConnection, 'status'>,
  { clock, patience, changed }: CutOffWorld,
): Promise<void> {
  let isCutOff = false;
  let cancel = (): void => undefined;
  const tell = (now: boolean): void => {
    if (isCutOff !== now) changed(now);
    isCutOff = now;
  };
  for await (const { type } of connection.status()) {
    if (type !== 'disconnect' && type !== 'reconnect') continue;
    cancel();
    if (type === 'reconnect') tell(false);
    else cancel = clock.later(patience, () => tell(true));
  }
  cancel();
}
