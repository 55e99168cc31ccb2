/**
 * Rows as they lie in the file: the checksum that each carries, and how to find them in a page that the database
 * itself no longer gives out. Format: https://sqlite.org/fileformat2.html, of tables without row ids.
 */
import { crc32 } from 'node:zlib';

const LEAF = 10;
const INNER = 2;
const PAGE_HEADER = { [LEAF]: 8, [INNER]: 12 };
const CHILD = { [LEAF]: 0, [INNER]: 4 }; // bytes before the payload that name another page
const FIRST_TEXT = 13; // kinds of columns: odd ones from here on are text
/** Bytes of the whole numbers, by the kind of their column. */
const INTEGERS = [0, 1, 2, 3, 4, 6];
/** Numbers that lie in the kind alone. */
const CONSTANTS = new Map([
  [8, 0],
  [9, 1],
]);

/** @typedef {{ log: string, version: number }} Row which entry it is, or which was the last when it was written */

/**
 * The text comes first: from an empty buffer crc32 may start anew.
 * @param {string} log
 * @param {number} version
 * @param {Uint8Array} text
 */
export const entrySum = (log, version, text) => crc32(` ${log} ${version}`, crc32(text));

/** @param {string} log @param {number} version */
export const headSum = (log, version) => crc32(`${log} ${version}`);

/**
 * The entries and heads of a page whose checksums are right; whatever else it holds is passed over. An entry that does
 * not fit into a page is too: its head tells as much.
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
 * A record's columns, or none where it is no record of ours.
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
 * A number in seven bits a byte, the last without the mark; ours never take more than five.
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
