/**
 * One append as a message of the stream: a head, then the entries, each with its length. It is binary, not JSON, because the
 * largest append must fit into a message of 1 MB, NATS's default limit.
 */
import { createHash } from 'node:crypto';
import { COMPACTING, FORMATS, type FormatRange } from './formats.ts';

/**
 * The content of a log's message. `gone` ends a log, whose name can then begin another log at version 0. `compacted`:
 * all earlier entries are deleted, so earlier messages may be missing.
 */
export interface LogMessage {
  readonly type: 'entries' | 'gone' | 'compacted';
  /** The version of the first entry. */
  readonly first: number;
  /** The id of the first message of this log since it was last purged. */
  readonly life: string;
  /** The link of the previous message: a hash over all messages up to that one. */
  readonly prev: string;
  /** The id of this append, by which its writer recognises it. */
  readonly id: string;
  readonly entries: readonly string[];
}

/** The result of decoding; a message in a later format is reported as such, and not as damaged. */
export type Decoded =
  | { readonly type: 'read'; readonly message: LogMessage }
  | { readonly type: 'newer' }
  | { readonly type: 'damaged' };

const KINDS = ['entries', 'gone', 'compacted'] as const;
const ID_BYTES = 8;
const FIRST_AT = 2;
const FIRST_BYTES = 6;
const LIFE_AT = FIRST_AT + FIRST_BYTES;
const PREV_AT = LIFE_AT + ID_BYTES;
const ID_AT = PREV_AT + ID_BYTES;
const HEAD = ID_AT + ID_BYTES;
const SEVEN_BITS = 0x80;
/** The link before the first message of a log. */
export const FIRST_LINK: string = '0'.repeat(2 * ID_BYTES);

export function encodeMessage(
  { type, first, life, prev, id, entries }: LogMessage,
  format: number = FORMATS.oldest,
): Buffer {
  const texts = entries.map(entry => Buffer.from(entry));
  const head = Buffer.alloc(HEAD);
  head[0] = format;
  head[1] = KINDS.indexOf(type);
  head.writeUIntBE(first, FIRST_AT, FIRST_BYTES);
  head.write(life, LIFE_AT, 'hex');
  head.write(prev, PREV_AT, 'hex');
  head.write(id, ID_AT, 'hex');
  return Buffer.concat([head, ...texts.flatMap(text => [lengthBytes(text.length), text])]);
}

/** Encodes a length with seven bits a byte, the lowest first, so that a short entry costs only one byte more than its text. */
function lengthBytes(length: number): Buffer {
  const bytes: number[] = [];
  let rest = length;
  for (; rest >= SEVEN_BITS; rest = Math.floor(rest / SEVEN_BITS))
    bytes.push((rest % SEVEN_BITS) + SEVEN_BITS);
  return Buffer.from([...bytes, rest]);
}

export function decodeMessage(bytes: Buffer, { oldest, newest }: FormatRange = FORMATS): Decoded {
  const [format = 0, kind = 0] = bytes;
  if (format > newest) return { type: 'newer' };
  const type = KINDS[kind];
  if (type === undefined || (type === 'compacted' && format < COMPACTING)) return { type: 'damaged' };
  if (format < oldest || bytes.length < HEAD) return { type: 'damaged' };
  const entries = readEntries(bytes);
  if (entries === null) return { type: 'damaged' };
  const hex = (at: number): string => bytes.toString('hex', at, at + ID_BYTES);
  const message: LogMessage = {
    type,
    first: bytes.readUIntBE(FIRST_AT, FIRST_BYTES),
    life: hex(LIFE_AT),
    prev: hex(PREV_AT),
    id: hex(ID_AT),
    entries,
  };
  return { type: 'read', message };
}

/** Reads the entries; null if their lengths do not add up to the length of the message. */
function readEntries(bytes: Buffer): readonly string[] | null {
  const entries: string[] = [];
  let at = HEAD;
  while (at < bytes.length) {
    let length = 0;
    for (let scale = 1, byte = SEVEN_BITS; byte >= SEVEN_BITS; scale *= SEVEN_BITS) {
      byte = bytes[at++] ?? 0;
      length += (byte % SEVEN_BITS) * scale;
    }
    if (at + length > bytes.length) return null;
    entries.push(bytes.toString('utf8', at, at + length));
    at += length;
  }
  return entries;
}

/** The link that the next message of the log carries as `prev`. */
export const linkAfter = (log: string, bytes: Uint8Array): string =>
  createHash('sha256').update(`${log}\n`).update(bytes).digest('hex').slice(0, FIRST_LINK.length);
