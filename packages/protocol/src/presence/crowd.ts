/** The connections of one table: which members are connected, who watches, and broadcasting the same bytes to all. */

import type { Millis } from '@hush/rules';
import { CLOSE_CODES, type CloseCode } from '../messages/close-codes.ts';
import { frameOf } from '../messages/frame.ts';
import type { Gaze, Presence } from '../messages/seats.ts';
import type { ServerMessage } from '../messages/server-message.ts';
import type { Member } from '../state/table-state.ts';
import { rateOf, TokenBucket } from '../token-bucket.ts';

/** One connection as the table sees it: a guest of this server, a guest of another node, or a player in the page. */
export interface Client {
  /**
   * `seat` marks the frame with a seat's token, which no snapshot can replace; `welcome` marks the answer to a hello, which
   * may be long.
   */
  send(frame: string, what?: 'seat' | 'welcome'): void;
  close(code: CloseCode, why: string): void;
}

/** The fields of a client's hello: the seat's token, the client's last version, its last command number. */
export interface Hello {
  readonly token?: string;
  readonly since?: number;
  readonly n?: number;
}

interface CrowdEntry {
  /** The member of the connection; null for a spectator. */
  readonly member: Member | null;
  /** The command number at which this window began; a newer window has a higher one. */
  readonly epoch: number;
  /** The round trip that the client reported; zero if it is not known. */
  latency: Millis;
}

/** The least time between two presence messages that only report latency or spectators. */
const SELDOM: Millis = 3_000;
/**
 * How many arrivals and departures are announced at once; after that, one in each interval, so that nobody can send Morse
 * code with them (CM-2q).
 */
const HERE_BURST = 9;
/** The round trips that separate a good, a medium and a bad connection. */
const GRADES: readonly Millis[] = [90, 220];
/**
 * Latencies are rounded to this and capped: clients choose them and everybody sees them, so exact ones could carry a
 * message (CM-2q).
 */
const COARSE: Millis = 50;
const MOST_LATENCY: Millis = 1_000;

const roughly = (latency: Millis): Millis =>
  latency <= 0 ? 0 : Math.min(MOST_LATENCY, Math.max(COARSE, Math.round(latency / COARSE) * COARSE));

/** The part of the crowd that other code may read: the numbers of connections and members, and the member of a connection. */
export type CrowdView = Pick<Crowd, 'clients' | 'members' | 'memberOf' | 'noticed'>;

export class Crowd {
  readonly #entries = new Map<Client, CrowdEntry>();
  /** Cached, because both lists are needed for every log entry and rarely change. */
  #here: readonly Member[] | null = null;
  #audience: readonly Client[] | null = null;
  /** The last presence message as text, to see whether the next one differs. */
  #sent = '';
  #lookedAt = Number.NEGATIVE_INFINITY;
  #gaze: Gaze | null = null;
  #holdBack: (frame: string) => boolean = () => false;
  /** Members who have proven that the journal lost entries; each is believed once. */
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

  /**
   * Adds a connection. It replaces the member's older one, which is closed with a code after which its client does
   * not reconnect.
   */
  add(client: Client, member: Member | null, epoch = 0): void {
    if (member !== null) this.#takeOver(member, other => other !== client);
    this.#set(client, member, epoch);
  }

  /** Called when an epoch of this member began, perhaps at another authority: windows of older epochs are closed. */
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

  /** Removes a connection and returns its member. */
  remove(client: Client): Member | null {
    const member = this.#entries.get(client)?.member ?? null;
    this.#delete(client);
    return member;
  }

  /** The epoch of a connection, if it already belongs to this member. */
  epochOf(client: Client, member: Member | null): number | undefined {
    const entry = this.#entries.get(client);
    return entry?.member === member ? entry.epoch : undefined;
  }

  /** Returns the member of a connection; undefined if it was not greeted. */
  memberOf(client: Client): Member | null | undefined {
    return this.#entries.get(client)?.member;
  }

  /**
   * Called when a member has lost the seat: after a kick the connection is closed, otherwise it becomes a spectator.
   * Returns the connection that became a spectator.
   */
  unseat(member: Member, kicked: boolean): Client | null {
    for (const [client, entry] of this.#entries) {
      if (entry.member !== member) continue;
      this.#set(client, null);
      if (!kicked) return client;
      this.#delete(client);
      client.close(CLOSE_CODES.kicked, 'The host has asked you to leave the table.');
    }
    return null;
  }

  /** Closes the connections of all spectators. */
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

  /** Broadcasts who is connected. A message that the limit holds back is sent with a later heartbeat. */
  sendPresence(): void {
    if (!this.#limit.take()) return;
    this.#sent = this.#presenceDigest();
    this.broadcast({ t: 'here', ...this.#presence() });
  }

  /** Sets where the bots look. */
  gazeAt(gaze: Gaze | null): void {
    const before = this.#presenceDigest();
    this.#gaze = gaze;
    if (this.#presenceDigest() !== before) this.sendPresence();
  }

  /** Handles a heartbeat: broadcasts presence again, within the limit, if the page would show a difference. */
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

  /**
   * A text that changes only if the page would show another presence; two such texts are compared. Latencies count as
   * grades.
   */
  #presenceDigest(): string {
    const { here, watching = 0, ms = [], gaze } = this.#presence();
    const grades = ms.map(latency => (latency === 0 ? '' : GRADES.filter(grade => latency > grade).length));
    return [watching, here.join(), grades.join(), JSON.stringify(gaze ?? null)].join(' ');
  }

  broadcast(message: ServerMessage): void {
    this.broadcastFrame(frameOf(message));
  }

  /**
   * Sends a frame to all connections. A changed list of connections is a new array, so a connection that comes or
   * goes during this loop does not disturb it.
   */
  broadcastFrame(frame: string): void {
    if (this.#holdBack(frame)) {
      for (const [client, { member }] of [...this.#entries]) if (member !== null) client.send(frame);
      return;
    }
    this.#audience ??= [...this.#entries.keys()];
    for (const client of this.#audience) client.send(frame);
  }

  /** Sets the function that decides whether spectators get a broadcast frame later (PR-69). */
  holdBackWith(holdBack: (frame: string) => boolean): void {
    this.#holdBack = holdBack;
  }

  spectators(): readonly Client[] {
    return [...this.#entries].flatMap(([client, { member }]) => (member === null ? [client] : []));
  }

  /** Sends a frame to one member; returns false if the member is not connected here. */
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
