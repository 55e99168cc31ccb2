/** What can be the matter with a table one wants to sit at. */
import { CLOSE_CODES } from '@hush/protocol';

export const ERROR_KINDS = ['lost', 'noTable', 'takenOver', 'kicked', 'oldPage', 'damaged'] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

const BY_CODE: Readonly<Record<number, ErrorKind>> = {
  [CLOSE_CODES.takenOver]: 'takenOver',
  [CLOSE_CODES.kicked]: 'kicked',
  [CLOSE_CODES.noTable]: 'noTable',
  [CLOSE_CODES.oldClient]: 'oldPage',
  [CLOSE_CODES.malformed]: 'oldPage',
  [CLOSE_CODES.quarantined]: 'damaged',
};

interface Lost {
  /** The code with which the server hung up, if it said goodbye at all. */
  readonly goodbye: number | null;
  /** Whether this table has ever answered. */
  readonly greeted: boolean;
  /** Whether it has been gone for long: then it is more than a restart. */
  readonly long: boolean;
}

type WhyLost = 'shell.restarting' | 'shell.busy' | 'shell.reconnecting' | 'shell.noAnswer';

/** What to read while the page tries to come back by itself. */
export function whyLost({ goodbye, greeted, long }: Lost): WhyLost {
  if (goodbye === CLOSE_CODES.tryLater) return 'shell.busy';
  if (goodbye === CLOSE_CODES.restart && !long) return 'shell.restarting';
  return greeted ? 'shell.reconnecting' : 'shell.noAnswer';
}

export const troubleOf = (code: number): ErrorKind => BY_CODE[code] ?? 'noTable';
