/**
 * Setting up a game (RULES 4): from what the players wish to the one public event everything begins with,
 * and the secret. Impossible wishes are answered with a sentence.
 */
import { dealActionTiles } from './action-tiles.ts';
import { commitTo, shuffle } from './chance.ts';
import { type Deck, deckOf } from './deck.ts';
import { EDITION_RULES, type Edition, editionNamed } from './edition.ts';
import type { EventOf } from './events.ts';
import { SLOTS } from './geometry.ts';
import { type Board, type Coordinates, cellAt, corridorCells } from './mall.ts';
import { describeProblem, parseTiles } from './parse-tiles.ts';
import { err, ok, type Result } from './result.ts';
import {
  atLevel,
  LEVELS,
  playersAllowed,
  type RuleSwitch,
  type Scenario,
  SECOND_START,
  scenarioNumber,
} from './scenario.ts';
import {
  beginsApart,
  type Chosen,
  type House,
  orderedStack,
  PLAIN_HOUSE,
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

/** A players' own scenario (SC-C). */
export interface OwnScenario {
  readonly name: string;
  readonly stack: readonly TileNumber[];
  readonly top?: readonly TileNumber[];
  readonly side?: Side;
  readonly rules: readonly RuleSwitch[];
}

/** What the players wish; everything but scenario and players has a default. */
export interface Wish {
  readonly edition?: string;
  readonly scenario: number | OwnScenario;
  readonly players: number;
  readonly side?: Side;
  readonly level?: number;
  /** The very order, uppermost first. */
  readonly stack?: readonly TileNumber[];
  /** In seconds. */
  readonly hourglass?: number;
  readonly heroes?: Partial<ByHero<Coordinates>>;
  readonly actionTiles?: readonly ActionTile[];
  /** Alone: the pile, uppermost first. */
  readonly pile?: readonly Action[];
  readonly tiles?: string;
  readonly house?: Partial<House>;
}

export interface Prepared {
  readonly event: EventOf<'gameSetUp'>;
  readonly secret: Secret;
}

/** A wish granted, or one sentence that says what is wrong with it. */
export function prepareGame(wish: Wish, seed: string): Result<Prepared, string> {
  const edition = editionNamed(wish.edition ?? 'revised');
  if (edition === undefined) return err(`There is no edition ${JSON.stringify(wish.edition)}.`);
  const scenario = chosenScenario(wish);
  if (typeof scenario === 'string') return err(scenario);
  const side = wish.side ?? scenario.side;
  const deck = chosenDeck(wish.tiles ?? null, side);
  if (typeof deck === 'string') return err(deck);
  const problem =
    playersProblem(wish, scenario, edition) ??
    stackProblem(wish.stack ?? [...scenario.top, ...scenario.stack], scenario, deck) ??
    hourglassProblem(wish.hourglass) ??
    actionTilesProblem(wish, scenario);
  if (problem !== undefined) return err(problem);
  return prepare({ wish, scenario, edition, side, seed });
}

interface Plan {
  readonly wish: Wish;
  readonly scenario: Scenario;
  readonly edition: Edition;
  readonly side: Side;
  readonly seed: string;
}

function prepare(plan: Plan): Result<Prepared, string> {
  const { wish, scenario, edition, side, seed } = plan;
  const tiles = wish.tiles ?? null;
  const heroes = placeHeroes(plan);
  if (typeof heroes === 'string') return err(heroes);
  const stack = [...(wish.stack ?? [...scenario.top, ...scenario.stack])].sort((a, b) => a - b);
  // A scenario of the book has its uppermost tiles printed there; an own one keeps its order to itself.
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
    house: { ...PLAIN_HOUSE, ...wish.house },
    tiles,
    stack,
    heroes,
    actionTiles: wish.actionTiles ?? dealActionTiles(seed, wish.players, scenario.rules.includes('leader')),
    next: null,
    chosen: chosenIn(wish, secret),
    commitment: commitTo(seed),
  };
  const next = scenario.rules.includes('openStack') ? (stackOrder(setUp, secret)[0] ?? null) : null;
  return ok({ event: { type: 'gameSetUp', at: 0, setUp: { ...setUp, next } }, secret });
}

function chosenIn(wish: Wish, secret: Secret): readonly Chosen[] {
  const chosen: Chosen[] = [];
  if (secret.stack !== null) chosen.push('stack');
  if (Object.keys(wish.heroes ?? {}).length > 0) chosen.push('heroes');
  if (wish.actionTiles !== undefined) chosen.push('actionTiles');
  if (secret.pile !== null) chosen.push('pile');
  return chosen;
}

// Choosing.

function chosenScenario(wish: Wish): Scenario | string {
  const scenario =
    typeof wish.scenario === 'number' ? scenarioNumber(wish.scenario) : ownScenario(wish.scenario);
  if (scenario === undefined) return `There is no scenario ${wish.scenario}: they are numbered 1 to 17.`;
  const levelled =
    wish.stack === undefined && wish.level !== undefined ? levelOf(scenario, wish.level) : scenario;
  if (typeof levelled === 'string' || !scenario.rules.includes('twoMalls') || scenario.number === null)
    return levelled;
  return { ...levelled, stack: levelled.stack.filter(tile => tile !== SECOND_START) };
}

const ownScenario = (own: OwnScenario): Scenario => ({
  number: null,
  top: [],
  side: 'A',
  levels: [],
  ...own,
});

function levelOf(scenario: Scenario, level: number): Scenario | string {
  const own = Math.max(...scenario.stack, ...scenario.top);
  const levels = scenario.levels.length > 0 ? scenario.levels : [...new Set([own, ...LEVELS])];
  if (scenario.number === null) return 'An own scenario names its tiles and has no level.';
  if (level === own) return scenario;
  if (!levels.includes(level))
    return `Scenario ${scenario.number} has the levels ${levels.join(', ')}, not ${level}.`;
  return atLevel(scenario, level);
}

function chosenDeck(tiles: string | null, side: Side): Deck | string {
  const parsed = tiles === null ? undefined : parseTiles(tiles);
  if (parsed?.ok === false)
    return `The tiles cannot be read: ${parsed.error.slice(0, 3).map(describeProblem).join('; ')}.`;
  const deck = deckOf({ tiles, side });
  return deck[1] === undefined ? `The tiles have no start tile 1${side}.` : deck;
}

// Checking.

function playersProblem({ players }: Wish, scenario: Scenario, edition: Edition): string | undefined {
  const rules = EDITION_RULES[edition];
  const { least, most } = playersAllowed(scenario.rules);
  if (!Number.isInteger(players) || players < 1 || players > 9)
    return `A game has 1 to 9 players, not ${players}.`;
  if ((scenario.number ?? 0) > rules.scenarios)
    return `Edition ${edition} has scenarios 1 to ${rules.scenarios} only.`;
  if (players < least || players > most)
    return `${nameOf(scenario)} is for ${least} to ${most} players, not ${players}.`;
  if (players === 1 && !rules.solo) return `Edition ${edition} cannot be played alone.`;
  if (players > 8 && rules.scenarios < 9) return `Edition ${edition} has no scenario for ${players} players.`; // SC-9n
  return undefined;
}

const nameOf = ({ number, name }: Scenario): string =>
  number === null ? JSON.stringify(name) : `Scenario ${number}`;

function stackProblem(stack: readonly TileNumber[], scenario: Scenario, deck: Deck): string | undefined {
  const twice = stack.find((tile, i) => stack.includes(tile, i + 1));
  if (twice !== undefined) return `The stack names tile ${twice} twice.`;
  if (stack.includes(1)) return 'Tile 1 is the start tile and cannot be in the stack.';
  const missing = stack.find(tile => deck[tile] === undefined);
  if (missing !== undefined) return `There is no tile ${missing}.`;
  if (!scenario.rules.includes('twoMalls')) return undefined;
  if (deck[SECOND_START] === undefined)
    return `The second mall begins with tile ${SECOND_START}, which is missing.`;
  if (stack.includes(SECOND_START))
    return `Tile ${SECOND_START} begins the second mall and cannot be in the stack.`;
  const floor = deck[SECOND_START].solid.filter(solid => !solid).length;
  return floor < 2 ? `Tile ${SECOND_START} has no room for two heroes.` : undefined;
}

function hourglassProblem(seconds: number | undefined): string | undefined {
  if (seconds === undefined || (seconds >= 1 && seconds <= 3600)) return undefined;
  return `An hourglass holds 1 to 3600 seconds, not ${seconds}.`;
}

function actionTilesProblem({ players, actionTiles, pile }: Wish, scenario: Scenario): string | undefined {
  if (actionTiles === undefined) return pile === undefined ? undefined : pileProblem(players, pile);
  if (players === 1) return 'Alone, the action tiles are one list of seven actions.';
  if (pile !== undefined) return pileProblem(players, pile);
  if (actionTiles.length !== players)
    return `${players} players need ${players} action tiles, not ${actionTiles.length}.`;
  const doubled = actionTiles.find(tile => new Set(tile).size !== tile.length);
  if (doubled !== undefined) return `An action tile shows an action twice: ${doubled.join(', ')}.`;
  const empty = actionTiles.filter(tile => tile.length === 0).length;
  const wanted = scenario.rules.includes('leader') ? 1 : 0;
  if (empty === wanted) return undefined;
  return wanted === 1 ? 'Exactly one player has no actions and leads.' : 'Every player needs an action.';
}

function pileProblem(players: number, pile: readonly Action[]): string | undefined {
  if (players !== 1) return 'Only a player alone has a pile of action tiles.';
  const complete = pile.length === ACTIONS.length && ACTIONS.every(action => pile.includes(action));
  return complete ? undefined : 'Alone, the action tiles are the seven actions, each once.';
}

// Heroes.

function placeHeroes({ wish, scenario, side, seed }: Plan): ByHero<Cell> | string {
  const board = { setUp: { tiles: wish.tiles ?? null, side }, mall: startMall(scenario.rules) };
  const placed: Partial<Record<Hero, Cell>> = {};
  for (const hero of HEROES) {
    const wished = wish.heroes?.[hero];
    if (wished === undefined) continue;
    const cell = cellAt(board, wished);
    const problem = heroProblem(hero, wished, cell, scenario.rules);
    if (problem !== undefined) return problem;
    if (cell !== undefined && Object.values(placed).includes(cell))
      return `Two heroes cannot stand on [${wished}].`;
    if (cell !== undefined) placed[hero] = cell;
  }
  return byChance(placed, board, scenario.rules, seed);
}

function heroProblem(
  hero: Hero,
  wished: Coordinates,
  cell: Cell | undefined,
  rules: readonly RuleSwitch[],
): string | undefined {
  if (cell === undefined) return `The ${hero} cannot stand at [${wished}]: there is no corridor.`;
  if ((wished[2] === 1) === beginsApart(rules, hero)) return undefined;
  return `The ${hero} begins in the ${beginsApart(rules, hero) ? 'second' : 'first'} mall.`;
}

/** The rest on free start squares at random (SU-2), in the second mall on plain cells (SC-13). */
function byChance(
  placed: Partial<Record<Hero, Cell>>,
  board: Board,
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
  // Plain cells (SC-13); a drawing without enough of them still has corridor to stand on.
  const plain = plainCells(deck, SECOND_START);
  const apart = free(plain.length < 4 ? corridorCells(board, SECOND_START) : plain, 'heroes apart');
  const pick = (hero: Hero): Cell => {
    const cell = placed[hero] ?? (beginsApart(rules, hero) ? apart : starts).shift();
    if (cell === undefined) throw new Error(`no room for the ${hero}`);
    return cell;
  };
  return { barbarian: pick('barbarian'), mage: pick('mage'), elf: pick('elf'), dwarf: pick('dwarf') };
}

/** Corridor with nothing on it and no opening beside it. */
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
