/** Short words for the parts glyphs are made of: all 24 by 24, in the colour of the text around them. */

export const line = (d: string, width = 2.3, more = ''): string =>
  `<path d="${d}" fill="none" stroke="currentColor" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${more}/>`;

export const solid = (d: string): string => `<path d="${d}"/>`;

export const dot = (x: number, y: number, r: number, fill = 'currentColor'): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;

/** A dark line inside a filled shape. */
export const crease = (d: string, width = 1.1): string =>
  `<path d="${d}" fill="none" stroke="#0004" stroke-width="${width}"/>`;
