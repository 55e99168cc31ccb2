/** The number of spectators. A spectator reads "you are watching", and by how much later than the players. */
import type { JSX } from 'preact';
import { Icon } from '../art/icon.tsx';
import { say } from '../i18n/catalogs.ts';
import { clockText } from '../table/names.ts';
import type { Session } from '../table/session.ts';

export function Watching({ session }: { readonly session: Session }): JSX.Element {
  const { spectatorDelay: delay = 0 } = session.table.value;
  const mine = session.member.value === null;
  return (
    <span class={`panel pill ${mine ? 'mine' : ''}`}>
      <Icon name="eye" size={18} />
      {mine ? say('game.youWatch') : say('game.watching', { n: session.presence.value.watching ?? 0 })}
      {mine && delay > 0 && ` (−${clockText(delay * 1000)})`}
    </span>
  );
}
