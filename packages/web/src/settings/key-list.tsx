/** The list of keys. To change one, press its row and then the new key. */
import { HEROES, isAction } from '@hush/rules';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { settings } from '../device/settings.ts';
import { say } from '../i18n/catalogs.ts';
import {
  conflictsOf,
  isAllowed,
  type KeyName,
  keyLabel,
  keyLayoutOf,
  keymapOf,
  keyNames,
  LAYOUTS,
  printedKeys,
  withKeyLayout,
} from '../input/keymap.ts';
import { actionName, heroName } from '../model/game-words.ts';
import { Button, ChoiceRow } from '../ui/widgets.tsx';

type Other = 'steal' | 'turn' | 'nudge' | 'centre' | 'follow' | 'cancel' | 'zen' | 'speak' | 'talk';

export function meaningOf(name: KeyName): string {
  const hero = /^hero-(\d)$/.exec(name)?.[1];
  if (hero !== undefined) return heroName(HEROES[Number(hero) - 1] ?? 'barbarian');
  const [, row, column] = /^piano-(\d)-(\d)$/.exec(name) ?? [];
  if (row !== undefined)
    return say('settings.pianoKey', { hero: heroName(HEROES[Number(column) - 1] ?? 'barbarian'), n: row });
  return isAction(name) ? actionName(name) : say(`settings.key.${name as Other}`);
}

/** The labels printed on this device's keys; the browser is asked once. */
export function usePrint(): ReadonlyMap<string, string> | null {
  const [print, setPrint] = useState<ReadonlyMap<string, string> | null>(null);
  useEffect(() => {
    void printedKeys().then(setPrint);
  }, []);
  return print;
}

export function KeyList(): JSX.Element {
  const [changing, setChanging] = useState<KeyName | null>(null);
  const print = usePrint();
  const kept = settings.keymap.value;
  const keymap = keymapOf(kept);
  const clashes = conflictsOf(kept).flat();

  const heard = (event: KeyboardEvent, name: KeyName): void => {
    if (changing !== name || event.code === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    setChanging(null);
    if (event.code !== 'Escape' && isAllowed(event.code))
      settings.keymap.value = { ...kept, [name]: event.code };
  };

  return (
    <details class="keys">
      <summary>{say('settings.keys')}</summary>
      <ChoiceRow
        legend={say('settings.layout')}
        value={keyLayoutOf(kept)}
        options={LAYOUTS.map(value => ({ value, label: say(`settings.layout.${value}`) }))}
        onChange={layout => {
          settings.keymap.value = withKeyLayout(kept, layout);
        }}
      />
      <ul class="key-list">
        {keyNames(kept).map(name => {
          const [what, key] = [meaningOf(name), keyLabel(keymap[name] ?? '', print)];
          return (
            <li key={name} class={clashes.includes(name) ? 'clash' : ''}>
              <button
                type="button"
                class="key-change"
                onClick={() => setChanging(name)}
                onKeyDown={event => heard(event, name)}
                onBlur={() => setChanging(null)}
              >
                <span>{what}</span>
                <kbd>{changing === name ? say('settings.pressKey') : key}</kbd>
                <span class="unseen">{say('settings.keyChange')}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {clashes.length > 0 && <p class="problem">{say('settings.keyTwice')}</p>}
      <Button
        icon="again"
        onPress={() => {
          settings.keymap.value = {};
        }}
      >
        {say('settings.keysReset')}
      </Button>
    </details>
  );
}
