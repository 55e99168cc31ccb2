/** What can be the matter with a table one wants to sit at. */
import { CLOSE_CODES } from '@hush/protocol';

export const TROUBLES = ['lost', 'noTable', 'takenOver', 'kicked', 'oldPage', 'damaged'] as const;
export type TroubleKind = (typeof TROUBLES)[number];

const BY_CODE: Readonly<Record<number, TroubleKind>> = {
  [CLOSE_CODES.takenOver]: 'takenOver',
  [CLOSE_CODES.kicked]: 'kicked',
  [CLOSE_CODES.noTable]: 'noTable',
  [CLOSE_CODES.oldClient]: 'oldPage',
  [CLOSE_CODES.malformed]: 'oldPage',
  [CLOSE_CODES.quarantined]: 'damaged',
};

export const troubleOf = (code: number): TroubleKind => BY_CODE[code] ?? 'noTable';
