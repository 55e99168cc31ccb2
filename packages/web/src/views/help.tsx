/** The rules in short, as far as they hold in this game, and the keys: for whoever asks in the middle of it. */
import type { Game } from '@hush/rules';
import type { JSX } from 'preact';
import { Icon, type IconName } from '../art/icon.tsx';
import { keyLabel, keymapOf, keyNames } from '../play/keymap.ts';
import { RuleLists, ruledBy } from '../rulebook/rules-dialog.tsx';
import { settings } from '../table/settings.ts';
import { say } from '../words/words.ts';
import { meaningOf, usePrint } from './key-list.tsx';
import { Dialog } from './kit.tsx';
import '../styles/dialogs.css';

const THINGS = [
  'aim',
  'silence',
  'actions',
  'explore',
  'vortex',
  'escalator',
  'hourglass',
  'item',
  'exit',
  'loudspeaker',
  'passage',
  'ball',
  'camera',
] as const;
type Thing = (typeof THINGS)[number];

const ICONS: Readonly<Record<Thing, IconName>> = {
  aim: 'people',
  silence: 'hush',
  actions: 'arrow',
  explore: 'explore',
  vortex: 'vortex',
  escalator: 'stairs',
  hourglass: 'glass',
  item: 'gem',
  exit: 'exit',
  loudspeaker: 'loudspeaker',
  passage: 'axe',
  ball: 'ball',
  camera: 'camera',
};

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
  onClose,
}: {
  readonly game: Game;
  readonly onClose: () => void;
}): JSX.Element => (
  <Dialog title={say('game.help')} onClose={onClose} class="help">
    <RuleLists ruled={ruledBy(game)} />
    <h3>{say('rulebook.always')}</h3>
    <ul class="help-things">
      {THINGS.filter(thing => isInForce(game, thing)).map(thing => (
        <li key={thing}>
          <Icon name={ICONS[thing]} size={26} />
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
