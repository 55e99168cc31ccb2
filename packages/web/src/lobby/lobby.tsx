/** The table before and between games: the invitation, the seats, and the next game. */
import type { TableWish } from '@hush/protocol';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { say } from '../i18n/catalogs.ts';
import { storeWish, whyNot } from '../model/table-wish.ts';
import { SettingsDoor } from '../settings/settings.tsx';
import { WishWarning } from '../solver/solver-notes.tsx';
import { hostName, isHost, playerCount } from '../table/names.ts';
import { useRefusal } from '../table/refusal.ts';
import type { Session } from '../table/session.ts';
import { HomeLink } from '../ui/home-link.tsx';
import { lazy } from '../ui/lazy.tsx';
import { Button, IconButton, Switch, useHeading } from '../ui/widgets.tsx';
import { BotsPanel } from './bots-panel.tsx';
import { Seats } from './seats.tsx';
import { Share } from './share.tsx';
import { SitDown } from './sit-down.tsx';
import { VoiceCard } from './voice-card.tsx';
import { WishDialog, WishSummary } from './wish-form.tsx';
import '../styles/forms.css';
import '../styles/lobby.css';
import '../styles/dialogs.css';
import { LeaveButton } from './leave.tsx';

interface Props {
  readonly session: Session;
  /** Opened with ?view=watch: this page is not asked to take a seat. */
  readonly watch?: boolean;
}

export function Lobby({ session, watch = false }: Props): JSX.Element {
  const heading = useHeading();
  const online = session.kind === 'online';
  const seated = session.member.value !== null;
  return (
    <div class="page lobby">
      <a class="skip" href="#content">
        {say('shell.skipMain')}
      </a>
      <LobbyHead session={session} />
      <main id="content" class="lobby-main">
        <h1 ref={heading} tabIndex={-1} class="unseen">
          {say('lobby.title')}
        </h1>
        <section class="panel lobby-card people" aria-labelledby="seats">
          {/* This comes first, because on a phone it would be out of sight below eight seats. */}
          {!seated && !watch && <SitDown session={session} />}
          <Seats session={session} />
          {isHost(session) && <BotsPanel session={session} />}
          {!seated && watch && <p class="kind-sentence">{say('lobby.watching')}</p>}
        </section>
        {online && (
          <section class="panel lobby-card invite" aria-labelledby="invite">
            <h2 id="invite">{say('lobby.invite')}</h2>
            <Share code={session.code} />
            {isHost(session) && <LockSwitch session={session} />}
          </section>
        )}
        {online && seated && <VoiceCard session={session} />}
        <GameCard session={session} />
      </main>
      {seated && <StartBar session={session} />}
    </div>
  );
}

function LobbyHead({ session }: { readonly session: Session }): JSX.Element {
  const [settingsOpen, setSettingsOpen] = useState(false);
  const leaves = session.member.value !== null && session.kind === 'online';
  return (
    <header class="lobby-head">
      <HomeLink />
      <span class="grow" />
      {leaves && <LeaveButton session={session} />}
      <IconButton icon="settings" label={say('shell.settings')} onPress={() => setSettingsOpen(true)} />
      {settingsOpen && <SettingsDoor onClose={() => setSettingsOpen(false)} />}
    </header>
  );
}

const LockSwitch = ({ session }: { readonly session: Session }): JSX.Element => (
  <Switch
    label={say('lobby.lock')}
    value={session.table.value.locked}
    onChange={locked => void session.manage({ type: 'lock', locked })}
  />
);

function GameCard({ session }: { readonly session: Session }): JSX.Element {
  const [choosing, setChoosing] = useState(false);
  const { wish } = session.table.value;
  const choose = (next: TableWish): void => {
    setChoosing(false);
    storeWish(next);
    session.manage({ type: 'wish', wish: next });
  };
  return (
    <section class="panel lobby-card game-card" aria-labelledby="the-game">
      <div class="card-head">
        <h2 id="the-game">{say('lobby.game')}</h2>
        {isHost(session) && (
          <Button icon="pen" onPress={() => setChoosing(true)}>
            {say('lobby.change')}
          </Button>
        )}
      </div>
      <WishSummary wish={wish} />
      {isHost(session) && <WishWarning wish={wish} players={playerCount(session.table.value)} />}
      <ReadRules session={session} />
      {choosing && (
        <WishDialog
          wish={wish}
          act={say('lobby.wish.done')}
          onDone={choose}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  );
}

const WishRules = lazy(async () => (await import('../rulebook/rules-dialog.tsx')).WishRules);

/** In a lobby with one person others may still join, so the rules for one player are shown only in practice. */
function ReadRules({ session }: { readonly session: Session }): JSX.Element {
  const [open, setOpen] = useState(false);
  const { wish } = session.table.value;
  const seated = playerCount(session.table.value);
  const players = seated > 1 || session.kind === 'practice' ? seated : null;
  return (
    <>
      <Button icon="book" kind="quiet" onPress={() => setOpen(true)}>
        {say('rulebook.show')}
      </Button>
      {open && <WishRules wish={wish} players={players} onClose={() => setOpen(false)} />}
    </>
  );
}

function StartBar({ session }: { readonly session: Session }): JSX.Element {
  const { wish, ready } = session.table.value;
  const players = playerCount(session.table.value);
  const not = whyNot(wish, players);
  const refused = useRefusal(session);
  const mine = session.member.value ?? -1;
  const amReady = ready.includes(mine);
  const host = isHost(session);
  return (
    <footer class="start-bar panel">
      <p class="start-why" role="status">
        {refused ?? (not === null ? hint(session, players) : say(`lobby.whyNot.${not.why}`, { n: not.n }))}
      </p>
      {host ? (
        <button
          type="button"
          class="button main huge"
          disabled={not !== null}
          onClick={() => void session.manage({ type: 'begin' })}
        >
          {session.kind === 'practice' ? say('lobby.beginPractice') : say('lobby.begin')}
        </button>
      ) : (
        <button
          type="button"
          class={`button huge ${amReady ? '' : 'main'}`}
          aria-pressed={amReady}
          onClick={() => void session.manage({ type: 'ready', ready: !amReady })}
        >
          {amReady ? say('game.notYet') : say('game.imReady')}
        </button>
      )}
    </footer>
  );
}

function hint(session: Session, players: number): string {
  if (!isHost(session)) return say('lobby.waitHost', { name: hostName(session) });
  return players === 1 ? say('lobby.soloHint') : say('lobby.seatsTaken', { n: players });
}
