/** Draws the lanterns in the holes between tiles, and the signpost between two malls. */
import { asAddress, cachedPicture, gradient, stopsOf, svgOf } from '../art/picture.ts';

const BRASS = gradient('brass', ['#f6dfa6', '#d0a458@.45', '#7d5726'], 'x2="0" y2="1"');

/** The size of the picture in pixels: the lantern and its light on the walls around it. */
const LANTERN = 168;

function lanternArt(alarm: boolean): string {
  const near = alarm
    ? ['#ffd0cc .95@0', '#ff5a62 .6@.18', '#ff2f4a .2@.5', '#ff2040 0@1']
    : ['#fff0b8 .95@0', '#ffc45c .55@.2', '#ff9a2e .2@.5', '#ff9a3d 0@1'];
  return (
    `<defs>${BRASS}<radialGradient id="lamp">${stopsOf(near)}</radialGradient></defs><circle r="84" fill="url(#lamp)" opacity=".5"/>` +
    `<circle r="24" fill="${alarm ? '#3a0f22' : '#2c1d22'}"/><circle r="24" fill="url(#lamp)" opacity=".8"/><circle r="24" fill="none" stroke="url(#brass)" stroke-width="1.6" opacity=".7"/>` +
    `<path d="M-10 12h20l3 5h-26z" fill="url(#brass)"/><path d="M-9 12-11-8h22L9 12z" fill="${alarm ? '#ff6b6b' : '#ffe7a6'}"/><path d="M-3 12-4-8h8L3 12z" fill="#fff" opacity=".75"/>` +
    '<path d="M-9 12-11-8M9 12 11-8M0 12V-8" stroke="#5a3d18" stroke-width="1.8"/><path d="M-13-8h26L7-15H-7z" fill="url(#brass)" stroke="#4b3212"/><circle cy="-18" r="3.6" fill="none" stroke="url(#brass)" stroke-width="2.2"/>'
  );
}

const picture = (art: string): string => asAddress(svgOf('-84 -84 168 168', [LANTERN * 2, LANTERN * 2], art));

export const lanternAddress: (alarm: boolean) => string = cachedPicture(alarm => picture(lanternArt(alarm)));

const board = (y: number, points: string, numeral: string): string =>
  `<g transform="translate(0 ${y})"><path d="${points}" fill="url(#brass)" stroke="#4b3212" stroke-width="2" stroke-linejoin="round"/><path d="${numeral}" stroke="#2a1f4a" stroke-width="5" stroke-linecap="round"/></g>`;

/** A signpost between two malls: the first mall is in the west and the second in the east. */
export const signAddress: (one: 'sign') => string = cachedPicture(() =>
  picture(
    `<defs>${BRASS}</defs><ellipse cx="2" cy="66" rx="26" ry="7" opacity=".4"/><path d="M-4-66h8V64h-8z" fill="#74502d" stroke="#2c1b10" stroke-width="1.5"/><circle cy="-68" r="6" fill="url(#brass)"/>` +
      board(-38, 'M-50 0l16-16h60v32h-60z', 'M-8-7v14') +
      board(2, 'M50 0 34-16h-60v32h60z', 'M3-7v14M13-7v14'),
  ),
);
