/** A scenario under construction (SC-Ca): what is chosen, and how each choice changes it. Plain values; the screen shows them. */
import type { ScenarioSheet } from '@hush/protocol';
import {
  type Edition,
  editionNamed,
  type OwnScenario,
  RULE_SWITCHES,
  type RuleSwitch,
  type Scenario,
  type Side,
  type TileNumber,
} from '@hush/rules';

export interface ScenarioDraft {
  readonly name: string;
  readonly text: string;
  readonly players: number;
  readonly side: Side;
  /** Seconds. */
  readonly hourglass: number;
  readonly edition: Edition;
  readonly rules: readonly RuleSwitch[];
  /** Shuffled under `top`. */
  readonly stack: readonly TileNumber[];
  /** Uppermost first. */
  readonly top: readonly TileNumber[];
  /** A set of one's own, as text; null for the set of the house. */
  readonly tiles: string | null;
  readonly parent: string | null;
}

export const EMPTY: ScenarioDraft = {
  name: '',
  text: '',
  players: 4,
  side: 'A',
  hourglass: 180,
  edition: 'revised',
  rules: [],
  stack: [],
  top: [],
  tiles: null,
  parent: null,
};

/** A scenario of the book as a beginning. */
export const draftFrom = (draft: ScenarioDraft, { stack, top, side, rules }: Scenario): ScenarioDraft => {
  const apart = rules.includes('twoMalls') ? [3] : [];
  return { ...draft, side, rules, top, stack: stack.filter(tile => !apart.includes(tile)) };
};

/** Tiles alone make a scenario, too: all of them shuffled, under whatever rules are switched on. */
export const withAllTiles = (
  draft: ScenarioDraft,
  numbers: readonly TileNumber[],
  name: string,
): ScenarioDraft => ({
  ...draft,
  name: draft.name.trim() === '' ? name : draft.name,
  top: [],
  stack: numbers.filter(number => number !== 1 && !(draft.rules.includes('twoMalls') && number === 3)),
});

export const PLACES = ['out', 'in', 'top'] as const;
export type DraftPlace = (typeof PLACES)[number];

export function draftPlaceOf({ stack, top }: ScenarioDraft, tile: TileNumber): DraftPlace {
  if (top.includes(tile)) return 'top';
  return stack.includes(tile) ? 'in' : 'out';
}

/** Left out, shuffled in, on top, and left out again. */
export function pressTile(draft: ScenarioDraft, tile: TileNumber): ScenarioDraft {
  const stack = draft.stack.filter(one => one !== tile);
  const top = draft.top.filter(one => one !== tile);
  switch (draftPlaceOf(draft, tile)) {
    case 'out':
      return { ...draft, stack: [...stack, tile].sort((a, b) => a - b) };
    case 'in':
      return { ...draft, stack, top: [...top, tile] };
    case 'top':
      return { ...draft, stack, top };
  }
}

/** One place further up among those on top. */
export function earlier(draft: ScenarioDraft, tile: TileNumber): ScenarioDraft {
  const at = draft.top.indexOf(tile);
  if (at <= 0) return draft;
  const top = [...draft.top];
  top.splice(at, 1);
  top.splice(at - 1, 0, tile);
  return { ...draft, top };
}

/** In the order of the list, so that the same rules are always the same scenario. */
export const withRule = (draft: ScenarioDraft, rule: RuleSwitch, on: boolean): ScenarioDraft => ({
  ...draft,
  rules: RULE_SWITCHES.filter(one => (one === rule ? on : draft.rules.includes(one))),
});

export function sheetOfDraft(draft: ScenarioDraft): ScenarioSheet {
  const { name, text, players, side, hourglass, edition, rules, stack, top, tiles, parent } = draft;
  return {
    wish: {
      scenario: { name: name.trim(), stack, ...(top.length === 0 ? {} : { top }), side, rules },
      ...(hourglass === 180 ? {} : { hourglass }),
      ...(edition === 'revised' ? {} : { edition }),
      ...(tiles === null ? {} : { tiles }),
    },
    text,
    players,
    parent,
  };
}

const isSame = (one: ScenarioDraft, other: ScenarioDraft): boolean =>
  JSON.stringify(sheetOfDraft(one)) === JSON.stringify(sheetOfDraft(other));

/** Whether somebody's work would be gone if the next one took its place. */
export const wouldLose = (draft: ScenarioDraft, next: ScenarioDraft): boolean =>
  !isSame(draft, EMPTY) && !isSame(draft, next);

/** A sheet to go on with; what the workshop has no switch for is left as the house has it. */
export function draftOf({ wish, text, players, parent }: ScenarioSheet): ScenarioDraft {
  const { name, stack, top = [], side = 'A', rules } = wish.scenario as OwnScenario;
  return {
    name,
    text,
    players,
    side: wish.side ?? side,
    hourglass: wish.hourglass ?? 180,
    edition: editionNamed(wish.edition ?? '') ?? 'revised',
    rules: RULE_SWITCHES.filter(rule => rules.includes(rule)),
    stack: stack.filter(tile => !top.includes(tile)),
    top,
    tiles: wish.tiles ?? null,
    parent,
  };
}
