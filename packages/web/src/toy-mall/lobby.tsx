/**
 * The table before and between games. Everybody who opens it gets a seat and an animal and can play in the toy mall at
 * once; one press says that a player is ready.
 */

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import { Lantern } from '../art/lantern-picture.tsx';
import type { BoardApi } from '../board/scene.ts';
import { tablePath } from '../device/route.ts';
import { settings } from '../device/settings.ts';
import { BoardArea } from '../game/board-area.tsx';
import { say } from '../i18n/catalogs.ts';
import { type Controls, createControls } from '../input/controls.ts';
import { attachKeyboard } from '../input/keyboard.ts';
import { OwnSeat, Seats } from '../lobby/seats.tsx';
import { Share } from '../lobby/share.tsx';
import { LazySettingsDialog } from '../settings/settings.tsx';
import { isHost } from '../table/names.ts';
import type { Session } from '../table/session.ts';
import { HomeLink } from '../ui/home-link.tsx';
import { Button, Dialog, IconButton, useHeading } from '../ui/widgets.tsx';
import { useSeat } from './arrive.tsx';
import { ReadyKey } from './ready-key.tsx';
import { AddBot, TablePanel } from './table-panel.tsx';
import { ToyKeys } from './toy-keys.tsx';
import { openToySession } from './toy-session.ts';
import '../styles/forms.css';
import '../styles/dialogs.css';
import '../styles/lobby.css';
import '../styles/toy-keys.css';
import '../styles/lobby-windows.css';
import '../styles/lobby-small.css';

interface Props {
  readonly session: Session;
  /** Whether the page was opened with ?view=watch, so that it takes no seat. */
  readonly watch?: boolean;
}

/** The toy mall, and the player's controls in it. */
export function useToy(session: Session): {
  readonly toy: Session | null;
  readonly controls: Controls | null;
} {
  const [toy, setToy] = useState<Session | null>(null);
  const [controls, setControls] = useState<Controls | null>(null);
  const told = session.lobby.value !== null;
  const seated = session.seat.value >= 0;
  useEffect(() => {
    if (!told) return undefined;
    const opened = openToySession(session);
    setToy(opened.session);
    return opened.stop;
  }, [session, told]);
  useEffect(() => {
    if (toy === null || !seated) {
      setControls(null);
      return undefined;
    }
    const made = createControls(toy, settings);
    setControls(made);
    const nothing = (): void => undefined;
    const detach = attachKeyboard(made, settings, { centre: nothing, follow: nothing, help: nothing });
    return () => {
      detach();
      made.stop();
    };
  }, [toy, seated]);
  return { toy, controls };
}

/** Shows the whole toy mall, also while heroes walk in it. */
export function useWholeMall(board: { readonly value: BoardApi | null }): void {
  const made = board.value;
  useEffect(() => {
    if (made === null) return undefined;
    made.follow(null);
    // the first scene is shown before the next frame, in which the camera then fits it
    const frame = requestAnimationFrame(() => made.fitAll());
    return () => cancelAnimationFrame(frame);
  }, [made]);
}

const WIDE = matchMedia('(min-width: 1100px) and (min-height: 561px)');

function useWide(): boolean {
  const [wide, setWide] = useState(WIDE.matches);
  useEffect(() => {
    const look = (): void => setWide(WIDE.matches);
    WIDE.addEventListener('change', look);
    return () => WIDE.removeEventListener('change', look);
  }, []);
  return wide;
}

export function Lobby({ session, watch = false }: Props): JSX.Element {
  const heading = useHeading();
  const wide = useWide();
  const member = session.member.value;
  const noSeat = useSeat(session, watch);
  const { toy, controls } = useToy(session);
  const board = useSignal<BoardApi | null>(null);
  useWholeMall(board);
  return (
    <div class="lobby">
      <div class="lobby-lamps" aria-hidden="true">
        <Lantern size={30} />
        <Lantern size={42} />
        <Lantern size={30} />
      </div>
      <a class="skip" href="#content">
        {say('shell.skipMain')}
      </a>
      <LobbyHead session={session} wide={wide} />
      <main id="content" class="lobby-main">
        <h1 ref={heading} tabIndex={-1} class="unseen">
          {say('lobby.title')}
        </h1>
        {session.kind === 'online' && (
          <section class="panel invite" aria-labelledby="invite">
            <h2 id="invite">{say('lobby.comeIn')}</h2>
            <Share code={session.code} />
          </section>
        )}
        <section class="toy-table" aria-label={say('lobby.toy')}>
          <Seats session={session}>{isHost(session) && <AddBot session={session} />}</Seats>
          {toy !== null && <BoardArea session={toy} controls={controls} board={board} />}
        </section>
        {wide && (
          <aside class="panel your-table" aria-labelledby="your-table">
            <h2 id="your-table">{isHost(session) ? say('lobby.yourTable') : say('lobby.title')}</h2>
            <TablePanel session={session} />
          </aside>
        )}
      </main>
      <footer class="panel start-bar">
        {member === null ? (
          noSeat
        ) : (
          <>
            <OwnSeat session={session} member={member} />
            {toy !== null && controls !== null && <ToyKeys toy={toy} controls={controls} />}
            <ReadyKey session={session} />
          </>
        )}
      </footer>
    </div>
  );
}

function LobbyHead({ session, wide }: { readonly session: Session; readonly wide: boolean }): JSX.Element {
  const [open, setOpen] = useState<'settings' | 'table' | null>(null);
  const { watching = 0 } = session.presence.value;
  const close = (): void => setOpen(null);
  return (
    <header class="lobby-head">
      <HomeLink />
      <span class="grow" />
      {watching > 0 && (
        <span class="pill watching">
          <Icon name="eye" size={18} />
          {say('game.watching', { n: watching })}
        </span>
      )}
      {session.kind === 'online' && (
        <a
          class="button lined tv-link"
          href={tablePath(session.code, 'screen')}
          target="_blank"
          rel="noreferrer"
          aria-label={say('home.tv')}
        >
          <Icon name="screen" size={20} />
          <span>{say('home.tv')}</span>
        </a>
      )}
      <IconButton
        icon="settings"
        class="lined"
        label={say('shell.settings')}
        onPress={() => setOpen('settings')}
      />
      {!wide && (
        <Button icon="tiles" class="lined" onPress={() => setOpen('table')}>
          <span>{isHost(session) ? say('lobby.yourTable') : say('lobby.title')}</span>
        </Button>
      )}
      {open === 'settings' && <LazySettingsDialog onClose={close} />}
      {open === 'table' && (
        <Dialog
          title={isHost(session) ? say('lobby.yourTable') : say('lobby.title')}
          onClose={close}
          class="bottom-sheet"
        >
          <TablePanel session={session} />
        </Dialog>
      )}
    </header>
  );
}
