/**
 * Examines the write-ahead log before SQLite recovers from it. Recovery stops at the first frame with a wrong
 * checksum, as if a crash had interrupted its writing, and silently ignores all later frames. A crash interrupts at
 * most one commit, because the next commit begins only when the previous one is durable. Two or more commits after
 * the break mean that acknowledged commits are lost. Format: https://sqlite.org/walformat.html
 */
import { readFileSync, statSync } from 'node:fs';
import { rowsIn } from './rows.mjs';

const PAGE_SIZE = 4096; // SQLite's default, which Hush never changes
const HEADER = 32;
const FRAME_HEADER = 24;
const FRAME = FRAME_HEADER + PAGE_SIZE;
const MAGIC = 0x377f0682; // the lowest bit is set for big-endian checksums

/** @typedef {{ bytes: Buffer, wal: DataView, little: boolean, isOpened: boolean, salts: Salts }} Wal */
/** @typedef {readonly [number, number]} Salts they mark a generation of the log */
/** @typedef {readonly [number, number]} Sum */
/**
 * The state of the write-ahead log. `torn`: a crash has interrupted the last commit, and no other. `damaged`:
 * recovery would ignore `commits` commits from `byte` on; `heads` has the last version of each log in them.
 * @typedef {{ type: 'sound' | 'torn' }
 *   | { type: 'damaged', byte: number, commits: number, heads: ReadonlyMap<string, number> }} Look
 */

/**
 * Predicts what recovery would do with this write-ahead log.
 * @param {string} path
 * @returns {Look}
 */
export function examineWal(path) {
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
 * The salts of the frames. If the header is damaged, they are taken from the first two frames that agree, because the
 * first frame may be damaged, too.
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
 * The end of the frames with correct checksums, and the end of the last commit among them.
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
 * The frames from `from` to the end of the last commit, of any generation of the write-ahead log. A commit is counted
 * at its last frame; rows that are not ours are ignored.
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
 * The last version of each log in these frames. Pages of damaged frames are also read, because every row has a checksum.
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
