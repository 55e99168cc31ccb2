/** The board in the page: it shows the game, and passes presses on it to the player's controls. */
import { type Cell, type Game, tileOf } from '@hush/rules';
import { effect, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { createBoard } from '../board/board.ts';
import type { BoardApi, BoardEvents, Scene } from '../board/scene.ts';
import { settings } from '../device/settings.ts';
import { say } from '../i18n/catalogs.ts';
import type { Controls } from '../input/controls.ts';
import { boardDirector } from '../model/board-director.ts';
import { destinationsOf } from '../model/destinations.ts';
import { planePoint, sceneOf } from '../model/scene-of.ts';
import type { Session } from '../table/session.ts';
import { boardOptions, insetsIn } from '../ui/page-board.ts';
import { viewpoint } from './viewpoint.ts';

function showGame(
  game: Game,
  { session, controls, lead }: Pick<Props, 'session' | 'controls' | 'lead'>,
): Scene {
  const chosen = controls?.chosen.value ?? null;
  const seen = controls === null ? viewpoint.value : null;
  const found =
    seen === null || game.status !== 'playing'
      ? (controls?.destinations.value ?? [])
      : destinationsOf(game, seen);
  return sceneOf(game, {
    seat: seen ?? session.seat.value,
    marks: found.map(({ mark }) => mark),
    still: controls === null,
    chosen,
    dots: settings.marks.value,
    patterns: settings.patterns.value,
    ...gazeOf(game, session),
    ...(lead === undefined ? {} : { pulse: lead(game) }),
  });
}

/** The hero or square at which a bot looks; after the second nudge it pulses on the page of the person who should act. */
function gazeOf(game: Game, { presence, people, seat }: Session): Pick<Scene, 'gazes' | 'pulse'> {
  const { gaze } = presence.value;
  if (gaze === undefined || !settings.botHints.value || game.status !== 'playing') return {};
  const { hero = null, cell, from } = gaze;
  const avatar = people.value.find(({ member }) => member === from)?.avatar ?? '';
  const cells = cell === undefined || !isLaid(game, cell) ? [] : [planePoint(game, cell)];
  return {
    gazes: hero === null ? [] : [{ hero, avatar }],
    pulse: gaze.to === seat.value && gaze.asked >= ASKED_TWICE ? { hero, cells } : null,
  };
}

const ASKED_TWICE = 2;

/** Whether a cell is on a laid tile: a bot may look at a tile that was removed. */
const isLaid = (game: Game, cell: Cell): boolean => game.mall[tileOf(cell)] !== undefined;

interface Props {
  readonly session: Session;
  readonly controls: Controls | null;
  /** A signal that is set to the board, so that the camera buttons around it can use it. */
  readonly board: Signal<BoardApi | null>;
  /** The hero and squares that pulse in the introduction, instead of those that bots look at. */
  readonly lead?: ((game: Game) => Scene['pulse']) | undefined;
}

/** Chooses the hero that the introduction asks for, so that a key or a tap on the square means this hero. */
function chooseLed({ session, controls, lead }: Pick<Props, 'session' | 'controls' | 'lead'>): () => void {
  let last = '';
  return effect(() => {
    const game = session.game.value;
    const led = game === null ? null : lead?.(game);
    const hero = led?.hero ?? null;
    const now = `${hero} ${led?.loud}`;
    if (hero !== null && now !== last) controls?.choose(hero);
    last = now;
  });
}

export function BoardArea({ session, controls, board, lead }: Props): JSX.Element {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const events: BoardEvents = {
      chosen: mark => controls?.take(mark),
      undecided: marks => controls?.which(marks),
      heroTapped: hero => controls?.choose(hero),
      steered: () => {
        if (settings.following.peek() !== null) settings.following.value = false;
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
    // Notices when panels appear or disappear later.
    const comings = new MutationObserver(lookAround);
    comings.observe(element.parentElement ?? element, { childList: true });
    lookAround();
    const follow = effect(() => {
      const wished = settings.following.value;
      made.follow(wished === false ? null : settings.follow.value, wished === null ? 'small' : 'always');
    });
    const choose = chooseLed({ session, controls, lead });
    const director = boardDirector(session, made);
    const stop = effect(() => {
      const game = session.game.value;
      if (game !== null) director.show(showGame(game, { session, controls, lead }));
    });
    return () => {
      stop();
      choose();
      follow();
      director.stop();
      watcher.disconnect();
      comings.disconnect();
      board.value = null;
      made.destroy();
    };
  }, [session, controls]);
  return <section class="board-area" ref={ref} aria-label={say('game.board')} />;
}
