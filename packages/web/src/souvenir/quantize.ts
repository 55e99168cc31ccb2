/**
 * Finds at most 255 colours for a few pictures (median cut), and draws pictures in these colours. Colours are
 * distinguished by five bits per channel.
 */
import type { Color } from './gif.ts';

const CELLS = 1 << 15;
const MOST_COLORS = 255;

const cellOfPixel = (data: Uint8ClampedArray, i: number): number =>
  (((data[i] ?? 0) >> 3) << 10) | (((data[i + 1] ?? 0) >> 3) << 5) | ((data[i + 2] ?? 0) >> 3);

const partsOf = (cell: number): Color => [(cell >> 10) & 31, (cell >> 5) & 31, cell & 31];

interface Box {
  readonly cells: readonly number[];
  readonly count: number;
  /** The channel with the widest range of values; `worth` is that range weighted by the number of pixels. */
  readonly part: number;
  readonly worth: number;
}

function boxOf(cells: readonly number[], counts: Uint32Array): Box {
  const least = [31, 31, 31];
  const most = [0, 0, 0];
  let count = 0;
  for (const cell of cells) {
    count += counts[cell] ?? 0;
    for (const [i, value] of partsOf(cell).entries()) {
      least[i] = Math.min(least[i] ?? 0, value);
      most[i] = Math.max(most[i] ?? 0, value);
    }
  }
  const ranges = most.map((value, i) => value - (least[i] ?? 0));
  const range = Math.max(...ranges);
  // The square root prevents a large area of one colour from taking all entries of the palette.
  return { cells, count, part: ranges.indexOf(range), worth: range * Math.sqrt(count) };
}

function split({ cells, count, part }: Box, counts: Uint32Array): readonly [Box, Box] {
  const sorted = [...cells].sort((a, b) => (partsOf(a)[part] ?? 0) - (partsOf(b)[part] ?? 0));
  let [at, sum] = [0, 0];
  while (at < sorted.length - 2 && sum + (counts[sorted[at] ?? 0] ?? 0) < count / 2)
    sum += counts[sorted[at++] ?? 0] ?? 0;
  return [boxOf(sorted.slice(0, at + 1), counts), boxOf(sorted.slice(at + 1), counts)];
}

function meanOf({ cells, count }: Box, counts: Uint32Array): Color {
  const sums = [0, 0, 0];
  for (const cell of cells)
    for (const [i, value] of partsOf(cell).entries()) sums[i] = (sums[i] ?? 0) + value * (counts[cell] ?? 0);
  const [red = 0, green = 0, blue = 0] = sums.map(sum => Math.min(255, Math.round((sum / count) * 8 + 4)));
  return [red, green, blue];
}

/** The palette of these pictures, given as the pixels of canvases. */
export function paletteOf(pictures: readonly Uint8ClampedArray[]): readonly Color[] {
  const counts = new Uint32Array(CELLS);
  for (const data of pictures)
    for (let i = 0; i < data.length; i += 4) {
      const cell = cellOfPixel(data, i);
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  const used = Array.from({ length: CELLS }, (_, cell) => cell).filter(cell => (counts[cell] ?? 0) > 0);
  const boxes = [boxOf(used, counts)];
  while (boxes.length < MOST_COLORS) {
    const widest = boxes.reduce((best, box, i) => (box.worth > (boxes[best]?.worth ?? 0) ? i : best), 0);
    const box = boxes[widest];
    if (box === undefined || box.cells.length < 2) break;
    boxes.splice(widest, 1, ...split(box, counts));
  }
  return boxes.map(box => meanOf(box, counts));
}

/** Maps pixels to indices of a palette, with a cache for each of the 32,768 colour cells. */
export class Quantizer {
  readonly #palette: readonly Color[];
  readonly #nearest = new Int16Array(CELLS).fill(-1);

  constructor(palette: readonly Color[]) {
    this.#palette = palette;
  }

  indices(data: Uint8ClampedArray): Uint8Array {
    const pixels = new Uint8Array(data.length / 4);
    for (let i = 0; i < pixels.length; i++) {
      const cell = cellOfPixel(data, i * 4);
      let index = this.#nearest[cell] ?? -1;
      if (index < 0) {
        index = this.#find(cell);
        this.#nearest[cell] = index;
      }
      pixels[i] = index;
    }
    return pixels;
  }

  #find(cell: number): number {
    const [red, green, blue] = partsOf(cell).map(part => part * 8 + 4) as unknown as Color;
    let [best, least] = [0, Number.POSITIVE_INFINITY];
    for (const [i, [r, g, b]] of this.#palette.entries()) {
      const far = 2 * (r - red) ** 2 + 4 * (g - green) ** 2 + 3 * (b - blue) ** 2;
      if (far < least) [best, least] = [i, far];
    }
    return best;
  }
}
