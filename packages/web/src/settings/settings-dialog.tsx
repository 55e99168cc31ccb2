/** The settings dialog: sound, look, controls, language, keys. During a game it opens above the game. */
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import {
  BUSES,
  type Bus,
  FOLLOW_MODES,
  MARKINGS,
  MOTIONS,
  settings,
  TEXT_SIZES,
  THEMES,
} from '../device/settings.ts';
import { chooseLocale, LANGUAGES, LOCALES, locale, say } from '../i18n/catalogs.ts';
import { ChoiceRow, Dialog, Switch } from '../ui/widgets.tsx';
import { KeyList } from './key-list.tsx';
import { LazySeatData } from './privacy-screen.tsx';
import '../styles/dialogs.css';

const Toggle = ({
  label,
  note,
  value,
}: {
  readonly label: string;
  readonly note?: string;
  readonly value: Signal<boolean>;
}): JSX.Element => (
  <Switch
    label={label}
    {...(note === undefined ? {} : { note })}
    value={value.value}
    onChange={on => {
      value.value = on;
    }}
  />
);

function Volume({ bus }: { readonly bus: Bus }): JSX.Element {
  const id = useId();
  const value = settings[bus];
  return (
    <div class="volume">
      <label htmlFor={id}>{say(`settings.${bus}`)}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={5}
        value={Math.round(value.value * 100)}
        onInput={({ currentTarget }) => {
          value.value = currentTarget.valueAsNumber / 100;
        }}
      />
    </div>
  );
}

const SoundSettings = (): JSX.Element => (
  <section>
    <h3>{say('settings.sound')}</h3>
    {BUSES.map(bus => (
      <Volume key={bus} bus={bus} />
    ))}
    <Toggle label={say('settings.captions')} value={settings.captions} />
    {'vibrate' in navigator && <Toggle label={say('settings.vibration')} value={settings.vibration} />}
  </section>
);

const LookSettings = (): JSX.Element => (
  <section>
    <h3>{say('settings.look')}</h3>
    <ChoiceRow
      legend={say('home.language')}
      value={locale.value}
      options={LOCALES.map(value => ({ value, label: LANGUAGES[value] }))}
      onChange={chooseLocale}
    />
    <ChoiceRow
      legend={say('settings.theme')}
      value={settings.theme.value}
      options={THEMES.map(value => ({ value, label: say(`settings.theme.${value}`) }))}
      onChange={value => {
        settings.theme.value = value;
      }}
    />
    <ChoiceRow
      legend={say('settings.motion')}
      value={settings.reducedMotion.value}
      options={MOTIONS.map(value => ({ value, label: say(`settings.motion.${value}`) }))}
      onChange={value => {
        settings.reducedMotion.value = value;
      }}
    />
    <ChoiceRow
      legend={say('settings.text')}
      value={settings.textSize.value}
      options={TEXT_SIZES.map(value => ({ value, label: `${value} %` }))}
      onChange={value => {
        settings.textSize.value = value;
      }}
    />
    <ChoiceRow
      legend={say('settings.marks')}
      value={settings.marks.value}
      options={MARKINGS.map(value => ({ value, label: say(`settings.marks.${value}`) }))}
      onChange={value => {
        settings.marks.value = value;
      }}
    />
    <ChoiceRow
      legend={say('settings.follow')}
      value={settings.follow.value}
      options={FOLLOW_MODES.map(value => ({ value, label: say(`settings.follow.${value}`) }))}
      onChange={value => {
        settings.follow.value = value;
      }}
    />
    <Toggle label={say('settings.patterns')} value={settings.patterns} />
    <Toggle label={say('settings.hideCode')} note={say('settings.hideCodeNote')} value={settings.hideCode} />
  </section>
);

const PlaySettings = (): JSX.Element => (
  <section>
    <h3>{say('settings.control')}</h3>
    <Toggle label={say('settings.leftHanded')} value={settings.leftHanded} />
    <Toggle label={say('settings.talkGuard')} value={settings.talkGuard} />
    <Toggle label={say('settings.botHints')} value={settings.botHints} />
    <Toggle
      label={say('settings.singleKeys')}
      note={say('settings.singleKeysNote')}
      value={settings.singleKeys}
    />
    <KeyList />
  </section>
);

export const SettingsDialog = ({ onClose }: { readonly onClose: () => void }): JSX.Element => (
  <Dialog title={say('shell.settings')} onClose={onClose} class="settings-dialog">
    <div class="settings">
      <SoundSettings />
      <LookSettings />
      <PlaySettings />
      <LazySeatData />
    </div>
    <p class="note">{say('settings.kept')}</p>
  </Dialog>
);
