/**
 * A game played to its end without a clock by one pair of hands that holds every action: the quickest way to know that
 * a position can be won, and with which commands. The sand is ignored; everything else is refereed by the real rules.
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
import { lookAt, type Outlook, type Phase } from './outlook.ts';
import type { Chance } from './pace.ts';
import { inSequence, jointGoal } from './scheme.ts';
import { hopStep } from './step.ts';
import { TileSearch } from './tile-search.ts';

export interface Rehearsal {
  readonly won: boolean;
  readonly commands: readonly Command[];
  /** Moves, rides, vortices, explorations and layings. */
  readonly actions: number;
  /** How every stretch between two achievements compares with the least it can take. */
  readonly stretches: readonly Stretch[];
  readonly end: Game;
}

export interface Stretch {
  readonly phase: Phase;
  readonly actions: number;
  /** Nothing shorter exists: the bound is met, or the search was complete. */
  readonly certified: boolean;
}

export interface RehearsalOptions {
  /** Looks for the shortest plan of every stretch, and does not take the first good one. */
  readonly exact: boolean;
  /** Lays every tile of the stack before anything else, though all that is needed be found. */
  readonly thorough?: boolean;
  /** Now and then another hero explores first; without it every rehearsal is the same. */
  readonly whim?: Chance;
}

const HANDS: Seat = 0;
const MOST_STRETCHES = 400;
/** Positions a search may look at. */
const MOST_POSITIONS = 60_000;
/** So often another hero than the nearest explores, where whims are allowed. */
const WHIM = 0.25;

/** One seat that holds everything, an hourglass that has just been filled, and no clock. */
const inOneHand = (game: Game): Game => ({
  ...game,
  setUp: { ...game.setUp, players: 1 },
  solo: null,
  actionTiles: [ACTIONS],
  hourglass: { ...game.hourglass, left: game.hourglass.capacity, since: game.at },
});

export function rehearse(game: Game, secret: Secret, options: RehearsalOptions): Rehearsal {
  const stage = new Stage(inOneHand(game), secret, options);
  for (let n = 0; n < MOST_STRETCHES && !isOver(stage.game); n++) if (!stage.goOn()) break;
  return stage.rehearsal();
}

class Stage {
  game: Game;
  readonly #secret: Secret;
  readonly #options: RehearsalOptions;
  readonly #commands: Command[] = [];
  readonly #stretches: Stretch[] = [];
  /** Attempts without a plan since the last achievement, and the mall in which there was none. */
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

  /** The next thing to achieve; false when there is nothing anybody could do. */
  goOn(): boolean {
    const outlook = lookAt(this.game, {
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
    const sequence = inSequence(outlook, tasks);
    // With wrong hands (SC-10a, SC-10b) who takes what is chosen on the way, and the bound knows one choice only.
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
