/** The six printed editions as data (RULES 11): where the rulebooks differ, the difference is a column here. */

export const EDITIONS = ['2017-nl', '2017-fr', 'revised', '2021-pl', 'pocket-nl', 'pocket-fr'] as const;
export type Edition = (typeof EDITIONS)[number];

export interface EditionRules {
  /** Whether the theft happens by itself or somebody must turn the theft tile (TH-1). */
  readonly theft: 'automatic' | 'called';
  /** Whether standing on four exits without gear loses the game (TH-5). */
  readonly noGear: boolean;
  /** What stands in for a word in silence (CM-1). */
  readonly nudge: 'pawn' | 'tap';
  /** Whether the hourglass may be laid on its side (HG-8). */
  readonly pause: boolean;
  readonly solo: boolean;
  /** The highest scenario number in the box. */
  readonly scenarios: number;
  /** Whether the walls still move after the theft (SC-11). */
  readonly movingWalls: 'before the theft' | 'always';
  /** The scenarios up to this number may be played with free talk (CM-5). */
  readonly freeTalk: number;
  /** Whether there is a score sheet in the box (GB-1). */
  readonly scoreSheet: boolean;
}

const revised: EditionRules = {
  theft: 'called',
  noGear: true,
  nudge: 'pawn',
  pause: false,
  solo: true,
  scenarios: 17,
  movingWalls: 'always',
  freeTalk: 1,
  scoreSheet: true,
};
const pocket: EditionRules = {
  ...revised,
  nudge: 'tap',
  pause: true,
  solo: false,
  scenarios: 7,
  freeTalk: 0,
  scoreSheet: false,
};

export const EDITION_RULES: Readonly<Record<Edition, EditionRules>> = {
  '2017-nl': { ...revised, theft: 'automatic', noGear: false, movingWalls: 'before the theft', freeTalk: 7 },
  '2017-fr': { ...revised, theft: 'automatic', noGear: false },
  revised,
  '2021-pl': { ...revised, movingWalls: 'before the theft' },
  'pocket-nl': pocket,
  'pocket-fr': { ...pocket, noGear: false },
};

/** `2017` and `pocket` alone mean the French ones. */
export const editionNamed = (name: string): Edition | undefined =>
  EDITIONS.find(edition => edition === name || edition === `${name}-fr`);
