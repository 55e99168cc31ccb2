/**
 * SHA-256 (FIPS 180-4) of a text, written out here, because the rules run in pages, workers and servers and need the
 * result at once: node:crypto is not in pages, and WebCrypto is asynchronous.
 */

/** The eight 32-bit words of the digest. */
export function sha256Words(text: string): readonly number[] {
  const blocks = padded(utf8(text));
  const state = [...INITIAL];
  for (let start = 0; start < blocks.length; start += 64) compress(state, blocks, start);
  return state;
}

export const sha256 = (text: string): string =>
  sha256Words(text)
    .map(word => word.toString(16).padStart(8, '0'))
    .join('');

/** Converts text to bytes without TextEncoder, which belongs to the platform and not to the language. */
function utf8(text: string): number[] {
  const bytes: number[] = [];
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), tail(point));
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), tail(point >> 6), tail(point));
    else bytes.push(0xf0 | (point >> 18), tail(point >> 12), tail(point >> 6), tail(point));
  }
  return bytes;
}

const tail = (bits: number): number => 0x80 | (bits & 0x3f);

function padded(bytes: readonly number[]): Uint8Array {
  const blocks = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  blocks.set(bytes);
  blocks[bytes.length] = 0x80;
  new DataView(blocks.buffer).setUint32(blocks.length - 4, bytes.length * 8);
  return blocks;
}

function compress(state: number[], blocks: Uint8Array, start: number): void {
  const w = schedule(blocks, start);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (CONSTANTS[i] ?? 0) + (w[i] ?? 0)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] = ((state[i] ?? 0) + word) >>> 0;
  });
}

function schedule(blocks: Uint8Array, start: number): Int32Array {
  const view = new DataView(blocks.buffer, start, 64);
  const w = new Int32Array(64);
  for (let i = 0; i < 16; i++) w[i] = view.getInt32(i * 4);
  for (let i = 16; i < 64; i++) {
    const w15 = w[i - 15] ?? 0;
    const w2 = w[i - 2] ?? 0;
    const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
    const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
    w[i] = (w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1;
  }
  return w;
}

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The first 32 bits of the fractional part, which doubles represent exactly for these small roots. */
const fraction = (root: number): number => ((root - Math.floor(root)) * 0x100000000) | 0;

const PRIMES: readonly number[] = firstPrimes(64);
const INITIAL: readonly number[] = PRIMES.slice(0, 8).map(prime => fraction(Math.sqrt(prime)) >>> 0);
const CONSTANTS: readonly number[] = PRIMES.map(prime => fraction(Math.cbrt(prime)));

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every(prime => n % prime !== 0)) primes.push(n);
  return primes;
}
