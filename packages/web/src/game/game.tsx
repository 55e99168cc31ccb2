/** A running game: the board in the background, the panels around it. */
import { type Game, type Hero, isOver, talkState } from '@hush/rules';
import { type Signal, signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import type { BoardApi, Scene } from '../board/scene.ts';
import { type Settings, settings } from '../device/settings.ts';
import { say } from '../i18n/catalogs.ts';
import { type Controls, createControls } from '../input/controls.ts';
import { attachKeyboard } from '../input/keyboard.ts';
import { planePoint } from '../model/scene-of.ts';
import { CommandBox } from '../spoken/command-box.tsx';
import { gameName, spokenCode } from '../table/names.ts';
import type { Session } from '../table/session.ts';
import { lazy } from '../ui/lazy.tsx';
import { IconButton, Logo, useHeading } from '../ui/widgets.tsx';
import { Banner } from './banner.tsx';
import { BoardArea } from './board-area.tsx';
import { CameraButtons, toggleFollowing } from './camera-buttons.tsx';
import { Dock } from './dock.tsx';
import { GoalPanel, TalkHint } from './goal-panel.tsx';
import { GlassPanel } from './hourglass-panel.tsx';
import { layout } from './layouts.ts';
import { PlayersPanel } from './players-panel.tsx';
import '../styles/table.css';

await layout; // waits for the styles, so that the game is shown with them

const GameMenu = lazy(async () => (await import('./game-menu.tsx')).GameMenu);
const Help = lazy(async () => (await import('../rulebook/help.tsx')).HelpDialog);
/** The panel before the sand runs; its texts were loaded with the lobby. */
const SetupPanel = lazy(async () => (await import('./setup-panel.tsx')).SetupPanel);
/** Components that are rarely shown and loaded when they are needed. Their texts belong to the game's own set. */
const own = { words: [] };
const NextTile = lazy(async () => (await import('./next-tile.tsx')).NextTile, own);
const ChoiceBar = lazy(async () => (await import('./choice-bar.tsx')).ChoiceBar, own);
const PauseCover = lazy(async () => (await import('./pause-cover.tsx')).PauseCover, own);
const Watching = lazy(async () => (await import('./watching.tsx')).Watching, own);
const SitDown = lazy(async () => (await import('../lobby/sit-down.tsx')).SitDown);

const UNGUARDED: Settings = { ...settings, talkGuard: signal(false) };
const settingsFor = (lead: unknown): Settings => (lead === undefined ? settings : UNGUARDED);

interface Props {
  readonly session: Session;
  readonly game: Game;
  /** Whether the page is a television, which has no controls and very large type. */
  readonly screen?: boolean;
}

/** The controls of a seated player; keys work while the game is shown. */
export function useControls(
  session: Session,
  wishes: Settings,
  board: { readonly value: BoardApi | null },
  help?: () => void,
): Controls | null {
  const seated = session.seat.value >= 0;
  const [controls, setControls] = useState<Controls | null>(null);
  useEffect(() => {
    if (!seated) {
      setControls(null);
      return undefined;
    }
    const made = createControls(session, wishes);
    setControls(made);
    const detach = attachKeyboard(made, settings, {
      centre: () => seek(session, board.value, made.chosen.peek()),
      follow: toggleFollowing,
      ...(help === undefined ? {} : { help }),
    });
    return () => {
      detach();
      made.stop();
    };
  }, [session, seated]);
  return controls;
}

function seek(session: Session, board: BoardApi | null, hero: Hero | null): void {
  const game = session.game.peek();
  const cell = hero === null ? null : (game?.heroes[hero] ?? null);
  if (game !== null && cell !== null) board?.centerOn(planePoint(game, cell));
  else board?.fitAll();
}

/**
 * The heading gets the focus first, before the command box, and again if the focused element disappears, for example the
 * start button.
 */
function useGameHeading(status: Game['status']): ReturnType<typeof useHeading> {
  const heading = useHeading();
  useEffect(() => {
    if (status === 'playing' && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
  }, [status]);
  return heading;
}

export function GameView({
  session,
  game,
  screen = false,
  board: shared,
  lead,
}: Props & {
  /**
   * The hero and squares that pulse in the introduction. If it is given, the talk guard is off, so that a right input is
   * never held back.
   */
  readonly lead?: (game: Game) => Scene['pulse'];
  /** A signal that is set to the board, so that other parts of the screen can use it. */
  readonly board?: Signal<BoardApi | null>;
}): JSX.Element {
  const heading = useGameHeading(game.status);
  const own = useSignal<BoardApi | null>(null);
  const board = shared ?? own;
  const asked = useSignal(false);
  const hands = useControls(session, settingsFor(lead), board, () => {
    asked.value = true;
  });
  const controls = screen ? null : hands;
  const state = game.status === 'playing' ? talkState(game) : game.status;
  const zen = controls?.zen.value ? 'zen' : '';
  return (
    <div class={`game ${state} ${game.theft ? 'alarm' : ''} ${screen ? 'screen' : ''} ${zen}`}>
      {!screen && (
        <section aria-label={say('play.box.label')}>
          <h1 ref={heading} tabIndex={-1} class="unseen">
            {gameName(game)}
          </h1>
          <CommandBox session={session} controls={controls} />
        </section>
      )}
      <header class="panel top-left">
        {!screen && <MenuButton session={session} game={game} />}
        <Logo />
        {session.kind === 'online' && <span class="code-pill">{spokenCode(session.code)}</span>}
      </header>
      <main>
        {screen && <h1 class="unseen">{gameName(game)}</h1>}
        <BoardArea session={session} controls={controls} board={board} lead={lead} />
        <div class="rim" aria-hidden="true" />
        <GoalPanel session={session} game={game} controls={controls} />
        <GlassPanel session={session} game={game} />
        <PlayersPanel session={session} game={game} controls={controls} screen={screen} />
        {game.stack.next !== null && <NextTile game={game} />}
        <TalkHint game={game} controls={controls} />
        {!screen && <CameraButtons board={board.value} />}
        {!screen && <Hands session={session} game={game} controls={controls} board={board.value} />}
        <Banner session={session} game={game} />
        {game.status === 'paused' && <PauseCover session={session} screen={screen} />}
      </main>
      {!screen && <Footer session={session} />}
      <Asked session={session} game={game} open={asked} />
    </div>
  );
}

const Asked = ({
  session,
  game,
  open,
}: Props & {
  readonly open: Signal<boolean>;
}): JSX.Element | null => {
  const close = (): void => {
    open.value = false;
  };
  return open.value ? <Help game={game} session={session} onClose={close} /> : null;
};

export function MenuButton({ session, game }: Props): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon="menu" label={say('game.menu')} size={24} onPress={() => setOpen(true)} />
      {open && <GameMenu session={session} game={game} onClose={() => setOpen(false)} />}
    </>
  );
}

function Hands({
  session,
  game,
  controls,
  board,
}: {
  readonly session: Session;
  readonly game: Game;
  readonly controls: Controls | null;
  readonly board: BoardApi | null;
}): JSX.Element | null {
  if (game.status === 'setup') return <SetupPanel session={session} game={game} />;
  if (session.member.value === null) {
    const { seats, bots = [] } = session.table.value;
    const free = seats.includes(null) || bots.length > 0; // a newcomer takes the seat of a bot
    return free ? (
      <section class="panel dock watcher" aria-label={say('game.takeSeat')}>
        <SitDown session={session} />
      </section>
    ) : null;
  }
  if (controls === null || isOver(game)) return null;
  const question = controls.question.value;
  return (
    <>
      {question !== null && <ChoiceBar controls={controls} question={question} />}
      <Dock session={session} game={game} controls={controls} onSeek={hero => seek(session, board, hero)} />
    </>
  );
}

const LATENCY_TICK = 2000;
const SLOW = 150;

function Footer({ session }: { readonly session: Session }): JSX.Element {
  const [ms, setMs] = useState(0);
  useEffect(() => {
    const look = (): void => setMs(Math.round(session.roundTrip()));
    look();
    const timer = setInterval(look, LATENCY_TICK);
    return () => clearInterval(timer);
  }, [session]);
  const online = session.status.value.type === 'online';
  return (
    <footer class="foot">
      {session.kind === 'online' && (
        <span class={`panel pill ${online ? '' : 'bad'} ${ms > SLOW ? 'slow' : ''}`}>
          <Icon name="wifi" size={17} />
          {online ? (
            <>
              <span aria-hidden="true">{say('game.latency', { ms })}</span>
              <span class="unseen">{say('game.latencyLabel', { ms })}</span>
            </>
          ) : (
            <span>{say('game.offline')}</span>
          )}
        </span>
      )}
      {(session.presence.value.watching ?? session.seat.value < 0) && <Watching session={session} />}
    </footer>
  );
}
