/** One big button that asks the table for something. Until that is answered it stays, dimmed: asking twice helps nobody. */
import type { PlayCommand } from '@hush/protocol';
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Session } from '../table/session.ts';

/** It is not disabled, or whoever pressed it with a key would lose their place. What else waits is no reason not to ask. */
export function Ask({
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
