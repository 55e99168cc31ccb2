/**
 * The talk guard: the first move ends a talk window (CM-3e), so while one is open, a move needs a longer press, a second
 * tap, or a press of `end talk` before it.
 */
import type { PlayCommand } from '@hush/protocol';
import { endsTalk, type Game, talkState } from '@hush/rules';
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Settings } from '../device/settings.ts';
import { say } from '../i18n/catalogs.ts';
import type { Session } from '../table/session.ts';
import type { CommandSender } from './sender.ts';

export interface TalkGuard {
  readonly guarding: ReadonlySignal<boolean>;
  /** The key that is being held until the guard lets it through. */
  readonly filling: ReadonlySignal<string | null>;
  fill(key: string | null): void;
  /** Returns true for the second tap on the same place; the first tap shows a reminder and returns false. */
  confirms(key: string): boolean;
  /** Returns true if the guard is off, or if this key was pressed before. */
  allows(key: string): boolean;
  endTalk(): void;
  stop(): void;
}

/** Whether a move would close a talk window. With free talk there is no window to close (CM-5c). */
const endsByMoving = (game: Game | null): boolean =>
  game !== null &&
  game.status === 'playing' &&
  game.talking &&
  !game.setUp.house.freeTalk &&
  talkState(game) !== 'silent';

/** Whether a command closes a talk window; `go` counts as a move. */
export const closesTalk = ({ type }: PlayCommand): boolean => endsTalk(type === 'go' ? 'move' : type);

export function createTalkGuard(session: Session, settings: Settings, post: CommandSender): TalkGuard {
  const open = computed(() => endsByMoving(session.game.value));
  const ended = signal(false);
  const filling = signal<string | null>(null);
  let asked: string | null = null;
  const guarding = computed(() => settings.talkGuard.value && open.value && !ended.value);
  const stop = effect(() => {
    if (open.value) return;
    ended.value = false;
    asked = null;
  });
  const allows = (key: string): boolean => !guarding.peek() || asked === key;
  return {
    guarding,
    filling,
    fill(key) {
      filling.value = key;
    },
    confirms(key) {
      if (allows(key)) return true;
      asked = key;
      post.hint('guard', say('play.guard'));
      return false;
    },
    allows,
    endTalk() {
      ended.value = true;
    },
    stop,
  };
}
