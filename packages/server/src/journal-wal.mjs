/**
 * A look at the write-ahead log before the database recovers from it. Recovery takes the first frame whose
 * checksum is wrong for the end, as after a torn write, and silently forgets whatever follows. A torn write
 * is at most one commit: the next is only begun when the one before is on the disk. Two or more after the
 * break mean that acknowledged ones are lost. Format: https://sqlite.org/walformat.html
 */
import { copyFileSync, readFileSync, statSync } from 'node:fs';

const PAGE_SIZE = 4096; // the database's own choice, never changed by us
const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC = 0x377f0682; // the lowest bit says that checksums are big-endian

/** @typedef {{ wal: DataView, little: boolean, pageSize: number, salts: readonly [number, number] }} Wal */
/** @typedef {readonly [number, number]} Sum */

/**
 * What recovery is going to lose, as a sentence, with the damaged file kept beside; or undefined when
 * nothing acknowledged is.
 * @param {string} path
 * @returns {string | undefined}
 */
export function lostCommits(path) {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) < HEADER + FRAME_HEADER + PAGE_SIZE)
    return undefined;
  const bytes = readFileSync(path);
  const wal = parse(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const { end, sound } = soundPart(wal);
  const lost = commitsFrom(wal, sound);
  if (lost < 2) return undefined;
  copyFileSync(path, `${path}.damaged`);
  const cost = `up to ${lost} acknowledged writes are lost`;
  return `${path} is damaged at byte ${end}: ${cost}; a copy is in ${path}.damaged.`;
}

/**
 * The salts mark a generation of the log; they are taken from the first frame, because the header may be
 * what is damaged.
 * @param {DataView} wal with at least one frame
 * @returns {Wal}
 */
function parse(wal) {
  const salts = /** @type {const} */ ([wal.getUint32(HEADER + 8), wal.getUint32(HEADER + 12)]);
  return { wal, little: wal.getUint32(0) === MAGIC, pageSize: PAGE_SIZE, salts };
}

/**
 * Where the unbroken chain of checksums ends, and the end of the last commit within it.
 * @param {Wal} log
 */
function soundPart(log) {
  const { wal, pageSize } = log;
  let sum = checksum(log, [0, 0], 0, 24);
  let sound = HEADER;
  let at = HEADER;
  const begins = (wal.getUint32(0) | 1) === (MAGIC | 1) && wal.getUint32(8) === pageSize && hasSalts(log, 8);
  if (!begins || !storedAt(wal, 24, sum)) return { end: 0, sound };
  for (; at + FRAME_HEADER + pageSize <= wal.byteLength; at += FRAME_HEADER + pageSize) {
    if (!hasSalts(log, at)) break;
    sum = checksum(log, checksum(log, sum, at, 8), at + FRAME_HEADER, pageSize);
    if (!storedAt(wal, at + 16, sum)) break;
    if (isCommit(log, at)) sound = at + FRAME_HEADER + pageSize;
  }
  return { end: at, sound };
}

/**
 * How many frames from there on end a commit of this generation of the log.
 * @param {Wal} log
 * @param {number} from
 */
function commitsFrom(log, from) {
  let commits = 0;
  const size = FRAME_HEADER + log.pageSize;
  for (let at = from; at + size <= log.wal.byteLength; at += size) if (isCommit(log, at)) commits++;
  return commits;
}

/** @param {Wal} log @param {number} at */
const hasSalts = ({ wal, salts }, at) =>
  wal.getUint32(at + 8) === salts[0] && wal.getUint32(at + 12) === salts[1];

/** @param {Wal} log @param {number} at */
const isCommit = (log, at) => hasSalts(log, at) && log.wal.getUint32(at + 4) !== 0;

/** @param {DataView} wal @param {number} at @param {Sum} sum */
const storedAt = (wal, at, [a, b]) => wal.getUint32(at) === a && wal.getUint32(at + 4) === b;

/**
 * @param {Wal} log
 * @param {Sum} start
 * @param {number} at
 * @param {number} length
 * @returns {Sum}
 */
function checksum({ wal, little }, [a, b], at, length) {
  for (let i = at; i < at + length; i += 8) {
    a = (a + wal.getUint32(i, little) + b) >>> 0;
    b = (b + wal.getUint32(i + 4, little) + a) >>> 0;
  }
  return [a, b];
}
