/** The connections of one table: who is here, who watches, and telling all of them the same bytes. */
import type { Member } from './lobby.ts';
import { CLOSE_CODES, type CloseCode } from './messages.ts';

/** One connection, as the table sees it. */
export interface Line {
  send(frame: string): void;
  close(code: CloseCode, why: string): void;
}

/** What a connection says of itself: the secret of a seat, and the last version it has. */
export interface Greeting {
  readonly token?: string;
  readonly since?: number;
}

export class Crowd {
  /** Null for those who watch. */
  readonly #lines = new Map<Line, Member | null>();

  get size(): number {
    return this.#lines.size;
  }

  /** The newest connection of a member wins; the older one is told and does not come back by itself. */
  add(line: Line, member: Member | null): void {
    for (const [other, known] of this.#lines) {
      if (member === null || known !== member || other === line) continue;
      this.#lines.delete(other);
      other.close(CLOSE_CODES.takenOver, 'This seat was opened in another window.');
    }
    this.#lines.set(line, member);
  }

  /** The member who is gone now, if it was one. */
  remove(line: Line): Member | null {
    const member = this.#lines.get(line) ?? null;
    this.#lines.delete(line);
    return member;
  }

  /** Undefined for a line that is not connected here. */
  memberOf(line: Line): Member | null | undefined {
    return this.#lines.get(line);
  }

  /** A watcher got a seat; false when the line is gone by now. */
  seat(line: Line, member: Member): boolean {
    if (!this.#lines.has(line)) return false;
    this.#lines.set(line, member);
    return true;
  }

  /** A member has no seat any more: kicked ones are shown out, others go on watching. */
  unseat(member: Member, kicked: boolean): void {
    for (const [line, known] of this.#lines) {
      if (known !== member) continue;
      this.#lines.set(line, null);
      if (!kicked) continue;
      this.#lines.delete(line);
      line.close(CLOSE_CODES.kicked, 'The host has asked you to leave the table.');
    }
  }

  has(member: Member): boolean {
    return [...this.#lines.values()].includes(member);
  }

  here(): readonly Member[] {
    return [...this.#lines.values()].filter(member => member !== null);
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
