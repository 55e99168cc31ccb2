/** Draws the feature of a square, centred on the middle of the square. */
import type { Feature, Hero } from '@hush/rules';
import { glyphAt } from '../art/glyphs.ts';
import { ALARM, ENAMEL, SHADES, symbolOf } from '../art/palette.ts';

/** The state of the game that changes how features look. */
export interface FeatureState {
  readonly alarm: boolean;
  readonly noVortex: boolean;
  readonly shows: { readonly balls: boolean; readonly cameras: boolean };
  /** Whether patterns are drawn over the heroes' colours. */
  readonly patterns?: boolean;
}

/** The shape, and above it the same shape filled with the hero's pattern if patterns are switched on. */
export const withPattern = (
  shape: string,
  hero: Hero,
  { patterns }: Pick<FeatureState, 'patterns'>,
): string => (patterns ? `<${shape} fill="url(#hatch-${hero})"/>` : '');

const circle = (r: number, fill: string, more = ''): string => `<circle r="${r}" fill="${fill}"${more}/>`;
const glow = (id: string, r = 31): string => circle(r, `url(#${id})`);
const medallion = (r = 23): string =>
  `<circle cy="1.5" r="${r + 2.5}" opacity=".25"/>${circle(r + 2.2, 'url(#brass)')}${circle(r, ENAMEL)}`;
const GREY = '#8b8798';

const strokes = (d: string, color: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round"${more}/>`;

const SWIRL = 'M-17 0a17 17 0 0 1 27-13.5M17 0a17 17 0 0 1-27 13.5';

function vortex(hero: Hero, mood: FeatureState, angle: number): string {
  const { alarm, noVortex } = mood;
  const { light } = SHADES[hero];
  if (alarm || noVortex)
    return (
      medallion() +
      circle(21, '#2b2838') +
      strokes('M-14 0a14 14 0 0 1 25-8M14 0a14 14 0 0 1-25 8', '#6a6678', 2.5) +
      glyphAt(symbolOf(hero), [0, 0], 17, GREY) +
      strokes('M-17-17l34 34M17-17l-34 34', alarm ? ALARM : '#d9d4e6', 3.5, ' opacity=".9"')
    );
  return (
    glow(`glow-${hero}`) +
    medallion() +
    circle(21.5, `url(#vortex-${hero})`) +
    withPattern('circle r="21.5"', hero, mood) +
    `<g transform="rotate(${angle})">${strokes(SWIRL, light, 2.6)}${strokes('M-12-3a12.5 12.5 0 0 1 9-9M12 3a12.5 12.5 0 0 1-9 9', light, 1.8, ' opacity=".8"')}</g>` +
    circle(11.5, '#120f2a', ` stroke="${light}" stroke-width="1.2"`) +
    glyphAt(symbolOf(hero), [0, 0], 15.5, '#fff')
  );
}

const PEDESTAL = (fill: string): string =>
  `<ellipse cy="16" rx="23" ry="9" fill="${ENAMEL}"/><ellipse cy="12" rx="23" ry="9" fill="url(#brass)"/><ellipse cy="10.5" rx="19" ry="7" fill="${fill}"/>`;

function item(hero: Hero, mood: FeatureState): string {
  const { deep, light } = SHADES[hero];
  if (mood.alarm)
    return `${PEDESTAL('#2b2838')}<path d="M-17 10V-2l6 5 5-8 6 9 5-7 6 6 6-5v12" fill="#dfeaff" fill-opacity=".22" stroke="#fff" stroke-opacity=".8" stroke-width="1.5"/>`;
  return (
    glow(`glow-${hero}`, 33) +
    PEDESTAL(deep) +
    '<path d="M-17 10V-8a17 19 0 0 1 34 0v18a17 6.5 0 0 1-34 0z" fill="#dfeaff" fill-opacity=".3" stroke="#fff" stroke-opacity=".85" stroke-width="1.5"/>' +
    `<circle cy="-5" r="13.5" fill="${deep}" opacity=".92"/>${withPattern('circle cy="-5" r="13.5"', hero, mood)}${glyphAt(symbolOf(hero), [0, -5], 22, light)}` +
    strokes('M-12-10c1-6 4-9 8-11', '#fff', 2.5, ' opacity=".9"') +
    '<circle cy="-27" r="2.6" fill="url(#brass)"/>'
  );
}

function exit(hero: Hero, mood: FeatureState): string {
  const { alarm } = mood;
  const { deep, base, light } = SHADES[hero];
  return (
    `<rect x="-26" y="-26" width="52" height="52" rx="9" fill="${deep}"${alarm ? ' stroke="#fff" stroke-width="3"' : ''}/>` +
    withPattern('rect x="-26" y="-26" width="52" height="52" rx="9"', hero, mood) +
    `<rect x="-22" y="-22" width="44" height="44" rx="6" fill="none" stroke="${base}" stroke-width="2.5" stroke-dasharray="5 3.5"/>` +
    glyphAt('exit', [7, -6], 26, light) +
    glyphAt(symbolOf(hero), [-9, 9], 19, '#fff')
  );
}

/** A feature that is out of order: an engraved symbol, struck out. */
const struck = (name: 'glass' | 'ball' | 'camera'): string =>
  `<g opacity=".6">${circle(21, 'none', ' stroke="#5f533c" stroke-width="2" stroke-dasharray="4 4"')}${glyphAt(name, [0, 0], 24, '#5f533c')}${strokes('M-14 14l28-28', '#5f533c', 3)}</g>`;

/** A feature whose rule this scenario does not have: an engraving on plain floor (SC-Lg). */
const engraved = (name: 'ball' | 'camera'): string =>
  `<g opacity=".22">${glyphAt(name, [0, 0], 28, '#4d4232')}</g>`;

const lozenge = (inside: string): string =>
  `<g transform="rotate(45)"><rect x="-18" y="-18" width="36" height="36" rx="7" fill="url(#brass)"/><rect x="-15.5" y="-15.5" width="31" height="31" rx="5" fill="#2a2144"/></g>${inside}`;

const hourglass = (used: boolean): string =>
  used ? struck('glass') : glow('glow-brass') + lozenge(glyphAt('glass', [0, 0], 25, '#ffe2a0'));

const badge = (hero: Hero): string =>
  `<g transform="translate(17 17)">${circle(9.5, ENAMEL)}${circle(8, SHADES[hero].base)}${glyphAt(symbolOf(hero), [0, 0], 10.5, SHADES[hero].on)}</g>`;

function ball(used: boolean, inUse: boolean): string {
  if (!inUse) return engraved('ball');
  if (used) return struck('ball');
  return (
    glow('glow-mage', 33) +
    `<path d="M-15 20l5-8h20l5 8q-15 6-30 0z" fill="url(#brass)" stroke="#4b3212"/>` +
    circle(19, 'url(#crystal)', ' cy="-4" stroke="#fff" stroke-opacity=".8" stroke-width="1.5"') +
    strokes('M-12-9c2-6 6-9 11-10', '#fff', 2.6, ' opacity=".85"') +
    `<path d="m3-12 1.6 4 4 1.6-4 1.6L3-1l-1.6-3.8-4-1.6 4-1.6z" fill="#fff" opacity=".9"/>` +
    badge('mage')
  );
}

function camera(off: boolean, inUse: boolean): string {
  if (!inUse) return engraved('camera');
  if (off) return struck('camera');
  return (
    glow('glow-barbarian', 33) + medallion(22) + glyphAt('camera', [0, 0], 27, '#fff3c9') + badge('barbarian')
  );
}

/** The drawing of a feature; `used` if an out-of-order marker lies on it. */
export function featureArt(feature: Feature, mood: FeatureState, used: boolean, angle: number): string {
  switch (feature.type) {
    case 'item':
      return item(feature.hero, mood);
    case 'exit':
      return exit(feature.hero, mood);
    case 'vortex':
      return vortex(feature.hero, mood, angle);
    case 'hourglass':
      return hourglass(used);
    case 'ball':
      return ball(used, mood.shows.balls);
    case 'camera':
      return camera(used, mood.shows.cameras);
  }
}
