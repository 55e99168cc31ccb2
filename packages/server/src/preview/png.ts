/** Writes a bitmap as a PNG file with a palette. It needs only zlib, which Node contains. */

import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import type { Bitmap } from './bitmap.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const EIGHT_BITS = 8;
const WITH_PALETTE = 3;
/** The compression level: a fast one, because flat colours become small at any level. */
const LEVEL = 4;

const packed = promisify<Buffer, { readonly level: number }, Buffer>(deflate);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([EIGHT_BITS, WITH_PALETTE, 0, 0, 0], 8);
  return data;
}

/** Returns the rows of the picture; each begins with the number of its filter, 0 for none. */
function rows({ width, height, pixels }: Bitmap): Buffer {
  const data = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) data.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return data;
}

/**
 * Encodes a PNG. Compression runs in a thread of libuv, so that games are not delayed. `palette` has colours such as
 * `#0d0b22`.
 */
export async function pngOf(bitmap: Bitmap, palette: readonly string[]): Promise<Buffer> {
  const colours = Buffer.from(palette.map(colour => colour.slice(1)).join(''), 'hex');
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header(bitmap.width, bitmap.height)),
    chunk('PLTE', colours),
    chunk('IDAT', await packed(rows(bitmap), { level: LEVEL })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
