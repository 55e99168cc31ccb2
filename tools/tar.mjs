/** Writes and reads tar archives: the same files always give the same bytes, and reading supports what npm packages contain. */
import { gunzipSync, gzipSync } from 'node:zlib';

/** @typedef {{ path: string, data: Uint8Array, isProgram?: boolean }} ArchiveFile */

const BLOCK = 512;
const LONGEST_NAME = 100;
const LONGEST_PREFIX = 155;
/** The time that every file of an archive gets, in seconds: midnight of 1 January 1985, as in npm's packages. */
const MADE_AT = 473_385_600;

/** @param {number} value @param {number} width */
const octal = (value, width) => `${value.toString(8).padStart(width - 1, '0')}\0`;

/** Splits a path at a slash into the two fields that the format has for it. @param {string} path */
function splitPath(path) {
  if (path.length <= LONGEST_NAME) return { prefix: '', name: path };
  const at = path.indexOf('/', path.length - LONGEST_NAME - 1);
  if (at === -1 || at > LONGEST_PREFIX) throw new Error(`the path ${path} is too long for an archive`);
  return { prefix: path.slice(0, at), name: path.slice(at + 1) };
}

/** @param {ArchiveFile} file */
function headerOf({ path, data, isProgram = false }) {
  const { prefix, name } = splitPath(path);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 'utf8');
  header.write(octal(isProgram ? 0o755 : 0o644, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(data.length, 12), 124);
  header.write(octal(MADE_AT, 12), 136);
  header.fill(' ', 148, 156); // the checksum counts its own field as spaces
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write(prefix, 345, 'utf8');
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${octal(sum, 7)} `, 148);
  return header;
}

/** A compressed archive of these files. @param {readonly ArchiveFile[]} files */
export function packArchive(files) {
  const parts = files.flatMap(file => [
    headerOf(file),
    file.data,
    Buffer.alloc((BLOCK - (file.data.length % BLOCK)) % BLOCK),
  ]);
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}

/** @param {Buffer} header @param {number} from @param {number} length */
const textIn = (header, from, length) =>
  header
    .subarray(from, from + length)
    .toString()
    .replace(/\0.*$/s, '');

/** The plain files of a compressed archive. @param {Uint8Array} bytes @returns {readonly ArchiveFile[]} */
export function unpackArchive(bytes) {
  const tar = gunzipSync(bytes);
  /** @type {ArchiveFile[]} */
  const files = [];
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const header = tar.subarray(at, at + BLOCK);
    const size = Number.parseInt(textIn(header, 124, 12), 8);
    const prefix = textIn(header, 345, LONGEST_PREFIX);
    const name = textIn(header, 0, LONGEST_NAME);
    const begin = at + BLOCK;
    const isProgram = (Number.parseInt(textIn(header, 100, 8), 8) & 0o100) !== 0;
    if (['0', ''].includes(textIn(header, 156, 1)))
      files.push({
        path: prefix === '' ? name : `${prefix}/${name}`,
        data: tar.subarray(begin, begin + size),
        isProgram,
      });
    at = begin + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}
