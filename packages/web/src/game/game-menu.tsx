/** The menu of a running game, which leaves the board visible. */
import { editionOf, type Game } from '@hush/rules';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { navigate } from '../device/route.ts';
import { voiceAt } from '../device/voice-wanted.ts';
import { say } from '../i18n/catalogs.ts';
import { Share } from '../lobby/share.tsx';
import { canCall } from '../lobby/voice-card.tsx';
import { HelpDialog } from '../rulebook/help.tsx';
import { LazySettingsDialog } from '../settings/settings.tsx';
import { isHost } from '../table/names.ts';
import type { Session } from '../table/session.ts';
import { PeopleList } from '../talk/people-list.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Button, Dialog } from '../ui/widgets.tsx';
import '../styles/forms.css';
import '../styles/lobby.css';
import '../styles/dialogs.css';
import { leaveTable } from '../lobby/leave.tsx';

type Open = 'menu' | 'help' | 'settings' | 'share' | 'people' | 'leave' | 'abandon';

const mayPause = (game: Game): boolean => editionOf(game).pause || game.setUp.house.pause;

export function GameMenu({
  session,
  game,
  onClose,
}: {
  readonly session: Session;
  readonly game: Game;
  readonly onClose: () => void;
}): JSX.Element {
  const [open, setOpen] = useState<Open>('menu');
  switch (open) {
    case 'menu':
      return <Entries session={session} game={game} onOpen={setOpen} onClose={onClose} />;
    case 'help':
      return <HelpDialog game={game} session={session} onClose={onClose} />;
    case 'settings':
      return <LazySettingsDialog onClose={onClose} />;
    case 'share':
      return (
        <Dialog title={say('lobby.invite')} onClose={onClose}>
          <Share code={session.code} />
        </Dialog>
      );
    case 'people':
      return (
        <Dialog title={say('talk.peopleTitle')} onClose={onClose}>
          <PeopleList session={session} />
        </Dialog>
      );
    case 'leave':
      return (
        <Confirm question={say('lobby.leaveQuestion')} onYes={() => leaveTable(session)} onClose={onClose} />
      );
    case 'abandon':
      return (
        <Confirm
          question={say('lobby.abandonQuestion')}
          onYes={() => {
            onClose();
            session.manage({ type: 'abandon' });
          }}
          onClose={onClose}
        />
      );
  }
}

function Entries({
  session,
  game,
  onOpen,
  onClose,
}: {
  readonly session: Session;
  readonly game: Game;
  readonly onOpen: (open: Open) => void;
  readonly onClose: () => void;
}): JSX.Element {
  const seated = session.member.value !== null;
  const online = session.kind === 'online';
  const pause = (): void => {
    onClose();
    session.do({ type: 'pause' });
  };
  return (
    <Dialog title={say('game.menu')} onClose={onClose} class="sure">
      <div class="stack">
        <Button icon="help" onPress={() => onOpen('help')}>
          {say('game.help')}
        </Button>
        <Button icon="settings" onPress={() => onOpen('settings')}>
          {say('shell.settings')}
        </Button>
        {online && (
          <Button icon="qr" onPress={() => onOpen('share')}>
            {say('lobby.ways')}
          </Button>
        )}
        {seated && online && voiceAt.value !== session.code && canCall() && (
          <VoiceEntry session={session} onClose={onClose} />
        )}
        {online && (
          <Button icon="people" onPress={() => onOpen('people')}>
            {say('talk.peopleTitle')}
          </Button>
        )}
        {seated && game.status === 'playing' && mayPause(game) && (
          <Button icon="pause" onPress={pause}>
            {say('game.pause')}
          </Button>
        )}
        {isHost(session) && (
          <Button icon="close" onPress={() => onOpen('abandon')}>
            {say('lobby.abandon')}
          </Button>
        )}
        {seated && online && (
          <Button icon="exit" kind="danger" onPress={() => onOpen('leave')}>
            {say('lobby.leave')}
          </Button>
        )}
        {(!seated || !online) && (
          <Button icon="home" onPress={() => navigate('/')}>
            {say('shell.home')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

const VoiceEntry = ({
  session,
  onClose,
}: {
  readonly session: Session;
  readonly onClose: () => void;
}): JSX.Element => (
  <Button
    icon="mic"
    onPress={() => {
      voiceAt.value = session.code;
      onClose();
    }}
  >
    {say('voice.turnOn')}
  </Button>
);
