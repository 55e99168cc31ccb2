/**
 * The door of one table: who a connection is, what it is greeted with, and from which number on its commands count.
 * A member may open any number of windows, at any number of authorities; only the newest one asks.
 */
import { sha256 } from '@hush/rules';
import type { Crowd, Greeting, Line } from './crowd.ts';
import type { History, Welcome } from './history.ts';
import { type Member, playersOf, seatOf } from './lobby.ts';
import { CLOSE_CODES, type Person, type Sand } from './messages.ts';
import type { Vault } from './vault.ts';

/** More than one window can have on its way: the numbers of a new window begin beyond. */
const FENCE = 1_000;

/** What the log shows of a seat's secret: enough to know it again, too little to guess it. */
export const keyOf = (token: string): string => sha256(`seat:${token}`).slice(0, 32);

export interface House {
  readonly code: string;
  readonly history: History;
  readonly crowd: Crowd;
  readonly vault: Vault;
  sand(): Sand;
  secret(): string;
  /** A secret that is not known here: ask the journal, then try again. */
  ask(line: Line, greeting: Greeting): void;
  /** A new window of this member: its numbers begin here. */
  fence(line: Line, member: Member, n: number): void;
  greeted(member: Member | null, welcome: Welcome, greeting: Greeting): void;
}

export class Door {
  readonly #house: House;
  /** Lines with a secret that is looked for. */
  readonly #knocking = new Set<Line>();
  /** Fences that are on their way into the log. */
  readonly #fences = new Map<Member, number>();

  constructor(house: House) {
    this.#house = house;
  }

  /** A secret that opens no seat is refused before anything changes. */
  open(line: Line, greeting: Greeting): void {
    const member = this.memberWith(greeting.token);
    if (member !== undefined) {
      this.#greet(line, member, greeting);
      return;
    }
    this.#knocking.add(line); // the seat may have been taken at another authority a moment ago
    this.#house.ask(line, greeting);
  }

  openAgain(line: Line, greeting: Greeting): void {
    if (!this.#knocking.delete(line)) return; // gone meanwhile
    const member = this.memberWith(greeting.token);
    if (member === undefined) line.close(CLOSE_CODES.wrongToken, 'That seat does not exist.');
    else this.#greet(line, member, greeting);
  }

  close(line: Line): void {
    this.#knocking.delete(line);
  }

  /** Null for those who watch; undefined for a secret that opens nothing. */
  memberWith(token: string | undefined): Member | null | undefined {
    if (token === undefined) return null;
    const { history } = this.#house;
    const member = history.memberWith(keyOf(token));
    return member !== undefined && seatOf(history.state, member) < 0 ? null : member;
  }

  #greet(line: Line, member: Member | null, greeting: Greeting): void {
    const fence = member === null ? null : this.#fenceFor(member, greeting);
    this.#house.crowd.add(line, member, fence ?? greeting.n);
    const welcome = this.welcome(member, greeting.since, fence);
    line.send(welcome.frame);
    if (member !== null && fence !== null) this.#house.fence(line, member, fence);
    this.#house.greeted(member, welcome, greeting);
  }

  /** Where the numbers of a window begin that is not the one whose numbers are the highest already. */
  #fenceFor(member: Member, { since, n = since === undefined ? -1 : Infinity }: Greeting): number | null {
    const { history, secret } = this.#house;
    const newest = Math.max(history.fence(member), this.#fences.get(member) ?? 0);
    if (n >= newest) return null;
    const chance = Number.parseInt(sha256(secret()).slice(0, 6), 16) % FENCE; // no two authorities choose the same
    const fence = Math.max(history.lastN(member), newest) + FENCE + chance;
    this.#fences.set(member, fence);
    return fence;
  }

  welcome(member: Member | null, since?: number, fence: number | null = null): Welcome {
    const { code, history, crowd, sand } = this.#house;
    const n = fence ?? (member === null ? 0 : history.lastN(member));
    const people = this.people();
    return history.welcome({ table: code, member, n, people, here: crowd.here(), sand: sand() }, since);
  }

  /** Those who sit here, by name. */
  people(): readonly Person[] {
    const { history, vault } = this.#house;
    return playersOf(history.state).flatMap(member => {
      const face = vault.faceOf(history.keyOf(member) ?? '');
      return face === undefined ? [] : [{ member, name: face.name, avatar: face.avatar }];
    });
  }
}
