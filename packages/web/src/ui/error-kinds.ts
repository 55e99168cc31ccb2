/** Why a page cannot show a table. */
import { CLOSE_CODES } from '@hush/protocol';

export const ERROR_KINDS = [
  'lost',
  'noTable',
  'takenOver',
  'kicked',
  'oldPage',
  'damaged',
  'closed',
  'readOnly',
  'unwatched',
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

const BY_CODE: Readonly<Record<number, ErrorKind>> = {
  [CLOSE_CODES.takenOver]: 'takenOver',
  [CLOSE_CODES.kicked]: 'kicked',
  [CLOSE_CODES.noTable]: 'noTable',
  [CLOSE_CODES.oldClient]: 'oldPage',
  [CLOSE_CODES.malformed]: 'oldPage',
  [CLOSE_CODES.quarantined]: 'damaged',
  [CLOSE_CODES.closed]: 'closed',
  [CLOSE_CODES.readOnly]: 'readOnly',
  [CLOSE_CODES.unwatched]: 'unwatched',
};

interface Lost {
  /** The close code of the server's `bye`, or null if there was none. */
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

export const troubleOf = (code: number): ErrorKind => BY_CODE[code] ?? 'noTable';
