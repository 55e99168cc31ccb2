/**
 * One big button that sends a command to the table. It is dimmed until the command is answered, and a second press
 * does nothing.
 */
import type { PlayCommand } from '@hush/protocol';
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Session } from '../table/session.ts';

/**
 * The button is dimmed and not `disabled`, because a disabled button would lose the keyboard focus. Other unanswered
 * commands do not dim it.
 */
export function CommandButton({
  session,
  command,
  children,
}: {
  readonly session: Session;
  readonly command: PlayCommand;
  readonly children: ComponentChildren;
}): JSX.Element {
  const [asked, setAsked] = useState<number | null>(null);
  const waits = session.waits.value.some(({ n }) => n === asked);
  const press = (): void => {
    if (!waits) setAsked(session.do(command));
  };
  return (
    <button type="button" class="button main huge" aria-disabled={waits} onClick={press}>
      {children}
    </button>
  );
}
