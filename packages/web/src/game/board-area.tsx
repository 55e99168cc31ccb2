/** The board in the page: it shows the game, and passes presses on it to the player's controls. */
import type { Game } from '@hush/rules';
import { effect, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { createBoard } from '../board/board.ts';
import type { BoardApi, BoardEvents } from '../board/scene.ts';
import { settings } from '../device/settings.ts';
import { say } from '../i18n/catalogs.ts';
import type { Controls } from '../input/controls.ts';
import { boardDirector } from '../model/board-director.ts';
import { sceneOf } from '../model/scene-of.ts';
import type { Session } from '../table/session.ts';
import { boardOptions, insetsIn } from '../ui/page-board.ts';
import { dodging } from './camera-buttons.tsx';

function showGame(game: Game, session: Session, controls: Controls | null): Parameters<BoardApi['show']>[0] {
  const chosen = controls?.chosen.value ?? null;
  const marks = (controls?.destinations.value ?? []).map(({ mark }) => mark);
  return sceneOf(game, {
    seat: session.seat.value,
    marks,
    chosen,
    dots: settings.marks.value,
    patterns: settings.patterns.value,
  });
}

export function BoardArea({
  session,
  controls,
  board,
}: {
  readonly session: Session;
  readonly controls: Controls | null;
  /** Filled with the board, so that the camera buttons of the page around it can use it. */
  readonly board: Signal<BoardApi | null>;
}): JSX.Element {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const { moved, stop: stand } = dodging(element);
    const events: BoardEvents = {
      moved,
      chosen: mark => controls?.take(mark),
      undecided: marks => controls?.which(marks),
      heroTapped: hero => controls?.choose(hero),
      steered: () => {
        settings.following.value = false;
      },
    };
    const made = createBoard(element, events, boardOptions);
    board.value = made;
    const measure = (): void => made.setInsets(insetsIn(element));
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    const lookAround = (): void => {
      for (const panel of document.querySelectorAll('.panel')) watcher.observe(panel);
      measure();
    };
    // Panels appear and disappear, some of them after the board was created.
    const comings = new MutationObserver(lookAround);
    comings.observe(element.parentElement ?? element, { childList: true });
    lookAround();
    const follow = effect(() => made.follow(settings.following.value ? settings.follow.value : null));
    const director = boardDirector(session, made);
    const stop = effect(() => {
      const game = session.game.value;
      if (game !== null) director.show(showGame(game, session, controls));
    });
    return () => {
      stop();
      follow();
      stand();
      director.stop();
      watcher.disconnect();
      comings.disconnect();
      board.value = null;
      made.destroy();
    };
  }, [session, controls]);
  return <section class="board-area" ref={ref} aria-label={say('game.board')} />;
}
