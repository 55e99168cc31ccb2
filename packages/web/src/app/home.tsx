/** The first screen: a new game in one press, a code to join, practice, the introduction. */
import { type TableWish, tableCodeIn } from '@hush/protocol';
import type { ComponentChildren, JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { HeroPictures } from '../art/hero-picture.tsx';
import { Icon, type IconName } from '../art/icon.tsx';
import type { RequestError } from '../device/http.ts';
import { follow, go, seatWish, tablePath } from '../device/route.ts';
import { chooseLocale, LANGUAGES, LOCALES, type Locale, locale, say } from '../i18n/catalogs.ts';
import { WishDialog, WishSummary } from '../lobby/wish-form.tsx';
import { keptWish, noTableText, requestTable, storeWish } from '../model/table-wish.ts';
import { UpdateHint } from '../offline/update-hint.tsx';
import { SettingsDoor } from '../settings/settings.tsx';
import { Button, Logo, useHeading } from '../ui/widgets.tsx';
import '../styles/home.css';
import '../styles/forms.css';
import '../styles/lobby.css';
import '../styles/dialogs.css';

export function Home(): JSX.Element {
  const heading = useHeading();
  return (
    <div class="page home">
      <a class="skip" href="#content">
        {say('shell.skipMain')}
      </a>
      <header class="home-head">
        <Languages />
        <SettingsButton />
      </header>
      <UpdateHint />
      <main id="content" class="home-main">
        <div class="home-title">
          <div class="crowd" aria-hidden="true">
            <HeroPictures size={64} />
          </div>
          <h1 ref={heading} tabIndex={-1}>
            <Logo size="big" />
          </h1>
          <p class="tagline">{say('home.tagline')}</p>
        </div>
        <NewGame />
        <JoinByCode />
        <nav class="home-more" aria-label={say('shell.title')}>
          <Doorway icon="bot" to="/practice?bots=3" title={say('home.bots')} note={say('home.botsNote')} />
          <Doorway icon="plane" to="/practice" title={say('home.practice')} note={say('home.practiceNote')} />
          <Doorway
            icon="help"
            to="/introduction"
            title={say('home.introduction')}
            note={say('home.introductionNote')}
          />
          <Doorway icon="book" to="/crews" title={say('home.book')} note={say('home.bookNote')} />
          <Doorway icon="crown" to="/campaign" title={say('home.campaign')} note={say('home.campaignNote')} />
          <Doorway icon="pen" to="/workshop" title={say('home.workshop')} note={say('home.workshopNote')} />
          <Doorway
            icon="glass"
            to="/hourglass"
            title={say('home.hourglass')}
            note={say('home.hourglassNote')}
            apart
          />
        </nav>
      </main>
    </div>
  );
}

function SettingsButton(): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="settings" kind="quiet" onPress={() => setOpen(true)}>
        {say('shell.settings')}
      </Button>
      {open && <SettingsDoor onClose={() => setOpen(false)} />}
    </>
  );
}

function Languages(): JSX.Element {
  const id = useId();
  return (
    <div class="languages">
      <label htmlFor={id}>
        <Icon name="globe" size={20} />
        <span class="unseen">{say('home.language')}</span>
      </label>
      <select
        id={id}
        value={locale.value}
        onChange={({ currentTarget }) => chooseLocale(currentTarget.value as Locale)}
      >
        {LOCALES.map(one => (
          <option key={one} value={one} lang={one}>
            {LANGUAGES[one]}
          </option>
        ))}
      </select>
    </div>
  );
}

function NewGame(): JSX.Element {
  const [wish, setWish] = useState<TableWish>(keptWish);
  const [choosing, setChoosing] = useState(false);
  const [state, setState] = useState<'idle' | 'busy' | RequestError>('idle');

  const open = async (wished: TableWish): Promise<void> => {
    setState('busy');
    const opened = await requestTable(wished);
    if (!opened.ok) return setState(opened.error);
    seatWish.value = opened.value;
    go(tablePath(opened.value));
  };
  const choose = (wished: TableWish): void => {
    storeWish(wished);
    setWish(wished);
    setChoosing(false);
    void open(wished);
  };

  return (
    <section class="panel home-card new-game" aria-labelledby="new-game">
      <h2 id="new-game" class="unseen">
        {say('home.newGame')}
      </h2>
      <button
        type="button"
        class="button main huge"
        disabled={state === 'busy'}
        onClick={() => void open(wish)}
      >
        <Icon name="play" size={28} />
        <span>{state === 'busy' ? say('home.creating') : say('home.newGame')}</span>
      </button>
      <p class="note center">{say('home.newGameNote')}</p>
      {typeof state === 'object' && (
        <p class="problem" role="alert">
          {noTableText(state)}
        </p>
      )}
      <div class="chosen-wish">
        <WishSummary wish={wish} />
        <Button icon="pen" onPress={() => setChoosing(true)}>
          {say('home.chooseGame')}
        </Button>
      </div>
      {choosing && (
        <WishDialog
          wish={wish}
          act={say('lobby.wish.open')}
          onDone={choose}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  );
}

function JoinByCode(): JSX.Element {
  const id = useId();
  const [wrong, setWrong] = useState(false);
  const submit = (event: Event): void => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget as HTMLFormElement).get('code');
    const code = tableCodeIn(String(typed ?? ''));
    if (code === null) setWrong(true);
    else go(tablePath(code));
  };
  return (
    <section class="panel home-card join" aria-labelledby={`${id}t`}>
      <h2 id={`${id}t`}>{say('home.joinTitle')}</h2>
      <form class="join-form" onSubmit={submit} noValidate>
        <label htmlFor={id} class="unseen">
          {say('home.code')}
        </label>
        <input
          id={id}
          name="code"
          class="code-input"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          enterkeyhint="go"
          maxLength={24}
          placeholder="K7GX-4FPN"
          aria-describedby={`${id}h`}
          aria-invalid={wrong}
          onInput={() => setWrong(false)}
        />
        <button type="submit" class="button">
          {say('home.join')}
        </button>
      </form>
      <p id={`${id}h`} class={wrong ? 'problem' : 'note'} role={wrong ? 'alert' : undefined}>
        {wrong ? say('home.badCode') : say('home.codeHint')}
      </p>
    </section>
  );
}

const Doorway = ({
  icon,
  to,
  title,
  note,
  apart = false,
}: {
  readonly icon: IconName;
  readonly to: string;
  readonly title: string;
  readonly note: ComponentChildren;
  /** A separate HTML page, which needs a full page load. */
  readonly apart?: boolean;
}): JSX.Element => (
  <a class="panel doorway" href={to} onClick={apart ? undefined : follow}>
    <Icon name={icon} size={28} />
    <span>
      <b>{title}</b>
      <small>{note}</small>
    </span>
  </a>
);
