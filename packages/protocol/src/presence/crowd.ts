/** The connections of one table: who is here, who watches, and telling all of them the same bytes. */
import type { Millis } from '@hush/rules';
import { CLOSE_CODES, type CloseCode, type Presence, type ServerMessage } from '../messages/messages.ts';
import type { Member } from '../state/table-state.ts';
import { rateOf, TokenBucket } from '../token-bucket.ts';

/** One connection, as the table sees it. */
export interface Client {
  send(frame: string): void;
  close(code: CloseCode, why: string): void;
}

/** What a connection says of itself: the secret of a seat, the last version it has, the last number it used. */
export interface Hello {
  readonly token?: string;
  readonly since?: number;
  readonly n?: number;
}

interface Attendant {
  /** Null for those who watch. */
  readonly member: Member | null;
  /** Where the numbers of this window's commands begin: what tells an older window from a newer one. */
  readonly mark: number;
  /** The way there and back, as the other end says; zero is for what is not known. */
  way: Millis;
}

/** Minimum interval between presence messages caused by latency or spectators. */
const SELDOM: Millis = 3_000;
/** So many arrivals and departures are told at once; then one in the same interval, or they could be Morse code (CM-2). */
const HERE_BURST = 9;
/** Between a good, a middling and a bad line. */
const STEPS: readonly Millis[] = [90, 220];
/** The other end says it, and all see it: too coarse to carry a message, and no more than a bad line takes. */
const COARSE: Millis = 50;
const LONGEST_WAY: Millis = 1_000;

const roughly = (way: Millis): Millis =>
  way <= 0 ? 0 : Math.min(LONGEST_WAY, Math.max(COARSE, Math.round(way / COARSE) * COARSE));

/** How many connections there are, how many of them are members', and how they are. */
export interface CrowdSize {
  readonly lines: number;
  readonly members: number;
  /** A sign of life on a line, perhaps with how long the way there and back takes. */
  noticed(line: Client, way?: Millis): void;
}

export class Crowd implements CrowdSize {
  readonly #lines = new Map<Client, Attendant>();
  /** Both asked for whenever something happens, and nearly always the same. */
  #here: readonly Member[] | null = null;
  #audience: readonly Client[] | null = null;
  #told = '';
  #lookedAt = Number.NEGATIVE_INFINITY;

  readonly #now: () => number;
  readonly #limit: TokenBucket;

  constructor(now: () => number) {
    this.#now = now;
    this.#limit = new TokenBucket(rateOf(HERE_BURST, SELDOM), now);
  }

  get lines(): number {
    return this.#lines.size;
  }

  get members(): number {
    return this.here().length;
  }

  /** The newest connection of a member wins; the older one is told and does not come back by itself. */
  add(line: Client, member: Member | null, mark = 0): void {
    if (member !== null) this.#takeOver(member, other => other !== line);
    this.#set(line, member, mark);
  }

  /** Another window of this member begins to ask, perhaps at another authority: those before it end. */
  fence(member: Member, mark: number): void {
    this.#takeOver(member, (_, presence) => presence.mark < mark);
  }

  #takeOver(member: Member, isOlder: (line: Client, presence: Attendant) => boolean): void {
    for (const [line, presence] of this.#lines) {
      if (presence.member !== member || !isOlder(line, presence)) continue;
      this.#delete(line);
      line.close(CLOSE_CODES.takenOver, 'This seat was opened in another window.');
    }
  }

  /** The member who is gone now, if it was one. */
  remove(line: Client): Member | null {
    const member = this.#lines.get(line)?.member ?? null;
    this.#delete(line);
    return member;
  }

  /** Of a line that is this member's already. */
  markOf(line: Client, member: Member | null): number | undefined {
    const presence = this.#lines.get(line);
    return presence?.member === member ? presence.mark : undefined;
  }

  /** Undefined for a line that is not connected here. */
  memberOf(line: Client): Member | null | undefined {
    return this.#lines.get(line)?.member;
  }

  /** A member has no seat any more: kicked ones are shown out, others go on watching. */
  unseat(member: Member, kicked: boolean): void {
    for (const [line, presence] of this.#lines) {
      if (presence.member !== member) continue;
      this.#set(line, null);
      if (!kicked) continue;
      this.#delete(line);
      line.close(CLOSE_CODES.kicked, 'The host has asked you to leave the table.');
    }
  }

  has(member: Member): boolean {
    for (const presence of this.#lines.values()) if (presence.member === member) return true;
    return false;
  }

  here(): readonly Member[] {
    this.#here ??= [...this.#lines.values()].flatMap(({ member }) => (member === null ? [] : [member]));
    return this.#here;
  }

  #set(line: Client, member: Member | null, mark = 0): void {
    this.#lines.set(line, { member, mark, way: this.#lines.get(line)?.way ?? 0 });
    this.#change();
  }

  #delete(line: Client): void {
    this.#lines.delete(line);
    this.#change();
  }

  #change(): void {
    this.#here = null;
    this.#audience = null;
  }

  /** Everybody hears who is here; what is not told now, the next sign of life tells. */
  tellHere(): void {
    if (!this.#limit.take()) return;
    this.#told = this.#gist();
    this.say({ t: 'here', ...this.#presence() });
  }

  /** A sign of life on a line. All hear of it where it makes a difference that can be seen, and not often. */
  noticed(line: Client, way?: Millis): void {
    const now = this.#now();
    const attendant = this.#lines.get(line);
    if (way !== undefined && attendant !== undefined) attendant.way = way;
    if (now - this.#lookedAt < SELDOM) return;
    this.#lookedAt = now;
    if (this.#gist() !== this.#told) this.tellHere();
  }

  #presence(): Presence {
    const members = [...this.#lines.values()].filter(({ member }) => member !== null);
    const watching = this.#lines.size - members.length;
    const ms = members.map(({ way }) => roughly(way));
    return {
      here: this.here(),
      ...(watching > 0 ? { watching } : {}),
      ...(ms.some(way => way > 0) ? { ms } : {}),
    };
  }

  /** What can be seen of it: how many watch, and how good each line is. */
  #gist(): string {
    const { here, watching = 0, ms = [] } = this.#presence();
    const grades = ms.map(way => (way === 0 ? '' : STEPS.filter(step => way > step).length));
    return [watching, here.join(), grades.join()].join(' ');
  }

  say(message: ServerMessage): void {
    this.tell(JSON.stringify(message));
  }

  /** The list is never changed, only made anew: whoever comes or goes because of this frame does not disturb it. */
  tell(frame: string): void {
    this.#audience ??= [...this.#lines.keys()];
    for (const line of this.#audience) line.send(frame);
  }

  /** Whether this member is here to hear it. */
  tellMember(member: Member, frame: string): boolean {
    for (const [line, presence] of this.#lines) {
      if (presence.member !== member) continue;
      line.send(frame);
      return true;
    }
    return false;
  }

  dismiss(code: CloseCode, why: string): void {
    const lines = [...this.#lines.keys()];
    this.#lines.clear();
    this.#change();
    for (const line of lines) line.close(code, why);
  }
}
