/**
 * The public set-up of a game, and the secret that only the table knows (RULES 4). prepare.ts makes both from the
 * players' wish.
 */
import { shuffle } from './chance.ts';
import type { Edition } from './edition.ts';
import { type Mall, startTile } from './mall.ts';
import { type RuleSwitch, type Scenario, SECOND_START, scenarioNumber } from './scenario.ts';
import type { Action, ActionTile, ByHero, Cell, Hero, Millis, Side, TileNumber } from './vocabulary.ts';

/**
 * Switches for players who follow a printed rule literally where our ruling differs from it (RULES 11). Without the
 * switch our ruling holds, so set-ups of earlier versions keep their meaning. Playing by the letter is not a
 * deviation and is not marked in the book.
 */
export const LETTER_SWITCHES = [
  'freeNudges', // CM-2a: stares and nudges without a limit
  'watchedUsed', // HG-7a: while two cameras work, heroes may not enter used hourglass spaces either
  // TH-3c TH-5b TH-5c: heroes can leave before the theft, and if all four leave without their items, the game is lost
  'earlyExits',
  'quietSetUp', // SC-12f SC-14d: what the scenario bans during play is also banned during set-up
] as const;
type LetterSwitch = (typeof LETTER_SWITCHES)[number];

/** House rules beyond the edition; those that deviate from its rules are marked in the book (RULES 11, HG-8c, CM-5c). */
export interface HouseRules extends Partial<Record<LetterSwitch, boolean>> {
  readonly pause: boolean;
  /** Whether the game pauses when a player loses the connection (HG-8i). */
  readonly pauseOnDisconnect: boolean;
  readonly freeTalk: boolean;
  /** Whether colours also have patterns, for everybody; only the board uses this, no rule does (ID-1i). */
  readonly patterns: boolean;
  /** Whether the sand stands still, so that time loses no game (HG-9). Set-ups of earlier versions lack this field. */
  readonly noClock?: boolean;
}

export const PLAIN_HOUSE: HouseRules = {
  pause: false,
  pauseOnDisconnect: false,
  freeTalk: false,
  patterns: false,
};

/** All names of house rules. */
export const HOUSE_RULES = [
  'pause',
  'pauseOnDisconnect',
  'freeTalk',
  'patterns',
  'noClock',
  ...LETTER_SWITCHES,
] as const satisfies readonly (keyof HouseRules)[];

/** All house rules of a wish; a rule that is off and not in `PLAIN_HOUSE` is left out. */
export function houseRulesOf(wished: Partial<HouseRules> = {}): HouseRules {
  const named = Object.entries(wished).filter(([name, isOn]) => isOn || name in PLAIN_HOUSE);
  return { ...PLAIN_HOUSE, ...Object.fromEntries(named) };
}

/** The public set-up of a game, which everybody may see. */
export interface SetUp {
  readonly edition: Edition;
  readonly scenario: number | null;
  readonly name: string;
  readonly players: number;
  readonly side: Side;
  readonly rules: readonly RuleSwitch[];
  readonly hourglass: Millis;
  readonly house: HouseRules;
  readonly tiles: string | null;
  /** The numbers of the tiles in the stack, which do not show their order. */
  readonly stack: readonly TileNumber[];
  readonly heroes: ByHero<Cell>;
  readonly actionTiles: readonly ActionTile[];
  /** The uppermost tile if the stack lies face up, otherwise null (SC-8b). */
  readonly next: TileNumber | null;
  /** The fields that somebody chose; the others follow from the seed and can be verified at the end. */
  readonly chosen: readonly Chosen[];
  readonly commitment: string;
  /** The version of the standard tiles, if it is not the first. */
  readonly tileSet?: number;
}

export const CHOSEN = ['stack', 'heroes', 'actionTiles', 'pile'] as const;
export type Chosen = (typeof CHOSEN)[number];

/** The secret part of a set-up: the seed, and orders that somebody chose. */
export interface Secret {
  readonly seed: string;
  readonly stack: readonly TileNumber[] | null;
  readonly pile: readonly Action[] | null;
}

/** The order of the stack, uppermost first (SU-1a). */
export const stackOrder = (setUp: SetUp, secret: Secret): readonly TileNumber[] =>
  secret.stack ??
  orderedStack({ stack: setUp.stack, top: scenarioNumber(setUp.scenario ?? 0)?.top ?? [] }, secret.seed);

export function orderedStack(
  { stack, top }: Pick<Scenario, 'stack' | 'top'>,
  seed: string,
): readonly TileNumber[] {
  const rest = stack.filter(tile => !top.includes(tile));
  return [...top, ...shuffle(seed, 'stack', rest)];
}

/** The malls at the start: tile 1, and in scenario 13 also tile 3 in a mall of its own. */
export const startMall = (rules: readonly RuleSwitch[]): Mall => ({
  1: startTile(1, 0),
  ...(rules.includes('twoMalls') ? { [SECOND_START]: startTile(SECOND_START, 1) } : {}),
});

/** Whether a hero starts in the second mall: yellow and purple do (SC-13d). */
export const beginsApart = (rules: readonly RuleSwitch[], hero: Hero): boolean =>
  rules.includes('twoMalls') && (hero === 'barbarian' || hero === 'mage');
