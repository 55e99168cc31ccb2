/**
 * Gestures as small animated drawings: mittens and faces, without text. The moving parts of a drawing are groups with
 * a class name, which the styles animate. With reduced motion the still drawing alone shows the gesture.
 */
import type { Gesture } from '@hush/rules';
import type { JSX } from 'preact';
import { setDrawing } from './trusted-markup.ts';

const SKIN = '#ffe3b0';
const INK = '#2a1f4a';

const part = (name: string, inside: string): string => `<g class="${name}">${inside}</g>`;
const path = (d: string, more = ''): string => `<path d="${d}" ${more}/>`;
const ink = (d: string, width = 3): string =>
  path(
    d,
    `fill="none" stroke="${INK}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`,
  );
const skin = (d: string, fill = SKIN): string =>
  path(d, `fill="${fill}" stroke="${INK}" stroke-width="3" stroke-linejoin="round"`);
/** Lines that suggest movement; they are also shown with reduced motion. */
const motion = (d: string): string =>
  path(d, 'class="motion" fill="none" stroke="#ffd34d" stroke-width="3.5" stroke-linecap="round"');
const dot = (x: number, y: number): string => `<circle cx="${x}" cy="${y}" r="2.7" fill="${INK}"/>`;

const HAND =
  skin(
    'M21 35V17a4 4 0 0 1 8 0v-4a4 4 0 0 1 8 0v4a4 4 0 0 1 8 0v5a3.6 3.6 0 0 1 7 0v16c0 11-6 18-15 18-8 0-12-4-16-11l-7-12c-2-5 4-8 7-4z',
  ) + ink('M29 17v14M37 17v14M45 22v10', 2.2);
const CUFF = skin('M24 53h26v9H24z', '#7e4fe0');
const HEAD = `<circle cx="32" cy="32" r="20" fill="${SKIN}" stroke="${INK}" stroke-width="3"/>`;
const FACE = HEAD + dot(25, 29) + dot(39, 29);
const FIST = skin('M20 30h22c5 0 8 3 8 8v8c0 6-4 10-10 10H28c-6 0-9-3-9-8z') + ink('M33 38h16M33 45h16', 2.2);
const FINGER =
  skin(
    'M26 30V12a4.500 4.500 0 0 1 9 0v17h10c5 0 7 3 7 8v7c0 9-5 14-13 14-9 0-12-3-16-10l-8-11c-2-4 4-8 7-5z',
  ) + ink('M35 29v9M42 30v8', 2.2);
const BODY = skin('M18 62c0-14 5-21 14-21s14 7 14 21z', '#3fc1a8');
const SMALL_HEAD = `<circle cx="32" cy="26" r="12" fill="${SKIN}" stroke="${INK}" stroke-width="3"/>`;

export const GESTURE_ART: Readonly<Record<Gesture, string>> = {
  wave: part('swing', HAND + CUFF) + motion('M9 22c-3 5-3 9-1 14M55 12c4 4 5 8 5 13'),
  nod: part('bob', FACE + ink('M24 39q8 7 16 0')) + motion('M57 18v22m-5-6 5 7 5-7'),
  'shake-head':
    part('sway', FACE + ink('M25 42q7-5 14 0')) + motion('M14 58h36M19 54l-6 4 6 4M45 54l6 4-6 4'),
  'thumbs-up':
    part('rise', skin('M30 31c-3-5 2-11 1-19 0-5 8-6 9 1 1 6 0 11-1 17z') + FIST) +
    motion('M12 16v-8M20 12l-4-7M52 16V8'),
  shrug:
    part(
      'lift',
      skin('M15 46c-6 0-9-5-9-11M49 46c6 0 9-5 9-11', 'none') +
        skin('M3 35c0-5 8-5 8 0zM53 35c0-5 8-5 8 0z') +
        BODY +
        SMALL_HEAD +
        dot(28, 25) +
        dot(36, 25) +
        ink('M28 32q4-2 8 0', 2.4),
    ) + motion('M24 8q8-5 16 0'),
  hurry:
    `<circle cx="28" cy="38" r="20" fill="#fff6dd" stroke="${INK}" stroke-width="3"/>` +
    ink('M28 38V25M28 38l9 5') +
    part('tap', `<g transform="translate(44 46) rotate(225) scale(.5)">${FINGER}</g>`) +
    motion('M4 14c3-4 7-7 12-8M56 42c1 5 0 9-2 13'),
  wait: part('push', HAND + CUFF) + motion('M8 12c-3 4-3 9-1 13M58 40c3 5 3 9 1 13M57 8l3 4'),
  clap:
    part(
      'left',
      skin('M12 40c-2-8 5-26 10-26 4 0 2 6 2 6s4-6 7-4c2 2-1 7-1 7 5-2 5 3 3 7-3 9-6 20-14 20-4 0-6-5-7-10z'),
    ) +
    part(
      'right',
      skin(
        'M52 40c2-8-5-26-10-26-4 0-2 6-2 6s-4-6-7-4c-2 2 1 7 1 7-5-2-5 3-3 7 3 9 6 20 14 20 4 0 6-5 7-10z',
      ),
    ) +
    motion('M32 4v7M20 6l3 5M44 6l-3 5'),
  bow:
    skin('M24 62V44c0-4 16-4 16 0v18z', '#7e4fe0') +
    part(
      'bend',
      skin('M25 47c-2-9 3-17 11-19l9 9c-3 8-9 12-20 10z', '#7e4fe0') +
        `<circle cx="45" cy="26" r="10" fill="${SKIN}" stroke="${INK}" stroke-width="3"/>` +
        ink('M44 29q3 2 6 0', 2.2) +
        dot(49, 25),
    ) +
    motion('M14 16c8-8 18-9 27-5'),
  facepalm:
    HEAD +
    ink('M26 44q6-4 12 0') +
    part(
      'sink',
      skin(
        'M13 64c-3-15 1-27 9-34 4-3 6-6 9-8 3-3 6 0 4 4l6-4c4-2 6 3 3 5 4 0 5 4 2 6 3 1 3 5-1 6L32 46c-3 5-4 11-4 18z',
      ),
    ) +
    motion('M56 20v10M60 25l-8 0'),
  point: part('jab', FINGER) + motion('M20 8l-5-4M30 2V0M41 8l5-4'),
};

export const GesturePicture = ({
  gesture,
  size,
}: {
  readonly gesture: Gesture;
  readonly size: number;
}): JSX.Element => (
  <svg
    key={gesture}
    class={`gesture is-${gesture}`}
    width={size}
    height={size}
    viewBox="0 0 64 64"
    aria-hidden="true"
    ref={element => {
      if (element !== null && element.childElementCount === 0) setDrawing(element, GESTURE_ART[gesture]);
    }}
  />
);
