/** The set-up of a game as readable lines; records and positions begin with them. */
import { deckOf, isKnownTileSet } from './deck.ts';
import { EDITIONS, type Edition } from './edition.ts';
import type { EventOf } from './events.ts';
import { isCorridor } from './mall.ts';
import { ACTION_TILE, CELL_WORD, SHORT_TIME, TILE_WORD, TILES, TIME } from './names.ts';
import { describeProblem, parseTiles } from './parse-tiles.ts';
import {
  type Filled,
  type KeySheet,
  list,
  missingKey,
  quoteField,
  readKeySheet,
  sheetLines,
  slot,
} from './phrase.ts';
import { err, ok, type Result } from './result.ts';
import { RULE_SWITCHES, type Scenario, SECOND_START, scenarioNumber } from './scenario.ts';
import { CHOSEN, HOUSE_RULES, type HouseRules, houseRulesOf, type SetUp, startMall } from './set-up.ts';
import { type ByHero, byHero, type Cell, HEROES, type Millis, SIDES } from './vocabulary.ts';
import {
  COUNT,
  type NotationWord,
  QUOTED,
  type TextLine,
  type TextProblem,
  wordOf,
  wordOrNull,
} from './words.ts';

/** A set-up as a flat object with one field for each line of the text. */
interface SetUpFields extends Omit<SetUp, 'house' | 'heroes' | 'tileSet'>, ByHero<Cell> {
  readonly tileSet: number;
  readonly at: Millis;
  readonly house: readonly (keyof HouseRules)[];
}

const USUAL_EDITION: Edition = 'revised';
const USUAL_HOURGLASS: Millis = 180_000;

const COMMITMENT: NotationWord<string> = {
  what: 'a SHA-256 in 64 hexadecimal digits',
  write: value => value,
  read: text => (/^[0-9a-f]{64}$/.test(text) ? text : undefined),
};

const SHEET: KeySheet<SetUpFields> = [
  { key: 'scenario', phrase: [slot('scenario', wordOrNull(COUNT, 'own')), slot('name', QUOTED)] },
  { key: 'edition', phrase: [slot('edition', wordOf('an edition', EDITIONS))] },
  { key: 'players', phrase: [slot('players', COUNT)] },
  { key: 'side', phrase: [slot('side', wordOf('a side, A or B', SIDES))] },
  { key: 'rules', phrase: [list('rules', wordOf('a rule', RULE_SWITCHES))] },
  { key: 'house', phrase: [list('house', wordOf('a house rule', HOUSE_RULES))] },
  { key: 'hourglass', phrase: [slot('hourglass', SHORT_TIME)] },
  { key: 'stack', phrase: [slot('stack', TILES)] },
  { key: 'next', phrase: [slot('next', wordOrNull(TILE_WORD, 'unseen'))] },
  { key: 'heroes', phrase: HEROES.flatMap(hero => [hero, slot(hero, CELL_WORD)]) },
  { key: 'actions', phrase: [list('actionTiles', ACTION_TILE)] },
  { key: 'chosen', phrase: [list('chosen', wordOf('stack, heroes, actionTiles or pile', CHOSEN))] },
  { key: 'commitment', phrase: [slot('commitment', COMMITMENT)] },
  { key: 'set-up-at', phrase: [slot('at', TIME)] },
  { key: 'tile-set', phrase: [slot('tileSet', COUNT)] },
  { key: 'tiles', phrase: [quoteField('tiles')] },
];

/**
 * How much a set-up is written out. A record keeps its meaning if scenarios change, so it has everything that matters
 * (`full`); a position leaves out what follows from the scenario (`brief`).
 */
export type Detail = 'full' | 'brief';

export function setUpLines({ setUp, at }: EventOf<'gameSetUp'>, detail: Detail): readonly string[] {
  const { house, heroes, tileSet = 1, ...rest } = setUp;
  const fields = { ...rest, tileSet, ...heroes, at, house: HOUSE_RULES.filter(name => house[name]) };
  return sheetLines(SHEET, fields, detail === 'full' ? RARE : { ...RARE, ...usualFor(setUp.scenario) });
}

/** The usual values of some fields; a field that has its usual value is not written. */
const RARE: Partial<SetUpFields> = {
  at: 0,
  house: [],
  next: null,
  actionTiles: [],
  chosen: [],
  tiles: null,
  tileSet: 1,
};

function usualFor(number: number | null): Partial<SetUpFields> {
  const scenario = scenarioNumber(number ?? 0);
  const everywhere = { edition: USUAL_EDITION, hourglass: USUAL_HOURGLASS };
  if (scenario === undefined) return { ...everywhere, side: 'A', rules: [] };
  return { ...everywhere, side: scenario.side, rules: scenario.rules, stack: usualStack(scenario) };
}

const usualStack = ({ top, stack, rules }: Scenario): SetUp['stack'] =>
  [...top, ...stack]
    .filter(tile => tile !== SECOND_START || !rules.includes('twoMalls'))
    .sort((a, b) => a - b);

/** The event that these lines describe. If a line is missing, the problem is reported at `after`. */
export function readSetUp(
  lines: readonly TextLine[],
  after: TextLine | undefined,
): Result<EventOf<'gameSetUp'>, TextProblem> {
  const filled = readKeySheet(SHEET, lines);
  if (!filled.ok) return filled;
  const values = { ...RARE, ...usualFor(filled.value.values.scenario ?? null), ...filled.value.values };
  const missing = missingKey(SHEET, values);
  if (missing !== undefined)
    return err(placeFlaw(filled.value, { key: missing, why: `the line "${missing}" is missing` }, after));
  const event = eventOf(values as SetUpFields);
  const flaw = flawOf(event.setUp);
  return flaw === undefined ? ok(event) : err(placeFlaw(filled.value, flaw, after));
}

function eventOf(fields: SetUpFields): EventOf<'gameSetUp'> {
  const { at, barbarian, mage, elf, dwarf, house, tileSet, ...rest } = fields;
  const heroes = { barbarian, mage, elf, dwarf };
  return {
    type: 'gameSetUp',
    at,
    setUp: {
      ...rest,
      heroes,
      house: houseRulesOf(Object.fromEntries(house.map(name => [name, true]))),
      ...(tileSet === 1 ? {} : { tileSet }),
    },
  };
}

/** The problem of a set-up that could be parsed, and its key. */
export interface SetUpProblem {
  readonly key: string;
  readonly why: string;
}

/** Reports a problem at the line of its key, or, if that line is missing, at the place where it should be. */
export function placeFlaw<T>(
  { lines }: Filled<T>,
  { key, why }: SetUpProblem,
  after: TextLine | undefined,
): TextProblem {
  const line = lines[key];
  if (line === undefined) return { line: after?.number ?? 1, column: 1, why };
  return { line: line.number, column: line.words[1]?.column ?? line.end, why };
}

function flawOf(setUp: SetUp): SetUpProblem | undefined {
  return numbersFlaw(setUp) ?? tilesFlaw(setUp) ?? heroesFlaw(setUp);
}

function numbersFlaw({ players, hourglass, actionTiles, scenario }: SetUp): SetUpProblem | undefined {
  if (scenario !== null && scenarioNumber(scenario) === undefined)
    return { key: 'scenario', why: `there is no scenario ${scenario}` };
  if (players < 1 || players > 9) return { key: 'players', why: `a game has 1 to 9 players, not ${players}` };
  if (!(hourglass > 0)) return { key: 'hourglass', why: 'an hourglass must hold some sand' };
  const wanted = players === 1 ? 0 : players;
  if (actionTiles.length === wanted) return undefined;
  return {
    key: 'actions',
    why: `${wanted} action tiles are needed for ${players} players, not ${actionTiles.length}`,
  };
}

function tilesFlaw({ tiles, side, stack, rules, next, tileSet = 1 }: SetUp): SetUpProblem | undefined {
  if (!isKnownTileSet(tileSet))
    return { key: 'tile-set', why: `version ${tileSet} of the tiles is of a newer Hush` };
  const parsed = tiles === null ? undefined : parseTiles(tiles);
  if (parsed?.ok === false)
    return { key: 'tiles', why: parsed.error.slice(0, 1).map(describeProblem).join() };
  const deck = deckOf({ tiles, side, tileSet });
  if (deck[1] === undefined) return { key: 'tiles', why: `there is no start tile 1${side}` };
  if (rules.includes('twoMalls') && deck[SECOND_START] === undefined)
    return { key: 'tiles', why: `tile ${SECOND_START}, which begins the second mall, is missing` };
  const strange = stack.find(tile => deck[tile] === undefined);
  if (strange !== undefined) return { key: 'stack', why: `there is no tile ${strange}` };
  const twice = stack.find((tile, i) => stack.indexOf(tile) !== i);
  if (twice !== undefined) return { key: 'stack', why: `tile ${twice} is named twice` };
  return next === null || stack.includes(next)
    ? undefined
    : { key: 'next', why: `tile ${next} is not in the stack` };
}

function heroesFlaw(setUp: SetUp): SetUpProblem | undefined {
  const board = { setUp, mall: startMall(setUp.rules) };
  return standingFlaw(
    byHero(hero => setUp.heroes[hero]),
    cell => isCorridor(board, cell),
  );
}

/** What is wrong with the heroes' places: every hero needs a corridor cell of its own (BD-1a, BD-1c). */
export function standingFlaw(
  heroes: ByHero<Cell | null>,
  isFloor: (cell: Cell) => boolean,
): SetUpProblem | undefined {
  const lost = HEROES.find(hero => heroes[hero] !== null && !isFloor(heroes[hero]));
  if (lost !== undefined)
    return { key: 'heroes', why: `the ${lost} does not stand on a corridor of the mall` };
  const cells = HEROES.flatMap(hero => heroes[hero] ?? []);
  return new Set(cells).size < cells.length
    ? { key: 'heroes', why: 'two heroes stand on one cell' }
    : undefined;
}
