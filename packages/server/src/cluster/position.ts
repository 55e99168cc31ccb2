/** The end of a log as the leader of the stream reports it, and how far its pages were read. */
import type { Msg } from '@nats-io/transport-node';
import type { FormatRange } from './formats.ts';
import { type Decoded, decodeMessage, FIRST_LINK, type LogMessage, linkAfter } from './log-message.ts';

/** Where a log ends. */
export interface Position {
  readonly state: 'live' | 'gone' | 'none' | 'newer' | 'damaged';
  readonly version: number;
  /** The stream number of the log's last message, 0 for none; the next append must name it. */
  readonly seq: number;
  readonly life: string;
  readonly link: string;
  /** The last message; null if there is none that can be read. */
  readonly last: LogMessage | null;
}

export const NO_POSITION: Position = {
  state: 'none',
  version: 0,
  seq: 0,
  life: '',
  link: FIRST_LINK,
  last: null,
};

/** The position of a log after this message of the stream. */
export function positionAfter(
  log: string,
  stored: Omit<StoredMessage, 'decoded'>,
  reads: FormatRange,
): Position {
  return positionOf(log, { ...stored, decoded: decodeMessage(stored.bytes, reads) });
}

interface StoredMessage {
  readonly seq: number;
  readonly bytes: Buffer;
  readonly decoded: Decoded;
}

export function positionOf(log: string, { seq, bytes, decoded }: StoredMessage): Position {
  if (decoded.type !== 'read') return { ...NO_POSITION, state: decoded.type, seq };
  const { message } = decoded;
  if (message.type === 'gone') return { ...NO_POSITION, state: 'gone', seq, last: message };
  return {
    state: 'live',
    version: message.first + message.entries.length - 1,
    seq,
    life: message.life,
    link: linkAfter(log, bytes),
    last: message,
  };
}

/** A message from a read or from news, with its stream number. */
export function storedMessage(message: Msg, reads: FormatRange): StoredMessage {
  const bytes = Buffer.from(message.data);
  const seq = Number(message.headers?.get('Nats-Sequence') ?? 0);
  return { seq, bytes, decoded: decodeMessage(bytes, reads) };
}

/** A cache of the newest values; the least recently used value is dropped first. */
export class Recent<T> {
  readonly #most: number;
  readonly #values = new Map<string, T>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): T | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: T): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest);
  }

  delete(key: string): void {
    this.#values.delete(key);
  }
}
