/** One big button that asks the table for something. Until that is answered it stays, dimmed: asking twice helps nobody. */
import type { PlayCommand } from '@hush/protocol';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
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
  const [asked, setAsked] = useState(false);
  const waits = session.waits.value;
  useEffect(() => {
    if (!waits) setAsked(false);
  }, [waits]);
  const press = (): void => {
    if (asked && session.waits.peek()) return;
    session.do(command);
    setAsked(true);
  };
  return (
    <button type="button" class="button main huge" aria-disabled={asked && waits} onClick={press}>
      {children}
    </button>
  );
}
