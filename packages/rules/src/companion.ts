/**
 * The hourglass on its own, for people with the physical game (RULES 13), and how to lay out the box. It stores when it
 * was started and computes the sand, so a sleeping device changes nothing.
 */
import { actionTileSet } from './action-tiles.ts';
import { EDITION_RULES, type Edition } from './edition.ts';
import { fullHourglass, type Hourglass, leftAt, runsOutAt, turnHourglass } from './hourglass.ts';
import { atLevel, type RuleSwitch, type Scenario } from './scenario.ts';
import type { ActionTile, Millis, Side, TileNumber } from './vocabulary.ts';

/**
 * The states of the hourglass. `now` comes from any clock that continues while the device sleeps; only differences
 * matter (TM-2a).
 */
export type Companion =
  | { readonly type: 'ready'; readonly capacity: Millis }
  | { readonly type: 'running'; readonly glass: Hourglass; readonly turned: number }
  | { readonly type: 'paused'; readonly glass: Hourglass; readonly turned: number };

const STANDARD_CAPACITY: Millis = 180_000;

export const readyCompanion = (capacity: Millis = STANDARD_CAPACITY): Companion => ({
  type: 'ready',
  capacity,
});

export const COMPANION_BUTTONS = ['start', 'turn', 'pause', 'resume', 'reset'] as const;
export type CompanionButton = (typeof COMPANION_BUTTONS)[number];

/** The hourglass after a button was pressed; a button without a meaning in the present state changes nothing. */
export function press(companion: Companion, button: CompanionButton, now: Millis): Companion {
  if (button === 'reset') return readyCompanion(capacityOf(companion));
  if (companion.type === 'ready') {
    return button === 'start'
      ? { type: 'running', glass: fullHourglass(companion.capacity, now), turned: 0 }
      : companion;
  }
  const { glass, turned } = companion;
  if (companion.type === 'paused') {
    return button === 'resume' ? { type: 'running', glass: { ...glass, since: now }, turned } : companion;
  }
  if (isRunOut(companion, now)) return companion;
  if (button === 'turn') return { type: 'running', glass: turnHourglass(glass, now), turned: turned + 1 };
  return button === 'pause'
    ? { type: 'paused', glass: { ...glass, left: leftAt(glass, now), since: now }, turned }
    : companion;
}

const capacityOf = (companion: Companion): Millis =>
  companion.type === 'ready' ? companion.capacity : companion.glass.capacity;

export function companionLeft(companion: Companion, now: Millis): Millis {
  if (companion.type === 'ready') return companion.capacity;
  return companion.type === 'paused' ? companion.glass.left : leftAt(companion.glass, now);
}

export const companionTurned = (companion: Companion): number =>
  companion.type === 'ready' ? 0 : companion.turned;

export const isRunOut = (companion: Companion, now: Millis): boolean =>
  companion.type === 'running' && now >= runsOutAt(companion.glass);

/** How to lay out the physical game (TM-3h). */
export interface PhysicalSetup {
  readonly side: Side;
  readonly shuffle: readonly TileNumber[];
  readonly onTop: readonly TileNumber[];
  readonly faceUp: boolean;
  readonly apart: readonly TileNumber[];
  /** The action tiles; an empty list for one player, who uses the pile of seven. */
  readonly actionTiles: readonly ActionTile[];
  readonly rules: readonly RuleSwitch[];
}

export function physicalSetupOf(scenario: Scenario, players: number, level?: number): PhysicalSetup {
  const { rules, side, top } = scenario;
  const { stack } = level === undefined ? scenario : atLevel(scenario, level);
  const apart = rules.includes('twoMalls') ? [3] : [];
  const holders = rules.includes('leader') ? players - 1 : players;
  return {
    side,
    shuffle: stack.filter(tile => !apart.includes(tile)),
    onTop: top,
    faceUp: rules.includes('openStack'),
    apart,
    actionTiles: players === 1 ? [] : actionTileSet(holders),
    rules,
  };
}

/** The names of tips for the people at a real table (TM-3); each language has its own texts for them. */
export const TABLE_TIPS = [
  'stand',
  'step-left',
  'step-right',
  'one-hand',
  'broken-rule',
  'pause',
  'no-pause',
] as const;
export type TableTip = (typeof TABLE_TIPS)[number];

/** The tips that apply to this box, scenario and number of players. */
export function tableTipsFor(
  edition: Edition,
  { rules }: Pick<Scenario, 'rules'>,
  players: number,
): readonly TableTip[] {
  const { step, pause } = EDITION_RULES[edition];
  const passes = players > 1 && rules.includes('passTiles');
  const fits: Readonly<Record<TableTip, boolean>> = {
    stand: step !== null && players > 1, // the rulebooks that print this tip also print the tip `step`
    'step-left': passes && step === 'left',
    'step-right': passes && step === 'right',
    'one-hand': players === 1,
    'broken-rule': players > 1,
    pause,
    'no-pause': !pause,
  };
  return TABLE_TIPS.filter(tip => fits[tip]);
}
