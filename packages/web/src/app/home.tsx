/**
 * The home screen: a board on which bots play, three buttons that lead into a game, a code to join by, a
 * television, and other links under More.
 */
import { tableCodeIn } from '@hush/protocol';
import type { ComponentChildren, JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { HeroPicture } from '../art/hero-picture.tsx';
import { AvatarIcon, Icon, type IconName } from '../art/icon.tsx';
import { Lantern } from '../art/lantern-picture.tsx';
import type { RequestError } from '../device/http.ts';
import { lastTable } from '../device/last-table.ts';
import { followLink, navigate, tablePath } from '../device/route.ts';
import { settings } from '../device/settings.ts';
import { chooseLocale, LANGUAGES, LOCALES, type Locale, locale, say } from '../i18n/catalogs.ts';
import { noTableText, requestTable, storedWish } from '../model/table-wish.ts';
import { UpdateHint } from '../offline/update-hint.tsx';
import { LazySettingsDialog } from '../settings/settings.tsx';
import { Button, Dialog, IconButton, Logo, useHeading } from '../ui/widgets.tsx';
import { HomeBoard, HomeBoardPause } from './living-board.tsx';
import '../styles/forms.css';
import '../styles/dialogs.css';
import '../styles/home.css';
import '../styles/home-windows.css';

export function Home(): JSX.Element {
  const heading = useHeading();
  return (
    <div class="home">
      <div class="home-back">
        <HomeBoard />
        <div class="home-shade" />
        <div class="home-lamps" aria-hidden="true">
          <Lantern size={44} />
          <Lantern size={30} />
        </div>
      </div>
      <a class="skip" href="#content">
        {say('shell.skipMain')}
      </a>
      <header class="home-head">
        <Languages />
        <SettingsButton />
      </header>
      <main id="content" class="home-main">
        <UpdateHint />
        <div class="home-title">
          <h1 ref={heading} tabIndex={-1}>
            <Logo size="big" />
          </h1>
          <p class="tagline">{say('home.tagline')}</p>
        </div>
        <BackToTable />
        <Doors>
          <MoreButton />
        </Doors>
        <Shelf />
      </main>
    </div>
  );
}

function SettingsButton(): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon="settings" class="lined" label={say('shell.settings')} onPress={() => setOpen(true)} />
      {open && <LazySettingsDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function Languages(): JSX.Element {
  const id = useId();
  return (
    <div class="languages lined">
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

const Face = ({
  avatar,
  size,
  children,
}: {
  readonly avatar: string;
  readonly size: number;
  readonly children?: ComponentChildren;
}): JSX.Element => (
  <span class="face">
    <AvatarIcon avatar={avatar} size={size} />
    {children}
  </span>
);

/** A link for a player who still has a seat at a table. */
function BackToTable(): JSX.Element | null {
  const [path] = useState(lastTable);
  if (path === null) return null;
  return (
    <a class="back-to-table" href={path} onClick={followLink}>
      <Icon name="back" size={20} />
      <span>{say('home.backToTable')}</span>
    </a>
  );
}

/** The words of a big button: a name, and what happens when it is pressed. */
const DoorWords = ({ name, note }: { readonly name: string; readonly note: string }): JSX.Element => (
  <span class="door-words">
    <b>{name}</b>
    <small>{note}</small>
  </span>
);

/** The big buttons, with the code and the television below them: each opens or finds a table. */
function Doors({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const [state, setState] = useState<'idle' | 'busy' | RequestError>('idle');
  const open = async (view?: 'screen'): Promise<void> => {
    setState('busy');
    const opened = await requestTable(storedWish());
    if (opened.ok) navigate(tablePath(opened.value, view));
    else setState(opened.error);
  };
  const busy = state === 'busy';
  return (
    <>
      <nav class="doors" aria-label={say('shell.title')}>
        <button type="button" class="door first" disabled={busy} onClick={() => void open()}>
          <span class="door-art trio" aria-hidden="true">
            <Face avatar="fox" size={48} />
            <Face avatar="owl" size={42} />
            <Face avatar="cat" size={42} />
          </span>
          <DoorWords
            name={say('home.friends')}
            note={busy ? say('home.creating') : say('home.friendsNote')}
          />
          <Icon name="next" size={24} class="door-next" />
        </button>
        <a class="door" href="/practice?bots=3" onClick={followLink}>
          <span class="door-art" aria-hidden="true">
            <HeroPicture hero="dwarf" size={46} />
            <Face avatar="badger" size={40}>
              <span class="door-bot">
                <Icon name="bot" size={18} />
              </span>
            </Face>
          </span>
          <DoorWords name={say('home.bots')} note={say('home.botsNote')} />
        </a>
        <a class="door" href="/introduction" onClick={followLink}>
          <span class="door-art" aria-hidden="true">
            <HeroPicture hero="elf" size={48} />
            <span class="door-step">
              <Icon name="next" size={26} />
            </span>
          </span>
          <DoorWords name={say('home.learn')} note={say('home.learnNote')} />
        </a>
      </nav>
      {typeof state === 'object' && (
        <p class="problem home-problem" role="alert">
          {noTableText(state)}
        </p>
      )}
      <div class="home-row">
        <JoinByCode />
        <Button icon="screen" class="lined tv-door" disabled={busy} onPress={() => void open('screen')}>
          <span>{say('home.tv')}</span>
        </Button>
        <a class="button lined heist-door" href="/heist" onClick={followLink}>
          <Icon name="sun" size={20} />
          <span>{say('home.heist')}</span>
        </a>
        {children}
      </div>
    </>
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
    else navigate(tablePath(code));
  };
  return (
    <form class={`join-form ${wrong ? 'wrong' : ''}`} onSubmit={submit} noValidate>
      <label htmlFor={id} class="unseen">
        {say('home.code')}
      </label>
      <span class="code-field">
        <Icon name="door" size={22} />
        <input
          id={id}
          name="code"
          {...(settings.hideCode.value ? { type: 'password' } : {})}
          class="code-input"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          enterkeyhint="go"
          maxLength={24}
          placeholder="K7GX-4FPN"
          aria-describedby={wrong ? `${id}h` : undefined}
          aria-invalid={wrong}
          onInput={() => setWrong(false)}
        />
      </span>
      <button type="submit" class="button lined">
        {say('home.join')}
      </button>
      {wrong && (
        <p id={`${id}h`} class="problem" role="alert">
          {say('home.badCode')}
        </p>
      )}
    </form>
  );
}

/** All other links, as a row in wide windows. */
const Shelf = (): JSX.Element => (
  <nav class="shelf" aria-label={say('home.more')}>
    <span class="shelf-name" aria-hidden="true">
      {say('home.more')}
    </span>
    <Entries />
    <span class="grow" />
    <HomeBoardPause />
  </nav>
);

/** A button that opens all other links in a dialog, in small windows. */
function MoreButton(): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="dots" class="lined more-door" onPress={() => setOpen(true)}>
        <span>{say('home.more')}</span>
      </Button>
      {open && (
        <Dialog title={say('home.more')} onClose={() => setOpen(false)} class="bottom-sheet">
          <nav class="more-list">
            <Entries />
            <HomeBoardPause />
          </nav>
        </Dialog>
      )}
    </>
  );
}

const Entries = (): JSX.Element => (
  <>
    <Entry icon="sun" to="/heist" title={say('home.heist')} note={say('home.heistNote')} />
    <Entry icon="crown" to="/campaign" title={say('home.campaign')} note={say('home.campaignNote')} />
    <Entry icon="book" to="/crews" title={say('home.book')} note={say('home.bookNote')} />
    <Entry icon="pen" to="/workshop" title={say('home.workshop')} note={say('home.workshopNote')} />
    <Entry icon="plane" to="/practice" title={say('home.practice')} note={say('home.practiceNote')} />
    <Entry
      icon="glass"
      to="/hourglass"
      title={say('home.hourglass')}
      note={say('home.hourglassNote')}
      apart
    />
    <Entry icon="lock" to="/privacy" title={say('home.privacy')} note={say('home.privacyNote')} />
  </>
);

const Entry = ({
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
  /** Whether the link leads to a separate HTML page, which the browser has to load. */
  readonly apart?: boolean;
}): JSX.Element => (
  <a class="entry" href={to} onClick={apart ? undefined : followLink}>
    <span class="entry-icon">
      <Icon name={icon} size={22} />
    </span>
    <span>
      <b>{title}</b>
      <small>{note}</small>
    </span>
  </a>
);
