/**
 * Rows as bytes: their checksums, and how to find them in a page that SQLite itself no longer reads. Format:
 * https://sqlite.org/fileformat2.html, tables WITHOUT ROWID.
 */
import { crc32 } from 'node:zlib';

const LEAF = 10;
const INNER = 2;
const PAGE_HEADER = { [LEAF]: 8, [INNER]: 12 };
const CHILD = { [LEAF]: 0, [INNER]: 4 }; // bytes before the payload: the number of a child page
const FIRST_TEXT = 13; // serial types of columns: odd ones from here on are text
/** Sizes of integers by serial type. */
const INTEGERS = [0, 1, 2, 3, 4, 6];
/** Integers that the serial type itself encodes. */
const CONSTANTS = new Map([
  [8, 0],
  [9, 1],
]);

/** @typedef {{ log: string, version: number }} Row an entry, or a head with the log's last version */

/**
 * The text comes first, because crc32 of an empty buffer may restart from zero.
 * @param {string} log
 * @param {number} version
 * @param {Uint8Array} text
 */
export const entrySum = (log, version, text) => crc32(` ${log} ${version}`, crc32(text));

/** @param {string} log @param {number} version */
export const headSum = (log, version) => crc32(`${log} ${version}`);

/**
 * The entries and heads of a page whose checksums are right; everything else is skipped. Entries that overflow a page are
 * skipped, too, because their head tells their version.
 * @param {Buffer} page
 * @returns {readonly Row[]}
 */
export function rowsIn(page) {
  const kind = page[0];
  if (kind !== LEAF && kind !== INNER) return [];
  /** @type {Row[]} */
  const rows = [];
  for (let i = 0, at = PAGE_HEADER[kind]; i < page.readUInt16BE(3) && at + 2 <= page.length; i++, at += 2) {
    const row = rowAt(page, page.readUInt16BE(at) + CHILD[kind]);
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
  const columns = columnsIn(page.subarray(size.end, size.end + size.value));
  const [log, version] = columns;
  if (!(log instanceof Uint8Array) || typeof version !== 'number') return undefined;
  const row = { log: log.toString(), version };
  return columns.at(-1) === sumOf(row, columns) ? row : undefined;
}

/** @param {Row} row @param {readonly (Buffer | number)[]} columns */
function sumOf({ log, version }, columns) {
  const [, , text] = columns;
  if (columns.length === 3) return headSum(log, version);
  return columns.length === 4 && text instanceof Uint8Array ? entrySum(log, version, text) : undefined;
}

/**
 * The columns of a record, or none where it is not one of our rows.
 * @param {Buffer} record
 * @returns {readonly (Buffer | number)[]}
 */
function columnsIn(record) {
  /** @type {(Buffer | number)[]} */
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
 * @returns {{ value: Buffer | number, end: number } | undefined}
 */
function columnAt(record, at, kind) {
  const constant = CONSTANTS.get(kind);
  if (constant !== undefined) return { value: constant, end: at };
  const isText = kind >= FIRST_TEXT && kind % 2 === 1;
  const length = isText ? (kind - FIRST_TEXT) / 2 : (INTEGERS[kind] ?? 0);
  const end = at + length;
  if (end > record.length || (length === 0 && !isText)) return undefined;
  return { value: isText ? record.subarray(at, end) : record.readIntBE(at, length), end };
}

/**
 * A varint: seven bits per byte, the last byte without the high bit; ours have at most five bytes.
 * @param {Buffer} bytes
 * @param {number} from
 */
function varint(bytes, from) {
  let value = 0;
  for (let at = from; at < from + 5; at++) {
    const byte = bytes[at] ?? 0;
    value = value * 128 + (byte & 127);
    if (byte < 128) return { value, end: at + 1 };
  }
  return { value, end: from + 5 };
}
