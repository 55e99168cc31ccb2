/**
 * Handles typed lines of the command box: it parses a line, sends the command, and stores the last lines. The module is
 * loaded when the box first gets the focus.
 */
import type { Hero } from '@hush/rules';
import { requestWords, say } from '../i18n/catalogs.ts';
import type { Controls } from '../input/controls.ts';
import { closesTalk } from '../input/talk-guard.ts';
import type { Session } from '../table/session.ts';
import { interpret, viewOf } from './commands.ts';
import '../styles/command-box.css';

const KEPT = 20;

export interface BoxCommands {
  obey(text: string): void;
  /** Handles the up and down arrows, which show earlier lines again. */
  recall(event: KeyboardEvent): void;
}

type Tell = (text: string, isDone: boolean) => void;

/** Keeps the last lines of a box. */
export function withHistory(obey: (text: string) => void): BoxCommands {
  let history: readonly string[] = [];
  let back = 0;
  return {
    obey(text) {
      if (text.trim() !== '') history = [text, ...history].slice(0, KEPT);
      back = 0;
      obey(text);
    },
    recall(event) {
      const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      back = Math.max(0, Math.min(history.length, back + step));
      (event.currentTarget as HTMLInputElement).value = history[back - 1] ?? '';
    },
  };
}

export async function boxCommands(
  session: Session,
  controls: Pick<Controls, 'confirms'> | null,
  tell: Tell,
): Promise<BoxCommands> {
  await requestWords('more');
  let chosen: Hero | null = null;
  return withHistory(text => {
    const reply = interpret(text, viewOf(session, chosen));
    chosen = reply.chosen;
    const { command } = reply;
    if (command !== null && closesTalk(command) && controls?.confirms(JSON.stringify(command)) === false) {
      tell(say('commands.guard'), false);
      return;
    }
    if (command !== null) session.do(command);
    tell(reply.say, command !== null);
  });
}
