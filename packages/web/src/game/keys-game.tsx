/**
 * A game on a phone whose board is on a television: the hourglass, four heroes, the player's own keys. The board is
 * shown only when the player must choose a place on it.
 */
import { type Game, isOver, talkState } from '@hush/rules';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import type { BoardApi } from '../board/scene.ts';
import { followLink, tablePath } from '../device/route.ts';
import { settings } from '../device/settings.ts';
import { say } from '../i18n/catalogs.ts';
import type { Controls } from '../input/controls.ts';
import { SitDown } from '../lobby/sit-down.tsx';
import { CommandBox } from '../spoken/command-box.tsx';
import { gameName } from '../table/names.ts';
import type { Session } from '../table/session.ts';
import { useHeading } from '../ui/widgets.tsx';
import { Banner } from './banner.tsx';
import { BoardArea } from './board-area.tsx';
import { ChoiceBar } from './choice-bar.tsx';
import { Dock } from './dock.tsx';
import { MenuButton, useControls } from './game.tsx';
import { TalkHint } from './goal-panel.tsx';
import { GlassPanel } from './hourglass-panel.tsx';
import { PauseCover } from './pause-cover.tsx';
import { SetupPanel } from './setup-panel.tsx';

interface Props {
  readonly session: Session;
  readonly game: Game;
}

/** Milliseconds for which a key vibrates if the device can, because the player looks at the television. */
const TICK = 12;

export function useVibration(): void {
  useEffect(() => {
    const tick = ({ target }: Event): void => {
      const isKey = target instanceof Element && target.closest('.key, .hero-chip, .toy-hero') !== null;
      if (isKey && settings.vibration.peek()) navigator.vibrate?.(TICK);
    };
    addEventListener('pointerdown', tick);
    return () => removeEventListener('pointerdown', tick);
  }, []);
}

/** A link to the whole game, for a phone without a television. */
export const ShowBoardHere = ({ code }: { readonly code: string }): JSX.Element => (
  <a class="button quiet show-board" href={tablePath(code)} onClick={followLink}>
    <Icon name="tiles" size={20} />
    {say('lobby.boardHere')}
  </a>
);

export function KeysGame({ session, game }: Props): JSX.Element {
  const heading = useHeading();
  const board = useSignal<BoardApi | null>(null);
  const controls = useControls(session, settings, board);
  useVibration();
  const state = game.status === 'playing' ? talkState(game) : game.status;
  return (
    <div class={`keys-view ${state} ${game.theft ? 'alarm' : ''}`}>
      <section aria-label={say('play.box.label')}>
        <h1 ref={heading} tabIndex={-1} class="unseen">
          {gameName(game)}
        </h1>
        <CommandBox session={session} controls={controls} />
      </section>
      <GlassPanel session={session} game={game} />
      <TalkHint game={game} controls={controls} />
      <main class="keys-main">
        <OwnKeys session={session} game={game} controls={controls} />
        {controls !== null && <Choosing session={session} game={game} controls={controls} board={board} />}
        <Banner session={session} game={game} />
        {game.status === 'paused' && <PauseCover session={session} screen={false} />}
      </main>
      <footer class="keys-foot">
        <MenuButton session={session} game={game} />
        <ShowBoardHere code={session.code} />
      </footer>
    </div>
  );
}

function OwnKeys({
  session,
  game,
  controls,
}: Props & { readonly controls: Controls | null }): JSX.Element | null {
  if (game.status === 'setup') return <SetupPanel session={session} game={game} />;
  if (session.member.value === null)
    return (
      <section class="panel watcher" aria-label={say('game.takeSeat')}>
        <SitDown session={session} />
      </section>
    );
  if (controls === null || isOver(game)) return null;
  return (
    <>
      {controls.canSteal.value && (
        <button type="button" class="button steal" onClick={() => controls.steal()}>
          {say('game.steal')}
        </button>
      )}
      <Dock session={session} game={game} controls={controls} onSeek={() => undefined} />
    </>
  );
}

/** A question, with the board below it if the answer is a place, because on the television places have no letters. */
function Choosing({
  session,
  game,
  controls,
  board,
}: Props & {
  readonly controls: Controls;
  readonly board: Parameters<typeof BoardArea>[0]['board'];
}): JSX.Element | null {
  const picking = useMemo<Controls>(
    () => ({
      ...controls,
      take(mark) {
        controls.cancel();
        controls.take(mark);
      },
    }),
    [controls],
  );
  const question = controls.question.value;
  const discards =
    game.discards > 0 && controls.destinations.value.some(({ mark }) => mark.kind === 'discard');
  const places = discards || (question !== null && question.type !== 'nudge');
  if (!places && question === null) return null;
  return (
    <div class={`choosing ${places ? 'on-board' : ''}`}>
      {places && <BoardArea session={session} controls={picking} board={board} />}
      {question !== null && <ChoiceBar controls={controls} question={question} />}
    </div>
  );
}
