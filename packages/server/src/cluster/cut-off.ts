/**
 * Notices that this node can no longer reach any NATS server. By then other nodes have taken over its tables, so its
 * players should connect to them.
 */
import type { Clock } from '@hush/protocol';
import type { Millis } from '@hush/rules';
import type { NatsConnection } from '@nats-io/transport-node';

export interface CutOffWorld {
  readonly clock: Clock;
  /** For how long the connection must be lost until the node counts as cut off. */
  readonly patience: Millis;
  /** Called with true when the node is cut off, and with false when it is connected again. */
  changed(isCutOff: boolean): void;
}

/** Watches the connection until it is closed. */
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
