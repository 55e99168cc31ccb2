/**
 * The unused bytes of a page. `secure_delete` overwrites a deleted row, but not the copies that SQLite left behind
 * when it had moved the row to another page. Format: https://sqlite.org/fileformat2.html.
 */
import { varint } from './rows.mjs';

const INNER_INDEX = 2;
const INNER_TABLE = 5;
const LEAF_INDEX = 10;
const LEAF_TABLE = 13;
/**
 * The number of bytes in the header of a page, and before the payload of each cell, by kind of page.
 * @type {Readonly<Record<number, { header: number, child: number }>>}
 */
const KINDS = {
  [INNER_INDEX]: { header: 12, child: 4 },
  [INNER_TABLE]: { header: 12, child: 4 },
  [LEAF_INDEX]: { header: 8, child: 0 },
  [LEAF_TABLE]: { header: 8, child: 0 },
};
const FILE_HEADER = 100; // bytes before the page header, only on page 1
const SMALLEST = 4; // the fewest bytes that a cell or a free block takes
const ZEROS = Buffer.alloc(65_536);
const RESERVED = 0; // bytes at the end of each page; our files have none

/** @typedef {{ from: number, to: number }} Span */

/**
 * Overwrites the unused bytes with zeros. `clean`: there was nothing to overwrite, or the page has no rows. `damaged`: the
 * layout of the page is inconsistent, so it is not known which bytes are unused, and none is changed.
 * @param {Buffer} page it is changed
 * @param {number} number from 1
 * @returns {'wiped' | 'clean' | 'damaged'}
 */
export function overwriteUnusedBytes(page, number) {
  const at = number === 1 ? FILE_HEADER : 0;
  const kind = KINDS[page[at] ?? 0];
  if (kind === undefined) return 'clean';
  const spans = unusedSpans(page, at, kind);
  if (spans === null) return 'damaged';
  const dirty = spans.filter(({ from, to }) => page.compare(ZEROS, 0, to - from, from, to) !== 0);
  for (const { from, to } of dirty) page.fill(0, from, to);
  return dirty.length > 0 ? 'wiped' : 'clean';
}

/**
 * Returns the gap between the pointers and the cells, and the bytes of free blocks after their own four; null if cells,
 * free blocks and fragments do not fill the page.
 * @param {Buffer} page
 * @param {number} at
 * @param {{ header: number, child: number }} kind
 * @returns {readonly Span[] | null}
 */
function unusedSpans(page, at, kind) {
  const end = page.length - RESERVED;
  const cells = page.readUInt16BE(at + 3);
  const gap = { from: at + kind.header + 2 * cells, to: page.readUInt16BE(at + 5) || end };
  if (gap.from > gap.to || gap.to > end) return null;
  const free = freeBlocks(page, page.readUInt16BE(at + 1), gap.to);
  if (free === null) return null;
  const fragments = page[at + 7] ?? 0;
  let used = fragments + free.reduce((sum, { from, to }) => sum + to - from, 0);
  for (let i = 0; i < cells; i++) {
    const cell = page.readUInt16BE(at + kind.header + 2 * i);
    if (cell < gap.to || cell + SMALLEST > end) return null;
    used += cellSize(page, cell, page[at] ?? 0);
  }
  if (used !== end - gap.to) return null;
  return [gap, ...free.map(({ from, to }) => ({ from: from + SMALLEST, to }))];
}

/**
 * The free blocks of a page, which form a linked list, in ascending order.
 * @param {Buffer} page
 * @param {number} first 0 where there is none
 * @param {number} least
 * @returns {readonly Span[] | null}
 */
function freeBlocks(page, first, least) {
  /** @type {Span[]} */
  const blocks = [];
  for (let from = first; from !== 0; from = page.readUInt16BE(from)) {
    if (from < (blocks.at(-1)?.to ?? least) || from + SMALLEST > page.length) return null;
    const to = from + page.readUInt16BE(from + 2);
    if (to < from + SMALLEST || to > page.length) return null;
    blocks.push({ from, to });
  }
  return blocks;
}

/**
 * @param {Buffer} page
 * @param {number} cell
 * @param {number} kind
 */
function cellSize(page, cell, kind) {
  const start = cell + (KINDS[kind]?.child ?? 0);
  const first = varint(page, start);
  if (kind === INNER_TABLE) return Math.max(SMALLEST, first.end - cell);
  const payload = kind === LEAF_TABLE ? varint(page, first.end).end : first.end;
  return Math.max(SMALLEST, payload - cell + localBytes(first.value, page.length - RESERVED, kind));
}

/**
 * How many bytes of a payload are on the page; the other bytes are on overflow pages, whose number takes four bytes.
 * @param {number} payload
 * @param {number} usable
 * @param {number} kind
 */
function localBytes(payload, usable, kind) {
  const most = kind === LEAF_TABLE ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
  if (payload <= most) return payload;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const local = least + ((payload - least) % (usable - 4));
  return (local <= most ? local : least) + 4;
}
