/**
 * Sets up a game (RULES 4): turns the players' wish into the first public event and the secret. An impossible wish is
 * refused with a sentence.
 */
import { dealActionTiles } from './action-tiles.ts';
import { commitTo, shuffle } from './chance.ts';
import { type Deck, deckOf, TILE_SET_VERSION } from './deck.ts';
import { EDITION_RULES, type Edition, editionNamed } from './edition.ts';
import type { EventOf } from './events.ts';
import { SLOTS } from './geometry.ts';
import { type Coordinates, cellAt, corridorCells, type MallBoard } from './mall.ts';
import { describeProblem, parseTiles } from './parse-tiles.ts';
import { type Problem, problem } from './problem.ts';
import { err, ok, type Result } from './result.ts';
import {
  atLevel,
  LEVELS,
  playersAllowed,
  type RuleSwitch,
  SCENARIOS,
  type Scenario,
  SECOND_START,
  scenarioNumber,
} from './scenario.ts';
import {
  beginsApart,
  type Chosen,
  type HouseRules,
  houseRulesOf,
  orderedStack,
  type Secret,
  type SetUp,
  stackOrder,
  startMall,
} from './set-up.ts';
import { SQUARES } from './tiles.ts';
import {
  ACTIONS,
  type Action,
  type ActionTile,
  type ByHero,
  type Cell,
  cellOf,
  HEROES,
  type Hero,
  type Side,
  type TileNumber,
} from './vocabulary.ts';

/** A custom scenario of the players (SC-Ca). */
export interface OwnScenario {
  readonly name: string;
  readonly stack: readonly TileNumber[];
  readonly top?: readonly TileNumber[];
  readonly side?: Side;
  readonly rules: readonly RuleSwitch[];
}

/** The players' wish; everything except scenario and players has a default. */
export interface Wish {
  readonly edition?: string;
  readonly scenario: number | OwnScenario;
  readonly players: number;
  readonly side?: Side;
  readonly level?: number;
  /** The exact order of the stack, uppermost tile first. */
  readonly stack?: readonly TileNumber[];
  /** The capacity of the hourglass in seconds. */
  readonly hourglass?: number;
  readonly heroes?: Partial<ByHero<Coordinates>>;
  readonly actionTiles?: readonly ActionTile[];
  /** For a solo player: the order of the pile, uppermost action first. */
  readonly pile?: readonly Action[];
  readonly tiles?: string;
  readonly house?: Partial<HouseRules>;
  /** The version of the standard tile set. Only a replay of an older game sets it; players cannot choose it. */
  readonly tileSet?: number;
}

export interface Prepared {
  readonly event: EventOf<'gameSetUp'>;
  readonly secret: Secret;
}

/** The prepared game, or one sentence that says what is wrong with the wish. */
export function prepareGame(wish: Wish, seed: string): Result<Prepared, string> {
  const granted = grantWish(wish, seed);
  return granted.ok ? granted : err(granted.error.why);
}

/** `prepareGame` with a problem as data: its code, the broken rule and the values. */
export function grantWish(wish: Wish, seed: string): Result<Prepared, Problem> {
  const edition = editionNamed(wish.edition ?? 'revised');
  if (edition === undefined) return err(problem('no-edition', { edition: JSON.stringify(wish.edition) }));
  const scenario = chosenScenario(wish);
  if ('code' in scenario) return err(scenario);
  const side = wish.side ?? scenario.side;
  const deck = chosenDeck(wish.tiles ?? null, side, wish.tileSet);
  if ('code' in deck) return err(deck);
  const found =
    playersProblem(wish, scenario, edition) ??
    stackProblem(wish.stack ?? [...scenario.top, ...scenario.stack], scenario, deck) ??
    hourglassProblem(wish.hourglass) ??
    actionTilesProblem(wish, scenario);
  if (found !== undefined) return err(found);
  return prepare({ wish, scenario, edition, side, seed });
}

interface Plan {
  readonly wish: Wish;
  readonly scenario: Scenario;
  readonly edition: Edition;
  readonly side: Side;
  readonly seed: string;
}

function prepare(plan: Plan): Result<Prepared, Problem> {
  const { wish, scenario, edition, side, seed } = plan;
  const tiles = wish.tiles ?? null;
  const heroes = placeHeroes(plan);
  if ('code' in heroes) return err(heroes);
  const stack = [...(wish.stack ?? [...scenario.top, ...scenario.stack])].sort((a, b) => a - b);
  // The top tiles of a printed scenario are public; those of a custom scenario are part of the secret.
  const dictated = scenario.number === null && scenario.top.length > 0 ? orderedStack(scenario, seed) : null;
  const secret = { seed, stack: wish.stack ?? dictated, pile: wish.pile ?? null };
  const setUp: SetUp = {
    edition,
    scenario: scenario.number,
    name: scenario.name,
    players: wish.players,
    side,
    rules: scenario.rules,
    hourglass: Math.round((wish.hourglass ?? 180) * 1000),
    house: houseRulesOf(wish.house),
    tiles,
    stack,
    heroes,
    actionTiles: wish.actionTiles ?? dealActionTiles(seed, wish.players, scenario.rules.includes('leader')),
    next: null,
    chosen: chosenIn(wish, secret),
    commitment: commitTo(seed),
    ...tileSetOf(wish),
  };
  const next = scenario.rules.includes('openStack') ? (stackOrder(setUp, secret)[0] ?? null) : null;
  return ok({ event: { type: 'gameSetUp', at: 0, setUp: { ...setUp, next } }, secret });
}

/** The field is left out for version 1, because set-ups of that version do not have it. */
function tileSetOf({ tiles, tileSet = TILE_SET_VERSION }: Wish): Pick<SetUp, 'tileSet'> {
  return tiles === undefined && tileSet > 1 ? { tileSet } : {};
}

function chosenIn(wish: Wish, secret: Secret): readonly Chosen[] {
  const chosen: Chosen[] = [];
  if (secret.stack !== null) chosen.push('stack');
  if (Object.keys(wish.heroes ?? {}).length > 0) chosen.push('heroes');
  if (wish.actionTiles !== undefined) chosen.push('actionTiles');
  if (secret.pile !== null) chosen.push('pile');
  return chosen;
}

// Functions that choose the parts of a set-up.

function chosenScenario(wish: Wish): Scenario | Problem {
  const scenario =
    typeof wish.scenario === 'number' ? scenarioNumber(wish.scenario) : ownScenario(wish.scenario);
  if (scenario === undefined)
    return problem('no-scenario', { n: Number(wish.scenario), last: SCENARIOS.length });
  const levelled =
    wish.stack === undefined && wish.level !== undefined ? levelOf(scenario, wish.level) : scenario;
  if ('code' in levelled || !scenario.rules.includes('twoMalls') || scenario.number === null) return levelled;
  return { ...levelled, stack: levelled.stack.filter(tile => tile !== SECOND_START) };
}

const ownScenario = (own: OwnScenario): Scenario => ({
  number: null,
  top: [],
  side: 'A',
  levels: [],
  ...own,
});

function levelOf(scenario: Scenario, level: number): Scenario | Problem {
  const own = Math.max(...scenario.stack, ...scenario.top);
  const levels = scenario.levels.length > 0 ? scenario.levels : [...new Set([own, ...LEVELS])];
  if (scenario.number === null) return problem('own-level');
  if (level === own) return scenario;
  if (!levels.includes(level))
    return problem('no-level', { n: scenario.number, levels: levels.join(', '), level });
  return atLevel(scenario, level);
}

function chosenDeck(tiles: string | null, side: Side, tileSet = TILE_SET_VERSION): Deck | Problem {
  const parsed = tiles === null ? undefined : parseTiles(tiles);
  if (parsed?.ok === false) {
    const [first] = parsed.error;
    return problem('tiles-unreadable', {
      first: parsed.error.slice(0, 3).map(describeProblem).join('; '),
      line: first?.line ?? 1,
      column: first?.column ?? 1,
    });
  }
  const deck = deckOf({ tiles, side, tileSet });
  return deck[1] === undefined ? problem('no-start', { side }) : deck;
}

// Functions that check a wish.

function playersProblem({ players }: Wish, scenario: Scenario, edition: Edition): Problem | undefined {
  const rules = EDITION_RULES[edition];
  const { least, most } = playersAllowed(scenario.rules);
  if (!Number.isInteger(players) || players < 1 || players > 9)
    return problem('players-range', { n: players });
  if ((scenario.number ?? 0) > rules.scenarios)
    return problem('edition-scenarios', { edition, n: rules.scenarios });
  if (players < least || players > most)
    return problem('players-scenario', { name: nameOf(scenario), least, most, n: players });
  if (players === 1 && !rules.solo) return problem('edition-solo', { edition });
  if (players > 8 && rules.scenarios < 9) return problem('edition-players', { edition, n: players });
  return undefined;
}

const nameOf = ({ number, name }: Scenario): string =>
  number === null ? JSON.stringify(name) : `Scenario ${number}`;

function stackProblem(stack: readonly TileNumber[], scenario: Scenario, deck: Deck): Problem | undefined {
  const twice = stack.find((tile, i) => stack.includes(tile, i + 1));
  if (twice !== undefined) return problem('stack-twice', { n: twice });
  if (stack.includes(1)) return problem('stack-start');
  const missing = stack.find(tile => deck[tile] === undefined);
  if (missing !== undefined) return problem('stack-missing', { n: missing });
  if (!scenario.rules.includes('twoMalls')) return undefined;
  if (deck[SECOND_START] === undefined) return problem('second-missing', { n: SECOND_START });
  if (stack.includes(SECOND_START)) return problem('second-in-stack', { n: SECOND_START });
  const floor = deck[SECOND_START].solid.filter(solid => !solid).length;
  return floor < 2 ? problem('second-narrow', { n: SECOND_START }) : undefined;
}

function hourglassProblem(seconds: number | undefined): Problem | undefined {
  if (seconds === undefined || (seconds >= 1 && seconds <= 3600)) return undefined;
  return problem('sand', { n: seconds });
}

function actionTilesProblem({ players, actionTiles, pile }: Wish, scenario: Scenario): Problem | undefined {
  if (actionTiles === undefined) return pile === undefined ? undefined : pileProblem(players, pile);
  if (players === 1) return problem('alone-list');
  if (pile !== undefined) return pileProblem(players, pile);
  if (actionTiles.length !== players)
    return problem('action-tiles-count', { n: players, has: actionTiles.length });
  const doubled = actionTiles.find(tile => new Set(tile).size !== tile.length);
  if (doubled !== undefined) return problem('action-twice', { actions: doubled.join(', ') });
  const empty = actionTiles.filter(tile => tile.length === 0).length;
  const wanted = scenario.rules.includes('leader') ? 1 : 0;
  if (empty === wanted) return undefined;
  return problem(wanted === 1 ? 'one-leads' : 'idle-player');
}

function pileProblem(players: number, pile: readonly Action[]): Problem | undefined {
  if (players !== 1) return problem('pile-alone');
  const complete = pile.length === ACTIONS.length && ACTIONS.every(action => pile.includes(action));
  return complete ? undefined : problem('pile-seven');
}

// Functions that place heroes.

function placeHeroes({ wish, scenario, side, seed }: Plan): ByHero<Cell> | Problem {
  const board = { setUp: { tiles: wish.tiles ?? null, side }, mall: startMall(scenario.rules) };
  const placed: Partial<Record<Hero, Cell>> = {};
  for (const hero of HEROES) {
    const wished = wish.heroes?.[hero];
    if (wished === undefined) continue;
    const cell = cellAt(board, wished);
    const found = heroProblem(hero, wished, cell, scenario.rules);
    if (found !== undefined) return found;
    if (cell !== undefined && Object.values(placed).includes(cell))
      return problem('heroes-together', { place: wished.join() });
    if (cell !== undefined) placed[hero] = cell;
  }
  return byChance(placed, board, scenario.rules, seed);
}

function heroProblem(
  hero: Hero,
  wished: Coordinates,
  cell: Cell | undefined,
  rules: readonly RuleSwitch[],
): Problem | undefined {
  if (cell === undefined) return problem('hero-nowhere', { hero, place: wished.join() });
  if ((wished[2] === 1) === beginsApart(rules, hero)) return undefined;
  return problem(beginsApart(rules, hero) ? 'hero-second-mall' : 'hero-first-mall', { hero });
}

/** Places the remaining heroes at random on free start squares (SU-2a), in the second mall on plain cells (SC-13o). */
function byChance(
  placed: Partial<Record<Hero, Cell>>,
  board: MallBoard,
  rules: readonly RuleSwitch[],
  seed: string,
): ByHero<Cell> {
  const taken = Object.values(placed);
  const free = (cells: readonly Cell[], purpose: string): Cell[] =>
    shuffle(seed, purpose, cells).filter(cell => !taken.includes(cell));
  const deck = deckOf(board.setUp);
  const starts = free(
    (deck[1]?.starts ?? []).map(square => cellOf(1, square)),
    'heroes',
  );
  // A custom tile without enough plain cells for SC-13o uses any corridor cell.
  const plain = plainCells(deck, SECOND_START);
  const apart = free(plain.length < 4 ? corridorCells(board, SECOND_START) : plain, 'heroes apart');
  const pick = (hero: Hero): Cell => {
    const cell = placed[hero] ?? (beginsApart(rules, hero) ? apart : starts).shift();
    if (cell === undefined) throw new Error(`no room for the ${hero}`);
    return cell;
  };
  return { barbarian: pick('barbarian'), mage: pick('mage'), elf: pick('elf'), dwarf: pick('dwarf') };
}

/** Corridor cells without a feature and without an opening. */
function plainCells(deck: Deck, tile: TileNumber): readonly Cell[] {
  const { solid = [], features = [], escalators = [] } = deck[tile] ?? {};
  return SQUARES.filter(
    square =>
      solid[square] === false &&
      !features[square] &&
      (escalators[square] ?? 0) < 0 &&
      !SLOTS.includes(square),
  ).map(square => cellOf(tile, square));
}
