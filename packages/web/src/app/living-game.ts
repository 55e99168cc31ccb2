/**
 * The game behind the title: four bots play it by the real rules, one move at a time, and begin another when it is over.
 * It is fetched after the first screen is shown. It accepts no input.
 */
import { type ContestStep, watchContest } from '@hush/bots';
import type { Cell, Game } from '@hush/rules';
import { createBoard } from '../board/board.ts';
import type { BoardApi, Insets } from '../board/scene.ts';
import { say } from '../i18n/say.ts';
import { wayTo } from '../model/board-director.ts';
import { planePoint, sceneOf } from '../model/scene-of.ts';
import { boardOptions } from '../ui/page-board.ts';
import '../styles/board.css';
import '../styles/pawns.css';

const MOVE_EVERY = 1_600;
/** How many actions are played before the first picture, so that it already shows a mall. */
const BEFORE = 40;
const FACES = ['owl', 'fox', 'cat', 'badger'] as const;

export interface HomeGame {
  /** Resumes or pauses the game. */
  run(on: boolean): void;
  stop(): void;
}

const newContest = (): ReturnType<typeof watchContest> =>
  watchContest({
    wish: { scenario: 5, players: FACES.length, hourglass: 3600 },
    seed: String(Math.random()),
    tempers: ['calm'],
  });

const still = { seat: -1, marks: [], chosen: null, dots: 'off' } as const;

/**
 * Whether the window is wide: then all heroes are shown beside the buttons; in a small window the camera follows the hero
 * that moves.
 */
const isWide = (): boolean => innerWidth >= 900 && innerHeight > 560;

const boxIn = (home: Element | null, part: string): DOMRect | undefined =>
  home?.querySelector(part)?.getBoundingClientRect();

/**
 * How many pixels of the board the title and the buttons cover. In wide windows the mall may reach behind the buttons and
 * beyond the window, so that its squares are large.
 */
function shadeOf(element: HTMLElement): Insets {
  const { width, height } = element.getBoundingClientRect();
  const home = element.closest('.home');
  const doors = boxIn(home, '.doors');
  if (doors === undefined) return { top: 0, right: 0, bottom: 0, left: 0 };
  if (isWide())
    return { top: -height * 0.16, right: -width * 0.1, bottom: -20, left: doors.right - width * 0.1 };
  if (innerHeight <= 560) return { top: 0, right: 0, bottom: height - doors.bottom, left: doors.right };
  return { top: boxIn(home, '.tagline')?.bottom ?? 0, right: 0, bottom: height - doors.top, left: 0 };
}

/** Animates an action on the board, with the animal of the player who acted. Returns where a hero has walked. */
function show(board: BoardApi, before: Game, { game, events }: ContestStep): Cell | null {
  for (const event of events) {
    if (event.type !== 'heroMoved') continue;
    const avatar = FACES[event.seat] ?? FACES[0];
    const author = { name: say(`home.animal.${avatar}`), avatar };
    board.walk({ hero: event.hero, author, ...wayTo(before, event.hero, event.to, event.by) });
  }
  board.show(sceneOf(game, still));
  return events.find(event => event.type === 'heroMoved')?.to ?? null;
}

/** In small windows, moves the camera to one hero, because not all heroes fit. */
function lookAt(board: BoardApi, game: Game, cell: Cell | null): void {
  if (cell !== null && !isWide()) board.centerOn(planePoint(game, cell));
}

export function playHomeGame(element: HTMLElement): HomeGame {
  const board = createBoard(element, { chosen: () => undefined }, boardOptions);
  let contest = newContest();
  let game: Game | null = null;
  /** Where a hero has walked last. */
  let place: Cell | null = null;
  let made = 0;
  let timer = 0;
  let running = false;

  const look = (): void => {
    if (game !== null && made >= BEFORE) lookAt(board, game, place ?? game.heroes.elf);
  };
  const watcher = new ResizeObserver(() => {
    board.setInsets(shadeOf(element));
    board.follow(isWide() ? 'all' : null);
    look();
  });
  watcher.observe(element);

  function act(): void {
    const next = contest.next();
    if (next.done) {
      contest = newContest();
      made = 0;
      place = null;
      return;
    }
    made++;
    if (made === BEFORE) board.show(sceneOf(next.value.game, still));
    const walked = made > BEFORE && game !== null ? show(board, game, next.value) : null;
    game = next.value.game;
    place = walked ?? place;
    if (walked !== null || made === BEFORE) look();
  }

  /** Computes the actions before the first picture one per turn of the event loop, so that the page stays responsive. */
  function goOn(): void {
    if (made >= BEFORE && !running) return;
    act();
    timer = window.setTimeout(goOn, made < BEFORE ? 0 : MOVE_EVERY);
  }
  goOn();

  return {
    run(on) {
      if (on === running) return;
      running = on;
      clearTimeout(timer);
      timer = window.setTimeout(goOn, made < BEFORE ? 0 : MOVE_EVERY);
    },
    stop() {
      clearTimeout(timer);
      watcher.disconnect();
      board.destroy();
    },
  };
}
