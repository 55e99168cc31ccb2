/** The cover that hides the board from everybody while a game is paused (HG-8f). */
import type { JSX } from 'preact';
import { Icon } from '../art/icon.tsx';
import { say } from '../i18n/catalogs.ts';
import type { Session } from '../table/session.ts';
import { CommandButton } from '../ui/ask.tsx';
import '../styles/pause.css';

export function PauseCover({
  session,
  screen,
}: {
  readonly session: Session;
  readonly screen: boolean;
}): JSX.Element {
  return (
    <div class="pause-cover">
      <div class="panel pause-card">
        <Icon name="pause" size={48} />
        <h2>{say('game.paused')}</h2>
        <p>{say('game.pausedText')}</p>
        {!screen && session.member.value !== null && (
          <CommandButton session={session} command={{ type: 'resume' }}>
            {say('game.resume')}
          </CommandButton>
        )}
      </div>
    </div>
  );
}
