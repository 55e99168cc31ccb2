/** The connections of one table: who is here, who watches, and telling all of them the same bytes. */
import type { Member } from './lobby.ts';
import { CLOSE_CODES, type CloseCode, type ServerMessage } from './messages.ts';

/** One connection, as the table sees it. */
export interface Line {
  send(frame: string): void;
  close(code: CloseCode, why: string): void;
}

/** What a connection says of itself: the secret of a seat, the last version it has, the last number it used. */
export interface Greeting {
  readonly token?: string;
  readonly since?: number;
  readonly n?: number;
}

interface Presence {
  /** Null for those who watch. */
  readonly member: Member | null;
  /** Where the numbers of this window's commands begin: what tells an older window from a newer one. */
  readonly mark: number;
}

const WATCHING: Presence = { member: null, mark: 0 };

export class Crowd {
  readonly #lines = new Map<Line, Presence>();

  get size(): number {
    return this.#lines.size;
  }

  /** The newest connection of a member wins; the older one is told and does not come back by itself. */
  add(line: Line, member: Member | null, mark = 0): void {
    if (member !== null) this.#takeOver(member, other => other !== line);
    this.#lines.set(line, { member, mark });
  }

  /** Another window of this member begins to ask, perhaps at another authority: those before it end. */
  fence(member: Member, mark: number): void {
    this.#takeOver(member, (_, presence) => presence.mark < mark);
  }

  #takeOver(member: Member, isOlder: (line: Line, presence: Presence) => boolean): void {
    for (const [line, presence] of this.#lines) {
      if (presence.member !== member || !isOlder(line, presence)) continue;
      this.#lines.delete(line);
      line.close(CLOSE_CODES.takenOver, 'This seat was opened in another window.');
    }
  }

  /** The member who is gone now, if it was one. */
  remove(line: Line): Member | null {
    const member = this.#lines.get(line)?.member ?? null;
    this.#lines.delete(line);
    return member;
  }

  /** Of a line that is this member's already. */
  markOf(line: Line, member: Member | null): number | undefined {
    const presence = this.#lines.get(line);
    return presence?.member === member ? presence.mark : undefined;
  }

  /** Undefined for a line that is not connected here. */
  memberOf(line: Line): Member | null | undefined {
    return this.#lines.get(line)?.member;
  }

  /** A member has no seat any more: kicked ones are shown out, others go on watching. */
  unseat(member: Member, kicked: boolean): void {
    for (const [line, presence] of this.#lines) {
      if (presence.member !== member) continue;
      this.#lines.set(line, WATCHING);
      if (!kicked) continue;
      this.#lines.delete(line);
      line.close(CLOSE_CODES.kicked, 'The host has asked you to leave the table.');
    }
  }

  has(member: Member): boolean {
    for (const presence of this.#lines.values()) if (presence.member === member) return true;
    return false;
  }

  here(): readonly Member[] {
    return [...this.#lines.values()].flatMap(({ member }) => (member === null ? [] : [member]));
  }

  /** Everybody hears who is here. */
  tellHere(): void {
    this.say({ t: 'here', here: this.here() });
  }

  say(message: ServerMessage): void {
    this.tell(JSON.stringify(message));
  }

  tell(frame: string): void {
    for (const line of this.#lines.keys()) line.send(frame);
  }

  dismiss(code: CloseCode, why: string): void {
    const lines = [...this.#lines.keys()];
    this.#lines.clear();
    for (const line of lines) line.close(code, why);
  }
}
