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
 * Switches for houses that play a book to the letter where our ruling differs from it (RULES 11). An absent switch
 * means our ruling, so set-ups of earlier versions keep their meaning. Playing by the letter is not a deviation and
 * is not marked in the book.
 */
export const LETTER_SWITCHES = [
  'freeNudges', // CM-2a: stares and nudges without a limit
  'watchedUsed', // HG-7a: two working cameras bar used hourglass spaces too
  'earlyExits', // TH-3c TH-5b TH-5c: before the theft heroes can leave, and all four gone without gear is a loss
  'quietSetUp', // SC-12f SC-14d: the scenario's ban on words holds during set-up too
] as const;
type LetterSwitch = (typeof LETTER_SWITCHES)[number];

/** House rules beyond the edition; each deviation is marked in the book (RULES 11, HG-8c, CM-5c). */
export interface HouseRules extends Partial<Record<LetterSwitch, boolean>> {
  readonly pause: boolean;
  /** The game pauses when a player loses the connection (HG-8i). */
  readonly pauseOnDisconnect: boolean;
  readonly freeTalk: boolean;
  /** Patterns in addition to colours, for everybody; only the board uses this, no rule does (ID-1i). */
  readonly patterns: boolean;
  /** The sand stands still, so time loses no game (HG-9). Absent in set-ups of earlier versions. */
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

/** The complete house rules of a wish; a rule that is off and not in `PLAIN_HOUSE` is left out. */
export function houseRulesOf(wished: Partial<HouseRules> = {}): HouseRules {
  const named = Object.entries(wished).filter(([name, isOn]) => isOn || name in PLAIN_HOUSE);
  return { ...PLAIN_HOUSE, ...Object.fromEntries(named) };
}

/** The public set-up. */
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
  /** The tiles of the stack by number, not in their order. */
  readonly stack: readonly TileNumber[];
  readonly heroes: ByHero<Cell>;
  readonly actionTiles: readonly ActionTile[];
  /** The uppermost tile when the stack is face up (SC-8b). */
  readonly next: TileNumber | null;
  /** The fields that somebody chose; the others follow from the seed and can be verified at the end. */
  readonly chosen: readonly Chosen[];
  readonly commitment: string;
  /** The version of the standard tiles where it is not the first one. */
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

/** Yellow and purple start in the second mall (SC-13d). */
export const beginsApart = (rules: readonly RuleSwitch[], hero: Hero): boolean =>
  rules.includes('twoMalls') && (hero === 'barbarian' || hero === 'mage');
