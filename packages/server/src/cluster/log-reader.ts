/**
 * Reads logs. Only the leader of the stream says where a log ends. Pages may come from any replica, which may lag behind:
 * entries that it does not have are requested again and never treated as missing.
 */
import type { Clock, ReadError, ReadResult } from '@hush/protocol';
import { PAGE_LIMIT } from '@hush/protocol';
import type { Millis } from '@hush/rules';
import type { FormatRange } from './formats.ts';
import { FIRST_LINK, linkAfter } from './log-message.ts';
import { NO_POSITION, type Position, positionAfter, Recent, storedMessage } from './position.ts';
import type { Requests, StreamError } from './requests.ts';
import type { Subjects } from './subjects.ts';

const NOT_FOUND = 10_037;
const PAGE_MESSAGES = 500;
const MOST_TRIES = 200;
const LAG: Millis = 25;
const MOST_CURSORS = 5_000;

/** The place up to which a log was read: the next version is in the first message from `seq` on. */
interface Cursor {
  readonly life: string;
  readonly seq: number;
  readonly version: number;
  readonly link: string;
}

const start = (life: string): Cursor => ({ life, seq: 1, version: 1, link: FIRST_LINK });

/**
 * Entries of a log, and the place up to which they go; `isBroken` if the next message does not continue the hash
 * chain.
 */
interface Page {
  readonly entries: readonly string[];
  readonly cursor: Cursor;
  readonly isBroken?: boolean;
}

interface MessageReply {
  readonly error?: StreamError;
  readonly message?: { readonly seq: number; readonly data?: string };
}

interface ReaderOptions {
  readonly subjects: Subjects;
  readonly clock: Clock;
  readonly reads: FormatRange;
  /** Called when messages still exist that the compaction in message `seq` should have removed. */
  leftOver(log: string, seq: number): void;
}

export class LogReader {
  readonly #requests: Requests;
  readonly #subjects: Subjects;
  readonly #clock: Clock;
  readonly #reads: FormatRange;
  readonly #leftOver: ReaderOptions['leftOver'];
  readonly #cursors = new Recent<Cursor>(MOST_CURSORS);

  constructor(requests: Requests, { subjects, clock, reads, leftOver }: ReaderOptions) {
    this.#requests = requests;
    this.#subjects = subjects;
    this.#clock = clock;
    this.#reads = reads;
    this.#leftOver = leftOver;
  }

  /** Returns the end of a log according to the leader; null if there is no leader. */
  last(log: string): Promise<Position | null> {
    return this.#fromLeader(log, { last_by_subj: this.#subjects.of(log) });
  }

  /** The position of a log after its first message beyond `seq`, according to the leader. */
  next(log: string, seq: number): Promise<Position | null> {
    return this.#fromLeader(log, { seq: seq + 1, next_by_subj: this.#subjects.of(log) });
  }

  async #fromLeader(log: string, question: object): Promise<Position | null> {
    const answer = await this.#requests.ask({
      subject: `$JS.API.STREAM.MSG.GET.${this.#subjects.logStream}`,
      payload: JSON.stringify(question),
    });
    if (answer === null) return null;
    const { error, message } = answer.json<MessageReply>();
    if (message !== undefined)
      return positionAfter(
        log,
        { seq: message.seq, bytes: Buffer.from(message.data ?? '', 'base64') },
        this.#reads,
      );
    return error?.err_code === NOT_FOUND ? NO_POSITION : null;
  }

  /** Reads a page of a log whose end is `end`. */
  async read(log: string, from: number, end: Position): Promise<ReadResult> {
    const { version, last } = end;
    if (from > version) return { ok: true, entries: [], version };
    const kept = this.#cursors.get(log);
    if (last !== null && from >= last.first) return ofLast(log, from, end, kept);
    let cursor = kept?.life === end.life && kept.version <= from ? kept : start(end.life);
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const page = this.#withLast(log, await this.#page(log, from, cursor), cursor, end);
      this.#cursors.set(log, page.cursor);
      if (page.entries.length > 0) return { ok: true, entries: page.entries, version };
      const problem = page.isBroken ? await this.#breakAt(log, page.cursor) : null;
      if (problem !== null) return { ok: false, error: problem };
      if (page.cursor.seq === cursor.seq)
        await new Promise<void>(resolve => void this.#clock.later(LAG, resolve)); // waits for a replica that lags behind
      cursor = page.cursor;
    }
    return { ok: false, error: { type: 'unavailable', why: 'No replica has the whole log yet.' } };
  }

  async #page(log: string, from: number, cursor: Cursor): Promise<Page> {
    const question = { seq: cursor.seq, next_by_subj: this.#subjects.of(log), batch: PAGE_MESSAGES };
    const messages = await this.#requests.collect({
      subject: `$JS.API.DIRECT.GET.${this.#subjects.logStream}`,
      payload: JSON.stringify({ ...question, max_bytes: 2 * PAGE_LIMIT }),
    });
    const page = new PageReader(log, from, cursor);
    for (const message of messages ?? []) {
      if (page.isFull || page.isBroken) break;
      page.take(storedMessage(message, this.#reads));
    }
    if (page.leftOver > 0) this.#leftOver(log, page.leftOver);
    return page.result;
  }

  /**
   * Adds the log's last message to a page. If that message is a compaction that the replica does not have yet, the
   * replica's answer did not show which messages are left over.
   */
  #withLast(log: string, read: Page, begun: Cursor, end: Position): Page {
    const page = withLast(read, end);
    const hasEarlier = read.cursor.seq > begun.seq;
    if (page !== read && hasEarlier && end.last?.type === 'compacted') this.#leftOver(log, end.seq);
    return page;
  }

  /**
   * Called when messages of a replica do not continue the hash chain. The log is damaged only if the leader's
   * messages do not continue it either.
   */
  async #breakAt(log: string, { life, seq, version, link }: Cursor): Promise<ReadError | null> {
    const next = await this.next(log, seq - 1);
    if (next === null) return { type: 'unavailable', why: 'NATS does not answer in time.' };
    if (next.state === 'newer') return { type: 'unavailable', why: 'A newer Hush has written to this log.' };
    const { last } = next;
    const fits = last !== null && last.first === version && last.prev === link;
    return fits || (last !== null && last.life !== life) ? null : { type: 'corrupt', log, version };
  }
}

/** The requested entries if they are in the log's last message, which this node already has. */
function ofLast(log: string, from: number, { last, life, version }: Position, kept?: Cursor): ReadResult {
  const first = last?.first ?? 1;
  const isBroken = kept?.life === life && kept.version === first && kept.link !== last?.prev;
  if (isBroken) return { ok: false, error: { type: 'corrupt', log, version: first } };
  return { ok: true, entries: last?.entries.slice(from - first) ?? [], version };
}

/** Adds the log's last message, which this node already has, to a page that ends just before it. */
function withLast(page: Page, { last, life, seq, version, link }: Position): Page {
  if (last === null || page.isBroken || page.cursor.version !== last.first) return page;
  if (page.cursor.link !== last.prev) return { ...page, isBroken: true };
  if (page.entries.reduce((size, entry) => size + entry.length, 0) >= PAGE_LIMIT) return page;
  const cursor = { life, seq: seq + 1, version: version + 1, link };
  const before = last.type === 'compacted' ? page.entries.map(() => '') : page.entries;
  return { entries: [...before, ...last.entries], cursor };
}

/** Follows the hash chain of a log through the messages of one answer. */
class PageReader {
  readonly #log: string;
  readonly #from: number;
  readonly #entries: string[] = [];
  #size = 0;
  #taken = 0;
  #cursor: Cursor;
  isBroken = false;
  /** The stream number of a compaction before which messages still exist that it should have removed; 0 for none. */
  leftOver = 0;

  constructor(log: string, from: number, cursor: Cursor) {
    this.#log = log;
    this.#from = from;
    this.#cursor = cursor;
  }

  get isFull(): boolean {
    return this.#size >= PAGE_LIMIT;
  }

  get result(): Page {
    return { entries: this.#entries, cursor: this.#cursor, isBroken: this.isBroken };
  }

  /** Takes the next message. If it does not continue the hash chain, messages are lost, duplicated or damaged. */
  take({ seq, bytes, decoded }: ReturnType<typeof storedMessage>): void {
    const { life, version, link } = this.#cursor;
    if (decoded.type !== 'read') {
      this.isBroken = true;
      return;
    }
    const { message } = decoded;
    // a message from before a purge that this replica has not got yet
    if (message.life !== life || message.type === 'gone') return;
    const isJump = message.type === 'compacted' && message.first > version;
    if (!isJump && (message.first !== version || message.prev !== link)) {
      this.isBroken = true;
      return;
    }
    if (message.type === 'compacted') this.#forget(message.first, seq);
    for (const [at, entry] of message.entries.entries()) {
      if (message.first + at < this.#from) continue;
      this.#entries.push(entry);
      this.#size += entry.length;
    }
    this.#taken++;
    const next = message.first + message.entries.length;
    this.#cursor = { life, seq: seq + 1, version: next, link: linkAfter(this.#log, bytes) };
  }

  /**
   * Skips to the entries after a compaction: those before it are read as empty texts, even if their messages still
   * exist.
   */
  #forget(first: number, seq: number): void {
    if (this.#taken > 0) this.leftOver = seq;
    this.#entries.fill('');
    for (let at = Math.max(this.#cursor.version, this.#from); at < first; at++) this.#entries.push('');
  }
}
