/** The connections of one table: which members are connected, who watches, and sending all of them the same bytes. */

import type { Millis } from '@hush/rules';
import { CLOSE_CODES, type CloseCode } from '../messages/close-codes.ts';
import { frameOf } from '../messages/frame.ts';
import type { Gaze, Presence } from '../messages/seats.ts';
import type { ServerMessage } from '../messages/server-message.ts';
import type { Member } from '../state/table-state.ts';
import { rateOf, TokenBucket } from '../token-bucket.ts';

/** One connection, as the table sees it: a guest of the server, a player in the page, or a guest of another node. */
export interface Client {
  /** `seat` marks the frame with a seat's token, which nothing can replace; `welcome` marks the answer to a hello, which may be long. */
  send(frame: string, what?: 'seat' | 'welcome'): void;
  close(code: CloseCode, why: string): void;
}

/** The hello of a connection: the token of a seat, the last version it has, the last command number it used. */
export interface Hello {
  readonly token?: string;
  readonly since?: number;
  readonly n?: number;
}

interface CrowdEntry {
  /** Null for a connection that watches. */
  readonly member: Member | null;
  /** The command number at which this window began: it tells an older window from a newer one. */
  readonly epoch: number;
  /** The round trip, as the client says; zero where it is not known. */
  latency: Millis;
}

/** Minimum interval between presence messages caused by latency or spectators. */
const SELDOM: Millis = 3_000;
/**
 * Arrivals and departures that are announced at once; after that one in each interval, so that nobody can send Morse
 * code with them (CM-2q).
 */
const HERE_BURST = 9;
/** The limits between a good, a middling and a bad connection. */
const GRADES: readonly Millis[] = [90, 220];
/** Clients choose the number, and everybody sees it: it is rounded and capped, so that it cannot carry a message (CM-2q). */
const COARSE: Millis = 50;
const MOST_LATENCY: Millis = 1_000;

const roughly = (latency: Millis): Millis =>
  latency <= 0 ? 0 : Math.min(MOST_LATENCY, Math.max(COARSE, Math.round(latency / COARSE) * COARSE));

/**
 * The crowd as code outside the table sees it: how many connections and members there are, and which member a
 * connection belongs to.
 */
export type CrowdView = Pick<Crowd, 'clients' | 'members' | 'memberOf' | 'noticed'>;

export class Crowd {
  readonly #entries = new Map<Client, CrowdEntry>();
  /** Cached, because every entry of the log asks for both and they rarely change. */
  #here: readonly Member[] | null = null;
  #audience: readonly Client[] | null = null;
  /** The digest of the last presence message. */
  #sent = '';
  #lookedAt = Number.NEGATIVE_INFINITY;
  #gaze: Gaze | null = null;
  /** Members who have proven that the journal lost entries. */
  readonly believed = new Set<Member>();

  readonly #now: () => number;
  readonly #limit: TokenBucket;

  constructor(now: () => number) {
    this.#now = now;
    this.#limit = new TokenBucket(rateOf(HERE_BURST, SELDOM), now);
  }

  get clients(): number {
    return this.#entries.size;
  }

  get members(): number {
    return this.here().length;
  }

  /** The newest connection of a member wins. The older one is closed with a code after which it does not come back. */
  add(client: Client, member: Member | null, epoch = 0): void {
    if (member !== null) this.#takeOver(member, other => other !== client);
    this.#set(client, member, epoch);
  }

  /** An epoch of this member has begun, perhaps at another authority: windows of older epochs end. */
  beginEpoch(member: Member, epoch: number): void {
    this.#takeOver(member, (_, entry) => entry.epoch < epoch);
  }

  #takeOver(member: Member, isOlder: (client: Client, entry: CrowdEntry) => boolean): void {
    for (const [client, entry] of this.#entries) {
      if (entry.member !== member || !isOlder(client, entry)) continue;
      this.#delete(client);
      client.close(CLOSE_CODES.takenOver, 'This seat was opened in another window.');
    }
  }

  /** Removes a connection; the member whose connection it was. */
  remove(client: Client): Member | null {
    const member = this.#entries.get(client)?.member ?? null;
    this.#delete(client);
    return member;
  }

  /** The epoch of a connection that is this member's already. */
  epochOf(client: Client, member: Member | null): number | undefined {
    const entry = this.#entries.get(client);
    return entry?.member === member ? entry.epoch : undefined;
  }

  /** Undefined for a connection that was not greeted. */
  memberOf(client: Client): Member | null | undefined {
    return this.#entries.get(client)?.member;
  }

  /** A member has lost the seat: after a kick the connection ends, otherwise it watches. */
  unseat(member: Member, kicked: boolean): void {
    for (const [client, entry] of this.#entries) {
      if (entry.member !== member) continue;
      this.#set(client, null);
      if (!kicked) continue;
      this.#delete(client);
      client.close(CLOSE_CODES.kicked, 'The host has asked you to leave the table.');
    }
  }

  /** Ends the connections of all who have no seat. */
  endSpectators(code: CloseCode, why: string): void {
    for (const [client, { member }] of this.#entries) {
      if (member !== null) continue;
      this.#delete(client);
      client.close(code, why);
    }
  }

  has(member: Member): boolean {
    for (const entry of this.#entries.values()) if (entry.member === member) return true;
    return false;
  }

  here(): readonly Member[] {
    this.#here ??= [...this.#entries.values()].flatMap(({ member }) => (member === null ? [] : [member]));
    return this.#here;
  }

  #set(client: Client, member: Member | null, epoch = 0): void {
    this.#entries.set(client, { member, epoch, latency: this.#entries.get(client)?.latency ?? 0 });
    this.#change();
  }

  #delete(client: Client): void {
    this.#entries.delete(client);
    this.#change();
  }

  #change(): void {
    this.#here = null;
    this.#audience = null;
  }

  /** Broadcasts who is here. If the limit holds a message back, a later heartbeat sends it. */
  sendPresence(): void {
    if (!this.#limit.take()) return;
    this.#sent = this.#presenceDigest();
    this.broadcast({ t: 'here', ...this.#presence() });
  }

  /** The bots look at something else. */
  gazeAt(gaze: Gaze | null): void {
    const before = this.#presenceDigest();
    this.#gaze = gaze;
    if (this.#presenceDigest() !== before) this.sendPresence();
  }

  /** Handles a heartbeat: presence is broadcast again, not too often, if the page would show a difference. */
  noticed(client: Client, latency?: Millis): void {
    const now = this.#now();
    const entry = this.#entries.get(client);
    if (latency !== undefined && entry !== undefined) entry.latency = latency;
    if (now - this.#lookedAt < SELDOM) return;
    this.#lookedAt = now;
    if (this.#presenceDigest() !== this.#sent) this.sendPresence();
  }

  #presence(): Presence {
    const members = [...this.#entries.values()].filter(({ member }) => member !== null);
    const watching = this.#entries.size - members.length;
    const ms = members.map(({ latency }) => roughly(latency));
    return {
      here: this.here(),
      ...(watching > 0 ? { watching } : {}),
      ...(ms.some(latency => latency > 0) ? { ms } : {}),
      ...(this.#gaze === null ? {} : { gaze: this.#gaze }),
    };
  }

  /** The presence message for pages: who is here, how many watch, and how good each connection is. */
  #presenceDigest(): string {
    const { here, watching = 0, ms = [], gaze } = this.#presence();
    const grades = ms.map(latency => (latency === 0 ? '' : GRADES.filter(grade => latency > grade).length));
    return [watching, here.join(), grades.join(), JSON.stringify(gaze ?? null)].join(' ');
  }

  broadcast(message: ServerMessage): void {
    this.broadcastFrame(frameOf(message));
  }

  /** The list is replaced and never changed, so connections that come or go because of this frame do not disturb it. */
  broadcastFrame(frame: string): void {
    this.#audience ??= [...this.#entries.keys()];
    for (const client of this.#audience) client.send(frame);
  }

  /** Sends to one member; false where the member is not connected here. */
  sendTo(member: Member, frame: string): boolean {
    for (const [client, entry] of this.#entries) {
      if (entry.member !== member) continue;
      client.send(frame);
      return true;
    }
    return false;
  }

  closeAll(code: CloseCode, why: string): void {
    const clients = [...this.#entries.keys()];
    this.#entries.clear();
    this.#change();
    for (const client of clients) client.close(code, why);
  }
}
