/**
 * The board of a replay: it shows the current state of the film, and animates moves if only a few events happened since
 * the last state.
 */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { createBoard } from '../board/board.ts';
import type { BoardApi } from '../board/scene.ts';
import { settings } from '../device/settings.ts';
import { say } from '../i18n/catalogs.ts';
import { sceneOf } from '../model/scene-of.ts';
import { boardOptions, insetsIn } from '../ui/page-board.ts';
import { type Film, gameAt, leapTo, walkAt } from './film.ts';
import type { Projector } from './projector.ts';
import '../styles/board.css';
import '../styles/pawns.css';

/**
 * The most milliseconds by which one animation frame advances the film, so that the film stands still while the page
 * is hidden.
 */
const LONGEST_FRAME = 500;

/** Calls `tick` with the time since the last animation frame; while the page is hidden there are no frames. */
export function useFilmTicks(tick: (passed: number) => void, key: unknown): void {
  useEffect(() => {
    let last: number | null = null;
    let wanted = 0;
    const draw = (now: number): void => {
      if (last !== null) tick(Math.min(now - last, LONGEST_FRAME));
      last = now;
      wanted = requestAnimationFrame(draw);
    };
    wanted = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(wanted);
  }, [key]);
}

/** Up to this many events at once are animated one after the other; more events are shown as a jump. */
const MOST_WALKED = 4;

export function ReplayBoard({
  film,
  projector,
  board,
}: {
  readonly film: Film;
  readonly projector: Projector;
  readonly board: { current: BoardApi | null };
}): JSX.Element {
  const ref = useRef<HTMLElement>(null);
  const shown = useRef(0);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const made = createBoard(element, { chosen: () => undefined }, { ...boardOptions, follow: 'mover' });
    board.current = made;
    const measure = (): void => made.setInsets(insetsIn(element));
    const watcher = new ResizeObserver(measure);
    for (const one of [element, ...document.querySelectorAll('.panel')]) watcher.observe(one);
    measure();
    return () => {
      watcher.disconnect();
      board.current = null;
      made.destroy();
    };
  }, []);
  const frame = projector.frame.value;
  const patterns = settings.patterns.value;
  useEffect(() => {
    const made = board.current;
    if (made === null) return;
    const passed = frame - shown.current;
    const isLeap = passed < 0 || passed > MOST_WALKED;
    for (let i = shown.current + 1; !isLeap && i <= frame; i++) {
      const walk = walkAt(film, i);
      if (walk !== null) made.walk(walk);
    }
    if (isLeap) for (const walk of leapTo(film, frame)) made.walk(walk);
    shown.current = frame;
    made.show(sceneOf(gameAt(film, frame), { seat: -1, marks: [], chosen: null, patterns }));
  }, [film, frame, patterns]);
  return <section ref={ref} class="replay-board" aria-label={say('replay.board')} />;
}
