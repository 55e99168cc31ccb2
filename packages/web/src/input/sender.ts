/**
 * Sends commands and handles their answers. A command that must fail is refused at once and not sent. A command that is
 * not predicted is marked as sent until the server answers. A refusal is shown as a short sentence.
 */
import type { Clock, Person, PlayCommand } from '@hush/protocol';
import { type ReadonlySignal, signal } from '@preact/signals';
import { say } from '../i18n/catalogs.ts';
import { refusalText } from '../i18n/say.ts';
import { refusalOf } from '../model/possible.ts';
import type { Session } from '../table/session.ts';

export interface Toast {
  /** A new id for each toast, because the same text may be shown twice. */
  readonly id: number;
  readonly kind: 'refused' | 'guard' | 'nothing';
  readonly text: string;
  /** The person whose command came first, if that was the reason. */
  readonly first: Person | null;
}

/**
 * The last message that this page showed without the server. The announcer and the sounds read it, because the server
 * sends no notice of it.
 */
export const ownToast = signal<Toast | null>(null);

export interface CommandSender {
  readonly armed: ReadonlySignal<readonly PlayCommand[]>;
  readonly toast: ReadonlySignal<Toast | null>;
  /** Sends a command, or refuses it here; returns whether it was sent. */
  send(command: PlayCommand): boolean;
  /** Shows a short message that comes from this page. */
  hint(kind: Toast['kind'], text: string): void;
  stop(): void;
}

const TOAST_LASTS = 3000;

export function createSender(session: Session, clock: Clock): CommandSender {
  const armed = signal<readonly PlayCommand[]>([]);
  const toast = signal<Toast | null>(null);
  const waiting = new Map<number, PlayCommand>();
  let toasts = 0;
  let hide = (): void => undefined;

  function tell(kind: Toast['kind'], text: string, first: Person | null = null): void {
    hide();
    toast.value = { id: ++toasts, kind, text, first };
    hide = clock.later(TOAST_LASTS, () => {
      toast.value = null;
    });
  }

  function hint(kind: Toast['kind'], text: string): void {
    tell(kind, text);
    ownToast.value = toast.peek();
  }

  function answered(n: number | null): void {
    if (n !== null && waiting.delete(n)) armed.value = [...waiting.values()];
  }

  function send(command: PlayCommand): boolean {
    const game = session.game.peek();
    const seat = session.seat.peek();
    const why = game === null ? 'no-game' : seat < 0 ? 'not-seated' : null;
    const refusal = why ?? (game && refusalOf(game, seat, command, Math.floor(session.sandNow())));
    if (refusal !== null) {
      hint('refused', refusalText(refusal));
      return false;
    }
    const n = session.do(command);
    // Plain moves are predicted and shown at once. Any other command is marked as sent until its answer comes.
    if (session.game.peek() === game && command.type !== 'nudge' && command.type !== 'stare') {
      waiting.set(n, command);
      armed.value = [...waiting.values()];
    }
    return true;
  }

  const forget = session.listen(notice => {
    if (notice.type === 'synced') {
      waiting.clear();
      armed.value = [];
    }
    if (notice.type === 'news' && notice.mine) answered(notice.n);
    if (notice.type !== 'refused') return;
    answered(notice.n);
    const first = session.people.peek().find(({ member }) => member === notice.first) ?? null;
    tell(
      'refused',
      first === null ? refusalText(notice.why) : say('refusals.first', { name: first.name }),
      first,
    );
  });

  return {
    armed,
    toast,
    send,
    hint,
    stop() {
      hide();
      forget();
    },
  };
}
