/** Why a page has lost its table, as the id of a sentence. */
import { CLOSE_CODES } from '@hush/protocol';

interface Lost {
  /** The close code in the server's `bye`; null if there was none. */
  readonly goodbye: number | null;
  /** Whether the server has ever answered for this table. */
  readonly greeted: boolean;
  /** Whether the connection has been lost for longer than a restart takes. */
  readonly long: boolean;
}

type WhyLost = 'shell.restarting' | 'shell.busy' | 'shell.reconnecting' | 'shell.noAnswer';

/** The message while the page reconnects. */
export function whyLost({ goodbye, greeted, long }: Lost): WhyLost {
  if (goodbye === CLOSE_CODES.tryLater) return 'shell.busy';
  if (goodbye === CLOSE_CODES.restart && !long) return 'shell.restarting';
  return greeted ? 'shell.reconnecting' : 'shell.noAnswer';
}
