/**
 * SVG drawings as images. They are separate documents, so their ids cannot clash and their filters are rendered once.
 */

/**
 * An SVG as a data address. Only characters that are not allowed in an address or an attribute are escaped; base64 would
 * be a third longer.
 */
export const asAddress = (svg: string): string =>
  `data:image/svg+xml,${svg.replace(/[%#<>"&\n]/g, sign => ESCAPES[sign] ?? sign)}`;

const ESCAPES: Readonly<Record<string, string>> = {
  '%': '%25',
  '#': '%23',
  '<': '%3C',
  '>': '%3E',
  '"': "'",
  '&': '%26',
  '\n': '',
};

export const svgOf = (
  viewBox: string,
  size: readonly [width: number, height: number],
  inside: string,
): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" width="${size[0]}" height="${size[1]}">${inside}</svg>`;

/** A cache: each picture is made once per key. */
export function cachedPicture<K>(make: (key: K) => string): (key: K) => string {
  const known = new Map<K, string>();
  return key => {
    const made = known.get(key) ?? make(key);
    known.set(key, made);
    return made;
  };
}

export const gradient = (id: string, stops: readonly string[], direction = 'x2="1" y2="1"'): string =>
  `<linearGradient id="${id}" x1="0" y1="0" ${direction}>${stopsOf(stops)}</linearGradient>`;

/** The stops of a gradient. A stop is `colour` or `colour opacity`; stops are spread evenly unless one has an `@offset`. */
export const stopsOf = (stops: readonly string[]): string =>
  stops
    .map((stop, i) => {
      const [words = '', offset = `${i / Math.max(1, stops.length - 1)}`] = stop.split('@');
      const [color, opacity] = words.split(' ');
      return `<stop offset="${offset}" stop-color="${color}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`;
    })
    .join('');
