/** A scenario under construction (SC-Ca): its settings and how each setting changes it. Pure functions. */
import type { ScenarioSheet } from '@hush/protocol';
import {
  type Edition,
  editionNamed,
  type OwnScenario,
  RULE_SWITCHES,
  type RuleSwitch,
  SCENARIOS,
  type Scenario,
  type Side,
  type Tile,
  type TileNumber,
} from '@hush/rules';

export interface ScenarioDraft {
  readonly name: string;
  readonly text: string;
  readonly players: number;
  readonly side: Side;
  /** How many seconds the hourglass holds. */
  readonly hourglass: number;
  readonly edition: Edition;
  readonly rules: readonly RuleSwitch[];
  /** The tiles that are shuffled under `top`. */
  readonly stack: readonly TileNumber[];
  /** The tiles on top of the stack, uppermost first. */
  readonly top: readonly TileNumber[];
  /** The text of a custom tile set; null for the standard set. */
  readonly tiles: string | null;
  readonly parent: string | null;
}

export const EMPTY_DRAFT: ScenarioDraft = {
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

/** Starts a draft from a scenario of the book. */
export const draftFrom = (draft: ScenarioDraft, { stack, top, side, rules }: Scenario): ScenarioDraft => {
  const apart = rules.includes('twoMalls') ? [3] : [];
  return { ...draft, side, rules, top, stack: stack.filter(tile => !apart.includes(tile)) };
};

/** A scenario from a custom tile set: all of its tiles shuffled, with the rules that are switched on. */
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

/** The rules that a tile needs: without them one of its features would be plain floor. */
const neededRules = ({ features, edges }: Tile): readonly RuleSwitch[] => [
  ...(features.some(feature => feature?.type === 'ball') ? (['crystalBall'] as const) : []),
  ...(features.some(feature => feature?.type === 'camera') ? (['cameras'] as const) : []),
  ...(edges.includes('orange') ? (['dwarfPassages'] as const) : []),
];

/**
 * A scenario in which players are sure to see a painted tile: the draft with this tile on top of its stack, or scenario 1
 * with it if the draft has no stack yet.
 */
export function withTile(
  draft: ScenarioDraft,
  tile: Tile,
  { numbers, name }: { readonly numbers: readonly TileNumber[]; readonly name: string },
): ScenarioDraft {
  const isUsed = draft.stack.length + draft.top.length > 0;
  const stack = (isUsed ? draft.stack : (SCENARIOS[0]?.stack ?? [])).filter(one => numbers.includes(one));
  const rules = neededRules(tile);
  const isApart = tile.number === 1 || (tile.number === 3 && draft.rules.includes('twoMalls'));
  return {
    ...draft,
    name: [draft.name, tile.name, name].find(one => one.trim() !== '') ?? '',
    side: tile.side ?? draft.side,
    rules: RULE_SWITCHES.filter(rule => draft.rules.includes(rule) || rules.includes(rule)),
    stack: stack.filter(one => isApart || one !== tile.number),
    top: isApart ? draft.top : [tile.number, ...draft.top.filter(one => one !== tile.number)],
  };
}

export const PLACES = ['out', 'in', 'top'] as const;
export type DraftPlace = (typeof PLACES)[number];

export function draftPlaceOf({ stack, top }: ScenarioDraft, tile: TileNumber): DraftPlace {
  if (top.includes(tile)) return 'top';
  return stack.includes(tile) ? 'in' : 'out';
}

/** Puts a tile into its next state: left out, shuffled in, on top. */
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

/** Moves a tile one place up among the tiles on top. */
export function movedUp(draft: ScenarioDraft, tile: TileNumber): ScenarioDraft {
  const at = draft.top.indexOf(tile);
  if (at <= 0) return draft;
  const top = [...draft.top];
  top.splice(at, 1);
  top.splice(at - 1, 0, tile);
  return { ...draft, top };
}

/** Switches a rule. Rules are kept in the order of the list, so that the same rules always make the same scenario. */
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

/** Whether a draft is empty, so that there is nothing to check. */
export const isUntouched = (draft: ScenarioDraft): boolean => isSame(draft, EMPTY_DRAFT);

/** Whether replacing the draft would lose unsaved work. */
export const losesWork = (draft: ScenarioDraft, next: ScenarioDraft): boolean =>
  !isUntouched(draft) && !isSame(draft, next);

/** Makes a draft from a sheet; settings for which the workshop has no control get their defaults. */
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
