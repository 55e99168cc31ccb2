/** The message that the server has lost the last moves of this table (PR-77); it stays until the player closes it. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import { say } from '../i18n/catalogs.ts';
import { Button } from '../ui/widgets.tsx';

export function LostMoves({ count }: { readonly count: number }): JSX.Element | null {
  const [read, setRead] = useState(0);
  if (read === count) return null;
  return (
    <div class="panel connection-card lost-moves" role="alert">
      <Icon name="wifi" size={22} />
      <div>
        <b>{say('shell.lostMoves.title', { n: count })}</b>
        <p>{say('shell.lostMoves.text')}</p>
        <Button onPress={() => setRead(count)}>{say('shell.lostMoves.act')}</Button>
      </div>
    </div>
  );
}
