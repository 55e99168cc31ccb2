/**
 * The lesson as data. A step says what the player should do, what else is allowed meanwhile, how the game shows that it
 * is done, and what the other player, a bot, then does. A step ends by a change of the game, never by time.
 */
import type { PlayCommand } from '@hush/protocol';
import { type Cell, cellAt, coordinatesOf, type Game, type Hero, isTheftPossible, slide } from '@hush/rules';
import { type Destination, destinationsOf } from '../model/destinations.ts';

type Spot = readonly [x: number, y: number];

export interface IntroStep {
  readonly key: StepKey;
  /** The hero whose picture is shown beside the sentence. */
  readonly hero: Hero | null;
  /** The topic of the rule that this step teaches; the coach shows its sentence from the table of rules. */
  readonly topic: string;
  readonly may: (deed: Deed) => boolean;
  readonly isDone: (game: Game) => boolean;
  /** What the other player does after this step: moves of heroes, or exploring. */
  readonly friend: readonly ('explore' | readonly [Hero, Spot])[];
}

export const STEP_KEYS = [
  'move',
  'vortex',
  'hourglass',
  'talk',
  'escalator',
  'explore',
  'items',
  'steal',
  'run',
] as const;
export type StepKey = (typeof STEP_KEYS)[number];

/** A command in the form that the lesson judges: `to` is where the move would end. */
interface Deed {
  readonly type: PlayCommand['type'];
  readonly hero: Hero | null;
  readonly to: Spot | null;
}

const stands = (game: Game, hero: Hero, [x, y]: Spot): boolean => {
  const cell = game.heroes[hero];
  if (cell === null) return false;
  const at = coordinatesOf(game, cell);
  return at[0] === x && at[1] === y;
};

const walks =
  (hero: Hero, isOnTheWay: (place: Spot) => boolean) =>
  (deed: Deed): boolean =>
    deed.hero === hero && deed.to !== null && isOnTheWay(deed.to);

/** Whether a cell is on the way from the second tile down and along the hall to the exit. */
const isOnTheWayOut = ([x, y]: Spot): boolean =>
  (x === 2 && y >= -2 && y <= 2) || (y === 2 && x <= 6) || (y === -2 && x >= 2);

const toItems: readonly ((deed: Deed) => boolean)[] = [
  walks('dwarf', ([, y]) => y === 3),
  walks('mage', ([x]) => x === 4),
  walks('elf', ([x, y]) => x === 2 && y <= -2),
];

export const STEPS: readonly IntroStep[] = [
  {
    key: 'move',
    hero: 'elf',
    topic: 'heroes',
    may: walks('elf', () => true),
    isDone: game => stands(game, 'elf', [2, 0]),
    friend: ['explore'],
  },
  {
    key: 'vortex',
    hero: 'mage',
    topic: 'vortex',
    may: ({ type, hero }) => type === 'vortex' && hero === 'mage',
    isDone: game => stands(game, 'mage', [4, -4]),
    friend: [],
  },
  {
    key: 'hourglass',
    hero: 'elf',
    topic: 'turn',
    may: walks('elf', ([x]) => x === 2),
    isDone: game => game.turned > 0,
    friend: [],
  },
  {
    key: 'talk',
    hero: 'dwarf',
    topic: 'passing',
    may: walks('dwarf', ([x]) => x === 1),
    isDone: game => stands(game, 'dwarf', [1, 3]),
    friend: [['barbarian', [3, 2]]],
  },
  {
    key: 'escalator',
    hero: 'dwarf',
    topic: 'escalator',
    may: ({ type, hero }) => type === 'escalator' && hero === 'dwarf',
    isDone: game => stands(game, 'dwarf', [3, 3]),
    friend: [],
  },
  {
    key: 'explore',
    hero: 'barbarian',
    topic: 'explore',
    may: ({ type }) => type === 'explore',
    isDone: game => game.mall[3] !== undefined,
    friend: [['barbarian', [6, 2]]],
  },
  {
    key: 'items',
    hero: null,
    topic: 'items',
    may: deed => toItems.some(isOne => isOne(deed)),
    isDone: game => game.theft || isTheftPossible(game),
    friend: [],
  },
  {
    key: 'steal',
    hero: null,
    topic: 'alarm',
    may: ({ type }) => type === 'steal',
    isDone: game => game.theft,
    friend: [['dwarf', [2, 2]]],
  },
  {
    key: 'run',
    hero: null,
    topic: 'exits',
    may: ({ to }) => to !== null && isOnTheWayOut(to),
    isDone: game => game.status === 'won',
    friend: [],
  },
];

/** The number of the current step, from 0; after the last step it is the number of steps. */
export function stepAt(game: Game | null, from = 0): number {
  if (game === null || game.status === 'setup') return from;
  const open = STEPS.slice(from).findIndex(step => !step.isDone(game));
  return open < 0 ? STEPS.length : from + open;
}

/**
 * Returns the move for which the lesson waits: which hero should go where. Null if the lesson asks for nothing on the
 * board.
 */
export function rightMove(game: Game, at: number): Destination['mark'] | null {
  const step = STEPS[at];
  const right = destinationsOf(game, 0).filter(({ command }) => allows(step, game, command));
  const [first] = right.filter(({ mark }) => step?.hero === null || step?.hero === mark.hero);
  const best = right.filter(({ mark }) => mark.hero === first?.mark.hero);
  // Of all legal moves to the goal, the longest one is right; all shorter ones stop before the goal.
  return best.toSorted((a, b) => b.mark.path.length - a.mark.path.length)[0]?.mark ?? null;
}

/** Whether the lesson allows this command now. */
export const allows = (step: IntroStep | undefined, game: Game, command: PlayCommand): boolean =>
  step?.may(deedOf(game, command)) ?? true;

function deedOf(game: Game, command: PlayCommand): Deed {
  const hero = 'hero' in command ? command.hero : null;
  return { type: command.type, hero, to: placeOf(game, endOf(game, command)) };
}

function endOf(game: Game, command: PlayCommand): Cell | undefined {
  if (command.type === 'go') return command.to;
  return command.type === 'move' ? slide(game, command.hero, command.dir)[command.steps - 1] : undefined;
}

function placeOf(game: Game, cell: Cell | undefined): Spot | null {
  if (cell === undefined) return null;
  const [x, y] = coordinatesOf(game, cell);
  return [x, y];
}

/** The commands of the other player. */
export function friendCommand(game: Game, act: IntroStep['friend'][number]): PlayCommand | null {
  if (act === 'explore') return { type: 'explore' };
  const [hero, place] = act;
  const to = cellAt(game, place);
  return to === undefined || game.heroes[hero] === to ? null : { type: 'go', hero, to };
}
