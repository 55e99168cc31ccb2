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
  'newer',
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
  [CLOSE_CODES.newer]: 'newer',
};

export const troubleOf = (code: number): ErrorKind => BY_CODE[code] ?? 'noTable';
