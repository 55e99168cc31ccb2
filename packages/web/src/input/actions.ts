/**
 * What a press does: a step or a run, a vortex, an escalator, an exploration. If several destinations are possible,
 * the player is asked.
 */
import type { PlayCommand } from '@hush/protocol';
import { type Direction, type Hero, isDirection, slide } from '@hush/rules';
import type { ReadonlySignal } from '@preact/signals';
import type { Mark } from '../board/scene.ts';
import { say } from '../i18n/catalogs.ts';
import { runLength } from '../model/cells.ts';
import type { Destination } from '../model/destinations.ts';
import type { Session } from '../table/session.ts';
import type { Press, PressWorld } from './presses.ts';
import type { ChoiceOption, ChoicePrompt, ChoiceQuestion } from './question.ts';
import type { CommandSender } from './sender.ts';

export interface Actions extends Pick<PressWorld, 'perform' | 'step' | 'canGoOn' | 'placeOf'> {
  /** Asks which mark is meant, and calls `take` with the answer. */
  which(marks: readonly Mark[], take: (mark: Mark) => void): void;
  whomToNudge(): void;
}

interface Means {
  readonly session: Session;
  readonly destinations: ReadonlySignal<readonly Destination[]>;
  readonly post: CommandSender;
  readonly asking: ChoicePrompt;
}

export function createActions({ session, destinations, post, asking }: Means): Actions {
  const { game } = session;

  /** Sends one move; returns the cell it leads to, or null if it was refused. */
  function step(hero: Hero, dir: Direction, run: boolean): number | null {
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
  function oneOf(type: ChoiceQuestion['type'], fits: (mark: Mark) => boolean, otherwise: PlayCommand): void {
    const list = destinations.peek().filter(({ mark }) => fits(mark));
    if (list.length > 1) asking.ask(type, choicesOf(list));
    else post.send(list[0]?.command ?? otherwise);
  }

  function perform({ action, hero, run }: Press): void {
    asking.cancel();
    if (isDirection(action)) step(hero, action, run);
    else if (action === 'explore') oneOf('lay', ({ kind }) => kind === 'lay', { type: 'explore' });
    else if (action === 'escalator') post.send({ type: 'escalator', hero });
    else {
      const mine = (mark: Mark): boolean => mark.kind === 'vortex' && mark.hero === hero;
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
