/**
 * The board behind the title, on which bots play. The game is fetched after the first paint. It stands still
 * while the page is hidden and while the player has paused it; with reduced motion it is a still picture.
 */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import { isCalm } from '../device/settings.ts';
import { say } from '../i18n/catalogs.ts';
import type { HomeGame } from './living-game.ts';

const paused = signal(false);

const afterPaint = (then: () => void): number => window.setTimeout(() => requestAnimationFrame(then), 200);

export function HomeBoard(): JSX.Element {
  const ref = useRef<HTMLDivElement>(null);
  const calm = isCalm();
  const isPaused = paused.value;
  const game = useRef<HomeGame | null>(null);
  const steer = (): void =>
    game.current?.run(!isCalm() && !paused.peek() && document.visibilityState === 'visible');
  useEffect(() => {
    let gone = false;
    const timer = afterPaint(async () => {
      const part = await import('./living-game.ts').catch(() => null); // without a network there is no board
      if (gone || part === null || ref.current === null) return;
      game.current = part.playHomeGame(ref.current);
      steer();
    });
    document.addEventListener('visibilitychange', steer);
    return () => {
      gone = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', steer);
      game.current?.stop();
    };
  }, []);
  useEffect(steer, [calm, isPaused]);
  return <div class="living" ref={ref} aria-hidden="true" inert />;
}

/** The button that pauses and resumes the board; with reduced motion it is not shown, because nothing moves. */
export const HomeBoardPause = (): JSX.Element | null =>
  isCalm() ? null : (
    <button
      type="button"
      class="living-pause"
      aria-pressed={paused.value}
      onClick={() => {
        paused.value = !paused.peek();
      }}
    >
      <Icon name={paused.value ? 'play' : 'pause'} size={18} />
      {say('home.atPlay')}
    </button>
  );
