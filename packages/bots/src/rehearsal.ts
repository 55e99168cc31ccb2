/**
 * Plays a game to its end without a clock, with one seat that owns every action: the quickest way to know whether a position
 * can be won, and with which commands. The sand is ignored; everything else follows the real rules.
 */
import {
  ACTIONS,
  type Command,
  decide,
  evolve,
  type Game,
  isOver,
  type Seat,
  type Secret,
} from '@hush/rules';
import { type Task, tasksOf } from './goals.ts';
import { type HeroHop, JointSearch } from './joint.ts';
import { mallSteps } from './mall-steps.ts';
import { type Outlook, outlookOf, type Phase } from './outlook.ts';
import type { Chance } from './pace.ts';
import { jointGoal, planOneByOne } from './scheme.ts';
import { hopStep } from './step.ts';
import { TileSearch } from './tile-search.ts';

export interface Rehearsal {
  readonly won: boolean;
  readonly commands: readonly Command[];
  /** Moves, rides, vortices, explorations and layings. */
  readonly actions: number;
  /** The stretches of the game, each from one achievement to the next, with its lower bound. */
  readonly stretches: readonly Stretch[];
  readonly end: Game;
}

export interface Stretch {
  readonly phase: Phase;
  readonly actions: number;
  /** Whether no shorter stretch exists: its length equals the lower bound, or all positions were searched. */
  readonly certified: boolean;
}

export interface RehearsalOptions {
  /** Searches the shortest plan of every stretch instead of the first good one. */
  readonly exact: boolean;
  /** Lays every tile of the stack first, even if everything is found already. */
  readonly thorough?: boolean;
  /** Random numbers that choose the exploring hero; without them every rehearsal is the same. */
  readonly whim?: Chance;
}

const HANDS: Seat = 0;
const MOST_STRETCHES = 400;
/** The most positions that a search expands. */
const MOST_POSITIONS = 60_000;
/** The probability that another hero than the nearest one explores, if random choices are allowed. */
const WHIM = 0.25;

/** The game with one seat that owns every action, and with a full hourglass that does not run. */
export const withAllActions = (game: Game): Game => ({
  ...game,
  setUp: { ...game.setUp, players: 1 },
  solo: null,
  actionTiles: [ACTIONS],
  hourglass: { ...game.hourglass, left: game.hourglass.capacity, since: game.at },
});

export function rehearse(game: Game, secret: Secret, options: RehearsalOptions): Rehearsal {
  const stage = new Stage(withAllActions(game), secret, options);
  for (let n = 0; n < MOST_STRETCHES && !isOver(stage.game); n++) if (!stage.goOn()) break;
  return stage.rehearsal();
}

class Stage {
  game: Game;
  readonly #secret: Secret;
  readonly #options: RehearsalOptions;
  readonly #commands: Command[] = [];
  readonly #stretches: Stretch[] = [];
  /** Failed attempts since the last achievement, and the mall in which they failed. */
  #failed = 0;
  #closedMall: Game['mall'] | null = null;

  constructor(game: Game, secret: Secret, options: RehearsalOptions) {
    this.game = game;
    this.#secret = secret;
    this.#options = options;
  }

  rehearsal(): Rehearsal {
    const isAction = ({ type }: Command): boolean => type !== 'steal' && type !== 'discard';
    return {
      won: this.game.status === 'won',
      commands: this.#commands,
      actions: this.#commands.filter(isAction).length,
      stretches: this.#stretches,
      end: this.game,
    };
  }

  /** Plays to the next achievement; false if no command is useful. */
  goOn(): boolean {
    const outlook = outlookOf(this.game, {
      at: this.game.at,
      pace: 0,
      searchOn: this.#options.thorough === true || this.#closedMall === this.game.mall,
    });
    const [board] = mallSteps(outlook, null);
    if (board !== undefined) return this.#carryOut(board.by(HANDS));
    const plan = this.#planFor(outlook, this.#tasks(outlook));
    if (plan === null || plan.hops.length === 0) return this.#fail(outlook);
    this.#failed = 0;
    this.#stretches.push({ phase: outlook.phase, actions: plan.hops.length, certified: plan.certified });
    return plan.hops.every(({ hero, from, hop }) => this.#carryOut(hopStep(hero, from, hop).by(HANDS)));
  }

  #tasks(outlook: Outlook): readonly Task[] {
    const { whim } = this.#options;
    const other = whim !== undefined && this.#failed === 0 && whim() < WHIM ? 1 : 0;
    const tasks = tasksOf(outlook, { holds: [], duty: null, failed: this.#failed + other });
    return outlook.phase === 'explore' ? tasks.slice(0, 1) : tasks;
  }

  #fail(outlook: Outlook): boolean {
    this.#failed++;
    if (outlook.phase !== 'explore' && this.#closedMall === this.game.mall) return false;
    this.#closedMall = this.game.mall;
    return this.#failed <= 4;
  }

  #carryOut(command: Command): boolean {
    const verdict = decide(this.game, command, { at: this.game.at, secret: this.#secret });
    if (!verdict.ok)
      throw new Error(`a rehearsal did something illegal: ${verdict.error} ${JSON.stringify(command)}`);
    this.#commands.push(command);
    this.game = verdict.value.reduce(evolve, this.game);
    return true;
  }

  #planFor(outlook: Outlook, tasks: readonly Task[]): Plan | null {
    const sequence = planOneByOne(outlook, tasks);
    // In scenarios where heroes share exits or items (SC-10a, SC-10b), the search itself decides who takes which; the
    // lower bound knows only one assignment.
    if (sequence !== null && sequence.hops.length <= sequence.bound)
      return { hops: sequence.hops, certified: !outlook.game.rules.wrongHands };
    const good = this.#options.exact ? null : sequence;
    if (good !== null) return { hops: good.hops, certified: false };
    const found = this.#search(outlook, tasks);
    if (found === null || (sequence !== null && sequence.hops.length < found.hops.length))
      return sequence === null ? null : { hops: sequence.hops, certified: false };
    return found;
  }

  #search(outlook: Outlook, tasks: readonly Task[]): Plan | null {
    if (outlook.game.rules.noGatherings) {
      const search = new TileSearch(outlook, tasks);
      search.run(MOST_POSITIONS);
      return search.plan === null ? null : { hops: search.plan, certified: false };
    }
    const { exact } = this.#options;
    const search = new JointSearch(outlook, jointGoal(tasks), { greed: exact ? 1 : 2 });
    search.run(MOST_POSITIONS);
    return search.plan === null
      ? null
      : { hops: search.plan, certified: exact && !outlook.game.rules.wrongHands };
  }
}

interface Plan {
  readonly hops: readonly HeroHop[];
  readonly certified: boolean;
}
