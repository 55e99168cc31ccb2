/**
 * The command box, for playing without seeing the board; the first press of Tab reaches it. The box speaks its own
 * answers; the announcer speaks the effects of commands, as of all other events.
 */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { say } from '../i18n/catalogs.ts';
import type { Controls } from '../input/controls.ts';
import type { Session } from '../table/session.ts';
import type { BoxCommands } from './box-commands.ts';

interface Props {
  readonly session: Session;
  readonly controls: Pick<Controls, 'confirms'> | null;
  /** Loads the interpreter, by default that of a game; it shows its answers by calling `tell`. */
  readonly open?: (tell: (text: string, isDone: boolean) => void) => Promise<BoxCommands>;
}

export function CommandBox({
  session,
  controls,
  open = tell => import('./box-commands.ts').then(part => part.boxCommands(session, controls, tell)),
}: Props): JSX.Element {
  const answer = useSignal({ text: '', isDone: false, n: 0 });
  const tell = (text: string, isDone: boolean): void => {
    answer.value = { text, isDone, n: answer.peek().n + 1 };
  };
  const commands = useRef<BoxCommands | null>(null);
  const loading = useRef<Promise<void> | null>(null);
  /**
   * Loads the interpreter when the box gets the focus, because most players never use it. Lines that are typed meanwhile
   * wait in their order.
   */
  const load = (): Promise<void> => {
    loading.current ??= open(tell).then(
      found => {
        commands.current = found;
      },
      () => {
        loading.current = null; // without a network, this line gets an error message, and the next one tries again
      },
    );
    return loading.current;
  };

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem('command') as HTMLInputElement;
    const text = field.value;
    field.value = '';
    void load().then(() => {
      if (commands.current === null) tell(say('play.box.lost'), false);
      else commands.current.obey(text);
    });
  }

  const { text, isDone, n } = answer.value;
  return (
    <form class="command-box" onSubmit={submit}>
      <label>
        <span>{say('play.box.label')}</span>
        <input
          name="command"
          type="text"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          maxLength={120}
          placeholder={say('play.box.hint')}
          onFocus={() => void load()}
          onKeyDown={event => commands.current?.recall(event)}
        />
      </label>
      <button type="submit">{say('play.box.send')}</button>
      <output aria-live={isDone ? 'off' : 'polite'} data-answers={n}>
        {text}
      </output>
    </form>
  );
}
