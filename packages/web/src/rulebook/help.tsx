/** The rules in short, as far as they hold in this game, and the keys: for whoever asks in the middle of it. */
import type { Game } from '@hush/rules';
import type { JSX } from 'preact';
import { Icon } from '../art/icon.tsx';
import { settings } from '../device/settings.ts';
import { say } from '../i18n/catalogs.ts';
import { keyLabel, keymapOf, keyNames } from '../input/keymap.ts';
import { meaningOf, usePrint } from '../settings/key-list.tsx';
import type { Session } from '../table/session.ts';
import { Dialog } from '../ui/widgets.tsx';
import { THINGS, type Thing } from './help-things.ts';
import { ruledBy } from './ruled.ts';
import { RuleLists } from './rules-dialog.tsx';
import '../styles/dialogs.css';

/** What has no meaning in this game is not explained. */
function isInForce({ rules }: Game, thing: Thing): boolean {
  if (thing === 'vortex') return !rules.noVortex;
  if (thing === 'loudspeaker') return rules.elfTalk;
  if (thing === 'passage') return rules.dwarfPassages;
  if (thing === 'ball') return rules.crystalBall;
  return thing !== 'camera' || rules.cameras;
}

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

export const Help = ({
  game,
  session,
  onClose,
}: {
  readonly game: Game;
  readonly session: Session;
  readonly onClose: () => void;
}): JSX.Element => (
  <Dialog title={say('game.help')} onClose={onClose} class="help">
    <RuleLists ruled={ruledBy(game, session.table.value.wish)} />
    <h3>{say('rulebook.always')}</h3>
    <ul class="help-things">
      {(Object.keys(THINGS) as Thing[])
        .filter(thing => isInForce(game, thing))
        .map(thing => (
          <li key={thing}>
            <Icon name={THINGS[thing]} size={26} />
            <span>{say(`help.${thing}`)}</span>
          </li>
        ))}
      <li>
        <Icon name="follow" size={26} />
        <span>{say('help.view')}</span>
      </li>
    </ul>
    {matchMedia('(hover: hover)').matches && <Keys />}
  </Dialog>
);
