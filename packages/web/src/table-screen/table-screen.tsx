/** The screen of a table: connecting, the lobby, the games, their ends, and all errors. */
import { CLOSE_CODES, type ConnectionStatus } from '@hush/protocol';
import { isOver } from '@hush/rules';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { BoardApi } from '../board/scene.ts';
import { settings } from '../device/settings.ts';
import { leaveSeat, loseSeat, storeLastTable } from '../device/storage.ts';
import { voiceAt } from '../device/voice-wanted.ts';
import { GameView } from '../game/game.tsx';
import { requestWords } from '../i18n/catalogs.ts';
import { Announcer } from '../spoken/announcer.tsx';
import { openOnline } from '../table/online.ts';
import type { Session } from '../table/session.ts';
import { LazyTalk } from '../talk/talk-door.tsx';
import { lazy } from '../ui/lazy.tsx';
import { Loading } from '../ui/loading.tsx';
import { ConnectionCard } from './connection-card.tsx';

const Trouble = lazy(async () => (await import('../ui/error-screen.tsx')).TableTrouble);
const Lobby = lazy(async () => (await import('../toy-mall/lobby.tsx')).Lobby, { waiting: Loading });
const ScreenLobby = lazy(async () => (await import('../toy-mall/screen-lobby.tsx')).ScreenLobby, {
  waiting: Loading,
});
const LostMoves = lazy(async () => (await import('./lost-moves.tsx')).LostMoves);
const KeysView = lazy(async () => (await import('../toy-mall/keys-view.tsx')).KeysView, { waiting: Loading });
const Ghosts = lazy(async () => (await import('../heist/ghosts.tsx')).Ghosts);
const Voice = lazy(async () => (await import('../voice/voice-button.tsx')).VoiceControl);
const End = lazy(async () => (await import('./end.tsx')).EndScreen, { words: ['more', 'after'] });

/** Resolves at the first gesture, because browsers play no sound before it. Captions need no gesture. */
const touched = (): Promise<unknown> =>
  settings.captions.peek()
    ? Promise.resolve()
    : new Promise(then => {
        for (const gesture of ['pointerdown', 'keydown']) addEventListener(gesture, then, { once: true });
      });

/** The sounds of the table; without a network there are none. */
const TableSounds = lazy(
  async () => {
    await touched();
    const [found] = await Promise.all([import('../sound/table-sounds.tsx'), requestWords('more')]).catch(
      () => [],
    );
    return found?.TableSounds ?? (() => null);
  },
  { words: [] },
);

interface Props {
  readonly code: string;
  readonly watch: boolean;
  readonly screen: boolean;
  /** Whether the board is on a television and this device shows only the player's keys. */
  readonly keys: boolean;
}

/** A session that is open as long as the screen is shown; `again` opens a new one. */
function useSession(open: () => Session, key: string): Session | null {
  const [session, setSession] = useState<Session | null>(null);
  useEffect(() => {
    const opened = open();
    const probe = (): void => {
      if (document.visibilityState === 'visible') opened.probe();
    };
    setSession(opened);
    addEventListener('online', probe);
    document.addEventListener('visibilitychange', probe);
    return () => {
      removeEventListener('online', probe);
      document.removeEventListener('visibilitychange', probe);
      opened.close();
    };
  }, [key]);
  return session;
}

export function TableScreen({ code, watch, screen, keys }: Props): JSX.Element {
  const [attempt, setAttempt] = useState(0);
  const session = useSession(() => openOnline(code, { watch }), `${code} ${watch} ${attempt}`);
  const status = session?.status.value ?? { type: 'connecting' };
  const again = (): void => setAttempt(attempt + 1);
  useForgottenSeat(code, status, again);
  const seated = session?.member.value != null;
  useEffect(() => {
    if (seated) storeLastTable(code, keys);
  }, [code, seated, keys]);
  if (session === null || session.code !== code) return <Loading />;
  if (status.type === 'ended' && status.code !== CLOSE_CODES.wrongToken)
    return <Trouble closed={status.code} why={status.why} code={code} onRetry={again} screen={screen} />;
  return <TableView session={session} watch={watch} screen={screen} keys={keys} />;
}

/** Forgets a seat that this device has lost and reconnects as a spectator. */
function useForgottenSeat(code: string, status: ConnectionStatus, again: () => void): void {
  const ended = status.type === 'ended' ? status.code : null;
  useEffect(() => {
    if (ended === CLOSE_CODES.wrongToken || ended === CLOSE_CODES.noTable) loseSeat(code);
    if (ended === CLOSE_CODES.kicked) leaveSeat(code); // a person who has lost a seat asks for one again
    if (ended === CLOSE_CODES.wrongToken) again();
  }, [ended]);
}

export function TableView({
  session,
  watch,
  screen,
  keys = false,
}: {
  readonly session: Session;
  readonly watch: boolean;
  readonly screen: boolean;
  readonly keys?: boolean;
}): JSX.Element {
  const board = useSignal<BoardApi | null>(null);
  useEffect(() => {
    if (screen) void import('./television.ts');
  }, [screen]);
  if (!session.greeted.value)
    return (
      <>
        <Loading />
        <ConnectionCard session={session} />
      </>
    );
  const game = session.game.value;
  const { lost = 0 } = session.confirmed.value;
  return (
    <>
      {game === null && screen && <ScreenLobby session={session} />}
      {keys && <KeysView session={session} />}
      {game === null && !screen && !keys && <Lobby session={session} watch={watch} />}
      {game !== null && !keys && (
        <GameView
          key={`${session.table.value.games} ${game.setUp.commitment}`}
          session={session}
          game={game}
          screen={screen}
          board={board}
        />
      )}
      {game !== null && isOver(game) && <End session={session} game={game} screen={screen} />}
      {session.table.value.wish.ghost && <Ghosts session={session} board={board} />}
      {voiceAt.value === session.code && <Voice session={session} />}
      <LazyTalk session={session} board={board} screen={screen} keys={keys} />
      {lost > 0 && <LostMoves count={lost} />}
      <ConnectionCard session={session} />
      <Announcer session={session} screen={screen} />
      <TableSounds session={session} />
    </>
  );
}
