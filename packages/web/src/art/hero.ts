/** The heroes: painted wooden peg dolls with four silhouettes, drawn around their feet, 64 wide and 100 tall. */
import type { ByHero, Hero } from '@hush/rules';
import { glyphAt } from './glyphs.ts';
import { BRASS, INK, SHADES, symbolOf } from './palette.ts';
import { asAddress, gradient, once, svgOf } from './picture.ts';

const outlined = (d: string, fill: string, width = 1.4): string =>
  `<path d="${d}" fill="${fill}" stroke="${INK}" stroke-width="${width}" stroke-linejoin="round"/>`;

const HEAD =
  '<circle cy="-58" r="13.5" fill="url(#wood)"/><path d="M-12.5-54a13.5 13.5 0 0 0 25 0c-3 6-22 6-25 0z" fill="#b98a55" opacity=".35"/>' +
  '<g fill="#2a1a10"><circle cx="-4.6" cy="-57.5" r="1.7"/><circle cx="4.6" cy="-57.5" r="1.7"/></g>' +
  '<g fill="#e58b6a" opacity=".55"><circle cx="-8" cy="-53.8" r="2.2"/><circle cx="8" cy="-53.8" r="2.2"/></g>';

const GEAR: ByHero<string> = {
  barbarian:
    outlined(
      'M-14.8-57.500C-15.5-70-8-76.5 0-76.500S15.5-70 14.8-57.500c-2.6-2.7-5.4-4-8.3-4.500L5-66H-5l-1.5 4c-2.9.5-5.7 1.8-8.3 4.500z',
      'url(#steel)',
    ) +
    outlined(
      'M-2.8-76c-1-7 4.5-12.5 15.5-12-4.5 2-6.5 5-6.3 8.5 4-.5 7.3 1.5 8.8 5.5-4.5-2.2-9-2-12.5.5z',
      SHADES.barbarian.base,
    ) +
    `<path d="M-2-76.500V-66h4v-10.500z" fill="${SHADES.barbarian.dark}"/>`,
  mage:
    `<g transform="translate(0 -4)">` +
    outlined(
      'M-18.5-62c4.5-4 8-6 9.5-11.500C-7-82-2-92 12.5-95c-4 5-4 9-1.5 13 1.5 7 2.5 15.5 8 20-11 4.8-26.5 4.8-37.5 0z',
      'url(#coat)',
    ) +
    `<path d="M-11.5-68.500c7 3.2 17 3.2 23.3.2" fill="none" stroke="${BRASS}" stroke-width="3"/><path d="m1.5-84 1.3 2.7 3 .4-2.2 2.1.5 3-2.6-1.4-2.7 1.4.5-3-2.2-2.1 3-.4z" fill="#ffe9a8"/></g>`,
  elf:
    outlined(
      'M-15.5-50c-3-14 2-27 14-29.5 3-.5 6-3.5 7.5-5.5.5 4.5 0 7 2.5 9.5 7.5 6 9.5 15.5 7 25.5-2.5-6-4.5-13.5-15.5-14-10.5.5-13 8-15.5 14z',
      'url(#coat)',
    ) +
    outlined('M9-73c4-6.5 9-9.5 15-10-1 6-4.5 11-11 13.500z', '#fff4d6', 1.2) +
    '<path d="M10-71.500c4-4 8-7 12-9.5" stroke="#b9a06a"/>',
  dwarf:
    outlined('M-14.5-60C-15-71-8-76 0-76s15 5 14.5 16c-9-3.5-20-3.5-29 0z', 'url(#bronze)') +
    outlined(
      'M-14-63.500c-7-.5-10.5-5.5-10-12 2.8 3.6 6.5 5.2 11.6 5zM14-63.500c7-.5 10.5-5.5 10-12-2.8 3.6-6.5 5.2-11.6 5z',
      '#fff1d3',
    ) +
    outlined(
      'M-13.3-55.500c1.5 15 6 21.5 13.3 23.5 7.3-2 11.8-8.5 13.3-23.5-4 3.5-8.3 4-13.3 1-5 3-9.3 2.5-13.3-1z',
      SHADES.dwarf.light,
    ) +
    `<path d="M-5-48c1 5 2.5 9 5 12 2.5-3 4-7 5-12M0-52v16" fill="none" stroke="${SHADES.dwarf.dark}" stroke-width="1.3" opacity=".6"/>`,
};

const METALS =
  gradient('wood', ['#ffe7c2', '#d9a873']) +
  gradient('steel', ['#fff', '#c7cfdd', '#7c869c']) +
  gradient('bronze', ['#e9d7b6', '#b98d57', '#6d4a24']);

/** A cream rim, so that the doll reads on any floor and without any colour. */
const HALO =
  '<filter id="halo" x="-40%" y="-30%" width="180%" height="160%"><feMorphology in="SourceAlpha" operator="dilate" radius="1.6" result="d"/><feFlood flood-color="#fff8e6"/><feComposite in2="d" operator="in" result="h"/><feMerge><feMergeNode in="h"/><feMergeNode in="SourceGraphic"/></feMerge></filter>';

function doll(hero: Hero): string {
  const { base, light, dark, deep } = SHADES[hero];
  const bright = hero === 'barbarian';
  return (
    `<defs>${METALS}${gradient('coat', [light, `${base}@.45`, dark])}${HALO}</defs>` +
    '<ellipse cx="3" cy="3" rx="25" ry="9.5" fill="#0a0820" opacity=".5"/><g filter="url(#halo)">' +
    `<ellipse rx="23" ry="8.8" fill="${deep}"/><ellipse cy="-2.5" rx="23" ry="8.8" fill="${BRASS}"/><ellipse cy="-3.8" rx="20" ry="7.2" fill="${dark}"/>` +
    outlined(
      'M-19-5C-19-22-13-34-9.5-45.500c5-3.5 14-3.5 19 0C13-34 19-22 19-5c-8 6.5-30 6.5-38 0z',
      'url(#coat)',
    ) +
    '<path d="M-19-5C-19-22-13-34-9.5-45.5-10-30-11-14-8.5-1c-4-.6-8-2-10.5-4z" opacity=".14"/><path d="M12-3c2.5-11 0-27-3-41 4 10 10 24 10 39-1.5 1.2-4 2-7 2z" fill="#fff" opacity=".2"/>' +
    `${HEAD}${GEAR[hero]}<circle cy="-22" r="12.6" fill="${bright ? '#fff3c9' : deep}" stroke="${BRASS}" stroke-width="1.8"/>` +
    `${glyphAt(symbolOf(hero), [0, -22], 17, bright ? '#4a2f03' : '#fff')}</g>`
  );
}

/** Width and height of the picture; its feet stand 14 above the bottom. */
export const DOLL = { width: 68, height: 116 } as const;

/** The doll as an image's address. */
export const heroAddress: (hero: Hero) => string = once(hero =>
  asAddress(svgOf(`-34 -102 ${DOLL.width} ${DOLL.height}`, [DOLL.width * 3, DOLL.height * 3], doll(hero))),
);
