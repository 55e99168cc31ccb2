/**
 * The command box, for playing without seeing the board; it is the first Tab stop. It speaks its answers itself; the
 * announcer speaks the effect of commands, like all other events.
 */
import type { Hero } from '@hush/rules';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { say, wantWords } from '../i18n/catalogs.ts';
import type { Controls } from '../input/controls.ts';
import { closesTalk } from '../input/talk-guard.ts';
import type { Session } from '../table/session.ts';

const KEPT = 20;

/** Loads the command parser when the box is focused, because most players never use it. */
async function grammar(): Promise<typeof import('./commands.ts') | null> {
  try {
    const [found] = await Promise.all([import('./commands.ts'), wantWords('more')]);
    return found;
  } catch {
    return null; // no network: a submitted command gets an error message
  }
}

export function CommandBox({
  session,
  controls,
}: {
  readonly session: Session;
  readonly controls: Pick<Controls, 'confirms'> | null;
}): JSX.Element {
  const chosen = useRef<Hero | null>(null);
  const history = useRef<string[]>([]);
  const back = useRef(0);
  const answer = useSignal({ text: '', isDone: false, n: 0 });
  const tell = (text: string, isDone: boolean): void => {
    answer.value = { text, isDone, n: answer.peek().n + 1 };
  };
  /** A queue: commands run in the order in which they were typed. */
  const turn = useRef(Promise.resolve());

  async function obey(text: string): Promise<void> {
    const found = await grammar();
    if (found === null) {
      tell(say('play.box.lost'), false);
      return;
    }
    const reply = found.interpret(text, found.viewOf(session, chosen.current));
    chosen.current = reply.chosen;
    const { command } = reply;
    if (command !== null && closesTalk(command) && controls?.confirms(JSON.stringify(command)) === false) {
      tell(say('commands.guard'), false);
      return;
    }
    if (command !== null) session.do(command);
    tell(reply.say, command !== null);
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem('command') as HTMLInputElement;
    const text = field.value;
    turn.current = turn.current.then(() => obey(text));
    if (field.value.trim() !== '') history.current = [field.value, ...history.current].slice(0, KEPT);
    back.current = 0;
    field.value = '';
  }

  /** History: the up and down arrows recall earlier commands. */
  function recall(event: KeyboardEvent): void {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    back.current = Math.max(0, Math.min(history.current.length, back.current + step));
    (event.currentTarget as HTMLInputElement).value = history.current[back.current - 1] ?? '';
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
          onFocus={() => void grammar()}
          onKeyDown={recall}
        />
      </label>
      <button type="submit">{say('play.box.send')}</button>
      <output aria-live={isDone ? 'off' : 'polite'} data-answers={n}>
        {text}
      </output>
    </form>
  );
}
