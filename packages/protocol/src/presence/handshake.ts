/**
 * The door of one table: who a connection is, what it is greeted with, and from which number on its commands count.
 * A member may open any number of windows, at any number of authorities; only the newest one asks.
 */
import { type Seat, sha256 } from '@hush/rules';
import { AVATARS } from '../commands/avatars.ts';
import type { PrivateLogs } from '../logs/private-logs.ts';
import type { TableLog, Welcome } from '../logs/table-log.ts';
import { CLOSE_CODES, type Person, type SandReading } from '../messages/messages.ts';
import { refusalFrame } from '../state/play.ts';
import { isOverHardQuota } from '../state/quota.ts';
import { type Member, rememberedOf, seatOf } from '../state/table-state.ts';
import type { Client, Crowd, Hello } from './crowd.ts';

/** What the log shows of a seat's secret: enough to know it again, too little to guess it. */
export const seatKeyOf = (token: string): string => sha256(`seat:${token}`).slice(0, 32);

/** A window that knows a version but says no number is taken at its word that it is the newest. */
const markIn = ({ since, n }: Hello): number => n ?? (since === undefined ? -1 : Number.MAX_SAFE_INTEGER);

export interface House {
  readonly code: string;
  readonly history: TableLog;
  readonly crowd: Crowd;
  readonly vault: PrivateLogs;
  sand(): SandReading;
  /** A secret that is not known here: ask the journal, then open again. */
  ask(line: Client, greeting: Hello): void;
  /** A new window of this member: mark in the log where its numbers begin, then let it in. */
  fence(line: Client, member: Member, greeting: Hello): void;
  greeted(member: Member | null, welcome: Welcome, greeting: Hello): void;
}

export class Door {
  readonly #house: House;
  /** Lines that wait for the journal. */
  readonly #waiting = new Set<Client>();

  constructor(house: House) {
    this.#house = house;
  }

  /** A secret that opens no seat is refused before anything changes. */
  open(line: Client, greeting: Hello): void {
    const member = this.memberWith(greeting.token);
    if (member !== undefined) {
      this.#receive(line, member, greeting);
      return;
    }
    this.#waiting.add(line); // the seat may have been taken at another authority a moment ago
    this.#house.ask(line, greeting);
  }

  openAgain(line: Client, greeting: Hello): void {
    if (!this.#waiting.delete(line)) return; // gone meanwhile
    const member = this.memberWith(greeting.token);
    if (member === undefined) line.close(CLOSE_CODES.wrongToken, 'That seat does not exist.');
    else this.#receive(line, member, greeting);
  }

  close(line: Client): void {
    this.#waiting.delete(line);
  }

  /** Null for those who watch; undefined for a secret that opens nothing. */
  memberWith(token: string | undefined): Member | null | undefined {
    if (token === undefined) return null;
    const { history } = this.#house;
    const member = history.memberWith(seatKeyOf(token));
    return member !== undefined && seatOf(history.state, member) < 0 ? null : member;
  }

  /** Who watches asks for nothing, and the newest window may simply go on. */
  #receive(line: Client, member: Member | null, greeting: Hello): void {
    const { history, crowd } = this.#house;
    const mark = crowd.markOf(line, member) ?? markIn(greeting);
    if (member === null || mark >= history.fence(member)) {
      this.#greet(line, member, greeting, mark);
      return;
    }
    if (isOverHardQuota(history)) {
      this.#greet(line, null, greeting, mark);
      line.send(refusalFrame(0, 'worn-out'));
      return;
    }
    if (greeting.n !== undefined && crowd.has(member) && crowd.markOf(line, member) === undefined) {
      // It slept while a newer window took the seat, and that one is in use.
      line.close(CLOSE_CODES.takenOver, 'This seat is open in a newer window.');
      return;
    }
    this.#waiting.add(line);
    this.#house.fence(line, member, greeting);
  }

  /** The log says that this window's numbers begin here. */
  letIn(line: Client, member: Member, greeting: Hello, mark: number): void {
    if (this.#waiting.delete(line)) this.#greet(line, member, greeting, mark);
  }

  #greet(line: Client, member: Member | null, greeting: Hello, mark: number): void {
    this.#house.crowd.add(line, member, mark);
    const welcome = this.welcome(member, greeting.since);
    line.send(welcome.frame);
    this.#house.greeted(member, welcome, greeting);
  }

  welcome(member: Member | null, since?: number): Welcome {
    const { code, history, crowd, sand } = this.#house;
    const n = member === null ? 0 : history.lastN(member);
    const people = this.people();
    return history.welcome({ table: code, member, n, people, here: crowd.here(), sand: sand() }, since);
  }

  /** Those who sit here or have just played, by name; by the number of the seat where a name has to wait. */
  people(): readonly Person[] {
    const { history, vault } = this.#house;
    return rememberedOf(history.state).flatMap(member => {
      const key = history.keyOf(member) ?? '';
      if (vault.faceOf(key) === undefined) return [];
      const face = vault.faceOf(key, history.lastName);
      if (face === undefined || history.isNameless(member))
        return [nameless(member, seatOf(history.state, member))];
      return [{ member, name: face.name, avatar: face.avatar }];
    });
  }
}

/** Nothing of it is of the person's own choosing; a number is read in every language. */
const nameless = (member: Member, seat: Seat): Person => ({
  member,
  name: `#${seat + 1}`,
  avatar: AVATARS[seat % AVATARS.length] ?? AVATARS[0],
});
