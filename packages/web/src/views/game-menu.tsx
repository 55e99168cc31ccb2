/** What one may want in the middle of a game, without losing sight of it. */
import { editionOf, type Game } from '@hush/rules';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { go } from '../table/route.ts';
import type { Session } from '../table/session.ts';
import { say } from '../words/words.ts';
import { Button, Dialog, IconButton } from './kit.tsx';
import { leaveTable, Sure } from './leave.tsx';
import { isHost } from './names.ts';
import { SettingsDialog } from './settings-dialog.tsx';
import { Share } from './share.tsx';

type Open = 'menu' | 'settings' | 'share' | 'leave' | 'abandon' | null;

export const mayPause = (game: Game): boolean => editionOf(game).pause || game.setUp.house.pause;

export function GameMenu({ session, game }: { readonly session: Session; readonly game: Game }): JSX.Element {
  const [open, setOpen] = useState<Open>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      <IconButton
        icon="menu"
        label={say('game.menu')}
        size={24}
        onPress={() => setOpen('menu')}
        class="menu-button"
      />
      {open === 'menu' && <Entries session={session} game={game} onOpen={setOpen} />}
      {open === 'settings' && <SettingsDialog onClose={close} />}
      {open === 'share' && (
        <Dialog title={say('lobby.invite')} onClose={close}>
          <Share code={session.code} />
        </Dialog>
      )}
      {open === 'leave' && (
        <Sure question={say('lobby.leaveQuestion')} onYes={() => leaveTable(session)} onClose={close} />
      )}
      {open === 'abandon' && (
        <Sure
          question={say('game.abandonQuestion')}
          onYes={() => {
            close();
            session.manage({ type: 'abandon' });
          }}
          onClose={close}
        />
      )}
    </>
  );
}

function Entries({
  session,
  game,
  onOpen,
}: {
  readonly session: Session;
  readonly game: Game;
  readonly onOpen: (open: Open) => void;
}): JSX.Element {
  const seated = session.member.value !== null;
  const online = session.kind === 'online';
  const pause = (): void => {
    onOpen(null);
    session.do({ type: 'pause' });
  };
  return (
    <Dialog title={say('game.menu')} onClose={() => onOpen(null)} class="sure">
      <div class="stack">
        <Button icon="settings" onPress={() => onOpen('settings')}>
          {say('shell.settings')}
        </Button>
        {online && (
          <Button icon="qr" onPress={() => onOpen('share')}>
            {say('game.share')}
          </Button>
        )}
        {seated && game.status === 'playing' && mayPause(game) && (
          <Button icon="pause" onPress={pause}>
            {say('game.pause')}
          </Button>
        )}
        {isHost(session) && (
          <Button icon="close" onPress={() => onOpen('abandon')}>
            {say('game.abandon')}
          </Button>
        )}
        {seated && online && (
          <Button icon="exit" kind="danger" onPress={() => onOpen('leave')}>
            {say('lobby.leave')}
          </Button>
        )}
        {(!seated || !online) && (
          <Button icon="home" onPress={() => go('/')}>
            {say('shell.home')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
