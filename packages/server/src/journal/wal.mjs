/**
 * A look at the write-ahead log before the database recovers from it. Recovery takes the first frame whose
 * checksum is wrong for the end, as after a torn write, and silently forgets whatever follows. A torn write
 * is at most one commit: the next is only begun when the one before is on the disk. Two or more after the
 * break mean that acknowledged ones are lost. Format: https://sqlite.org/walformat.html
 */
import { readFileSync, statSync } from 'node:fs';
import { rowsIn } from './rows.mjs';

const PAGE_SIZE = 4096; // the database's own choice, never changed by us
const HEADER = 32;
const FRAME_HEADER = 24;
const FRAME = FRAME_HEADER + PAGE_SIZE;
const MAGIC = 0x377f0682; // the lowest bit says that checksums are big-endian

/** @typedef {{ bytes: Buffer, wal: DataView, little: boolean, isOpened: boolean, salts: Salts }} Wal */
/** @typedef {readonly [number, number]} Salts they mark a generation of the log */
/** @typedef {readonly [number, number]} Sum */
/**
 * `torn`: what a crash leaves of the commit that was under way, and of no other.
 * `damaged`: from `byte` on recovery forgets so many commits; `heads` has the last version that each log had there.
 * @typedef {{ type: 'sound' | 'torn' }
 *   | { type: 'damaged', byte: number, commits: number, heads: ReadonlyMap<string, number> }} Look
 */

/**
 * What recovery is going to make of a write-ahead log.
 * @param {string} path
 * @returns {Look}
 */
export function examine(path) {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) < HEADER + FRAME) return { type: 'sound' };
  const log = parse(readFileSync(path));
  const { end, sound } = soundPart(log);
  const cutOff = framesFrom(log, sound);
  const commits = cutOff.filter(at => isCommit(log, at));
  if (commits.length < 2) return { type: commits.length === 0 ? 'sound' : 'torn' };
  return { type: 'damaged', byte: end, commits: commits.length, heads: headsIn(log, cutOff) };
}

/** @param {Buffer} bytes with at least one frame @returns {Wal} */
function parse(bytes) {
  const wal = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = wal.getUint32(0) === MAGIC;
  const isOurs = (wal.getUint32(0) | 1) === (MAGIC | 1) && wal.getUint32(8) === PAGE_SIZE;
  const isOpened = isOurs && storedAt(wal, 24, checksum({ wal, little }, [0, 0], 0, 24));
  return { bytes, wal, little, isOpened, salts: isOpened ? saltsAt(wal, 16) : saltsOfFrames(wal) };
}

/**
 * Where the header is what is damaged, the frames know: the first two that agree. The very first may be hit as well.
 * @param {DataView} wal
 */
function saltsOfFrames(wal) {
  for (let at = HEADER; at + 2 * FRAME <= wal.byteLength; at += FRAME) {
    const salts = saltsAt(wal, at + 8);
    if (hasSalts({ wal, salts }, at + FRAME)) return salts;
  }
  return saltsAt(wal, HEADER + 8);
}

/**
 * Where the unbroken chain of checksums ends, and the end of the last commit within it.
 * @param {Wal} log
 */
function soundPart(log) {
  const { wal } = log;
  let sound = HEADER;
  let at = HEADER;
  if (!log.isOpened) return { end: 0, sound };
  for (let sum = sumAt(wal, 24); at + FRAME <= wal.byteLength; at += FRAME) {
    if (!hasSalts(log, at)) break;
    sum = checksum(log, checksum(log, sum, at, 8), at + FRAME_HEADER, PAGE_SIZE);
    if (!storedAt(wal, at + 16, sum)) break;
    if (isCommit(log, at)) sound = at + FRAME;
  }
  return { end: at, sound };
}

/**
 * The frames from there on up to the end of the last commit, of whatever generation they look to be: a commit is
 * counted only by its last frame, and what is no row of ours counts for nothing.
 * @param {Wal} log
 * @param {number} from
 */
function framesFrom(log, from) {
  /** @type {number[]} */
  const frames = [];
  let length = 0;
  for (let at = from; at + FRAME <= log.wal.byteLength; at += FRAME) {
    frames.push(at);
    if (isCommit(log, at)) length = frames.length;
  }
  return frames.slice(0, length);
}

/**
 * What each log had come to. A page is looked at even where its frame is what was hit: every row vouches for itself.
 * @param {Wal} log
 * @param {readonly number[]} frames
 */
function headsIn({ bytes }, frames) {
  /** @type {Map<string, number>} */
  const heads = new Map();
  for (const at of frames)
    for (const { log, version } of rowsIn(bytes.subarray(at + FRAME_HEADER, at + FRAME)))
      if (version > (heads.get(log) ?? 0)) heads.set(log, version);
  return heads;
}

/** @param {DataView} wal @param {number} at @returns {Salts} */
const saltsAt = (wal, at) => [wal.getUint32(at), wal.getUint32(at + 4)];

/** @param {Pick<Wal, 'wal' | 'salts'>} log @param {number} at */
const hasSalts = ({ wal, salts }, at) =>
  wal.getUint32(at + 8) === salts[0] && wal.getUint32(at + 12) === salts[1];

/** @param {Wal} log @param {number} at */
const isCommit = (log, at) => hasSalts(log, at) && log.wal.getUint32(at + 4) !== 0;

/** @param {DataView} wal @param {number} at @returns {Sum} */
const sumAt = (wal, at) => [wal.getUint32(at), wal.getUint32(at + 4)];

/** @param {DataView} wal @param {number} at @param {Sum} sum */
const storedAt = (wal, at, [a, b]) => wal.getUint32(at) === a && wal.getUint32(at + 4) === b;

/**
 * @param {Pick<Wal, 'wal' | 'little'>} log
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
