/** The six printed editions as data (RULES 11): where the rulebooks differ, the difference is a column here. */
import { SCENARIOS } from './scenario.ts';

export const EDITIONS = ['2017-nl', '2017-fr', 'revised', '2021-pl', 'pocket-nl', 'pocket-fr'] as const;
export type Edition = (typeof EDITIONS)[number];

export interface EditionRules {
  /** Whether the theft happens automatically or somebody must turn the theft tile (ED-1). */
  readonly theft: 'automatic' | 'called';
  /** Whether the game is lost if all heroes stand on exits without their items (ED-2). */
  readonly noGear: boolean;
  /** How players prompt each other during silence (ED-4). */
  readonly nudge: 'pawn' | 'tap';
  /** Whether the hourglass may be laid on its side (ED-5). */
  readonly pause: boolean;
  readonly solo: boolean;
  /** The highest scenario number in the box. */
  readonly scenarios: number;
  /** Whether the walls still move after the theft (ED-7). */
  readonly movingWalls: 'before the theft' | 'always';
  /** The scenarios up to this number may be played with free talk (ED-8). */
  readonly freeTalk: number;
  /** Whether there is a score sheet in the box (GB-1h). */
  readonly scoreSheet: boolean;
  /** Whether the book offers scenario 7 with more tiles (SC-Lc); in other editions the levels above 19 are our ruling. */
  readonly moreTiles: boolean;
  /**
   * Whether the book advises to seat players with the same moves opposite each other (SU-3f); the deal does so in every
   * edition.
   */
  readonly advisesSeats: boolean;
  /** Which way standing players step instead of passing tiles to the left; null if the rulebook has no such tip (ED-12). */
  readonly step: 'left' | 'right' | null;
}

const revised: EditionRules = {
  theft: 'called',
  noGear: true,
  nudge: 'pawn',
  pause: false,
  solo: true,
  scenarios: SCENARIOS.length,
  movingWalls: 'always',
  freeTalk: 1,
  scoreSheet: true,
  moreTiles: true,
  advisesSeats: true,
  step: 'left',
};
const first: EditionRules = {
  ...revised,
  theft: 'automatic',
  noGear: false,
  moreTiles: false,
  advisesSeats: false,
};
const pocket: EditionRules = {
  ...revised,
  nudge: 'tap',
  pause: true,
  solo: false,
  scenarios: 7,
  freeTalk: 0,
  scoreSheet: false,
  advisesSeats: false,
  step: null,
};

export const EDITION_RULES: Readonly<Record<Edition, EditionRules>> = {
  '2017-nl': { ...first, movingWalls: 'before the theft', freeTalk: 7 },
  '2017-fr': first,
  revised,
  '2021-pl': { ...revised, movingWalls: 'before the theft', step: 'right' },
  'pocket-nl': pocket,
  'pocket-fr': { ...pocket, noGear: false },
};

/** The short names `2017` and `pocket` mean the French editions. */
export const editionNamed = (name: string): Edition | undefined =>
  EDITIONS.find(edition => edition === name || edition === `${name}-fr`);
