/** The picture of an hourglass. Its properties say how much sand is in each bulb; it reads no clock. */
import type { JSX } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { GLASS_SHAPE, lowerPath, sandAt, upperPath } from './sand-shape.ts';

interface Props {
  /** How much sand is above the neck, and how much in the whole hourglass, in the same unit. */
  readonly left: number;
  readonly capacity: number;
  /** True for the 600 ms after a turn; the sand is already drawn as after the turn. */
  readonly turning?: boolean;
  readonly alarm?: boolean;
  /** False while the sand stands still: before the start, in a pause, after the end. */
  readonly running?: boolean;
  /** Whether the picture is still, because the player wants reduced motion. */
  readonly isCalm: boolean;
  /** Width in pixels; by default the page's style decides. */
  readonly size?: number;
}

const SAND = ['#ffeec0', '#f3c56b', '#c98a36'] as const;
const RED_SAND = ['#ffb0a3', '#ff6a5c', '#b3262f'] as const;
const BRASS = ['#ffeab8', '#cf9f52', '#744e1f'] as const;

const bulb = (end: number, side: 1 | -1): string =>
  `M29 ${end}C29 ${106 + side * 26} 68 ${106 + side * 20} 70.5 106H79.5C82 ${106 + side * 20} 121 ${106 + side * 26} 121 ${end}Z`;
const BULBS = bulb(GLASS_SHAPE.top, -1) + bulb(GLASS_SHAPE.bottom, 1);

const Shading = ({
  id,
  colors,
}: {
  readonly id: string;
  readonly colors: readonly string[];
}): JSX.Element => (
  <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
    {colors.map((color, i) => (
      <stop key={color} offset={i / 2} stop-color={color} />
    ))}
  </linearGradient>
);

const PLATES = [
  [13, 17, 124, 17, 7],
  [24, 9, 102, 10, 5],
  [13, 179, 124, 17, 7],
  [24, 194, 102, 10, 5],
] as const;

const Frame = ({ brass }: { readonly brass: string }): JSX.Element => (
  <g fill={brass} stroke="#3a240c" stroke-width="1.2">
    {PLATES.map(([x, y, width, height, rx]) => (
      <rect key={y} x={x} y={y} width={width} height={height} rx={rx} />
    ))}
    <path d="M20 21.5h110M20 183.5h110" stroke="#fff6d6" stroke-width="1.6" opacity=".7" />
  </g>
);

export function HourglassPicture({
  left,
  capacity,
  turning,
  alarm,
  running = true,
  isCalm,
  size,
}: Props): JSX.Element {
  const id = useId();
  const part = capacity > 0 ? Math.min(1, Math.max(0, left / capacity)) : 0;
  const sand = sandAt(part);
  const colors = alarm ? RED_SAND : SAND;
  const flows = running && !turning && part > 0;
  const floor = Math.min(GLASS_SHAPE.bottom, GLASS_SHAPE.neck + Math.max(4, sand.tip));
  return (
    <svg
      class={`hourglass ${isCalm ? 'calm' : ''} ${turning ? 'turning' : ''}`}
      viewBox="0 0 150 213"
      width={size}
      height={size === undefined ? undefined : Math.round(size * 1.42)}
      aria-hidden="true"
    >
      <defs>
        <Shading id={`${id}s`} colors={colors} />
        <Shading id={`${id}b`} colors={BRASS} />
      </defs>
      <ellipse cx="75" cy="202" rx="60" ry="9" opacity=".35" />
      <g class="hourglass-body">
        <g fill={`url(#${id}b)`}>
          <path d="M21 30h6v154h-6zM123 30h6v154h-6z" />
          <circle cx="24" cy="106" r="5.5" />
          <circle cx="126" cy="106" r="5.5" />
        </g>
        <path d={BULBS} fill="#201a3c" />
        <path d={BULBS} fill="#8fb0ff" opacity=".16" />
        <g fill={`url(#${id}s)`} stroke="#fff7dc" stroke-opacity=".7" stroke-width="1">
          <path d={upperPath(sand)} />
          <path d={lowerPath(sand)} />
        </g>
        {flows && (
          <path
            class="stream"
            d={`M75 ${GLASS_SHAPE.neck - 3}V${floor}`}
            stroke={colors[0]}
            stroke-width="2.6"
          />
        )}
        <path d={BULBS} fill="none" stroke="#dbe6ff" stroke-opacity=".75" stroke-width="2" />
        <path
          d="M38 44c1 18 7 31 17 41M112 170c-1-12-5-22-11-30"
          fill="none"
          stroke="#fff"
          stroke-width="4"
          stroke-linecap="round"
          opacity=".5"
        />
        <Frame brass={`url(#${id}b)`} />
      </g>
    </svg>
  );
}

const TURNING = 600;

/** True for 600 ms after each turn of the hourglass; `turned` counts the turns. */
export function useTurning(turned: number): boolean {
  const [shown, setShown] = useState(turned);
  useEffect(() => {
    if (shown === turned) return undefined;
    const timer = setTimeout(() => setShown(turned), TURNING);
    return () => clearTimeout(timer);
  }, [turned, shown]);
  return turned > shown;
}
