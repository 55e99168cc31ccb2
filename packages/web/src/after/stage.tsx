/**
 * The picture at the end of a game: the mall at night with its door open or shut, and the heroes in front of it. The
 * animation lasts three seconds.
 */
import { HEROES } from '@hush/rules';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { HeroPicture } from '../art/hero-picture.tsx';
import { isCalm } from '../device/settings.ts';

const ARCHES = [-560, -448, -336, 336, 448, 560];
const CONFETTI = Array.from({ length: 40 }, (_, i) => i);
const COLOURS = ['#ffd66b', '#a48bf0', '#7fd6c4', '#ff9c7a'];

/** The width of the whole picture; a narrow window shows its middle. */
const WIDTH = 1440;

const Facade = ({ won }: { readonly won: boolean }): JSX.Element => (
  <svg
    class="facade"
    viewBox={`${-WIDTH / 2} -270 ${WIDTH} 460`}
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
  >
    <circle class="moon" cx="-430" cy="-170" r="42" fill="#fff1c9" />
    <circle cx="-430" cy="-170" r="104" fill="#fff" opacity=".07" />
    <rect x={-WIDTH / 2} y="-10" width={WIDTH} height="160" fill="#211b4d" />
    <path
      d={`M${-WIDTH / 2}-10H-235V-105H235V-10H${WIDTH / 2}`}
      fill="#211b4d"
      stroke="#7a5c2b"
      stroke-width="4"
    />
    {ARCHES.map((x, i) => (
      <path
        key={x}
        d={`M${x - 34} 118V62a34 34 0 0 1 68 0v56z`}
        fill={i % 2 === 0 ? '#5a3f55' : '#171239'}
        stroke="#3a3273"
        stroke-width="5"
      />
    ))}
    {won && <path d="M-96 150 96 150 240 300-240 300z" fill="#ffd98a" opacity=".35" />}
    <path d="M-114 150V36a114 114 0 0 1 228 0v114z" fill="#35281a" stroke="#c9974b" stroke-width="6" />
    <path class="door-way" d="M-92 150V40a92 92 0 0 1 184 0v110z" fill={won ? '#ffe7ae' : '#0d0b22'} />
    {!won && <path d="M0-52V150M-40-40V150M40-40V150" stroke="#c9974b" stroke-width="5" />}
  </svg>
);

const Confetti = (): JSX.Element => (
  <div class="confetti" aria-hidden="true">
    {CONFETTI.map(i => (
      <i
        key={i}
        style={{
          left: `${(i * 61) % 100}%`,
          '--fall': `${(i * i * 31 + i * 17) % 88}%`,
          '--wait': `${(i % 8) * 70}ms`,
          background: COLOURS[i % COLOURS.length],
        }}
      />
    ))}
  </div>
);

interface Props {
  readonly won: boolean;
  /** The title, which is drawn in the sky. */
  readonly children: ComponentChildren;
}

export const EndPicture = ({ won, children }: Props): JSX.Element => (
  <header class="stage">
    <Facade won={won} />
    <div class="stage-title">{children}</div>
    <div class="stage-heroes" aria-hidden="true">
      {HEROES.map(hero => (
        <HeroPicture key={hero} hero={hero} size={76} />
      ))}
    </div>
    {won && <Confetti />}
  </header>
);

/** For this long after the end of a game a press does not skip the animation, because it was still meant for the game. */
const LATE_MOVES = 600;
const PRESSES = ['pointerdown', 'keydown'];

/** Whether the animation is over: any press skips it, and reduced motion switches it off. */
export function useSkippedAnimation(): boolean {
  const [skipped, setSkipped] = useState(isCalm);
  useEffect(() => {
    const skip = (): void => setSkipped(true);
    const timer = setTimeout(() => {
      for (const press of PRESSES) addEventListener(press, skip, { once: true });
    }, LATE_MOVES);
    return () => {
      clearTimeout(timer);
      for (const press of PRESSES) removeEventListener(press, skip);
    };
  }, []);
  return skipped;
}
