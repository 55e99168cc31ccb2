/** A picture with a palette index for each pixel, and the few shapes that are needed to draw a board. */

type Pair = readonly [number, number];

export class Bitmap {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;

  constructor(width: number, height: number) {
    [this.width, this.height] = [width, height];
    this.pixels = new Uint8Array(width * height);
  }

  /** Fills a part of one row; pixels outside the picture are left out. */
  #span(y: number, from: number, to: number, colour: number): void {
    if (y < 0 || y >= this.height) return;
    const [left, right] = [Math.max(0, Math.round(from)), Math.min(this.width, Math.round(to))];
    if (right > left) this.pixels.fill(colour, y * this.width + left, y * this.width + right);
  }

  rect([x, y]: Pair, [width, height]: Pair, colour: number): void {
    for (let row = Math.round(y); row < Math.round(y + height); row++) this.#span(row, x, x + width, colour);
  }

  disc(x: number, y: number, radius: number, colour: number): void {
    for (let row = Math.round(y - radius); row <= y + radius; row++) {
      const half = Math.sqrt(Math.max(0, radius * radius - (row + 0.5 - y) ** 2));
      this.#span(row, x - half, x + half, colour);
    }
  }

  /** Fills a convex polygon given by its corners. */
  polygon(corners: readonly Pair[], colour: number): void {
    const ys = corners.map(([, y]) => y);
    for (let row = Math.floor(Math.min(...ys)); row < Math.max(...ys); row++) {
      const xs = crossings(corners, row + 0.5);
      this.#span(row, Math.min(...xs), Math.max(...xs), colour);
    }
  }
}

/** The columns at which the sides of a polygon cross a row. */
const crossings = (corners: readonly Pair[], y: number): readonly number[] =>
  corners.flatMap(([x0, y0], i) => {
    const [x1, y1] = corners[(i + 1) % corners.length] ?? [x0, y0];
    if (y0 === y1 || y < Math.min(y0, y1) || y > Math.max(y0, y1)) return [];
    return [x0 + ((x1 - x0) * (y - y0)) / (y1 - y0)];
  });
