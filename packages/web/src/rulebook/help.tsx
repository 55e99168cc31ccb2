/** Help during a game: the rules of this game, how to move the camera, and the keys. */
import type { Game } from '@hush/rules';
import type { JSX } from 'preact';
import { Icon } from '../art/icon.tsx';
import { settings } from '../device/settings.ts';
import { say } from '../i18n/catalogs.ts';
import { keyLabel, keymapOf, keyNames } from '../input/keymap.ts';
import { meaningOf, usePrint } from '../settings/key-list.tsx';
import type { Session } from '../table/session.ts';
import { Dialog } from '../ui/widgets.tsx';
import { ruledByGame } from './ruled-game.ts';
import { GameRules } from './rules-dialog.tsx';
import '../styles/dialogs.css';

function Keys(): JSX.Element {
  const print = usePrint();
  const kept = settings.keymap.value;
  const keymap = keymapOf(kept);
  return (
    <section>
      <h3>{say('settings.keys')}</h3>
      <ul class="help-keys">
        {keyNames(kept).map(name => (
          <li key={name}>
            <kbd>{keyLabel(keymap[name] ?? '', print)}</kbd>
            <span>{meaningOf(name)}</span>
          </li>
        ))}
      </ul>
      <p class="note">{say('help.hold')}</p>
    </section>
  );
}

export const HelpDialog = ({
  game,
  session,
  onClose,
}: {
  readonly game: Game;
  readonly session: Session;
  readonly onClose: () => void;
}): JSX.Element => (
  <Dialog title={say('game.help')} onClose={onClose} class="help">
    <GameRules ruled={ruledByGame(game, session.table.value.wish)} />
    <ul class="help-things">
      <li>
        <Icon name="follow" size={26} />
        <span>{say('help.view')}</span>
      </li>
    </ul>
    {matchMedia('(hover: hover)').matches && <Keys />}
  </Dialog>
);
