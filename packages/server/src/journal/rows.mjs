/**
 * The checksums of rows, and how to find rows in the bytes of a page that SQLite can no longer read. Format:
 * https://sqlite.org/fileformat2.html.
 */
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

const LEAF = 10;
const INNER = 2;
const NUMBERED_LEAF = 13; // page type of the table of recent entries, whose rows have row ids
const PAGE_HEADER = { [LEAF]: 8, [INNER]: 12, [NUMBERED_LEAF]: 8 };
// bytes before the payload of a cell: an inner page has the number of a child page there
const CHILD = { [LEAF]: 0, [INNER]: 4, [NUMBERED_LEAF]: 0 };
const FIRST_BLOB = 12; // serial types of columns: above this number, even numbers are blobs and odd numbers are texts
const LINK_BYTES = 8;
/** The sizes of integers in bytes; the index is the serial type. */
const INTEGERS = [0, 1, 2, 3, 4, 6];
/** Values that have no bytes, because the serial type itself stands for them. */
const CONSTANTS = new Map([
  [0, null],
  [8, 0],
  [9, 1],
]);

/** @typedef {{ log: string, version: number }} Row an entry, or a head with the log's last version */
/**
 * A link: eight bytes of a hash over an entry and all entries before it. Null in rows of format 1, which had no
 * links.
 * @typedef {Buffer | null} Link
 */

/** The link that the first entry of a log carries. */
export const NO_LINK = Buffer.alloc(0);

/**
 * The version of the marker entry that replaces compacted entries: its text says how many there were, and its link is
 * that of the last one.
 */
export const MARK = 0;

/** @param {Link} link */
export const hex = link => (link === null ? '' : ` ${link.toString('hex')}`);

/**
 * The link of an entry. The next entry carries it, so a log is a hash chain.
 * @param {string} log
 * @param {number} version
 * @param {Uint8Array | string} text a string counts as its UTF-8 bytes
 * @param {Link} prev
 */
export function linkOf(log, version, text, prev) {
  const before = `${log} ${version}${hex(prev)} `;
  const all = typeof text === 'string' ? before + text : Buffer.concat([Buffer.from(before), text]);
  // One call that returns text takes less than half the time of a hash object.
  return Buffer.from(hash('sha256', all, 'hex').slice(0, 2 * LINK_BYTES), 'hex');
}

/**
 * The checksum of an entry. The text is the first part, because crc32 of an empty second part may begin again at zero.
 * @param {string} log
 * @param {number} version
 * @param {Uint8Array} text
 * @param {Link} prev
 */
export const entrySum = (log, version, text, prev) => crc32(` ${log} ${version}${hex(prev)}`, crc32(text));

/**
 * The head of a log: its last version, the link of that entry, and the last moment of its sand (game 0 if it has none).
 * @typedef {{ version: number, link: Link, game: number, at: number }} Head
 */

/** @param {string} log @param {Head} head */
export const headSum = (log, { version, link, game, at }) =>
  crc32(`${log} ${version}${hex(link)}${game === 0 ? '' : ` ${game} ${at}`}`);

/**
 * The rows of a page with a right checksum: entries, and heads of logs. All other rows are skipped. Entries that continue on
 * another page are skipped, too, because the head of their log shows their version.
 * @param {Buffer} page
 * @returns {readonly Row[]}
 */
export function rowsIn(page) {
  const kind = page[0];
  if (kind !== LEAF && kind !== INNER && kind !== NUMBERED_LEAF) return [];
  /** @type {Row[]} */
  const rows = [];
  for (let i = 0, at = PAGE_HEADER[kind]; i < page.readUInt16BE(3) && at + 2 <= page.length; i++, at += 2) {
    const start = page.readUInt16BE(at) + CHILD[kind];
    const row = kind === NUMBERED_LEAF ? numberedRowAt(page, start) : rowAt(page, start);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

/**
 * @param {Buffer} page
 * @param {number} at
 * @returns {Row | undefined}
 */
function rowAt(page, at) {
  const size = varint(page, at);
  return rowOf(columnsIn(page.subarray(size.end, size.end + size.value)));
}

/**
 * Reads a row with a row id, which stands before the record; the record itself has a null in its place.
 * @param {Buffer} page
 * @param {number} at
 */
function numberedRowAt(page, at) {
  const size = varint(page, at);
  const number = varint(page, size.end);
  return rowOf(columnsIn(page.subarray(number.end, number.end + size.value)).slice(1));
}

/** @param {readonly Column[]} columns @returns {Row | undefined} */
function rowOf(columns) {
  const [log, version] = columns;
  if (!(log instanceof Uint8Array) || typeof version !== 'number') return undefined;
  const row = { log: log.toString(), version };
  return isSound(row, columns) ? row : undefined;
}

/**
 * Whether a row's checksum is right. An entry has a text before its checksum, a head has none. Rows of format 1 end with the
 * checksum.
 * @param {Row} row
 * @param {readonly Column[]} columns
 */
function isSound({ log, version }, columns) {
  const [, , text] = columns;
  const isEntry = text instanceof Buffer;
  const [sum, link = null, game = 0, at = 0] = columns.slice(isEntry ? 3 : 2);
  if (typeof link === 'number' || typeof game !== 'number' || typeof at !== 'number') return false;
  return sum === (isEntry ? entrySum(log, version, text, link) : headSum(log, { version, link, game, at }));
}

/** @typedef {Buffer | number | null} Column */

/**
 * Returns the columns of a record; empty if the record is not one of our rows.
 * @param {Buffer} record
 * @returns {readonly Column[]}
 */
function columnsIn(record) {
  /** @type {Column[]} */
  const columns = [];
  const header = varint(record, 0);
  let { end: at } = header;
  let body = header.value;
  while (at < header.value && at < record.length) {
    const kind = varint(record, at);
    const column = columnAt(record, body, kind.value);
    if (column === undefined) return [];
    columns.push(column.value);
    at = kind.end;
    body = column.end;
  }
  return columns;
}

/**
 * @param {Buffer} record
 * @param {number} at
 * @param {number} kind
 * @returns {{ value: Column, end: number } | undefined}
 */
function columnAt(record, at, kind) {
  const constant = CONSTANTS.get(kind);
  if (constant !== undefined) return { value: constant, end: at };
  const isBytes = kind >= FIRST_BLOB;
  const length = isBytes ? (kind - FIRST_BLOB) >> 1 : (INTEGERS[kind] ?? 0);
  const end = at + length;
  if (end > record.length || (length === 0 && !isBytes)) return undefined;
  return { value: isBytes ? record.subarray(at, end) : record.readIntBE(at, length), end };
}

/**
 * Reads a number of seven bits per byte, of which only the last byte lacks the high bit; the numbers in our rows have at
 * most five bytes.
 * @param {Buffer} bytes
 * @param {number} from
 */
export function varint(bytes, from) {
  let value = 0;
  for (let at = from; at < from + 5; at++) {
    const byte = bytes[at] ?? 0;
    value = value * 128 + (byte & 127);
    if (byte < 128) return { value, end: at + 1 };
  }
  return { value, end: from + 5 };
}
