import { expect, test } from 'vitest';
import { GifEncoder } from '../../src/souvenir/gif.ts';
import { paletteOf, Quantizer } from '../../src/souvenir/quantize.ts';

const PALETTE = [
  [0, 0, 0],
  [255, 255, 255],
  [200, 30, 30],
] as const;

interface Frame {
  readonly at: readonly number[];
  readonly delay: number;
  readonly pixels: readonly number[];
}

/** A GIF decoder written from the specification: the frames with their place, delay and pixels. */
class GifReader {
  readonly #bytes: Uint8Array;
  #i = 13 + 768;
  #delay = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  frames(): readonly Frame[] {
    const frames: Frame[] = [];
    for (let kind = this.#next(); kind !== 0x3b; kind = this.#next()) {
      if (kind === 0x2c) frames.push(this.#frame());
      else if (kind === 0x21) this.#extension();
      else throw new Error(`unknown block ${kind} at ${this.#i}`);
    }
    return frames;
  }

  #next(): number {
    return this.#bytes[this.#i++] ?? 0x3b;
  }

  #word(): number {
    return this.#next() | (this.#next() << 8);
  }

  #blocks(): readonly number[] {
    const data: number[] = [];
    for (let length = this.#next(); length > 0; length = this.#next())
      for (let n = 0; n < length; n++) data.push(this.#next());
    return data;
  }

  #extension(): void {
    const isControl = this.#next() === 0xf9;
    const [, low = 0, high = 0] = this.#blocks();
    if (isControl) this.#delay = low | (high << 8);
  }

  #frame(): Frame {
    const at = [this.#word(), this.#word(), this.#word(), this.#word()];
    this.#next();
    const least = this.#next();
    return { at, delay: this.#delay, pixels: unpack(this.#blocks(), least) };
  }
}

const decode = (bytes: Uint8Array): readonly Frame[] => new GifReader(bytes).frames();

function codeAt(data: readonly number[], bit: number, width: number): number {
  let code = 0;
  for (let i = 0; i < width; i++) code |= (((data[(bit + i) >> 3] ?? 0) >> ((bit + i) & 7)) & 1) << i;
  return code;
}

function unpack(data: readonly number[], least: number): readonly number[] {
  const [clear, end] = [1 << least, (1 << least) + 1];
  let [bit, width] = [0, least + 1];
  let table: (readonly number[])[] = [];
  let last: readonly number[] = [];
  const pixels: number[] = [];
  for (let code = codeAt(data, bit, width); code !== end; code = codeAt(data, bit, width)) {
    bit += width;
    if (code === clear) {
      table = Array.from({ length: end + 1 }, (_, i) => [i]);
      [width, last] = [least + 1, []];
      continue;
    }
    const string = table[code] ?? [...last, last[0] ?? 0];
    pixels.push(...string);
    if (last.length > 0 && table.length < 4096) table.push([...last, string[0] ?? 0]);
    if (table.length === 1 << width) width = Math.min(12, width + 1);
    last = string;
  }
  return pixels;
}

test('PR-151b the first frame has every pixel, and a later one only the rectangle that changed', () => {
  const gif = new GifEncoder(8, 4, PALETTE);
  const one = new Uint8Array(32).fill(1);
  const two = one.slice();
  two[10] = 2; // x 2, y 1
  two[19] = 2; // x 3, y 2
  gif.add(one, 10);
  gif.add(one, 10); // this frame has the same pixels as the first one, so the first frame is only shown for longer
  gif.add(two, 20);
  const [first, second, ...more] = decode(gif.end());
  expect(more).toEqual([]);
  expect(first).toEqual({ at: [0, 0, 8, 4], delay: 20, pixels: [...one] });
  expect(second).toEqual({ at: [2, 1, 2, 2], delay: 20, pixels: [2, 255, 255, 2] });
});

test('PR-151b pictures that fill the table of codes several times are decoded to the same pixels', () => {
  const [width, height] = [300, 200];
  const gif = new GifEncoder(width, height, PALETTE);
  let state = 1;
  const noise = Uint8Array.from({ length: width * height }, () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return (state >> 16) % 251;
  });
  gif.add(noise, 5);
  expect(decode(gif.end())[0]?.pixels).toEqual([...noise]);
});

test('PR-151b a picture with few colours keeps them up to five bits per channel, and one with many gets 255 colours', () => {
  const flat = Uint8ClampedArray.from([12, 20, 28, 255, 12, 20, 28, 255, 204, 100, 52, 255]);
  const palette = paletteOf([flat]);
  const pixels = new Quantizer(palette).indices(flat);
  expect(pixels[0]).toBe(pixels[1]);
  for (const [i, index] of pixels.entries())
    for (const part of [0, 1, 2])
      expect(Math.abs((palette[index]?.[part] ?? 0) - (flat[i * 4 + part] ?? 0))).toBeLessThanOrEqual(8);
  const many = Uint8ClampedArray.from({ length: 4 * 4096 }, (_, i) => (i % 4 === 3 ? 255 : (i * 37) % 256));
  expect(paletteOf([many]).length).toBeLessThanOrEqual(255);
});
