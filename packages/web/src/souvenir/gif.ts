/**
 * An encoder for animated GIF. Every frame after the first contains only the rectangle that has changed, with unchanged
 * pixels transparent, so a board on which only heroes move needs few bytes.
 */

export type Color = readonly [red: number, green: number, blue: number];

/** The index that means an unchanged pixel, the last one of every palette. */
const TRANSPARENT = 255;
const CODE_BITS = 8;
const CLEAR = 1 << CODE_BITS;
const END = CLEAR + 1;
const MOST_CODES = 4096;

class Bytes {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  put(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const more = new Uint8Array(2 * this.#length);
      more.set(this.#bytes);
      this.#bytes = more;
    }
    this.#bytes[this.#length++] = byte;
  }

  word(value: number): void {
    this.put(value & 0xff);
    this.put(value >> 8);
  }

  text(words: string): void {
    for (const letter of words) this.put(letter.charCodeAt(0));
  }

  all(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }
}

/** Packs codes of growing width into blocks of at most 255 bytes. */
class CodeBlocks {
  readonly #to: Bytes;
  #block: number[] = [];
  #bits = 0;
  #held = 0;

  constructor(to: Bytes) {
    this.#to = to;
  }

  put(code: number, width: number): void {
    this.#bits |= code << this.#held;
    this.#held += width;
    while (this.#held >= 8) {
      this.#byte(this.#bits & 0xff);
      this.#bits >>>= 8;
      this.#held -= 8;
    }
  }

  end(): void {
    if (this.#held > 0) this.#byte(this.#bits & 0xff);
    this.#flush();
    this.#to.put(0);
  }

  #byte(byte: number): void {
    this.#block.push(byte);
    if (this.#block.length === 255) this.#flush();
  }

  #flush(): void {
    if (this.#block.length === 0) return;
    this.#to.put(this.#block.length);
    for (const byte of this.#block) this.#to.put(byte);
    this.#block = [];
  }
}

/**
 * LZW compression in the variant of GIF. The table of known strings is one array, which gives the code of a known string
 * with one more pixel behind it.
 */
function compress(pixels: Uint8Array, to: Bytes): void {
  const blocks = new CodeBlocks(to);
  const known = new Int16Array(MOST_CODES * 256);
  let [next, width] = [END + 1, CODE_BITS + 1];
  blocks.put(CLEAR, width);
  let string = pixels[0] ?? 0;
  for (let i = 1; i < pixels.length; i++) {
    const pixel = pixels[i] ?? 0;
    const both = string * 256 + pixel;
    const code = known[both] ?? 0;
    if (code !== 0) {
      string = code;
      continue;
    }
    blocks.put(string, width);
    if (next === MOST_CODES) {
      blocks.put(CLEAR, width);
      known.fill(0);
      [next, width] = [END + 1, CODE_BITS + 1];
    } else {
      if (next === 1 << width) width++;
      known[both] = next++;
    }
    string = pixel;
  }
  blocks.put(string, width);
  blocks.put(END, width);
  blocks.end();
}

interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the smallest rectangle that contains all pixels that differ; null if no pixel differs. */
function changedArea(before: Uint8Array, after: Uint8Array, width: number): Area | null {
  let [left, top, right, bottom] = [width, Number.POSITIVE_INFINITY, -1, -1];
  for (let i = 0; i < after.length; i++) {
    if (before[i] === after[i]) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = y;
  }
  return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

interface Pending {
  readonly area: Area;
  readonly pixels: Uint8Array;
  /** The duration of the frame, in hundredths of a second. */
  delay: number;
}

export class GifEncoder {
  readonly #bytes = new Bytes();
  readonly #width: number;
  #shown: Uint8Array | null = null;
  #pending: Pending | null = null;

  /** `palette` has at most 255 colours. */
  constructor(width: number, height: number, palette: readonly Color[]) {
    this.#width = width;
    const bytes = this.#bytes;
    bytes.text('GIF89a');
    bytes.word(width);
    bytes.word(height);
    for (const byte of [0xf7, 0, 0]) bytes.put(byte); // the header says that all frames share a palette of 256 colours
    for (let i = 0; i < 256; i++) for (const part of palette[i] ?? [0, 0, 0]) bytes.put(part);
    for (const byte of [0x21, 0xff, 11]) bytes.put(byte);
    bytes.text('NETSCAPE2.0');
    for (const byte of [3, 1, 0, 0, 0]) bytes.put(byte); // the extension that makes the animation repeat for ever
  }

  /** The number of bytes so far. */
  get length(): number {
    return this.#bytes.length;
  }

  /** Adds a frame with these pixels (indices of the palette), shown for a number of hundredths of a second. */
  add(pixels: Uint8Array, delay: number): void {
    const before = this.#shown;
    const height = pixels.length / this.#width;
    const area =
      before === null
        ? { left: 0, top: 0, width: this.#width, height }
        : changedArea(before, pixels, this.#width);
    if (area === null && this.#pending !== null) {
      this.#pending.delay += delay;
      return;
    }
    this.#flush();
    if (area === null) return;
    this.#pending = { area, pixels: cut(before, pixels, this.#width, area), delay };
    this.#shown = pixels.slice();
  }

  end(): Uint8Array<ArrayBuffer> {
    this.#flush();
    this.#bytes.put(0x3b);
    return this.#bytes.all();
  }

  #flush(): void {
    if (this.#pending === null) return;
    const { area, pixels, delay } = this.#pending;
    const bytes = this.#bytes;
    // flags: the frame stays on the screen, and it has transparent pixels
    for (const byte of [0x21, 0xf9, 4, 0x05]) bytes.put(byte);
    bytes.word(delay);
    for (const byte of [TRANSPARENT, 0, 0x2c]) bytes.put(byte);
    for (const value of [area.left, area.top, area.width, area.height]) bytes.word(value);
    bytes.put(0);
    bytes.put(CODE_BITS);
    compress(pixels, bytes);
    this.#pending = null;
  }
}

function cut(before: Uint8Array | null, after: Uint8Array, width: number, area: Area): Uint8Array {
  const pixels = new Uint8Array(area.width * area.height);
  for (let y = 0; y < area.height; y++)
    for (let x = 0; x < area.width; x++) {
      const i = (area.top + y) * width + area.left + x;
      pixels[y * area.width + x] = before !== null && before[i] === after[i] ? TRANSPARENT : (after[i] ?? 0);
    }
  return pixels;
}
