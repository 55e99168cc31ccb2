/** Draws doors to unexplored places, the entry arrow, escalators, and the dwarf's passages in orange walls. */
import type { Opening } from '@hush/rules';
import { glyphAt } from '../art/glyphs.ts';
import { ENAMEL, SHADES, symbolOf } from '../art/palette.ts';
import { withPattern } from './features.ts';

/**
 * Draws something at the middle of a side, with the outside upwards; `upright` turns signs back so that they stay
 * readable.
 */
const atSide = (side: number, inside: (upright: string) => string): string => {
  const [x = 0, y = 0] =
    [
      [150, 0],
      [240, 150],
      [90, 240],
      [0, 90],
    ][side] ?? [];
  return `<g transform="translate(${x} ${y}) rotate(${side * 90})">${inside(`rotate(${-side * 90})`)}</g>`;
};

interface Door {
  readonly side: number;
  /** Whether the door's square has another drawing, so that the badge must be smaller and nearer to the edge. */
  readonly crowded: boolean;
  readonly loudspeaker: 'none' | 'muted' | 'loud';
  readonly patterns?: boolean;
}

/** Draws a door: a glowing threshold in the hero's colour, with the hero's badge and a magnifying glass. */
export function doorArt(
  hero: Exclude<Opening, 'arrow'>,
  { side, crowded, loudspeaker, patterns = false }: Door,
): string {
  const { base, deep, on } = SHADES[hero];
  const [y, r] = crowded ? [14, 13] : [25, 18.5];
  return atSide(
    side,
    upright =>
      `<path d="M-24 4-36-44H36L24 4z" fill="url(#door-${hero})"/>` +
      `<rect x="-27" y="-5" width="54" height="10" rx="3" fill="${deep}"/><rect x="-27" y="-7" width="54" height="9" rx="3" fill="${base}"/>${withPattern('rect x="-27" y="-7" width="54" height="9" rx="3"', hero, { patterns })}<path d="M-25-5.5h50" stroke="#fff" stroke-opacity=".6" stroke-width="1.6"/>` +
      `<g transform="translate(0 ${y}) ${upright}"><circle r="${r + 2}" fill="${ENAMEL}"/><circle r="${r}" fill="${base}" stroke="#fff" stroke-width="1.6" stroke-opacity=".7"/>${withPattern(`circle r="${r}"`, hero, { patterns })}${glyphAt(symbolOf(hero), [0, -1], r * 1.08, on)}` +
      `<g transform="translate(${r * 0.7} ${r * 0.7}) scale(${r / 18.5})"><circle r="9" fill="${ENAMEL}" stroke="#fff" stroke-width="1.4"/>${glyphAt('explore', [0, 0], 11, '#fff')}</g></g>` +
      (loudspeaker === 'none' ? '' : speaker(upright, loudspeaker === 'muted')),
  );
}

/** The loudspeaker beside a green door (CO-6b), which means that exploring with the elf opens a talk window. */
const speaker = (upright: string, muted: boolean): string =>
  `<g transform="translate(-34 -1) ${upright}" opacity="${muted ? 0.45 : 1}"><circle r="9.5" fill="${muted ? '#4a4658' : ENAMEL}" stroke="#fff" stroke-width="1.2"/>${glyphAt('loudspeaker', [0, 0], 12, '#fff')}</g>`;

/** The white arrow through which the tile was entered. */
export const arrowArt = (side: number, shut: boolean): string =>
  atSide(
    side,
    () =>
      `${shut ? `<rect x="-27" y="-7" width="54" height="11" rx="3" fill="#b9b4c9"/><path d="M-18-7v11M-6-7v11M6-7v11M18-7v11" stroke="#6d6880" stroke-width="2"/>` : ''}` +
      '<path d="M0 25-9 14h5.5V6h7v8H9z" fill="#fff" stroke="#0a0720" stroke-opacity=".35" stroke-width="1.5" stroke-linejoin="round" opacity=".9"/>',
  );

/** Draws boards over an opening that faces the wall of another tile. */
export const boardedOpeningArt = (side: number): string =>
  atSide(
    side,
    () =>
      '<path d="M-22 8 22 16M-22 16 22 8" stroke="#5b4630" stroke-width="4" stroke-linecap="round" opacity=".55"/>',
  );

type At = readonly [x: number, y: number];

/**
 * An escalator: a landing at both ends, and a narrow band between them that passes over walls; `bend` is how far the
 * band curves aside.
 */
export function escalatorArt([x1, y1]: At, [x2, y2]: At, bend: number): string {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  const runner = (stroke: string, width: number, rest = ''): string =>
    `<path d="M0 0Q${length / 2} ${bend * 2} ${length} 0" fill="none" stroke="${stroke}" stroke-width="${width}"${rest}/>`;
  const landing = (x: number, arrow: string): string =>
    `<g transform="translate(${x})"><rect x="-20" y="-17" width="40" height="34" rx="9" fill="url(#brass)"/><rect x="-17" y="-14" width="34" height="28" rx="7" fill="#43305c"/><path d="M-11-10v20M11-10v20" stroke="#efe0c0" stroke-width="4.5" opacity=".6"/><path d="${arrow}" fill="#fff3d6"/></g>`;
  return (
    `<g transform="translate(${x1} ${y1}) rotate(${angle.toFixed(1)})">${runner('#000', 20, ' opacity=".3" transform="translate(0 4)"')}` +
    `${runner('#cfa55a', 20)}${runner('#43305c', 15)}${runner('#d9c9ae', 14, ' stroke-dasharray="4" opacity=".75"')}` +
    `${landing(0, 'M7 0-4-8V8z')}${landing(length, 'M-7 0 4-8V8z')}</g>`
  );
}

/** A low passage in an orange wall; it is bricked up if the scenario does not have its rule. */
export function passageArt([x, y]: At, vertical: boolean, inUse: boolean): string {
  const { base, dark, deep } = SHADES.dwarf;
  const [top, side] = inUse ? [base, deep] : ['#8d8599', '#4a4458'];
  return (
    `<g transform="translate(${x} ${y}) rotate(${vertical ? 90 : 0})"><path d="M-30 3h60" stroke="${side}" stroke-width="12" stroke-linecap="round"/><path d="M-30-3h60" stroke="${top}" stroke-width="10" stroke-linecap="round"/>` +
    `<path d="M-27-6h54" stroke="#fff" stroke-opacity=".35" stroke-width="2"/><rect x="-12" y="-9" width="24" height="18" rx="6" fill="${inUse ? '#1c0a05' : '#6b6478'}"/></g>` +
    (inUse
      ? `<circle cx="${x}" cy="${y}" r="10.5" fill="${deep}" stroke="${dark}" stroke-width="1.5"/>${glyphAt('axe', [x, y], 13, '#ffd9c8')}`
      : `<path d="M${x - 6} ${y}h12M${x} ${y - 6}v12" stroke="#4a4458" stroke-width="1.5"/>`)
  );
}
