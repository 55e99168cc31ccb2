/**
 * Reads small QR codes (versions 1 to 6, bytes) from clean pictures, without error correction. Written from the
 * standard, ISO/IEC 18004, independently of the code that draws them.
 */

/** Rows of modules without a border; true is dark. */
export type Modules = readonly (readonly boolean[])[];

/**
 * For each character, which of its two rows are light: a light module is drawn, a dark one is the terminal's
 * background.
 */
const LETTERS: Readonly<Record<string, readonly [boolean, boolean]>> = {
  '█': [false, false],
  '▀': [false, true],
  '▄': [true, false],
  ' ': [true, true],
};

export function modulesInTerminal(text: string, border: number): Modules {
  const lines = text
    .split('\n')
    .map(line => [...line].map(letter => LETTERS[letter] ?? fail(`letter ${letter}`)));
  const rows = lines.flatMap(line => [line.map(([upper]) => upper), line.map(([, lower]) => lower)]);
  const size = (rows[0]?.length ?? 0) - 2 * border;
  return rows.slice(border, border + size).map(row => row.slice(border, border + size));
}

/**
 * By error correction level (in the order M, L, H, Q of their numbers) and by version: check bytes in each block, and
 * number of blocks.
 */
const BLOCKS: readonly (readonly (readonly [number, number])[])[] = [
  [
    [10, 1],
    [16, 1],
    [26, 1],
    [18, 2],
    [24, 2],
    [16, 4],
  ],
  [
    [7, 1],
    [10, 1],
    [15, 1],
    [20, 1],
    [26, 1],
    [18, 2],
  ],
  [
    [17, 1],
    [28, 1],
    [22, 2],
    [16, 4],
    [22, 4],
    [28, 4],
  ],
  [
    [13, 1],
    [22, 1],
    [18, 2],
    [26, 2],
    [18, 4],
    [24, 4],
  ],
];

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  x => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

const FORMAT_MASK = 0b10101_0000010010;
const BYTES = 0b0100;

export function readQr(modules: Modules): string {
  const size = modules.length;
  const version = (size - 17) / 4;
  const dark = (x: number, y: number): boolean => modules[y]?.[x] ?? fail(`nothing at ${x}, ${y}`);
  const format = formatOf(dark);
  const mask = MASKS[(format >> 10) & 7] ?? fail('no mask');
  const [correction, blocks] = BLOCKS[format >> 13]?.[version - 1] ?? fail(`version ${version}`);
  const bits = pathOf(size, version).map(([x, y]) => dark(x, y) !== mask(x, y));
  const words = bytesOf(bits).slice(0, Math.floor(bits.length / 8));
  const data = dataOf(words, words.length - correction * blocks, blocks);
  return textOf(data.flatMap(word => [...word.toString(2).padStart(8, '0')].map(bit => bit === '1')));
}

/**
 * Reads the fifteen format bits around the finder pattern at the top left: level, mask and ten bits to correct them.
 */
function formatOf(dark: (x: number, y: number) => boolean): number {
  const along = [0, 1, 2, 3, 4, 5, 7, 8];
  const places = [...along.map(x => [x, 8] as const), ...[7, 5, 4, 3, 2, 1, 0].map(y => [8, y] as const)];
  return numberOf(places.map(([x, y]) => dark(x, y))) ^ FORMAT_MASK;
}

/** The modules that hold data, in their order: two columns at a time from the right, up and down. */
function pathOf(size: number, version: number): readonly (readonly [number, number])[] {
  const path: (readonly [number, number])[] = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right--;
    for (let i = 0; i < size; i++) {
      const y = up ? size - 1 - i : i;
      for (const x of [right, right - 1]) if (!isFixed(x, y, size, version)) path.push([x, y]);
    }
    up = !up;
  }
  return path;
}

/** Whether a module holds no data: finder patterns with the format beside them, timing lines, alignment pattern. */
function isFixed(x: number, y: number, size: number, version: number): boolean {
  const finder = (x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8);
  const square = version > 1 && Math.abs(x - (size - 7)) <= 2 && Math.abs(y - (size - 7)) <= 2;
  return finder || square || x === 6 || y === 6;
}

/**
 * Puts the bytes of the blocks together. Bytes are dealt to the blocks in turn; the last blocks may have one byte
 * more.
 */
function dataOf(words: readonly number[], count: number, blocks: number): readonly number[] {
  const short = Math.floor(count / blocks);
  const shorts = blocks - (count % blocks);
  return Array.from({ length: blocks }, (_, block) => {
    const dealt = words.slice(0, short * blocks).filter((_word, i) => i % blocks === block);
    return block < shorts ? dealt : [...dealt, words[short * blocks + block - shorts] ?? fail('too short')];
  }).flat();
}

function textOf(bits: readonly boolean[]): string {
  if (numberOf(bits.slice(0, 4)) !== BYTES) throw new Error('not made of bytes');
  const length = numberOf(bits.slice(4, 12));
  return Buffer.from(bytesOf(bits.slice(12, 12 + 8 * length))).toString('utf8');
}

const numberOf = (bits: readonly boolean[]): number => bits.reduce((sum, bit) => 2 * sum + (bit ? 1 : 0), 0);

const bytesOf = (bits: readonly boolean[]): number[] =>
  Array.from({ length: Math.ceil(bits.length / 8) }, (_, i) => numberOf(bits.slice(8 * i, 8 * i + 8)));

function fail(why: string): never {
  throw new Error(`no QR code: ${why}`);
}
