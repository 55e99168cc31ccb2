/** A lantern: lit or dark, on a chain or standing. `size` is its width in pixels. */
import type { JSX } from 'preact';

const DARK = '#4b446e';

export const Lantern = ({
  size = 16,
  lit = true,
}: {
  readonly size?: number;
  readonly lit?: boolean;
}): JSX.Element => (
  <svg
    class={`lantern ${lit ? 'lit' : ''}`}
    width={size}
    height={size * 1.3}
    viewBox="-15 -22 30 39"
    aria-hidden="true"
  >
    <path d="M-10 12h20l3 5h-26z" fill={lit ? '#d0a458' : DARK} />
    <path d="M-9 12-11-8h22L9 12z" fill={lit ? '#ffe7a6' : '#221d45'} />
    {lit && <path d="M-3 12-4-8h8L3 12z" fill="#fff" opacity=".75" />}
    <path d="M-9 12-11-8M9 12 11-8M0 12V-8" stroke={lit ? '#5a3d18' : DARK} stroke-width="1.8" />
    <path d="M-13-8h26L7-15H-7z" fill={lit ? '#d0a458' : DARK} />
    <circle cy="-18" r="3" fill="none" stroke={lit ? '#d0a458' : DARK} stroke-width="2" />
  </svg>
);
