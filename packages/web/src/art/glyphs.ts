/**
 * The glyphs that a running game shows: the symbols of heroes first, then actions, places and buttons. Glyphs that only
 * other screens show are in more-glyphs.ts.
 */

export const line = (d: string, width = 2.3, more = ''): string =>
  `<path d="${d}" fill="none" stroke="currentColor" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${more}/>`;

export const solid = (d: string): string => `<path d="${d}"/>`;

export const dot = (x: number, y: number, r: number, fill = 'currentColor'): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;

/** A dark line inside a filled shape. */
export const innerLine = (d: string, width = 1.1): string =>
  `<path d="${d}" fill="none" stroke="#0004" stroke-width="${width}"/>`;

export const GLYPHS = {
  sword:
    solid('M21.6 2.4 21 7.2 11.6 16.4 7.6 12.4 16.8 3z') +
    innerLine('M18.9 5.1 9.6 14.4') +
    solid('m4.7 11.6 1.8-1.8 7.7 7.7-1.8 1.8zM7 14.9l2.1 2.1-3.5 3.5-2.1-2.1z') +
    dot(3.9, 20.1, 2.1),
  flask:
    '<path fill-rule="evenodd" d="M8.6 1.8h6.8v2.4h-1V9l5.6 8.9c1.2 2-.2 4.5-2.5 4.5h-11C4.2 22.4 2.8 19.9 4 17.9L9.6 9V4.2h-1zM7.3 16.6l-1.2 2c-.4.6.1 1.4.8 1.4h10.2c.7 0 1.2-.8.8-1.4l-1.2-2c-1.9-1.1-3.2.6-4.9.6s-2.7-1.5-4.5-.6z"/>' +
    dot(12.9, 13, 1.2, '#0005'),
  bow:
    line('M5.3 2.6c9.3.5 15.6 6.8 16.1 16.1', 2.6) +
    line('M5.3 2.6 21.4 18.7', 1.2) +
    line('M3.6 20.4 17.2 6.8', 2) +
    solid('M20.4 3.6 19.2 9 15 4.8zM2.2 21.8l.5-4.2 3.7 3.7z'),
  axe:
    solid(
      'm4.2 22.2-2.1-2L13.6 6.4l2.2 2zM10.2 3.2c3.6-2 8.2-1.7 11.8.9-.2 4.4-1.7 8.6-4.7 11.6-.6-2.7-1.6-4.5-3.3-5.9-1.7-1.4-2.9-1.9-5.2-2.1 1-1.3 1.4-2.7 1.4-4.5z',
    ) + innerLine('M20.3 5.3c-.3 3-1.1 5.6-2.5 7.8'),

  arrow: solid('M12 2.3 20.7 12.6h-5V21.4H8.3V12.6h-5z'),
  explore:
    line('M16.6 10.3a6.3 6.3 0 1 1-12.6 0 6.3 6.3 0 0 1 12.6 0z', 2.6) +
    line('m15.2 15.2 6 6', 3.2) +
    line('M7.3 10.3a3 3 0 0 1 3-3', 1.6),
  stairs: line('M2.5 21h4.8v-4.7h4.7v-4.7h4.7V6.9h4.8', 2.6) + line('M5 11.5 12.5 4H8m4.5 0v4.5', 2),
  vortex:
    line(
      'M12.2 12.3c1.5-1.8 3.9-.3 3.4 1.9-.7 3-5.4 3.7-7.2.9C5.9 11.3 9 6.4 13.6 6.7c5 .3 7.8 5.4 6 9.9',
      2.5,
    ) +
    line(
      'M11.8 11.7c-1.5 1.8-3.9.3-3.4-1.9.4-1.6 1.9-2.5 3.5-2.6M3.2 12.6C3.3 6.5 7.8 2.5 13 2.7',
      2,
      ' opacity=".75"',
    ),

  glass:
    line('M5 2.5h14M5 21.5h14', 2.6) +
    line('M6.8 3.5c0 5 4 6.2 4 8.5s-4 3.5-4 8.5h10.4c0-5-4-6.2-4-8.5s4-3.5 4-8.5z', 1.9) +
    solid(
      'M8.7 7h6.6c-.7 1.9-2.5 3-3.3 4.2-.8-1.2-2.6-2.3-3.3-4.2zM8.3 19.4c.4-2.4 2.3-3.2 3.7-4.8 1.4 1.6 3.3 2.4 3.7 4.8z',
    ),
  bot:
    solid('M4 8.5h16v11H4z') +
    line('M12 8V4.5M1.8 12v4M22.2 12v4', 2.2) +
    dot(12, 3.4, 1.8) +
    dot(9, 13, 1.6, '#0009') +
    dot(15, 13, 1.6, '#0009') +
    innerLine('M9 16.8h6', 1.4),
  exit: line('M13.5 3H5v18h8.5', 2.4) + line('M10 12h11m-4.3-4.3L21 12l-4.3 4.3', 2.6),
  gem: solid('M6.5 3.5h11l4.5 6-10 12-10-12z') + innerLine('M2 9.5h20M8.5 9.5 12 21l3.5-11.5-3.5-6z', 1.2),
  ball:
    dot(12, 10, 8) +
    '<path d="M7.5 8.5a5 5 0 0 1 4-3.8" fill="none" stroke="#0006" stroke-width="1.8" stroke-linecap="round"/>' +
    solid('M6.5 18.5h11l2 3.5h-15z'),
  camera:
    solid(
      'M2.6 8.6 15.8 3.2c.9-.4 1.9.1 2.3 1l1.7 4.3c.4.9-.1 1.9-1 2.3L5.6 16.1zM19.5 12.3l2.7-1.1c.3 1.3.2 2.6-.4 3.7z',
    ) +
    dot(7, 10.6, 1.7, '#0006') +
    line('M8.8 16.2c.4 2.6-.6 4-3.3 4H2.8', 2.4),
  loudspeaker:
    solid('M2.5 8.5h4.7L13.5 3v18l-6.3-5.5H2.5z') +
    line('M16.5 8.5c1.7 2 1.7 5 0 7M19 5.5c3.2 3.8 3.2 9.2 0 13', 2.1),
  tiles: solid('m12 2.5 9.5 5-9.5 5-9.5-5z') + line('m3 12 9 4.7 9-4.7M3 16.5l9 4.7 9-4.7', 2),

  hush:
    line(
      'M3 5.5A2.5 2.5 0 0 1 5.5 3h13A2.5 2.5 0 0 1 21 5.5v8a2.5 2.5 0 0 1-2.5 2.5H12l-5 4.5V16H5.5A2.5 2.5 0 0 1 3 13.5z',
      2.2,
    ) + line('M2.5 21.5 21.5 2', 2.4),
  speech: solid(
    'M5.5 3h13A2.5 2.5 0 0 1 21 5.5v8a2.5 2.5 0 0 1-2.5 2.5H12l-5 4.5V16H5.5A2.5 2.5 0 0 1 3 13.5v-8A2.5 2.5 0 0 1 5.5 3z',
  ),
  bell: solid(
    'M12 2.2c4.2 0 6.6 3 6.6 7 0 4.8 2.4 6.2 2.4 8.3H3c0-2.1 2.4-3.5 2.4-8.3 0-4 2.4-7 6.6-7zM9.2 19.5a2.9 2.9 0 0 0 5.6 0z',
  ),
  stare:
    line('M11 12.5a4.5 5 0 1 1-9 0 4.5 5 0 0 1 9 0zM22 12.5a4.5 5 0 1 1-9 0 4.5 5 0 0 1 9 0z', 2) +
    dot(7.8, 13, 2) +
    dot(18.8, 13, 2) +
    line('M2.5 4.8 9 6.6M21.5 4.8 15 6.6', 2),
  crown: solid('M2.5 6.5 7.3 10.5 12 3.5l4.7 7 4.8-4-1.8 11H4.3zM4.3 19h15.4v2.3H4.3z'),
  away: solid('M14.5 2.5A9.5 9.5 0 1 0 21.5 15 8.5 8.5 0 0 1 14.5 2.5z'),

  menu: line('M4 6.5h16M4 12h16M4 17.5h16', 2.4),
  fit: line('M3.5 9V3.5H9M15 3.5h5.5V9M20.5 15v5.5H15M9 20.5H3.5V15', 2.4),
  follow:
    line('M12 1.8v4M12 18.2v4M1.8 12h4M18.2 12h4M18.6 12a6.6 6.6 0 1 1-13.2 0 6.6 6.6 0 0 1 13.2 0z', 2.3) +
    dot(12, 12, 2.6),
  plus: line('M12 4v16M4 12h16', 2.8),
  minus: line('M4 12h16', 2.8),
  check: line('m4 12.5 5.5 5.5L20 6.5', 3),
  close: line('M5 5l14 14M19 5 5 19', 2.8),
  back: line('M14.5 4.5 7 12l7.5 7.5', 2.8),
  again: line('M4.5 12a7.5 7.5 0 1 0 2.6-5.7L3.5 9.5M3.5 4v5.5H9', 2.4),
  swap: line('M4 8.5h15.5m-4-4 4 4-4 4M20 15.5H4.5m4-4-4 4 4 4', 2.2),
  wifi: line('M2.5 9.5c5.5-5 13.5-5 19 0M6 13.5c3.5-3.1 8.5-3.1 12 0', 2.4) + dot(12, 18, 2.2),
} as const satisfies Readonly<Record<string, string>>;

export type GlyphName = keyof typeof GLYPHS;

/** A glyph inside a larger drawing, centred on a point. */
export const glyphAt = (
  name: GlyphName,
  at: readonly [x: number, y: number],
  size: number,
  color: string,
): string =>
  `<g transform="translate(${at[0] - size / 2} ${at[1] - size / 2}) scale(${size / 24})" fill="${color}" color="${color}">${GLYPHS[name]}</g>`;
