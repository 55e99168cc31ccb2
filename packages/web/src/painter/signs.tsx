/** Icons of the painter's tools and actions; tools for things of the game use the game's glyphs. */
import type { JSX } from 'preact';
import { Icon, type IconName } from '../art/icon.tsx';
import type { Tool } from './painting.ts';

export type PaintSignName = Tool | 'undo' | 'redo' | 'turn' | 'mirror' | 'remove';

const GAME_GLYPHS: Readonly<Partial<Record<PaintSignName, IconName>>> = {
  vortex: 'vortex',
  item: 'gem',
  exit: 'exit',
  hourglass: 'glass',
  escalator: 'stairs',
  camera: 'camera',
  ball: 'ball',
  start: 'people',
  turn: 'again',
  mirror: 'swap',
};

const FILLED: Readonly<Partial<Record<PaintSignName, string>>> = {
  wall: 'M2.5 6h8v5h-8zM12 6h9.5v5H12zM2.5 12.5h5v5h-5zM9 12.5h8v5H9zM18.5 12.5h3v5h-3z',
  passage: 'M2 6h20v3.5H2zM2 11h5v8H2zM17 11h5v8h-5zM8.5 19v-4.5a3.5 3.5 0 0 1 7 0V19z',
  shop: 'M3.5 3.5h17v17h-17zM6 7.8v8.4l4.2-4.2zM7.8 18h8.4L12 13.8zM18 16.2V7.8L13.8 12zM16.2 6H7.8l4.2 4.2z',
  rubOut:
    'M13.5 3.6 20.8 11a1.5 1.5 0 0 1 0 2.1l-6.7 6.7H8.7l-5-5a1.5 1.5 0 0 1 0-2.1l7.7-9.1a1.5 1.5 0 0 1 2.1 0zM8 21h12.5v1.5H8z',
  door: 'M4.5 21.5v-11a7.5 7.5 0 0 1 15 0v11zm10-8.5a1.3 1.3 0 1 0 .01 0z',
};

const LINES: Readonly<Partial<Record<PaintSignName, string>>> = {
  undo: 'M8.5 4.5 4 9l4.5 4.5M4.5 9H14a5.5 5.5 0 0 1 0 11H9',
  redo: 'M15.5 4.5 20 9l-4.5 4.5M19.5 9H10a5.5 5.5 0 0 0 0 11h5',
  remove: 'M4 6.5h16M9 6V3.5h6V6M6.5 6.5 7.5 20.5h9l1-14M10.3 10.5v6M13.7 10.5v6',
};

export function PaintSign({
  name,
  size = 20,
}: {
  readonly name: PaintSignName;
  readonly size?: number;
}): JSX.Element {
  const glyph = GAME_GLYPHS[name];
  if (glyph !== undefined) return <Icon name={glyph} size={size} />;
  const line = LINES[name];
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      {line === undefined ? (
        <path fill-rule="evenodd" d={FILLED[name] ?? ''} />
      ) : (
        <path
          d={line}
          fill="none"
          stroke="currentColor"
          stroke-width={2.3}
          stroke-linecap="round"
          stroke-linejoin="round"
        />
      )}
    </svg>
  );
}
