/**
 * Random games for the laws: any scenario or combination of rules, any edition, number of players, seed and pace. One
 * simulated person plays all seats: sometimes towards a goal, sometimes at random, and sometimes with invalid
 * commands.
 */
import * as fc from 'fast-check';
import {
  beginGame,
  type Command,
  type CommandType,
  type DecideOutcome,
  decide,
  due,
  EDITION_RULES,
  EDITIONS,
  evolve,
  type Game,
  type GameEvent,
  HOUSE_RULES,
  isOver,
  LEVELS,
  type Millis,
  type Prepared,
  playersAllowed,
  prepareGame,
  RULE_SWITCHES,
  type RuleSwitch,
  reach,
  SCENARIOS,
  type Secret,
  type Wish,
} from '../src/index.ts';
import { deepFreeze } from './kit.ts';
import { spell } from './perft.ts';
import { type Aim, type Chance, chanceFrom, nextCommand, pickFrom } from './player.ts';
import { SMALL_MALL } from './recorded.ts';

/** Multiplies the number of games of each law; 1 in `npm test`. */
const RUNS = Number(process.env['HUSH_RUNS'] ?? 1);

export interface Plan {
  readonly wish: Wish;
  readonly seed: string;
  /** The seed of all random choices. */
  readonly whim: number;
  /** How many steps are played; shrinking makes games shorter. */
  readonly length: number;
  /** How many steps the player plays towards a goal, and towards which; then it plays at random. */
  readonly opening: number;
  readonly aim: Aim;
  /** The longest wait before a command, in milliseconds. */
  readonly pace: Millis;
}

// Generators of random games.

const seedArb = fc.stringMatching(/^[a-z]{12}$/);

/** A scenario of the book, at any level that it has. */
const printedArb: fc.Arbitrary<Wish> = fc
  .record({
    scenario: fc.integer({ min: 1, max: SCENARIOS.length }),
    edition: fc.constantFrom(...EDITIONS),
    players: fc.integer({ min: 1, max: 9 }),
    level: fc.constantFrom(...LEVELS),
    side: fc.constantFrom('A' as const, 'B' as const),
    pause: fc.boolean(),
  })
  .map(({ edition, scenario, level, side, pause, players }) => {
    const number = Math.min(scenario, EDITION_RULES[edition].scenarios);
    const { rules = [], levels = [] } = SCENARIOS.find(printed => printed.number === number) ?? {};
    return {
      edition,
      scenario: number,
      side,
      house: { pause },
      players: possiblePlayers(players, edition, rules),
      ...(levels.includes(level) ? { level } : {}),
    };
  });

/** Custom scenarios with any rules together and any stack in any order, with or without the printed rules (SC-Ca). */
const ownArb: fc.Arbitrary<Wish> = fc
  .record({
    edition: fc.constantFrom(...EDITIONS),
    players: fc.integer({ min: 1, max: 9 }),
    stack: fc.shuffledSubarray(
      Array.from({ length: 23 }, (_, i) => i + 2),
      { minLength: 4 },
    ),
    rules: fc.subarray([...RULE_SWITCHES]),
    side: fc.constantFrom('A' as const, 'B' as const),
    hourglass: fc.constantFrom(60, 180, 240),
    // a game without a clock need not end (HG-9a)
    letter: fc.subarray(HOUSE_RULES.slice(4).filter(name => name !== 'noClock')),
  })
  .map(({ edition, players, stack, rules, side, hourglass, letter }) => ({
    edition,
    side,
    hourglass,
    house: Object.fromEntries(letter.map(name => [name, true])),
    players: possiblePlayers(players, edition, rules),
    scenario: {
      name: 'Own',
      rules,
      stack: rules.includes('twoMalls') ? stack.filter(tile => tile !== 3) : stack,
    },
  }));

function possiblePlayers(
  players: number,
  edition: (typeof EDITIONS)[number],
  rules: Parameters<typeof playersAllowed>[0],
): number {
  const { least, most } = playersAllowed(rules);
  const fewest = EDITION_RULES[edition].solo ? least : Math.max(2, least);
  const roomiest = edition.startsWith('pocket') ? Math.min(8, most) : most;
  return Math.min(roomiest, Math.max(fewest, players));
}

/** Random games on a small custom mall, where everything is near and happens soon. */
export const smallArb: fc.Arbitrary<Wish> = ownArb.map(({ scenario, ...wish }) => {
  if (typeof scenario === 'number') return { ...wish, scenario };
  const { stack, ...own } = scenario;
  return {
    ...wish,
    side: 'A',
    tiles: SMALL_MALL,
    scenario: { ...own, stack: stack.filter(tile => tile <= 6) },
  };
});

export const wishArb: fc.Arbitrary<Wish> = fc.oneof(printedArb, ownArb, smallArb);

/** Custom scenarios in which these rules always apply. */
export const withRules = (...forced: readonly RuleSwitch[]): fc.Arbitrary<Wish> =>
  fc.oneof(ownArb, smallArb).map(({ scenario, ...wish }) => {
    if (typeof scenario === 'number') throw new Error('own scenarios have no number');
    return { ...wish, scenario: { ...scenario, rules: [...new Set([...scenario.rules, ...forced])] } };
  });

export const planOf = (wish: fc.Arbitrary<Wish>): fc.Arbitrary<Plan> =>
  fc.record({
    wish,
    seed: seedArb,
    whim: fc.nat(),
    length: fc.integer({ min: 40, max: 260 }),
    opening: fc.integer({ min: 0, max: 200 }),
    aim: fc.constantFrom('win' as const, 'win' as const, 'hourglass' as const, 'no-gear' as const),
    pace: fc.constantFrom(100, 500, 1500, 6000),
  });

export const planArb: fc.Arbitrary<Plan> = planOf(wishArb);

export function prepared({ wish, seed }: Pick<Plan, 'wish' | 'seed'>): Prepared {
  const result = prepareGame(wish, seed);
  if (!result.ok) throw new Error(`${result.error} ${JSON.stringify(wish)}`);
  return result.value;
}

// Functions that play a plan.

export interface Moment {
  readonly before: Game;
  readonly command: Command | null;
  readonly verdict: DecideOutcome;
  /** The events that time and the command caused, and the game after them. */
  readonly events: readonly GameEvent[];
  readonly after: Game;
  readonly at: Millis;
  readonly secret: Secret;
}

const NOTHING: DecideOutcome = { ok: true, value: [] };

/**
 * Plays a random game and reports every step; returns all events from the set-up on. Every intermediate game is
 * frozen.
 */
export function playOut(plan: Plan, see: (moment: Moment) => void = () => {}): readonly GameEvent[] {
  return playPrepared(plan, prepared(plan), see);
}

export function playPrepared(
  plan: Plan,
  { event, secret }: Prepared,
  see: (moment: Moment) => void = () => {},
): readonly GameEvent[] {
  const chance = chanceFrom(plan.whim);
  const log: GameEvent[] = [event];
  let game = deepFreeze(beginGame(event));
  let at: Millis = 0;
  for (let step = 0; step < plan.length && !isOver(game); step++) {
    const before = game;
    if (game.status === 'playing') at += chance(plan.pace);
    const owed = due(game, { at, secret });
    for (const one of owed) game = deepFreeze(evolve(game, one));
    const purposeful = step < plan.opening;
    const command = purposeful ? purposely(game, at, chance, plan.aim) : wildly(game, chance);
    const verdict = command === null ? NOTHING : decide(game, command, { at, secret });
    const caused = verdict.ok ? verdict.value : [];
    for (const one of caused) game = deepFreeze(evolve(game, one));
    log.push(...owed, ...caused);
    see({ before, command, verdict, events: [...owed, ...caused], after: game, at, secret });
  }
  return log;
}

function purposely(game: Game, at: Millis, chance: Chance, aim: Aim): Command | null {
  if (chance(10) === 0) return nonsense(game, chance);
  return game.status === 'setup' ? { type: 'start' } : nextCommand(game, at, chance, aim);
}

function wildly(game: Game, chance: Chance): Command | null {
  if (chance(4) === 0) return nonsense(game, chance);
  const offers = someOffers(game, chance);
  const growth = offers.filter(({ type }) => type === 'explore' || type === 'lay' || type === 'discard');
  return pickFrom(growth.length > 0 && chance(2) === 0 ? growth : offers, chance) ?? null;
}

/** The legal commands of one seat, chosen at random. */
const someOffers = (game: Game, chance: Chance): readonly Command[] =>
  reach(game, chance(game.setUp.players));

// Invalid commands, from the almost possible to the absurd.

const NUMBERS = [-1, 0, 1, 2, 3, 4, 8, 16, 17, 29, 53, 400, 1e9, 0.5, Number.NaN];
const HERO_WORDS = ['barbarian', 'mage', 'elf', 'dwarf'] as const;
const WAY_WORDS = ['north', 'east', 'south', 'west'] as const;

/** A command that a client could send: a legal one, one with a wrong field, or a random one. */
export function nonsense(game: Game, chance: Chance): Command {
  const offered = pickFrom(someOffers(game, chance), chance);
  return offered !== undefined && chance(2) === 0 ? bent(game, offered, chance) : anything(game, chance);
}

const number = (chance: Chance): number => pickFrom(NUMBERS, chance) ?? 0;
const someCell = (game: Game, chance: Chance): number =>
  Number(pickFrom(Object.keys(game.mall), chance) ?? 1) * 16 + chance(16);

/** The command with one field changed, which may or may not make it invalid. */
function bent(game: Game, command: Command, chance: Chance): Command {
  const change: Readonly<Record<string, unknown>> = {
    seat: chance(game.setUp.players + 1),
    hero: pickFrom(HERO_WORDS, chance),
    dir: pickFrom(WAY_WORDS, chance),
    steps: chance(5),
    to: someCell(game, chance),
    door: someCell(game, chance),
    tile: chance(25),
    with: chance(game.setUp.players + 1),
  };
  const keys = Object.keys(command).filter(key => key !== 'type' && key in change);
  const key = pickFrom(keys, chance);
  return key === undefined ? command : ({ ...command, [key]: change[key] } as Command);
}

function anything(game: Game, chance: Chance): Command {
  const seat = chance(8) === 0 ? number(chance) : chance(game.setUp.players);
  const hero = pickFrom(HERO_WORDS, chance) ?? 'elf';
  const dir = pickFrom(WAY_WORDS, chance) ?? 'north';
  const to = chance(4) === 0 ? number(chance) : someCell(game, chance);
  const other = chance(4) === 0 ? number(chance) : chance(game.setUp.players);
  // `playOn` is missing, because only a table gives it, and never in the middle of a game.
  const all: { readonly [T in Exclude<CommandType, 'playOn'>]: Extract<Command, { type: T }> } = {
    start: { type: 'start' },
    swap: { type: 'swap', seat, with: other },
    place: { type: 'place', seat, hero, to },
    move: { type: 'move', seat, hero, dir, steps: number(chance) },
    vortex: { type: 'vortex', seat, hero, to },
    escalator: { type: 'escalator', seat, hero },
    explore: { type: 'explore', seat },
    lay: { type: 'lay', seat, door: to },
    steal: { type: 'steal', seat },
    discard: { type: 'discard', seat, tile: chance(26) },
    turn: { type: 'turn', seat },
    pause: { type: 'pause', seat },
    resume: { type: 'resume', seat },
    nudge: { type: 'nudge', seat, to: other },
    stare: { type: 'stare', seat, to: other },
    seatBot: { type: 'seatBot', seat },
    say: { type: 'say', seat, text: 'left!' },
    gesture: { type: 'gesture', seat, gesture: 'wave' },
  };
  return pickFrom(Object.values(all), chance) ?? all.start;
}

/** Whether `reach` generates this kind of command; it generates no signals and no talk. */
export const isBoardCommand = ({ type }: Command): boolean =>
  type !== 'nudge' &&
  type !== 'stare' &&
  type !== 'say' &&
  type !== 'gesture' &&
  type !== 'seatBot' &&
  type !== 'playOn';

/** Whether `reach` offers exactly this command to its seat, or to any seat if the command has none. */
export function isOffered(game: Game, command: Command): boolean {
  const offers = 'seat' in command ? reachOf(game, command.seat) : reach(game, 0);
  const wanted = spell(command);
  return offers.some(offer => spell(offer) === wanted);
}

const reachOf = (game: Game, seat: number): readonly Command[] =>
  Number.isInteger(seat) && seat >= 0 && seat < game.setUp.players ? reach(game, seat) : [];

// Functions that check laws.

/** Checks a law for a number of random games that keeps the tests fast. */
export function law(games: number, seed: number, holds: (plan: Plan) => void): void {
  check(games, seed, planArb, holds);
}

export function check<T>(
  games: number,
  seed: number,
  arbitrary: fc.Arbitrary<T>,
  holds: (value: T) => void,
): void {
  const property = fc.property(arbitrary, value => {
    holds(value);
  });
  const details = fc.check(property, { seed, numRuns: games * RUNS, endOnFailure: RUNS > 1 });
  const cause = details.errorInstance;
  if (details.failed) throw new Error(fc.defaultReportMessage(details) ?? 'a law is broken', { cause });
}

/** Throws if a condition is false; `expect` would be too slow for many thousand calls. */
export function must(ok: boolean, what: string): void {
  if (!ok) throw new Error(`broken: ${what}`);
}
