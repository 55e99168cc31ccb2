/** The lobby on a phone whose board is on a television: the player's own animal and keys, and Ready. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ShowBoardHere, useVibration } from '../game/keys-game.tsx';
import { say } from '../i18n/catalogs.ts';
import { OwnSeat } from '../lobby/seats.tsx';
import { LazySettingsDialog } from '../settings/settings.tsx';
import { isHost } from '../table/names.ts';
import type { Session } from '../table/session.ts';
import { HomeLink } from '../ui/home-link.tsx';
import { Dialog, IconButton, useHeading } from '../ui/widgets.tsx';
import { useSeat } from './arrive.tsx';
import { useToy } from './lobby.tsx';
import { ReadyKey } from './ready-key.tsx';
import { AddBot, TablePanel } from './table-panel.tsx';
import { ToyKeys } from './toy-keys.tsx';
import '../styles/forms.css';
import '../styles/dialogs.css';
import '../styles/lobby.css';
import '../styles/toy-keys.css';

export function KeysLobby({ session }: { readonly session: Session }): JSX.Element {
  const heading = useHeading();
  const member = session.member.value;
  const noSeat = useSeat(session, false);
  const { toy, controls } = useToy(session);
  useVibration();
  return (
    <div class="keys-view lobby in-lobby">
      <KeysHead session={session} />
      <main class="keys-main">
        <h1 ref={heading} tabIndex={-1} class="unseen">
          {say('lobby.title')}
        </h1>
        {noSeat}
        {toy !== null && controls !== null && <ToyKeys toy={toy} controls={controls} />}
        {member !== null && <ReadyKey session={session} />}
      </main>
      <footer class="keys-foot">
        <ShowBoardHere code={session.code} />
      </footer>
    </div>
  );
}

function KeysHead({ session }: { readonly session: Session }): JSX.Element {
  const [open, setOpen] = useState<'settings' | 'table' | null>(null);
  const member = session.member.value;
  const close = (): void => setOpen(null);
  const title = isHost(session) ? say('lobby.yourTable') : say('lobby.title');
  return (
    <header class="panel keys-head">
      {member === null ? <HomeLink /> : <OwnSeat session={session} member={member} />}
      <span class="grow" />
      {isHost(session) && (
        <span class="add-bot">
          <AddBot session={session} />
        </span>
      )}
      <IconButton
        icon="settings"
        class="lined"
        label={say('shell.settings')}
        onPress={() => setOpen('settings')}
      />
      <IconButton icon="tiles" class="lined" label={title} onPress={() => setOpen('table')} />
      {open === 'settings' && <LazySettingsDialog onClose={close} />}
      {open === 'table' && (
        <Dialog title={title} onClose={close} class="bottom-sheet">
          <TablePanel session={session} />
        </Dialog>
      )}
    </header>
  );
}
