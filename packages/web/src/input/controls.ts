/**
 * The player's controls: the chosen hero, and what an input does: a press is a step, holding a key is a slide, a double
 * press is a run, and a tap chooses a destination. Each input becomes a command for the session or a sentence that says
 * why not. A slide sends each square when the hero enters it, so it stops exactly on release, even with a slow
 * connection.
 */
import type { Clock, PlayCommand } from '@hush/protocol';
import {
  type Action,
  actionsOf,
  type Command,
  type Direction,
  HEROES,
  type Hero,
  isDirection,
  isStruckOut,
  reach,
  slide,
} from '@hush/rules';
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ChoiceMark } from '../board/scene.ts';
import { browserClock } from '../device/clock.ts';
import type { Settings } from '../device/settings.ts';
import { say } from '../i18n/catalogs.ts';
import { runLength } from '../model/cells.ts';
import { type Destination, destinationsOf } from '../model/destinations.ts';
import { actionName } from '../model/game-words.ts';
import { ableHero, type PossibleNow, possibleNow } from '../model/possible.ts';
import type { Session } from '../table/session.ts';
import { createPresses, type Press, type Presses, type PressWorld } from './presses.ts';
import { type ChoiceOption, type ChoicePrompt, type ChoiceQuestion, createChoicePrompt } from './question.ts';
import { type CommandSender, createSender, type Toast } from './sender.ts';
import { closesTalk, createTalkGuard } from './talk-guard.ts';

export interface Controls extends Presses {
  /** The hero touched last: the pad and the arrow keys move it, and it comes first if two heroes can go to a cell. */
  readonly chosen: Signal<Hero | null>;
  readonly destinations: ReadonlySignal<readonly Destination[]>;
  /** The actions that the player has now. */
  readonly actions: ReadonlySignal<readonly Action[]>;
  /** Which actions and which heroes can do something at this moment. */
  readonly now: ReadonlySignal<PossibleNow>;
  readonly canSteal: ReadonlySignal<boolean>;
  readonly canTurn: ReadonlySignal<boolean>;
  /** Sent commands whose result is not predicted and whose answer has not come yet. */
  readonly armed: ReadonlySignal<readonly PlayCommand[]>;
  readonly toast: ReadonlySignal<Toast | null>;
  readonly question: ReadonlySignal<ChoiceQuestion | null>;
  /** Whether the talk guard is on, because the next move would end a talk window. */
  readonly guarding: ReadonlySignal<boolean>;
  /** The key that is being held until the guard lets it through, such as `north:elf`. */
  readonly filling: ReadonlySignal<string | null>;
  readonly zen: Signal<boolean>;
  choose(hero: Hero): void;
  /** Called when the player taps a destination. */
  take(mark: ChoiceMark): void;
  /** Asks which hero is meant if two heroes can go to a cell. */
  which(marks: readonly ChoiceMark[]): void;
  steal(): void;
  turn(): void;
  nudge(seat?: number): void;
  /** Switches the talk guard off until the next talk window. */
  endTalk(): void;
  /**
   * Whether the player may act at once: true if the guard is off, or if the player asks for the same action a second time
   * in a row.
   */
  confirms(what: string): boolean;
  cancel(): void;
  stop(): void;
}

export function createControls(session: Session, settings: Settings, clock: Clock = browserClock): Controls {
  const { game, seat } = session;
  const chosen = signal<Hero | null>(null);
  const possible = computed(() => (game.value === null ? [] : reach(game.value, seat.value)));
  const can = (type: PlayCommand['type']): boolean => possible.value.some(command => command.type === type);
  const destinations = computed(() =>
    game.value === null ? [] : destinationsOf(game.value, seat.value, chosen.value),
  );
  const post = createSender(session, clock);
  const asking = createChoicePrompt();
  const guard = createTalkGuard(session, settings, post);
  const actions = createActions({ session, possible, destinations, post, asking });

  function heroFor(action: Action, wished: Hero | undefined): Hero {
    const able = ableHero(possible.peek(), action) ?? HEROES.find(one => !game.peek()?.out[one]);
    const hero = wished ?? chosen.peek() ?? able ?? 'barbarian';
    if (action !== 'explore') chosen.value = hero;
    return hero;
  }

  function take(mark: ChoiceMark): void {
    const found = destinations.peek().find(one => one.mark.id === mark.id);
    if (mark.hero !== null) chosen.value = mark.hero;
    if (found === undefined) post.hint('refused', say('play.gone'));
    else if (!closesTalk(found.command) || guard.confirms(mark.id)) post.send(found.command);
  }

  const now = computed(() => possibleNow(possible.value));
  const presses = createPresses({ ...actions, clock, guard, heroFor });
  return {
    ...presses,
    press: (action, manner) => {
      if (!hintIfNoHeroCan(session, now.peek(), action, post)) presses.press(action, manner);
    },
    now,
    chosen,
    destinations,
    actions: computed(() => (game.value === null ? [] : actionsOf(game.value, seat.value))),
    canSteal: computed(() => can('steal')),
    canTurn: computed(() => can('turn')),
    armed: post.armed,
    toast: post.toast,
    question: asking.question,
    guarding: guard.guarding,
    filling: guard.filling,
    zen: signal(false),
    take,
    which: marks => actions.which(marks, take),
    steal: () => void post.send({ type: 'steal' }),
    turn: () => void post.send({ type: 'turn' }),
    nudge: to => (to === undefined ? actions.whomToNudge() : void post.send({ type: 'nudge', to })),
    choose(hero) {
      chosen.value = hero;
    },
    endTalk: guard.endTalk,
    confirms: guard.confirms,
    cancel: asking.cancel,
    stop: () => [presses.releaseAll, guard.stop, post.stop].forEach(end => void end()),
  };
}

/** If no hero can use this action now, shows a hint and returns true. A struck-out action has a refusal of its own. */
function hintIfNoHeroCan(
  { game, seat }: Session,
  { actions }: PossibleNow,
  action: Action,
  post: Pick<CommandSender, 'hint'>,
): boolean {
  const now = game.peek();
  if (now?.status !== 'playing' || isStruckOut(now, action) || actions.has(action)) return false;
  if (!actionsOf(now, seat.peek()).includes(action)) return false;
  post.hint('nothing', say('play.nothing', { action: actionName(action) }));
  return true;
}

/** If this hero cannot use the action and another one can, shows a hint and returns true. */
function hintIfAnotherCan(
  { possible, post }: Pick<ActionParts, 'possible' | 'post'>,
  hero: Hero,
  action: Action,
): boolean {
  const commands = possible.peek();
  if (ableHero(commands, action, hero) !== null || ableHero(commands, action) === null) return false;
  post.hint('refused', say('play.another'));
  return true;
}

/**
 * What a press does: a step or a run, a vortex, an escalator, an exploration. If several destinations are possible,
 * the player is asked.
 */
interface Actions extends Pick<PressWorld, 'perform' | 'step' | 'canGoOn' | 'placeOf'> {
  /** Asks the player which of these destinations was meant, and calls `take` with the chosen mark. */
  which(marks: readonly ChoiceMark[], take: (mark: ChoiceMark) => void): void;
  whomToNudge(): void;
}

interface ActionParts {
  readonly session: Session;
  readonly possible: ReadonlySignal<readonly Command[]>;
  readonly destinations: ReadonlySignal<readonly Destination[]>;
  readonly post: CommandSender;
  readonly asking: ChoicePrompt;
}

function createActions({ session, possible, destinations, post, asking }: ActionParts): Actions {
  const { game } = session;

  /** Sends one move; returns the cell to which it leads, or null if it was refused. */
  function step(hero: Hero, dir: Direction, run: boolean): number | null {
    if (hintIfAnotherCan({ possible, post }, hero, dir)) return null;
    const now = game.peek();
    const from = now?.heroes[hero] ?? null;
    const steps = now !== null && run ? Math.max(1, runLength(now, hero, dir)) : 1;
    const to = now === null ? undefined : slide(now, hero, dir)[steps - 1];
    const sent = post.send({ type: 'move', hero, dir, steps, ...(from === null ? {} : { from }) });
    return sent ? (to ?? null) : null;
  }

  const choicesOf = (list: readonly Destination[]): readonly ChoiceOption[] =>
    list.map(({ mark, command }) => ({
      label: mark.label,
      hero: mark.hero,
      take: () => void post.send(command),
    }));

  /** Takes the only possible destination, or asks the player if there are several. */
  function oneOf(
    type: ChoiceQuestion['type'],
    fits: (mark: ChoiceMark) => boolean,
    otherwise: PlayCommand,
  ): void {
    const list = destinations.peek().filter(({ mark }) => fits(mark));
    if (list.length > 1) asking.ask(type, choicesOf(list));
    else post.send(list[0]?.command ?? otherwise);
  }

  function perform({ action, hero, run }: Press): void {
    asking.cancel();
    if (isDirection(action)) step(hero, action, run);
    else if (action === 'explore') oneOf('lay', ({ kind }) => kind === 'lay', { type: 'explore' });
    else if (hintIfAnotherCan({ possible, post }, hero, action)) return;
    else if (action === 'escalator') post.send({ type: 'escalator', hero });
    else {
      const mine = (mark: ChoiceMark): boolean => mark.kind === 'vortex' && mark.hero === hero;
      oneOf('vortex', mine, { type: 'vortex', hero, to: -1 });
    }
  }

  return {
    perform,
    step,
    canGoOn(hero, dir) {
      const now = game.peek();
      return now !== null && slide(now, hero, dir).length > 0;
    },
    placeOf: hero => game.peek()?.heroes[hero] ?? null,
    which: (marks, take) =>
      asking.ask(
        'which',
        marks.map(mark => ({ label: mark.label, hero: mark.hero, take: () => take(mark) })),
      ),
    whomToNudge: () => asking.ask('nudge', nudges(session, post)),
  };
}

function nudges(session: Session, post: CommandSender): readonly ChoiceOption[] {
  return session.table.peek().seats.flatMap((member, to) => {
    if (to === session.seat.peek()) return [];
    const name = session.people.peek().find(person => person.member === member)?.name ?? `${to + 1}`;
    const take = (): void => void post.send({ type: 'nudge', to });
    const also = {
      label: say('game.stare', { name }),
      take: () => void post.send({ type: 'stare', to }),
    };
    return [{ label: say('play.nudgeWho', { name }), hero: null, take, also }];
  });
}
